"""Rows and the gate: what is steep, what is hostile, how rarely a gate is wrong. All times are made up."""

from random import Random
from typing import cast

import pytest

from punycode_conform.growth.fit import Fit
from punycode_conform.growth.growth import STEEP, Growth, Row, plan
from punycode_conform.growth.series import Point, Series
from punycode_conform.growth.stopwatch import Stopwatch
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned, TimedOut

from .asker import DECODE, ENCODE, LAWS, Codec, busy, family


def row(codec: Codec, limit: float = STEEP, budget: float = 2.0) -> Row:
    growing = Growth(cast(Stopwatch, codec), {}, [(ENCODE, family("repeated"))], budget, limit)
    (found,) = growing.rows()
    return found


@pytest.mark.parametrize(
    ("law", "gate", "above"),
    [
        ("linear", 1.3, False),
        ("linear", 1.5, False),
        ("n log n", 1.3, False),
        ("n log n", 1.5, False),
        ("n to the 1.5", 1.8, False),
        ("n to the 1.5", 1.2, True),
        ("quadratic", 1.5, True),
        ("quadratic", 1.2, True),
        ("quadratic", 2.3, False),
        ("quadratic, slow", 1.5, True),
        ("quadratic under something linear", 1.3, True),
        ("cubic", 1.5, True),
        ("cubic", 2.3, True),
    ],
)
def test_a_gate(law: str, gate: float, above: bool) -> None:
    assert row(Codec(LAWS[law][0]), gate).above(gate) is above


@pytest.mark.parametrize(("law", "gate"), [("linear", 1.3), ("n log n", 1.5), ("quadratic", 2.3)])
def test_no_gate_closes_by_mistake_on_a_busy_machine(law: str, gate: float) -> None:
    closed = [row(Codec(LAWS[law][0], busy, random=Random(seed)), gate, 0.5).above(gate) for seed in range(100)]

    assert sum(closed) == 0


def test_a_gate_closes_on_a_busy_machine_nearly_always() -> None:
    law, _ = LAWS["quadratic, slow"]
    closed = [row(Codec(law, busy, random=Random(seed)), 1.5, 0.5).above(1.5) for seed in range(100)]

    assert sum(closed) >= 90


def test_a_row_that_seems_to_be_above_the_limit_is_measured_on() -> None:
    law, _ = LAWS["quadratic, slow"]
    below, above = row(Codec(law), 9.0), row(Codec(law), 1.5)

    assert len(above.series.points) > len(below.series.points)
    assert above.series.tries > below.series.tries


@pytest.mark.parametrize(("times", "above"), [(1, False), (99, True)])
def test_an_input_that_is_late_twice_is_above_every_gate(times: int, above: bool) -> None:
    late = iter(range(times))

    def outcome(call: Call) -> Outcome:
        return TimedOut(5.0) if len(call.input) >= 4096 and next(late, None) is not None else Returned(call.input)

    found = row(Codec(LAWS["linear"][0], outcome=outcome))

    assert (found.above(9.0), found.hostile) == (above, above)


def test_an_input_that_was_late_because_of_other_programs_is_not_above_a_gate() -> None:
    def outcome(call: Call) -> Outcome:
        return TimedOut(5.0) if len(call.input) >= 4096 else Returned(call.input)

    found = row(Codec(LAWS["linear"][0], outcome=outcome, worked=0.3))

    assert (found.above(1.3), found.hostile, found.series.ended) == (
        False,
        False,
        "gives no answer within 5 s at 4,096",
    )


def made(exponent: float, low: float, scale: float) -> Row:
    return Row(Series(ENCODE, family("repeated")), Fit(exponent, low, exponent, scale), {})


@pytest.mark.parametrize(
    ("found", "steep", "hostile"),
    [
        (made(1.0, 1.0, 1e-3), False, False),  # slow, but not because of how it grows
        (made(1.3, 1.2, 1e-6), False, False),
        (made(2.0, 1.4, 1e-6), False, False),  # not certainly
        (made(2.0, 1.9, 1e-6), True, True),  # 1.2 hours
        (made(2.0, 1.9, 1e-10), True, False),  # 0.4 s
        (made(3.0, 2.8, 1e-10), True, True),
    ],
)
def test_what_is_steep_and_what_is_hostile(found: Row, steep: bool, hostile: bool) -> None:
    assert (found.steep, found.hostile) == (steep, hostile)


def test_a_time_that_was_measured_overrides_one_that_was_fitted() -> None:
    series = Series(ENCODE, family("repeated"), {64: Point(64, False, 0.5)}, empty=0.1)
    found = Row(series, Fit(2.0, 2.0, 2.0, 1e-3), {})

    assert found.seconds(64) == pytest.approx(0.4)
    assert found.seconds(100) == pytest.approx(10.0)


def test_a_row_of_quick_refusals_is_seen_and_one_of_too_few_answers_is_not() -> None:
    def refuses(call: Call) -> Outcome:
        return Rejected() if len(call.input) > 63 else Returned(call.input)

    def free(n: int) -> float:
        return 0.0

    assert row(Codec(free, outcome=refuses)).seen
    assert not row(Codec(free), budget=0.002).seen


def test_the_yardsticks_are_measured_beside_the_target() -> None:
    codecs = {name: Codec(LAWS[law][0]) for name, law in (("reference", "quadratic, slow"), ("near-linear", "linear"))}
    growing = Growth(
        cast(Stopwatch, Codec(LAWS["n to the 1.5"][0])),
        cast(dict[str, Stopwatch], codecs),
        plan([ENCODE], [family("repeated")]),
        2.0,
    )
    (found,) = growing.rows()

    exponents = {name: fit.exponent for name, (_, fit) in found.beside.items() if fit}
    assert exponents == {"reference": pytest.approx(2.0, abs=0.1), "near-linear": pytest.approx(1.0, abs=0.1)}
    data = found.as_json()
    assert data["exponent"] == pytest.approx(1.5, abs=0.1)
    assert set(data["beside"]) == set(codecs)
    assert [size for size, _ in data["points"]] == [size for size, _ in found.series.times()]


@pytest.mark.parametrize(("operations", "count"), [([ENCODE, DECODE], 16), ([ENCODE], 7), ([DECODE], 9), ([], 0)])
def test_an_encoder_is_not_asked_what_only_a_decoder_refuses(operations: list[Operation], count: int) -> None:
    found = plan(operations)

    assert len(found) == count
    assert all(operation in operations and operation in family.operations for operation, family in found)
