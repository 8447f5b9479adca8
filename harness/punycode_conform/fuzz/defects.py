"""Defects: one small change that makes an encoded form a bad one, or another one."""

from collections.abc import Callable, Sequence

from ..suite.outcome import literal_length
from . import code_points, words
from .randomness import Source

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
_MARKS = (0x80, 0xA0, 0xFF, 0xE9, 0x4E2D, 0x200B, 0x200D, 0x3002, 0xFEFF, 0xE000, 0xFFFD, 0xFFFF, 0x1F600, 0x10FFFF)


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


def _truncated(encoded: list[int], source: Source) -> list[int]:
    """Cut at any place, most often by a character or two; or the digits alone, after a delimiter or some."""
    if source.chance(3):
        return [0x2D] * (1 + source.chance(3)) + encoded[literal_length(encoded) :][: source.one((1, 12))]
    cut = 1 + source.below(2) if source.below(2) else 1 + source.below(max(len(encoded), 1))
    return encoded[:-cut]


def _spoiled(encoded: list[int], source: Source) -> list[int]:
    """Another digit, a bad one or none, put in or in the place of one.

    A bad one may follow some of the highest, whose sum is greater than what a digit-value below zero takes off.
    """
    last = max(len(encoded) - 1, 0)
    start = min(literal_length(encoded), last)
    nines = [0x39] * (1 + source.below(4) if source.below(4) else 8 + source.below(16))
    bad, digit = [bad_digit(source)], [source.one(b"abcdefghijklmnopqrstuvwxyz0123456789ABYZ")]
    place = source.one((last, start, start + source.below(last - start + 1)))
    return _put(encoded, place, source.one((bad, bad, digit, [], nines + bad)), source)


def _delimited(encoded: list[int], source: Source) -> list[int]:
    """A delimiter more, less or only alike, at any place; or a non-basic code point before the delimiter."""
    split = max(literal_length(encoded) - 1, 0)
    if source.chance(4):
        return _put(encoded, source.below(split + 1), [source.one((*_MARKS, 0xFC, 0x430, 0xC3, 0x161))], source)
    place = source.one((0, split, split, len(encoded), source.below(len(encoded) + 1)))
    return _put(encoded, place, [source.one(_HYPHENS)] if source.below(4) else [], source)


def _put(encoded: list[int], place: int, piece: Sequence[int], source: Source) -> list[int]:
    """A piece put in at a place, or put in the place of the character there."""
    return [*encoded[:place], *piece, *encoded[place + source.below(2) :]]


def _tailed(encoded: list[int], source: Source) -> list[int]:
    """Something at an end that could be stripped or overlooked, perhaps repeated; or between two marks."""
    if source.chance(3):
        return words.enclosed(encoded, source)
    more = [source.one(code_points.TRIMMED) if source.below(2) else bad_digit(source)] * (1 + source.chance(4))
    more += [source.one(code_points.TRIMMED)] if source.chance(8) else []
    return encoded + more if source.below(3) else more + encoded


def _recased(encoded: list[int], source: Source) -> list[int]:
    """Letters in the other case: all digits, one character, or all."""
    start, place = literal_length(encoded), source.below(max(len(encoded), 1))
    first, last = source.one(((start, len(encoded)), (start, len(encoded)), (place, place + 1), (0, len(encoded))))
    return [c ^ 0x20 if first <= p < last and 0x41 <= c & ~0x20 <= 0x5A else c for p, c in enumerate(encoded)]


_DEFECTS: tuple[Callable[[list[int], Source], list[int]], ...] = (
    *(_truncated, _truncated, _truncated, _spoiled, _spoiled, _spoiled, _spoiled, _delimited, _delimited, _delimited),
    *(_delimited, _tailed, _tailed, _recased, _recased, _recased),
)
