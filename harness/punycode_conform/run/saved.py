"""Saved reports and the vectors that they say they were judged by: what a report claims of these is looked up.

A report could call a wrong answer a warning, expect another answer than RFC 3492 asks for, or leave out what failed.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from ..errors import ConformError
from ..notation import plain
from ..suite import corpus
from ..suite.choices import Choices
from ..suite.corpus import Corpus
from ..suite.vector import Case, cases
from ..suite.verdict import Judgement, judge
from ..targets.protocol import credible
from .report import Report
from .report_file import load
from .result import CaseResult

_OWN = "--vectors "


def saved(path: Path) -> Report:
    """The report in a file, compared with its vectors.

    Raises:
        ConformError: it cannot be read, is no whole and honest report, or contradicts its vectors.
    """
    report = load(path)
    judged_by = _judged_by(report)
    wrong = _unknown(report) if judged_by is None else _contradiction(report, judged_by)
    if found := next(chain(_incredible(report), wrong), ""):
        raise ConformError(f"{plain(str(path))}: {found}", "conform report takes what conform run --report writes")
    return report


def _incredible(report: Report) -> Iterator[str]:
    """The cases that were skipped for no reason of the header, and that every target can take."""
    lacks = frozenset(report.header.lacks)
    for result in report.skips:
        if not isinstance(result, CaseResult) or result.call.operation in report.header.missing:
            continue
        if lacks.isdisjoint(result.call.input) and credible(result.call, result.outcome) != result.outcome:
            yield f"{result.id}: it was skipped, and strings of every type can hold it"


def _judged_by(report: Report) -> Corpus | None:
    """The suite, or the user's own vectors, if they are still those of the report."""
    own = [Path(option.removeprefix(_OWN)) for option in report.header.part if option.startswith(_OWN)]
    if not own:
        suite = corpus.suite()
        return suite if suite.digest == report.header.suite_digest else None
    try:
        vectors = corpus.bring(own)
    except ConformError:
        return None
    return vectors if vectors.digest == report.header.suite_digest else None


def _unknown(report: Report) -> Iterator[str]:
    """The claims of a report that cannot be checked without its vectors."""
    for result in report.warnings:
        if isinstance(result, CaseResult) and not _unforced(result, report).warning:
            yield f"{result.id}: a wrong answer is only a warning, and the vectors that could say so are not at hand"


def _contradiction(report: Report, judged_by: Corpus) -> Iterator[str]:
    known = {case.id: case for case in cases([v for v in judged_by.vectors if v.layer == report.header.layer])}
    choices = Choices().declare_all(report.header.choices)
    release = "" if any(option.startswith(_OWN) for option in report.header.part) else judged_by.release
    results = [result for result in report.results if isinstance(result, CaseResult)]
    for result in results:
        case = known.get(result.id)
        if case is None:
            yield f"{result.id}: the suite has no such case"
        elif (result.call, result.expectation) != (case.call, case.expectation(choices)):
            yield f"{result.id}: the suite expects something else"
        elif not _may_warn(result, case, release) and not _unforced(result, report).warning:
            yield f"{result.id}: a wrong answer is only a warning, and the suite does not say so"
    missing = len(known) - len(results)
    if missing and not (report.stopped or any(not option.startswith(_OWN) for option in report.header.part)):
        yield f"{missing:,} of {len(known):,} cases are missing"


def _may_warn(result: CaseResult, case: Case, release: str) -> bool:
    """Whether a wrong answer may be a warning, or there is none."""
    if not result.judgement.warning and not result.advisory:
        return True
    new = bool(release) and case.vector.since == release
    return (case.vector.level == "should" or new) and result.advisory == new


def _unforced(result: CaseResult, report: Report) -> Judgement:
    """The judgement on a case as if its vector were like all others."""
    digit_case = report.header.choices.get("digit-case")
    return judge(result.expectation, result.outcome, result.call.operation, digit_case=digit_case)
