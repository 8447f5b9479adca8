"""The failures of a report explained: likely causes, then observations on the failures that have none."""

from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import suppress

from ..account.answers import Answer, likely_refusals
from ..account.causes import likely_causes
from ..account.fault_answers import Table, digest
from ..account.observations import Finding, acceptances, observations
from ..errors import TargetError
from ..faults import Fault, together
from ..suite import laws
from ..suite.evidence import Evidence
from ..suite.outcome import Call, Outcome
from ..suite.verdict import BAD, Verdict
from ..targets.pool import Local, Pool
from ..targets.session import Unfinished
from .new_process import NewProcesses
from .report import CaseResult, Cause, LawResult, LikelyRefusal, Observation, Report, Result

_BRIEF, _LONG = 1.5, 60.0  # seconds of processor time for the whole search


def refusals(report: Report) -> list[LikelyRefusal]:
    """The crashes that may be the target's way to refuse."""
    answers = (result.answer[1:] for result in report.results if isinstance(result, CaseResult))
    return [LikelyRefusal(*refusal) for refusal in likely_refusals(answers)]


def causes(results: Sequence[Result], evidence: Evidence, table: Table) -> list[Cause]:
    """The faults that explain a target's failures, with the cases and the broken laws of each."""
    cases = [result for result in results if isinstance(result, CaseResult) and not result.advisory]
    answers = [Answer(case.id, case.call, case.outcome, evidence.facts[case.call], _has_failed(case)) for case in cases]
    judged = [result for result in results if isinstance(result, LawResult)]
    broken = [law for law in judged if _has_failed(law)]
    stable = any(law.law is laws.stability and law not in broken for law in judged)
    calls, made = {case.id: case.call for case in cases}, list[Cause]()
    for likely in likely_causes(answers, table, _together, stable=stable):
        fault, explains = likely.fault, len(likely.explained)
        wrong = {calls[name] for name in likely.explained}
        follows = [law for law in broken if _follows(law, fault, wrong, evidence)]
        broken = [law for law in broken if law not in follows]
        about = fault.name, likely.says, fault.clause, explains, likely.failed, likely.operation, likely.left, fault.bug
        made.append(Cause(*about, (*likely.cases, *(law.id for law in follows)), likely.together))
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
    answers = zip(calls, _together([fault], calls), strict=True)
    seen = evidence.seen
    return all(call in seen and digest(call, answer) == digest(call, seen[call]) for call, answer in answers)


def observed(
    report: Report, evidence: Evidence, pool: Pool, lacks: Iterable[int], *, patient: bool
) -> list[Observation]:
    """The observations on the failures that have no likely cause."""
    covered = {*report.covered}
    answers = [
        Answer(case.id, case.call, case.outcome, evidence.facts[case.call], case.verdict in BAD)
        for case in report.results
        if isinstance(case, CaseResult) and case.id not in covered
    ]
    # What is answered in two ways, and right at first, has no failed case.
    again = dict(evidence.again)
    # Where answers depend on the calls before them, what is accepted depends on these too.
    findings = [] if again else list(acceptances(answers))
    search = NewProcesses(pool, _LONG if patient else _BRIEF, frozenset(lacks))
    if search.has_time and (again or any(answer.failed and answer.facts.value is not None for answer in answers)):
        # That another process does not start, or that the time is over, says nothing about answers.
        with suppress(TargetError, Unfinished):
            found = observations(answers, evidence.seen, again, ask=search.ask, fresh=search.fresh, over=search.over)
            findings.extend(found)  # one by one: what was found before the time is over is kept
    covering = [_covering(finding, report, covered) for finding in findings]
    return [observation for observation in covering if observation.cases]


def _covering(finding: Finding, report: Report, covered: set[str]) -> Observation:
    """A finding with the ids of the failures that it covers: a law too if each breach has one of its wrong answers."""
    ids = []
    for result in report.failures:
        if isinstance(result, CaseResult):
            covers = result.call in finding.calls
        elif result.law is laws.stability:
            covers = finding.state
        else:
            covers = all(not finding.calls.isdisjoint(breach.calls) for breach in result.breaches)
        if covers and result.id not in covered:
            ids.append(result.id)
    covered.update(ids)
    return Observation(finding.says, finding.evidence, tuple(ids))
