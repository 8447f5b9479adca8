"""Faults in the width of integers (6.4) and at the end of Unicode (5)."""

import struct
import unicodedata
from collections.abc import Callable
from functools import partial
from typing import Any

from .fault import Row, replacing, row
from .malleable import MAX_UNICODE, each, refuse, refusing

_wraps = replacing("fit", "6.4", "overflow-wraps")
_decoder = replacing("fit", "6.4", "overflow-wraps", side="decode")
_encoder = replacing("fit", "6.4", "overflow-wraps", side="encode")
_jump = replacing("jump", "6.4", "overflow-wraps", side="encode")
_product = replacing("product", "6.4", "overflow-wraps", side="decode")
_narrow = replacing("fit", "6.4", "integers-too-narrow")
_cut = replacing("code_point", "5", "code-point-cut-to-a-width")
_refused = partial(row, clause="5", bug="valid-code-point-refused")
_ALL = "i w n delta"
_NARROW = "integers-too-narrow"
_UNEVEN = "surrogates-treated-unevenly"


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
    return lambda value, variable: value % (1 << bits) if variable == wrapping else value


def _saturated(bits: int) -> Callable[[int, str], int]:
    return lambda value, variable: min(value, (1 << bits) - 1)


def _past(limit: int, variables: str) -> Callable[[int, str], int]:
    return lambda value, variable: refuse() if variable in variables.split() and value > limit else value


def _short_float(value: int, variable: str) -> int:
    return int(struct.unpack("f", struct.pack("f", value))[0]) if value < 1 << 127 else refuse("overflow")


def _encoder_product(says: str, bits: int, change: Callable[[int], int]) -> Row:
    """(m - n) * (h + 1) is changed; what is added to it is tested."""
    return _jump(says, lambda steps, h, b: change(steps * (h + 1)), fit=integers(bits))


def _increments(bits: int) -> Row:
    """(m - n) * (h + 1) is tested, what counting adds to it is not."""
    says = f"delta wraps where it is incremented past 2^{bits} - 1; only (m - n) * (h + 1) is tested."
    fit = integers(bits)
    return _jump(says, lambda steps, h, b: fit(steps * (h + 1), "delta"), fit=integers(bits, "delta"), about="counts")


def _decoder_product(says: str, bits: int, change: Callable[[int], int]) -> Row:
    """digit * w is changed; what is added to it is tested."""
    return _product(says, lambda digit, w: change(digit * w), fit=integers(bits))


def _beyond(says: str, change: Callable[[int], int], **steps: Any) -> Row:
    """A decoder that changes code points beyond Unicode, and only those."""
    steps["code_point"] = lambda n: n if n <= MAX_UNICODE else change(n)
    return row(says, "5", "beyond-unicode-mangled", **steps)


def refused(is_refused: Callable[[int], bool]) -> dict[str, Any]:
    """The steps of both sides, where both refuse some code points."""
    return {"points": each(refusing(is_refused)), "code_point": refusing(lambda n: n > MAX_UNICODE or is_refused(n))}


def _refuses(says: str, is_refused: Callable[[int], bool], bug: str = "valid-code-point-refused") -> Row:
    return row(says, "5", bug, **refused(is_refused))


def _in_category(category: str, database: Any = unicodedata) -> Callable[[int], bool]:
    return lambda c: c > 0x7F and database.category(chr(c)) == category


def _of_an_old_table(block: range) -> Row:
    return _refuses(f"U+{block[0]:04X} to U+{block[-1]:04X} are refused: an old table lacks them.", block.__contains__)


