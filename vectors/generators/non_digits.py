"""Characters that are no digits, where digits must be."""

from collections.abc import Iterator

from .characters import NON_DIGITS, name_of
from .literals import WRAPPERS
from .vector import File, Vector, from_encoded


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


FILE = File(
    "non-digits",
    "Each ASCII character that has no digit-value, as first, middle and last digit of a delta that would otherwise be "
    "kva: the decoder must refuse it. The delimiter cannot be there, since the last one ends the literal part.",
    "6.2",
    "non-digit-accepted",
    (non_digits, wrapped),
)
