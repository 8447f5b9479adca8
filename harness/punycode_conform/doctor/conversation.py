"""Asking an adapter, line by line, with everything that it writes kept.

A session starts a child again, repeats calls and forgives. Here nothing is forgiven: a line that nobody asked for, a second
answer, a silence and an end are all kept for the assessment.
"""

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from ..suite.notation import plain
from ..suite.outcome import Call, Crashed, Outcome, Unsupported
from ..targets import protocol
from ..targets.child import Child, Ended
from ..targets.name import Target
from .inputs import BUECHER, Points, calls

_QUIET = 0.01  # seconds without a line, after which no second answer is waited for
_FLOOD = 50  # lines that nobody asked for, after which an adapter is not read any more
_SHOWN = 200  # characters of a line in a transcript


class Silent(Exception):
    """An adapter gave no handshake; the message says why."""


@dataclass(frozen=True, slots=True)
class Heard:
    """The lines that came back on some requests.

    Attributes:
        answers: the outcomes by id, in the order in which they came.
        strays: lines that answer none of the requests, safe to show.
        broken: why not all was answered, or empty.
        hung: whether the time limit was the reason.
    """

    answers: dict[int, tuple[Outcome, ...]]
    strays: tuple[str, ...] = ()
    broken: str = ""
    hung: bool = False

    def outcome(self, number: int) -> Outcome:
        """The first answer to a request, or what came instead."""
        if number in self.answers:
            return self.answers[number][0]
        if self.strays:
            return Crashed(f"instead of an answer: {self.strays[0]}")
        return Crashed(self.broken or "no answer")


