"""Many implementations side by side: each is run by a process of its own, so that none holds up the others."""

import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed, wait
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from .. import data
from ..errors import ConformError
from ..growth import Growing
from ..notation import plain
from ..run.report_file import load
from ..suite import PUNYCODE
from ..suite.verdict import BAD
from ..targets import adapter as adapters
from ..targets.child import Child
from .result import Result, summarize

_ADAPTER = "adapter:"
_BUILD = 900  # seconds more than a run may take, for the build of an adapter
_RESTARTS = 200  # for codecs that die often: a result is of a whole run
_LOOK = 0.2  # seconds in which a process ends


class Implementation(NamedTuple):
    """A target, and its adapter if it has one."""

    target: str
    adapter: adapters.Adapter | None = None

    @property
    def digest(self) -> str:
        """The digest of its adapter's files."""
        return adapters.digest(self.adapter) if self.adapter else ""

    @property
    def missing(self) -> list[str]:
        """The programs that its adapter needs and that are not here."""
        return adapters.missing(self.adapter) if self.adapter else []

    def is_due(self, published: Result | None) -> bool:
        """Whether there is no published result, or one of other files of its adapter."""
        return published is None or published.adapter != self.digest


class Failure(NamedTuple):
    """An implementation that has no result, and why."""

    target: str
    why: str


Running = Callable[[Child], None]
Measure = Callable[[Implementation, Running], Result | Failure]


def every() -> list[Implementation]:
    """Python's codec and every version of every adapter."""
    names = (name for adapter in adapters.every() for name in adapter.names)
    return [named("codec:punycode"), *(named(_ADAPTER + name) for name in names)]


def named(target: str) -> Implementation:
    """The implementation that a word names."""
    adapter = adapters.find(target.removeprefix(_ADAPTER)) if target.startswith(_ADAPTER) else None
    return Implementation(_ADAPTER + adapter.name if adapter else target, adapter)


def run(implementations: Sequence[Implementation], jobs: int, measure: Measure) -> Iterator[Result | Failure]:
    """The results, each as soon as it is there; where nobody waits for the rest, their processes end."""
    children: list[Child] = []

    def result(implementation: Implementation) -> Result | Failure:
        try:
            return measure(implementation, children.append)
        except Exception as error:  # of one implementation, and no reason to lose the others
            return Failure(implementation.target, f"{type(error).__name__}: {error}")

    with ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(result, implementation) for implementation in implementations]
        try:
            yield from (future.result() for future in as_completed(futures))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            # The threads end when their processes do, and one may just have begun. Cancelled futures are done, which
            # `wait` does not know.
            while unfinished := [future for future in futures if not future.done()]:
                for child in children:
                    child.close()
                wait(unfinished, _LOOK)


def measure(
    implementation: Implementation, running: Running, *, limit: float, growth: float | None = None
) -> Result | Failure:
    """The result of a run of the whole suite, within ``limit`` seconds, and of ``growth`` seconds of ``conform growth``."""
    target, adapter = implementation.target, implementation.adapter
    layer = adapter.layer if adapter else PUNYCODE

    def conform(verb: str, *options: str) -> str:
        command = [sys.executable, "-m", "punycode_conform", verb, target, "--layer", layer, "--quiet", *options]
        child = Child(command)
        running(child)
        try:
            why = child.failure(limit + _BUILD)
            return _reason(child.stderr(), target) or why
        finally:
            child.close()

    began, today = time.monotonic(), datetime.now(UTC).date().isoformat()
    with tempfile.TemporaryDirectory(prefix="conform-matrix-") as folder:
        lines, grown = Path(folder, "report.jsonl"), Path(folder, "growth.json")
        limits = "--restarts", str(_RESTARTS), "--time-limit", f"{limit}"
        why = conform("run", "--report", str(lines), "--no-aim", *limits)  # the constants are an adapter's
        try:
            report = load(lines) if lines.exists() else None
        except ConformError as error:
            return Failure(target, why or error.message)
        if report is None or report.stopped:
            return Failure(target, f"stopped early: {report.stopped}" if report else why or "it wrote no report")
        seconds = round(time.monotonic() - began, 1)
        result = summarize(report, adapter.about if adapter else "", implementation.digest, today, seconds)
        if not growth:
            return result
        conform("growth", "--time", f"{growth}", "--json", str(grown))
        rows = data.json(tuple[Growing, ...], grown.read_bytes(), str(grown)) if grown.exists() else ()
        return replace(result, growth=tuple(row for row in rows if row.exponent is not None or row.steep))


def _reason(stderr: str, target: str) -> str:
    """The line in which the tool says what went wrong."""
    lines = [line.removeprefix("conform: ") for line in stderr.splitlines() if line.startswith("conform: ")]
    adapter = re.search(r"hint: (an adapter has this name: .*)", stderr)
    return lines[-1].removeprefix(f"{target} cannot be run: ") + (f"; {adapter[1]}" if adapter else "") if lines else ""


def changes(published: Result | None, measured: Result, *, fickle: str = "") -> list[str]:
    """Differences from the published result in classes, laws, choices and the verdict, a line each.

    If wrong answers differ from run to run (``fickle``), only the verdict is compared. If other vectors were asked then,
    more failures are no change: a vector that was added may show them.
    """
    if published is None:
        return ["not published yet"]
    lines = []
    if published.verdict != measured.verdict:
        lines.append(f"verdict: {published.verdict} published, {measured.verdict} measured")
    if fickle:
        return lines
    before, now = _failed(published), _failed(measured)
    more = Counter[str]() if published.suite.digest != measured.suite.digest else now - before
    lines += [f"{name}: {before[name]:,} published, {now[name]:,} measured" for name in sorted((before - now) | more)]
    for choice in sorted({*published.observed, *measured.observed}):
        sides = [result.observed.get(choice, "nothing") for result in (published, measured)]
        if sides[0] != sides[1]:
            lines.append(f"choice {choice}: {sides[0]} published, {sides[1]} measured")
    return lines


def _failed(result: Result) -> Counter[str]:
    """The number of failed cases by verdict and class, and the broken laws."""
    cases = {f"{verdict}: {name}": tally.get(verdict, 0) for name, tally in result.classes.items() for verdict in BAD}
    return +Counter(cases) + Counter(f"broken law: {law}" for law in result.broken)


def line(result: Result | Failure, width: int) -> str:
    """A result, or why there is none, as a line of text; ``width`` is that of its first column."""
    head = plain(result.target, width).ljust(width)
    if isinstance(result, Failure):
        return f"{head}  no result: {plain(result.why, 200)}"
    failed = f": {result.failed:,} of {sum(result.tally.values()):,} cases failed" if result.failed else ""
    laws = f", laws broken: {len(result.broken)}" if result.broken else ""
    named = plain(f"{result.name} {result.version}".strip(), 60)
    return f"{head}  {result.verdict}{failed}{laws} ({named}, {result.seconds:.1f} s)"


def summary(results: Sequence[Result], failures: Sequence[Failure], seconds: float) -> str:
    """A run of several implementations in a line."""
    conform = sum(result.conforms for result in results)
    counts = f"{conform:,} conform, {len(results) - conform:,} do not, {len(failures):,} have no result"
    return f"{len(results) + len(failures):,} implementations in {seconds:,.0f} s: {counts}"
