"""Faults in what becomes of an error (6.2), in refusing what is right (6.2, 6.3), and in checking nothing."""

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

from .digits import compared_signed
from .fault import RIGHT, Functions, Row, both, replacing, row
from .integers import integers
from .malleable import DIGITS, MAX_UNICODE, is_digit, parts, raising, refuse, refusing, same, stop, value_of

_truncated = replacing("ended", "6.2", "truncated-delta-accepted")
_partial = partial(row, clause="6.2", bug="partial-result-returned")
_class = partial(row, clause="6.2", bug="undeclared-error", side="decode")
_empty = partial(row, clause="6.3", bug="empty-string-refused")
_PARTIAL = "partial-result-returned"
_ERROR = "undeclared-error"


def _raise(error: Exception) -> NoReturn:
    raise error


def _not_empty(s: str) -> str:
    return s or refuse("empty")


def _refused(says: str, is_refused: Callable[[str], object], bug: str = "literal-part-altered") -> Row:
    """The encoder refuses some texts."""
    return row(says, "6.3", bug, text=refusing(is_refused))


def _swallowed(says: str, bug: str, answer: Callable[[str], Any]) -> Row:
    """Gives an answer where the decoder refuses."""

    def decode(encoded: str) -> Any:
        try:
            return RIGHT.decode(encoded)
        except ValueError:
            return answer(encoded)

    return row(says, "6.2", bug, make=lambda: Functions(RIGHT.encode, decode), side="decode")


