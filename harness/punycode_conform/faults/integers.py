"""Faults in the width of integers (6.4) and at the end of Unicode (5)."""

import struct
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any

from .fault import bent
from .malleable import MAX_UNICODE, refuse

_wraps = partial(bent, clause="6.4", bug="overflow-wraps")
_narrow = partial(bent, clause="6.4", bug="integers-too-narrow")
_beyond = partial(bent, clause="5", bug="beyond-unicode-mangled", side="decode")
_cut = partial(bent, clause="5", bug="code-point-cut-to-a-width", side="decode")
_refused = partial(bent, clause="5", bug="valid-code-point-refused")


def integers(bits: int, wrapping: str = "", signed: bool = False) -> Callable[[int, str], int]:
    """Integers of a width, of which all overflows are refused but those of the named variables."""
    names = wrapping.split()
    low = -(1 << bits - 1) if signed else 0

    def fit(value: int, variable: str) -> int:
        if variable in names:
            return (value - low) % (1 << bits) + low
        return value if value < (1 << bits) + low else refuse("overflow")

    return fit


def _signed(value: int, bits: int) -> int:
    """The integer of two's complement that has the same lower bits."""
    return (value + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def _alone(bits: int, wrapping: str) -> Callable[[int, str], int]:
    """One variable wraps at a width; the others are unbounded."""
    return lambda value, variable: value % (1 << bits) if variable == wrapping else value


def _saturated(bits: int) -> Callable[[int, str], int]:
    return lambda value, variable: min(value, (1 << bits) - 1)


def _short_float(value: int, variable: str) -> int:
    """The nearest number that an IEEE 754 float of 32 bits holds."""
    return int(struct.unpack("f", struct.pack("f", value))[0]) if value < 1 << 127 else refuse("overflow")


def _without(points: list[int]) -> str:
    """The text without what is no code point."""
    return "".join(chr(c) for c in points if c >= 0)


ALL = "i w n delta"
WIDTHS = (
    _wraps("wraps-16", "All integers wrap at 16 bits.", bug="integers-too-narrow", fit=integers(16, ALL)),
    _wraps("wraps-24", "All integers wrap at 24 bits.", bug="integers-too-narrow", fit=integers(24, ALL)),
    _wraps("wraps-26", "All integers wrap at 26 bits.", fit=integers(26, ALL)),
    _wraps("wraps-31", "All integers wrap at 31 bits.", fit=integers(31, ALL)),
    _wraps("wraps-32", "All integers wrap at 32 bits.", like="HttpClient 4.5.14", fit=integers(32, ALL)),
    _wraps("wraps-64", "The decoder's integers wrap at 64 bits.", side="decode", fit=integers(64, ALL)),
    _wraps("wraps-32-signed", "All integers wrap at 32 bits and have a sign.", fit=integers(32, ALL, signed=True)),
    _wraps(
        "wraps-64-signed",
        "The decoder's integers wrap at 64 bits and have a sign.",
        side="decode",
        fit=integers(64, ALL, signed=True),
    ),
    _wraps("i-wraps-31", "i wraps at 31 bits; other overflows are refused.", side="decode", fit=integers(31, "i")),
    _wraps(
        "i-wraps-32",
        "i wraps at 32 bits; other overflows are refused.",
        like="binutils 2.40 c++filt",
        side="decode",
        fit=integers(32, "i"),
    ),
    _wraps("i-wraps-64", "i wraps at 64 bits; other overflows are refused.", side="decode", fit=integers(64, "i")),
    _wraps("w-wraps-16", "The weight wraps at 16 bits.", bug="integers-too-narrow", side="decode", fit=_alone(16, "w")),
    _wraps("w-wraps-20", "The weight wraps at 20 bits.", bug="integers-too-narrow", side="decode", fit=_alone(20, "w")),
    _wraps(
        "w-wraps-31", "The weight wraps at 31 bits; other integers are unbounded.", side="decode", fit=_alone(31, "w")
    ),
    _wraps(
        "w-wraps-32", "The weight wraps at 32 bits; other integers are unbounded.", side="decode", fit=_alone(32, "w")
    ),
    _wraps("n-wraps-32", "n wraps at 32 bits; other integers are unbounded.", side="decode", fit=_alone(32, "n")),
    _wraps("n-wraps-31", "n wraps at 31 bits; other integers are unbounded.", side="decode", fit=_alone(31, "n")),
    _wraps("n-wraps-64", "n wraps at 64 bits; other integers are unbounded.", side="decode", fit=_alone(64, "n")),
    _wraps("delta-wraps-26", "The encoder's delta wraps at 26 bits.", side="encode", fit=integers(26, "delta")),
    _wraps("delta-wraps-31", "The encoder's delta wraps at 31 bits.", side="encode", fit=integers(31, "delta")),
    _wraps(
        "delta-wraps-32",
        "The encoder's delta wraps at 32 bits.",
        like="golang/go#28233",
        side="encode",
        fit=integers(32, "delta"),
    ),
    _wraps(
        "delta-wraps-32-signed",
        "The encoder's delta wraps at 32 bits and has a sign.",
        like="net/http/cookiejar, Go 1.19",
        side="encode",
        fit=integers(32, "delta", signed=True),
    ),
    _wraps("saturates-26", "Integers stop at 2^26 - 1.", fit=_saturated(26)),
    _wraps("saturates-31", "Integers stop at 2^31 - 1.", fit=_saturated(31)),
    _wraps("saturates-32", "Integers stop at 2^32 - 1.", fit=_saturated(32)),
    _wraps(
        "product-saturates-31",
        "The encoder's product stops at 2^31 - 1; what is added overflows and is refused.",
        side="encode",
        jump=lambda steps, h, b: min(steps * (h + 1), (1 << 31) - 1),
        fit=integers(31),
    ),
    _wraps(
        "product-saturates-32",
        "The encoder's product stops at 2^32 - 1; what is added overflows and is refused.",
        side="encode",
        jump=lambda steps, h, b: min(steps * (h + 1), (1 << 32) - 1),
        fit=integers(32),
    ),
    _wraps(
        "product-wraps-32",
        "The encoder's product wraps at 32 bits; the sum is tested.",
        side="encode",
        jump=lambda steps, h, b: steps * (h + 1) % (1 << 32),
        fit=integers(32),
    ),
    _wraps(
        "product-wraps-32-signed",
        "The encoder's product wraps at 32 bits and has a sign; the sum is tested.",
        side="encode",
        jump=lambda steps, h, b: _signed(steps * (h + 1), 32),
        fit=integers(31),
    ),
    _wraps(
        "digit-product-wraps-32",
        "The product of digit and weight wraps at 32 bits; the sum is tested.",
        side="decode",
        product=lambda digit, w: digit * w % (1 << 32),
        fit=integers(32),
    ),
    *(
        _wraps(
            f"digit-product-wraps-{bits}-signed",
            f"The product of digit and weight wraps at {bits} bits and has a sign; the sum is tested.",
            side="decode",
            product=lambda digit, w, bits=bits: _signed(digit * w, bits),
            fit=integers(bits - 1),
        )
        for bits in (32, 64)
    ),
    _narrow("refuses-past-16", "Integers have 16 bits; overflow is refused.", fit=integers(16)),
    _narrow("refuses-past-24", "Integers have 24 bits; overflow is refused.", fit=integers(24)),
    _narrow("refuses-past-25", "Integers have 26 bits and a sign; overflow is refused.", fit=integers(25)),
    _narrow(
        "refuses-past-50-million",
        "A delta over 50,000,000 is refused.",
        fit=lambda value, variable: refuse() if variable != "w" and value > 50_000_000 else value,
    ),
    _narrow(
        "refuses-at-weight-2-20",
        "A weight over 2^20 is refused.",
        side="decode",
        fit=lambda value, variable: refuse() if variable == "w" and value >> 20 else value,
    ),
    _narrow(
        "weight-tested-too-early",
        "The product of weight and base - t is tested for 26 bits before the last digit too.",
        side="decode",
        fit=lambda value, variable: refuse() if variable == "w" and value * 10 >> 26 else value,
    ),
    _narrow("float-24", "Integers are floats of 32 bits, exact to 24.", fit=_short_float),
)


def _mapped(change: Callable[[int], int]) -> Callable[[int], int]:
    """A decoder that changes what is beyond Unicode, and only that."""
    return lambda n: n if n <= MAX_UNICODE else change(n)


BEYOND = (
    _beyond(
        "beyond-becomes-fffd",
        "A code point above 10FFFF becomes U+FFFD.",
        like="golang-commonmark/puny",
        code_point=_mapped(lambda n: 0xFFFD),
    ),
    _beyond(
        "beyond-becomes-question-mark",
        "A code point above 10FFFF becomes a question mark.",
        like="Poco 1.11",
        code_point=_mapped(lambda n: 0x3F),
    ),
    _beyond("beyond-dropped", "A code point above 10FFFF is dropped.", code_point=_mapped(lambda n: -1), text=_without),
    _beyond(
        "beyond-ends",
        "A code point above 10FFFF becomes NUL.",
        like="libidn 1.41, Java port",
        code_point=_mapped(lambda n: 0),
    ),
    _beyond(
        "beyond-becomes-10ffff", "A code point above 10FFFF becomes U+10FFFF.", code_point=lambda n: min(n, MAX_UNICODE)
    ),
    _beyond(
        "beyond-modulo", "A code point above 10FFFF starts again at 0.", code_point=lambda n: n % (MAX_UNICODE + 1)
    ),
    _beyond(
        "beyond-in-16-bits", "A code point above 10FFFF is cut to 16 bits.", code_point=_mapped(lambda n: n & 0xFFFF)
    ),
    _beyond(
        "beyond-in-20-bits",
        "A code point above 10FFFF is cut to 20 bits after its lead surrogate.",
        like="npm punycode before 2.0",
        code_point=_mapped(lambda n: 0x10000 + (n - 0x10000) % 0x100000),
    ),
    _beyond(
        "beyond-in-21-bits",
        "A code point is cut to 21 bits, and refused if it is still above 10FFFF.",
        code_point=lambda n: n & 0x1FFFFF if n & 0x1FFFFF <= MAX_UNICODE else refuse(),
    ),
    _beyond(
        "beyond-by-one",
        "110000 is taken, as U+10FFFF: the test is n > 110000.",
        code_point=lambda n: MAX_UNICODE if n == MAX_UNICODE + 1 else n if n <= MAX_UNICODE else refuse(),
    ),
    _cut(
        "code-point-in-16-bits",
        "Code points are cut to 16 bits.",
        like="HttpClient 4.5.14",
        code_point=lambda n: n & 0xFFFF,
    ),
    _cut("code-point-in-8-bits", "Code points are cut to 8 bits.", code_point=lambda n: n & 0xFF),
    _cut(
        "code-point-in-20-bits",
        "Code points are cut to 20 bits, so plane 16 becomes plane 0.",
        code_point=lambda n: n & 0xFFFFF if n <= MAX_UNICODE else refuse(),
    ),
    _cut(
        "code-point-in-16-bits-encoder",
        "The encoder cuts code points to 16 bits.",
        side="encode",
        points=lambda text: [ord(c) & 0xFFFF for c in text],
    ),
)


def _refusing(refused: Callable[[int], bool]) -> dict[str, Any]:
    """Both sides refuse some code points."""
    return {
        "points": lambda text: [refuse() if refused(ord(c)) else ord(c) for c in text],
        "code_point": lambda n: refuse() if n > MAX_UNICODE or refused(n) else n,
    }


REFUSED = (
    _refused(
        "10ffff-refused",
        "U+10FFFF is refused: the test is n >= 10FFFF.",
        side="decode",
        code_point=lambda n: n if n < MAX_UNICODE else refuse(),
    ),
    _refused(
        "10ffff-refused-encoder",
        "U+10FFFF is refused by the encoder.",
        side="encode",
        points=lambda text: [ord(c) if ord(c) < MAX_UNICODE else refuse() for c in text],
    ),
    _refused("astral-refused", "Code points above FFFF are refused.", **_refusing(lambda c: c > 0xFFFF)),
    _refused("plane-16-refused", "Code points above FFFFF are refused.", **_refusing(lambda c: c > 0xFFFFF)),
    _refused("upper-planes-refused", "Code points above 3FFFF are refused.", **_refusing(lambda c: c > 0x3FFFF)),
    _refused("ffff-refused", "U+FFFF is refused: the test is c < FFFF.", **_refusing(lambda c: c == 0xFFFF)),
    _refused("10000-refused", "U+10000 is refused.", **_refusing(lambda c: c == 0x10000)),
    _refused(
        "fffd-refused",
        "U+FFFD is treated as an error in the input.",
        side="encode",
        like="x/net 0ca694d",
        points=lambda text: [ord(c) if c != "\ufffd" else refuse() for c in text],
    ),
    _refused(
        "noncharacters-refused",
        "Noncharacters are refused.",
        **_refusing(lambda c: c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF),
    ),
    _refused(
        "arabic-noncharacters-refused", "U+FDD0 to U+FDEF are refused.", **_refusing(lambda c: 0xFDD0 <= c <= 0xFDEF)
    ),
    _refused(
        "private-use-refused",
        "Private use code points are refused.",
        **_refusing(lambda c: unicodedata.category(chr(c)) == "Co"),
    ),
    _refused(
        "unassigned-refused",
        "Unassigned code points are refused.",
        **_refusing(lambda c: unicodedata.category(chr(c)) == "Cn"),
    ),
    _refused(
        "0080-refused",
        "The decoder takes U+0080 for basic and refuses it.",
        side="decode",
        code_point=lambda n: refuse() if n <= 0x80 or n > MAX_UNICODE else n,
    ),
    _refused(
        "unassigned-in-3-2-refused",
        "What Unicode 3.2 did not assign is refused, as IDNA 2003 does.",
        **_refusing(lambda c: unicodedata.ucd_3_2_0.category(chr(c)) == "Cn"),
    ),
    *(
        _refused(
            f"{name}-refused",
            f"U+{block[0]:04X} to U+{block[-1]:04X} are refused: an old table lacks them.",
            **_refusing(block.__contains__),
        )
        for name, block in (
            ("lisu-letters", range(0xA4D0, 0xA500)),
            ("sharada-letters", range(0x11180, 0x111E0)),
            ("kaktovik-numerals", range(0x1D2C0, 0x1D2E0)),
        )
    ),
    _refused("c1-controls-refused", "U+0080 to U+009F are refused.", **_refusing(lambda c: 0x80 <= c < 0xA0)),
    _refused(
        "format-characters-refused",
        "Format characters are refused.",
        **_refusing(lambda c: c > 0x7F and unicodedata.category(chr(c)) == "Cf"),
    ),
    _refused(
        "leading-mark-refused",
        "A combining mark at the start is refused.",
        points=lambda text: refuse() if text and unicodedata.combining(text[0]) else list(map(ord, text)),
    ),
    _refused(
        "e000-refused",
        "U+E000 is treated as a surrogate.",
        bug="surrogates-treated-unevenly",
        **_refusing(lambda c: c == 0xE000),
    ),
    _refused(
        "d7ff-refused",
        "U+D7FF is treated as a surrogate.",
        bug="surrogates-treated-unevenly",
        **_refusing(lambda c: c == 0xD7FF),
    ),
)
FAULTS = WIDTHS + BEYOND + REFUSED
