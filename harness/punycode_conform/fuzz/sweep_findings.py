"""The findings of a sweep: its first differences of each kind, confirmed and minimised as those of fuzzing are."""

from contextlib import closing
from dataclasses import replace
from itertools import groupby, islice

from ..run.problem import UNREPEATED, Problem
from ..run.report import Header
from ..run.started import Started
from ..sweep.sweep import Sweep
from ..targets.session import OutOfTime
from .confirmer import Confirmer
from .finding import Finding, Origin
from .finding_files import SWEEP
from .known_findings import KnownFindings

_EXAMINED = 3  # differences of a kind: nearly always they become one finding when they are minimised


class SweepFindings:
    """See the module.

    Attributes:
        baseline: the known findings.
        origin: the sweep, for the records of findings.
        new: the findings that are not known.
    """

    def __init__(self, target: Started, header: Header, baseline: KnownFindings) -> None:
        self.baseline = baseline
        self.origin = Origin(SWEEP, None, header.label, target.choices, header.target, header.version, header.language)
        self.new: list[Finding] = []
        self._target = target

    def confirmer(self) -> Confirmer:
        """A fresh process of the target, to be closed."""
        return Confirmer(self._target.target, self._target.pool.limits, self._target.choices)

    def examine(self, swept: Sweep) -> None:
        """Make findings of the differences at a sweep's end. A kind is known if all its findings are."""
        signatures: set[str] = set()
        order = list(swept.totals.kinds)
        with closing(self.confirmer()) as confirmer:
            for kind, group in groupby(sorted(swept.totals.first, key=lambda d: order.index(d.kind)), lambda d: d.kind):
                try:
                    found = [_finding(one.problem, confirmer) for one in islice(group, _EXAMINED)]
                except OutOfTime as over:
                    swept.stopped = swept.stopped or f"{over}; not all differences were examined"
                    return
                unknown = [one for one in found if one.signature not in self.baseline.holding]
                if not unknown:
                    swept.totals.known.add(kind)
                for one in unknown:
                    if one.signature not in signatures:
                        signatures.add(one.signature)
                        self.new.append(one)
                for one in found:
                    if entry := self.baseline.holding.get(one.signature):
                        self.baseline.known[entry.id] = entry


def _finding(problem: Problem, confirmer: Confirmer) -> Finding:
    """A finding; one that does not happen in a fresh process is kept as what went wrong once."""
    call = problem.call
    if problem.kind == UNREPEATED:
        return Finding(problem, call, None)
    examined = confirmer.examine(problem)
    if examined is None:
        return Finding(replace(problem, kind=UNREPEATED), call, None)
    return Finding(examined[0], call, None, examined[1])
