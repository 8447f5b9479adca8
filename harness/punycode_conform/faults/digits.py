"""Faults in the values of digits and in what counts as one (5, 6.2), and in the case of the literal part (A)."""

from collections.abc import Callable
from functools import partial
from math import fmod
from typing import Any
from unicodedata import decimal, digit, normalize

from .fault import RIGHT, Functions, Row, replacing, row
from .integers import integers
from .malleable import DIGITS, Malleable, is_digit, parts, refuse, replaced, same, stop, value_of

_values = partial(row, clause="5", bug="digit-value-wrong")
_value = replacing("value", "5", "digit-value-wrong")
_upper = replacing("value", "5", "upper-case-digits-refused")
_taken = replacing("value", "6.2", "non-digit-accepted")
_signed = replacing("value", "6.2", "signed-digit-comparison")
_case = partial(row, clause="A", bug="literal-case-changed")


def _table(says: str, digits: str) -> Row:
    """Both sides have another table."""
    values = {form: v for v, c in enumerate(digits) for form in (c, c.upper())}  # c.lower() would read the Kelvin sign
    return _values(says, digits=digits, value=lambda c: values[c] if c in values else refuse("bad digit"))


def _worth(characters: str, value: int) -> Callable[[str], int]:
    return lambda c: value if c in characters else value_of(c)


def _missing(characters: str) -> Callable[[str], int]:
    return lambda c: refuse() if c in characters else value_of(c)


def _unknown(value: Callable[[str], int]) -> Callable[[str], int]:
    return lambda c: value_of(c) if is_digit(c) else value(c)


def _read_as(says: str, change: Callable[[str], str]) -> Row:
    return row(says, "6.2", "non-ascii-digit-accepted", value=lambda c: value_of(change(c)))


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


def _digits(says: str, change: Callable[[str], str], bug: str = "non-digit-accepted") -> Row:
    return row(says, "6.2", bug, unread=change)


def _one_case(literal: str, digits: str) -> tuple[str, str]:
    return (literal, digits) if digits in (digits.lower(), digits.upper()) else refuse()


def _ends_tested(literal: str, digits: str) -> tuple[str, str]:
    """A correct function looks at the first and the last digit."""
    for c in digits[:1] + digits[-1:]:
        value_of(c)
    return literal, digits


def _literal(change: Callable[[str], str]) -> Callable[[str], str]:
    return lambda s: "".join(change(c) if c.isascii() else c for c in s)


def _swapped(s: str) -> str:
    return s.swapcase() if s.endswith("-") else s


def _decoder_with_annotation() -> Malleable:
    last = [""]

    def value(c: str) -> int:
        last[0] = c
        return value_of(c)

    def insert(output: list[int], i: int, n: int) -> None:
        upper = chr(n).upper() if last[0].isupper() else chr(n)
        output[i:i] = map(ord, upper)

    return Malleable(value=value, insert=insert)


def _folded_and_annotated(text: str) -> str:
    encoded = RIGHT.encode(text.lower())
    return encoded[:-1] + encoded[-1:].upper() if text != text.lower() else encoded


_unsigned_trick = partial(row, clause="6.2", bug="signed-digit-comparison", side="decode", value=compared_signed)
_IN_JAVASCRIPT: dict[str, Any] = {"fit": integers(31), "biased": _biased_by_negative, "carry": _with_remainder}

