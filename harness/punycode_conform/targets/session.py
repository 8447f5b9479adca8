"""A conversation with a target: calls in, outcomes out, through as many child processes as it takes.

Calls are pipelined. When a child dies, hangs or breaks the protocol, the oldest unanswered call is the suspect: it is run
once more, alone in a fresh child. If that fails too, that is its outcome. If not, the calls before and after it are
repeated one at a time, which finds faults that depend on earlier calls. A failure that does not recur is transient. The
remaining calls go to a fresh child.
"""

import math
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import ConformError, TargetError
from ..suite.outcome import STRAY, Call, Crashed, Outcome, TimedOut, Transient, Unsupported
from . import protocol
from .child import Child, Ended
from .name import Target

# Enough that neither process waits for the other, and few enough that a crash repeats few calls.
_WINDOW_CALLS = 128
_WINDOW_BYTES = 1 << 18
_HISTORY = 32  # calls before a failure that are repeated; a failure that depends on more calls seems transient
_GRACE = protocol.GRACE
_SLOW = 0.2  # of the time limit: after such a wait, the work done until then is not counted against the next call
_MAX_UNANSWERED = 3  # crashes and hangs after which a target that has never answered is given up


class Limits(NamedTuple):
    """How long to wait and how often to start again."""

    call: float = 5.0  # seconds
    start: float = 30.0  # seconds from the start of a child to its handshake
    restarts: int = 20  # crashes, hangs and protocol errors after which a run stops
    binding: bool = False  # whether the user set ``call``: then a late answer to a very long call is a failure too
    until: float = math.inf  # when every conversation is over, by the monotonic clock


LIMITS_HINT = "--restarts N allows more restarts, --time-limit S more time; --jobs N asks N processes at once"
"""The hint if calls were left without an answer."""


class Unfinished(Exception):
    """Calls were left without an answer."""


class TooManyRestarts(Unfinished):
    """The target crashed or hung more often than the limits allow."""

    def __init__(self) -> None:
        super().__init__("the target crashed or hung too often")


class OutOfTime(Unfinished, ConformError):
    """The time of the whole conversation is over. If nothing can be reported, the command ends with this error."""

    exit_status = TargetError.exit_status

    def __init__(self) -> None:
        super().__init__("the time limit of the whole run is over", "--time-limit S allows more")


