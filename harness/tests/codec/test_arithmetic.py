"""Generalized variable-length integers (RFC 3492 section 3.3) and bias adaptation (3.4, 6.1)."""

import itertools
from collections.abc import Sequence

import pytest

from punycode_conform.codec import BootstringError
from punycode_conform.codec.arithmetic import adapt, clamped, read, write

# Thresholds that differ in kind: tmin 0 and 1, tmin = tmax, a bias that moves the middle digit, and a base of two.
SHAPES = [(2, 0, 1, 3), (3, 0, 2, 1), (3, 1, 1, 4), (4, 1, 3, 6), (5, 2, 3, 0), (6, 0, 4, 9)]
# 2, 3, 5, 5, 5 ...: the example of section 3.3, whose base is 8.
RFC_THRESHOLDS = (2, 3, 5)
PUNYCODE = {"base": 36, "tmin": 1, "tmax": 26, "skew": 38, "damp": 700}
SMALL = {"base": 10, "tmin": 1, "tmax": 5, "skew": 2, "damp": 3}


def at(thresholds: Sequence[int], j: int) -> int:
    """t(j): the last threshold stands for all that follow."""
    return thresholds[min(j, len(thresholds) - 1)]


def test_the_example_of_section_3_3() -> None:
    assert read([7, 3, 4, 2, 5, 1], 0, 8, RFC_THRESHOLDS) == (145, 3)
    assert read([7, 3, 4, 2, 5, 1], 3, 8, RFC_THRESHOLDS) == (62, 6)
    assert [write(value, 8, RFC_THRESHOLDS) for value in (145, 62, 0, 2)] == [[7, 3, 4], [2, 5, 1], [0], [2, 0]]


@pytest.mark.parametrize(("base", "tmin", "tmax", "bias"), SHAPES)
def test_every_digit_string_is_the_only_form_of_the_integer_that_it_weighs(
    base: int, tmin: int, tmax: int, bias: int
) -> None:
    thresholds = clamped(base, tmin, tmax, bias)
    weights = list(itertools.accumulate((base - at(thresholds, j) for j in range(5)), int.__mul__, initial=1))
    whole = 0
    for digits in itertools.chain.from_iterable(itertools.product(range(base), repeat=n) for n in range(1, 6)):
        if [j for j, digit in enumerate(digits) if digit < at(thresholds, j)] == [len(digits) - 1]:
            whole += 1
            value, after = read([*digits, 0], 0, base, thresholds)
            assert (value, after) == (sum(map(int.__mul__, digits, weights)), len(digits))
            assert list(digits) == write(value, base, thresholds)
    assert whole >= 8


@pytest.mark.parametrize(
    ("digits", "thresholds", "start", "maxint", "position"),
    [
        # The sums are 7, 7 + 3*6 = 25, 25 + 4*30 = 145; the weights after the first two digits are 6 and 30.
        *(
            ([7, 3, 4], RFC_THRESHOLDS, 0, maxint, position)
            for maxint, position in ((6, 0), (7, 1), (24, 1), (29, 1), (30, 2), (144, 2), (145, None))
        ),
        ([1, 1, 0], [1], 0, 48, 1),
        ([1, 1, 0], [1], 0, 49, None),
        ([7, 3, 4], RFC_THRESHOLDS, 100, 244, 2),
        ([7, 3, 4], RFC_THRESHOLDS, 100, 245, None),
    ],
)
def test_reading_overflows_where_a_sum_or_a_weight_exceeds_maxint(
    digits: list[int], thresholds: Sequence[int], start: int, maxint: int, position: int | None
) -> None:
    if position is None:
        expected = read(digits, 0, 8, thresholds)[0] + start
        assert read(digits, 0, 8, thresholds, start=start, maxint=maxint) == (expected, 3)
        return
    with pytest.raises(BootstringError, match=f"overflow at position {position}"):
        read(digits, 0, 8, thresholds, start=start, maxint=maxint)


def test_thresholds_are_the_formula_of_section_3_3_for_all_small_parameters() -> None:
    for base in range(2, 8):
        for tmin, tmax in itertools.combinations_with_replacement(range(base), 2):
            for bias in range(3 * base):
                formula = [min(max(base * (j + 1) - bias, tmin), tmax) for j in range(5)]
                assert [at(clamped(base, tmin, tmax, bias), j) for j in range(5)] == formula


@pytest.mark.parametrize(
    ("parameters", "delta", "numpoints", "firsttime", "bias"),
    [
        (PUNYCODE, 699, 1, True, 0),  # 699 div 700 = 0
        (PUNYCODE, 700, 1, True, 1),  # 1, + 1 div 1 = 2; 36 * 2 div (2 + 38) = 72 div 40
        (PUNYCODE, 200, 3, False, 28),  # 100 + 33; 4788 div 171, exact
        (PUNYCODE, 910, 1000, False, 33),  # 455 is not greater than (35 * 26) div 2 = 455; 16380 div 493
        (PUNYCODE, 912, 1000, False, 45),  # 456 div 35 = 13; 36 + 468 div 51
        (PUNYCODE, 1117198, 10**7, False, 105),  # 558599, 15959, 455: two divisions; 72 + 33
        (PUNYCODE, 1117200, 10**7, False, 117),  # 558600, 15960, 456, 13: three; 108 + 9
        (SMALL, 66, 23, True, 9),  # 22 is not greater than (9 * 5) div 2 = 22; 220 div 24
        (SMALL, 69, 24, True, 15),  # 23 div 9 = 2; 10 + 20 div 4
    ],
)
def test_biases_by_hand(parameters: dict[str, int], delta: int, numpoints: int, firsttime: bool, bias: int) -> None:
    assert adapt(delta, numpoints, firsttime, **parameters) == bias
