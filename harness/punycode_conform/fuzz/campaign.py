"""A fuzzing campaign against one target: the known findings are asked again, then an engine looks for new ones."""

import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from typing import TYPE_CHECKING

from .. import __version__
from ..errors import NothingRan
from ..run.setup import Setup
from ..run.started import Started
from ..suite.outcome import Rejected, Returned
from ..targets.name import import_path
from .blackbox import BlackBox, Budget
from .confirmer import Confirmer
from .finding import Finding, Origin
from .finding_files import as_json
from .generator import SCHEME
from .known_findings import KnownFindings, Rechecked

if TYPE_CHECKING:
    from ..run.baseline import Entry


class Campaign:
    """See the module.

    Attributes:
        setup, budget: the target; the cases and the time.
        lacks, missing: the code points that the target cannot be given, and the operations that it does not have.
        origin: the part of the campaign in the records of its findings.
        box: makes the cases or takes atheris' ones, confirms and minimises, and counts.
        baseline: the known findings.
        new: how many findings are not known.

    Args:
        started: the target, started.
        guided: whether atheris makes the cases.

    Raises:
        ConformError: the baseline cannot be read.
    """

    def __init__(self, setup: Setup, started: Started, budget: Budget, *, guided: bool = False) -> None:
        self.baseline = KnownFindings(setup.baseline)  # an error in the file comes before the target is asked
        handshake, label, choices = started.handshake, started.target.label, started.choices
        named = (handshake.name or label, handshake.version, handshake.language)
        self.setup, self.budget, self.lacks = setup, budget, started.lacks
        self.missing = started.missing
        self.origin = Origin("atheris" if guided else "blackbox", budget.seed, label, choices, *named)
        # libFuzzer ends by itself, but not in the middle of a hang.
        seconds = budget.seconds + setup.limits.call if guided and budget.seconds else budget.seconds
        self.box = BlackBox(
            replace(budget, seconds=seconds), started.pool, started.target, started.pool.limits, choices
        )
        self.new = 0
        self._started = started
        self._guided = guided
        self._begun = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long the engine has run."""
        return time.monotonic() - self._begun

    @property
    def status(self) -> int:
        """The exit status."""
        return 1 if self.new or self.box.stopped else 5 if self.baseline.stale else 0

    def recheck(self) -> Iterator[tuple["Entry", "Rechecked"]]:
        """Ask the calls of the baseline's findings again, and yield each entry with what has become of it."""
        with closing(Confirmer(self._started.target, self.box.limits, self.origin.choices)) as confirmer:
            yield from self.baseline.recheck(confirmer)

    def findings(self) -> Generator[Finding, None, None]:
        """Run the engine, and yield each finding when it is confirmed."""
        self.box.most += len(self.baseline.holding)  # known findings take no place from new ones
        self._begun = time.monotonic()
        with ExitStack() as stack:
            batches = None
            if self._guided:
                from .atheris_engine import AtherisEngine  # start-up time: only for this engine

                path, rejects = import_path(self._started.target), self.setup.rejects
                # However the run ends, so does the engine's process.
                batches = stack.enter_context(
                    closing(AtherisEngine(self.box, path, rejects, self.budget.seconds).batches())
                )
            for finding in self.box.findings(batches):
                if finding.answered and isinstance(finding.problem.outcome, Returned | Rejected):
                    self._started.check_layer()
                yield finding

    def refuse_nothing(self) -> None:
        """Raise an error if no case was answered: then there is no verdict.

        Raises:
            NothingRan: that is so.
        """
        if self.box.known or self.box.stopped or self.box.check.answered:
            return
        if self.box.calls:
            raise NothingRan("nothing ran: no case was answered", "the target says that it supports none of them")
        why = "no time was left" if self.budget.numbers(0, 1) else "this shard has no case"
        raise NothingRan("nothing ran: no case was asked", why)

    def header(self) -> dict[str, object]:
        """The first line of the report."""
        about = {"type": "header", "format": 1, "tool": __version__, "scheme": SCHEME, "cases": self.budget.cases}
        return about | self.origin.as_json()

    def record(self, finding: Finding) -> dict[str, object]:
        """A finding's line of the report, with the baseline's reason if it is known."""
        entry = self.baseline.holding.get(finding.signature)
        return as_json(finding, self.origin) | ({"known": entry.reason} if entry else {})

    def footer(self) -> dict[str, object]:
        """The last line of the report."""
        box = self.box
        return {
            "type": "footer",
            "cases": box.cases,
            "calls": box.calls,
            "accepted": round(box.accepted, 4),
            "problems": box.problems.total(),
            "findings": self.new,
            "known": len(self.baseline.known),
            "stale": [
                {"id": one.id, "file": one.file, "line": one.line, "why": one.why} for one in self.baseline.stale
            ],
            "seconds": round(self.seconds, 2),
            "notes": box.notes,
            "stopped": box.stopped,
            "verdict": "findings" if self.new else "stale" if self.baseline.stale else "no findings",
        }
