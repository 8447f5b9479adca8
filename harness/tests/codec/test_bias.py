"""Bias adaptation, RFC 3492 sections 3.4 and 6.1."""

import pytest

from punycode_conform.codec.arithmetic import adapt

PUNYCODE = {"base": 36, "tmin": 1, "tmax": 26, "skew": 38, "damp": 700}
SMALL = {"base": 10, "tmin": 1, "tmax": 5, "skew": 2, "damp": 3}

# RFC 3492 section 7.2: each delta, and what "bias becomes".
TRACE_B = [(19853, 21), (64, 20), (37, 13), (56, 17), (599, 32), (130, 23), (154, 25), (46301, 84), (88531, 90)]
TRACE_L = [(62042, 27), (139, 24), (16683, 67), (34821, 82), (14592, 67), (42088, 84)]


@pytest.mark.parametrize(("basic", "trace"), [(0, TRACE_B), (2, TRACE_L)], ids="BL")
def test_the_biases_of_the_rfcs_traces_come_in_their_order(basic: int, trace: list[tuple[int, int]]) -> None:
    deltas = [delta for delta, _ in trace]

    assert [bias for _, bias in trace] == [
        adapt(delta, basic + k + 1, k == 0, **PUNYCODE) for k, delta in enumerate(deltas)
    ]


@pytest.mark.parametrize(
    ("delta", "numpoints", "firsttime", "bias"),
    [
        (0, 1, True, 0),
        (1, 1, False, 0),  # 1 div 2 = 0
        (699, 1, True, 0),  # 699 div 700 = 0
        (700, 1, True, 1),  # 1, + 1 div 1 = 2; 36 * 2 div (2 + 38) = 72 div 40
        (700, 2, True, 0),  # 1, + 1 div 2 = 1; 36 div 39
        (200, 1, False, 30),  # 100 + 100; 7200 div 238
        (200, 3, False, 28),  # 100 + 33; 4788 div 171, exact
        (910, 1000, False, 33),  # 455 is not greater than (35 * 26) div 2 = 455; 16380 div 493
        (912, 1000, False, 45),  # 456 div 35 = 13; 36 + 468 div 51
        (31918, 10**6, False, 69),  # 15959 div 35 = 455; 36 + 33
        (31920, 10**6, False, 81),  # 15960 div 35 = 456, div 35 = 13; 72 + 9
        (1117198, 10**7, False, 105),  # 558599, 15959, 455: two divisions; 72 + 33
        (1117200, 10**7, False, 117),  # 558600, 15960, 456, 13: three; 108 + 9
    ],
)
def test_punycodes_bias_by_hand(delta: int, numpoints: int, firsttime: bool, bias: int) -> None:
    assert bias == adapt(delta, numpoints, firsttime, **PUNYCODE)


@pytest.mark.parametrize(
    ("delta", "numpoints", "firsttime", "bias"),
    [
        (66, 23, True, 9),  # 22 is not greater than (9 * 5) div 2 = 22; 220 div 24
        (69, 24, True, 15),  # 23 div 9 = 2; 10 + 20 div 4
        (44, 23, False, 9),  # 22 again, halved this time
        (4, 2, False, 6),  # 2 + 1; 30 div 5
    ],
)
def test_other_parameters_by_hand(delta: int, numpoints: int, firsttime: bool, bias: int) -> None:
    assert bias == adapt(delta, numpoints, firsttime, **SMALL)
