"""Correct codecs whose functions take and give other types than str, named by their types."""

from collections.abc import Callable
from typing import Any

from punycode_conform.codec import decode_code_points, encode_code_points

_Points = list[int]


def encode(points: _Points) -> _Points:
    """From code points to code points; a text instead of them is no ValueError."""
    return [*map(ord, encode_code_points([c + 0 for c in points]))]


def decode(points: _Points) -> _Points:
    return decode_code_points("".join(map(chr, points)))


class Codec:
    """A codec by the types of its two sides: how each is read, and how it is given."""

    def __init__(
        self,
        reads: Callable[[Any], _Points],
        gives: Callable[[_Points], Any],
        reads_label: Callable[[Any], _Points] | None = None,
        gives_label: Callable[[_Points], Any] | None = None,
    ) -> None:
        self._encode = reads, encode, gives_label or gives
        self._decode = reads_label or reads, decode, gives

    def encode(self, value: Any) -> Any:
        return self._called(value, *self._encode)

    def decode(self, value: Any) -> Any:
        return self._called(value, *self._decode)

    def _called(self, value: Any, reads: Any, function: Any, gives: Any) -> Any:
        return gives(function(reads(value)))


class FailsAs(Codec):
    """All that goes wrong has one end, also the wrong type."""

    def __init__(self, end: object, *types: Any) -> None:
        super().__init__(*types)
        self._end = end

    def _called(self, value: Any, reads: Any, function: Any, gives: Any) -> Any:
        try:
            return super()._called(value, reads, function, gives)
        except Exception:
            if isinstance(self._end, Exception):
                raise self._end from None
            return self._end


def text(points: _Points) -> str:
    if max(points, default=0) > 0x10FFFF:
        raise ValueError("beyond Unicode")
    return "".join(map(chr, points))


def ords(label: str) -> _Points:
    return [ord(c) for c in label]


integers = Codec(list, list)
integers_and_bytes = Codec(list, tuple, lambda label: list(label.rstrip(b"")), bytes)
# Octets of UTF-8 in any type that bytes() takes, so also lists of small integers.
turned_into_bytes = Codec(
    lambda octets: ords(bytes(octets).decode()),
    lambda points: memoryview(text(points).encode("utf-8", "surrogatepass")),
    lambda octets: list(bytes(octets)),
    bytearray,
)
text_or_none = FailsAs(None, ords, text)
RIGHT = {name: value for name, value in vars().copy().items() if isinstance(value, Codec)}
