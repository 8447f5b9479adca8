"""Shared: codecs whose times are made up, so that no test depends on the machine."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from punycode_conform.growth.family import FAMILIES, Family
from punycode_conform.suite.outcome import Call, Operation, Outcome, Returned, TimedOut

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
START, PIPE = 20e-6, 1e-7  # seconds for any call, and for each number that goes through the pipe


def family(name: str) -> Family:
    return next(one for one in FAMILIES if one.name == name)


@dataclass
class Codec:
    """A codec that answers with its input, or as ``outcome`` says, and whose clock is its own.

    Attributes:
        law: the seconds for a length of what is not trivial.
        noise: the seconds that the machine adds to a call; a busy one adds to some calls only, but much.
        outcome: of a call.
        worked: the seconds that it worked on a call that was late.
        remembers: whether a call that was asked before costs nothing.
    """

    law: Callable[[int], float]
    noise: Callable[[Random, float], float] = lambda random, seconds: 0.0
    outcome: Callable[[Call], Outcome] = lambda call: Returned(call.input)
    remembers: bool = False
    random: Random = field(default_factory=lambda: Random(1))
    clock: float = 0.0
    worked: float = 5.0
    asked: set[Call] = field(default_factory=set)

    def ask(self, call: Call) -> tuple[Outcome, float]:
        outcome = self.outcome(call)
        free = trivial(call) or (self.remembers and call in self.asked)
        seconds = 0.0 if free else self.law(len(call.input))
        seconds += START + PIPE * (len(call.input) + (len(outcome.value) if isinstance(outcome, Returned) else 0))
        seconds += self.noise(self.random, seconds)
        if isinstance(outcome, TimedOut):
            seconds = self.worked
        self.asked.add(call)
        self.clock += seconds
        return outcome, seconds

    def now(self) -> float:
        return self.clock

    def settle(self) -> bool:
        return False


def trivial(call: Call) -> bool:
    return call.input[1:2] in ((), (ord("a"),), (ord("-"),))


def busy(random: Random, seconds: float) -> float:
    """What another program adds: a little always, and one time in four as much again, or three times as much."""
    return seconds * (random.random() * 0.1 + (random.choice((1, 1, 3)) if random.random() < 0.25 else 0))


LAWS: dict[str, tuple[Callable[[int], float], float]] = {
    "linear": (lambda n: 1e-6 * n, 1.0),
    "n log n": (lambda n: 2e-7 * n * n.bit_length(), 1.12),
    "n to the 1.5": (lambda n: 1e-6 * n**1.5, 1.5),
    "quadratic": (lambda n: 1e-8 * n * n, 2.0),
    "quadratic, slow": (lambda n: 1e-6 * n * n, 2.0),
    "quadratic under something linear": (lambda n: 2e-6 * n + 1e-8 * n * n, 1.9),
    "cubic": (lambda n: 1e-8 * n**3, 3.0),
}
