"""A conversation with a target: calls in, outcomes out, through as many child processes as it takes.

Calls are pipelined. When a child dies, hangs or breaks the protocol, the oldest unanswered call is the suspect: it is run
once more, alone in a fresh child. If that fails too, that is its outcome. If not, the calls before and after it are
repeated one at a time, which finds faults that need a history. A failure that neither repeats is a hiccup. Then the rest
goes on in a fresh child.
"""

import math
import time
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..errors import ConformError, TargetError
from ..suite.outcome import Call, Crashed, Hiccup, Outcome, TimedOut, Unsupported
from . import protocol
from .child import Child, Ended
from .name import Target

# Enough that neither process waits for the other, and so few that little is asked again after a crash.
_WINDOW_CALLS = 128
_WINDOW_BYTES = 1 << 18
_HISTORY = 32  # calls before a failure that are repeated: a fault that needs more of them is a hiccup
_GRACE = protocol.GRACE
_HOPELESS = 3  # crashes and hangs without any answer before them: a target that never answers would cost 20 time limits


class Limits(NamedTuple):
    """How long to wait and how often to start again."""

    call: float = 5.0  # seconds
    start: float = 30.0  # seconds from the start of a child to its handshake
    restarts: int = 20  # crashes, hangs and protocol errors after which a run stops
    binding: bool = False  # whether the user set ``call``: then a late answer to a very long call is a failure too
    until: float = math.inf  # when every conversation is over, by the monotonic clock


MORE = "--restarts N allows more restarts, --time-limit S more time"
"""The hint where calls were left without an answer."""


class Unfinished(Exception):
    """Calls were left without an answer."""


class TooManyRestarts(Unfinished):
    """The target crashed or hung more often than the limits allow."""

    def __init__(self) -> None:
        super().__init__("the target crashed or hung too often")


class OutOfTime(Unfinished, ConformError):
    """The time of the whole conversation is over. Where nothing can be reported of it, that is the end of the command."""

    exit_status = TargetError.exit_status

    def __init__(self) -> None:
        super().__init__("the time limit of the whole run is over", "--time-limit S allows more")


class _Failure(Exception):
    """A child is of no more use: ``outcome`` is what that means for the call whose index is ``suspect``."""

    def __init__(self, outcome: Crashed | TimedOut, suspect: int) -> None:
        self.outcome = outcome
        self.suspect = suspect


