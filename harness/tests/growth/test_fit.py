"""The fit: exponents of known power laws, with points that are far off, and what follows from a fit."""

from math import inf
from random import Random

import pytest

from punycode_conform.growth.fit import Fit, fit

SIZES = [1 << power for power in range(6, 14)]


@pytest.mark.parametrize("exponent", [0.0, 0.5, 1.0, 1.5, 2.0, 3.0])
def test_a_power_law_has_its_exponent_without_error(exponent: float) -> None:
    found = fit([(size, 1e-6 * size**exponent) for size in SIZES])

    assert found is not None
    assert (found.low, found.exponent, found.high) == pytest.approx((exponent,) * 3, abs=1e-9)
    assert found.seconds(100_000) == pytest.approx(1e-6 * 100_000**exponent)


@pytest.mark.parametrize("wrong", range(1, 7))
@pytest.mark.parametrize("factor", [0.1, 10.0])
def test_one_point_that_is_far_off_moves_the_exponent_little(wrong: int, factor: float) -> None:
    times = [(size, 1e-9 * size**2) for size in SIZES]
    times[-wrong] = (times[-wrong][0], times[-wrong][1] * factor)

    found = fit(times)

    assert found is not None
    assert found.exponent == pytest.approx(2.0, abs=0.01)
    assert found.low <= 2.0 + 1e-9 <= found.high + 2e-9


def test_the_error_has_the_true_exponent_about_95_times_in_100() -> None:
    random, inside = Random(1), 0
    for _ in range(500):
        found = fit([(size, 1e-9 * size**2 * (1 + 0.5 * random.random())) for size in SIZES])
        inside += found is not None and found.low <= 2.0 <= found.high

    assert 460 <= inside <= 490


def test_small_inputs_do_not_count_where_there_are_larger_ones() -> None:
    found = fit([(size, 1e-3 + 1e-8 * size**2) for size in (2, 4, 8, 16, 2**14, 2**15, 2**16, 2**17, 2**18, 2**19)])

    assert found is not None
    assert found.exponent == pytest.approx(2.0, abs=0.01)


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_few_points_are_no_law(count: int) -> None:
    assert fit([(size, 1.0) for size in SIZES[:count]]) is None


@pytest.mark.parametrize(
    ("law", "seconds", "size"),
    [
        (Fit(2.0, 2.0, 2.0, 1e-8), 1.0, 10_000),
        (Fit(1.0, 1.0, 1.0, 1e-6), 1.0, 1_000_000),
        (Fit(0.0, 0.0, 0.0, 1e-6), 1.0, inf),
        (Fit(-0.2, -0.3, 0.1, 1e-6), 1.0, inf),
    ],
)
def test_the_size_that_takes_a_time(law: Fit, seconds: float, size: float) -> None:
    assert law.size(seconds) == pytest.approx(size)
