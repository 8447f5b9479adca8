"""One implementation run by a process of its own, so that nothing it does holds up another."""

import json
import re
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..errors import ConformError
from ..growth.growth import FIELD
from ..run.saved import saved
from ..suite import PUNYCODE, corpus
from ..targets import adapter as adapters
from ..targets.child import Child
from .result import Growing, Result
from .summary import Circumstances, summarize

_ADAPTER = "adapter:"
_BUILD = 900  # seconds more than a run may take, for the build of an adapter
_RESTARTS = 200  # for codecs that die often: a result is of a whole run


@dataclass(frozen=True, slots=True)
class Implementation:
    """A target of the matrix.

    Attributes:
        target: as ``conform run`` takes it.
        adapter: its adapter, None if it has none.
    """

    target: str
    adapter: adapters.Adapter | None = None

    @property
    def digest(self) -> str:
        """The digest of its adapter's files; empty without an adapter."""
        return adapters.digest(self.adapter) if self.adapter else ""

    @property
    def missing(self) -> list[str]:
        """The programs that its adapter needs and that are not here."""
        return adapters.missing(self.adapter) if self.adapter else []

    @property
    def fickle(self) -> str:
        """Why its wrong answers differ from run to run; empty if they do not."""
        return self.adapter.fickle if self.adapter else ""

    @property
    def layer(self) -> str:
        """The layer that it is judged by."""
        return self.adapter.layer if self.adapter else PUNYCODE


@dataclass(frozen=True, slots=True)
class Failure:
    """An implementation that has no result.

    Attributes:
        target: as for :class:`Implementation`.
        why: in a line.
    """

    target: str
    why: str


def every() -> list[Implementation]:
    """All implementations: Python's codec by its name, and every version of every adapter."""
    names = (name for one in adapters.every() for name in one.names)
    return [named("codec:punycode"), *(named(_ADAPTER + name) for name in names)]


def named(target: str) -> Implementation:
    """The implementation that a word names.

    Raises:
        ConformError: no adapter has this name.
    """
    own = adapters.find(target.removeprefix(_ADAPTER)) if target.startswith(_ADAPTER) else None
    return Implementation(_ADAPTER + own.name if own else target, own)


def measure(
    one: Implementation, limit: float, running: Callable[[Child], None], *, growth: float | None = None
) -> Result | Failure:
    """The result of a run of the whole suite, or why there is none.

    Args:
        one: the implementation.
        limit: seconds for the run; a build has more.
        running: takes the process as soon as it runs, for a caller who may want to end it.
        growth: seconds to measure how its time grows, None not to.
    """
    began, today = time.monotonic(), datetime.now(UTC).date().isoformat()
    with tempfile.TemporaryDirectory(prefix="conform-matrix-") as folder:
        lines = Path(folder) / "report.jsonl"
        options = ["--report", str(lines), "--restarts", str(_RESTARTS), "--time-limit", f"{limit}"]
        why, said = _conform("run", one, options, limit, running)
        if not lines.exists():
            return Failure(one.target, _reason(said, one) or why or "it wrote no report")
        try:
            report = saved(lines)
        except ConformError as error:
            return Failure(one.target, _reason(said, one) or why or error.message)
    if report.stopped:
        return Failure(one.target, f"stopped early: {report.stopped}")
    about = one.adapter.about if one.adapter else ""
    how = Circumstances(about, one.digest, today, time.monotonic() - began)
    found = summarize(report, how, corpus.bugs())
    return replace(found, growth=_growth(one, growth, limit, running)) if growth else found


def _conform(
    verb: str, one: Implementation, options: list[str], limit: float, running: Callable[[Child], None]
) -> tuple[str, str]:
    """Run a verb on an implementation: why it failed, empty if it did not, and the last lines of its stderr."""
    command = [sys.executable, "-m", "punycode_conform", verb, one.target, "--layer", one.layer, "--quiet", *options]
    child = Child(command)
    running(child)
    try:
        return child.failure(limit + _BUILD), child.stderr()
    finally:
        child.close()


def _growth(one: Implementation, seconds: float, limit: float, running: Callable[[Child], None]) -> tuple[Growing, ...]:
    """How its time grows; nothing if that cannot be measured."""
    with tempfile.TemporaryDirectory(prefix="conform-matrix-") as folder:
        file = Path(folder) / "growth.json"
        _conform("growth", one, ["--time", f"{seconds}", "--json", str(file)], limit, running)
        rows = json.loads(file.read_text(encoding="utf-8"))["rows"] if file.exists() else ()
    return tuple(_growing(row) for row in rows if row["exponent"] is not None or row["steep"])


def _growing(row: dict[str, Any]) -> Growing:
    low, high = row["error"] or (None, None)
    seconds = row["seconds"][str(FIELD)] if row["seconds"] else None
    return Growing(row["operation"], row["family"], row["exponent"], low, high, seconds, row["steep"], row["hostile"])


def _reason(said: str, one: Implementation) -> str:
    """The line in which the tool says what went wrong."""
    lines = [line.removeprefix("conform: ") for line in said.splitlines() if line.startswith("conform: ")]
    if not lines:
        return ""
    adapter = re.search(r"hint: (an adapter has this name: .*)", said)
    return lines[-1].removeprefix(f"{one.target} cannot be run: ") + (f"; {adapter[1]}" if adapter else "")