class _Failure(Exception):
    """A child crashed or hung. ``suspect`` is the index of the call to blame, ``outcome`` the outcome of that call."""

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
        # Of the first child, or of an earlier session; later handshakes are not used.
        self.handshake = handshake or protocol.Handshake()
        self._greeted = handshake is not None
        self.transients: list[Transient] = []  # crashes and hangs that could not be repeated
        self.until = self.limits.until  # when the conversation is over, by the monotonic clock
        self.over = False  # if true, no child is started any more; another thread may set it
        self._child: Child | None = None
        self._began, self._delay = 0.0, math.inf
        self._failures = 0
        self.spares_crashes = False  # whether only hangs count against the limit of restarts
        self._answers = 0
        self._history: deque[Call] = deque(maxlen=_HISTORY)

    def start(self) -> None:
        """Start a child's process; :meth:`greet` waits for its handshake."""
        self._began = self._began or time.monotonic()
        try:
            child = self._child = Child(self.target.command, self.threads)
        except TargetError as error:
            raise self.target.advised(error) from None
        if self.over:  # checked after the start: the thread that sets it closes only children that exist then
            self.close()
            raise OutOfTime
        child.send(protocol.HELLO)

    def greet(self) -> protocol.Handshake:
        """Wait for the handshake of a child; raise TargetError if the target cannot be run."""
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
            raise TargetError(f"{self.target.label} could not be run: {why}{child.stderr_suffix()}") from None
        if handshake.error:
            is_missing = self.target.is_own and "no module named" in handshake.error.lower()
            hint = "if it is in another environment, name its interpreter: --python .venv/bin/python"
            raise TargetError(f"{self.target.label} cannot be run: {handshake.error}", hint if is_missing else "")
        return handshake

    def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
        """Yield each call's index and outcome, in the order in which the answers come.

        TooManyRestarts and OutOfTime leave calls without an answer; TargetError: the target does not start again.
        """
        pending: deque[int] = deque()
        for index, call in enumerate(calls):
            if why := self._why_unasked(call):
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

    def _why_unasked(self, call: Call) -> str:
        """The reason not to send a call to the target, or empty."""
        if call.operation not in self.handshake.operations:
            return f"has no {call.operation}"
        lacks = self.handshake.lacks | self.target.lacks
        return next((f"cannot be given U+{c:04X}" for c in call.input if c in lacks), "") if lacks else ""

    def once(self, call: Call) -> Outcome:
        """The outcome of one call, not repeated as in :meth:`ask` after a crash or hang; a fresh child is started then."""
        if why := self._why_unasked(call):
            return Unsupported(why)
        try:
            return self._answer(call)
        except _Failure as failure:
            self._restart()
            return failure.outcome

    def sources(self) -> list[str]:
        """The files of the target's code: the worker for Python says them, a command may have them among its words."""
        if not self.target.is_own:
            words = [word for word in self.target.command if Path(word).is_file()]
            return words[1:] or words  # without the interpreter of a script
        try:
            said = self._answer(Call("sources", ()))  # type: ignore[arg-type]  # no operation of a codec
        except _Failure:
            self._restart()
            return []
        self._history.pop()
        return "".join(map(chr, getattr(said, "value", ()))).splitlines()

    def worked(self) -> float | None:
        """The seconds of processor time of the child so far; None if they are not known."""
        return self._running().processor.seconds()

    def times(self) -> tuple[float, float]:
        """The seconds from the first child's start to its first output, and to this moment."""
        return self._delay, time.monotonic() - self._began

    def end_input(self) -> None:
        """End the child's input, without waiting."""
        if self._child is not None:
            self._child.end_input()

    def finish(self) -> None:
        """Wait until the target exits; a line that it still writes is a transient failure."""
        if self._child is not None and (stray := self._wait_for_exit()) and self._history:
            self.transients.append(Transient(self._history[-1], stray))
        self.close()

    def close(self) -> None:
        """Kill the child and every process that it started."""
        child, self._child = self._child, None
        if child is not None:
            child.close()

    def _running(self) -> Child:
        """The child; another thread may have closed it."""
        if self._child is None:
            raise OutOfTime
        return self._child

    def _receive(self, child: Child, seconds: float) -> list[bytes]:
        """The child's next lines; none after the time limit, of which a busy machine's time is no part."""
        began, lines = time.monotonic(), list[bytes]()
        while not lines:
            left = self.until - time.monotonic()
            lines = child.receive(min(seconds, left)) if left > 0 else []
            if not lines and left <= seconds:  # the end of the conversation cut the wait short, so this is no hang
                raise OutOfTime
            if not lines and not child.starved(seconds):
                return []
        if time.monotonic() - began > seconds * _SLOW:
            child.count_work()
        return lines

    def _restart(self) -> None:
        self.close()
        self._history.clear()
        self.start()
        self.greet()

    def _converse(
        self, calls: Sequence[Call], pending: deque[int], window: int = _WINDOW_CALLS
    ) -> Iterator[tuple[int, Outcome]]:
        """Send calls and yield answers until ``pending`` is empty; the index of an answered call is removed."""
        child = self._running()
        child.count_work()
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
                    raise _Failure(Crashed(f"{STRAY}: {error}", child.stderr()), suspect) from None
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
        spared = self.spares_crashes and self._answers and isinstance(failure.outcome, Crashed)
        self._failures += not (spared or (slow and very_long(calls[failure.suspect])))
        history = list(self._history)  # copied now, since a restart clears it
        again = self._alone(calls[failure.suspect])
        if again is not None and failure.suspect in pending:
            pending.remove(failure.suspect)
            yield failure.suspect, again
        else:
            yield from self._replay(calls, pending, failure, history)
        if self._failures >= self.limits.restarts or (self._failures >= _MAX_UNANSWERED and not self._answers):
            raise TooManyRestarts
        self._restart()

    def _alone(self, call: Call) -> Crashed | TimedOut | None:
        """The crash or hang of a call in a child of its own; None if it is answered."""
        self._restart()
        try:
            self._answer(call)
        except _Failure as failure:
            return failure.outcome
        # The failure may have been a second answer, which comes after the first: wait for it.
        return self._wait_for_exit()

    def _replay(
        self, calls: Sequence[Call], pending: deque[int], failure: _Failure, history: Sequence[Call]
    ) -> Iterator[tuple[int, Outcome]]:
        """Repeat the calls around a crash or hang, one at a time, and blame the one that fails."""
        self._restart()
        suspect = failure.suspect
        repeated = [(suspect, call, False) for call in history]
        repeated += [(index, calls[index], True) for index in list(pending)[:_WINDOW_CALLS]]  # no more were sent
        for index, call, unanswered in repeated:
            try:
                outcome = self._answer(call)
            except _Failure as again:
                if index not in pending:
                    break
                pending.remove(index)
                # The suspect was tried alone; another call (a target that reads ahead may have begun it) was not.
                alone = self._alone(calls[index]) if index != suspect else None
                blamed = alone or again.outcome
                if alone is None and isinstance(blamed, Crashed):
                    blamed = Crashed(f"{blamed.message} (only after other calls: alone it answers)", blamed.stderr)
                yield index, blamed
                return
            if unanswered:
                pending.remove(index)
                yield index, outcome
        self.transients.append(Transient(calls[suspect], failure.outcome))

    def _answer(self, call: Call) -> Outcome:
        (_, outcome), *_ = self._converse([call], deque([0]), window=1)
        return outcome

    def _wait_for_exit(self) -> Crashed | None:
        """End the child's input and wait until it exits; a line that it still writes is a crash."""
        line = self._running().wait_for_exit(_GRACE)
        return None if line is None else Crashed(f"{STRAY}: more than one answer: {protocol.quoted(line)}")
