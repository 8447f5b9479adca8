"""Code points as string literals of other languages, in printable ASCII, and what a language's strings can hold."""

from collections.abc import Callable, Sequence
from itertools import pairwise


def python(points: Sequence[int]) -> str:
    """A str; a lone surrogate is one character."""
    return ascii("".join(map(chr, points)))


def javascript(points: Sequence[int]) -> str:
    """In UTF-16."""
    return _quoted(points, lambda c: f"\\u{c:04x}" if c < 0x10000 else f"\\u{{{c:x}}}")


def go(points: Sequence[int]) -> str:
    """In UTF-8."""
    return _quoted(points, lambda c: f"\\u{c:04x}" if c < 0x10000 else f"\\U{c:08x}")


def rust(points: Sequence[int]) -> str:
    """In UTF-8."""
    return _quoted(points, lambda c: f"\\u{{{c:x}}}")


def java(points: Sequence[int]) -> str:
    """In UTF-16. Its compiler turns \\u000a into a line end before it reads the literal, so ASCII gets octal escapes."""

    def escaped(c: int) -> str:
        units = [c] if c < 0x10000 else [0xD800 + (c - 0x10000 >> 10), 0xDC00 + (c & 0x3FF)]
        return f"\\{c:03o}" if c < 0x80 else "".join(f"\\u{unit:04x}" for unit in units)

    return _quoted(points, escaped)


def c_octets(points: Sequence[int]) -> str:
    """In UTF-8, a surrogate as if it were a character; three octal digits, so that a digit after them stands for itself."""
    octets = "".join(map(chr, points)).encode("utf-8", "surrogatepass")
    text = _quoted(octets, lambda c: f"\\{c:03o}")
    return text.replace("?", "\\?") if "??" in text else text  # two of them may begin a trigraph


def c_numbers(points: Sequence[int]) -> str:
    """The initializer of an array, which may not be empty."""
    return "{" + (", ".join(f"0x{c:X}" for c in points) or "0") + "}"


def _quoted(points: Sequence[int], escaped: Callable[[int], str]) -> str:
    return '"' + "".join(_PLAIN.get(c) or escaped(c) for c in points) + '"'


_PLAIN = {c: chr(c) for c in range(0x20, 0x7F)} | {0x22: '\\"', 0x5C: "\\\\", 0x0A: "\\n", 0x0D: "\\r", 0x09: "\\t"}


def unicode(points: Sequence[int]) -> bool:
    """Whether strings of code points up to 10FFFF hold these, surrogates among them."""
    return max(points, default=0) <= 0x10FFFF


def utf16(points: Sequence[int]) -> bool:
    """Whether strings in UTF-16 do: there two surrogates may become one character."""
    return unicode(points) and not any(0xD800 <= a < 0xDC00 <= b < 0xE000 for a, b in pairwise(points))


def scalars(points: Sequence[int]) -> bool:
    """Whether strings of Unicode's scalar values do."""
    return unicode(points) and not any(0xD800 <= c <= 0xDFFF for c in points)


def uint32(points: Sequence[int]) -> bool:
    """Whether arrays of 32-bit numbers do."""
    return max(points, default=0) < 1 << 32
