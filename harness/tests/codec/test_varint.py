"""Generalized variable-length integers, RFC 3492 section 3.3."""

import itertools
from collections.abc import Sequence

import pytest

from punycode_conform.codec import BootstringError, Reason
from punycode_conform.codec.arithmetic import clamped, read, write

# Thresholds that differ in kind: tmin 0 and 1, tmin = tmax, a bias that moves the middle digit, and a base of two.
SHAPES = [(2, 0, 1, 3), (3, 0, 2, 1), (3, 1, 1, 4), (4, 1, 3, 6), (5, 2, 3, 0), (6, 0, 4, 9)]


RFC_THRESHOLDS = (2, 3, 5)
"""2, 3, 5, 5, 5 …: the example of section 3.3, whose base is 8."""


def at(thresholds: Sequence[int], j: int) -> int:
    """t(j): the last threshold stands for all that follow."""
    return thresholds[min(j, len(thresholds) - 1)]


def weighed(digits: Sequence[int], base: int, thresholds: Sequence[int]) -> int:
    """The sum over j of digit_j * w(j), as section 3.3 defines it."""
    weights = [1]
    for j in range(len(digits)):
        weights.append(weights[-1] * (base - at(thresholds, j)))
    return sum(digit * weight for digit, weight in zip(digits, weights, strict=False))


@pytest.mark.parametrize(("position", "value", "after"), [(0, 145, 3), (3, 62, 6)])
def test_734251_in_base_8_reads_as_145_and_62(position: int, value: int, after: int) -> None:
    assert (value, after) == read([7, 3, 4, 2, 5, 1], position, 8, RFC_THRESHOLDS)


@pytest.mark.parametrize(("value", "digits"), [(145, [7, 3, 4]), (62, [2, 5, 1]), (0, [0]), (1, [1]), (2, [2, 0])])
def test_integers_are_written_least_significant_digit_first(value: int, digits: list[int]) -> None:
    assert digits == list(write(value, 8, RFC_THRESHOLDS))


@pytest.mark.parametrize(("base", "tmin", "tmax", "bias"), SHAPES)
def test_every_integer_reads_back_and_weighs_what_it_is(base: int, tmin: int, tmax: int, bias: int) -> None:
    thresholds = clamped(base, tmin, tmax, bias)
    for value in range(600):
        digits = list(write(value, base, thresholds))

        assert (value, len(digits)) == read([*digits, 0], 0, base, thresholds)
        assert value == weighed(digits, base, thresholds)


@pytest.mark.parametrize(("base", "tmin", "tmax", "bias"), SHAPES)
def test_every_digit_string_is_the_only_form_of_its_integer(base: int, tmin: int, tmax: int, bias: int) -> None:
    thresholds = clamped(base, tmin, tmax, bias)
    whole = 0
    for digits in itertools.chain.from_iterable(itertools.product(range(base), repeat=n) for n in range(1, 6)):
        ends = [j for j, digit in enumerate(digits) if digit < at(thresholds, j)]
        if ends != [len(digits) - 1]:
            continue
        whole += 1
        value, after = read(digits, 0, base, thresholds)

        assert len(digits) == after
        assert list(digits) == list(write(value, base, thresholds))
    assert whole > 0


@pytest.mark.parametrize(
    ("maxint", "position"),
    # The sums are 7, 7 + 3*6 = 25, 25 + 4*30 = 145; the weights after the first two digits are 6 and 30.
    [(0, 0), (6, 0), (7, 1), (24, 1), (25, 1), (29, 1), (30, 2), (144, 2), (145, None), (None, None)],
)
def test_reading_734_overflows_where_a_sum_or_a_weight_exceeds_maxint(maxint: int | None, position: int | None) -> None:
    if position is None:
        assert read([7, 3, 4], 0, 8, RFC_THRESHOLDS, maxint=maxint) == (145, 3)
        return
    with pytest.raises(BootstringError) as caught:
        read([7, 3, 4], 0, 8, RFC_THRESHOLDS, maxint=maxint)

    assert (Reason.OVERFLOW, position) == (caught.value.reason, caught.value.position)


@pytest.mark.parametrize(("maxint", "position"), [(48, 1), (49, None)])
def test_a_weight_alone_can_overflow(maxint: int, position: int | None) -> None:
    # Thresholds of 1 in base 8: the weights are 1, 7, 49, and the sum is 1 + 1*7 + 0*49 = 8.
    if position is None:
        assert read([1, 1, 0], 0, 8, [1], maxint=maxint) == (8, 3)
        return
    with pytest.raises(BootstringError, match="overflow at position 1"):
        read([1, 1, 0], 0, 8, [1], maxint=maxint)


def test_the_sum_starts_where_the_caller_says() -> None:
    assert read([7, 3, 4], 0, 8, RFC_THRESHOLDS, start=100, maxint=245) == (245, 3)
    with pytest.raises(BootstringError, match="overflow at position 2"):
        read([7, 3, 4], 0, 8, RFC_THRESHOLDS, start=100, maxint=244)


@pytest.mark.parametrize(
    ("digits", "start", "reason", "position"),
    [
        ([], 0, Reason.TRUNCATED, 0),
        ([7], 0, Reason.TRUNCATED, 1),
        ([7, 3], 0, Reason.TRUNCATED, 2),
        ([7, 3, 4], 3, Reason.TRUNCATED, 3),
        ([None], 0, Reason.BAD_DIGIT, 0),
        ([7, None, 4], 0, Reason.BAD_DIGIT, 1),
        ([1, 7, 3, None], 1, Reason.BAD_DIGIT, 3),
    ],
)
def test_a_missing_or_bad_digit_is_refused_where_it_is_due(
    digits: list[int | None], start: int, reason: Reason, position: int
) -> None:
    with pytest.raises(BootstringError) as caught:
        read(digits, start, 8, RFC_THRESHOLDS)

    assert (reason, position) == (caught.value.reason, caught.value.position)


def test_what_follows_the_last_digit_is_not_looked_at() -> None:
    assert read([1, None], 0, 8, RFC_THRESHOLDS) == (1, 1)


@pytest.mark.parametrize(
    ("bias", "thresholds"),
    # Punycode: base 36, tmin 1, tmax 26. t(j) = 36 * (j + 1) - bias, clamped.
    [
        (0, [26, 26, 26]),
        (9, [26, 26, 26]),
        (10, [26, 26, 26]),
        (11, [25, 26, 26]),
        (21, [15, 26, 26]),
        (34, [2, 26, 26]),
        (35, [1, 26, 26]),
        (36, [1, 26, 26]),
        (72, [1, 1, 26]),
        (90, [1, 1, 18]),
        (108, [1, 1, 1, 26]),
    ],
)
def test_punycodes_thresholds(bias: int, thresholds: list[int]) -> None:
    found = clamped(36, 1, 26, bias)

    assert thresholds == [at(found, j) for j in range(len(thresholds))]


def test_thresholds_are_the_formula_of_section_3_3_for_all_small_parameters() -> None:
    for base in range(2, 8):
        for tmin, tmax in itertools.combinations_with_replacement(range(base), 2):
            for bias in range(3 * base):
                found = clamped(base, tmin, tmax, bias)

                assert [min(max(base * (j + 1) - bias, tmin), tmax) for j in range(5)] == [
                    at(found, j) for j in range(5)
                ]
