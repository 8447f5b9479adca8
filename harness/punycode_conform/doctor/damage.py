"""The damage that careless conversions do to a string: it shows which mistake an adapter makes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal
from unicodedata import normalize

Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Damage:
    """One kind of damage.

    Attributes:
        of: the damaged string, equal to its argument if there is nothing to damage.
        name: what was done, for a report.
        advice: what to change in an adapter that does it.
        by_codecs: whether codecs do it too. Reading by units and cutting numbers is done inside codecs; the others are done
            to a string by the people who call one.
    """

    of: Callable[[Points], Points]
    name: str
    advice: str
    by_codecs: bool = False


def joined(points: Points) -> Points:
    """Pairs of surrogates as one code point, as every UTF-16 string has it."""
    return _by_text(points, lambda text: text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass"))


def _by_text(points: Points, change: Callable[[str], str]) -> Points:
    if max(points, default=0) > 0x10FFFF:  # a Python string cannot hold it
        return points
    return tuple(map(ord, change("".join(map(chr, points)))))


def _halves(points: Points) -> Points:
    found: list[int] = []
    for c in points:
        found += [0xD7C0 + (c >> 10), 0xDC00 + (c & 0x3FF)] if 0xFFFF < c <= 0x10FFFF else [c]
    return tuple(found)


def _bytes(points: Points) -> Points:
    return _by_text(points, lambda text: text.encode(errors="surrogatepass").decode("latin-1"))


def _rare(c: int) -> bool:
    return 0xD800 <= c <= 0xDFFF or c > 0xFFFF or c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF


def _replaced(replacement: int, only: Callable[[int], bool]) -> Callable[[Points], Points]:
    return lambda points: tuple(replacement if only(c) else c for c in points)


def _masked(bits: int) -> Callable[[Points], Points]:
    return lambda points: tuple(c & ((1 << bits) - 1) for c in points)


def _shortened(points: Points) -> Points:
    """The string cut to some number of bits, where two numbers leave the same: then it is not sure which."""
    cuts = [_masked(bits)(points) for bits in (8, 16, 32)]
    return next((one for one in cuts if one != points and cuts.count(one) > 1), points)


def _trimmed(points: Points) -> Points:
    # What is no character cannot be in a text; no x is ever trimmed.
    text = "".join(chr(c) if c <= 0x10FFFF else "x" for c in points)
    return points[len(text) - len(text.lstrip()) : len(text.rstrip())]


def _lowered(points: Points) -> Points:
    return tuple(ord(chr(c).lower()) if c <= 0x10FFFF and len(chr(c).lower()) == 1 else c for c in points)


def _normalised(form: Literal["NFC", "NFD"]) -> Callable[[Points], Points]:
    return lambda points: _by_text(points, lambda text: normalize(form, text))


_STRICT = "a string conversion replaces what it cannot hold; make it strict, and answer unsupported"
_LENGTH = "pass the length, or answer unsupported for NUL"
_CODE_POINTS = "read strings by code points, not by"
_NARROW = (
    "parse numbers into 64 bits, compare, then narrow; where decode takes bytes, pass UTF-8; answer unsupported for what "
    "does not fit"
)
# In the order in which they are tried: the first that explains an answer names it.
DAMAGES = (
    Damage(
        joined, "two surrogates became one code point", "answer unsupported for a pair of surrogates in UTF-16 strings"
    ),
    Damage(_halves, "a code point became two surrogates", f"{_CODE_POINTS} UTF-16 units", by_codecs=True),
    Damage(_bytes, "bytes of UTF-8 were read as code points", f"{_CODE_POINTS} bytes", by_codecs=True),
    Damage(_replaced(0xFFFD, _rare), "it was replaced by U+FFFD", _STRICT),
    Damage(_replaced(0xFFFD, lambda c: c > 0x7F), "it was replaced by U+FFFD", _STRICT),
    Damage(_replaced(0x3F, _rare), "it was replaced by a question mark", _STRICT),
    Damage(_replaced(0x3F, lambda c: c > 0x7F), "it was replaced by a question mark", _STRICT),
    Damage(_replaced(0x3F, lambda c: c > 0xFF), "it was replaced by a question mark", _STRICT),
    Damage(lambda points: tuple(c for c in points if not _rare(c)), "it was dropped", _STRICT),
    Damage(lambda points: points[: points.index(0)] if 0 in points else points, "it was cut at NUL", _LENGTH),
    Damage(lambda points: tuple(c for c in points if c), "NUL was dropped", _LENGTH),
    Damage(
        lambda points: points[1:] if points[:1] == (0xFEFF,) else points,
        "the first code point was treated as a byte order mark",
        "choose a conversion without a byte order mark",
    ),
    Damage(_shortened, "high bits were lost", _NARROW, by_codecs=True),
    Damage(_masked(16), "cut to 16 bits", _NARROW, by_codecs=True),
    Damage(_masked(8), "cut to 8 bits", _NARROW, by_codecs=True),
    Damage(_masked(32), "cut to 32 bits", _NARROW, by_codecs=True),
    Damage(_replaced(0xA, lambda c: c == 0xD), "line ends were changed", "do not read or write in text mode"),
    Damage(_trimmed, "white space was trimmed", "do not trim"),
    Damage(_lowered, "upper case became lower case", "do not change case"),
    Damage(_normalised("NFC"), "it was normalised (NFC)", "do not normalise"),
    Damage(_normalised("NFD"), "it was normalised (NFD)", "do not normalise"),
)
