"""Python codecs as targets of an import path, named by what they do."""

import ctypes
import os
import sys
import time
import unicodedata
from collections.abc import Callable
from typing import Any

from punycode_conform import codec


class Refusal(Exception):
    """An exception of the codec's own package, and no ValueError."""


class Codec:
    """The reference codec with another function on a side."""

    def __init__(
        self, decode: Callable[..., Any] | None = codec.decode, encode: Callable[..., Any] = codec.encode
    ) -> None:
        self.decode, self.encode = decode, encode


def refusing(end: Callable[[], Any]) -> Codec:
    """A codec whose decoder has another end where it refuses."""

    def decode(encoded: str) -> Any:
        try:
            return codec.decode(encoded)
        except ValueError:
            return end()

    return Codec(decode)


def raising(error: Exception) -> Callable[[], Any]:
    def end() -> None:
        raise error from None

    return end


def after(act: Callable[[str], object]) -> Codec:
    """A codec whose decoder does something before it answers."""

    def decode(encoded: str) -> str:
        act(encoded)
        return codec.decode(encoded)

    return Codec(decode)


def sleep_on(encoded: str) -> str:
    while True:
        time.sleep(60)


def recurse(text: str) -> str:
    return recurse(text) + text


sound = Codec()
has_no_decode = Codec(None)
raises_own_exception = refusing(raising(Refusal("no")))
raises_index_error = refusing(raising(IndexError("list index out of range")))
returns_none_on_error = refusing(lambda: None)
quits = Codec(lambda encoded: sys.exit(0))
never_returns = Codec(sleep_on)
aborts_at_capitals = after(lambda encoded: encoded != encoded.lower() and os.abort())
segfaults_at_capitals = after(lambda encoded: encoded != encoded.lower() and ctypes.string_at(0))
exits_at_capitals = after(lambda encoded: encoded != encoded.lower() and os._exit(3))
recurses_at_capitals = after(lambda encoded: encoded != encoded.lower() and recurse(encoded))
hangs_at_capitals = after(lambda encoded: encoded != encoded.lower() and sleep_on(encoded))
hangs_at_astral = Codec(encode=lambda text: sleep_on(text) if max(text, default="") > "\uffff" else codec.encode(text))
hangs_at_nul = after(lambda encoded: "\0" in encoded and sleep_on(encoded))
# What a codec prints must not get into the protocol.
prints = after(lambda encoded: (print("7 ok 61", flush=True), sys.stdin.readline()))


def _both(encoded: str) -> str:
    literal, delimiter, digits = encoded.rpartition("-")
    return codec.decode(literal + delimiter * bool(literal) + digits.replace("_", ""))


# Two faults: it takes a leading delimiter, and underscores between digits.
both = Codec(_both)


def _wrong_decode(encoded: str) -> str:
    if encoded == "z":
        raise IndexError(encoded)
    return codec.decode(encoded[encoded.rfind("-") == 0 :])


# The codec of examples/ in each language, with PUNYCODE_WRONG: no delimiter after an all-basic string either.
wrong_as_the_examples = Codec(_wrong_decode, lambda text: codec.encode(text)[: -1 if text.isascii() and text else None])


def _through_bytes(function: Callable[[str], str]) -> Callable[[bytes], bytes]:
    return lambda octets: function(octets.decode("utf-8", "surrogatepass")).encode("utf-8", "surrogatepass")


# bytes at both ends, as some old libraries have it.
in_bytes = Codec(*(_through_bytes(function) for function in (codec.decode, codec.encode)))


class Remembers:
    """State: after a refusal the next decoding is wrong."""

    broken = False

    def decode(self, encoded: str) -> str:
        was, self.broken = self.broken, True
        decoded = codec.decode(encoded)
        self.broken = False
        return decoded + "x" if was else decoded


remembers = Codec(Remembers().decode)


def to_ascii(text: str) -> str:
    if not text.isascii() and text[:4].lower() == "xn--":
        raise ValueError(text)
    return text if text.isascii() else "xn--" + codec.encode(text)


def to_unicode(label: str) -> str:
    if label[:4].lower() != "xn--":
        return label
    decoded = codec.decode(label[4:])
    mapped = unicodedata.normalize("NFKC", decoded.lower()) != decoded
    if decoded.isascii() or mapped or any("\ud800" <= c <= "\udfff" for c in decoded):
        raise ValueError("not an A-label")
    return decoded


# A sound target of the A-label layer: one label, with no more than the rules for A-labels.
whole_labels = Codec(to_unicode, to_ascii)
