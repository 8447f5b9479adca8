"""The changes that bring a baseline up to date with a run: as few entries as say it, and none that people wrote is lost."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ..faults import FAULTS
from ..render.groups import groups
from ..render.words import cited
from ..run.baseline import FAULT, Baseline, Entry, form
from ..run.known_fault import KnownFailures
from ..run.report import Report
from ..run.result import STABILITY, Result
from ..suite.verdict import BAD, Verdict

_SEVERAL = 2  # failed cases from which on one entry for their fault is shorter than their own


class Changes:
    """The changes to a baseline after a run without one.

    Attributes:
        remove: the ids of the entries to remove.
        got: what is to be recorded anew, by id: an answer, or for a fault the number of cases.
        add: the entries to add: one for each fault that explains several failures, one for each other failure.
        varies: whether the target's answers vary. Then an answer says little about the next run: no entry is removed or
            changed, and the new ones are for any answer.

    Args:
        before: the baseline.
        report: the run.
        whole: whether all cases were selected: else entries for several cases stay as they are.
    """

    def __init__(self, before: Baseline, report: Report, *, whole: bool) -> None:
        self.remove: set[str] = set()
        self.got: dict[str, str] = {}
        self.add: list[Entry] = []
        unstable = any(one.id == STABILITY and one.verdict in BAD for one in report.results)
        self.varies = unstable or before.is_flaky(STABILITY)
        if not self.varies:
            self._compare(before, report.results)
        kept = replace(before, known={name: one for name, one in before.known.items() if name not in self.remove})
        faults = _faults(kept, report) if whole else []
        new = _with(kept, faults)
        counts, left = _uncovered(new, report.results)
        if whole and not self.varies:
            for entry in kept.faults:
                if not counts[entry.id]:
                    self.remove.add(entry.id)
                elif entry.cases not in (None, counts[entry.id]):
                    self.got[entry.id] = str(counts[entry.id])
        self.add = [replace(entry, cases=None if self.varies else counts[entry.id]) for entry in faults]
        self.add += [replace(one, got="") if self.varies else one for one in _single(left, report, before.file)]

    def _compare(self, before: Baseline, results: Iterable[Result]) -> None:
        """Compare each entry of a single case with what the case did, and each pattern with what its cases did."""
        for result in results:
            entry = before.known.get(result.id)
            passes = result.verdict in (Verdict.PASS, Verdict.SKIP) and not result.judgement.warning
            if entry and passes:
                self.remove.add(entry.id)
            # An entry without an answer covers any failure.
            elif entry and result.verdict in BAD and entry.got and entry.got != form(result):
                self.got[entry.id] = form(result)
            elif entry is None and result.verdict is Verdict.PASS and (covering := before.pattern(result)):
                self.remove.add(covering.id)


def _with(baseline: Baseline, entries: Collection[Entry]) -> Baseline:
    return replace(baseline, known={**baseline.known, **{entry.id: entry for entry in entries}})


def _uncovered(baseline: Baseline, results: Iterable[Result]) -> tuple[dict[str, int], list[Result]]:
    """How many failed cases each fault explains, and the failures that no entry covers."""
    known = KnownFailures(baseline)
    left = [result for result in results if known.judged(result)[0].verdict in BAD]
    return {fault.entry.id: fault.explained for fault in known.faults}, left


def _faults(kept: Baseline, report: Report) -> list[Entry]:
    """An entry for each cause that explains several failed cases which no entry covers yet."""
    causes = [one for one in report.causes if not FAULTS[one.fault].keeps_state and FAULT + one.fault not in kept.known]
    made = [Entry(FAULT + one.fault, _because(one.says, one.clause), kept.file, 0) for one in causes]
    counts, _ = _uncovered(_with(kept, made), report.results)
    return [entry for entry in made if counts[entry.id] >= _SEVERAL]


def _because(says: str, clause: str) -> str:
    return f"{says} ({cited(clause)})"


def _single(left: Sequence[Result], report: Report, file: str) -> list[Entry]:
    """An entry for each failure that is left, with its cause or with what is wrong as its reason."""
    reasons: dict[str, str] = {}
    for group in groups(report):
        words = group.heading.rstrip(".")
        reason = group.heading if group.cause else f"unexplained: {words[:1].lower()}{words[1:]}"
        reasons |= {result.id: reason for result in group.results}
    return [Entry(one.id, reasons[one.id], file, 0, form(one)) for one in left]
