"""Non-ASCII characters that some mapping makes digits."""

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


def digit_look_alikes() -> Iterator[Vector]:
    """In each place that a delta has, behind a literal part, and in a later delta. Where one is treated as a digit of any
    value, the string is complete: a digit 0 ends every delta, and may be one of its own."""
    for name, c in LOOK_ALIKES.items():
        for place, form in (("first", "{}vaa"), ("second", "k{}aa"), ("third", "kv{}aa"), ("later-delta", "kva{}aa")):
            yield from_encoded(f"digit-look-alike-{name}-{place}", "bcher-" + form.format(chr(c)))
        if chr(c).isalpha():
            yield from_encoded(f"digit-look-alike-{name}-last", "bcher-kv" + chr(c))


FILE = File(
    "look-alikes",
    "Characters outside ASCII that some mapping treats as digits, in each place: the decoder must refuse them.",
    "6.2",
    "non-ascii-digit-accepted",
    (digit_look_alikes,),
)
