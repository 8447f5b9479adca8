"""Runs of one code point, and strings alike at both ends."""

import itertools
from collections.abc import Iterator, Sequence

from .delta import DIGITS, cycled
from .vector import UE, File, Vector, from_points

# In groups, since an encoder's time grows with distinct code points times length.
RUNS: dict[str, Sequence[int]] = {
    **{f"{low}-to-{low + 8}": range(low, low + 9) for low in (2, 11, 20, 29, 38, 47, 56)},
    "90-to-150": (90, 91, 99, 100, 101, 120, 150),
    "126-to-130": range(126, 131),
    "199-to-201": range(199, 202),
    "254-to-257": range(254, 258),
    "299-to-301": range(299, 302),
}


def runs_of_each_length() -> Iterator[Vector]:
    """One code point repeated, each number of times once, also among basic ones."""
    for name, lengths in RUNS.items():
        runs = [[0x4E00 + length] * length for length in lengths]
        yield from_points(f"runs-of-{name}", itertools.chain(*runs))
        letters = [[ord(DIGITS[length % 36])] * length for length in lengths]
        yield from_points(f"runs-of-{name}-basic", [*itertools.chain(*letters), UE], bug="literal-part-altered")


def alike_at_both_ends() -> Iterator[Vector]:
    """Strings of one length that differ in the middle: a cache must not confuse them."""
    for half, middle in itertools.product((16, 24, 60, 130, 256), "xy"):
        points = [*map(ord, cycled(half) + middle + cycled(half)), UE]
        yield from_points(f"alike-at-both-ends-{half}-{middle}", points, bug="state-kept-between-calls")


FILE = File(
    "runs",
    "One code point repeated, and strings of one length that differ in the middle.",
    "3.2",
    "repeated-code-points-lost",
    (runs_of_each_length, alike_at_both_ends),
)