FAULTS: dict[str, Row] = {
    # Values
    "figures-from-22": _value(
        "The decoder takes figures for 22 to 31.", lambda c: ord(c) - 26 if "0" <= c <= "9" else value_of(c)
    ),
    "figures-first": _table("The figures come before the letters, as in base 36.", DIGITS[26:] + DIGITS[:26]),
    "figures-downwards": _table("Figures are worth 35 down to 26: 9 is 26 and 0 is 35.", DIGITS[:26] + "9876543210"),
    "figures-from-1": _table(
        "1 to 9 are worth 26 to 34 and 0 is worth 35, as on a keyboard.", DIGITS[:26] + "1234567890"
    ),
    "y-and-z-swapped": _table("y and z change places.", "abcdefghijklmnopqrstuvwxzy0123456789"),
    "8-and-9-swapped": _table("8 and 9 change places.", DIGITS[:34] + "98"),
    "9-is-34": _value("9 is worth 34 in the decoder.", _worth("9", 34)),
    "l-is-1": _value("l is read as 1.", lambda c: value_of("1" if c == "l" else c)),
    "o-is-0": _value("The letter O, in upper case, is read as 0.", lambda c: value_of("0" if c == "O" else c)),
    "z-refused": _value("The digit z is refused.", _missing("z")),
    "9-refused": _value("The digit 9 is refused.", _missing("9")),
    "0-refused": _value("The figure 0 is refused as a digit.", _missing("0")),
    # Upper case
    "upper-case-refused": _upper("Upper-case digits are refused.", lambda c: refuse() if c.isupper() else value_of(c)),
    "upper-case-from-minus-32": _upper("Upper-case digits are 32 too small.", lambda c: value_of(c) - 32 * c.isupper()),
    "upper-case-from-26": _upper("Digits in upper case are worth 26 to 51.", lambda c: value_of(c) + 26 * c.isupper()),
    "upper-case-z-refused": _upper("The digit Z is refused.", _missing("Z")),
    "upper-case-a-refused": _upper("The digit A is refused.", _missing("A")),
    "upper-case-one-less": _upper(
        "Upper-case digits but A are 1 too small.", lambda c: max(value_of(c) - c.isupper(), 0)
    ),
    "mixed-case-refused": row(
        "A mixture of upper-case and lower-case digits is refused.",
        "5",
        "annotation-taken-for-an-error",
        split=lambda s: _one_case(*parts(s)),
    ),
    # What is no digit
    "unknown-is-0": _taken("A character that is no digit is worth 0.", _unknown(lambda c: 0)),
    "unknown-is-35": _taken("A character that is no digit is worth 35.", _unknown(lambda c: 35)),
    "unknown-skipped": _digits("Characters that are no digits are skipped.", lambda s: "".join(filter(is_digit, s))),
    "unknown-ends": _taken("At a character that is no digit the decoder gives what it has.", _unknown(stop)),
    "last-unknown-ignored": _digits(
        "A last digit that is neither a letter nor a figure of any script is ignored.",
        lambda s: s if s[-1:].isalnum() else s[:-1],
    ),
    "hyphen-is-0": _taken("A hyphen among the digits is worth 0.", _worth("-", 0)),
    "underscore-is-0": _taken("An underscore is worth 0.", _worth("_", 0), bug="underscore-as-digit"),
    "underscore-skipped": _digits("Underscores in digits are skipped.", replaced("_", ""), bug="underscore-as-digit"),
    "at-sign-is-0": _taken("The character before A is worth 0.", _worth("@", 0)),
    "bracket-is-26": _taken("The character after Z is worth 26.", _worth("[", 26)),
    "grave-is-0": _taken("The character before a is worth 0.", _worth("`", 0)),
    "brace-is-26": _taken("The character after z is worth 26.", _worth("{", 26)),
    "colon-is-35": _taken("The character after 9 is worth 35.", _worth(":", 35)),
    "slash-is-25": _taken("The character before 0 is worth 25.", _worth("/", 25)),
    "plus-and-slash-taken": _taken("Plus and slash are worth 35.", _worth("+/", 35)),
    "equals-sign-ignored": _digits("Equals signs at the end are ignored, as in Base64.", lambda s: s.rstrip("=")),
    "space-is-0": _taken("A space is worth 0.", _worth(" ", 0)),
    "nul-is-0": _taken("NUL is worth 0.", _worth("\0", 0)),
    "five-bits-of-a-letter": _taken("The five characters after Z, and after z, are worth 26 to 30.", _bit_trick),
    "bit-32-set": _taken(
        "The bit 0x20 is set in each digit first, so U+0010 to U+0019 are read as 0 to 9.",
        lambda c: value_of(chr(ord(c) | 32)),
    ),
    "signed-comparison": _signed("Tests such as c - 48 < 10 make digits of all characters below z.", compared_signed),
    "signed-comparison-and-remainder": _unsigned_trick(
        "Tests such as c - 48 < 10 make digits of all below z; the remainder of a negative i counts from the end.",
        **_IN_JAVASCRIPT,
    ),
    "signed-comparison-and-units": _unsigned_trick(
        "Tests such as c - 48 < 10 make digits of all characters below z; the remainder of a negative i counts from the "
        "end; code points below 0 or above 10FFFF are cut to units of UTF-16.",
        **_IN_JAVASCRIPT,
        code_point=same,
        joined=_in_16_bits,
    ),
    "signed-comparison-as-unsigned": _signed(
        "U+0016 to U+002F are digits worth 0 to 25, since c - 22 is not tested for c >= 48.",
        _compared_as_unsigned,
    ),
    "signed-comparison-within": _unsigned_trick(
        "Tests such as c - 48 < 10 make digits of all characters below z, but not of the first and the last digit.",
        split=lambda s: _ends_tested(*parts(s)),
    ),
    "signed-comparison-of-figures": _signed(
        "c - 48 < 10 makes digits of U+0000 to U+002F; letters are tested right.",
        lambda c: ord(c) - 22 if ord(c) < 58 else value_of(c),
    ),
    "digit-in-8-bits": _read_as("Digits are cut to 8 bits.", lambda c: chr(ord(c) & 0xFF)),
    "digit-in-7-bits": _read_as("Digits are cut to 7 bits.", lambda c: chr(ord(c) & 0x7F)),
    "digit-in-16-bits": _read_as("Digits are cut to 16 bits.", lambda c: chr(ord(c) & 0xFFFF)),
    "digit-lower-cased": _read_as("Digits are lower-cased first, so the Kelvin sign is k.", lambda c: c.lower()),
    "digit-upper-cased": _read_as(
        "Digits are upper-cased first: the long s is s, the dotless i is i.", lambda c: c.upper()
    ),
    "digit-normalised": _read_as(
        "Each digit is brought to NFKC first, so full-width, circled and raised ones are taken.",
        lambda c: normalize("NFKC", c),
    ),
    "digit-of-any-script": _read_as("Decimal digits of all scripts are taken.", lambda c: str(decimal(c, c))),
    "superscript-digits-taken": _read_as(
        "All that has a digit value in Unicode is a figure.", lambda c: str(digit(c, c))
    ),
    "letters-without-accents": _read_as(
        "Digits are brought to NFD and lose their accents, so the Kelvin sign is K too.",
        lambda c: normalize("NFD", c)[0],
    ),
    "digit-above-z": _read_as("A character outside ASCII is worth 35 as a digit.", lambda c: "9" if c > "\x7f" else c),
    # The case of the literal part
    "literal-lower-cased": _case("Basic code points are lower-cased by the encoder.", text=_literal(str.lower)),
    "literal-upper-cased": _case("Basic code points are upper-cased by the encoder.", text=_literal(str.upper)),
    "literal-lower-cased-decoding": _case(
        "The decoder lower-cases the basic code points.", to_decode=_literal(str.lower)
    ),
    "encoded-upper-cased": _case("The whole encoded string is upper-cased.", encoded=str.upper),
    "literal-case-swapped": _case("The case of ASCII text is swapped.", encoded=_swapped, to_decode=_swapped),
    "first-letter-lower-cased": _case(
        "A capital at the start of a text of ASCII alone becomes small.",
        text=lambda s: s[:1].lower() + s[1:] if s.isascii() else s,
    ),
    "i-lower-cased-without-dot": _case("Capital I becomes a dotless i, as in Turkish.", text=replaced("I", "\u0131")),
    "annotation-applied": row(
        "A capital as last digit of a delta makes its code point upper case.",
        "A",
        "annotation-applied",
        side="decode",
        make=_decoder_with_annotation,
    ),
    "folded-and-annotated": row(
        "Capitals are folded and kept in the case of the last digit only.",
        "A",
        "text-case-folded",
        side="encode",
        make=lambda: Functions(_folded_and_annotated, RIGHT.decode),
    ),
}
