"""A conversation with an adapter line by line, kept as a transcript: for what a session smooths over.

A session starts a child again, repeats calls and forgives. Here nothing is forgiven: a line that nobody asked for, a second
answer, a silence and an end are all told as they come.
"""

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ..suite.notation import plain
from ..suite.outcome import Outcome
from . import protocol
from .child import Child, Ended
from .name import Target

_QUIET = 0.01  # seconds without a line after which no second answer is waited for
_BABBLE = 50  # lines that nobody asked for, after which an adapter is not listened to any more
_SHOWN = 200  # characters of a line in a transcript


class Silent(Exception):
    """No answer came in time, or none can come any more; the message says why."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What came back on some requests.

    Attributes:
        answers: the outcomes by id, as many as came, in the order of their coming.
        strays: lines that answer none of the requests, safe to show.
        broken: why not all was answered, or empty.
        hung: whether the time limit was the reason.
    """

    answers: dict[int, tuple[Outcome, ...]]
    strays: tuple[str, ...] = ()
    broken: str = ""
    hung: bool = False


class Wire:
    """One child at a time. Whoever makes a wire closes it.

    Attributes:
        transcript: all lines so far, with ``→`` or ``←`` before them, safe to show.
    """

    def __init__(self, target: Target, *, start: float, call: float) -> None:
        self.transcript: list[str] = []
        self._target = target
        self._start = start
        self._call = call
        self._child: Child | None = None
        self._early: list[bytes] = []  # that came with the handshake

    def greet(self) -> bytes:
        """Start a child, in place of an older one, and give the first line that it says.

        Raises:
            TargetError: the program cannot be started.
            Silent: it says nothing.
        """
        self.close()
        self._child = Child(self._target.command)
        self._say(protocol.HELLO)
        lines, broken, _ = self._listen(self._child, self._start, 1)
        if lines:
            self._early = lines[1:]
            return lines[0]
        raise Silent(broken)

    def unasked(self) -> list[str]:
        """Lines that come although nothing was asked, safe to show."""
        assert self._child is not None
        return [protocol.quoted(line) for line in self._early + self._listen(self._child, _QUIET, 1)[0]]

    def talk(self, lines: Sequence[bytes], ids: Collection[int]) -> Heard:
        """Send lines, and listen until each id has its answer, too much else is said, or the child is silent.

        A child that broke down is closed; :attr:`alive` tells.
        """
        child = self._child
        assert child is not None
        self._say(b"".join(lines))
        heard, broken, hung = self._gather(child, ids)
        if not broken:
            heard += self._listen(child, _QUIET, 1)[0]  # a second answer
        if broken:
            tail = self.stderr()
            broken += f"; the end of its stderr: {tail.splitlines()[-1].strip()}" if tail else ""
            self.close()
        return Heard(*_sorted(heard, ids), broken, hung)

    def alone(self, line: bytes, number: int) -> tuple[Heard, bool]:
        """Send one line; if it is not answered, end the input, and say whether the answer came only then."""
        child = self._child
        assert child is not None
        self._say(line)
        heard, broken, late = self._gather(child, [number])
        if late:
            self.transcript.append("→ (end of input)")
            child.end_input()
            heard += self._listen(child, 1, None)[0]
        if broken:
            self.close()
        return Heard(*_sorted(heard, [number]), broken, late), late

    def _gather(self, child: Child, ids: Collection[int]) -> tuple[list[bytes], str, bool]:
        """Lines until each id has its answer; why it has not, or empty; and whether the time limit was the reason."""
        heard: list[bytes] = []
        broken, hung = "", False
        while (missing := len(ids) - len(_sorted(heard, ids)[0])) and not broken:
            more, broken, hung = self._listen(child, self._call, missing)
            heard += more
            if len(heard) > 2 * len(ids) + _BABBLE:
                broken = "it says too much"
        return heard, broken, hung

    @property
    def alive(self) -> bool:
        """Whether there is a child to talk to."""
        return self._child is not None

    def farewell(self, seconds: float) -> tuple[float | None, list[str]]:
        """End the input: seconds until the child ended, None if it did not in time; and the lines that it still said."""
        child = self._child
        assert child is not None
        self.transcript.append("→ (end of input)")
        child.end_input()
        began = time.monotonic()
        lines, _, hung = self._listen(child, seconds, None)
        took = time.monotonic() - began
        return (None if hung else took), [protocol.quoted(line) for line in lines]

    def stderr(self) -> str:
        """The last lines of the child's stderr, safe to show."""
        return self._child.stderr() if self._child else ""

    def close(self) -> None:
        """End the child by force."""
        if self._child is not None:
            self._child.close()
            self._child = None

    def _say(self, data: bytes) -> None:
        assert self._child is not None
        self._child.send(data)
        self.transcript += [f"→ {_shown(line)}" for line in data.removesuffix(b"\n").split(b"\n")]

    def _listen(self, child: Child, seconds: float, wanted: int | None) -> tuple[list[bytes], str, bool]:
        """The lines that come until there are so many, none comes for that long (hung), or the child ends."""
        heard: list[bytes] = []
        until = time.monotonic() + seconds
        while wanted is None or len(heard) < wanted:
            if wanted is None and time.monotonic() > until:  # it goes on talking
                return heard, "it does not end", True
            try:
                lines = child.receive(seconds)
            except Ended as ended:
                self.transcript.append(f"  ({ended})")
                return heard, str(ended), False
            if not lines:
                return heard, f"no answer within {seconds:g} s", True
            self.transcript += [f"← {_shown(line)}" for line in lines]
            heard += lines
        return heard, "", False


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
    text = line.decode("utf-8", "backslashreplace")
    return plain(text, _SHOWN)
