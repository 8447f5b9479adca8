"""Characters that are no digits, where digits must be."""

import itertools
from collections.abc import Iterator

from .characters import NON_DIGITS, name_of
from .delta import cycled, written
from .literals import WRAPPERS
from .vector import UE, File, Vector, from_encoded


def non_digits() -> Iterator[Vector]:
    for c in NON_DIGITS:
        if c != ord("-"):
            yield from_encoded(f"non-digit-first-{name_of(c)}", f"bcher-{chr(c)}va")
            yield from_encoded(f"non-digit-middle-{name_of(c)}", f"k{chr(c)}a")
            yield from_encoded(f"non-digit-last-{name_of(c)}", f"bcher-kv{chr(c)}")


def wrapped() -> Iterator[Vector]:
    """A form in quotes or brackets, one without a literal part and one with: a decoder that takes them off gives two
    encoded strings for one text."""
    for name, (left, right) in WRAPPERS.items():
        for encoded in ("tda", "bcher-kva"):
            yield from_encoded(f"wrapped-in-{name}-{encoded}", left + encoded + right)


# By the formula of a careless decoder: -1 as a sentinel, or a small difference from a letter or figure.
_SIGNED = "!/:_{~"


def outweighed() -> Iterator[Vector]:
    """Behind digits whose sum is greater than what a digit-value of -1 takes off, and after an i that is: a decoder that
    tests the sum alone, at its end, sees nothing wrong."""
    for c in _SIGNED:
        for place, form in (("second", "9{}a"), ("third", "99{}"), ("fourth", "bcher-999{}"), ("fifth", "k999{}")):
            yield from_encoded(f"non-digit-outweighed-{place}-{name_of(ord(c))}", form.format(c))
        basics = cycled(40)
        yield from_encoded(
            f"non-digit-outweighed-by-i-{name_of(ord(c))}", written(basics, ((UE - 0x80) * 41 + 40,)) + c
        )


def beside_an_overflow() -> Iterator[Vector]:
    """With digits that overflow any integer, before and behind: whichever is noticed first, the string is refused."""
    for times, (name, form) in itertools.product(
        (9, 14, 30), (("before", "!{}a"), ("behind", "{}!a"), ("last", "{}!"), ("after-literal", "b-{}!a"))
    ):
        yield from_encoded(f"non-digit-{name}-{times}-nines", form.format("9" * times))


FILE = File(
    "non-digits",
    "Each ASCII character that has no digit-value, as first, middle and last digit of a delta that would otherwise be "
    "kva: the decoder must refuse it. The delimiter cannot be there, since the last one ends the literal part.",
    "6.2",
    "non-digit-accepted",
    (non_digits, wrapped, outweighed, beside_an_overflow),
)
