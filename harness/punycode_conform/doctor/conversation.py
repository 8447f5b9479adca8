"""Asking an adapter, line by line, with everything that it writes kept.

A session starts a child again, repeats calls and forgives. Here nothing is forgiven: a line that nobody asked for, a second
answer, a silence and an end are all kept for the assessment.
"""

import math
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field

from ..notation import plain
from ..suite.outcome import Call, Crashed, Outcome, TimedOut, Unsupported
from ..targets import protocol
from ..targets.child import Child, Ended
from ..targets.name import Target
from ..targets.processor import Processor
from ..targets.session import OutOfTime
from .inputs import BUECHER, Points, calls

# Seconds without a line, after which no second answer is expected: an adapter that writes two writes them at once, and a
# checkup waits for this some 90 times.
_QUIET = 0.01
_FLOOD = 50  # lines that nobody asked for, after which an adapter is not read any more
_SHOWN = 200  # characters of a line in a transcript


class Silent(Exception):
    """An adapter gave no handshake; the message says why."""


@dataclass(slots=True)
class Heard:
    """The lines that come back on some requests, sorted as they come.

    Attributes:
        ids: of the requests.
        asked: the octets of the longest request.
        limit: seconds in which an answer was due.
        answers: the outcomes by id.
        strays: lines that answer none of the requests, safe to show.
        broken: why not all was answered, or empty.
        hung: whether the time limit was the reason.
    """

    ids: Collection[int]
    asked: int
    limit: float
    answers: dict[int, list[Outcome]] = field(default_factory=dict)
    strays: list[str] = field(default_factory=list)
    broken: str = ""
    hung: bool = False

    def add(self, lines: Sequence[bytes]) -> None:
        """Sort more lines into answers and strays."""
        for line in lines:
            try:
                # A result that is too long is a wrong one, and is judged as such.
                number, outcome = protocol.reply(line, dict.fromkeys(self.ids, 1 << 60))
                self.answers.setdefault(number, []).append(outcome)
            except protocol.ProtocolError:
                self.strays.append(protocol.quoted(line))

    def outcome(self, number: int) -> Outcome:
        """The first answer to a request, or what came instead."""
        if number in self.answers:
            return self.answers[number][0]
        if self.strays:
            return Crashed(f"instead of an answer: {self.strays[0]}")
        return TimedOut(self.limit) if self.hung else Crashed(self.broken or "no answer")


