"""Code points and numbers as an explanation shows them."""

import unicodedata
from collections.abc import Sequence

from ..notation import quote, show

_MOST = 10**13  # greater numbers are of no use on paper, and make tables too wide
_DOTTED_CIRCLE, _OPEN_BOX = "\u25cc", "\u2423"


def number(value: int) -> str:
    """A number in decimal; of one too long to read, its size."""
    return str(value) if value < _MOST else f"~2^{value.bit_length() - 1}"


def character(c: int) -> str:
    """A code point as a character that shows where it is: U+ notation if it shows nothing, a mark on a dotted circle."""
    if c > 0x10FFFF or 0xD800 <= c <= 0xDFFF:
        return name(c)
    category = unicodedata.category(chr(c))
    if category[0] == "M":
        return _DOTTED_CIRCLE + chr(c)
    if c == 0x20:
        return _OPEN_BOX
    return chr(c) if category[0] not in "CZ" else name(c)


def name(c: int) -> str:
    """A code point in U+ notation; one that is too great for it, by its size."""
    return f"U+{c:04X}" if c < _MOST else number(c)


def named(c: int) -> str:
    """A code point in U+ notation, and the character if it can be shown."""
    shown = character(c)
    return name(c) if shown == name(c) else f"{name(c)} {shown}"


def quoted(points: Sequence[int]) -> str:
    """A string in quotation marks, in full; as code points if one of them is above 10FFFF."""
    return quote(points, len(points)) if max(points, default=0) <= 0x10FFFF else show(points, len(points))


def columns(text: str) -> int:
    """The columns that a text takes on a terminal: two for a wide character, none for a mark or a format character."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(c: str) -> int:
    if unicodedata.category(c) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1
