"""The rest of ``conform fuzz``: drive the engine, write findings as they come, and say what was found."""

import argparse
import shlex
import sys
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import __version__
from ..errors import NothingRan
from ..fuzz.blackbox import BlackBox, Plan
from ..fuzz.finding import Finding, as_json
from ..fuzz.generator import SCHEME, seeds
from ..fuzz.written import save
from ..suite import corpus
from ..suite.choices import Choices
from ..suite.notation import plain, quote, show
from ..suite.outcome import Operation
from ..suite.vector import cases
from ..target.name import Target, import_path
from ..target.pool import Pool
from .judging import bound, lines
from .progress import Status
from .terminal import use_color

if TYPE_CHECKING:
    from ..fuzz.guided import Guided

_DEFAULT_CASES = 20_000
_FOLDER = Path("conform-findings")


def run(options: argparse.Namespace, target: Target, pool: Pool, sides: list[tuple[str, str]]) -> int:
    """Fuzz a started target; gives the exit status.

    Args:
        options: of ``conform fuzz``.
        target, pool: what is fuzzed.
        sides: choices and sides from the command line.
    """
    vectors = corpus.suite().vectors
    varied = seeds([case.call for case in cases([v for v in vectors if v.layer == "punycode"])])
    handshake = pool.greet()
    choices = bound(handshake, sides)
    limit = options.cases or (None if options.time else _DEFAULT_CASES)
    shard = options.shard[0] - 1, options.shard[1]
    guided = options.engine == "atheris"
    # libFuzzer ends by itself, but for a hang.
    seconds = options.time + options.timeout if guided and options.time else options.time
    plan = Plan(options.seed, limit, seconds, shard, varied)
    going = BlackBox(plan, pool, target, pool.limits, choices)
    batches = _guided(options, target, going, limit, choices).batches() if guided else None
    about: dict[str, Any] = {
        "seed": options.seed,
        "engine": "atheris" if guided else "blackbox",
        "target": {
            "name": handshake.name or target.label,
            "version": handshake.version,
            "language": handshake.language,
            "label": target.label,
        },
        "choices": choices.as_dict(),
    }
    folder = options.out or _FOLDER
    started = time.monotonic()
    told = _Told(options, going, folder)
    with ExitStack() as stack:
        write = stack.enter_context(lines(options.report))
        write(lambda: {"type": "header", "format": 1, "tool": __version__, "scheme": SCHEME, "cases": limit, **about})
        status = stack.enter_context(Status(lambda: told.status(time.monotonic() - started)))
        going.progress = status.update
        if batches is not None:
            stack.callback(batches.close)  # however the run ends, so does the engine's process
        try:
            for finding in going.findings(batches):
                record = as_json(finding, about, choices)
                path = save(finding, record, folder)
                write(partial(dict, record))
                status.wipe()
                told.finding(finding, path)
        finally:
            # What was found before an interrupt is told too.
            seconds = time.monotonic() - started
            write(lambda: told.footer(seconds))
            status.wipe()
            told.end(seconds, options.seed)
    if not going.known and not going.stopped and not going.check.answered:
        raise NothingRan("nothing ran: no case was answered", "the target says that it supports none of them")
    return 1 if going.known or going.stopped else 0


def _guided(
    options: argparse.Namespace, target: Target, box: BlackBox, cases: int | None, choices: Choices
) -> "Guided":
    """The atheris engine for a target."""
    from ..fuzz import guided  # only for this engine: start-up time

    index, shards = options.shard
    share = None if cases is None else len(range(index - 1, cases, shards))
    order = guided.Order(
        import_path(target),
        tuple(options.rejects),
        choices.as_dict(),
        options.seed + index - 1,
        share,
        options.time,
        options.timeout,
        options.restarts,
    )
    return guided.Guided(order, box)


class _Told:
    """What the user reads."""

    def __init__(self, options: argparse.Namespace, going: BlackBox, folder: Path) -> None:
        self._going = going
        self._quiet = options.quiet
        self._stream = sys.stderr if options.report == "-" else sys.stdout
        self._color = use_color(options.color, self._stream)
        self._label = plain(options.target or " ".join(["--", *options.command]), 60)
        more = [word for side in options.choice for word in ("--choice", side)]
        more += [word for name in options.rejects for word in ("--rejects", name)]
        more += ["--python", options.python] if options.python else []
        named = [options.target] if options.target else []
        command = ["--", *options.command] if options.command else []
        self._replayed = self._unreplayed = 0
        self._replay = ["conform", "run", *named, *more, "--vectors", str(folder), *command]

    def _say(self, text: str) -> None:
        print(text, file=self._stream, flush=True)

    def _style(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._color else text

    def finding(self, finding: Finding, path: Path) -> None:
        """A finding in a few lines."""
        if finding.replays and path.suffix == ".yaml":
            self._replayed += 1
        else:
            self._unreplayed += 1
        if self._quiet:
            return
        problem = finding.problem
        self._say(self._style(f"x {finding.title}", "31"))
        for call in problem.calls[-4:]:
            shown = quote(call.input, 60) if call.operation is Operation.DECODE else show(call.input, 12)
            self._say(f"    {call.operation.value:<10} {shown}")
        if problem.shows:
            self._say(f"    {'shows':<10} {plain(problem.shows)}")
        else:
            self._say(f"    {'signature':<10} {plain(finding.signature)}")
        if finding.bug:
            self._say(f"    {'bug':<10} {finding.bug}")
        self._say(f"    {'written':<10} {path}")

    def status(self, seconds: float) -> str:
        """The status line."""
        going = self._going
        rate = going.calls / max(seconds, 0.001)
        return (
            f"{self._label}: {going.cases:,} cases, {going.calls:,} calls, {rate:,.0f} calls/s, "
            f"{going.accepted:.0%} accepted, {len(going.known)} findings"
        )

    def footer(self, seconds: float) -> dict[str, Any]:
        """The last line of the report."""
        going = self._going
        return {
            "type": "footer",
            "cases": going.cases,
            "calls": going.calls,
            "accepted": round(going.accepted, 4),
            "problems": going.problems.total(),
            "findings": len(going.known),
            "seconds": round(seconds, 2),
            "notes": going.notes,
            "stopped": going.stopped,
            "verdict": "findings" if going.known else "no findings",
        }

    def end(self, seconds: float, seed: int) -> None:
        """The last line."""
        going = self._going
        if not self._quiet:
            for note in going.notes:
                self._say(f"note: {plain(note)}")
            if self._replayed:
                self._say(f"replay: {shlex.join(self._replay)}")
            if self._unreplayed:
                why = "time, memory and chance are no verdict of a run, and some cases fit no vector"
                self._say(f"not replayed: {self._unreplayed:,} of {len(going.known):,} findings: {why}; see their .md")
        found = f"{len(going.known)} findings" if len(going.known) != 1 else "1 finding"
        stopped = f"; stopped early: {going.stopped}" if going.stopped else ""
        head = self._style(found if going.known else "no findings", "1;31" if going.known else "1;32")
        self._say(
            f"{head}: {self._label}: {going.cases:,} cases, {going.calls:,} calls, {going.accepted:.0%} accepted, "
            f"seed {seed}, scheme {SCHEME}, {seconds:.1f} s{stopped}"
        )
