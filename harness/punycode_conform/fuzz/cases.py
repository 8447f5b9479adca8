"""The cases of a campaign, numbered so that any part can be asked alone.

Those of fuzzing are made from a seed and a number, by a scheme with a number: they stay the same as long as that number
stays. Findings keep the case, never the seed alone, which means other cases to another scheme. Those of a sweep are all
short strings, in shortlex order: shorter sequences first, those of one length as the symbols are ordered. So the first input
that shows a fault is a least one.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from unicodedata import ucd_3_2_0  # of one version for ever, so that every Python makes the same cases

from msgspec import Struct

from ..suite.oracle import MAX_UNICODE, is_unicode
from ..suite.outcome import Call, Operation
from . import code_points, forms
from .code_points import Source
from .forms import CORNERS, Growing, bad_digit, damaged, enclosed, form, swapped

SCHEME = 6  # raised whenever a seed and a number come to mean another case
_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE
_SHORT = tuple(b"a-A09zb_ Zy1\n.@x8")
_BEFORE = (b"", b"", b"b", b"b-", b"tda")
_TURN = 13  # every 13th case is a corner's; a prime, so that each shard gets some
_PLACES = range(1, 11, 3)  # which of 13 cases are unchanged vectors; the first 18,500 cases then ask each
_RELATIVE = 6  # which of 13 is nearly like the one before, if that is asked too: in a shard it is not
_LEAP = 7919  # neighbouring vectors are alike, so their turns lie far apart; a prime
_STRIDE = 721  # so do those of neighbouring corners: nearly the golden part of their number, without a common factor
_LONG = 600  # a relative of a longer call would cost as much as that
# Every digit in lower case, the delimiter, and one capital for the case of digits.
ALPHABET = tuple(map(ord, "abcdefghijklmnopqrstuvwxyz0123456789-A"))
# The delimiter, a letter in both cases, NUL, and where a limit lies: of the basic code points, of the lengths in UTF-8 and
# UTF-16, of the surrogates, of Unicode. Surrogates themselves are a choice, so they are asked on request.
BOUNDARIES = (
    *(0x61, 0x2D, 0x41, 0x00, 0x7F),
    *(0x80, 0xFC, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF),
)


class Domain(Struct, frozen=True):
    """All inputs of one operation: sequences of distinct symbols up to a length."""

    operation: Operation
    symbols: tuple[int, ...]
    length: int

    @property
    def size(self) -> int:
        """The number of inputs, the empty one included."""
        return sum(len(self.symbols) ** length for length in range(self.length + 1))


class Cases(Struct, frozen=True):
    """Numbered cases: how many of them over all shards, and for how long."""

    make: Callable[[int], Call]
    count: int | None = None
    seconds: float = math.inf
    shard: tuple[int, int] = (0, 1)  # its index, and the number of shards
    seed: int | None = None  # None for a sweep, which asks every input
    limited: bool = False  # by the time limit: a run that it ends has not done its work
    round_trip: bool = True  # whether a sweep encodes again what was decoded
    domains: tuple[Domain, ...] = ()  # of a sweep
    aimed: Mapping[Call, str] = {}  # calls made of the target's constants, with the constants in words

    def numbers(self, done: int, size: int) -> list[int]:
        """The numbers of the next cases of this shard."""
        index, shards = self.shard
        numbers = range(index + shards * done, index + shards * (done + size), shards)
        return [number for number in numbers if self.count is None or number < self.count]


def in_order(domains: Sequence[Domain], number: int) -> Call:
    """The call with a number, where all inputs of some domains are numbered one after the other."""
    for domain in domains:
        if number < domain.size:
            digits: list[int] = []
            while number:  # shortlex order is bijective numeration with the symbols as digits
                number, symbol = divmod(number - 1, len(domain.symbols))
                digits.append(domain.symbols[symbol])
            return Call(domain.operation, tuple(digits[::-1]))
        number -= domain.size
    raise IndexError(number)


def numbered(seed: int, number: int, vectors: Sequence[Call] = ()) -> Call:
    """The case with a number in the run of a seed; variations of the vectors are mixed in.

    In any 20,000 in a row each corner comes up. At first each vector has its turn as it is, too, so that whatever one of
    them shows is found without luck; later they are only varied.
    """
    turn, rest = divmod(number, _TURN)
    if rest in _PLACES and (vector := turn * len(_PLACES) + _PLACES.index(rest)) < len(vectors):
        # Another seed begins elsewhere, so that short runs with several seeds ask different vectors.
        return vectors[(vector + 101 * seed) * _LEAP % len(vectors)]
    source = Source(SCHEME, seed, number)
    if rest == _TURN - 1:
        return CORNERS[(turn + 101 * seed) * _STRIDE % len(CORNERS)](source)
    if rest == _RELATIVE:
        return relative(numbered(seed, number - 1, vectors), source)
    return drawn(source, vectors)


def drawn(source: Source, vectors: Sequence[Call] = ()) -> Call:
    """The case that a source's next decisions make."""
    kind = source.below(16)
    if kind < 5:
        return Call(_DECODE, tuple(damaged(form(source), source)))
    if kind < 10:
        return Call(_ENCODE, tuple(code_points.text(source)))
    if kind < 12 and vectors:
        return _varied(source.one(vectors), source)
    if kind < 14:
        return _short(source)
    if kind < 15:
        return _worded(source)
    grow: Callable[[Source], Growing] = forms.neighbours
    if source.below(2):
        grow = partial(forms.of_length, 16 + source.below(285), bool(source.below(2)))
    return forms.asked(source.one((_ENCODE, _DECODE)), grow, source)


