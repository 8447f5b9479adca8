"""Further processes of a target: for first calls, for several threads, and for new calls that explain failures."""

import time
from collections.abc import Iterator, Mapping, Sequence

from ..errors import TargetError
from ..suite import follow_up, laws
from ..suite.evidence import Evidence
from ..suite.laws import Breach
from ..suite.outcome import Call, Crashed, Outcome, alike
from ..targets.pool import Pool
from ..targets.process import Processor
from ..targets.session import Session, TooManyRestarts, Unfinished

_SHARE = 6  # a run lasts this many times as long as a start, or further processes would cost too much
_RESTARTS = 3  # a codec that crashes or hangs here does so soon
_PATIENCE = 2  # times the limit of a call: threads share a processor
_STARTS = 24  # processes of a search
_WAITS = 1.5, 10.0  # times as many seconds of the clock, for a target that waits; at most, on a machine that is busy


class FirstCalls:
    """Processes that are asked some calls as their first ones, and one that several threads ask if the user wants that.

    A codec's answers must not depend on either, so they are compared with those of the run.
    """

    def __init__(self, pool: Pool, threads: int = 1) -> None:
        self._pool = pool
        self._threads = threads
        self._begun: list[Session] = []

    def start(self) -> None:
        """Start processes, without waiting, if that is cheap in a run that has lasted as long as this."""
        delay, age = self._pool.times()
        if _SHARE * delay <= age and not self._begun:
            self.begin()

    def begin(self) -> None:
        """Start processes, without waiting."""
        limits = self._pool.limits._replace(restarts=_RESTARTS)
        self._begun = [self._pool.fresh(limits) for _ in range(follow_up.OPENINGS)]

    def breaches(self, evidence: Evidence) -> Iterator[Breach]:
        """The calls that are answered differently than in the run."""
        for session, calls in zip(self._begun, follow_up.openings(evidence) if self._begun else (), strict=True):
            unlike, _ = _unlike(session, calls, evidence)
            yield from _shown(unlike, evidence, "among the first calls of a process")
        if self._threads > 1:
            unlike, slow = self._in_threads(evidence)
            # One slow answer may be the machine's fault. If some come every time, the codec waits for itself.
            unlike |= slow if slow and self._in_threads(evidence)[1] else {}
            yield from _shown(unlike, evidence, f"while {self._threads} threads call the codec")

    def _in_threads(self, evidence: Evidence) -> tuple[dict[Call, Outcome], dict[Call, Outcome]]:
        limits = self._pool.limits._replace(call=self._pool.limits.call * _PATIENCE, restarts=_RESTARTS)
        calls = follow_up.repeats(evidence, evidence.seen)
        # There and back: each call has two neighbours, and the next in the list is probably asked at the same time.
        return _unlike(self._pool.fresh(limits, self._threads), [*calls, *reversed(calls)], evidence)


def _shown(unlike: Mapping[Call, Outcome], evidence: Evidence, when: str) -> Iterator[Breach]:
    return (laws.unlike(call, evidence.seen[call], outcome, when) for call, outcome in unlike.items())


def _unlike(
    session: Session, calls: Sequence[Call], evidence: Evidence
) -> tuple[dict[Call, Outcome], dict[Call, Outcome]]:
    """The calls that a session answers differently than the run, each once, and those answered slowly."""
    unlike: dict[Call, Outcome] = {}
    try:
        session.greet()
        for index, outcome in session.ask(calls):
            if not alike(evidence.seen[calls[index]], outcome, calls[index].operation):
                unlike.setdefault(calls[index], outcome)
        session.finish()
    except (TargetError, Unfinished, TooManyRestarts):
        pass  # that another process does not start, or not now, says nothing about answers
    broken: tuple[dict[Call, Outcome], dict[Call, Outcome]] = {}, {}
    for one in session.hiccups:
        broken[not isinstance(one.outcome, Crashed)][one.call] = one.outcome
    return broken[0] | unlike, broken[1]


class SearchTime:
    """The time for a search: the processor time of this program and of the target, and that of the clock.

    Other programs make a run on a busy machine long, but must not change what is found. So the clock's limit is half
    of the time that the run has taken, if that is more.
    """

    def __init__(self, seconds: float, pool: Pool) -> None:
        delay, run = pool.times()
        self.seconds, self.is_enough = seconds, delay <= seconds
        self._began = time.process_time()
        self.until = time.monotonic() + max(_WAITS[0] * seconds, min(run / 2, _WAITS[1]))
        self.target: Processor | None = None

    def over(self) -> bool:
        """Whether the time is over."""
        spent = time.process_time() - self._began + ((self.target.seconds() if self.target else None) or 0)
        return spent > self.seconds or time.monotonic() > self.until


class NewProcesses:
    """One further process for most calls, and others to begin anew; ``lacks`` are code points that cannot be asked."""

    def __init__(self, pool: Pool, watch: SearchTime, lacks: frozenset[int]) -> None:
        self._pool, self._watch, self._lacks = pool, watch, lacks
        self._left = _STARTS
        self._session = self._start()
        watch.target = Processor(self._session.pid())

    def over(self) -> bool:
        """Whether the time is over, or too many processes were started."""
        return self._left < 0 or self._watch.over()

    def _start(self) -> Session:
        self._left -= 1
        limits, seconds = self._pool.limits, self._watch.seconds
        brief = limits._replace(call=min(limits.call, seconds / 2), start=min(limits.start, 2 * seconds))
        session = self._pool.fresh(brief._replace(restarts=_RESTARTS))
        session.until = min(self._watch.until, session.until)
        session.greet()
        return session

    def ask(self, calls: Sequence[Call]) -> list[Outcome | None]:
        """The outcomes of calls, None where one cannot be asked."""
        return self._asked(self._session, calls)

    def fresh(self, calls: Sequence[Call]) -> list[Outcome | None]:
        """The outcomes of calls in a process of their own."""
        session = self._start()
        try:
            return self._asked(session, calls)
        finally:
            session.close()

    def _asked(self, session: Session, calls: Sequence[Call]) -> list[Outcome | None]:
        outcomes: list[Outcome | None] = [None] * len(calls)
        asked = [at for at, call in enumerate(calls) if self._lacks.isdisjoint(call.input)]
        for number, outcome in session.ask([calls[at] for at in asked]):
            outcomes[asked[number]] = outcome
        return outcomes
