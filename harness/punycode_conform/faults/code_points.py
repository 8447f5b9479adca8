"""Faults in what a code point is: surrogates, UTF-16 units, octets, C strings (5)."""

from collections.abc import Callable
from functools import partial

from .fault import Row, both, row
from .integers import refused
from .malleable import characters, each, joined_each, refusing, replaced

_dropped = partial(row, clause="5", bug="surrogates-dropped-or-replaced")
_merged = partial(row, clause="5", bug="surrogates-merged")
_units = partial(row, clause="5", bug="utf16-units-coded")
_octets = partial(row, clause="5", bug="utf8-octets-coded")
_nul = partial(row, clause="1.1", bug="nul-ends-the-string")


def _uneven(says: str, low: int, high: int) -> Row:
    return row(says, "5", "surrogates-treated-unevenly", **refused(lambda c: low <= c <= high))


def _is_surrogate(c: int) -> bool:
    return 0xD800 <= c <= 0xDFFF


def _is_low_half_surrogate(c: int) -> bool:
    return _is_surrogate(c & 0xFFFF)


def _put(replacement: int, is_wrong: Callable[[int], bool] = _is_surrogate) -> Callable[[int], int]:
    return lambda c: replacement if is_wrong(c) else c


def _paired(text: str) -> str:
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _utf16(text: str) -> list[int]:
    data = text.encode("utf-16-le", "surrogatepass")
    return [low | high << 8 for low, high in zip(data[::2], data[1::2], strict=True)]


def _from_utf16(points: list[int]) -> str:
    return _paired(characters(points))


def _inserted(output: list[int]) -> str:
    """The text after insertions, each a negative number of an index and a code point, into a string of UTF-16 units."""
    units = [c for c in output if c >= 0]
    for i, n in (divmod(-1 - insertion, 1 << 21) for insertion in output if insertion < 0):
        units[i:i] = _utf16(chr(n))
    return _from_utf16(units)


def _utf8(text: str) -> list[int]:
    return list(text.encode("utf-8", "surrogatepass"))


def _from_utf8(points: list[int]) -> str:
    return bytes(c & 0xFF for c in points).decode("utf-8", "surrogatepass")


def _as_windows_1252(c: int) -> int:
    return ord(bytes([c]).decode("cp1252", "replace")) if 0x80 <= c <= 0x9F else c


def _before_nul(s: str) -> str:
    return s.partition("\0")[0]


