"""What looks like one session: several with one target, side by side, or a codec in this process."""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Self

from ..suite.outcome import Call, Operation, Outcome, Returned, Transient, Unsupported
from . import protocol, worker
from .function import Function
from .name import Target
from .protocol import Handshake
from .session import Limits, Session, Unfinished

_CodecFunction = Callable[[Any], Any]


class Pool:
    """``jobs`` sessions, each with a contiguous share of the calls: a context manager, so that no process is left."""

    def __init__(self, target: Target, limits: Limits, jobs: int) -> None:
        self.limits = limits
        self._sessions = [Session(target, limits) for _ in range(jobs)]
        self.first = self._sessions[0]
        self._further: list[Session] = []
        self._handshake: Handshake | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for session in self._sessions + self._further:
            session.over = True  # before any is closed: a session whose child ends starts another child
        for session in self._sessions + self._further:
            session.close()

    @property
    def transients(self) -> list[Transient]:
        """The crashes and hangs that could not be repeated, of all sessions."""
        return [transient for session in self._sessions for transient in session.transients]

    def start(self) -> None:
        """Start all children."""
        for session in self._sessions:
            session.start()

    def greet(self) -> Handshake:
        """Wait for all handshakes; the first child's counts, for all."""
        self._handshake, *_ = [session.greet() for session in self._sessions]
        for session in self._sessions:
            session.handshake = self._handshake
        return self._handshake

    def fresh(self, limits: Limits, threads: int = 1) -> Session:
        """A further session with the target, started, whose first call is yet to come."""
        session = Session(self.first.target, limits, threads, self._handshake)
        self._further.append(session)
        session.start()
        return session

    def bound(self, until: float) -> None:
        """End the conversation at a time of the monotonic clock, if not sooner: then :meth:`ask` raises OutOfTime."""
        for session in self._sessions:
            session.until = min(until, session.limits.until)

    def shorten(self, seconds: float) -> None:
        """Wait no longer than this for a call from now on."""
        self.limits = self.limits._replace(call=min(seconds, self.limits.call))
        for session in self._sessions:
            session.limits = session.limits._replace(call=min(seconds, session.limits.call))

    def spare_crashes(self) -> None:
        """Count only hangs against the limit of restarts from now on: crashes are expected, and take little time."""
        for session in self._sessions:
            session.spares_crashes = True

    def end_input(self) -> None:
        """End the input of all children, without waiting."""
        for session in self._sessions:
            session.end_input()

    def finish(self) -> None:
        """Wait for the end of all children."""
        for session in self._sessions:
            session.finish()

    def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
        """Yield each call's index and outcome."""
        if len(self._sessions) == 1:
            yield from self.first.ask(calls)
            return
        share = -(-len(calls) // len(self._sessions))
        answers: queue.SimpleQueue[tuple[int, Outcome] | Exception | None] = queue.SimpleQueue()

        def work(session: Session, start: int) -> None:
            try:
                for index, outcome in session.ask(calls[start : start + share]):
                    answers.put((start + index, outcome))
                answers.put(None)
            except Exception as error:  # carried over to the caller's thread, and raised there
                answers.put(error)

        for number, session in enumerate(self._sessions):
            # A daemon, so that a thread which waits for its target does not keep the tool from ending.
            threading.Thread(target=work, args=(session, number * share), daemon=True).start()
        ends: list[Exception | None] = []
        while len(ends) < len(self._sessions):
            answer = answers.get()
            if isinstance(answer, tuple):
                yield answer
            else:
                ends.append(answer)
        # A share that cannot go on does not end the others; an error is worse than giving up, so it is raised.
        for failure in sorted(filter(None, ends), key=lambda end: isinstance(end, Unfinished)):
            raise failure


class Local:
    """A codec in this process, for our own, which never hang: two functions, of which one may be None.

    Exceptions of the top-level ``package`` are refusals too.
    """

    def __init__(
        self,
        encode: _CodecFunction | None,
        decode: _CodecFunction | None,
        package: str,
        refusals: tuple[type[BaseException], ...] = (ValueError,),
    ) -> None:
        self.transients: list[Transient] = []  # none, since nothing here is repeated
        self._package, self._refusals = package, refusals
        codec = {Operation.ENCODE: encode, Operation.DECODE: decode}
        self._functions = {op: Function(function, op is Operation.DECODE) for op, function in codec.items() if function}

    def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
        """Yield each call's index and outcome, in order."""
        return ((index, self._answer(call)) for index, call in enumerate(calls))

    def end_input(self) -> None:
        """Do nothing: there is no child process."""

    finish = end_input

    def _answer(self, call: Call) -> Outcome:
        if (function := self._functions.get(call.operation)) is None:
            return Unsupported()
        try:
            return Returned(tuple(function(call.input)))
        except KeyboardInterrupt:  # the user's, not the codec's
            raise
        except BaseException as error:  # as in the worker: whatever a codec raises is an outcome
            line = f"0 {worker.error_reply(error, self._refusals, self._package, function)}"
            return protocol.reply(line.encode("utf-8", "backslashreplace"), {0: 1 << 60})[1]