FAULTS: dict[str, Row] = {
    # Widths
    "wraps-16": _wraps("Integers wrap at 16 bits.", integers(16, _ALL), bug=_NARROW),
    "wraps-24": _wraps("Integers wrap at 24 bits.", integers(24, _ALL), bug=_NARROW),
    "wraps-26": _wraps("Integers wrap at 26 bits.", integers(26, _ALL)),
    "wraps-31": _wraps("Integers wrap at 31 bits.", integers(31, _ALL)),
    "wraps-32": _wraps("Integers wrap at 32 bits.", integers(32, _ALL)),
    "wraps-64": _decoder("The decoder's integers wrap at 64 bits.", integers(64, _ALL)),
    "wraps-32-signed": _wraps("Integers wrap at 32 bits and have a sign.", integers(32, _ALL, signed=True)),
    "wraps-64-signed": _decoder("The decoder's signed integers wrap at 64 bits.", integers(64, _ALL, signed=True)),
    "i-wraps-31": _decoder("i wraps at 31 bits; other overflows are refused.", integers(31, "i")),
    "i-wraps-32": _decoder("i wraps at 32 bits.", integers(32, "i")),
    "i-wraps-64": _decoder("i wraps at 64 bits.", integers(64, "i")),
    "w-wraps-16": _decoder("The weight wraps at 16 bits.", _alone(16, "w"), bug=_NARROW),
    "w-wraps-20": _decoder("The weight wraps at 20 bits.", _alone(20, "w"), bug=_NARROW),
    "w-wraps-31": _decoder("The weight alone wraps at 31 bits.", _alone(31, "w")),
    "w-wraps-32": _decoder("The weight alone wraps at 32 bits.", _alone(32, "w")),
    "n-wraps-32": _decoder("n alone wraps at 32 bits.", _alone(32, "n")),
    "n-wraps-31": _decoder("n alone wraps at 31 bits.", _alone(31, "n")),
    "n-wraps-64": _decoder("n alone wraps at 64 bits.", _alone(64, "n")),
    "delta-wraps-26": _encoder("The encoder's delta wraps at 26 bits.", integers(26, "delta")),
    "delta-wraps-31": _encoder("The encoder's delta wraps at 31 bits.", integers(31, "delta")),
    "delta-wraps-32": _encoder("The encoder's delta wraps at 32 bits.", integers(32, "delta")),
    "delta-wraps-32-signed": _encoder("A signed delta wraps at 32 bits.", integers(32, "delta", signed=True)),
    "saturates-26": _wraps("Integers stop at 2^26 - 1.", _saturated(26)),
    "saturates-31": _wraps("Integers stop at 2^31 - 1.", _saturated(31)),
    "saturates-32": _wraps("Integers stop at 2^32 - 1.", _saturated(32)),
    "product-saturates-31": _encoder_product(
        "(m - n) * (h + 1) stops at 2^31 - 1; a delta above that is refused.", 31, lambda p: min(p, (1 << 31) - 1)
    ),
    "product-saturates-32": _encoder_product(
        "(m - n) * (h + 1) stops at 2^32 - 1; a delta above that is refused.", 32, lambda p: min(p, (1 << 32) - 1)
    ),
    "product-wraps-32": _encoder_product(
        "(m - n) * (h + 1) wraps at 32 bits; delta is tested.", 32, lambda p: p % (1 << 32)
    ),
    "product-wraps-32-signed": _encoder_product(
        "(m - n) * (h + 1) wraps at 32 bits and has a sign; delta is tested.", 31, lambda p: _signed(p, 32)
    ),
    "increments-wrap-31": _increments(31),
    "increments-wrap-32": _increments(32),
    "digit-product-wraps-32": _decoder_product("digit * w wraps at 32 bits; i is tested.", 32, lambda p: p % (1 << 32)),
    "digit-product-wraps-32-signed": _decoder_product(
        "digit * w wraps at 32 bits and has a sign; i is tested.", 31, lambda p: _signed(p, 32)
    ),
    "digit-product-wraps-64-signed": _decoder_product(
        "digit * w wraps at 64 bits and has a sign; i is tested.", 63, lambda p: _signed(p, 64)
    ),
    "refuses-past-16": _narrow("Integers have 16 bits; overflow is refused.", integers(16)),
    "refuses-past-24": _narrow("Integers have 24 bits; overflow is refused.", integers(24)),
    "refuses-past-25": _narrow("Integers of 2^25 or more are refused.", integers(25)),
    "refuses-past-50-million": _narrow("i or delta over 50,000,000 is refused.", _past(50_000_000, "i n delta")),
    "refuses-at-weight-2-20": _narrow("A weight over 2^20 is refused.", _past((1 << 20) - 1, "w"), side="decode"),
    "weight-tested-too-early": _narrow(
        "w * (base - t) is tested for 26 bits at the last digit too, which does not need it.",
        _past(((1 << 26) - 1) // 10, "w"),
        side="decode",
    ),
    "float-24": _narrow("Integers are floats of 32 bits, exact to 24.", _short_float),
    # Beyond Unicode
    "beyond-becomes-fffd": _beyond("A code point above 10FFFF becomes U+FFFD.", lambda n: 0xFFFD),
    "beyond-becomes-question-mark": _beyond("A code point above 10FFFF becomes a question mark.", lambda n: 0x3F),
    "beyond-dropped": _beyond(
        "A code point above 10FFFF is left out.",
        lambda n: -1,
        joined=lambda points: "".join(chr(c) for c in points if c >= 0),
    ),
    "beyond-ends": _beyond("A code point above 10FFFF becomes NUL.", lambda n: 0),
    "beyond-becomes-10ffff": _beyond("A code point above 10FFFF becomes U+10FFFF.", lambda n: min(n, MAX_UNICODE)),
    "beyond-modulo": _beyond("A code point above 10FFFF starts again at 0.", lambda n: n % (MAX_UNICODE + 1)),
    "beyond-in-16-bits": _beyond("A code point above 10FFFF is cut to 16 bits.", lambda n: n & 0xFFFF),
    "beyond-in-20-bits": _beyond(
        "Above 10FFFF n - 10000 is cut to 20 bits, those of two surrogates.",
        lambda n: 0x10000 + (n - 0x10000) % 0x100000,
    ),
    "beyond-in-21-bits": _beyond(
        "A code point is cut to 21 bits, and refused if it is still above 10FFFF.",
        lambda n: n & 0x1FFFFF if n & 0x1FFFFF <= MAX_UNICODE else refuse(),
    ),
    "beyond-by-one": _beyond(
        "110000 becomes U+10FFFF; what is greater is refused.",
        lambda n: MAX_UNICODE if n == MAX_UNICODE + 1 else refuse(),
    ),
    "code-point-in-16-bits": _cut("The decoder cuts code points to 16 bits.", lambda n: n & 0xFFFF),
    "code-point-in-8-bits": _cut("The decoder cuts code points to 8 bits.", lambda n: n & 0xFF),
    "code-point-in-20-bits": _cut(
        "The decoder's code points have 20 bits, so plane 16 becomes plane 0.",
        lambda n: n & 0xFFFFF if n <= MAX_UNICODE else refuse(),
    ),
    "code-point-in-16-bits-encoder": row(
        "The encoder cuts code points to 16 bits.", "5", "code-point-cut-to-a-width", points=each(lambda c: c & 0xFFFF)
    ),
    # Refusing what is a code point
    "10ffff-refused": _refused(
        "The decoder refuses U+10FFFF: n >= 10FFFF.", code_point=refusing(lambda n: n >= MAX_UNICODE)
    ),
    "10ffff-refused-encoder": _refused(
        "U+10FFFF is refused by the encoder.", points=each(refusing(lambda c: c == MAX_UNICODE))
    ),
    "astral-refused": _refuses("Code points above FFFF are refused.", lambda c: c > 0xFFFF),
    "plane-16-refused": _refuses("Code points above FFFFF are refused.", lambda c: c > 0xFFFFF),
    "upper-planes-refused": _refuses("Code points above 3FFFF are refused.", lambda c: c > 0x3FFFF),
    "ffff-refused": _refuses("U+FFFF is refused.", lambda c: c == 0xFFFF),
    "10000-refused": _refuses("U+10000 is refused.", lambda c: c == 0x10000),
    "fffd-refused": _refused("U+FFFD counts as an error in the input.", points=each(refusing(lambda c: c == 0xFFFD))),
    "noncharacters-refused": _refuses(
        "Noncharacters are refused.", lambda c: c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF
    ),
    "arabic-noncharacters-refused": _refuses("U+FDD0 to U+FDEF are refused.", lambda c: 0xFDD0 <= c <= 0xFDEF),
    "private-use-refused": _refuses("Private use code points are refused.", _in_category("Co")),
    "unassigned-refused": _refuses("Unassigned code points are refused.", _in_category("Cn")),
    "0080-refused": _refused(
        "The decoder refuses U+0080, as if it were basic.",
        code_point=refusing(lambda n: n <= 0x80 or n > MAX_UNICODE),
    ),
    "unassigned-in-3-2-refused": _refuses(
        "What Unicode 3.2 did not assign is refused, as IDNA 2003 does.", _in_category("Cn", unicodedata.ucd_3_2_0)
    ),
    "lisu-letters-refused": _of_an_old_table(range(0xA4D0, 0xA500)),
    "sharada-letters-refused": _of_an_old_table(range(0x11180, 0x111E0)),
    "kaktovik-numerals-refused": _of_an_old_table(range(0x1D2C0, 0x1D2E0)),
    "c1-controls-refused": _refuses("U+0080 to U+009F are refused.", lambda c: 0x80 <= c < 0xA0),
    "format-characters-refused": _refuses("Format characters are refused.", _in_category("Cf")),
    "leading-mark-refused": _refused(
        "Text that starts with a combining mark of a class other than 0 is refused.",
        text=refusing(lambda text: text and unicodedata.combining(text[0])),
    ),
    "e000-refused": _refuses("U+E000 is refused, as a surrogate may be.", lambda c: c == 0xE000, _UNEVEN),
    "d7ff-refused": _refuses("U+D7FF is refused, as a surrogate may be.", lambda c: c == 0xD7FF, _UNEVEN),
}
