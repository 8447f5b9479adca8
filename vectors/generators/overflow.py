"""Deltas that do not fit integers of some width."""

import itertools
from collections.abc import Iterator

from .delta import least_delta, with_digit, written
from .vector import MAX_UNICODE, UE, File, Vector, from_encoded, from_points

WIDTHS = (26, 31, 32, 53, 63, 64, 128)
# Each with the literal part, the deltas before, and the delta whose multiples of 2^k are taken.
SEEDS: dict[str, tuple[str, tuple[int, ...], int]] = {
    "alone": ("", (), UE - 0x80),
    "after-literal": ("bcher", (), (UE - 0x80) * 6 + 1),
    "second": ("a", ((UE - 0x80) * 2,), 5),
}


def congruent_deltas() -> Iterator[Vector]:
    """A valid delta plus 2^k: where i wraps at k bits, the valid string comes out."""
    for (name, (basics, before, delta)), bits in itertools.product(SEEDS.items(), WIDTHS):
        yield from_encoded(
            f"overflow-i-{bits}-bits-{name}", written(basics, (*before, delta + 2**bits)), bug="overflow-wraps"
        )


def congruent_code_points() -> Iterator[Vector]:
    """A valid delta plus 2^k times the new length: where n wraps at k bits, or is cut to them, the valid string comes
    out."""
    for (name, (basics, before, delta)), bits in itertools.product(SEEDS.items(), (8, 16, 20, 21, 24, *WIDTHS[:-1])):
        length = len(basics) + len(before) + 1
        if bits < 21 or length > 1:
            yield from_encoded(
                f"overflow-n-{bits}-bits-{name}",
                written(basics, (*before, delta + 2**bits * length)),
                bug="overflow-wraps" if bits > 24 else "code-point-cut-to-a-width",
            )


def only_n_overflows() -> Iterator[Vector]:
    """The delta itself is below 2^k, but 128 + delta is not: n wraps to a basic code point, which section 3.2 forbids."""
    for bits in (31, 32, 53, 63, 64):
        yield from_encoded(
            f"overflow-only-n-{bits}-bits-to-basic", written("", (2**bits - 0x80 + ord("A"),)), bug="overflow-wraps"
        )
        yield from_encoded(f"overflow-only-n-{bits}-bits-to-nul", written("", (2**bits - 0x80,)), bug="overflow-wraps")


def only_the_sum_overflows() -> Iterator[Vector]:
    """The delta is below 2^k, but i before it plus the delta is not: i wraps to a place near the start."""
    for bits in (31, 32, 53, 63, 64):
        basics, first = "abcdef", (UE - 0x80) * 7 + 6
        yield from_encoded(
            f"overflow-only-sum-{bits}-bits", written(basics, (first, 2**bits - 3)), bug="overflow-wraps"
        )


def runs_of_the_highest_digit() -> Iterator[Vector]:
    """With many digits the weight overflows too; after 66 digits at threshold 26 it is a multiple of 2^64."""
    for times in (5, 6, 7, 8, 9, 12, 16, 22, 40, 70, 200):
        yield from_encoded(f"overflow-{times}-nines", "9" * times + "a", bug="overflow-wraps")


def exact_deltas() -> Iterator[Vector]:
    """A delta of exactly 2^k-1 and 2^k with a result inside Unicode, which takes a long literal part."""
    for bits, basics in ((26, 61), (31, 2000), (32, 4000)):
        for offset, name in ((-1, "minus-1"), (0, "exactly")):
            yield from_encoded(
                f"delta-2-{bits}-{name}",
                written("a" * basics, (2**bits + offset,)),
                bug="overflow-wraps",
                clause="6.4",
            )


def last_code_point_after_a_run() -> Iterator[Vector]:
    """The greatest delta for a length. On either side of 2^26, 2^27, 2^31 and 2^32; 51 is the longest run whose encoded
    form fits a label, where section 6.4 promises that 26 bits suffice."""
    for h in (51, 59, 60, 119, 120, 1926, 1927, 3854, 3855):
        yield from_points(
            f"last-code-point-after-{h}", [*[ord("a")] * h, MAX_UNICODE], bug="overflow-wraps", clause="6.4"
        )


def last_code_point_before_a_run() -> Iterator[Vector]:
    """As the ones before, with the basic code points behind it, where the delta passes 2^26, 2^27, 2^31 and 2^32: all of
    it is the product, and nothing is added to a product that stopped at its width."""
    for h in (60, 120, 1927, 3855, 3856):
        yield from_points(
            f"last-code-point-before-{h}", [MAX_UNICODE, *[ord("a")] * h], bug="overflow-wraps", clause="6.4"
        )


def weights_past_a_width() -> Iterator[Vector]:
    """The digit 1 with a weight just past 2^31 or 2^32, and a result inside Unicode. By the bias and the place that need
    the shortest literal part; it is of 2^13 and 2^14, so that they serve as long strings too."""
    for bits, bias, place, basics in ((31, 90, 8, 2**13), (32, 173, 7, 2**14)):
        delta = with_digit(bias, place, 1)
        yield from_encoded(
            f"weight-past-2-{bits}",
            written("a" * basics, (5, least_delta(bias, basics + 2), delta)),
            bug="overflow-wraps",
            note=f"The weight is {delta - with_digit(bias, place, 0):,}.",
        )


def congruent_deltas_after_a_long_literal() -> Iterator[Vector]:
    """A valid delta plus 2^k, and a run of the highest digit, after a literal part of more than 3,000."""
    for bits, basics in ((31, 3001), (32, 3600), (53, 3001), (64, 3001), (64, 3600)):
        delta = (UE - 0x80) * (basics + 1) + 7 + 2**bits
        yield from_encoded(
            f"overflow-i-{bits}-bits-after-{basics}", written("a" * basics, (delta,)), bug="overflow-wraps"
        )
    for times in (7, 12, 70):
        yield from_encoded(
            f"overflow-{times}-nines-after-3001", "a" * 3001 + "-" + "9" * times + "a", bug="overflow-wraps"
        )


FILE = File(
    "overflow",
    "Deltas that do not fit integers of some width. A codec refuses or gives the right answer; one that wraps gives "
    "another string, so that two encoded strings stand for it.",
    "6.4",
    "",
    (
        congruent_deltas,
        congruent_deltas_after_a_long_literal,
        congruent_code_points,
        only_n_overflows,
        only_the_sum_overflows,
        runs_of_the_highest_digit,
        exact_deltas,
        last_code_point_after_a_run,
        last_code_point_before_a_run,
        weights_past_a_width,
    ),
)
