"""Strings that end inside a delta."""

import itertools
from collections.abc import Iterator

from .delta import DIGITS, cycled, written
from .vector import UE, File, Vector, from_encoded

TO_CUT = {
    "buecher": "bcher-kva",
    "sample-b": "ihqwcrb4cv8a8dqg056pqjye",
    "sample-l": "3B-ww4c5e180e575a65lsy2b",
    "emoji": "ls8h",
    "last-code-point": "a-y632g",
}


def truncations() -> Iterator[Vector]:
    """Each prefix that ends inside a delta; one that ends between two deltas is the form of another string. A decoder
    that reads a missing digit as 0 takes the last prefix of bcher-kva for bücher: two names for one text."""
    for name, encoded in TO_CUT.items():
        for length in range(1, len(encoded)):
            vector = from_encoded(f"truncated-{name}-after-{length}", encoded[:length], bug="truncated-delta-accepted")
            if vector.reject:
                yield vector


def truncations_of_each_kind() -> Iterator[Vector]:
    """After one to eight digits of a first or a later delta, with and without a literal part."""
    for digits, basics, later in itertools.product(range(1, 9), ("", "bcher-"), (False, True)):
        # Figures do not end a delta at any threshold, nor do letters from b on at the first two of the initial bias.
        cut = (DIGITS[digits + 1 :: 9][:2] if not later else "").ljust(digits, DIGITS[26 + digits])[:digits]
        name = f"truncated-{digits}-digits" + ("-after-literal" if basics else "") + ("-later" if later else "")
        yield from_encoded(name, basics + ("kva" if later else "") + cut)


def truncations_at_each_length() -> Iterator[Vector]:
    """By the length of the whole: no length lets a cut form pass."""
    for length in (*range(2, 66), 100, 127, 128, 255, 256, 512, 1024):
        cut = ["", "k", "k8"][length % 3] + DIGITS[26 + length % 10 if length % 3 == 2 else 1 + length % 35]
        basics = cycled(length - len(cut) - 1) + "-" if length > len(cut) + 1 else ""
        yield from_encoded(f"truncated-at-length-{length}", basics + cut)


def damage_in_a_later_delta() -> Iterator[Vector]:
    """A long string whose last delta is cut or has a character that is no digit."""
    for count in (8, 10, 16, 20, 32, 33, 40, 64, 100):
        whole = written("ab", (UE * 3, *[777] * (count - 1)))
        yield from_encoded(f"truncated-in-delta-{count}", whole[:-1])
        yield from_encoded(f"non-digit-in-delta-{count}", whole[:-1] + "!" + whole[-1], bug="non-digit-accepted")


FILE = File(
    "truncation",
    "Valid strings cut after each length inside a delta: unexpected end of input.",
    "6.2",
    "truncated-delta-accepted",
    (truncations, truncations_of_each_kind, truncations_at_each_length, damage_in_a_later_delta),
)
