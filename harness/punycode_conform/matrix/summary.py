"""A report as a result to publish: counts in place of cases, and of each group of failures its smallest input.

Inputs that let labels be spoofed, or corrupt memory, are withheld: of these a result has the class and the counts alone,
until the maintainers know. ``reports/README.md`` explains the list.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable
from typing import Any

from ..account.difference import BUGS, wrong
from ..render.groups import Group, groups
from ..render.page import tallies
from ..run import report_file
from ..run.plan import LAW
from ..run.report import STABILITY, CaseResult, LawResult, Report
from ..suite import catalogue
from ..suite.outcome import Crashed, Returned, TimedOut
from .result import Failures, Result

# Several encoded strings for one text: one of them passes for another.
SPOOFING = frozenset(
    (
        *("a-label-of-ascii-only", "a-label-of-mapped-text", "annotation-applied", "beyond-unicode-mangled"),
        *("code-point-cut-to-a-width", "digits-by-floating-point", "invisible-characters-dropped", "no-error-path"),
        *("non-ascii-digit-accepted", "non-ascii-literal-accepted", "non-digit-accepted", "nul-ends-the-string"),
        *("overflow-wraps", "partial-result-returned", "signed-digit-comparison", "surrogates-dropped-or-replaced"),
        *("surrogates-merged", "text-case-folded", "text-normalised", "truncated-delta-accepted"),
        *("underscore-as-digit", "white-space-stripped"),
    )
)
# Memory that is not the codec's is read or written.
MEMORY = frozenset(("fixed-buffer", "process-aborted", "state-kept-between-calls"))

_IDS = 10
_LONGEST = 1000  # code points of an example; of a longer one only the id is published
_KILLED = re.compile(r"killed by|it ended with exit status 0x")
# Of a path only its last part: the folders are those of one machine.
_FOLDERS = re.compile(r"(?<![\w.])(?:[A-Za-z]:)?(?:[/\\][^\s/\\:'\"()]+)+[/\\]")


def summarize(report: Report, about: str = "", adapter: str = "", date: str = "") -> Result:
    """The result to publish."""
    header = report.header
    cases = [result for result in report.results if isinstance(result, CaseResult)]
    return Result(
        format=1,
        target=header.target.label,
        name=header.target.name,
        version=header.target.version,
        language=header.target.language,
        about=about,
        layer=header.layer,
        suite=header.suite,
        adapter=adapter,
        date=date,
        seconds=0,
        verdict=report.verdict,
        tally={verdict: count for verdict, count in report.tally.items() if count},
        laws={law.law.name: law.verdict.value for law in report.results if isinstance(law, LawResult)},
        declared=dict(header.choices),
        observed=dict(report.observed),
        lacks=header.lacks,
        classes=_tallies((class_of(case), case) for case in cases),
        clauses=_tallies((case.clause, case) for case in cases),
        failures=tuple(map(_failures, groups(report))),
    )


def class_of(case: CaseResult) -> str:
    """The class of a case's vector: its bug class, or else its clause."""
    return case.bug or f"section {case.clause}"


def _tallies(keyed: Iterable[tuple[str, CaseResult]]) -> dict[str, dict[str, int]]:
    return {key: dict(sorted(tally.items())) for key, tally in sorted(tallies(keyed).items())}


def _failures(group: Group) -> Failures:
    cause, cases, bug = group.cause, group.cases, bug_of(group)
    withheld = is_withheld(group, bug)
    shown = [] if withheld else cases
    return Failures(
        says=_portable(_title(group, bug) if withheld else group.heading),
        fault=cause.fault if cause and not withheld else "",
        bug=bug,
        clause=cause.clause if cause else "",
        verdicts=dict(sorted(Counter(case.verdict.value for case in cases).items())),
        classes=dict(sorted(Counter(map(class_of, cases)).items())),
        clauses=dict(sorted(Counter(result.clause for result in group.results).items())),
        laws=tuple(law.id.removeprefix(LAW) for law in group.laws),
        withheld=withheld,
        cases=tuple(case.id for case in shown[:_IDS]),
        example=_example(shown[0]) if shown and not _is_long(shown[0]) else None,
    )


def bug_of(group: Group) -> str:
    """The bug class that the answers of a group show: that of its cause, or of what all its cases get wrong; else empty.

    The classes of its vectors are those of faults that the vectors look for, which the codec may lack.
    """
    if group.cause:
        return group.cause.bug
    classes = {BUGS.get(wrong(*case.answer), "") for case in group.cases}
    return classes.pop() if len(classes) == 1 else ""


def is_withheld(group: Group, bug: str) -> bool:
    """Whether the inputs of a group are withheld for its bug class, or for that of a vector if it has none.

    A refusal or an exception spoofs nothing: only answers and dead processes count.
    """
    dead = (isinstance(case.outcome, Crashed) and _KILLED.match(case.outcome.message) for case in group.cases)
    if any(law.id == STABILITY for law in group.laws) or any(dead):
        return True
    classes = {bug or case.bug for case in group.cases if isinstance(case.outcome, Returned)}
    return bool(classes & (SPOOFING | MEMORY))


def _title(group: Group, bug: str) -> str:
    """A title for a group without the words of its heading, which may describe the inputs."""
    if bug:
        return f"{catalogue.bugs()[bug].title}."
    if not group.cases:
        return group.heading
    ((words, _),) = Counter(wrong(*case.answer) for case in group.cases).most_common(1)
    return f"{words[:1].upper()}{words[1:]}."


def _is_long(case: CaseResult) -> bool:
    values = (case.call.input, *(getattr(side, "value", ()) for side in (case.expectation, case.outcome)))
    return any(len(value) > _LONGEST for value in values)


def _example(case: CaseResult) -> dict[str, Any]:
    """A case as in a report, without what is of one machine: folders, and what the process wrote to its stderr."""
    outcome = case.outcome
    match outcome:
        case Crashed(message):
            outcome = Crashed(_portable(message))
        case TimedOut(limit):
            outcome = TimedOut(limit, asked=outcome.asked)
    judgement = case.judgement._replace(why=_portable(case.judgement.why))
    line = json.loads(json.dumps(report_file.as_json(case._replace(outcome=outcome, judgement=judgement))))
    return {key: value for key, value in line.items() if key != "type"}


def _portable(text: str) -> str:
    return _FOLDERS.sub("", text)
