"""Observations on the failures that no likely cause explains, from new calls to the target."""

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress

from ..errors import TargetError
from ..observation.observation import Answer, Finding, observations
from ..suite import laws
from ..suite.evidence import Evidence
from ..suite.outcome import Call, Operation, Outcome
from ..suite.verdict import BAD
from ..targets.pool import Pool
from ..targets.processor import Processor
from ..targets.session import Session, Unfinished
from .report import Observation, Report
from .result import CaseResult, LawResult

_RESTARTS = 3
_BRIEF, _LONG = 2.0, 60.0  # seconds of processor time for the whole search
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
    """The observations; none if answers depend on the calls before them.

    Args:
        report: with its results and causes.
        evidence: facts about the calls of all cases.
        pool: starts a further process of the target.
        lacks: code points that the target cannot be given.
        patient: whether the search may take its time.
    """
    answers = list(_answers(report, evidence))
    unstable = any(isinstance(one, LawResult) and one.law is laws.STABILITY and one.breaches for one in report.results)
    if unstable or not any(one.failed for one in answers):
        return []
    delay, run = pool.times()
    watch = _Time(_LONG if patient else _BRIEF, run)
    if delay > watch.seconds:
        return []  # a process would take all the time to start
    found: list[Finding] = []
    # That another process does not start, or that the time is over, says nothing about answers.
    with suppress(TargetError, Unfinished):
        limits = pool.limits
        call, start = min(limits.call, watch.seconds / 2), min(limits.start, 2 * watch.seconds)
        session = pool.fresh(limits._replace(call=call, start=start, restarts=_RESTARTS))
        session.until = min(watch.until, session.until)
        session.greet()
        watch.target = Processor(session.pid())
        for one in observations(answers, lambda calls: _asked(session, calls, frozenset(lacks)), watch.over):
            found.append(one)  # so that what was found before the time was over is kept
    return [_covering(one, report) for one in found]


def _covering(found: Finding, report: Report) -> Observation:
    """A finding with the ids of the failures that it covers: a law too if each breach has one of its wrong answers."""
    cases = [one.id for one in report.failures if isinstance(one, CaseResult) and one.call in found.calls]
    laws_ = [one for one in report.failures if isinstance(one, LawResult) and one.law is not laws.STABILITY]
    follow = [one.id for one in laws_ if all(not found.calls.isdisjoint(breach.calls) for breach in one.breaches)]
    return Observation(found.says, found.evidence, (*cases, *follow))


def _answers(report: Report, evidence: Evidence) -> Iterable[Answer]:
    explained = {name for cause in report.causes for name in cause.cases}
    for one in report.results:
        if not isinstance(one, CaseResult) or one.id in explained:
            continue
        facts, failed = evidence.facts[one.call], one.verdict in BAD
        if facts.value is not None and (failed or facts.met_by(one.outcome)):
            text = one.call.input if one.call.operation is Operation.ENCODE else facts.value
            yield Answer(one.call, text, one.outcome, failed)


def _asked(session: Session, calls: Sequence[Call], lacks: frozenset[int]) -> list[Outcome | None]:
    outcomes: list[Outcome | None] = [None] * len(calls)
    asked = [at for at, call in enumerate(calls) if lacks.isdisjoint(call.input)]
    for number, outcome in session.ask([calls[at] for at in asked]):
        outcomes[asked[number]] = outcome
    return outcomes
