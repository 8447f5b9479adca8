"""Defects: one small change that makes an encoded form a bad one, or another one."""

from collections.abc import Callable

from . import code_points, words
from .randomness import Source

Defect = Callable[[list[int], Source], list[int]]

# What is no digit: all of ASCII, beside the digits, in other scripts, and congruent to digits in 7, 8 and 16 bits.
_ASCII = tuple(c for c in range(0x80) if not chr(c).isalnum())
_BESIDE = tuple(b"/:@[`{")  # where a test of a range is wrong by one
_LOOK_ALIKE = (0xFF10, 0xFF19, 0xFF21, 0xFF41, 0xFF5A, 0x212A, 0x17F, 0x131, 0x430, 0x660, 0x669, 0x6F0, 0x966, 0x1D7D8)
# By a compatibility mapping, by their value as a digit or a number, or by their looks.
_OTHER_DIGITS = (
    *(0xB2, 0x1D2C, 0x1D43, 0x2070, 0x2080, 0x2090, 0x2170, 0x2460, 0x2474, 0x2488, 0x249C, 0x24B6, 0x24D0, 0x2776),
    *(0x3021, 0x4E00, 0x516B, 0x1369, 0x10A40, 0x11052, 0x1D400, 0x1D5BA, 0x1D7CE, 0x1F100, 0x1F110, 0x1F130, 0x1F150),
    *(0x1F170, 0x1F1E6, 0x1FBF0, 0xE0030, 0xE0061, 0x3B1, 0x13A0, 0xE1, 0x250),
)
_HYPHENS = (0x2010, 0x2011, 0x2012, 0x2013, 0x2212, 0xFE63, 0xFF0D, 0xAD, 0x5F, 0x2D)
_ALIASES = (0x80, 0x100, 0x1000, 0x10000, 0x20)
_MARKS = (0x80, 0xA0, 0xFF, 0x200B, 0x200D, 0x3002, 0xFEFF, 0xE000, 0xFFFD, 0xFFFF, 0x1F600, 0x10FFFF)


def damaged(encoded: list[int], source: Source) -> list[int]:
    """An encoded form with up to two defects, most often one."""
    for _ in range((0, 1, 1, 1, 1, 1, 2, 2)[source.below(8)]):
        encoded = source.one(DEFECTS)(encoded, source)
    return encoded


def bad_digit(source: Source) -> int:
    """A character that is no digit, or hardly one."""
    kind = source.below(8)
    if kind < 4:
        return source.one(_ASCII if kind else _BESIDE)
    if kind < 5:
        return source.one(_LOOK_ALIKE) if source.below(2) else source.one(_OTHER_DIGITS) + source.below(10)
    if kind < 6:
        return source.one(b"abz019AZ") + source.one(_ALIASES)
    return source.one(_MARKS) if kind < 7 else 0x80 + source.below(0x80)


def truncated(encoded: list[int], source: Source) -> list[int]:
    """Cut at any place, most often by a character or two."""
    cut = 1 + source.below(2) if source.below(2) else 1 + source.below(max(len(encoded), 1))
    return encoded[:-cut]


def spoiled(encoded: list[int], source: Source) -> list[int]:
    """A digit replaced by a bad one, or a bad one put in."""
    place, width = _digit(encoded, source), source.below(2)
    return [*encoded[:place], bad_digit(source), *encoded[place + width :]]


def outweighed(encoded: list[int], source: Source) -> list[int]:
    """A bad digit behind some of the highest, whose sum is greater than what a digit-value below zero takes off."""
    place = _digit(encoded, source)
    nines = [0x39] * (1 + source.below(4) if source.below(4) else 8 + source.below(16))
    bad = source.one(_ASCII) if source.below(4) else bad_digit(source)
    return [*encoded[:place], *nines, bad, *encoded[place + source.below(2) :]]


def tailed(encoded: list[int], source: Source) -> list[int]:
    """Something at an end that could be stripped or overlooked, perhaps repeated."""
    more = [source.one(code_points.TRIMMED) if source.below(2) else bad_digit(source)] * (1 + source.chance(4))
    more += [source.one(code_points.TRIMMED)] if source.chance(8) else []
    return encoded + more if source.below(3) else more + encoded


def quoted(encoded: list[int], source: Source) -> list[int]:
    """Between two marks that could be taken off."""
    return words.enclosed(encoded, source)


def delimited(encoded: list[int], source: Source) -> list[int]:
    """A delimiter more: at the start, at the end, doubled, or anywhere; perhaps one that only looks like it."""
    hyphen = 0x2D if source.below(4) else source.one(_HYPHENS)
    kind = source.below(5)
    places = (0, 0, _delimiter(encoded), len(encoded))
    place = places[kind] if kind < 4 else source.below(len(encoded) + 1)
    return [*encoded[:place], hyphen, *encoded[place:]]


def undelimited(encoded: list[int], source: Source) -> list[int]:
    """Without its delimiter, or with another character in its place."""
    place = _delimiter(encoded)
    return [*encoded[:place], *([source.one(_HYPHENS)] if source.below(2) else []), *encoded[place + 1 :]]


def leading(encoded: list[int], source: Source) -> list[int]:
    """The digits alone, after a delimiter or some."""
    return [0x2D] * (1 + source.chance(3)) + encoded[_delimiter(encoded) + 1 :][: 12 if source.below(2) else 1]


def recased(encoded: list[int], source: Source) -> list[int]:
    """Letters in the other case: all digits, one digit, one letter, or the whole."""
    kind = source.below(4)
    start = _delimiter(encoded) + 1 if kind < 2 and 0x2D in encoded else 0
    place = _digit(encoded, source)
    return [
        c ^ 0x20 if (0x41 <= c <= 0x5A or 0x61 <= c <= 0x7A) and (place == p if kind in (1, 2) else p >= start) else c
        for p, c in enumerate(encoded)
    ]


def foreign_literal(encoded: list[int], source: Source) -> list[int]:
    """A non-basic code point before the delimiter."""
    end = _delimiter(encoded)
    place = source.below(end + 1)
    body = encoded if 0x2D in encoded else [0x2D, *encoded]
    odd = source.one((*_MARKS, 0xE9, 0xFC, 0x4E2D, 0x430, 0xC3, 0x161))
    return [*body[:place], odd, *body[place:]]


def changed(encoded: list[int], source: Source) -> list[int]:
    """A digit more, less, or another."""
    place, kind = _digit(encoded, source), source.below(3)
    digit = source.one(b"abcdefghijklmnopqrstuvwxyz0123456789ABYZ")
    return [*encoded[:place], *([digit] if kind < 2 else []), *encoded[place + (kind != 1) :]]


def _digit(encoded: list[int], source: Source) -> int:
    """The place of a digit, the first and the last more often."""
    start = min(_delimiter(encoded) + (0x2D in encoded), max(len(encoded) - 1, 0))
    places = (len(encoded) - 1, start)
    kind = source.below(4)
    return max(places[kind], 0) if kind < 2 else start + source.below(max(len(encoded) - start, 1))


def _delimiter(encoded: list[int]) -> int:
    """The place of the last delimiter, 0 if there is none."""
    return len(encoded) - 1 - encoded[::-1].index(0x2D) if 0x2D in encoded else 0


# None is rarer than 1 in 17, since a fault may show in one alone: a dropped leading delimiter once took 407 cases.
DEFECTS: tuple[Defect, ...] = (
    *(truncated, truncated, spoiled, spoiled, outweighed, tailed, delimited, delimited, undelimited, leading, recased),
    *(recased, recased, foreign_literal, changed, changed, quoted),
)
