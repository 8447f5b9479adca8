"""Growth: exponents of codecs whose times are made up, so that no test depends on the machine."""

from collections.abc import Callable
from random import Random
from typing import cast

import pytest

from punycode_conform import codec, growth
from punycode_conform.codec import BootstringError
from punycode_conform.growth import FAMILIES, SIZES, STEEP, Family, Growing, Series, Stopwatch, family_line, fit
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut
from punycode_conform.terminal import style

ENCODE, DECODE = Operation
FAMILY = {family.name: family for family in FAMILIES}
LAWS: dict[str, Callable[[int], float]] = {
    "linear": lambda n: 1e-6 * n,
    "n log n": lambda n: 2e-7 * n * n.bit_length(),
    "n^1.5": lambda n: 1e-6 * n**1.5,
    "quadratic": lambda n: 1e-6 * n * n,
    "linear, then quadratic": lambda n: 2e-6 * n + 1e-8 * n * n,
}


class Codec:
    """A stopwatch with a codec whose calls take 20 µs more than its law says, and more on a busy machine."""

    def __init__(self, law: str, answer: Callable[[Call], Outcome] | None = None, seed: int | None = None) -> None:
        self.law, self.answer, self.random = LAWS[law], answer or (lambda call: Returned(call.input)), Random(seed)
        self.busy, self.clock = seed is not None, 0.0

    def ask(self, call: Call) -> tuple[Outcome, float]:
        outcome = self.answer(call)
        seconds = 5.0 if isinstance(outcome, TimedOut) else 20e-6 + self.law(len(call.input))
        if self.busy:  # another program always adds a little, and sometimes much
            seconds *= 1 + self.random.random() * 0.1 + (self.random.choice((1, 1, 3)) * (self.random.random() < 0.25))
        self.clock += seconds
        return outcome, seconds

    def now(self) -> float:
        return self.clock

    def series(self, gate: float = STEEP, seconds: float = 2.0) -> Series:
        return growth.measure(cast(Stopwatch, self), ENCODE, FAMILY["repeated"], seconds, gate)


@pytest.mark.parametrize(
    ("law", "gate", "above"),
    [
        ("linear", 1.3, False),
        ("n log n", 1.3, False),
        ("n^1.5", 1.2, True),
        ("quadratic", 1.5, True),
        ("linear, then quadratic", 1.3, True),
    ],
)
def test_a_gate_closes_if_the_time_grows_faster_on_a_busy_machine_too(law: str, gate: float, above: bool) -> None:
    assert Codec(law).series(gate).above(gate) is above
    closed = sum(Codec(law, seed=seed).series(gate).above(gate) for seed in range(20))
    assert closed == 0 if not above else closed >= 17


def test_the_fit_ignores_a_point_that_is_far_off_and_refuses_too_few() -> None:
    times = {size: 1e-9 * size**2 for size in SIZES}
    times[SIZES[-2]] *= 10
    law = fit(times)

    assert law is not None
    assert law.low <= 2.0 <= law.high + 1e-9
    assert law.exponent == pytest.approx(2.0, abs=0.01)
    assert fit(dict([*times.items()][:3])) is None
    # Small inputs show the fixed cost of a call, so only the six largest count.
    fixed = fit({1 << power: 1e-3 + 1e-8 * 4**power for power in (1, 2, 3, 4, *range(14, 20))})
    assert fixed is not None
    assert fixed.exponent == pytest.approx(2.0, abs=0.01)


@pytest.mark.parametrize(
    ("answer", "ended", "late", "refused"),
    [
        (Crashed("IndexError"), "fails (IndexError) at 256", False, False),
        (TimedOut(5.0), "gives no answer within 5 s at 256", True, False),
        (Rejected(), "", False, True),
    ],
)
def test_an_answer_ends_a_series_unless_it_is_a_refusal(answer: Outcome, ended: str, late: bool, refused: bool) -> None:
    series = Codec("n^1.5", lambda call: answer if len(call.input) >= 256 else Returned(call.input)).series()
    sizes = series.times().keys()

    assert (series.ended, series.late, series.refused) == (ended, late, refused)
    assert series.above(9.0) is late
    assert sizes
    assert all((length >= 256) is refused for length in sizes)  # refusals have times of their own


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_the_encoded_side_of_a_family_is_the_form_of_its_text_or_is_refused(family: Family) -> None:
    encoded = "".join(map(chr, family.call(DECODE, 64, letter=3).input))
    if family.encoded:
        with pytest.raises(BootstringError):
            codec.decode_code_points(encoded)
    else:
        assert tuple(codec.decode_code_points(encoded)) == family.call(ENCODE, 64, letter=3).input
        assert [len(family.text(size)) for size in SIZES] == list(SIZES)
        assert not any(0xD800 <= c <= 0xDFFF or c > 0x10FFFF for c in family.text(SIZES[-1]))


def made(seconds: float, exponent: float = 2.0, refused: bool = False, ended: str = "", late: bool = False) -> Series:
    """A series whose longest input takes that many seconds, and which grows with that exponent."""
    sizes = SIZES[:10] if exponent else SIZES[:2]
    points = {size: (size, seconds * (size / sizes[-1]) ** exponent) for size in sizes}
    return Series(ENCODE, FAMILY["descending"], points, 0.0, 3, refused, ended, late)


HOSTILE = "; with 1, 65,536 characters cost more than a second"
LINEAR, FEW = "NEARLY LINEAR: mylib: ", "too few inputs in the time, so try a longer --time"


@pytest.mark.parametrize(
    ("rows", "gate", "line"),
    [
        ([made(1, 1.0), made(0.002)], None, "STEEP: mylib: 1 of 2 grow faster than n^1.5"),
        ([made(1, 0, late=True)], None, f"HOSTILE: mylib: 1 of 1 grow faster than n^1.5{HOSTILE}"),
        ([made(1, 0)], None, f"{LINEAR}0 of 0 grow faster than n^1.5; 1 not measured: {FEW}"),
        ([made(0, refused=True)], None, f"{LINEAR}0 of 1 grow faster than n^1.5"),
        ([made(0)], None, f"{LINEAR}0 of 0 grow faster than n^1.5; 1 too fast to measure"),
        ([made(1, 1.3)], 1.15, "TOO STEEP: mylib: 1 of 1 grow faster than n^1.15"),
        ([made(0.002)], 2.2, "WITHIN THE GATE: mylib: 0 of 1 grow faster than n^2.2"),
    ],
)
def test_the_verdict_line(rows: list[Series], gate: float | None, line: str) -> None:
    assert growth.verdict(rows, "mylib", gate, style(False)) == line


def test_the_table_has_a_line_for_each_family_with_the_cost_of_a_text_field_if_it_is_steep() -> None:
    assert [family_line(made(1.4)), family_line(made(0.1, 1.0, ended="crashes at 16,384"))] == [
        "encode descending   n^2.00 ± 0.00    8,192: 1.4 s; 65,536: about 1.5 min",
        "encode descending   n^1.00 ± 0.00    8,192: 100 ms; crashes at 16,384",
    ]


def test_a_published_row_has_the_exponent_and_the_time_of_a_text_field() -> None:
    assert made(1.4).growing == Growing("encode", "descending", 2.0, 2.0, 2.0, 89.6, steep=True, hostile=True)
    late = made(1, 0, late=True)
    assert late.growing == Growing("encode", "descending", None, None, None, None, steep=True, hostile=True)
