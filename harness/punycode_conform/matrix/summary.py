"""A report as a result to publish: counts in place of cases, and of each group of failures its smallest input."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..render.checked import tallies
from ..render.groups import Group, groups
from ..render.wrong import wrong
from ..run.plan import LAW
from ..run.report import Report
from ..run.result import CaseResult, LawResult
from ..suite.bug import Bug
from ..suite.outcome import Crashed, TimedOut
from .result import Failures, Result
from .withheld import bug_of, is_withheld

_IDS = 10
_LONGEST = 1000  # code points of an example; of a longer one only the id is published
# Of a path only its last part: the folders are those of one machine.
_FOLDERS = re.compile(r"(?<![\w.])(?:[A-Za-z]:)?(?:[/\\][^\s/\\:'\"()]+)+[/\\]")


@dataclass(frozen=True, slots=True)
class Circumstances:
    """How a run was made, as far as its report does not say so.

    Attributes:
        about: the sentence in the adapter's head.
        adapter_digest: of the adapter's files.
        date: ``YYYY-MM-DD``.
        seconds: how long it took.
    """

    about: str = ""
    adapter_digest: str = ""
    date: str = ""
    seconds: float = 0.0


def summarize(report: Report, how: Circumstances, bugs: Mapping[str, Bug]) -> Result:
    """The result to publish.

    Args:
        report: of a run of the whole suite.
        how: the circumstances of the run.
        bugs: the bug classes, by id.
    """
    header = report.header
    cases = [result for result in report.results if isinstance(result, CaseResult)]
    return Result(
        target=header.label,
        name=header.target,
        version=header.version,
        language=header.language,
        about=how.about,
        layer=header.layer,
        suite_version=header.suite_version,
        suite_digest=header.suite_digest,
        adapter_digest=how.adapter_digest,
        date=how.date,
        seconds=round(how.seconds, 1),
        verdict=report.verdict,
        tally={verdict: count for verdict, count in report.tally.items() if count},
        laws={law.law.name: law.verdict.value for law in report.results if isinstance(law, LawResult)},
        declared=dict(header.choices),
        observed=dict(report.observed),
        lacks=header.lacks,
        classes=_tallies((class_of(case), case) for case in cases),
        clauses=_tallies((case.clause, case) for case in cases),
        failures=tuple(_failures(group, bugs) for group in groups(report)),
    )


def class_of(case: CaseResult) -> str:
    """The class of a case's vector: its bug class, or else its clause."""
    return case.bug or f"section {case.clause}"


def _tallies(keyed: Iterable[tuple[str, CaseResult]]) -> dict[str, dict[str, int]]:
    return {key: _sorted(tally) for key, tally in sorted(tallies(keyed).items())}


def _sorted(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items()))


def _failures(group: Group, bugs: Mapping[str, Bug]) -> Failures:
    cause, cases = group.cause, group.cases
    bug = bug_of(group)
    withheld = is_withheld(group, bug)
    return Failures(
        says=_portable(_title(group, bugs.get(bug)) if withheld else group.heading),
        fault=cause.fault if cause and not withheld else "",
        bug=bug,
        clause=cause.clause if cause else "",
        verdicts=_sorted(Counter(case.verdict.value for case in cases)),
        classes=_sorted(Counter(map(class_of, cases))),
        clauses=_sorted(group.clauses),
        laws=tuple(law.id.removeprefix(LAW) for law in group.laws),
        withheld=withheld,
        cases=() if withheld else tuple(case.id for case in cases[:_IDS]),
        example=None if withheld or not cases or _is_long(cases[0]) else _example(cases[0]),
    )


def _title(group: Group, bug: Bug | None) -> str:
    """A title for a group without the words of its heading, which may describe the inputs."""
    if bug:
        return f"{bug.title}."
    if not group.cases:
        return group.heading
    ((words, _),) = Counter(map(wrong, group.cases)).most_common(1)
    return f"{words[:1].upper()}{words[1:]}."


def _is_long(case: CaseResult) -> bool:
    values = (case.call.input, *(getattr(side, "value", ()) for side in (case.expectation, case.outcome)))
    return any(len(value) > _LONGEST for value in values)


def _example(case: CaseResult) -> CaseResult:
    """A case without what is of one machine: folders, and what the process wrote to its standard error."""
    outcome = case.outcome
    match outcome:
        case Crashed(message):
            outcome = Crashed(_portable(message))
        case TimedOut(limit):
            outcome = TimedOut(limit, asked=outcome.asked)
    why = _portable(case.judgement.why)
    return case._replace(outcome=outcome, judgement=case.judgement._replace(why=why))


def _portable(text: str) -> str:
    return _FOLDERS.sub("", text)
