"""Asking an adapter, line by line, with everything that it writes kept.

A session starts a child again, repeats calls and forgives. Here nothing is forgiven: a line that nobody asked for, a second
answer, a silence and an end are all kept for the assessment.
"""

import time
from collections.abc import Collection, Mapping

from ..notation import plain
from ..suite.outcome import Call, Crashed, Outcome, TimedOut, Unsupported
from ..targets import protocol
from ..targets.child import Child, Ended
from ..targets.name import Target
from ..targets.session import Limits, OutOfTime

# Seconds without a line, after which no second answer is expected: an adapter that writes two writes them at once, and a
# checkup waits for this some 90 times.
_QUIET = 0.01
_FLOOD = 50  # lines that nobody asked for, after which an adapter is not read any more
_SHOWN = 200  # characters of a line in a transcript
_ANY_LENGTH = 1 << 60  # octets of a request: a result that is too long is judged as a wrong result


class Silent(Exception):
    """An adapter gave no handshake; the message says why."""


class Heard:
    """The lines that come back on some requests, sorted as they come."""

    def __init__(self, numbers: Collection[int], limit: float) -> None:
        self._open = dict.fromkeys(numbers, _ANY_LENGTH)
        self._limit = limit  # seconds in which an answer was due
        self.answers: dict[int, Outcome] = {}
        self.doubled: list[int] = []  # ids that were answered more than once
        self.strays: list[str] = []  # lines that answer none of the requests, safe to show
        self.broken = ""  # why not all was answered
        self.hung = False  # whether the time limit was the reason

    def add(self, lines: Collection[bytes]) -> None:
        """Sort more lines into answers and strays."""
        for line in lines:
            try:
                number, outcome = protocol.reply(line, self._open)
            except protocol.ProtocolError:
                self.strays.append(protocol.quoted(line))
            else:
                self.doubled += [number] if number in self.answers else []
                self.answers.setdefault(number, outcome)

    def outcome(self, number: int) -> Outcome:
        """The first answer to a request, or what came instead."""
        if number in self.answers:
            return self.answers[number]
        if self.strays:
            return Crashed(f"instead of an answer: {self.strays[0]}")
        return TimedOut(self._limit) if self.hung else Crashed(self.broken or "no answer")


class Conversation:
    """A conversation with an adapter, through one child process at a time. Its caller closes it."""

    def __init__(self, target: Target, limits: Limits) -> None:
        self.transcript: list[str] = []  # all lines so far, with ``→`` or ``←`` before them, safe to show
        self.handshake = protocol.Handshake()  # the adapter's first; the caller sets it
        self.patience = limits.restarts  # crashes that are still allowed; a hang counts as five
        self.number = 0  # the last id that was used
        self.noise: list[str] = []  # lines that were no answers, or second ones, in words
        self._target, self._limits = target, limits
        self._child: Child | None = None

    def greet(self) -> tuple[bytes, list[str]]:
        """Start a child, in place of an older one: its first line, and the lines that it writes unasked, safe to show."""
        self.close()
        self._child = Child(self._target.command)
        self._send(protocol.HELLO)
        lines, broken, _ = self._listen(self._limits.start, 1)
        if not lines:
            raise Silent(broken + self._child.stderr_suffix())
        unasked = [*lines[1:], *self._listen(_QUIET, 1)[0]]
        return lines[0], [protocol.quoted(line) for line in unasked]

    def has(self, call: Call) -> bool:
        """Whether the adapter has the call's operation, and can be given its input."""
        return call.operation in self.handshake.operations and self.takes(call.input)

    def takes(self, points: tuple[int, ...]) -> bool:
        """Whether the adapter can be given these code points."""
        return (self._target.lacks | self.handshake.lacks).isdisjoint(points)

    def ask(self, call: Call) -> Outcome:
        """The outcome of a call, in a fresh child if the last one has ended."""
        if not self.has(call):
            return Unsupported("is not asked")
        return protocol.credible(call, self.answer(call.operation, call.input))

    def answer(self, operation: str, points: tuple[int, ...]) -> Outcome:
        """The outcome of a request; its operation may be ``echo``."""
        self.number += 1
        return self.exchange({self.number: protocol.request(self.number, operation, points)}).outcome(self.number)

    def exchange(self, requests: Mapping[int, bytes], *, end: bool = False) -> Heard:
        """Send lines, and read until each id has its answer, too much else is written, or the child is silent.

        A child that crashed or hung is closed; with ``end`` the input of a child that hangs is ended first, for what it
        writes only then.
        """
        if self._child is None:
            self.greet()
        self._send(b"".join(requests.values()))
        # The first call of all may build tables, and an answer to it is not late because it comes after the end of input.
        limit = self._limits.start if end and not self._limits.binding else self._limits.call
        heard = Heard(requests, limit)
        while (missing := len(requests) - len(heard.answers)) and not heard.broken:
            lines, heard.broken, heard.hung = self._listen(limit, missing)
            heard.add(lines)
            if len(heard.strays) > len(requests) + _FLOOD:
                heard.broken = "it writes too much"
        if not heard.broken:
            heard.add(self._listen(_QUIET, 1)[0])  # a second answer
        else:
            heard.broken += self._child.stderr_suffix() if self._child else ""
            if heard.hung and end:
                heard.add(self.end_input(1)[1])
            self.patience -= 1 + 4 * heard.hung  # a hang costs the whole time limit
            self.close()
        self.noise += [f"a line that answers nothing: {stray}" for stray in heard.strays]
        self.noise += [f"request {number} was answered twice" for number in heard.doubled]
        return heard

    def end_input(self, seconds: float) -> tuple[bool, list[bytes]]:
        """End the child's input: whether it ended within some seconds, and the lines that it still wrote."""
        if self._child is None:
            self.greet()
        assert self._child is not None
        self.transcript.append("→ (end of input)")
        self._child.end_input()
        lines, _, hung = self._listen(seconds, None)
        return not hung, lines

    def close(self) -> None:
        """End the child by force."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def _send(self, data: bytes) -> None:
        assert self._child is not None
        self._child.send(data)
        self.transcript += [f"→ {_shown(line)}" for line in data.removesuffix(b"\n").split(b"\n")]

    def _listen(self, seconds: float, wanted: int | None) -> tuple[list[bytes], str, bool]:
        """The lines that come until there are ``wanted``, none comes for some seconds (hung), or the child ends."""
        assert self._child is not None
        received: list[bytes] = []
        until = time.monotonic() + seconds
        while wanted is None or len(received) < wanted:
            if wanted is None and time.monotonic() > until:  # it goes on writing, so no pause would end this
                return received, "it does not end", True
            if (left := self._limits.until - time.monotonic()) <= 0:
                raise OutOfTime
            try:
                lines = self._child.receive(min(seconds, left))
            except Ended as ended:
                self.transcript.append(f"  ({ended})")
                return received, str(ended), False
            if not lines and left > seconds:
                return received, f"no answer within {seconds:g} s", True
            self.transcript += [f"← {_shown(line)}" for line in lines]
            received += lines
        return received, "", False


def _shown(line: bytes) -> str:
    return plain(line.decode("utf-8", "backslashreplace"), _SHOWN)
