"""Encoded forms, built forward: the decoder's state is kept, so that each delta is aimed at where it hurts; and defects.

A defect is a small change that makes a form a bad one, or another one.
"""

from collections.abc import Callable, Sequence

from ..codec.arithmetic import write
from ..codec.trace import State
from ..suite.outcome import literal_length
from . import code_points
from .code_points import Source

_DIGITS = b"abcdefghijklmnopqrstuvwxyz0123456789"
# Widths at which a careless integer wraps, saturates or is cut. 26 bits are enough for any label (6.4), and 53 are what
# a double holds.
WIDTHS = (8, 16, 20, 24, 26, 31, 32, 53, 63, 64)
# No digits: all of ASCII, next to the digits, and congruent to digits in 7, 8 and 16 bits.
_ASCII = tuple(c for c in range(0x80) if not chr(c).isalnum())
_BESIDE = tuple(b"/:@[`{")  # where a test of a range is wrong by one
_ALIASES = (0x80, 0x100, 0x1000, 0x10000, 0x20)
# Digits by a compatibility mapping, by their value, or by their looks; what follows each is one, too.
_LOOK_ALIKE = code_points.listed("""
FF10 FF21 FF41 212A 17F 131 430 660 6F0 966 B2 1D2C 2070 2080 2090 2170 2460 2474 2488 249C 24B6 24D0 2776 3021 4E00
516B 1369 10A40 11052 1D400 1D5BA 1D7CE 1F100 1F110 1F130 1F150 1F170 1F1E6 1FBF0 E0030 E0061 3B1 13A0 E1 250
""")
_HYPHENS = (0x2D, 0x2D, 0x2D, 0x2D, 0x2010, 0x2011, 0x2012, 0x2013, 0x2212, 0xFE63, 0xFF0D, 0xAD, 0x5F)
_MARKS = code_points.listed("80 A0 FF E9 FC C3 161 430 4E2D 200B 200D 3002 FEFF E000 FFFD FFFF 1F600 10FFFF")
# Marks around a text that a layer may take off because it reads the text as quoted.
_PAIRS = ('""', "''", "<>", "()", "[]", "{}", "**", "__", "``", "//", "||", "%%", "$$", "::", "  ", "“”", "«»")


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


def form(source: Source) -> list[int]:
    """An encoded form; nearly all decode, perhaps past Unicode or past some width of integers."""
    growing = Growing(code_points.basics(source))
    for _ in range(source.below(80) if source.chance(24) else source.one((1, 2, 3, 1, 2, 4, 8, 0))):
        growing.insert(source.one(_DELTAS)(growing, source))
    if source.chance(12):
        growing.insert(congruent(growing, source.one(WIDTHS), source.below(4), source))
    if source.chance(40):
        growing.insert(_reached(growing, source.one(code_points.BEYOND), source))
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


def _reached(growing: Growing, code_point: int, source: Source) -> int:
    """A delta to a code point at the end, the front, next to last, where the last was put, or anywhere."""
    length = growing.state.length
    place = source.one((length, 0, max(length - 1, 0), growing.state.i, source.below(length + 1)))
    return growing.aim(max(code_point, growing.state.n), place)


def _near(growing: Growing, source: Source) -> int:
    return source.below(3 * growing.state.length + 4)


def _special(growing: Growing, source: Source) -> int:
    return _reached(growing, source.one((growing.state.n, *[code_points.special(source)] * 4)), source)


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
    *(_near, _near, _near, _special, _special, _special, _special, _special, _special, _special, _special, _special),
    *(_adapting, _adapting, _by_digits, _by_digits),
)


def damaged(encoded: list[int], source: Source) -> list[int]:
    """An encoded form with up to two defects, most often one."""
    for _ in range(source.one((0, 1, 1, 1, 1, 1, 2, 2))):
        encoded = source.one(_DEFECTS)(encoded, source)
    return encoded


def bad_digit(source: Source) -> int:
    """A character that is no digit, or hardly one."""
    kind = source.below(8)
    if kind < 4:
        return source.one(_ASCII if kind else _BESIDE)
    if kind < 5:
        return source.one(_LOOK_ALIKE) + source.below(10)
    if kind < 6:
        return source.one(b"abz019AZ") + source.one(_ALIASES)
    return source.one(_MARKS) if kind < 7 else 0x80 + source.below(0x80)


def enclosed(inner: Sequence[int], source: Source) -> list[int]:
    """A text between two marks."""
    marks = source.one(_PAIRS)
    return [ord(marks[0]), *inner, ord(marks[1])]


def _truncated(encoded: list[int], source: Source) -> list[int]:
    """Cut at any place, most often by a character or two; or the digits alone, after a delimiter or some."""
    if source.chance(3):
        return [0x2D] * (1 + source.chance(3)) + encoded[literal_length(encoded) :][: source.one((1, 12))]
    return encoded[: -1 - source.below(2 if source.below(2) else max(len(encoded), 1))]


def _spoiled(encoded: list[int], source: Source) -> list[int]:
    """Another digit, a bad one or none, put in or in the place of one.

    A bad one may follow some of the highest, whose sum is greater than what a digit-value below zero takes off.
    """
    last = max(len(encoded) - 1, 0)
    start = min(literal_length(encoded), last)
    nines = [0x39] * (1 + source.below(4) if source.below(4) else 8 + source.below(16))
    bad, digit = [bad_digit(source)], [source.one(_DIGITS + b"ABYZ")]
    place = source.one((last, start, start + source.below(last - start + 1)))
    return _put(encoded, place, source.one((bad, bad, digit, [], nines + bad)), source)


def _delimited(encoded: list[int], source: Source) -> list[int]:
    """A delimiter more, less or only alike, at any place; or a non-basic code point before the delimiter."""
    split = max(literal_length(encoded) - 1, 0)
    if source.chance(4):
        return _put(encoded, source.below(split + 1), [source.one(_MARKS)], source)
    place = source.one((0, split, split, len(encoded), source.below(len(encoded) + 1)))
    return _put(encoded, place, [source.one(_HYPHENS)] if source.below(4) else [], source)


def _put(encoded: list[int], place: int, piece: Sequence[int], source: Source) -> list[int]:
    """A piece put in at a place, or put in the place of the character there."""
    return [*encoded[:place], *piece, *encoded[place + source.below(2) :]]


def _tailed(encoded: list[int], source: Source) -> list[int]:
    """Something at an end that could be stripped or overlooked, perhaps repeated; or between two marks."""
    if source.chance(3):
        return enclosed(encoded, source)
    more = [source.one(code_points.TRIMMED) if source.below(2) else bad_digit(source)] * (1 + source.chance(4))
    return encoded + more if source.below(3) else more + encoded


def _recased(encoded: list[int], source: Source) -> list[int]:
    """Letters in the other case: all digits, one character, or all."""
    start, place = literal_length(encoded), source.below(max(len(encoded), 1))
    first, last = source.one(((start, len(encoded)), (start, len(encoded)), (place, place + 1), (0, len(encoded))))
    return encoded[:first] + swapped(encoded[first:last]) + encoded[last:]


def swapped(points: Sequence[int]) -> list[int]:
    """Letters of ASCII in the other case."""
    return [c ^ 0x20 if 0x41 <= c & ~0x20 <= 0x5A else c for c in points]


_DEFECTS: tuple[Callable[[list[int], Source], list[int]], ...] = (
    *(_truncated, _truncated, _truncated, _spoiled, _spoiled, _spoiled, _spoiled, _delimited, _delimited, _delimited),
    *(_delimited, _tailed, _tailed, _recased, _recased, _recased),
)
