"""Generalized variable-length integers (RFC 3492 section 3.3) and bias adaptation (3.4, 6.1)."""

import pytest

from punycode_conform.codec.arithmetic import adapt, read, write

# 2, 3, 5, 5, 5 ...: the example of section 3.3, whose base is 8.
RFC_THRESHOLDS = (2, 3, 5)
PUNYCODE = {"base": 36, "tmin": 1, "tmax": 26, "skew": 38, "damp": 700}
SMALL = {"base": 10, "tmin": 1, "tmax": 5, "skew": 2, "damp": 3}


def test_the_example_of_section_3_3() -> None:
    assert read([7, 3, 4, 2, 5, 1], 0, 8, RFC_THRESHOLDS) == (145, 3)
    assert read([7, 3, 4, 2, 5, 1], 3, 8, RFC_THRESHOLDS) == (62, 6)
    assert [write(value, 8, RFC_THRESHOLDS) for value in (145, 62, 0, 2)] == [[7, 3, 4], [2, 5, 1], [0], [2, 0]]


@pytest.mark.parametrize(
    ("parameters", "delta", "numpoints", "firsttime", "bias"),
    [
        (PUNYCODE, 700, 1, True, 1),  # 1, + 1 div 1 = 2; 36 * 2 div (2 + 38) = 72 div 40
        (PUNYCODE, 910, 1000, False, 33),  # 455 is not greater than (35 * 26) div 2 = 455; 16380 div 493
        (PUNYCODE, 912, 1000, False, 45),  # 456 div 35 = 13; 36 + 468 div 51
        (PUNYCODE, 1117198, 10**7, False, 105),  # 558599, 15959, 455: two divisions; 72 + 33
        (SMALL, 69, 24, True, 15),  # 23 div 9 = 2; 10 + 20 div 4
    ],
)
def test_biases_by_hand(parameters: dict[str, int], delta: int, numpoints: int, firsttime: bool, bias: int) -> None:
    assert adapt(delta, numpoints, firsttime, **parameters) == bias