class Session:
    """A conversation; :meth:`ask` may be called many times. The caller that starts a session closes it."""

    def __init__(
        self,
        target: Target,
        limits: Limits | None = None,
        threads: int = 1,
        handshake: protocol.Handshake | None = None,
    ) -> None:
        self.target = target
        self.threads = threads  # in how many threads at once the target answers, if it can
        self.limits = limits or Limits()
        # The first child's, or that of an earlier session: what a target declares later does not count.
        self.handshake = handshake or protocol.Handshake()
        self._greeted = handshake is not None
        self.hiccups: list[Hiccup] = []  # crashes and hangs that could not be repeated
        self.until = self.limits.until  # when the conversation is over, by the monotonic clock
        self.over = False  # then no child is started any more; another thread may set it
        self._child: Child | None = None
        self._began, self._delay = 0.0, math.inf
        self._failures = 0
        self._answers = 0
        self._history: deque[Call] = deque(maxlen=_HISTORY)

    def start(self) -> None:
        """Start a child's process; :meth:`greet` waits for its handshake."""
        self._began = self._began or time.monotonic()
        try:
            child = self._child = Child(self.target.command, self.threads)
        except TargetError as error:
            raise self.target.advised(error) from None
        if self.over:  # asked only now: the thread that sets it closes the children that it then sees
            self.close()
            raise OutOfTime
        child.send(protocol.HELLO)

    def greet(self) -> protocol.Handshake:
        """Wait for the handshake of a child; that it cannot be run is a TargetError."""
        child = self._running()
        try:
            handshake = self._greeting(child)
        except TargetError as error:
            self.close()
            raise self.target.advised(error) from None
        if not self._greeted:
            self.handshake, self._greeted = handshake, True
        self._delay = min(self._delay, child.delay)
        return self.handshake

    def _greeting(self, child: Child) -> protocol.Handshake:
        try:
            lines = self._receive(child, self.limits.start)
            if not lines:
                raise protocol.ProtocolError(f"no handshake within {self.limits.start:g} s")
            handshake = protocol.handshake(lines[0])
            if lines[1:]:
                raise protocol.ProtocolError(f"it wrote more than a handshake: {protocol.quoted(lines[1])}")
        except (Ended, protocol.ProtocolError) as error:
            why = f"no handshake: {error}" if isinstance(error, Ended) else str(error)
            raise TargetError(f"{self.target.label} could not be run: {why}{child.last_words()}") from None
        if handshake.error:
            is_missing = self.target.is_own and handshake.error.startswith("no module named")
            hint = "if it is in another environment, name its interpreter: --python .venv/bin/python"
            raise TargetError(f"{self.target.label} cannot be run: {handshake.error}", hint if is_missing else "")
        return handshake

    def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
        """Yield each call's index and outcome, in the order in which they come.

        TooManyRestarts and OutOfTime leave calls without an answer; a TargetError says that the target does not start again.
        """
        pending: deque[int] = deque()
        for index, call in enumerate(calls):
            if why := self._unasked(call):
                yield index, Unsupported(why)
            else:
                pending.append(index)
        while pending:
            try:
                yield from self._converse(calls, pending)
            except _Failure as failure:
                yield from self._recover(calls, pending, failure)
            except OutOfTime:
                self.close()  # the answers that are still to come belong to no call
                raise

    def _unasked(self, call: Call) -> str:
        """The reason why the target is not asked a call, empty if it is."""
        if call.operation not in self.handshake.operations:
            return f"has no {call.operation}"
        lacks = self.handshake.lacks | self.target.lacks
        return next((f"cannot be given U+{c:04X}" for c in call.input if c in lacks), "") if lacks else ""

    def once(self, call: Call) -> Outcome:
        """The outcome of one call, as :meth:`ask`; a crash or hang is not repeated, and a fresh child is there after it."""
        if why := self._unasked(call):
            return Unsupported(why)
        try:
            return self._answer(call)
        except _Failure as failure:
            self._restart()
            return failure.outcome

    def pid(self) -> int:
        """The id of the child's process; it changes when another child is started."""
        return self._running().pid

    def times(self) -> tuple[float, float]:
        """The seconds from the first child's start to its first output, and to this moment."""
        return self._delay, time.monotonic() - self._began

    def goodbye(self) -> None:
        """End the child's input, without waiting."""
        if self._child is not None:
            self._child.end_input()

    def finish(self) -> None:
        """Wait for the target's end; a line that it still writes is a hiccup."""
        if self._child is not None and (stray := self._farewell()) and self._history:
            self.hiccups.append(Hiccup(self._history[-1], stray))
        self.close()

    def close(self) -> None:
        """End the child and all that it started, by force."""
        child, self._child = self._child, None
        if child is not None:
            child.close()

    def _running(self) -> Child:
        """The child; another thread may have closed it."""
        if self._child is None:
            raise OutOfTime
        return self._child

    def _receive(self, child: Child, seconds: float) -> list[bytes]:
        """The child's next lines; none when it has had its time."""
        left = self.until - time.monotonic()
        lines = child.receive(min(seconds, left)) if left > 0 else []
        if not lines and left <= seconds:  # the end of the conversation cut the wait short, so this is no hang
            raise OutOfTime
        return lines

    def _restart(self) -> None:
        self.close()
        self._history.clear()
        self.start()
        self.greet()

    def _converse(
        self, calls: Sequence[Call], pending: deque[int], window: int = _WINDOW_CALLS
    ) -> Iterator[tuple[int, Outcome]]:
        """Send calls and yield answers until ``pending`` is empty; an index leaves it when its answer is there."""
        child = self._running()
        waiting = deque(pending)
        sent: dict[int, int] = {}  # index -> size of the request, in the order in which they were sent
        while pending:
            batch: list[bytes] = []
            outstanding = sum(sent.values())
            # A request longer than the window is sent when it is the only one.
            while waiting and len(sent) < window and (outstanding < _WINDOW_BYTES or not sent):
                index = waiting.popleft()
                line = protocol.request(index, *calls[index])
                sent[index] = len(line)
                outstanding += len(line)
                batch.append(line)
            if batch:
                child.send(b"".join(batch))
            oldest = next(iter(sent))
            try:
                lines = self._receive(child, self.limits.call)
            except Ended as ended:
                raise _Failure(Crashed(str(ended), child.stderr()), oldest) from None
            if not lines:
                raise _Failure(TimedOut(self.limits.call, child.stderr()), oldest)
            for line in lines:
                try:
                    index, outcome = protocol.reply(line, sent)
                except protocol.ProtocolError as error:
                    suspect = next(iter(sent), oldest)
                    raise _Failure(Crashed(f"protocol error: {error}", child.stderr()), suspect) from None
                del sent[index]
                pending.remove(index)
                self._history.append(calls[index])
                self._answers += 1
                yield index, protocol.credible(calls[index], outcome)

    def _recover(self, calls: Sequence[Call], pending: deque[int], failure: _Failure) -> Iterator[tuple[int, Outcome]]:
        """Determine which call is to blame, yield its outcome, and have a fresh child ready for the rest."""
        from ..suite.oracle import very_long  # start-up time: only after a failure

        # A codec that is slow on very long strings is no reason to stop, unless the user limited its time.
        slow = isinstance(failure.outcome, TimedOut) and not self.limits.binding
        self._failures += not (slow and very_long(calls[failure.suspect]))
        history = list(self._history)  # now, since the fresh child forgets it
        again = self._alone(calls[failure.suspect])
        if again is not None and failure.suspect in pending:
            pending.remove(failure.suspect)
            yield failure.suspect, again
        else:
            yield from self._replay(calls, pending, failure, history)
        if self._failures >= self.limits.restarts or (self._failures >= _HOPELESS and not self._answers):
            raise TooManyRestarts
        self._restart()

    def _alone(self, call: Call) -> Crashed | TimedOut | None:
        """The crash or hang of a call in a child of its own; None if it is answered."""
        self._restart()
        try:
            self._answer(call)
        except _Failure as failure:
            return failure.outcome
        # A second answer may have been what went wrong. It comes after the first, so it is waited for.
        return self._farewell()

    def _replay(
        self, calls: Sequence[Call], pending: deque[int], failure: _Failure, history: Sequence[Call]
    ) -> Iterator[tuple[int, Outcome]]:
        """Repeat the calls around a crash or hang, one at a time, and blame the one that fails."""
        self._restart()
        suspect = failure.suspect
        repeated = [(suspect, call, False) for call in history]
        repeated += [(index, calls[index], True) for index in list(pending)[:_WINDOW_CALLS]]  # no more were sent
        for index, call, due in repeated:
            try:
                outcome = self._answer(call)
            except _Failure as again:
                if index not in pending:
                    break
                pending.remove(index)
                # The suspect has been tried alone; another call, which a target that reads ahead had begun, has not.
                alone = self._alone(calls[index]) if index != suspect else None
                blamed = alone or again.outcome
                if alone is None and isinstance(blamed, Crashed):
                    blamed = Crashed(f"{blamed.message} (only after other calls: alone it answers)", blamed.stderr)
                yield index, blamed
                return
            if due:
                pending.remove(index)
                yield index, outcome
        self.hiccups.append(Hiccup(calls[suspect], failure.outcome))

    def _answer(self, call: Call) -> Outcome:
        (_, outcome), *_ = self._converse([call], deque([0]), window=1)
        return outcome

    def _farewell(self) -> Crashed | None:
        """End the child's input and wait for its end; a line that it still writes as a crash."""
        line = self._running().farewell(_GRACE)
        return None if line is None else Crashed(f"protocol error: more than one answer: {protocol.quoted(line)}")
