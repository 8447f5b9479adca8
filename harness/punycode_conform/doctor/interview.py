"""Asking an adapter, and keeping account of what it says unasked."""

from collections.abc import Callable, Sequence

from ..suite.outcome import Call, Crashed, Outcome, Unsupported
from ..targets import protocol
from ..targets.wire import Heard, Wire
from .carriage import Points, calls
from .probes import BUECHER


class Interview:
    """Questions to one adapter over a wire.

    Attributes:
        wire: to the adapter.
        handshake: what it said of itself.
        patience: how many breakdowns are left to bear.
        number: the last id that was used.
        strays: lines that answered nothing.
        doubled: ids that were answered more than once.
        stderr: the end of its standard error.
    """

    def __init__(self, wire: Wire, patience: int) -> None:
        self.wire = wire
        self.handshake = protocol.Handshake()
        self.patience = patience
        self.number = 0
        self.strays: list[str] = []
        self.doubled: list[int] = []
        self.stderr = ""

    def ask(self, asked: Sequence[Call]) -> list[Outcome]:
        """The outcomes of calls, sent one after the other."""
        return [self.one(call) for call in asked]

    def one(self, call: Call) -> Outcome:
        if call.operation not in self.handshake.operations:
            return Unsupported(f"has no {call.operation}")
        if not self.wire.alive:
            self.wire.greet()
        self.number += 1
        heard = self.talk([protocol.request(self.number, call)], [self.number])
        return self.outcome(heard, self.number)

    def echo(self, points: Points) -> Outcome:
        """What comes of an input that is to be given back."""
        if not self.wire.alive:
            self.wire.greet()
        self.number += 1
        return self.outcome(self.talk([protocol.echo(self.number, points)], [self.number]), self.number)

    def talk(self, lines: Sequence[bytes], ids: Sequence[int]) -> Heard:
        heard = self.wire.talk(lines, ids)
        self.strays += heard.strays
        self.doubled += [number for number, outcomes in heard.answers.items() if len(outcomes) > 1]
        self.stderr = self.wire.stderr() or self.stderr
        self.patience -= bool(heard.broken) + 4 * heard.hung  # a hang costs the time limit
        return heard

    @staticmethod
    def outcome(heard: Heard, number: int) -> Outcome:
        if number in heard.answers:
            return heard.answers[number][0]
        if heard.strays:
            return Crashed(f"in place of an answer: {heard.strays[0]}")
        return Crashed(heard.broken or "no answer")

    def has(self, call: Call) -> bool:
        return call.operation in self.handshake.operations

    def variant(self, change: Callable[[bytes], bytes]) -> tuple[Outcome, Outcome]:
        """The answers to a request as it is written usually, and in another way."""
        call = next(call for call in calls(BUECHER) if self.has(call))
        usual = self.one(call)
        self.number += 1
        if not self.wire.alive:
            self.wire.greet()
        line = change(protocol.request(self.number, call))
        return usual, self.outcome(self.talk([line], [self.number]), self.number)
