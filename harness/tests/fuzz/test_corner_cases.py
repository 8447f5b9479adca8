"""Corners: each keeps what its name promises, and each has its turn in every run."""

import itertools
import re
from collections.abc import Callable

import pytest

from punycode_conform.codec import decode_code_points, second
from punycode_conform.fuzz import corner_cases, generator
from punycode_conform.fuzz.randomness import seeded
from punycode_conform.suite.oracle import encode_fast
from punycode_conform.suite.outcome import Call, Operation

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE


@pytest.mark.parametrize("length", [15, 64, 255, 601, 1024, 4097])
@pytest.mark.parametrize("encoded", [False, True])
def test_a_text_or_its_encoded_form_has_exactly_the_length(length: int, encoded: bool) -> None:
    for number in range(40):
        text = corner_cases.of_length(length, ENCODE, encoded, seeded(length, number)).input
        form = corner_cases.of_length(length, DECODE, encoded, seeded(length, number)).input

        assert encode_fast(text) == form
        assert len(form if encoded else text) == length


@pytest.mark.parametrize("bits", range(15, 33))
@pytest.mark.parametrize("off", [-1, 0, 1])
def test_the_first_delta_is_beside_a_power_of_two(bits: int, off: int) -> None:
    for number in range(20):
        text = corner_cases.of_sum(bits, off, ENCODE, seeded(bits, number)).input
        form = corner_cases.of_sum(bits, off, DECODE, seeded(bits, number)).input

        assert encode_fast(text) == form
        assert max(text) <= 0x10FFFF
        assert next(second.deltas(text)) == (1 << bits) + off


@pytest.mark.parametrize(
    ("made", "of"),
    [
        (corner_cases.run, 1025),
        (corner_cases.far, 5000),
        (corner_cases.edged, 1100),
        (corner_cases.successive, 24),
        (corner_cases.successive, 31),
    ],
)
def test_a_text_and_its_encoded_form_belong_together(made: Callable[..., Call], of: int) -> None:
    for number in range(5):
        assert encode_fast(made(of, ENCODE, seeded(number)).input) == made(of, DECODE, seeded(number)).input


def test_spread_points_and_their_form_belong_together_and_are_a_block_or_less_apart() -> None:
    for number in range(40):
        text = corner_cases.spread(ENCODE, seeded(number)).input

        assert encode_fast(text) == corner_cases.spread(DECODE, seeded(number)).input
        assert all(b - a <= 256 or (a < 0xD800 and b >= 0xE000) for a, b in itertools.pairwise(text))


def test_pairs_of_digits_are_each_written_with_a_bias_of_0() -> None:
    met: set[str] = set()
    for number in range(100):
        form = "".join(map(chr, corner_cases.pairs(seeded(number)).input))
        decode_code_points(form)
        # A delta of 0 before each makes all thresholds 26, so it ends at its first letter.
        met.update(delta[:2] for delta in re.findall("a([0-9]+[a-z])", form.rpartition("-")[2]))

    assert len(met) > 0.8 * 10 * 36


def test_of_two_wide_deltas_in_succession_neither_is_damped() -> None:
    first, *others = second.deltas(corner_cases.successive(31, ENCODE, seeded(0)).input)

    assert first < 5000
    assert all(delta >= 1 << 31 for delta in others)


@pytest.mark.parametrize("bits", [16, 31, 32, 64, 128])
@pytest.mark.parametrize("kind", range(4))
def test_what_an_integer_of_the_width_takes_needs_a_wider_one(bits: int, kind: int) -> None:
    fits = 0
    for number in range(20):
        call = corner_cases.wrapping(bits, kind, seeded(bits, number))
        text = "".join(map(chr, call.input))
        decode_code_points(text)
        try:
            decode_code_points(text, bits=bits)
        except ValueError:
            continue
        fits += 1

    assert fits <= (20 if kind == 2 else 0)  # beside the power itself some fall short of it by one
    assert kind != 2 or 0 < fits < 20


@pytest.mark.parametrize("count", [17, 28, 513])
def test_no_code_point_comes_twice_and_none_is_a_surrogate(count: int) -> None:
    points = corner_cases.distinct(count, seeded(count)).input

    assert len(set(points)) == len(points) == count
    assert not any(0xD800 <= c <= 0xDFFF for c in points)


def test_insertions_are_as_many_as_asked_for() -> None:
    form = corner_cases.inserted(257, seeded(0)).input

    assert sum(c >= 0x80 for c in decode_code_points("".join(map(chr, form)))) == 257


def test_no_length_of_a_form_up_to_300_is_left_out() -> None:
    made = [corner(seeded(0)) for corner in corner_cases.CORNERS]
    short = [call for call in made if len(call.input) <= 400]

    assert {*range(8, 301)} <= {len(c.input if c.operation is DECODE else encode_fast(c.input)) for c in short}


@pytest.mark.parametrize("bits", [31, 32, 64])
def test_a_delta_outgrows_integers_after_a_literal_part_of_thousands(bits: int) -> None:
    for number in range(10):
        form = "".join(map(chr, corner_cases.outgrown(3001, bits, seeded(number)).input))
        decode_code_points(form)

        assert form.index("-") == 3001
        with pytest.raises(ValueError, match="overflow"):
            decode_code_points(form, bits=bits - 1)


@pytest.fixture
def cornered(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], list[Call]]:
    """Makes the first 20,000 cases of a seed: a corner's is its place in CORNERS, and any other None."""
    named = tuple(lambda source, at=at: Call(ENCODE, (at,)) for at in range(len(corner_cases.CORNERS)))
    monkeypatch.setattr(generator, "CORNERS", named)
    for name in ("drawn", "relative"):
        monkeypatch.setattr(generator, name, lambda source, of: None)
    return lambda seed: [generator.numbered(seed, number) for number in range(20_000)]


@pytest.mark.parametrize("seed", [0, 1, 977])
def test_every_corner_has_its_turn_within_20000_cases(cornered: Callable[[int], list[Call]], seed: int) -> None:
    made = cornered(seed)

    assert {call.input[0] for call in made if call} == set(range(len(corner_cases.CORNERS)))
    assert sum(map(bool, made)) < 1600


@pytest.mark.parametrize("shards", [2, 3, 4, 8, 10])
def test_turns_are_shared_out_among_shards(cornered: Callable[[int], list[Call]], shards: int) -> None:
    made = cornered(0)
    shares = [sum(map(bool, made[index::shards])) for index in range(shards)]

    assert max(shares) < 1.2 * sum(shares) / shards
