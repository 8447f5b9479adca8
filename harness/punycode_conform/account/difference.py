"""How a wrong result differs from the right one: a table of changes, each with its fix in an adapter, and of shapes."""

import unicodedata
from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal, NamedTuple

from ..suite.oracle import MAX_UNICODE
from ..suite.outcome import Operation, fold, literal_length

Points = tuple[int, ...]

_UTF16 = "utf-16-le", "surrogatepass"
_STRICT = "a string conversion replaces what it cannot hold; make it strict, and answer unsupported"
_LENGTH = "pass the length, or answer unsupported for NUL"
_NARROW = (
    "parse numbers into 64 bits, compare, then narrow; where decode takes bytes, pass UTF-8; answer unsupported for what "
    "does not fit"
)


class Change(NamedTuple):
    """A change of a text on its way."""

    says: str
    of: Callable[[Points], Points]  # gives its argument if there is nothing to change
    fix: str = ""  # in an adapter; empty if none does it
    by_codecs: bool = False  # the other changes are made by the people who call a codec


def _text(change: Callable[[str], str]) -> Callable[[Points], Points]:
    """A change of a Python string; what such a string cannot hold is not changed."""
    return lambda points: (
        points if max(points, default=0) > MAX_UNICODE else tuple(map(ord, change("".join(map(chr, points)))))
    )


def _each(change: Callable[[int], int]) -> Callable[[Points], Points]:
    return lambda points: tuple(map(change, points))


def _case(change: Callable[[str], str]) -> Callable[[Points], Points]:
    """A change of the characters that have one other case."""
    return _each(lambda c: ord(changed) if c <= MAX_UNICODE and len(changed := change(chr(c))) == 1 else c)


def _is_rare(c: int) -> bool:
    return 0xD800 <= c <= 0xDFFF or c > 0xFFFF or c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF


def _replaced(by: int, least: int) -> Callable[[Points], Points]:
    return _each(lambda c: by if (c > least if least else _is_rare(c)) else c)


def _halves(points: Points) -> Points:
    units = ((0xD7C0 + (c >> 10), 0xDC00 + (c & 0x3FF)) if 0xFFFF < c <= MAX_UNICODE else (c,) for c in points)
    return tuple(unit for several in units for unit in several)


def _cut(bits: int) -> Callable[[Points], Points]:
    return _each(lambda c: c & ((1 << bits) - 1))


def _shortened(points: Points) -> Points:
    """The text cut to some number of bits, where two numbers leave the same."""
    cuts = [_cut(bits)(points) for bits in (8, 16, 32)]
    return next((cut for cut in cuts if cut != points and cuts.count(cut) > 1), points)


def _trimmed(points: Points) -> Points:
    text = "".join(chr(c) if c <= MAX_UNICODE else "x" for c in points)  # no x is ever trimmed
    return points[len(text) - len(text.lstrip()) : len(text.rstrip())]


JOINED = Change(
    "two surrogates are joined to one code point",
    _text(lambda text: text.encode(*_UTF16).decode(*_UTF16)),
    "answer unsupported for a pair of surrogates in UTF-16 strings",
)
_FORMS: tuple[Literal["NFC", "NFD", "NFKC", "NFKD"], ...] = ("NFC", "NFD", "NFKC", "NFKD")
# In the order in which they are tried: the first that explains an answer names it.
CHANGES = (
    JOINED,
    Change("a code point becomes two surrogates", _halves, "read strings by code points, not by UTF-16 units", True),
    Change(
        "its octets in UTF-8 are treated as code points",
        _text(lambda text: text.encode(errors="surrogatepass").decode("latin-1")),
        "read strings by code points, not by bytes",
        True,
    ),
    *(
        Change(f"code points become {name}", _replaced(by, least), _STRICT)
        for name, by in (("U+FFFD", 0xFFFD), ("a question mark", 0x3F))
        for least in (0, 0x7F, 0xFF)
    ),
    Change("rare code points are left out", lambda points: tuple(c for c in points if not _is_rare(c)), _STRICT),
    Change("the text ends at NUL", lambda points: points[: points.index(0)] if 0 in points else points, _LENGTH),
    Change("NUL is left out", lambda points: tuple(filter(None, points)), _LENGTH),
    Change(
        "the first code point is treated as a byte order mark",
        lambda points: points[1:] if points[:1] == (0xFEFF,) else points,
        "choose a conversion without a byte order mark",
    ),
    Change("high bits of code points are lost", _shortened, _NARROW, True),
    *(
        Change(f"only the low {n} bits of code points are kept", _cut(n), _NARROW if n in (8, 16, 32) else "", True)
        for n in (64, 32, 31, 21, 20, 16, 8, 7)
    ),
    Change("line ends are changed", _each(lambda c: 0xA if c == 0xD else c), "do not read or write in text mode"),
    Change("white space at the ends is left out", _trimmed, "do not trim"),
    Change("upper case becomes lower case", _case(str.lower), "do not change case"),
    *(
        Change(
            f"it is in form {form}", _text(partial(unicodedata.normalize, form)), "do not normalise" * (form < "NFE")
        )
        for form in _FORMS
    ),
    Change("lower case becomes upper case", _case(str.upper)),
    Change("it is in upper case", _text(str.upper)),
    Change("it is case-folded", _text(str.casefold)),
)
DAMAGES = tuple(change for change in CHANGES if change.fix)
"""The changes that adapters make."""


def changes(right: Points, got: Points) -> Iterator[Change]:
    """The changes that make a wrong text of the right one."""
    return (change for change in CHANGES if got != right and change.of(right) == got)


def difference(operation: Operation, call: Points, right: Points, got: Points) -> str:
    """The difference of a wrong result from the right one, as a clause."""
    encodes, literal = operation is Operation.ENCODE, literal_length(right)
    shapes: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("it is the input as it was given", lambda: got == call),
        ("it is empty", lambda: not got),
        ("the delimiter at the end is missing", lambda: encodes and right == (*got, 0x2D)),
        ("letters are in another case", lambda: encodes and fold(got) == fold(right)),
        ("", lambda: not encodes and any(changes(right, got))),
        ("the code points are right, but not their order", lambda: not encodes and sorted(got) == sorted(right)),
        ("its end is missing", lambda: got == right[: len(got)]),
        ("something follows the right result", lambda: right == got[: len(right)]),
        ("the literal part is wrong", lambda: encodes and got[:literal] != right[:literal]),
        ("the digits are wrong", lambda: encodes),
        ("code points are missing", lambda: _is_within(got, right)),
        ("there are more code points", lambda: _is_within(right, got)),
        ("the code points are wrong", lambda: True),
    )
    says = next(says for says, holds in shapes if holds())
    return says or next(changes(right, got)).says


def _is_within(part: Points, whole: Points) -> bool:
    rest = iter(whole)
    return all(c in rest for c in part)
