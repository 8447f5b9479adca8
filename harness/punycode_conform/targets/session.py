"""A conversation with a target: calls in, outcomes out, through as many child processes as it takes.

Calls are pipelined. When a child dies, hangs or breaks the protocol, the oldest unanswered call is the suspect: it is run
once more, alone in a fresh child. If that goes wrong too, that is its outcome. If not, the calls before and after it are
played again one at a time, which finds faults that need a history; what happens neither way is told as a hiccup. Then the
rest goes on in a fresh child.
"""

import math
import time
from collections import deque
from collections.abc import Iterator, Sequence

from ..errors import TargetError
from ..suite.outcome import Call, Crashed, Hiccup, Outcome, TimedOut, Unsupported
from . import protocol
from .child import Child, Ended
from .limits import Limits, OutOfTime, TooManyRestarts
from .name import Target

_WINDOW_CALLS = 128
_WINDOW_BYTES = 1 << 18
# No right answer is so long, and a run of longer ones would not fit into memory.
_ANSWER_BYTES, _ANSWER_FACTOR = 1 << 14, 32
_HISTORY = 32
_HOPELESS = 3  # breakdowns without a single answer in between
_GRACE = 2.0  # seconds that a child has to end after its input has ended


class _Breakdown(Exception):
    """A child is of no more use: ``outcome`` is what that means for the call whose index is ``suspect``."""

    def __init__(self, outcome: Crashed | TimedOut, suspect: int) -> None:
        self.outcome = outcome
        self.suspect = suspect


