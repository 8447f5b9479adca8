"""Code points, strings and numbers as an explanation shows them."""

import unicodedata
from collections.abc import Sequence

from ..notation import quote, show

_MOST = 10**13  # greater numbers are of no use on paper, and make tables too wide


def number(value: int) -> str:
    """A number in decimal, or the size of a number that is too long to read."""
    return str(value) if value < _MOST else f"~2^{value.bit_length() - 1}"


def name(c: int) -> str:
    """A code point in U+ notation, or the size of a number that is too great for it."""
    return f"U+{c:04X}" if c < _MOST else number(c)


def character(c: int) -> str:
    """A code point as a visible character: a mark is on a dotted circle, an invisible one in U+ notation."""
    if c > 0x10FFFF or (category := unicodedata.category(chr(c)))[0] in "CZ":
        return "\u2423" if c == 0x20 else name(c)
    return "\u25cc" + chr(c) if category[0] == "M" else chr(c)


def named(c: int) -> str:
    """A code point in U+ notation, and the character if it can be shown."""
    return name(c) if character(c) == name(c) else f"{name(c)} {character(c)}"


def raw(points: Sequence[int]) -> str:
    """Code points next to each other, each as a visible character."""
    return "".join(map(character, points))


def quoted(points: Sequence[int]) -> str:
    """A string in quotation marks, in full, or as code points if one of them is above 10FFFF."""
    return quote(points, len(points)) if max(points, default=0) <= 0x10FFFF else show(points, len(points))


def several(count: int, noun: str) -> str:
    """A number of things."""
    return f"{count or 'no'} {noun}{'s' * (count != 1)}"


def columns(words: str) -> int:
    """The columns that words take on a terminal: two for a wide character, none for a mark or a format character."""
    return len(words) if words.isascii() else sum(map(_columns, words))


def _columns(c: str) -> int:
    if unicodedata.category(c) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1
