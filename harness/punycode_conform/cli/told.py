"""What ``conform fuzz`` tells: findings as they come, what is known, a status line, and the last line."""

import argparse
import shlex
import sys
from pathlib import Path
from typing import Any

from ..fuzz.blackbox import BlackBox
from ..fuzz.finding import Finding
from ..fuzz.generator import SCHEME
from ..run.baseline import Known
from ..run.report import Stale
from ..run.setup import Setup
from ..suite.notation import plain, quote, show
from ..suite.outcome import Operation
from .terminal import use_color

_SHOWN = 8  # known findings that are told


class Told:
    """What the user reads.

    Attributes:
        new: findings so far that are not known.
        known: the entries of the baseline that still hold, by signature.
        stale: those that do not.
    """

    def __init__(self, what: Setup, options: argparse.Namespace, folder: Path) -> None:
        self.new = 0
        self.known: dict[str, Known] = {}
        self.stale: list[tuple[Stale, Known]] = []
        self._replayed = 0
        self._quiet = options.quiet
        self._stream = sys.stderr if options.report == "-" else sys.stdout
        self._color = use_color(options.color, self._stream)
        self._label = plain(what.label, 60)
        self._seed = options.seed
        # A configured target may have a selection of its own.
        only = ["--only", "fuzz-*", "--only", "law/*"] if what.configured else []
        self._replay = shlex.join(what.again("run", "--vectors", folder, *only))
        usual = what.configured.setup.baseline if what.configured else None
        baseline = ["--baseline", what.baseline] if what.baseline != usual else []
        self._write = shlex.join(what.again("baseline", "--findings", folder, *baseline)) if what.baseline else ""

    def _say(self, text: str) -> None:
        print(text, file=self._stream, flush=True)

    def _style(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._color else text

    def finding(self, finding: Finding, path: Path) -> None:
        """A finding in a few lines."""
        self.new += 1
        self._replayed += finding.replays and path.suffix == ".yaml"
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

    def as_known(self, entry: Known) -> None:
        """A known finding, in a line, once."""
        if entry.id in self.known:
            return
        self.known[entry.id] = entry
        if not self._quiet and len(self.known) <= _SHOWN:
            self._say(f"{self._style('known', '33')} {plain(entry.id)}: {plain(entry.reason)}")

    def as_stale(self, entry: Known, why: str, *, gone: bool) -> None:
        """An entry of the baseline that does not hold, with its place, and with what to delete if it has gone."""
        self.stale.append((entry.stale(why), entry))
        if not self._quiet:
            first, last = entry.lines
            delete = f"; delete {f'lines {first} to {last}' if last > first else f'line {first}'}" if gone else ""
            said = plain(f"{entry.file}:{entry.line}: {entry.id}: {why}", 600)
            self._say(f"{self._style('stale', '31')} {said}{delete}")

    def status(self, going: BlackBox, seconds: float) -> str:
        """The status line."""
        rate = going.calls / max(seconds, 0.001)
        return (
            f"{self._label}: {going.cases:,} cases, {going.calls:,} calls, {rate:,.0f} calls/s, "
            f"{going.accepted:.0%} accepted, {self.new} findings"
        )

    def footer(self, going: BlackBox, seconds: float) -> dict[str, Any]:
        """The last line of the report."""
        return {
            "type": "footer",
            "cases": going.cases,
            "calls": going.calls,
            "accepted": round(going.accepted, 4),
            "problems": going.problems.total(),
            "findings": self.new,
            "known": len(self.known),
            "stale": [{"id": one.id, "file": one.file, "line": one.line, "why": one.why} for one, _ in self.stale],
            "seconds": round(seconds, 2),
            "notes": going.notes,
            "stopped": going.stopped,
            "verdict": "findings" if self.new else "stale" if self.stale else "no findings",
        }

    def end(self, going: BlackBox, seconds: float) -> str:
        """The last lines; gives the very last."""
        if not self._quiet:
            if len(self.known) > _SHOWN:
                self._say(f"and {len(self.known) - _SHOWN:,} more that are known")
            for note in going.notes:
                self._say(f"note: {plain(note)}")
            if self._replayed:
                self._say(f"replay: {self._replay}")
            if self._replayed < self.new:
                why = "time, memory and chance are no verdict of a run, and some cases fit no vector"
                left = f"{self.new - self._replayed:,} of {self.new:,} findings"
                self._say(f"not replayed: {left}: {why}; see their .md")
            if self._write and (self.new or self.stale):
                self._say(
                    f"to {'write down what is found' if self.new else 'bring the baseline up to date'}: {self._write}"
                )
        head, rest = self._line(going, seconds)
        good = not self.new and not self.stale and not going.stopped
        self._say(self._style(head, "1;32" if good else "1;31") + rest)
        return head + rest

    def _line(self, going: BlackBox, seconds: float) -> tuple[str, str]:
        head = "1 finding" if self.new == 1 else f"{self.new} findings" if self.new else "no findings"
        if self.known or self.stale:
            head = head if self.new else "no new findings"
            head += f", {len(self.known)} known" if self.known else ""
            head += f", {len(self.stale)} stale in the baseline" if self.stale else ""
        stopped = f"; stopped early: {going.stopped}" if going.stopped else ""
        return head, (
            f": {self._label}: {going.cases:,} cases, {going.calls:,} calls, {going.accepted:.0%} accepted, "
            f"seed {self._seed}, scheme {SCHEME}, {seconds:.1f} s{stopped}"
        )
