"""Further processes of a target: for first calls, for several threads, and for new calls that explain failures."""

import time
from collections.abc import Collection, Iterator, Sequence

from ..account.answers import died
from ..errors import TargetError
from ..suite import follow_up, laws
from ..suite.evidence import Evidence
from ..suite.laws import Breach
from ..suite.oracle import excusably_late
from ..suite.outcome import Call, Crashed, Outcome, TimedOut, Unsupported, alike
from ..targets.pool import Pool
from ..targets.session import Session, TooManyRestarts, Unfinished

_SHARE = 6  # a run lasts this many times as long as a start, or further processes would cost too much
_FAILING = 9.0  # seconds that a failing run may last, to see whether a failed call fails alone
_RESTARTS = 3  # a codec that crashes or hangs here does so soon
_STARTS = 16  # processes of a search for each second
_DEATHS = 80  # in addition, for calls that end a process
_WAITS = 3.0, 10.0  # times as many seconds of the clock, for a target that waits; at most, on a machine that is busy


class FirstCalls:
    """Processes that are asked some calls as their first ones, and one that several threads ask if the user wants that.

    A codec's answers must not depend on either, so they are compared with those of the run.
    """

    def __init__(self, pool: Pool, threads: int = 1) -> None:
        self._pool, self._threads = pool, threads
        self._begun: list[Session] = []

    def start(self, least: float = 0.0) -> None:
        """Start processes, without waiting, if that is cheap in a run that lasts as long as this, or ``least`` seconds."""
        delay, age = self._pool.first.times()
        if _SHARE * delay <= max(age, least) and not self._begun:
            limits = self._pool.limits._replace(restarts=_RESTARTS)
            self._begun = [self._pool.fresh(limits) for _ in range(follow_up.OPENINGS)]

    def breaches(self, evidence: Evidence, failed: Collection[Call] = ()) -> Iterator[Breach]:
        """The calls that are answered differently than in the run; the ``failed`` ones are among those that are tried."""
        first = "among the first calls of a process"
        self.start(_FAILING * bool(failed))
        openings = follow_up.openings(evidence, failed) if self._begun else ()
        for session, calls in zip(self._begun, openings, strict=True):
            yield from _unlike(session, calls, evidence, first)[0]
        if self._threads > 1:
            unlike, slow = self._in_threads(evidence)
            # One slow answer may be the machine's fault. If some come every time, the codec waits for itself.
            yield from [*unlike, *slow] if slow and self._in_threads(evidence)[1] else unlike

    def _in_threads(self, evidence: Evidence) -> tuple[list[Breach], list[Breach]]:
        limits = self._pool.limits  # of which the call's is multiplied, since threads may share a processor
        limits = limits._replace(call=limits.call * self._threads, restarts=_RESTARTS)
        calls, when = follow_up.repeats(evidence, evidence.seen), f"while {self._threads} threads call the codec"
        # There and back: each call has two neighbours, and the next in the list is probably asked at the same time.
        session = self._pool.fresh(limits, self._threads)
        return _unlike(session, [*calls, *reversed(calls)], evidence, when)


def _unlike(
    session: Session, calls: Sequence[Call], evidence: Evidence, when: str
) -> tuple[list[Breach], list[Breach]]:
    """A breach for each call that a session answers differently than the run, and one for each that it answers slowly."""
    unlike, slow = dict[Call, Breach](), dict[Call, Breach]()
    try:
        session.greet()
        for index, outcome in session.ask(calls):
            call = calls[index]
            if not alike(evidence.seen[call], outcome, call.operation) and not excusably_late(call, outcome):
                unlike.setdefault(call, laws.unlike(call, evidence.seen[call], outcome, when))
        session.finish()
    except (TargetError, Unfinished, TooManyRestarts):
        pass  # that another process does not start, or not now, says nothing about answers
    for call, outcome in session.transients:
        breach = laws.unlike(call, evidence.seen[call], outcome, when)
        (unlike if isinstance(outcome, Crashed) else slow).setdefault(call, breach)
    return list(unlike.values()), list(slow.values())


class NewProcesses:
    """The processes of a search: one for most calls, and others to begin anew.

    A search has a limit of processor time, of this program and of the target. What is found must not depend on how busy the
    machine is: so the clock's limit is half of the run's time if that is more, or the time that all starts take.
    """

    def __init__(self, pool: Pool, seconds: float, *, dies: bool = False) -> None:
        delay, age = pool.first.times()
        self.has_time = delay <= seconds  # a process that takes all the time to start is not started
        self._pool, self._deaths, self._seconds, self._dies = pool, _DEATHS, seconds, dies
        self._left, self._began = _STARTS * seconds, time.process_time()
        self._until = time.monotonic() + max(_WAITS[0] * seconds, min(max(age / 2, self._left * delay), _WAITS[1]))
        self._session: Session | None = None

    def over(self) -> bool:
        """Whether the time is over, or too many processes were started."""
        spent = time.process_time() - self._began + ((self._session.worked() if self._session else None) or 0)
        return self._left < 0 or spent > self._seconds or time.monotonic() > self._until

    def _start(self) -> Session:
        self._left -= 1
        limits = self._pool.limits
        brief = limits._replace(call=min(limits.call, self._seconds / 2), start=min(limits.start, 2 * self._seconds))
        session = self._pool.fresh(brief._replace(restarts=_RESTARTS))
        session.until = min(self._until, session.until)
        session.greet()
        return session

    def ask(self, calls: Sequence[Call]) -> list[Outcome | None]:
        """The outcomes of calls, None where one cannot be asked. Of a target that dies they are asked one at a time."""
        if self._session is None:
            self._session = self._start()
        return [self._once(self._session, call) for call in calls] if self._dies else _answers(self._session, calls)

    def _once(self, session: Session, call: Call) -> Outcome | None:
        if self._deaths < 0 or self.over():
            return None
        outcome = session.once(call)
        self._deaths -= isinstance(outcome, TimedOut) or died(outcome)
        return None if isinstance(outcome, Unsupported) else outcome

    def fresh(self, calls: Sequence[Call]) -> list[Outcome | None]:
        """The outcomes of calls in a process of their own."""
        session = self._start()
        try:
            return _answers(session, calls)
        finally:
            session.close()


def _answers(session: Session, calls: Sequence[Call]) -> list[Outcome | None]:
    outcomes: list[Outcome | None] = [None] * len(calls)
    for index, outcome in session.ask(calls):
        outcomes[index] = None if isinstance(outcome, Unsupported) else outcome
    return outcomes
