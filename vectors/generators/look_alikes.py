"""Non-ASCII characters that some mapping makes digits."""

import unicodedata
from collections.abc import Iterator

from .vector import File, Vector, from_encoded

LOOK_ALIKES = {
    "full-width-k": 0xFF4B,  # by compatibility mappings
    "full-width-eight": 0xFF18,
    "arabic-indic-eight": 0x0668,  # by its decimal value
    "superscript-two": 0xB2,  # by its digit value, or a compatibility mapping
    "mathematical-a": 0x1D41A,  # by compatibility mappings, beyond the first plane
    "kelvin-sign": 0x212A,  # k in lower case
    "long-s": 0x017F,  # S in upper case
    "e-acute": 0xE9,  # e without its accent; i in seven bits
    "low-octet-k": 0x016B,
    "low-16-bits-k": 0x1006B,
}

# By kind: each alone in one place, since a codec that takes a kind takes it everywhere.
KINDS = (
    *(0x2461, 0x24DA, 0x24C0, 0x24EA, 0x2777, 0x1F15A, 0x24F6),  # circled
    *(0x2475, 0x24A6, 0x2489, 0x1F103, 0x1F13A, 0x1F17A),  # in parentheses, with a full stop or comma, squared
    *(0x2082, 0x2096, 0x2079, 0x1D4F, 0x1D37, 0x1D0B, 0x207F),  # subscript, superscript, small capital
    *(0x1D458, 0x1D4C0, 0x1D528, 0x1D55C, 0x1D5C4, 0x1D694, 0x1D7D0, 0x1D7DA, 0x1D7F8),  # mathematical
    *(0x2113, 0x210E, 0x2148, 0x1FBF2, 0xFF2B, 0x1F1F0, 0xE006B),  # of other sets of letters and figures
    *(0x9EE, 0xBEE, 0xE58, 0xF28, 0x17E8, 0x7C8, 0x1818, 0x104A8, 0x1E958),  # eight in other scripts
    *(0x136A, 0x10A41, 0x11053),  # digits that are no decimals
    *(0x2167, 0x2179, 0x516B, 0x3028, 0x3227, 0x1240E, 0xBD),  # numbers that are no digits
    *(0x43A, 0x3BA, 0x3BF, 0x13E6, 0x585, 0x1E9, 0x199, 0x1DDC, 0x251, 0x29E),  # letters that look like others
)
IN_LITERAL = (0x24DA, 0x1F13A, 0x1D4F, 0x1D694, 0xFF2B, 0xE006B)
HYPHENS = (0xFE63, 0x2013, 0x207B, 0xE002D)


def slug(c: int) -> str:
    return unicodedata.name(chr(c)).lower().replace(" ", "-")


def kinds_of_look_alikes() -> Iterator[Vector]:
    for c in KINDS:
        yield from_encoded(f"look-alike-{slug(c)}", f"bcher-k{chr(c)}aa")


def digit_look_alikes() -> Iterator[Vector]:
    """In each place that a delta has, behind a literal part, and in a later delta. Where one is treated as a digit of any
    value, the string is complete: a digit 0 ends every delta, and may be one of its own."""
    for name, c in LOOK_ALIKES.items():
        for place, form in (("first", "{}vaa"), ("second", "k{}aa"), ("third", "kv{}aa"), ("later-delta", "kva{}aa")):
            yield from_encoded(f"digit-look-alike-{name}-{place}", "bcher-" + form.format(chr(c)))
        if chr(c).isalpha():
            yield from_encoded(f"digit-look-alike-{name}-last", "bcher-kv" + chr(c))


def literal_look_alikes() -> Iterator[Vector]:
    """Before the delimiter: a decoder that maps its input to ASCII has two encoded strings for one text. And what is
    mapped to the delimiter."""
    for c in IN_LITERAL:
        yield from_encoded(f"look-alike-in-literal-{slug(c)}", f"a{chr(c)}a-kva", bug="non-ascii-literal-accepted")
    for c in HYPHENS:
        yield from_encoded(f"look-alike-of-delimiter-{slug(c)}", f"bcher{chr(c)}kva")


FILE = File(
    "look-alikes",
    "Characters outside ASCII that some mapping treats as digits, in each place: the decoder must refuse them.",
    "6.2",
    "non-ascii-digit-accepted",
    (digit_look_alikes, kinds_of_look_alikes, literal_look_alikes),
)
