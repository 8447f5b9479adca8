"""Faults in the values of digits and in what counts as one (5, 6.2)."""

import unicodedata
from functools import partial
from math import fmod
from typing import Any

from .fault import bent
from .integers import integers
from .malleable import DIGITS, refuse, same, split_at_last, stop, value_of

_value = partial(bent, clause="5", bug="digit-value-wrong")
_upper = partial(bent, clause="5", bug="upper-case-digits-refused", side="decode")
_accepted = partial(bent, clause="6.2", bug="non-digit-accepted", side="decode")
_signed = partial(bent, clause="6.2", bug="signed-digit-comparison", side="decode")
_non_ascii = partial(bent, clause="6.2", bug="non-ascii-digit-accepted", side="decode")


def _table(digits: str) -> dict[str, Any]:
    """Both sides with this table."""
    values = {c: v for v, c in enumerate(digits)}
    return {"digits": digits, "value": lambda c: values[c.lower()] if c.lower() in values else value_of("")}


def _taken(**values: int) -> dict[str, Any]:
    """A decoder that gives values to the characters of these names."""
    known = {unicodedata.lookup(name.replace("_", " ")): value for name, value in values.items()}
    return {"value": lambda c: known[c] if c in known else value_of(c)}


def compared_signed(c: str, other: int | None = None) -> int:
    """A trick for unsigned integers: c - 48 < 10 holds for all that is below 0 too."""
    code = ord(c)
    value = code - 22 if code - 48 < 10 else code - 65 if code - 65 < 26 else code - 97 if code - 97 < 26 else 36
    if value < 36:
        return value
    return refuse("bad digit") if other is None else other


def _compared_as_unsigned(c: str) -> int:
    """As above, but the value has no sign, so that a negative one is too great."""
    value = compared_signed(c)
    return value if value >= 0 else refuse("bad digit")


def _with_remainder(n: int, i: int, length: int) -> tuple[int, int]:
    """The quotient is rounded down and the remainder keeps its sign, as in JavaScript."""
    return n + i // length, int(fmod(i, length))


def _biased_by_negative(k: int, span: int, delta: int, skew: int) -> int:
    """A division by zero is no error there: the bias is infinite."""
    return k + (span + 1) * delta // (delta + skew) if delta + skew else -(1 << 60)


def _in_16_bits(points: list[int]) -> str:
    """Code points as units of UTF-16: those below 0 are cut, those above 10FFFF have a trail that is cut."""
    units: list[int] = []
    for c in points:
        units += [0xD800 | c - 0x10000 >> 10 & 0x3FF, 0xDC00 | c & 0x3FF] if c > 0xFFFF else [c & 0xFFFF]
    return b"".join(unit.to_bytes(2, "little") for unit in units).decode("utf-16-le", "surrogatepass")


def _bit_trick(c: str) -> int:
    """Both cases of a letter share their lower five bits, and so does more."""
    return (ord(c) & 0x1F) - 1 if c.isascii() and ord(c) > 0x40 and ord(c) & 0x1F else value_of(c)


def _in_one_case(encoded: str, delimiter: str) -> tuple[str, str]:
    literal, digits = split_at_last(encoded, delimiter)
    return (literal, digits) if digits in (digits.lower(), digits.upper()) else refuse()


def _ends_tested(encoded: str, delimiter: str) -> tuple[str, str]:
    """The first and the last digit are looked at by a function that is right."""
    literal, digits = split_at_last(encoded, delimiter)
    for c in digits[:1] + digits[-1:]:
        value_of(c)
    return literal, digits


