"""Observations on the failures that no likely cause explains, from new calls to the target."""

import time
from collections.abc import Iterable, Sequence
from contextlib import suppress

from ..errors import TargetError
from ..observation.observation import Answer, observations
from ..suite import laws
from ..suite.evidence import Evidence
from ..suite.outcome import Call, Operation, Outcome
from ..suite.verdict import BAD
from ..targets.pool import Pool
from ..targets.session import Session, Unfinished
from .report import Report
from .result import CaseResult, LawResult

_SECONDS = 60.0  # for the whole search


def observed(report: Report, evidence: Evidence, pool: Pool, lacks: Iterable[int]) -> list[str]:
    """The observations; none if answers depend on the calls before them.

    Args:
        report: with its results and causes.
        evidence: facts about the calls of all cases.
        pool: starts a further process of the target.
        lacks: code points that the target cannot be given.
    """
    answers = list(_answers(report, evidence))
    unstable = any(isinstance(one, LawResult) and one.law is laws.STABILITY and one.breaches for one in report.results)
    if unstable or not any(one.failed for one in answers):
        return []
    until = time.monotonic() + _SECONDS
    found: list[str] = []
    # That another process does not start, or that the time is over, says nothing about answers.
    with suppress(TargetError, Unfinished):
        session = pool.fresh(pool.limits)
        session.until = min(until, session.until)
        session.greet()
        for says in observations(answers, lambda calls: _asked(session, calls, frozenset(lacks)), until):
            found.append(says)  # so that what was found before the time was over is kept
    return found


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
