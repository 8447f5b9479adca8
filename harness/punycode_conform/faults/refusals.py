"""Faults in what becomes of an error (6.2), and in refusing what is right (6.2, 6.3)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn

from .fault import Fault, around, bent
from .malleable import DIGITS, MAX_UNICODE, Malleable, refuse, split_at_last, stop, value_of

_truncated = partial(bent, clause="6.2", bug="truncated-delta-accepted", side="decode")
_partial = partial(bent, clause="6.2", bug="partial-result-returned", side="decode")
_class = partial(bent, clause="6.2", bug="undeclared-error", side="decode")
_empty = partial(around, clause="6.3", bug="empty-string-refused")
_refused = partial(around, clause="6.3", bug="literal-part-altered")


def _raise(error: Exception) -> NoReturn:
    raise error


@dataclass(frozen=True, slots=True)
class _Swallowing:
    """Gives an answer where the decoder refuses."""

    answer: Callable[[str], Any]

    def encode(self, text: str) -> str:
        return Malleable().encode(text)

    def decode(self, encoded: str) -> Any:
        try:
            return Malleable().decode(encoded)
        except ValueError:
            return self.answer(encoded)


def _swallowing(name: str, says: str, bug: str, answer: Callable[[str], Any], like: str = "") -> Fault:
    return Fault(name, says, "6.2", lambda: _Swallowing(answer), bug, like, sides=("decode",))


SWALLOWED = (
    _swallowing(
        "input-returned",
        "A string that cannot be decoded is returned as it is.",
        "input-returned-on-error",
        lambda s: s,
        "java.net.IDN.toUnicode",
    ),
    _swallowing(
        "empty-returned",
        "A string that cannot be decoded gives the empty string.",
        "partial-result-returned",
        lambda s: "",
    ),
    _swallowing("none-returned", "A string that cannot be decoded gives None.", "undeclared-error", lambda s: None),
    _swallowing("false-returned", "A string that cannot be decoded gives False.", "undeclared-error", lambda s: False),
    _swallowing(
        "fffd-returned", "A string that cannot be decoded gives U+FFFD.", "partial-result-returned", lambda s: "\ufffd"
    ),
    _swallowing(
        "literal-returned",
        "Of a string that cannot be decoded the literal part is returned.",
        "partial-result-returned",
        lambda s: s.rpartition("-")[0],
    ),
    _swallowing(
        "message-returned",
        "A string that cannot be decoded gives the text of an error.",
        "partial-result-returned",
        lambda s: "Invalid Punycode",
    ),
    _swallowing(
        "index-error",
        "Every refusal is an IndexError.",
        "undeclared-error",
        lambda s: _raise(IndexError("string index out of range")),
        "CPython 3.6, python/cpython#74751",
    ),
    _swallowing("key-error", "Every refusal is a KeyError.", "undeclared-error", lambda s: _raise(KeyError(s))),
    _swallowing(
        "assertion-error", "Every refusal is an AssertionError.", "undeclared-error", lambda s: _raise(AssertionError())
    ),
    _partial(
        "stops-at-any-error",
        "A decoder that meets an error gives what it has.",
        like="CPython, errors=ignore",
        value=lambda c: value_of(c) if c.isascii() and c.isalnum() else stop(),
        ended=stop,
        code_point=lambda n: n if n <= MAX_UNICODE else stop(),
    ),
    _partial(
        "stops-beyond-unicode",
        "Above 10FFFF the decoder gives what it has.",
        code_point=lambda n: n if n <= MAX_UNICODE else stop(),
    ),
    _partial(
        "stops-at-overflow",
        "At an overflow of 32 bits the decoder gives what it has.",
        fit=lambda value, variable: value if value >> 32 == 0 else stop(),
    ),
    _truncated(
        "truncated-delta-dropped",
        "A delta without its last digit is dropped.",
        like="CPython, errors=ignore",
        ended=stop,
    ),
    _truncated(
        "truncated-delta-ends",
        "The end of the input ends a delta.",
        like="Net::IDN::Punycode::PP 2.500",
        ended=lambda: 0,
    ),
)
CLASSES = (
    _class(
        "index-error-at-the-end",
        "A truncated delta is an IndexError.",
        like="rust-demangler 1.0",
        ended=lambda: _raise(IndexError("string index out of range")),
    ),
    _class(
        "key-error-for-bad-digit",
        "A bad digit is a KeyError.",
        value=lambda c: {d: v for v, d in enumerate(DIGITS)}[c.lower()] if c.isascii() else value_of(c),
    ),
    _class(
        "key-error-for-non-ascii-digit",
        "A digit outside ASCII is a KeyError.",
        like="JDK 17",
        value=lambda c: value_of(c) if c.isascii() else _raise(KeyError(c)),
    ),
    _class(
        "lookup-error-for-non-basic",
        "A non-basic code point before the delimiter is an IndexError.",
        basic=lambda literal: literal if literal.isascii() else _raise(IndexError("list index out of range")),
    ),
    _class(
        "overflow-error-beyond-unicode",
        "A code point above 10FFFF is an OverflowError.",
        like="CPython 3.13.0",
        code_point=lambda n: n if n <= MAX_UNICODE else _raise(OverflowError("chr() arg not in range")),
    ),
    _class(
        "overflow-error-past-64-bits",
        "An overflow of 64 bits is an OverflowError.",
        like="Crystal 1.6.0",
        fit=lambda value, variable: value if value >> 64 == 0 else _raise(OverflowError()),
    ),
    _class(
        "type-error-for-delimiter-alone",
        "A delimiter alone is a TypeError.",
        like="algo26 idna-convert",
        split=lambda encoded, d: (
            _raise(TypeError("expected str, got None")) if encoded == d else split_at_last(encoded, d)
        ),
    ),
    _class(
        "index-error-for-empty",
        "The empty string is an IndexError.",
        bug="empty-string-refused",
        split=lambda encoded, d: split_at_last(encoded, d) if encoded[0] else ("", ""),
    ),
    around(
        "zero-division-for-empty",
        "Encoding the empty string is a ZeroDivisionError.",
        "6.3",
        bug="empty-string-refused",
        text=lambda s: s if s else str(1 // len(s)),
    ),
)
RIGHT_REFUSED = (
    _empty(
        "empty-refused",
        "The empty string is refused on both sides.",
        like="libidn2 2.3.3",
        text=lambda s: s or refuse("empty"),
        to_decode=lambda s: s or refuse("empty"),
    ),
    _empty("empty-refused-encoder", "The empty string is refused by the encoder.", text=lambda s: s or refuse("empty")),
    _empty(
        "empty-refused-decoder", "The empty string is refused by the decoder.", to_decode=lambda s: s or refuse("empty")
    ),
    _empty("empty-becomes-delimiter", "The empty string is encoded as the delimiter.", encoded=lambda s: s or "-"),
    _empty(
        "zero-is-empty",
        "0 is treated as the empty string, as in languages where it is false.",
        like="URI::_punycode 5.17",
        text=lambda s: "" if s == "0" else s,
        to_decode=lambda s: "" if s == "0" else s,
    ),
    _refused(
        "ascii-refused",
        "ASCII text is refused by the encoder.",
        bug="all-basic-returned-unchanged",
        text=lambda s: refuse() if s and s.isascii() else s,
    ),
    _refused(
        "hyphens-refused", "Text of hyphens alone is refused.", text=lambda s: refuse() if s and not s.strip("-") else s
    ),
    _refused(
        "hyphen-at-the-start-refused",
        "Text that begins with a hyphen is refused.",
        text=lambda s: refuse() if s.startswith("-") else s,
    ),
    _refused(
        "hyphen-at-the-end-refused",
        "Text that ends with a hyphen is refused.",
        text=lambda s: refuse() if s.endswith("-") else s,
    ),
    _refused("capitals-refused", "Capitals in text are refused.", text=lambda s: refuse() if s != s.lower() else s),
    _refused(
        "figure-at-the-start-refused",
        "Encoded strings that begin with a figure are refused.",
        to_decode=lambda s: refuse() if s[:1].isdigit() else s,
    ),
    around(
        "single-digit-crashes",
        "An encoded string of one character breaks an array.",
        "6.2",
        bug="undeclared-error",
        like="Shinmera/punycode",
        to_decode=lambda s: s if len(s) != 1 else _raise(IndexError("array index")),
    ),
    bent(
        "delta-zero-refused",
        "A delta of 0 is refused.",
        "6.2",
        side="decode",
        gone=lambda i, oldi: i - oldi or refuse(),
    ),
)
FAULTS = SWALLOWED + CLASSES + RIGHT_REFUSED
