"""Calls with their times: the processor time of the target where the platform shows it, the time of a clock elsewhere."""

import os
import time

from ..suite import A_LABEL, PUNYCODE
from ..suite.outcome import Call, Crashed, Operation, Outcome, TimedOut
from ..targets.processor import Processor
from ..targets.session import Session

PROCESSOR, CLOCK = "processor time", "time of a clock"
_PATIENCE = 10.0  # how much longer a busy machine may take


class Stopwatch:
    """A session whose calls are timed, one at a time.

    Args:
        session: whose handshake is there.
        processor: whether to take processor time. It leaves out what other programs do, but also what the target lets
            others do outside of its own processes, such as a container.
        layer: ``punycode``, or ``a-label`` for whole labels: what is decoded has the prefix ``xn--`` then.
    """

    def __init__(self, session: Session, *, processor: bool = True, layer: str = PUNYCODE) -> None:
        self._session = session
        self._prefix = tuple(b"xn--") if layer == A_LABEL else ()
        self._began, self._own, self._spent = time.monotonic(), time.process_time(), 0.0
        self._processor = Processor(session.pid()) if processor else None
        if self._work() is None:
            self._processor = None

    @property
    def kind(self) -> str:
        """The time that it takes, in words."""
        return PROCESSOR if self._processor else CLOCK

    def now(self) -> float:
        """The seconds that measuring has taken: the work of the target and of this program, or a tenth of the time
        that has passed if that is more. So the same inputs are asked on a busy machine as on a quiet one.
        """
        return max(self._spent + time.process_time() - self._own, (time.monotonic() - self._began) / _PATIENCE)

    def ask(self, call: Call) -> tuple[Outcome, float]:
        """Ask a call, given without the prefix; its outcome, and the seconds that it took."""
        if call.operation is Operation.DECODE:
            call = call._replace(input=(*self._prefix, *call.input))
        before, others, began = self._work(), _ended(), time.perf_counter()
        outcome = self._session.once(call)
        seconds, after = time.perf_counter() - began, self._work()
        if self._processor and isinstance(outcome, Crashed | TimedOut):
            self._processor = Processor(self._session.pid())  # there may be another child
            seconds = max(0.0, _ended() - others - (before or 0.0))
        elif before is not None and after is not None:
            seconds = after - before
        self._spent += seconds
        return outcome, max(seconds, 1e-9)

    def settle(self) -> bool:
        """Take the time of a clock from now on if the target starts a process for each call; whether that is new.

        Such a process has ended before anyone can ask for its time.
        """
        if self._processor and self._processor.ended() > 0.015:  # more than one tick
            self._processor = None
            return True
        return False

    def _work(self) -> float | None:
        return self._processor.seconds() if self._processor else None


def _ended() -> float:
    """The processor time of all children of this program that have ended, and of theirs."""
    times = os.times()
    return times.children_user + times.children_system
