"""The trace of a decoder: the RFC's own traces, and the steps of any encoded form."""

import pytest

from punycode_conform.codec import BootstringError, Reason, decode_code_points
from punycode_conform.codec.trace import Step, steps

from .samples import SAMPLES


def trace(encoded: str) -> list[Step]:
    start = encoded.rfind("-") + 1
    return list(steps(list(map(ord, encoded)), start, max(start - 1, 0)))


def test_the_trace_of_example_b_is_that_of_section_7_2() -> None:
    encoded = "ihqwcrb4cv8a8dqg056pqjye"

    assert [(encoded[s.start : s.end], s.delta, s.after.bias) for s in trace(encoded)] == [
        ("ihq", 19853, 21),
        ("wc", 64, 20),
        ("rb", 37, 13),
        ("4c", 56, 17),
        ("v8a", 599, 32),
        ("8d", 130, 23),
        ("qg", 154, 25),
        ("056p", 46301, 84),
        ("qjye", 88531, 90),
    ]


def test_the_trace_of_example_l_begins_after_its_literal_portion() -> None:
    encoded = "3B-ww4c5e180e575a65lsy2b"

    assert [(encoded[s.start : s.end], s.delta, s.after.bias) for s in trace(encoded)] == [
        ("ww4c", 62042, 27),
        ("5e", 139, 24),
        ("180e", 16683, 67),
        ("575a", 34821, 82),
        ("65l", 14592, 67),
        ("sy2b", 42088, 84),
    ]


@pytest.mark.parametrize("encoded", [encoded for _, encoded in SAMPLES.values()])
def test_the_insertions_of_a_trace_make_the_decoded_string(encoded: str) -> None:
    points = list(map(ord, encoded.rpartition("-")[0]))
    for step in trace(encoded):
        assert len(points) == step.before.length
        points.insert(step.place, step.code_point)

    assert points == decode_code_points(encoded)


def test_the_integers_of_a_step_are_those_of_section_6_2() -> None:
    (step,) = trace("999999b")

    # With a bias of 72 the thresholds are k - 72 between 1 and 26, for k = 36, 72, 108 and so on.
    assert step.thresholds == (1, 1, 26, 26, 26, 26, 26)
    assert step.weight == 35 * 35 * 10**4
    assert step.delta == sum(35 * weight for weight in (1, 35, 1225, 12250, 122500, 1225000)) + 12250000
    assert (step.total, step.code_point, step.place) == (step.delta, 0x80 + step.delta, 0)


@pytest.mark.parametrize(
    ("encoded", "deltas", "reason", "position"),
    [
        ("tda\u00ff", [124], Reason.BAD_DIGIT, 3),
        ("tda9", [124], Reason.TRUNCATED, 4),
        ("9", [], Reason.TRUNCATED, 1),
    ],
)
def test_the_steps_before_an_error_are_in_the_trace(
    encoded: str, deltas: list[int], reason: Reason, position: int
) -> None:
    found: list[int] = []
    with pytest.raises(BootstringError) as caught:
        found.extend(step.delta for step in steps(list(map(ord, encoded)), 0, 0))

    assert found == deltas
    assert (caught.value.reason, caught.value.position) == (reason, position)
