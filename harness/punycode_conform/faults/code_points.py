"""Faults in what a code point is: surrogates, UTF-16 units, octets, C strings (5)."""

from functools import partial
from typing import Any

from .fault import around, bent
from .malleable import MAX_UNICODE, refuse

_dropped = partial(bent, clause="5", bug="surrogates-dropped-or-replaced")
_merged = partial(bent, clause="5", bug="surrogates-merged")
_uneven = partial(bent, clause="5", bug="surrogates-treated-unevenly")
_units = partial(bent, clause="5", bug="utf16-units-coded")
_octets = partial(bent, clause="5", bug="utf8-octets-coded")
_nul = partial(around, clause="1.1", bug="nul-ends-the-string")


def _is_surrogate(c: int) -> bool:
    return 0xD800 <= c <= 0xDFFF


def _paired(text: str) -> str:
    """Two surrogates become one code point where they make a pair, as in a UTF-16 string."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _utf16(text: str) -> list[int]:
    data = text.encode("utf-16-le", "surrogatepass")
    return [low | high << 8 for low, high in zip(data[::2], data[1::2], strict=True)]


def _from_utf16(points: list[int]) -> str:
    return _paired("".join(map(chr, points)))


def _utf8(text: str) -> list[int]:
    return list(text.encode("utf-8", "surrogatepass"))


def _refusing(low: int, high: int) -> dict[str, Any]:
    """Both sides refuse a range."""
    return {
        "points": lambda text: [refuse() if low <= ord(c) <= high else ord(c) for c in text],
        "code_point": lambda n: refuse() if low <= n <= high or n > MAX_UNICODE else n,
    }


def _chars(points: list[int]) -> str:
    return "".join(map(chr, points))


SURROGATES = (
    _dropped(
        "surrogates-dropped",
        "The decoder drops surrogates.",
        side="decode",
        text=lambda points: _chars([c for c in points if not _is_surrogate(c)]),
    ),
    _dropped(
        "surrogates-become-fffd",
        "The decoder gives U+FFFD for surrogates.",
        like="x/net",
        side="decode",
        text=lambda points: _chars([0xFFFD if _is_surrogate(c) else c for c in points]),
    ),
    _dropped(
        "surrogates-become-question-marks",
        "The decoder gives question marks for surrogates.",
        side="decode",
        text=lambda points: _chars([0x3F if _is_surrogate(c) else c for c in points]),
    ),
    _dropped(
        "surrogates-dropped-encoder",
        "The encoder drops surrogates.",
        side="encode",
        points=lambda text: [ord(c) for c in text if not _is_surrogate(ord(c))],
    ),
    _dropped(
        "surrogates-become-fffd-encoder",
        "The encoder takes surrogates for U+FFFD.",
        side="encode",
        points=lambda text: [0xFFFD if _is_surrogate(ord(c)) else ord(c) for c in text],
    ),
    _dropped(
        "surrogates-become-question-marks-encoder",
        "The encoder takes surrogates for question marks.",
        like="okhttp 5",
        side="encode",
        points=lambda text: [0x3F if _is_surrogate(ord(c)) else ord(c) for c in text],
    ),
    _dropped(
        "surrogate-at-the-end-dropped",
        "The decoder drops a high surrogate at the end.",
        side="decode",
        text=lambda points: _chars(points[:-1] if points and 0xD800 <= points[-1] < 0xDC00 else points),
    ),
    _merged(
        "pairs-merged-decoder",
        "Two decoded surrogates become one code point.",
        like="npm punycode 2.3.1",
        side="decode",
        text=_from_utf16,
    ),
    _merged(
        "pairs-merged-encoder",
        "The encoder takes two surrogates for one code point.",
        side="encode",
        points=lambda text: list(map(ord, _paired(text))),
    ),
    _merged(
        "pairs-merged",
        "Two surrogates become one code point on both sides; single ones are refused.",
        points=lambda text: [refuse() if _is_surrogate(ord(c)) else ord(c) for c in _paired(text)],
        text=lambda points: refuse() if any(map(_is_surrogate, map(ord, s := _from_utf16(points)))) else s,
    ),
    _uneven(
        "high-surrogates-refused",
        "D800 to DBFF are refused, DC00 to DFFF taken.",
        like="libidn 1.41, libidn2 2.3.3",
        **_refusing(0xD800, 0xDBFF),
    ),
    _uneven("low-surrogates-refused", "DC00 to DFFF are refused, D800 to DBFF taken.", **_refusing(0xDC00, 0xDFFF)),
    _uneven(
        "surrogates-refused-from-d880",
        "D800 to D87F are taken, the other surrogates refused.",
        like="ada-url/idna PR #65",
        **_refusing(0xD880, 0xDFFF),
    ),
    _uneven(
        "surrogates-refused-from-d801", "D800 is taken, the other surrogates refused.", **_refusing(0xD801, 0xDFFF)
    ),
    _uneven(
        "surrogates-refused-up-to-dffe", "DFFF is taken, the other surrogates refused.", **_refusing(0xD800, 0xDFFE)
    ),
    _uneven(
        "surrogates-refused-up-to-dfef",
        "DFF0 to DFFF are taken, the other surrogates refused.",
        **_refusing(0xD800, 0xDFEF),
    ),
    _uneven(
        "surrogates-refused-at-the-start",
        "Surrogates are refused at the start only.",
        points=lambda text: refuse() if text and _is_surrogate(ord(text[0])) else list(map(ord, text)),
    ),
)
LOW_HALF = (
    _uneven(
        "low-16-bits-like-a-surrogate-refused",
        "Surrogates are recognized by their low 16 bits, so U+1D800 and its like are refused.",
        bug="valid-code-point-refused",
        like="npm punycode 0.3.0, puny-coder 1.0.1",
        points=lambda text: [refuse() if _is_surrogate(ord(c) & 0xFFFF) else ord(c) for c in text],
        code_point=lambda n: refuse() if n > MAX_UNICODE or _is_surrogate(n & 0xFFFF) else n,
    ),
    _dropped(
        "low-16-bits-like-a-surrogate-become-fffd",
        "Surrogates are recognized by their low 16 bits, so U+FFFD stands for U+1D800 and its like.",
        points=lambda text: [0xFFFD if _is_surrogate(ord(c) & 0xFFFF) else ord(c) for c in text],
        text=lambda points: _chars([0xFFFD if _is_surrogate(c & 0xFFFF) else c for c in points]),
    ),
)
UNITS = (
    _units(
        "inserted-as-utf16-units",
        "The decoder inserts UTF-16 units into a string of units, and counts these.",
        side="decode",
        insert=lambda output, i, n: output.__setitem__(slice(i, i), _utf16(chr(n))),
        text=_from_utf16,
    ),
    _units(
        "astral-passed-as-two",
        "The encoder counts UTF-16 units of what it passes over.",
        side="encode",
        counts=lambda c, n: (c < n) * (1 + (c > 0xFFFF)),
    ),
    _octets(
        "inserted-as-utf8-octets",
        "The decoder inserts UTF-8 octets into a string of octets, and counts these.",
        side="decode",
        insert=lambda output, i, n: output.__setitem__(slice(i, i), _utf8(chr(n))),
        text=lambda points: bytes(points).decode("utf-8", "surrogatepass"),
    ),
    _units("utf16-units", "Both sides work on UTF-16 units.", like="Mono 6.8", points=_utf16, text=_from_utf16),
    _units("utf16-units-encoder", "The encoder works on UTF-16 units.", side="encode", points=_utf16),
    _units(
        "utf16-length-adapts",
        "An astral code point counts as two for bias adaptation in the encoder.",
        side="encode",
        numpoints=lambda length, b: length,
        jump=lambda steps, h, b: steps * (h + 1 + (steps > 0xFFFF)),
    ),
    _octets(
        "utf8-octets",
        "Both sides work on UTF-8 octets.",
        points=_utf8,
        text=lambda points: bytes(c & 0xFF for c in points).decode("utf-8", "surrogatepass"),
    ),
    _octets("utf8-octets-encoder", "The encoder works on UTF-8 octets.", side="encode", points=_utf8),
    _octets(
        "latin-1-replaced",
        "The encoder works on Latin-1, with a question mark for what it lacks.",
        side="encode",
        points=lambda text: list(text.encode("latin-1", "replace")),
    ),
    _octets(
        "c1-as-windows-1252",
        "U+0080 to U+009F are read as Windows-1252.",
        side="encode",
        points=lambda text: [
            ord(bytes([ord(c)]).decode("cp1252", "replace")) if "\x80" <= c <= "\x9f" else ord(c) for c in text
        ],
    ),
    _nul(
        "nul-ends",
        "NUL ends the text and the encoded string.",
        like="Net::LibIDN 0.12",
        text=lambda s: s.split("\0")[0],
        to_decode=lambda s: s.split("\0")[0],
    ),
    _nul("nul-ends-encoder", "NUL ends the text.", text=lambda s: s.split("\0")[0]),
    _nul("nul-ends-decoder", "NUL ends the encoded string.", to_decode=lambda s: s.split("\0")[0]),
    _nul("nul-ends-result", "NUL ends what is decoded.", decoded=lambda s: s.split("\0")[0]),
    _nul("nul-dropped", "NUL is dropped.", text=lambda s: s.replace("\0", "")),
    _nul(
        "nul-at-the-end-dropped",
        "NUL at the end is dropped.",
        text=lambda s: s.rstrip("\0"),
        to_decode=lambda s: s.rstrip("\0"),
    ),
)

FAULTS = SURROGATES + LOW_HALF + UNITS