def _short(source: Source) -> Call:
    """One of the few thousand shortest strings, or a form in which a single character is no digit."""
    kind = source.below(6)
    if kind < 2:
        return Call(_DECODE, tuple(source.one(_SHORT) for _ in range(source.below(4))))
    if kind < 5:
        # Whatever a digit is worth, or if it is left out or delimits, an a after it makes the form a valid one.
        return Call(_DECODE, (*source.one(_BEFORE), bad_digit(source), *source.one((b"a", b"a", b"a", b""))))
    pick = (0x61, 0x2D, 0x80, 0x20, 0xFC, 0x4E2D, 0x10FFFF, 0)
    return Call(_ENCODE, tuple(source.one(pick) for _ in range(source.below(4))))


def _worded(source: Source) -> Call:
    """Basic text that means something elsewhere: to encode, as a literal part, or as if it were an encoded form."""
    text, kind = code_points.words(source), source.below(8)
    if kind < 5:
        return Call(_ENCODE, tuple(enclosed(text, source) if source.chance(4) else text))
    return Call(_DECODE, (*text, *(b"-", b"-tda", b"")[kind - 5]))


def _varied(seed: Call, source: Source) -> Call:
    """A vector's call with a change."""
    points = list(seed.input)
    if seed.operation is _DECODE:
        return Call(_DECODE, tuple(damaged(points, source)))
    place, width = source.below(len(points) + 1), source.below(2)
    return Call(_ENCODE, (*points[:place], *[code_points.special(source)][: source.below(4)], *points[place + width :]))


def relative(before: Call, source: Source) -> Call:
    """A call nearly like the one before: one keystroke apart, or with one key of a memo, such as the beginning, the
    length, the sum or the set of the code points, or the letters without their case.

    A codec that keeps something between calls goes wrong at the second of two such calls.
    """
    points = list(before.input[:_LONG])
    if source.chance(6) and (before.operation is _DECODE or is_unicode(points)):
        return Call(_DECODE if before.operation is _ENCODE else _ENCODE, tuple(points))
    place = source.one((max(len(points) - 1, 0), len(points) // 2, 8, 16, 32, 64))
    turn = source.below(len(points) + 1)
    text = "".join(chr(min(c, MAX_UNICODE)) for c in points)
    twins = (
        [*points, source.one(b"a-A0bz ")],
        points[:-1],
        points[1:],
        points[:place] + [source.one(b"abcz09") for _ in points[place:]],
        points[turn:] + points[:turn],
        points[::-1],
        _balanced(points, source),
        swapped(points),
        [ord(c) for c in ucd_3_2_0.normalize(source.one(("NFC", "NFD")), text)],
        source.one(([*points, 0, 0x61], [*points, 0x20], [0x20, *points], [*points, 0x0A], [*points, *points])),
    )
    return Call(before.operation, tuple(source.one(twins)))


def _balanced(points: list[int], source: Source) -> list[int]:
    """An equal sum: a code point one more, and another one less."""
    up, down = source.below(max(len(points), 1)), source.below(max(len(points), 1))
    changed = [c + (place == up) - (place == down) for place, c in enumerate(points)]
    return changed if min(changed, default=0) >= 0 else points
