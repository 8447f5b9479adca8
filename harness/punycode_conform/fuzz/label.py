"""An encoded form, built forward: the decoder's state is kept, so that each delta is aimed at where it hurts."""

from ..codec.trace import State
from ..codec.varint import write
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
    for _ in range((1, 2, 3, 1, 2, 4, 8, 0)[source.below(8)] if not source.chance(24) else source.below(80)):
        growing.insert(source.one(_DELTAS)(growing, source))
    if source.chance(12):
        growing.insert(_congruent(growing, source))
    if source.chance(24):
        growing.insert(source.one((_enormous, _beyond))(growing, source))
    return growing.encoded


def _lengthen(growing: Growing, source: Source) -> None:
    """Make the encoded form, or the text, as long as some buffer: a delta of zero is one character."""
    length = code_points.long_size(source)
    growing.insert(growing.aim(code_points.special(source), source.below(growing.state.length + 1)))
    if source.below(2):
        length += len(growing.encoded) - growing.state.length
    growing.repeat(length - len(growing.encoded))


def _place(growing: Growing, source: Source) -> int:
    """Front, end, next to last, or anywhere."""
    kind = source.below(5)
    return (
        (growing.state.length, 0, max(growing.state.length - 1, 0), growing.state.i)[kind]
        if kind < 4
        else source.below(growing.state.length + 1)
    )


def _near(growing: Growing, source: Source) -> int:
    return source.below(3 * growing.state.length + 4)


def _same(growing: Growing, source: Source) -> int:
    """The code point that was inserted last, once more."""
    return growing.aim(growing.state.n, _place(growing, source))


def _special(growing: Growing, source: Source) -> int:
    return _reached(growing, code_points.special(source), source)


def _edge(growing: Growing, source: Source) -> int:
    return _reached(growing, source.one(code_points.EDGES), source)


def _block(growing: Growing, source: Source) -> int:
    return _reached(growing, code_points.block(source), source)


def _reached(growing: Growing, code_point: int, source: Source) -> int:
    return growing.aim(max(code_point, growing.state.n), _place(growing, source))


def _beyond(growing: Growing, source: Source) -> int:
    return _reached(growing, source.one(code_points.BEYOND), source)


def _congruent(growing: Growing, source: Source) -> int:
    return congruent(growing, source.one(WIDTHS), source.below(4), source)


def congruent(growing: Growing, bits: int, kind: int, source: Source) -> int:
    """A delta that looks valid to integers of a width, since the code point, i or the delta itself wraps.

    Args:
        bits: the width.
        kind: 0 if the delta wraps, 1 if the code point does, 2 if i comes to the very power of two, 3 if past it.
    """
    power = 1 << bits
    if kind == 2:
        return max(power - growing.state.i - source.below(2), 0)
    aimed = max(_special(growing, source), 0)
    return max((aimed + power, aimed + power * (growing.state.length + 1), 0, aimed + power - growing.state.i)[kind], 0)


def _adapting(growing: Growing, source: Source) -> int:
    """A delta that brings the bias adaptation of 6.1 beside one of its edges: 455 times a power of 35, or a step."""
    edge = source.one((455, 456, 35, 36, 70, 1, 2, 38, 455 * 35, 456 * 35, 456 * 35 * 35)) * (1 + source.chance(3))
    if source.below(2):
        edge = 1 + source.below(1000)
    numpoints = growing.state.length + 1
    # 6.1 divides the first delta by damp, all others by 2.
    part = 700 if growing.state.length == growing.state.literal else 2
    return max((edge * numpoints // (numpoints + 1)) * part + source.below(2 * part + 1) - part, 0)


def _by_digits(growing: Growing, source: Source) -> int:
    """An integer by its digits, each beside its threshold: 3.3 ends at the first that is less."""
    value, weight = 0, 1
    thresholds = growing.state.thresholds
    count = source.below(5)
    for j in range(count):
        t = thresholds[min(j, len(thresholds) - 1)]
        value += source.one((t, 35, min(t + 1, 35), t + source.below(36 - t))) * weight
        weight *= 36 - t
    t = thresholds[min(count, len(thresholds) - 1)]
    return value + source.one((0, t - 1, source.below(t))) * weight


def _enormous(growing: Growing, source: Source) -> int:
    return source.below(1 << source.one((*WIDTHS, 21, 25, 27, 28, 30, 80))) + 1


_DELTAS = (
    *(_near, _near, _near, _same, _special, _special, _special, _special, _edge, _edge, _block, _block, _block, _block),
    *(_adapting, _adapting, _adapting, _by_digits, _by_digits, _same),
)
