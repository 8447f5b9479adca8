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
_Form = Literal["NFC", "NFD", "NFKC", "NFKD"]


class Change(NamedTuple):
    """A change of a text on its way."""

    says: str
    of: Callable[[Points], Points]  # gives its argument if there is nothing to change
    fix: str = ""  # in an adapter; empty if none does it
    by_codecs: bool = False  # the other changes are made by the people who call a codec


def _text(change: Callable[[str], str]) -> Callable[[Points], Points]:
    """A change of a Python string; what such a string cannot hold is not changed."""
    return lambda points: points if max(points, default=0) > MAX_UNICODE else _points(change("".join(map(chr, points))))


def _points(text: str) -> Points:
    return tuple(map(ord, text))


def _each(change: Callable[[int], int]) -> Callable[[Points], Points]:
    return lambda points: tuple(map(change, points))


def _without(out: Callable[[int], bool]) -> Callable[[Points], Points]:
    return lambda points: tuple(c for c in points if not out(c))


def _case(change: Callable[[str], str]) -> Callable[[Points], Points]:
    """A change of the characters that have one other case."""
    return _each(lambda c: ord(changed) if c <= MAX_UNICODE and len(changed := change(chr(c))) == 1 else c)


def _rare(c: int) -> bool:
    return 0xD800 <= c <= 0xDFFF or c > 0xFFFF or c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF


def _replaced(by: int, least: int) -> Callable[[Points], Points]:
    return _each(lambda c: by if (c > least if least else _rare(c)) else c)


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
    # No x is ever trimmed.
    text = "".join(chr(c) if c <= MAX_UNICODE else "x" for c in points)
    return points[len(text) - len(text.lstrip()) : len(text.rstrip())]


def _normal(form: _Form) -> Callable[[Points], Points]:
    return _text(partial(unicodedata.normalize, form))


JOINED = Change(
    "two surrogates are joined to one code point",
    _text(lambda text: text.encode(*_UTF16).decode(*_UTF16)),
    "answer unsupported for a pair of surrogates in UTF-16 strings",
)
_FORMS: tuple[_Form, ...] = ("NFC", "NFD", "NFKC", "NFKD")
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
    Change("rare code points are left out", _without(_rare), _STRICT),
    Change("the text ends at NUL", lambda points: points[: points.index(0)] if 0 in points else points, _LENGTH),
    Change("NUL is left out", _without(lambda c: c == 0), _LENGTH),
    Change(
        "the first code point is treated as a byte order mark",
        lambda points: points[1:] if points[:1] == (0xFEFF,) else points,
        "choose a conversion without a byte order mark",
    ),
    Change("high bits of code points are lost", _shortened, _NARROW, True),
    *(
        Change(
            f"only the low {bits} bits of code points are kept",
            _cut(bits),
            _NARROW if bits in (8, 16, 32) else "",
            True,
        )
        for bits in (64, 32, 31, 21, 20, 16, 8, 7)
    ),
    Change("line ends are changed", _each(lambda c: 0xA if c == 0xD else c), "do not read or write in text mode"),
    Change("white space at the ends is left out", _trimmed, "do not trim"),
    Change("upper case becomes lower case", _case(str.lower), "do not change case"),
    *(Change(f"it is in form {form}", _normal(form), "do not normalise" * (len(form) == 3)) for form in _FORMS),
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
    return next(_differences(operation, call, right, got))


def _differences(operation: Operation, call: Points, right: Points, got: Points) -> Iterator[str]:
    encoding = operation is Operation.ENCODE
    if got == call:
        yield "it is the input as it was given"
    if not got:
        yield "it is empty"
    if encoding:
        if right[-1:] == (0x2D,) and got == right[:-1]:
            yield "the delimiter at the end is missing"
        if fold(got) == fold(right):
            yield "letters are in another case"
    else:
        yield from (change.says for change in changes(right, got))
        if sorted(got) == sorted(right):
            yield "the code points are right, but not their order"
    if got == right[: len(got)]:
        yield "its end is missing"
    if right == got[: len(right)]:
        yield "something follows the right result"
    if encoding:
        literal = literal_length(right)
        yield "the literal part is wrong" if got[:literal] != right[:literal] else "the digits are wrong"
    if _is_within(got, right):
        yield "code points are missing"
    if _is_within(right, got):
        yield "there are more code points"
    yield "the code points are wrong"


def _is_within(part: Points, whole: Points) -> bool:
    rest = iter(whole)
    return all(c in rest for c in part)
