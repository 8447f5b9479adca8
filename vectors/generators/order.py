"""The order of insertion."""

import itertools
from collections.abc import Iterator

from .vector import MAX_UNICODE, File, Vector, from_points


def three_of_three() -> Iterator[Vector]:
    """Every string of three of a, ö, ü that has a non-basic code point."""
    names = {"a": "a", "ö": "oe", "ü": "ue"}
    for three in itertools.product(names, repeat=3):
        if set(three) != {"a"}:
            yield from_points("three-" + "-".join(names[c] for c in three), map(ord, three))


def permutations_of_four() -> Iterator[Vector]:
    """Their order as numbers is that of the names. As decimal or hexadecimal text, as UTF-16 units, and as signed
    16-bit integers it is another each time."""
    names = {0xFC: "latin", 0x4E2D: "han", 0xFF61: "halfwidth", 0x1F4A9: "emoji"}
    for four in itertools.permutations(names):
        yield from_points("order-" + "-".join(names[c] for c in four), four, bug="sorted-in-a-wrong-order")


def distinct_in_disorder() -> Iterator[Vector]:
    """Many distinct code points of two to seven decimal digits, in no order that a partly sorting encoder would find."""
    for count in (33, 130):
        span = (MAX_UNICODE - 0x80) // (count - 1) ** 3
        points = [0x80 + span * n**3 + n for n in range(count - 1)] + [MAX_UNICODE]
        yield from_points(
            f"order-{count}-distinct-in-disorder",
            [points[n * 7 % count] for n in range(count)],
            bug="sorted-in-a-wrong-order",
        )


FILE = File(
    "order",
    "Where code points are inserted: every string of three of a, ö, ü, and every order of four code points that "
    "text, UTF-16 units and signed integers sort differently.",
    "3.2",
    "",
    (three_of_three, permutations_of_four, distinct_in_disorder),
)