VALUES = (
    _value(
        "figures-from-22",
        "The figures are worth 22 to 31.",
        like="bnoordhuis/punycode fa8a6f9",
        side="decode",
        value=lambda c: ord(c) - 48 + 22 if "0" <= c <= "9" else value_of(c),
    ),
    _value(
        "figures-first",
        "The figures come before the letters, as in base 36.",
        **_table("0123456789abcdefghijklmnopqrstuvwxyz"),
    ),
    _value("figures-downwards", "9 is worth 26 and 0 is worth 35.", **_table(DIGITS[:26] + "9876543210")),
    _value(
        "figures-from-1", "1 is worth 26 and 0 is worth 35, as on a keyboard.", **_table(DIGITS[:26] + "1234567890")
    ),
    _value("y-and-z-swapped", "y and z change places.", **_table("abcdefghijklmnopqrstuvwxzy0123456789")),
    _value("8-and-9-swapped", "8 and 9 change places in the encoder.", side="encode", digits=DIGITS[:34] + "98"),
    _value("9-is-34", "9 is worth 34 in the decoder.", side="decode", value=lambda c: 34 if c == "9" else value_of(c)),
    _value("l-is-1", "l is read as 1.", side="decode", value=lambda c: value_of("1" if c == "l" else c)),
    _value(
        "o-is-0",
        "The letter O, in upper case, is read as 0.",
        side="decode",
        value=lambda c: value_of("0" if c == "O" else c),
    ),
    _value(
        "z-refused",
        "z is no digit: the test is c < z.",
        side="decode",
        value=lambda c: refuse() if c == "z" else value_of(c),
    ),
    _value(
        "9-refused",
        "9 is no digit: the test is c < 9.",
        side="decode",
        value=lambda c: refuse() if c == "9" else value_of(c),
    ),
    _value(
        "0-refused",
        "0 is no digit: the test is c > 0.",
        side="decode",
        value=lambda c: refuse() if c == "0" else value_of(c),
    ),
)
UPPER = (
    _upper(
        "upper-case-refused",
        "Digits in upper case are refused.",
        like="chinabugotech/hutool PR #3127",
        value=lambda c: refuse() if c.isupper() else value_of(c),
    ),
    _upper(
        "upper-case-from-minus-32",
        "Digits in upper case are 32 too small.",
        like="libidn 1.41, Java port",
        value=lambda c: value_of(c) - 32 * c.isupper(),
    ),
    _upper(
        "upper-case-from-26", "Digits in upper case are worth 26 to 51.", value=lambda c: value_of(c) + 26 * c.isupper()
    ),
    _upper("upper-case-z-refused", "Z is no digit.", value=lambda c: refuse() if c == "Z" else value_of(c)),
    _upper("upper-case-a-refused", "A is no digit.", value=lambda c: refuse() if c == "A" else value_of(c)),
    _upper(
        "upper-case-one-less",
        "Digits in upper case are one too small, and A is 0.",
        value=lambda c: max(value_of(c) - c.isupper(), 0),
    ),
    _upper(
        "mixed-case-refused",
        "Digits in both cases in one string are refused.",
        bug="annotation-taken-for-an-error",
        split=_in_one_case,
    ),
)
ACCEPTED = (
    _accepted(
        "unknown-is-0",
        "A character that is no digit is worth 0.",
        value=lambda c: value_of(c) if c.isascii() and c.isalnum() else 0,
    ),
    _accepted(
        "unknown-is-35",
        "A character that is no digit is worth 35.",
        value=lambda c: value_of(c) if c.isascii() and c.isalnum() else 35,
    ),
    _accepted(
        "unknown-skipped",
        "Characters that are no digits are skipped.",
        split=lambda encoded, d: (
            (s := split_at_last(encoded, d))[0],
            "".join(c for c in s[1] if c.isascii() and c.isalnum()),
        ),
    ),
    _accepted(
        "unknown-ends",
        "A character that is no digit ends the input.",
        value=lambda c: value_of(c) if c.isascii() and c.isalnum() else stop(),
    ),
    _accepted(
        "last-unknown-ignored",
        "The last character is ignored if it is no digit.",
        split=lambda encoded, d: (
            (s := split_at_last(encoded, d))[0],
            s[1][:-1] if s[1] and not s[1][-1].isalnum() else s[1],
        ),
    ),
    _accepted("hyphen-is-0", "A hyphen among the digits is worth 0.", value=lambda c: 0 if c == "-" else value_of(c)),
    _accepted(
        "underscore-is-0",
        "An underscore is worth 0.",
        bug="underscore-as-digit",
        like="libidn2 2.3.3",
        **_taken(LOW_LINE=0),
    ),
    _accepted(
        "underscore-skipped",
        "Underscores among the digits are skipped, as in number literals.",
        bug="underscore-as-digit",
        split=lambda encoded, d: ((s := split_at_last(encoded, d))[0], s[1].replace("_", "")),
    ),
    _accepted("at-sign-is-0", "The character before A is worth 0.", **_taken(COMMERCIAL_AT=0)),
    _accepted("bracket-is-26", "The character after Z is worth 26.", **_taken(LEFT_SQUARE_BRACKET=26)),
    _accepted("grave-is-0", "The character before a is worth 0.", **_taken(GRAVE_ACCENT=0)),
    _accepted("brace-is-26", "The character after z is worth 26.", **_taken(LEFT_CURLY_BRACKET=26)),
    _accepted("colon-is-35", "The character after 9 is worth 35.", **_taken(COLON=35)),
    _accepted("slash-is-25", "The character before 0 is worth 25.", **_taken(SOLIDUS=25)),
    _accepted(
        "plus-and-slash-taken", "Plus and slash count as digits, as in Base64.", **_taken(PLUS_SIGN=35, SOLIDUS=35)
    ),
    _accepted(
        "equals-sign-ignored",
        "Equals signs at the end are ignored, as in Base64.",
        split=lambda encoded, d: split_at_last(encoded.rstrip("="), d),
    ),
    _accepted("space-is-0", "A space is worth 0.", **_taken(SPACE=0)),
    _accepted("nul-is-0", "NUL is worth 0.", value=lambda c: 0 if c == "\0" else value_of(c)),
    _accepted("five-bits-of-a-letter", "Letters are recognized by their lower five bits.", value=_bit_trick),
    _accepted(
        "bit-32-set",
        "Bit 32 is set before the table is asked, so U+0010 to U+0019 are figures.",
        value=lambda c: value_of(chr(ord(c) | 32)),
    ),
    _signed(
        "signed-comparison",
        "c - 48 < 10 is tested on signed integers.",
        like="npm punycode before 2.2.2, mathiasbynens/punycode.js#129",
        value=compared_signed,
    ),
    _signed(
        "signed-comparison-and-remainder",
        "c - 48 < 10 is tested on signed integers, the remainder of a negative i is negative, and counts from the end.",
        like="npm punycode 2.1.1",
        value=compared_signed,
        fit=integers(31),
        biased=_biased_by_negative,
        carry=_with_remainder,
    ),
    _signed(
        "signed-comparison-and-units",
        "c - 48 < 10 is tested on signed integers, the remainder of a negative i is negative, and counts from the end; "
        "code points are cut to units of UTF-16.",
        like="npm punycode 1.4.1",
        value=compared_signed,
        fit=integers(31),
        biased=_biased_by_negative,
        carry=_with_remainder,
        code_point=same,
        text=_in_16_bits,
    ),
    _signed(
        "signed-comparison-as-unsigned",
        "c - 48 < 10 is tested on signed integers, so U+0016 to U+002F are digits; the value has no sign.",
        like="libidn 1.41",
        value=_compared_as_unsigned,
    ),
    _signed(
        "signed-comparison-within",
        "c - 48 < 10 is tested on signed integers, but not for the first and last digit.",
        like="libidn 1.41",
        split=_ends_tested,
        value=compared_signed,
    ),
    _signed(
        "signed-comparison-of-figures",
        "c - 48 < 10 is tested on signed integers; letters are tested right.",
        value=lambda c: ord(c) - 22 if ord(c) < 58 else value_of(c),
    ),
    _non_ascii(
        "digit-in-8-bits", "Digits are cut to 8 bits.", like="JDK 17", value=lambda c: value_of(chr(ord(c) & 0xFF))
    ),
    _non_ascii("digit-in-7-bits", "Digits are cut to 7 bits.", value=lambda c: value_of(chr(ord(c) & 0x7F))),
    _non_ascii("digit-in-16-bits", "Digits are cut to 16 bits.", value=lambda c: value_of(chr(ord(c) & 0xFFFF))),
    _non_ascii(
        "digit-lower-cased",
        "Digits are lower-cased first, so the Kelvin sign is k.",
        value=lambda c: value_of(c.lower()),
    ),
    _non_ascii(
        "digit-upper-cased", "Digits are upper-cased first, so the long s is s.", value=lambda c: value_of(c.upper())
    ),
    _non_ascii(
        "digit-normalised",
        "Digits are normalised first, so full-width ones are taken.",
        value=lambda c: value_of(unicodedata.normalize("NFKC", c)),
    ),
    _non_ascii(
        "digit-of-any-script",
        "Decimal digits of all scripts are taken.",
        value=lambda c: 26 + unicodedata.decimal(c, 0) if c.isdecimal() else value_of(c),
    ),
    _non_ascii(
        "superscript-digits-taken",
        "Digits above and below the line are taken.",
        value=lambda c: 26 + unicodedata.digit(c, 0) if c.isdigit() else value_of(c),
    ),
    _non_ascii(
        "letters-without-accents",
        "Accents are taken off digits.",
        value=lambda c: value_of(unicodedata.normalize("NFD", c)[0]),
    ),
    _non_ascii("digit-above-z", "What is above z is worth 35.", value=lambda c: 35 if c > "\x7f" else value_of(c)),
)


FAULTS = VALUES + UPPER + ACCEPTED