FAULTS: dict[str, Row] = {
    # Surrogates
    "surrogates-dropped": _dropped(
        "The decoder drops surrogates.", joined=lambda points: characters(c for c in points if not _is_surrogate(c))
    ),
    "surrogates-become-fffd": _dropped("The decoder gives U+FFFD for surrogates.", joined=joined_each(_put(0xFFFD))),
    "surrogates-become-question-marks": _dropped("Surrogates are decoded as U+003F.", joined=joined_each(_put(0x3F))),
    "surrogates-dropped-encoder": _dropped(
        "The encoder drops surrogates.", points=lambda text: [ord(c) for c in text if not _is_surrogate(ord(c))]
    ),
    "surrogates-become-fffd-encoder": _dropped("The encoder takes surrogates for U+FFFD.", points=each(_put(0xFFFD))),
    "surrogates-become-question-marks-encoder": _dropped("Surrogates are encoded as U+003F.", points=each(_put(0x3F))),
    "surrogate-at-the-end-dropped": _dropped(
        "The decoder drops the last code point of a text if it is a high surrogate.",
        joined=lambda points: characters(points[:-1] if points and 0xD800 <= points[-1] < 0xDC00 else points),
    ),
    "pairs-merged-decoder": _merged(
        "A decoded high surrogate before a low one becomes one with it.", joined=_from_utf16
    ),
    "pairs-merged-encoder": _merged(
        "The encoder takes a high surrogate right before a low one for one code point.",
        points=lambda text: list(map(ord, _paired(text))),
    ),
    "pairs-merged": _merged(
        "A high surrogate before a low one becomes one code point on both sides; others are refused.",
        points=lambda text: each(refusing(_is_surrogate))(_paired(text)),
        joined=lambda points: joined_each(refusing(_is_surrogate))(list(map(ord, _from_utf16(points)))),
    ),
    "high-surrogates-refused": _uneven("D800 to DBFF are refused, DC00 to DFFF taken.", 0xD800, 0xDBFF),
    "low-surrogates-refused": _uneven("DC00 to DFFF are refused, D800 to DBFF taken.", 0xDC00, 0xDFFF),
    "surrogates-refused-from-d880": _uneven("D800 to D87F are taken, the other surrogates refused.", 0xD880, 0xDFFF),
    "surrogates-refused-from-d801": _uneven("D800 is taken, the other surrogates refused.", 0xD801, 0xDFFF),
    "surrogates-refused-up-to-dffe": _uneven("DFFF is taken, the other surrogates refused.", 0xD800, 0xDFFE),
    "surrogates-refused-up-to-dfef": _uneven("DFF0 to DFFF are taken, the other surrogates refused.", 0xD800, 0xDFEF),
    "surrogates-refused-at-the-start": row(
        "The encoder refuses surrogates at the start of the text only.",
        "5",
        "surrogates-treated-unevenly",
        text=refusing(lambda s: s and _is_surrogate(ord(s[0]))),
    ),
    "low-16-bits-like-a-surrogate-refused": row(
        "Surrogates are recognized by their low 16 bits, so U+1D800 and its like are refused.",
        "5",
        "valid-code-point-refused",
        **refused(_is_low_half_surrogate),
    ),
    "bits-d800-refused": row(
        "Surrogates are recognized by the bits of D800, so U+F800 to U+FFFF and their like above are refused.",
        "5",
        "valid-code-point-refused",
        **refused(lambda c: c & 0xD800 == 0xD800),
    ),
    "low-16-bits-like-a-surrogate-become-fffd": _dropped(
        "Surrogates are recognized by their low 16 bits, so U+FFFD stands for U+1D800 and its like.",
        points=each(_put(0xFFFD, _is_low_half_surrogate)),
        joined=joined_each(_put(0xFFFD, _is_low_half_surrogate)),
    ),
    # UTF-16 units, octets, C strings
    "inserted-as-utf16-units": _units(
        "The decoder inserts UTF-16 units into a string of units, and counts these.",
        insert=lambda output, i, n: output.__setitem__(slice(i, i), _utf16(chr(n))),
        joined=_from_utf16,
    ),
    "inserted-at-utf16-index": _units(
        "The decoder counts code points and inserts at an index of UTF-16 units.",
        clause="6.2",
        insert=lambda output, i, n: output.append(-1 - (i << 21 | n)),
        joined=_inserted,
    ),
    "surrogates-joined-by-or": _units(
        "The encoder joins surrogates by | 10000, not by + 10000, so U+20000 becomes U+10000, and so on.",
        points=each(lambda c: 0x10000 | c - 0x10000 if c > 0xFFFF else c),
    ),
    "astral-passed-as-two": _units(
        "The encoder adds 2 to delta for an astral code point below n.",
        counts=lambda c, n: (c < n) * (1 + (c > 0xFFFF)),
    ),
    "inserted-as-utf8-octets": _octets(
        "The decoder inserts UTF-8 octets into a string of octets, counts these, and refuses what is no UTF-8 then.",
        insert=lambda output, i, n: output.__setitem__(slice(i, i), _utf8(chr(n))),
        joined=lambda points: bytes(points).decode("utf-8", "surrogatepass"),
    ),
    "utf16-units": _units(
        "The encoder works on UTF-16 units, and the decoder joins pairs of surrogates.",
        points=_utf16,
        joined=_from_utf16,
    ),
    "utf16-units-encoder": _units("The encoder works on UTF-16 units.", points=_utf16),
    "utf16-length-adapts": _units(
        "Where m - n is above FFFF, the encoder multiplies it by h + 2, not by h + 1.",
        jump=lambda steps, h, b: steps * (h + 1 + (steps > 0xFFFF)),
    ),
    "utf8-octets": _octets("Text is handled as UTF-8 octets on both sides.", points=_utf8, joined=_from_utf8),
    "utf8-octets-encoder": _octets("The encoder works on UTF-8 octets.", points=_utf8),
    "latin-1-replaced": _octets(
        "The encoder works on Latin-1, with a question mark for what it lacks.",
        points=lambda text: list(text.encode("latin-1", "replace")),
    ),
    "c1-as-windows-1252": _octets(
        "The encoder reads U+0080 to U+009F as Windows-1252, and what that lacks as U+FFFD.",
        points=each(_as_windows_1252),
    ),
    "nul-ends": _nul("NUL ends the text and the encoded string.", **both(_before_nul)),
    "nul-ends-encoder": _nul("NUL ends the text in the encoder.", text=_before_nul),
    "nul-ends-decoder": _nul("NUL ends the encoded form in the decoder.", to_decode=_before_nul),
    "nul-ends-result": _nul("NUL ends the text that is decoded.", decoded=_before_nul),
    "nul-dropped": _nul("The encoder drops NUL.", text=replaced("\0", "")),
    "nul-at-the-end-dropped": _nul("NULs at the end of the input are dropped.", **both(lambda s: s.rstrip("\0"))),
}
