"""Observations on the failures that no likely cause explains, from new calls to the target."""

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress

from ..errors import TargetError
from ..observation.acceptance import Invalid, acceptances
from ..observation.finding import Answer, Finding
from ..observation.history import dependence
from ..observation.observation import merged, observations
from ..suite import laws
from ..suite.evidence import Evidence
from ..suite.oracle import Rejects
from ..suite.outcome import Call, Operation, Outcome
from ..suite.verdict import BAD
from ..targets.pool import Pool
from ..targets.processor import Processor
from ..targets.session import Session, Unfinished
from .report import Observation, Report
from .result import CaseResult, LawResult

_RESTARTS = 3
_STARTS = 24  # processes
_BRIEF, _LONG = 1.5, 60.0  # seconds of processor time for the whole search
_WAITS = 1.5, 10.0  # times as many seconds of the clock, for a target that waits; at most, on a machine that is busy


class _Time:
    """The time for a search: the processor time of this program and of the target, and that of the clock.

    Other programs make a run on a busy machine long, but must not change what is found. So the clock's limit is half
    of the time that the run has taken, if that is more.
    """

    def __init__(self, seconds: float, run: float) -> None:
        self.began, self.seconds = time.process_time(), seconds
        self.until = time.monotonic() + max(_WAITS[0] * seconds, min(run / 2, _WAITS[1]))
        self.target: Processor | None = None

    def over(self) -> bool:
        """Whether the time is over."""
        spent = time.process_time() - self.began + ((self.target.seconds() if self.target else None) or 0)
        return spent > self.seconds or time.monotonic() > self.until


def observed(
    report: Report, evidence: Evidence, pool: Pool, lacks: Iterable[int], *, patient: bool
) -> list[Observation]:
    """The observations on the failures that have no likely cause.

    Args:
        report: with its results and causes.
        evidence: facts about the calls of all cases.
        pool: starts a further process of the target.
        lacks: code points that the target cannot be given.
        patient: whether the search may take its time.
    """
    answers = list(_answers(report, evidence))
    # What is answered in two ways, and right at first, has no failed case.
    again = dict(evidence.again)
    delay, run = pool.times()
    watch = _Time(_LONG if patient else _BRIEF, run)
    # Where answers depend on the calls before them, what is accepted depends on these too.
    found = [] if again else list(acceptances(list(_invalid(report, evidence))))
    # A process that takes all the time to start is not started.
    if delay > watch.seconds or not (again or any(one.failed for one in answers)):
        return _covering_all(found, report)
    # That another process does not start, or that the time is over, says nothing about answers.
    with suppress(TargetError, Unfinished):
        asker = _Asker(pool, watch, frozenset(lacks))
        for one in observations(answers, evidence.seen, asker.ask, asker.fresh, asker.over):
            found.append(one)  # so that what was found before the time was over is kept
        if again and not any(one.state for one in found):
            found += filter(None, [dependence(again, evidence.seen, asker.fresh, asker.over)])
    return _covering_all(found, report)


class _Asker:
    """Further processes of a target: one for most calls, and others to begin anew.

    Args:
        pool: starts them.
        watch: the time that they have.
        lacks: code points that the target cannot be given.
    """

    def __init__(self, pool: Pool, watch: _Time, lacks: frozenset[int]) -> None:
        self._pool, self._watch, self._lacks = pool, watch, lacks
        self._left = _STARTS
        self._session = self._start()
        watch.target = Processor(self._session.pid())

    def over(self) -> bool:
        """Whether the time is over, or too many processes were started."""
        return self._left < 0 or self._watch.over()

    def _start(self) -> Session:
        self._left -= 1
        limits = self._pool.limits
        call, start = min(limits.call, self._watch.seconds / 2), min(limits.start, 2 * self._watch.seconds)
        session = self._pool.fresh(limits._replace(call=call, start=start, restarts=_RESTARTS))
        session.until = min(self._watch.until, session.until)
        session.greet()
        return session

    def ask(self, calls: Sequence[Call]) -> list[Outcome | None]:
        """The outcomes of calls, None where one cannot be asked."""
        return _asked(self._session, calls, self._lacks)

    def fresh(self, calls: Sequence[Call]) -> list[Outcome | None]:
        """The outcomes of calls in a process of their own."""
        session = self._start()
        try:
            return _asked(session, calls, self._lacks)
        finally:
            session.close()


def _covering_all(found: Iterable[Finding], report: Report) -> list[Observation]:
    covered = {*report.covered}
    observed = [_covering(one, report, covered) for one in merged(found)]
    return [one for one in observed if one.cases]


def _covering(found: Finding, report: Report, covered: set[str]) -> Observation:
    """A finding with the ids of the failures that it covers: a law too if each breach has one of its wrong answers.

    Args:
        found: the finding.
        report: the run.
        covered: the ids that have a cause or another observation; those of this one are added.
    """
    cases = [one for one in report.failures if isinstance(one, CaseResult) and one.call in found.calls]
    broken = [one for one in report.failures if isinstance(one, LawResult) and _follows(one, found)]
    ids = [name for name in (*(one.id for one in cases), *(one.id for one in broken)) if name not in covered]
    covered.update(ids)
    return Observation(found.says, found.evidence, tuple(ids))


def _follows(law: LawResult, found: Finding) -> bool:
    if law.law is laws.STABILITY:
        return found.state
    return all(not found.calls.isdisjoint(breach.calls) for breach in law.breaches)


def _answers(report: Report, evidence: Evidence) -> Iterable[Answer]:
    explained = {*report.covered}
    for one in report.results:
        if not isinstance(one, CaseResult) or one.id in explained:
            continue
        facts, failed = evidence.facts[one.call], one.verdict in BAD
        if facts.value is not None and (failed or facts.met_by(one.outcome)):
            text = one.call.input if one.call.operation is Operation.ENCODE else facts.value
            yield Answer(one.call, text, one.outcome, failed)


def _invalid(report: Report, evidence: Evidence) -> Iterable[Invalid]:
    explained = {*report.covered}
    for one in report.results:
        if isinstance(one, CaseResult) and one.id not in explained and isinstance(one.expectation, Rejects):
            yield Invalid(one.call, evidence.facts[one.call].reason, one.outcome)


def _asked(session: Session, calls: Sequence[Call], lacks: frozenset[int]) -> list[Outcome | None]:
    outcomes: list[Outcome | None] = [None] * len(calls)
    asked = [at for at, call in enumerate(calls) if lacks.isdisjoint(call.input)]
    for number, outcome in session.ask([calls[at] for at in asked]):
        outcomes[asked[number]] = outcome
    return outcomes