class Conversation:
    """A conversation with an adapter, through one child process at a time. Its caller closes it.

    Args:
        target: what to run.
        start, call: seconds to wait for a handshake and for an answer.
        patience: how many crashes are allowed; a hang counts as five.
        until: when the conversation is over, by the monotonic clock.

    Attributes:
        transcript: all lines so far, with ``→`` or ``←`` before them, safe to show.
        handshake: the adapter's first; the caller sets it.
        number: the last id that was used.
        strays: lines that answered nothing.
        doubled: ids that were answered more than once.
        lacks: code points that the adapter cannot be given: by the user's word, by its handshake, or as was seen.
    """

    def __init__(self, target: Target, *, start: float, call: float, patience: int, until: float = math.inf) -> None:
        self.transcript: list[str] = []
        self.lacks = target.lacks
        self.handshake = protocol.Handshake()
        self.patience = patience
        self.number = 0
        self.strays: list[str] = []
        self.doubled: list[int] = []
        self._target = target
        self._start = start
        self._call = call
        self._until = until
        self._child: Child | None = None
        self._early: list[bytes] = []  # lines that came with the handshake
        self._echoes: dict[Points, Outcome] = {}  # both calls of a string need its echo

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
        """Whether the adapter has the call's operation, and can be given its input."""
        return call.operation in self.handshake.operations and self.takes(call.input)

    def takes(self, points: Points) -> bool:
        """Whether the adapter can be given these code points."""
        return (self.lacks | self.handshake.lacks).isdisjoint(points)

    def ask(self, call: Call) -> Outcome:
        """The outcome of a call, in a fresh child if the last one has ended."""
        if not self.has(call):
            return Unsupported("is not asked")
        return protocol.credible(call, self._one(lambda number: protocol.request(number, *call)))

    def echo(self, points: Points) -> Outcome:
        """The outcome of an echo; each string is asked once."""
        if points not in self._echoes:
            self._echoes[points] = self.echo_again(points)
        return self._echoes[points]

    def echo_again(self, points: Points) -> Outcome:
        """The outcome of an echo, also of a string that was asked before."""
        return self._one(lambda number: protocol.request(number, "echo", points))

    def seconds(self, ask: Callable[[], object]) -> float:
        """How long the adapter works on what is asked: its processor time where the platform shows it, else by the clock."""
        work = Processor(self._child.pid).seconds if self._child else lambda: None
        before, began = work(), time.perf_counter()
        ask()
        passed, after = time.perf_counter() - began, work()
        return passed if before is None or after is None else after - before

    def compare(self, change: Callable[[bytes], bytes]) -> tuple[Outcome, Outcome]:
        """The outcomes of an ordinary request and of the line that ``change`` makes of it."""
        # The codec may be wrong, so its answer to an ordinary line is what the other answer must equal.
        call = self.ordinary_call()
        usual = self._one(lambda number: protocol.request(number, *call))
        return usual, self._one(lambda number: change(protocol.request(number, *call)))

    def ordinary_call(self) -> Call:
        """A call that the adapter must be able to answer."""
        return next(call for call in calls(BUECHER) if self.has(call))

    def _one(self, line: Callable[[int], bytes]) -> Outcome:
        if not self.alive:
            self.greet()
        self.number += 1
        return self.exchange([line(self.number)], [self.number]).outcome(self.number)

    def exchange(self, lines: Sequence[bytes], ids: Collection[int], *, end: bool = False) -> Heard:
        """Send lines, and read until each id has its answer, too much else is written, or the child is silent.

        A child that crashed or hung is closed.

        Args:
            lines, ids: the requests and their ids.
            end: end the input of a child that hangs, for what it writes only then.
        """
        self._send(b"".join(lines))
        heard = Heard(ids, max(map(len, lines)), self._call)
        while (missing := len(ids) - len(heard.answers)) and not heard.broken:
            came, heard.broken, heard.hung = self._listen(self._call, missing)
            heard.add(came)
            if len(heard.strays) > len(ids) + _FLOOD:
                heard.broken = "it writes too much"
        if heard.broken and self._child:
            heard.broken += self._child.last_words()
        if not heard.broken:
            heard.add(self._listen(_QUIET, 1)[0])  # a second answer
        elif heard.hung and end:
            heard.add(self.end_input(1)[1])
        self.strays += heard.strays
        self.doubled += [number for number, outcomes in heard.answers.items() if len(outcomes) > 1]
        self.patience -= bool(heard.broken) + 4 * heard.hung  # a hang costs the whole time limit
        if heard.broken:
            self.close()
        return heard

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
            self._child.close()
            self._child = None

    def _send(self, data: bytes) -> None:
        assert self._child is not None
        self._child.send(data)
        self.transcript += [f"→ {_shown(line)}" for line in data.removesuffix(b"\n").split(b"\n")]

    def _listen(self, seconds: float, wanted: int | None) -> tuple[list[bytes], str, bool]:
        """The lines that come until there are ``wanted``, none comes for some seconds (hung), or the child ends."""
        assert self._child is not None
        came: list[bytes] = []
        until = time.monotonic() + seconds
        while wanted is None or len(came) < wanted:
            if wanted is None and time.monotonic() > until:  # it goes on writing, so no pause would end this
                return came, "it does not end", True
            if (left := self._until - time.monotonic()) <= 0:
                raise OutOfTime
            try:
                lines = self._child.receive(min(seconds, left))
            except Ended as ended:
                self.transcript.append(f"  ({ended})")
                return came, str(ended), False
            if not lines and left > seconds:
                return came, f"no answer within {seconds:g} s", True
            self.transcript += [f"← {_shown(line)}" for line in lines]
            came += lines
        return came, "", False


def _shown(line: bytes) -> str:
    return plain(line.decode("utf-8", "backslashreplace"), _SHOWN)
