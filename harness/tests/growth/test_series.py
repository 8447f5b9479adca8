"""A series: which inputs are asked, what is subtracted, and what a codec's answers mean for it. All times are made up."""

from random import Random

import pytest

from punycode_conform.growth.family import SIZES
from punycode_conform.growth.series import Series
from punycode_conform.suite.outcome import Call, Crashed, Outcome, Rejected, Returned, TimedOut

from .asker import DECODE, ENCODE, LAWS, Codec, busy, family


def measured(codec: Codec, seconds: float = 20.0, name: str = "repeated") -> Series:
    series = Series(ENCODE, family(name))
    series.extend(codec.ask, seconds, codec.now)
    return series


@pytest.mark.parametrize("law", LAWS)
def test_a_quiet_machine_gives_the_exponent(law: str) -> None:
    seconds, exponent = LAWS[law]
    found = measured(Codec(seconds)).fit()

    assert found is not None
    assert found.exponent == pytest.approx(exponent, abs=0.1)


@pytest.mark.parametrize("law", LAWS)
def test_a_busy_machine_gives_nearly_the_same_exponent(law: str) -> None:
    seconds, exponent = LAWS[law]
    for seed in range(20):
        found = measured(Codec(seconds, busy, random=Random(seed))).fit()
        assert found is not None
        assert found.exponent == pytest.approx(exponent, abs=0.25)


def test_start_and_pipe_are_subtracted() -> None:
    size, seconds = measured(Codec(lambda n: 1e-7 * n)).times()[-1]

    assert size == SIZES[-1]
    assert seconds == pytest.approx(1e-7 * size, rel=0.3)  # with the pipe it would be three times as much


def test_the_pipe_of_a_codec_that_is_slow_on_trivial_calls_hides_nothing() -> None:
    codec = Codec(lambda n: 0.0, lambda random, seconds: (seconds / 1e-6) ** 2 * 1e-8)  # a square in every call
    found = measured(codec, name="literal").fit()

    assert found is not None
    assert found.low > 1.7


def test_all_tries_fit_the_budget_if_three_can() -> None:
    codec = Codec(lambda n: 1e-6 * n * n)
    series = measured(codec, 5.0)

    assert codec.clock < 6.0
    assert series.tries >= 3
    assert len(series.points) < len(SIZES)
    assert not series.ended


def test_a_codec_that_remembers_its_answers_shows_its_growth() -> None:
    found = measured(Codec(lambda n: 1e-7 * n * n, remembers=True)).fit()

    assert found is not None
    assert found.exponent == pytest.approx(2.0, abs=0.1)


def answers(wrong: Outcome, size: int) -> Codec:
    return Codec(lambda n: 1e-6 * n, outcome=lambda call: wrong if len(call.input) >= size else Returned(call.input))


@pytest.mark.parametrize(
    ("outcome", "ended", "late"),
    [
        (Crashed("IndexError"), "crashes (IndexError) at 256", 0),
        (TimedOut(5.0), "gives no answer within 5 s at 256", 256),
        (Rejected(), "", 0),
    ],
)
def test_what_ends_a_series(outcome: Outcome, ended: str, late: int) -> None:
    series = measured(answers(outcome, 256))

    assert (series.ended, series.late) == (ended, late)
    assert len(series.points) == (4 if ended else len(SIZES))


def test_refusals_have_times_of_their_own() -> None:
    def law(n: int) -> float:
        return 1e-8 * n * n if n >= 256 else 1e-5 * n

    codec = answers(Rejected(), 256)
    codec.law = law
    series = measured(codec)
    found = series.fit()

    assert {size for size, _ in series.times()} == {size for size in series.points if size >= 256}
    assert found is not None
    assert found.exponent == pytest.approx(2.0, abs=0.1)
    assert series.longest is not None
    assert series.longest.refused


def test_a_limit_on_the_length_is_no_growth() -> None:
    codec = answers(Rejected(), 64)
    codec.law = lambda n: 1e-5 * n if n < 64 else 0.0

    found = measured(codec).fit()

    assert found is not None
    assert found.exponent == pytest.approx(1.0)  # that of the pipe


def test_a_series_goes_on_with_longer_inputs_and_asks_again_what_was_late() -> None:
    late = iter([True])

    def outcome(call: Call) -> Outcome:
        return TimedOut(5.0) if len(call.input) >= 4096 and next(late, False) else Returned(call.input)

    codec = Codec(lambda n: 1e-6 * n, outcome=outcome)
    series = measured(codec)
    assert (series.late, series.tries, len(series.points)) == (4096, 9, 8)

    series.extend(codec.ask, 20.0, codec.now)
    assert (series.late, series.ended, series.tries, len(series.points)) == (0, "", 18, len(SIZES))


def test_a_size_of_decode_is_the_length_of_the_encoded_side() -> None:
    codec = Codec(lambda n: 1e-6 * n)
    series = Series(DECODE, family("repeated"))
    series.extend(codec.ask, 1.0, codec.now)

    assert [point.size for point in series.points.values()] == [
        len(family("repeated").call(DECODE, size).input) for size in series.points
    ]
