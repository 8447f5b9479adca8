"""The failures of a report explained: likely causes, then observations on the failures that have none."""

from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import suppress

from ..account.answers import likely_refusals
from ..account.causes import Answer, likely_causes
from ..account.fault_answers import Table, digest
from ..account.observations import Asked, Finding, acceptances, merged, observations
from ..errors import TargetError
from ..faults import Fault, together
from ..suite import laws
from ..suite.evidence import Evidence
from ..suite.outcome import Call, Outcome
from ..suite.verdict import BAD, Verdict
from ..targets.local import Local
from ..targets.pool import Pool
from ..targets.session import Unfinished
from .new_process import NewProcesses, SearchTime
from .report import Cause, LikelyRefusal, Observation, Report
from .result import CaseResult, LawResult, Result

_BRIEF, _LONG = 1.5, 60.0  # seconds of processor time for the whole search


def refusals(report: Report) -> list[LikelyRefusal]:
    """The crashes that may be the target's way to refuse."""
    cases = (one for one in report.results if isinstance(one, CaseResult))
    return [LikelyRefusal(*one) for one in likely_refusals((one.expectation, one.outcome) for one in cases)]


def causes(results: Iterable[Result], evidence: Evidence, table: Table) -> list[Cause]:
    """The faults that explain a target's failures, with the cases and the broken laws of each."""
    every = list(results)
    cases = [one for one in every if isinstance(one, CaseResult) and not one.advisory]
    answers = [Answer(one.id, one.call, one.outcome, evidence.facts[one.call], _has_failed(one)) for one in cases]
    stable = any(isinstance(one, LawResult) and one.law is laws.stability and not _has_failed(one) for one in every)
    broken = [one for one in every if isinstance(one, LawResult) and _has_failed(one)]
    calls, made = {one.id: one.call for one in cases}, list[Cause]()
    for one in likely_causes(answers, table, _together, stable=stable):
        fault = one.fault
        wrong = {calls[name] for name in one.explained}
        follows = [law for law in broken if _follows(law, fault, wrong, evidence)]
        broken = [law for law in broken if law not in follows]
        about = fault.name, one.says, fault.clause, len(one.explained), one.failed, one.operation, one.left, fault.bug
        made.append(Cause(*about, (*one.cases, *(law.id for law in follows)), one.together))
    return made


def _together(faults: Sequence[Fault], calls: Sequence[Call]) -> Iterator[Outcome]:
    """The answers of one codec with all of some faults."""
    codec = together(faults)
    return (outcome for _, outcome in Local(codec.encode, codec.decode, "punycode_conform").ask(calls))


def _has_failed(result: Result) -> bool:
    return result.verdict in BAD or result.verdict is Verdict.XFAIL


def _follows(law: LawResult, fault: Fault, wrong: Set[Call], evidence: Evidence) -> bool:
    """Whether a fault breaks a law as the target does: each breach that the report shows is one of its own."""
    if law.law is laws.stability and not fault.keeps_state:
        return False
    return all(not wrong.isdisjoint(breach.calls) or _gives(fault, breach.calls, evidence) for breach in law.breaches)


def _gives(fault: Fault, calls: Sequence[Call], evidence: Evidence) -> bool:
    """Whether a fault gives the target's answers to some calls."""
    codec = fault.make()
    given = Local(codec.encode, codec.decode, "punycode_conform").ask(calls)
    return all(
        (outcome := evidence.seen.get(calls[at])) is not None
        and digest(calls[at], answer) == digest(calls[at], outcome)
        for at, answer in given
    )


def observed(
    report: Report, evidence: Evidence, pool: Pool, lacks: Iterable[int], *, patient: bool
) -> list[Observation]:
    """The observations on the failures that have no likely cause."""
    answers = list(_asked(report, evidence))
    # What is answered in two ways, and right at first, has no failed case.
    again = dict(evidence.again)
    # Where answers depend on the calls before them, what is accepted depends on these too.
    findings = [] if again else list(acceptances(answers))
    watch = SearchTime(_LONG if patient else _BRIEF, pool)
    # A process that takes all the time to start is not started.
    if watch.is_enough and (again or any(one.failed and one.facts.value is not None for one in answers)):
        # That another process does not start, or that the time is over, says nothing about answers.
        with suppress(TargetError, Unfinished):
            asker = NewProcesses(pool, watch, frozenset(lacks))
            for one in observations(answers, evidence.seen, again, ask=asker.ask, fresh=asker.fresh, over=asker.over):
                findings.append(one)  # what was found before the time is over is kept
    covered = {*report.covered}
    covering = [_covering(one, report, covered) for one in merged(findings)]
    return [one for one in covering if one.cases]


def _asked(report: Report, evidence: Evidence) -> Iterator[Asked]:
    explained = {*report.covered}
    for one in report.results:
        if isinstance(one, CaseResult) and one.id not in explained:
            yield Asked(one.call, evidence.facts[one.call], one.outcome, one.verdict in BAD)


def _covering(finding: Finding, report: Report, covered: set[str]) -> Observation:
    """A finding with the ids of the failures that it covers: a law too if each breach has one of its wrong answers."""
    ids = [one.id for one in report.failures if isinstance(one, CaseResult) and one.call in finding.calls]
    for one in report.failures:
        if isinstance(one, LawResult):
            by_calls = all(not finding.calls.isdisjoint(breach.calls) for breach in one.breaches)
            ids += [one.id] * (finding.state if one.law is laws.stability else by_calls)
    ids = [name for name in ids if name not in covered]
    covered.update(ids)
    return Observation(finding.says, finding.evidence, tuple(ids))