class Conversation:
    """A conversation with an adapter, through one child process at a time. Its caller closes it.

    Args:
        target: what to run.
        start, call: seconds to wait for a handshake and for an answer.
        patience: how many crashes are allowed; a hang counts as five, since it costs the time limit.

    Attributes:
        transcript: all lines so far, with ``→`` or ``←`` before them, safe to show.
        handshake: the adapter's first; the caller sets it.
        number: the last id that was used.
        strays: lines that answered nothing.
        doubled: ids that were answered more than once.
        last_words: the end of the standard error of the child before, or of this one.
    """

    def __init__(self, target: Target, *, start: float, call: float, patience: int) -> None:
        self.transcript: list[str] = []
        self.handshake = protocol.Handshake()
        self.patience = patience
        self.number = 0
        self.strays: list[str] = []
        self.doubled: list[int] = []
        self.last_words = ""
        self._target = target
        self._start = start
        self._call = call
        self._child: Child | None = None
        self._early: list[bytes] = []  # lines that came with the handshake
        self._echoes: dict[Points, Outcome] = {}

    @property
    def alive(self) -> bool:
        """Whether there is a child to talk to."""
        return self._child is not None

    def greet(self) -> bytes:
        """Start a child, in place of an older one, and return the first line that it writes.

        Raises:
            TargetError: the program cannot be started.
            Silent: it writes nothing.
        """
        self.close()
        self._child = Child(self._target.command)
        self._send(protocol.HELLO)
        lines, broken, _ = self._listen(self._start, 1)
        if not lines:
            raise Silent(broken + self._child.last_words())
        self._early = lines[1:]
        return lines[0]

    def unasked(self) -> list[str]:
        """Lines that came although nothing was asked, safe to show."""
        return [protocol.quoted(line) for line in self._early + self._listen(_QUIET, 1)[0]]

    def has(self, call: Call) -> bool:
        """Whether the adapter has the call's operation."""
        return call.operation in self.handshake.operations

    def ask(self, call: Call) -> Outcome:
        """The outcome of a call, in a fresh child if the last one has ended."""
        if not self.has(call):
            return Unsupported(f"has no {call.operation}")
        return self._one(lambda number: protocol.request(number, call))

    def echo(self, points: Points) -> Outcome:
        """The outcome of an echo; each string is asked once."""
        if points not in self._echoes:
            self._echoes[points] = self._one(lambda number: protocol.echo(number, points))
        return self._echoes[points]

    def compare(self, change: Callable[[bytes], bytes]) -> tuple[Outcome, Outcome]:
        """The outcomes of an ordinary request and of the line that ``change`` makes of it."""
        call = self.ordinary_call()
        return self.ask(call), self._one(lambda number: change(protocol.request(number, call)))

    def ordinary_call(self) -> Call:
        """A call that the adapter must be able to answer."""
        return next(call for call in calls(BUECHER) if self.has(call))

    def _one(self, line: Callable[[int], bytes]) -> Outcome:
        if not self.alive:
            self.greet()
        self.number += 1
        return self.exchange([line(self.number)], [self.number]).outcome(self.number)

    def exchange(self, lines: Sequence[bytes], ids: Collection[int]) -> Heard:
        """Send lines, and read until each id has its answer, too much else is written, or the child is silent.

        A child that crashed or hung is closed.
        """
        self._send(b"".join(lines))
        came, broken, hung = self._gather(ids)
        if not broken:
            came += self._listen(_QUIET, 1)[0]  # a second answer
        elif self._child:
            broken += self._child.last_words()
        heard = Heard(*_sorted(came, ids), broken, hung)
        self.strays += heard.strays
        self.doubled += [number for number, outcomes in heard.answers.items() if len(outcomes) > 1]
        self.patience -= bool(broken) + 4 * hung
        if broken:
            self.close()
        return heard

    def single(self, call: Call) -> tuple[Heard, bool]:
        """Send one request; if no answer comes, end the input, and say whether the answer came only then."""
        self.number += 1
        self._send(protocol.request(self.number, call))
        came, broken, late = self._gather([self.number])
        if late:
            came += self.end_input(1)[1]
        if broken:
            self.close()
        heard = Heard(*_sorted(came, [self.number]), broken, late)
        self.strays += heard.strays
        return heard, late

    def end_input(self, seconds: float) -> tuple[float | None, list[bytes]]:
        """End the child's input: seconds until it ended, None if it did not in time; and the lines that it still wrote."""
        assert self._child is not None
        self.transcript.append("→ (end of input)")
        self._child.end_input()
        began = time.monotonic()
        lines, _, hung = self._listen(seconds, None)
        return (None if hung else time.monotonic() - began), lines

    def close(self) -> None:
        """End the child by force."""
        if self._child is not None:
            self.last_words = self._child.stderr() or self.last_words
            self._child.close()
            self._child = None

    def _send(self, data: bytes) -> None:
        assert self._child is not None
        self._child.send(data)
        self.transcript += [f"→ {_shown(line)}" for line in data.removesuffix(b"\n").split(b"\n")]

    def _gather(self, ids: Collection[int]) -> tuple[list[bytes], str, bool]:
        """Lines until each id has its answer; why some have none, or empty; and whether the time limit was the reason."""
        came: list[bytes] = []
        broken, hung = "", False
        while (missing := len(ids) - len(_sorted(came, ids)[0])) and not broken:
            more, broken, hung = self._listen(self._call, missing)
            came += more
            if len(came) > 2 * len(ids) + _FLOOD:
                broken = "it writes too much"
        return came, broken, hung

    def _listen(self, seconds: float, wanted: int | None) -> tuple[list[bytes], str, bool]:
        """The lines that come until there are ``wanted``, none comes for some seconds (hung), or the child ends."""
        assert self._child is not None
        came: list[bytes] = []
        until = time.monotonic() + seconds
        while wanted is None or len(came) < wanted:
            if wanted is None and time.monotonic() > until:  # it goes on writing
                return came, "it does not end", True
            try:
                lines = self._child.receive(seconds)
            except Ended as ended:
                self.transcript.append(f"  ({ended})")
                return came, str(ended), False
            if not lines:
                return came, f"no answer within {seconds:g} s", True
            self.transcript += [f"← {_shown(line)}" for line in lines]
            came += lines
        return came, "", False


def _sorted(lines: Sequence[bytes], ids: Collection[int]) -> tuple[dict[int, tuple[Outcome, ...]], tuple[str, ...]]:
    """The answers to these ids, and the lines that are none."""
    answers: dict[int, tuple[Outcome, ...]] = {}
    strays = []
    for line in lines:
        try:
            number = protocol.identity(line)
            if number not in ids:
                raise protocol.ProtocolError("an answer to no request")
            answers[number] = (*answers.get(number, ()), protocol.reply(line))
        except protocol.ProtocolError:
            strays.append(protocol.quoted(line))
    return answers, tuple(strays)


def _shown(line: bytes) -> str:
    return plain(line.decode("utf-8", "backslashreplace"), _SHOWN)
