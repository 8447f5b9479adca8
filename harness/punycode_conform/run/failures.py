"""The failures of a report explained: likely causes, then observations on the failures that have none."""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress

from ..account.answers import Answer, acceptances, died, likely_refusals
from ..account.causes import likely_causes
from ..account.fault_answers import Table, digest
from ..account.observations import observations
from ..errors import TargetError
from ..faults import Fault, together
from ..suite import laws
from ..suite.evidence import Evidence
from ..suite.laws import Breach
from ..suite.outcome import Call, Outcome
from ..suite.verdict import BAD, Verdict
from ..targets.pool import Local, Pool
from ..targets.session import Unfinished
from .new_process import NewProcesses
from .report import CaseResult, Cause, LawResult, LikelyRefusal, Observation, Report, Result

# Seconds of processor time for the whole search: as a rule, where processes end or answers vary, and of a patient user.
_BRIEF, _HARD, _LONG = 2.0, 5.0, 60.0
_FEW = 4  # cases that a command repeats


def refusals(report: Report) -> list[LikelyRefusal]:
    """The crashes that may be the target's way to refuse."""
    answers = (result.answer[1:] for result in report.results if isinstance(result, CaseResult))
    return [LikelyRefusal(*refusal) for refusal in likely_refusals(answers)]


def causes(report: Report, evidence: Evidence, table: Table) -> list[Cause]:
    """The faults that explain failures which are not covered, and are right elsewhere: the cases and laws of each."""
    covered = {*report.covered}
    cases = [result for result in report.results if isinstance(result, CaseResult)]
    failed = {case.id for case in cases if _has_failed(case)} - covered
    answers = [Answer(case.id, case.call, case.outcome, evidence.facts[case.call], case.id in failed) for case in cases]
    judged = [result for result in report.results if isinstance(result, LawResult)]
    broken = [law for law in judged if _has_failed(law) and law.id not in covered]
    stable = any(law.law is laws.stability and law not in broken for law in judged)
    calls, made = {case.id: case.call for case in cases}, list[Cause]()
    chosen = likely_causes(answers, table, _together, stable=stable)
    wrong = [{calls[name] for name in likely.explained} for likely in chosen]
    due_to = owners(
        broken,
        lambda at, law, breach: _follows(law, breach, chosen[at].fault, wrong[at], evidence),
        sorted(range(len(chosen)), key=lambda at: chosen[at].fault.keeps_state),  # which can break any law, so last
    )
    for at, likely in enumerate(chosen):
        fault, follows = likely.fault, (law for law, part in due_to.items() if part == at)
        about = fault.name, likely.says, likely.clause, len(likely.explained), likely.failed, likely.operation
        made.append(Cause(*about, likely.left, fault.bug, (*likely.cases, *follows), likely.together, likely.line))
    return made


def owners(
    broken: Iterable[LawResult], follows: Callable[[int, LawResult, Breach], bool], parts: Sequence[int]
) -> dict[str, int]:
    """The part of the failures that each law's first breach follows from, if all parts together give all that are shown."""
    due_to = {}
    for law in broken:
        given = {at: {breach for breach in law.breaches if follows(at, law, breach)} for at in parts}
        if given and set().union(*given.values()) == {*law.breaches}:
            due_to[law.id] = next(at for at in parts if law.breaches[0] in given[at])
    return due_to


def _together(faults: Sequence[Fault], calls: Sequence[Call]) -> Iterator[Outcome]:
    """The answers of one codec with all of some faults."""
    codec = together(faults)
    return (outcome for _, outcome in Local(codec.encode, codec.decode, "punycode_conform").ask(calls))


def _has_failed(result: Result) -> bool:
    return result.verdict in BAD or result.verdict is Verdict.XFAIL


def _follows(law: LawResult, breach: Breach, fault: Fault, wrong: Set[Call], evidence: Evidence) -> bool:
    """Whether a fault breaks a law as the target does."""
    if fault.keeps_state or law.law is laws.stability:
        return fault.keeps_state  # it gives other answers to the calls of a breach alone
    if not wrong.isdisjoint(breach.calls):
        return True
    seen, answers = evidence.seen, zip(breach.calls, _together([fault], breach.calls), strict=True)
    return all(digest(call, answer) == digest(call, seen[call]) for call, answer in answers)


def observed(report: Report, evidence: Evidence, pool: Pool, *, patient: bool) -> list[Observation]:
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
    dies = any(answer.failed and died(answer.outcome) for answer in answers)
    search = NewProcesses(pool, _LONG if patient else _HARD if dies or report.unstable else _BRIEF, dies=dies)
    if search.has_time and (again or any(answer.failed and answer.facts.value is not None for answer in answers)):
        # That another process does not start, or that the time is over, says nothing about answers.
        with suppress(TargetError, Unfinished):
            ask, fresh, over, unstable = search.ask, search.fresh, search.over, report.unstable
            found = observations(answers, evidence.seen, again, ask=ask, fresh=fresh, over=over, unstable=unstable)
            findings.extend(found)  # one by one: what was found before the time is over is kept
    report.unstable |= any(finding.repeat for finding in findings)
    left = [result for result in report.failures if result.id not in covered]
    due_to = owners(
        [law for law in left if isinstance(law, LawResult)],
        lambda at, law, breach: (
            bool(findings[at].repeat)
            or (law.law is not laws.stability and not findings[at].calls.isdisjoint(breach.calls))
        ),
        sorted(range(len(findings)), key=lambda at: bool(findings[at].repeat)),
    )
    for at, finding in reversed([*enumerate(findings)]):
        due_to |= {case.id: at for case in left if isinstance(case, CaseResult) and case.call in finding.calls}
    ids = [tuple(result.id for result in left if due_to.get(result.id) == at) for at in range(len(findings))]
    made = list[Observation]()
    for finding, covers in zip(findings, ids, strict=True):
        row = [case for case in report.results if isinstance(case, CaseResult) and case.call in finding.repeat]
        # A command names cases, which are then asked in the order of the run.
        can_repeat = len(row) <= _FEW and tuple(case.call for case in row) == finding.repeat
        repeat = tuple(case.id for case in row) if can_repeat else ()
        made += [Observation(finding.says, finding.evidence, covers, repeat)] if covers else []
    return made
