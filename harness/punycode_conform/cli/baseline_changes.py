"""A baseline brought up to date with a run: as few entries as possible, and no reason that people wrote is lost."""

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from ..faults import FAULTS
from ..render.groups import groups
from ..render.words import cited
from ..run.baseline import FAULT, Baseline, Entry, KnownFailures, changed, form
from ..run.report import Report
from ..run.result import STABILITY, Result
from ..suite.verdict import BAD, Verdict

_SEVERAL = 2  # failed cases from which on one entry for their fault is shorter than their own


def updated(before: Baseline, report: Report, gone: Collection[str], *, whole: bool) -> Baseline:
    """The baseline after a run without one: an entry for each fault that explains several failures, and one for each
    other failure.

    If answers vary, no entry is removed or changed, and new ones record no answer: it says little about the next run.
    ``gone`` are the entries that match nothing. If a part was selected, entries for several cases stay as they are.
    """
    varies = answers_vary(before, report)
    remove, new = ({*gone}, []) if varies else _compared(before, report, gone)
    kept = _with(before, changed(before.known, remove, new))
    faults = _faults(kept, report) if whole else []
    counts, left = _uncovered(_with(kept, {**kept.known, **{entry.id: entry for entry in faults}}), report.results)
    if whole and not varies:
        remove |= {entry.id for entry in kept.faults if not counts[entry.id]}
        new += [replace(e, cases=counts[e.id]) for e in kept.faults if counts[e.id] and e.cases is not None]
    new += [replace(entry, cases=None if varies else counts[entry.id]) for entry in faults]
    new += [replace(entry, got="") if varies else entry for entry in _single(left, report)]
    return _with(before, changed(before.known, remove, new))


def answers_vary(before: Baseline, report: Report) -> bool:
    """Whether the target's answers vary."""
    return before.is_flaky(STABILITY) or any(
        result.id == STABILITY and result.verdict in BAD for result in report.results
    )


def _compared(before: Baseline, report: Report, gone: Collection[str]) -> tuple[set[str], list[Entry]]:
    """The ids of the entries that no longer hold, and the entries with another answer than recorded."""
    remove, new = {*gone}, list[Entry]()
    for result in report.results:
        entry = before.known.get(result.id)
        if entry and result.verdict in (Verdict.PASS, Verdict.SKIP) and not result.judgement.warning:
            remove.add(entry.id)
        elif entry and entry.got and result.verdict in BAD:
            new.append(replace(entry, got=form(result)))
        elif entry is None and result.verdict is Verdict.PASS and (covering := before.pattern(result)):
            remove.add(covering.id)
    return remove, new


def _with(baseline: Baseline, known: object) -> Baseline:
    return replace(baseline, known=known)


def _uncovered(baseline: Baseline, results: Iterable[Result]) -> tuple[dict[str, int], list[Result]]:
    """How many failed cases each fault explains, and the failures that no entry covers."""
    known = KnownFailures(baseline)
    left = [result for result in results if known.judged(result)[0].verdict in BAD]
    return {fault.entry.id: fault.explained for fault in known.faults}, left


def _faults(kept: Baseline, report: Report) -> list[Entry]:
    """An entry for each cause that explains several failed cases which no entry covers yet."""
    causes = [
        cause
        for cause in report.causes
        if not FAULTS[cause.fault].keeps_state and FAULT + cause.fault not in kept.known
    ]
    entries = {
        FAULT + cause.fault: Entry(FAULT + cause.fault, f"{cause.says} ({cited(cause.clause)})") for cause in causes
    }
    counts, _ = _uncovered(_with(kept, {**kept.known, **entries}), report.results)
    return [entry for name, entry in entries.items() if counts[name] >= _SEVERAL]


def _single(left: Iterable[Result], report: Report) -> list[Entry]:
    """An entry for each failure that is left, with its cause or with what is wrong as its reason."""
    reasons: dict[str, str] = {}
    for group in groups(report):
        words = group.heading.rstrip(".")
        reason = group.heading if group.cause else f"unexplained: {words[:1].lower()}{words[1:]}"
        reasons |= {result.id: reason for result in group.results}
    return [Entry(result.id, reasons[result.id], got=form(result)) for result in left]