class Session:
    """See the module. :meth:`ask` may be called many times; whoever starts a session closes it.

    Attributes:
        target, limits: what to run, and how patiently.
        handshake: what the target said of itself at its first start.
        hiccups: breakdowns that could not be repeated.
        until: when the conversation is over, by the monotonic clock.
        over: whether it is, so that no child is started any more; another thread may say so.
    """

    def __init__(self, target: Target, limits: Limits | None = None) -> None:
        self.target = target
        self.limits = limits or Limits()
        self.handshake = protocol.Handshake()
        self.hiccups: list[Hiccup] = []
        self.until = math.inf
        self.over = False
        self._child: Child | None = None
        self._breakdowns = 0
        self._answers = 0
        self._history: deque[Call] = deque(maxlen=_HISTORY)

    def start(self) -> None:
        """Start the first child's process; :meth:`greet` waits for its handshake.

        Raises:
            TargetError: the program cannot be started.
            OutOfTime: the conversation is over.
        """
        try:
            child = self._child = Child(self.target.command)
        except TargetError as error:
            raise TargetError(error.message, self.target.hint(error.hint)) from None
        if self.over:  # asked only now: whoever says so closes what is there at that time
            self.close()
            raise OutOfTime
        child.send(protocol.HELLO)

    def greet(self) -> protocol.Handshake:
        """Wait for the handshake of a child that was started.

        Raises:
            TargetError: the child says that it cannot run, dies, hangs or speaks another protocol.
        """
        child = self._running()
        try:
            try:
                lines = self._receive(child, self.limits.start)
            except Ended as ended:
                raise self._unstarted(f"no handshake: {ended}", child) from None
            if not lines:
                raise self._unstarted(f"no handshake within {self.limits.start:g} s", child)
            try:
                handshake = protocol.handshake(lines[0])
                if lines[1:]:
                    raise protocol.ProtocolError(f"it wrote more than a handshake: {protocol.quoted(lines[1])}")
            except protocol.ProtocolError as error:
                raise self._unstarted(str(error), child) from None
            if handshake.error:
                raise TargetError(f"{self.target.label} cannot be run: {handshake.error}", self.target.hint())
        except TargetError:
            self.close()
            raise
        self.handshake = handshake
        return handshake

    def _unstarted(self, why: str, child: Child) -> TargetError:
        tail = child.stderr()
        said = f"; the end of its stderr: {tail.splitlines()[-1].strip()}" if tail else ""
        return TargetError(f"{self.target.label} could not be run: {why}{said}", self.target.hint())

    def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
        """Yield each call's index and outcome, in the order in which they come.

        Raises:
            TooManyRestarts, OutOfTime: what was not yielded was not answered.
            TargetError: the target does not start again.
        """
        pending: deque[int] = deque()
        for index, call in enumerate(calls):
            if call.operation in self.handshake.operations:
                pending.append(index)
            else:
                yield index, Unsupported(f"has no {call.operation}")
        while pending:
            try:
                yield from self._converse(calls, pending)
            except _Breakdown as breakdown:
                yield from self._recover(calls, pending, breakdown)

    def once(self, call: Call) -> Outcome:
        """The outcome of one call, as :meth:`ask`; a breakdown is not repeated, and a fresh child is there after it."""
        try:
            return self._one(call)
        except _Breakdown as breakdown:
            self._restart()
            return breakdown.outcome

    def memory(self) -> int:
        """The most memory that the child's own process has had so far, in bytes; 0 if that cannot be known."""
        return (self._child and self._child.memory()) or 0

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
        if not lines and left <= seconds:
            raise OutOfTime
        return lines

    def _restart(self) -> None:
        self.close()
        self._history.clear()
        self.start()
        said = self.handshake
        self.greet()
        self.handshake = said  # a target's word counts once

    def _converse(
        self, calls: Sequence[Call], pending: deque[int], window: int = _WINDOW_CALLS
    ) -> Iterator[tuple[int, Outcome]]:
        """Send calls and yield answers until ``pending`` is empty; an index leaves it when its answer is there."""
        child = self._running()
        waiting = deque(pending)
        sent: dict[int, int] = {}  # index -> size of the request
        outstanding = 0
        while pending:
            batch: list[bytes] = []
            while waiting and len(sent) < window and (outstanding < _WINDOW_BYTES or not sent):
                index = waiting.popleft()
                line = protocol.request(index, calls[index])
                sent[index] = len(line)
                outstanding += len(line)
                batch.append(line)
            if batch:
                child.send(b"".join(batch))
            oldest = next(iter(sent))
            try:
                lines = self._receive(child, self.limits.call)
            except Ended as ended:
                raise _Breakdown(Crashed(str(ended), child.stderr()), oldest) from None
            if not lines:
                raise _Breakdown(TimedOut(self.limits.call, child.stderr()), oldest)
            for line in lines:
                try:
                    index = protocol.identity(line)
                    if index not in sent:
                        raise protocol.ProtocolError(f"an answer to no open request: {protocol.quoted(line)}")
                    if len(line) > _ANSWER_BYTES + _ANSWER_FACTOR * sent[index]:
                        raise protocol.ProtocolError(
                            f"an answer of {len(line):,} bytes to a request of {sent[index]:,}"
                        )
                    outcome = protocol.reply(line)
                except protocol.ProtocolError as error:
                    suspect = next(iter(sent), oldest)
                    raise _Breakdown(Crashed(f"protocol error: {error}", child.stderr()), suspect) from None
                outstanding -= sent.pop(index)
                pending.remove(index)
                self._history.append(calls[index])
                self._answers += 1
                yield index, outcome

    def _recover(
        self, calls: Sequence[Call], pending: deque[int], breakdown: _Breakdown
    ) -> Iterator[tuple[int, Outcome]]:
        """Find out which call is to blame, yield its outcome, and have a fresh child ready for the rest."""
        self._breakdowns += 1
        history = list(self._history)
        again = self._alone(calls[breakdown.suspect])
        if again is not None and breakdown.suspect in pending:
            pending.remove(breakdown.suspect)
            yield breakdown.suspect, again
        else:
            yield from self._replay(calls, pending, breakdown, history)
        if self._breakdowns >= self.limits.restarts or (self._breakdowns >= _HOPELESS and not self._answers):
            raise TooManyRestarts
        self._restart()

    def _alone(self, call: Call) -> Crashed | TimedOut | None:
        """What goes wrong with a call in a child of its own; None if nothing does."""
        self._restart()
        try:
            self._one(call)
        except _Breakdown as breakdown:
            return breakdown.outcome
        stray = self._farewell()
        return Crashed(f"protocol error: more than one answer: {stray}") if stray else None

    def _replay(
        self, calls: Sequence[Call], pending: deque[int], breakdown: _Breakdown, history: Sequence[Call]
    ) -> Iterator[tuple[int, Outcome]]:
        """Play the calls around a breakdown again, one at a time, and blame the one that breaks."""
        self._restart()
        suspect = breakdown.suspect
        played = [(suspect, call, False) for call in history]
        played += [(index, calls[index], True) for index in list(pending)[:_WINDOW_CALLS]]
        for index, call, due in played:
            try:
                outcome = self._one(call)
            except _Breakdown as again:
                if index not in pending:
                    break
                pending.remove(index)
                # The suspect has been tried alone; another call, which a target that reads ahead had begun, has not.
                alone = self._alone(calls[index]) if index != suspect else None
                yield index, alone or _with_note(again.outcome, "only after other calls: alone it answers")
                return
            if due:
                pending.remove(index)
                yield index, outcome
        self.hiccups.append(Hiccup(calls[suspect], breakdown.outcome))

    def _one(self, call: Call) -> Outcome:
        (_, outcome), *_ = self._converse([call], deque([0]), window=1)
        return outcome

    def goodbye(self) -> None:
        """Say that no call will follow, without waiting."""
        if self._child is not None:
            self._child.end_input()

    def finish(self) -> None:
        """Wait for the target's end; what it still says is a hiccup."""
        if self._child is not None and (stray := self._farewell()) and self._history:
            self.hiccups.append(Hiccup(self._history[-1], Crashed(f"protocol error: more than one answer: {stray}")))
        self.close()

    def _farewell(self) -> str:
        """End the child's input and wait for its end; a line that it still writes, or nothing."""
        child = self._running()
        child.end_input()
        until = time.monotonic() + _GRACE
        try:
            while (left := until - time.monotonic()) > 0:
                for line in child.receive(left):
                    return protocol.quoted(line)
        except Ended:
            pass
        return ""


def _with_note(outcome: Crashed | TimedOut, note: str) -> Outcome:
    if isinstance(outcome, Crashed):
        return Crashed(f"{outcome.message} ({note})", outcome.stderr)
    return outcome
