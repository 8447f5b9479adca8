"""Answers of further processes: some calls as the first of a process, and some in several threads at once.

A codec's answer must not depend on how its process began, so these answers are compared with those of the run. RFC 3492 does
not demand that a codec can be called in several threads, so that is tested only if the user asks for it.
"""

from collections.abc import Iterator, Mapping, Sequence

from ..errors import TargetError
from ..suite import follow_up, laws
from ..suite.evidence import Evidence
from ..suite.laws import Breach
from ..suite.outcome import Call, Crashed, Outcome, alike
from ..targets.pool import Pool
from ..targets.session import Session, TooManyRestarts, Unfinished

_SHARE = 6  # a run lasts this many times as long as a start, or further processes would cost too much
_RESTARTS = 3  # a codec that crashes or hangs here does so soon
_PATIENCE = 2  # times the limit of a call: threads share a processor


class Fresh:
    """Further processes of a target.

    Args:
        pool: makes them.
        threads: in how many threads at once to ask some calls; 1 for not at all.
    """

    def __init__(self, pool: Pool, threads: int = 1) -> None:
        self._pool = pool
        self._threads = threads
        self._begun: list[Session] = []

    def start(self) -> None:
        """Start processes for first calls, without waiting, if that is cheap in a run that has lasted as long as this."""
        delay, age = self._pool.times()
        if _SHARE * delay <= age and not self._begun:
            self.begin()

    def begin(self) -> None:
        """Start processes for first calls, without waiting."""
        limits = self._pool.limits._replace(restarts=_RESTARTS)
        self._begun = [self._pool.fresh(limits) for _ in range(follow_up.OPENINGS)]

    def breaches(self, evidence: Evidence) -> Iterator[Breach]:
        """The calls that are answered differently than in the run."""
        for session, calls in zip(self._begun, follow_up.openings(evidence) if self._begun else (), strict=True):
            found, _ = _unlike(session, calls, evidence)
            yield from _shown(found, evidence, "among the first calls of a process")
        if self._threads > 1:
            found, late = self._in_threads(evidence)
            # A late answer may be the machine's, but if one comes each time the codec waits for itself.
            found |= late if late and self._in_threads(evidence)[1] else {}
            yield from _shown(found, evidence, f"while {self._threads} threads call the codec")

    def _in_threads(self, evidence: Evidence) -> tuple[dict[Call, Outcome], dict[Call, Outcome]]:
        limits = self._pool.limits._replace(call=self._pool.limits.call * _PATIENCE, restarts=_RESTARTS)
        calls = follow_up.repeats(evidence, evidence.seen)
        # There and back: each call has two neighbours, and the next in the list is probably asked at the same time.
        return _unlike(self._pool.fresh(limits, self._threads), [*calls, *reversed(calls)], evidence)


def _shown(found: Mapping[Call, Outcome], evidence: Evidence, when: str) -> Iterator[Breach]:
    for call, outcome in found.items():
        yield laws.unlike(call, evidence.seen[call], outcome, when)


def _unlike(
    session: Session, calls: Sequence[Call], evidence: Evidence
) -> tuple[dict[Call, Outcome], dict[Call, Outcome]]:
    """The calls that a session answers differently than the run, each once, and those answered late."""
    found: dict[Call, Outcome] = {}
    try:
        session.greet()
        for index, outcome in session.ask(calls):
            if not alike(evidence.seen[calls[index]], outcome, calls[index].operation):
                found.setdefault(calls[index], outcome)
        session.finish()
    except (TargetError, Unfinished, TooManyRestarts):
        pass  # that another process does not start, or not now, says nothing about answers
    crashed = {one.call: one.outcome for one in session.hiccups if isinstance(one.outcome, Crashed)}
    late: dict[Call, Outcome] = {
        one.call: one.outcome for one in session.hiccups if not isinstance(one.outcome, Crashed)
    }
    return crashed | found, late