FAULTS: dict[str, Row] = {
    # What becomes of an error
    "input-returned": _swallowed("A string that cannot be decoded is returned.", "input-returned-on-error", same),
    "empty-returned": _swallowed("A string that cannot be decoded gives the empty string.", _PARTIAL, lambda s: ""),
    "none-returned": _swallowed("A string that cannot be decoded gives no result.", _ERROR, lambda s: None),
    "false-returned": _swallowed("A string that cannot be decoded gives False.", _ERROR, lambda s: False),
    "fffd-returned": _swallowed("A string that cannot be decoded gives U+FFFD.", _PARTIAL, lambda s: "\ufffd"),
    "literal-returned": _swallowed("An error returns the literal part.", _PARTIAL, lambda s: s.rpartition("-")[0]),
    "message-returned": _swallowed("An error returns its message.", _PARTIAL, lambda s: "Invalid Punycode"),
    "index-error": _swallowed(
        "Every refusal is an index error.", _ERROR, lambda s: _raise(IndexError("string index out of range"))
    ),
    "key-error": _swallowed("Every refusal is a missing key.", _ERROR, lambda s: _raise(KeyError(s))),
    "assertion-error": _swallowed("Every refusal is a failed assertion.", _ERROR, lambda s: _raise(AssertionError())),
    "stops-at-any-error": _partial(
        "At an error in the digits, such as a bad or a missing one, the decoder gives what it has.",
        value=lambda c: value_of(c) if is_digit(c) else stop(),
        ended=stop,
        code_point=lambda n: n if n <= MAX_UNICODE else stop(),
    ),
    "stops-beyond-unicode": _partial(
        "From a code point above 10FFFF on, the rest is left out.",
        code_point=lambda n: n if n <= MAX_UNICODE else stop(),
    ),
    "stops-at-overflow": _partial(
        "At an overflow of 32 bits the decoder gives what it has.",
        side="decode",
        fit=lambda value, variable: value if value >> 32 == 0 else stop(),
    ),
    "truncated-delta-dropped": _truncated("A delta without its last digit is dropped.", stop),
    "truncated-delta-ends": _truncated("The end of the input ends a delta.", lambda: 0),
    # The class of an error
    "index-error-at-the-end": _class(
        "A truncated delta is an index error.", ended=lambda: _raise(IndexError("string index out of range"))
    ),
    "key-error-for-bad-digit": _class(
        "A bad digit in ASCII is a missing key.",
        value=lambda c: {d: v for v, d in enumerate(DIGITS)}[c.lower()] if c.isascii() else value_of(c),
    ),
    "key-error-for-non-ascii-digit": _class(
        "A digit outside ASCII is a missing key.", value=lambda c: value_of(c) if c.isascii() else _raise(KeyError(c))
    ),
    "lookup-error-for-non-basic": _class(
        "A non-basic code point before the delimiter is an index error.",
        basic=raising(lambda literal: not literal.isascii(), IndexError, "list index out of range"),
    ),
    "overflow-error-beyond-unicode": _class(
        "Every code point above 10FFFF is an overflow error.",
        code_point=raising(lambda n: n > MAX_UNICODE, OverflowError, "chr() arg not in range"),
    ),
    "overflow-error-past-64-bits": _class(
        "An overflow of 64 bits is an overflow error.",
        fit=lambda value, variable: value if value >> 64 == 0 else _raise(OverflowError()),
    ),
    "type-error-for-delimiter-alone": _class(
        "A delimiter alone is a type error.", to_decode=raising(lambda s: s == "-", TypeError, "expected str, got None")
    ),
    "index-error-for-empty": _class(
        "Empty input is an index error.", bug="empty-string-refused", split=lambda s: parts(s) if s[0] else ("", "")
    ),
    "zero-division-for-empty": _empty(
        "Empty text leads to a division by 0.", text=lambda s: s if s else str(1 // len(s))
    ),
    # Refusing what is right
    "empty-refused": _empty("The empty string is refused on both sides.", **both(_not_empty)),
    "empty-refused-encoder": _empty("The empty string is refused by the encoder.", text=_not_empty),
    "empty-refused-decoder": _empty("The empty string is refused by the decoder.", to_decode=_not_empty, clause="6.2"),
    "empty-becomes-delimiter": _empty("The empty string is encoded as the delimiter.", encoded=lambda s: s or "-"),
    "zero-is-empty": _empty("The string 0 is treated as the empty one.", **both(lambda s: "" if s == "0" else s)),
    "ascii-refused": _refused(
        "Text of ASCII alone is refused.", lambda s: s and s.isascii(), bug="all-basic-returned-unchanged"
    ),
    "hyphens-refused": _refused("Text of hyphens alone is refused.", lambda s: s and not s.strip("-")),
    "hyphen-at-the-start-refused": _refused("Text that begins with a hyphen is refused.", lambda s: s.startswith("-")),
    "hyphen-at-the-end-refused": _refused("Text that ends with a hyphen is refused.", lambda s: s.endswith("-")),
    "capitals-refused": _refused("Capitals in text are refused.", lambda s: s != s.lower()),
    "figure-at-the-start-refused": row(
        "Encoded strings that begin with a figure are refused.",
        "6.2",
        "literal-part-altered",
        to_decode=refusing(lambda s: s[:1].isdigit()),
    ),
    "single-digit-crashes": _class(
        "An encoded string of one character breaks an array.",
        to_decode=raising(lambda s: len(s) == 1, IndexError, "array index"),
    ),
    "delta-zero-refused": row("A delta of 0 is refused.", "6.2", gone=lambda i, oldi: i - oldi or refuse()),
    # As people published them, each with several faults at once
    "input-always-returned": row(
        "The input is returned: a stub.", "6.3", "input-returned-on-error", make=lambda: Functions(same, same)
    ),
    "nothing-checked": row(
        "The input is lower-cased, every character is a digit (a hyphen is 23), and nothing is refused.",
        "6.2",
        "no-error-path",
        text=str.lower,
        to_decode=str.lower,
        value=partial(compared_signed, other=36),
        basic=same,
        ended=stop,
        code_point=lambda n: n % (MAX_UNICODE + 1),
    ),
    "delimiter-end-and-overflow": row(
        "A leading delimiter and a delta without its last digit are dropped, and integers wrap at 32 bits.",
        "6.2",
        "no-error-path",
        side="decode",
        split=lambda s: s.rpartition("-")[::2],
        ended=stop,
        fit=integers(32, "i w n"),
    ),
}
