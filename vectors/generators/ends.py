"""Characters that functions for trimming and cleaning take off, at the ends of a string and inside."""

from collections.abc import Iterator

from .characters import name_of
from .vector import UE, File, Vector, from_encoded, from_points

# White space and line ends to one language or another, and the characters that end a file, a string or a name in some.
_ASCII = (0x00, *range(0x09, 0x0E), *range(0x1A, 0x21), 0x2E, 0x7F)
_SPACES = (0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)
_ZERO_WIDTH = (0xAD, 0x34F, 0x180E, *range(0x200B, 0x2010), 0x2060, 0xFEFF)
_IGNORABLE = (
    *(0x61C, 0x115F, 0x1160, 0x17B4, 0x180B, 0x202A, 0x202C, 0x202E, 0x2062, 0x2064, 0x2066, 0x2069, 0x206A, 0x206F),
    *(
        0x2800,
        0x3164,
        0xFE00,
        0xFE0F,
        0xFFA0,
        0xFFF9,
        0xFFFB,
        0xFFFC,
        0xFFFD,
        0x1D173,
        0xE0001,
        0xE0020,
        0xE007F,
        0xE0100,
    ),
)
_DOTS = (0xB7, 0x3002, 0x30FB, 0xFF0E, 0xFF61)  # all but two are dots to IDNA, which splits at them
_BUGS = ((_ASCII + _SPACES, "white-space-stripped"), (_ZERO_WIDTH + _IGNORABLE, "invisible-characters-dropped"))


def at_the_ends() -> Iterator[Vector]:
    """First, in the middle and last in one string."""
    for c in (*_ASCII, *_SPACES, *_ZERO_WIDTH, *_IGNORABLE, *_DOTS):
        yield from_points(f"ends-{slug(c)}", [c, ord("a"), c, UE, c], bug=bug(c))


def at_the_ends_of_basic_text() -> Iterator[Vector]:
    """Both ends of an all-basic string."""
    for c in _ASCII:
        yield from_points(f"ends-{slug(c)}-basic", [c, ord("a"), c], bug=bug(c))


def around_digits() -> Iterator[Vector]:
    """Before and behind a form that is valid without it: a decoder that trims has two encoded strings for one text."""
    for c in (*_ASCII, 0x85, 0xA0, 0x1680, 0x2000, 0x2028, 0x2029, 0x3000, *_ZERO_WIDTH, *_DOTS):
        yield from_encoded(f"ends-{slug(c)}-before-digits", chr(c) + "nda", bug=bug(c), clause="6.2")
        yield from_encoded(f"ends-{slug(c)}-behind-digits", "bcher-kwa" + chr(c), bug=bug(c), clause="6.2")
        if c >= 0x80:
            yield from_encoded(f"ends-{slug(c)}-before-literal", chr(c) + "bcher-kwa", bug=bug(c), clause="6.2")


def slug(c: int) -> str:
    return name_of(c) if c < 0x80 else f"{c:04x}"


def bug(c: int) -> str:
    return next((bug for characters, bug in _BUGS if c in characters and c != ord(".")), "split-at-dots")


FILE = File(
    "ends",
    "What trimming and cleaning functions take off: white space, line ends, what shows nothing, and dots. First, in the "
    "middle and last in a text, where it is a code point like any other; and around digits, where it has no digit-value.",
    "1.1",
    "",
    (at_the_ends, at_the_ends_of_basic_text, around_digits),
)
