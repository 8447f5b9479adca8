"""An encoded form, built forward: the decoder's state is kept, so that each delta is aimed at where it hurts."""

from collections.abc import Callable

from ..codec.arithmetic import write
from ..codec.trace import State
from . import code_points
from .randomness import Source

_DIGITS = b"abcdefghijklmnopqrstuvwxyz0123456789"
# Widths at which a careless integer wraps, saturates or is cut. 26 bits are enough for any label (6.4), and 53 are what
# a double holds.
WIDTHS = (8, 16, 20, 24, 26, 31, 32, 53, 63, 64)


class Growing:
    """An encoded form that grows delta by delta.

    Attributes:
        encoded: the encoded form.
        state: the state of its decoder.
    """

    __slots__ = ("encoded", "state")

    def __init__(self, literal: list[int]) -> None:
        self.encoded = [*literal, 0x2D] if literal else []
        self.state = State(len(literal), len(literal))

    def insert(self, delta: int) -> None:
        """Append a delta; 0 instead of a negative one, since a decoder cannot go back."""
        delta = max(delta, 0)
        self.encoded += [_DIGITS[value] for value in write(delta, 36, self.state.thresholds)]
        self.state = self.state.after(delta)

    def repeat(self, times: int) -> None:
        """Append deltas of zero: each inserts the last code point again one place on, with a bias of zero (6.1)."""
        if times > 0 and self.state.length > self.state.literal:
            self.encoded += [_DIGITS[0]] * times
            self.state = self.state._replace(length=self.state.length + times, i=self.state.i + times, bias=0)

    def aim(self, code_point: int, place: int) -> int:
        """The delta that inserts this code point at this place, negative if it lies behind."""
        return (code_point - self.state.n) * (self.state.length + 1) + place - self.state.i


def label(source: Source) -> list[int]:
    """An encoded form; nearly all decode, perhaps past Unicode or past some width of integers."""
    growing = Growing(code_points.basics(source))
    if source.chance(20):
        _lengthen(growing, source)
        return growing.encoded
    for _ in range(source.below(80) if source.chance(24) else source.one((1, 2, 3, 1, 2, 4, 8, 0))):
        growing.insert(source.one(_DELTAS)(growing, source))
    if source.chance(12):
        growing.insert(congruent(growing, source.one(WIDTHS), source.below(4), source))
    if source.chance(24):
        enormous = source.below(1 << source.one((*WIDTHS, 21, 25, 27, 28, 30, 80))) + 1
        growing.insert(_reached(growing, source.one(code_points.BEYOND), source) if source.below(2) else enormous)
    return growing.encoded


def congruent(growing: Growing, bits: int, kind: int, source: Source) -> int:
    """A delta that looks valid to integers of a width, since the code point, i or the delta itself wraps.

    ``kind`` is 0 if the delta wraps, 1 if the code point does, 2 if i comes to the very power of two, 3 if past it.
    """
    power, aimed = 1 << bits, max(_special(growing, source), 0)
    deltas = (
        aimed + power,
        aimed + power * (growing.state.length + 1),
        power - growing.state.i - source.below(2),
        aimed + power - growing.state.i,
    )
    return max(deltas[kind], 0)


def _lengthen(growing: Growing, source: Source) -> None:
    """Make the encoded form, or the text, as long as some buffer: a delta of zero is one character."""
    length = code_points.long_size(source)
    growing.insert(growing.aim(code_points.special(source), source.below(growing.state.length + 1)))
    if source.below(2):
        length += len(growing.encoded) - growing.state.length
    growing.repeat(length - len(growing.encoded))


def _reached(growing: Growing, code_point: int, source: Source) -> int:
    """A delta to a code point at the end, the front, next to last, where the last was put, or anywhere."""
    length = growing.state.length
    place = source.one((length, 0, max(length - 1, 0), growing.state.i, source.below(length + 1)))
    return growing.aim(max(code_point, growing.state.n), place)


def _near(growing: Growing, source: Source) -> int:
    return source.below(3 * growing.state.length + 4)


def _same(growing: Growing, source: Source) -> int:
    return _reached(growing, growing.state.n, source)


def _special(growing: Growing, source: Source) -> int:
    return _reached(growing, code_points.special(source), source)


def _adapting(growing: Growing, source: Source) -> int:
    """A delta that brings the bias adaptation of 6.1 beside one of its edges: 455 times a power of 35, or a step."""
    edge = source.one((455, 456, 35, 36, 70, 1, 2, 38, 455 * 35, 456 * 35, 456 * 35 * 35)) * (1 + source.chance(3))
    if source.below(2):
        edge = 1 + source.below(1000)
    count = growing.state.length + 1
    # 6.1 divides the first delta by damp, all others by 2.
    part = 700 if growing.state.length == growing.state.literal else 2
    return (edge * count // (count + 1)) * part + source.below(2 * part + 1) - part


def _by_digits(growing: Growing, source: Source) -> int:
    """An integer by its digits, each beside its threshold: 3.3 ends at the first that is less."""
    value, weight = 0, 1
    thresholds, count = growing.state.thresholds, source.below(5)
    for j in range(count + 1):
        t = thresholds[min(j, len(thresholds) - 1)]
        higher, lower = (t, 35, min(t + 1, 35), t + source.below(36 - t)), (0, t - 1, source.below(t))
        value += source.one(higher if j < count else lower) * weight
        weight *= 36 - t
    return value


_DELTAS: tuple[Callable[[Growing, Source], int], ...] = (
    *(_near, _near, _near, _same, _same, _special, _special, _special, _special, _special, _special, _special),
    *(_adapting, _adapting, _by_digits, _by_digits),
)
