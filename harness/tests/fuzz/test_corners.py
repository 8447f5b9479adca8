"""Corners: each keeps what its name promises, and each has its turn in every run."""

from functools import partial

import pytest

from punycode_conform.codec import decode_code_points, second
from punycode_conform.fuzz import cases, forms
from punycode_conform.fuzz.code_points import Source
from punycode_conform.fuzz.forms import Growing
from punycode_conform.suite.outcome import Call, Operation


def text(growing: Growing, bits: int | None = None) -> list[int]:
    return decode_code_points("".join(map(chr, growing.encoded)), bits=bits)


@pytest.mark.parametrize("length", [15, 64, 255, 601, 1024, 4097])
@pytest.mark.parametrize("encoded", [False, True])
def test_a_text_or_its_encoded_form_has_exactly_the_length(length: int, encoded: bool) -> None:
    for number in range(40):
        growing = forms.of_length(length, encoded, Source(length, number))

        assert len(growing.encoded if encoded else text(growing)) == length


@pytest.mark.parametrize("bits", range(15, 33))
@pytest.mark.parametrize("off", [-1, 0, 1])
def test_the_first_delta_is_beside_a_power_of_two(bits: int, off: int) -> None:
    for number in range(10):
        points = text(forms.of_sum(bits, off, Source(bits, number)))

        assert max(points) <= 0x10FFFF
        assert next(second.deltas(points)) == (1 << bits) + off


@pytest.mark.parametrize("bits", [16, 31, 32, 64, 128])
@pytest.mark.parametrize("kind", range(4))
def test_what_looks_valid_to_integers_of_a_width_needs_wider_ones(bits: int, kind: int) -> None:
    fits = 0
    for number in range(20):
        growing = forms.wrapping(0, bits, kind, Source(bits, number))
        text(growing)
        try:
            text(growing, bits)
        except ValueError:
            continue
        fits += 1

    assert 0 < fits < 20 if kind == 2 else not fits  # next to the power itself some fall short of it by one


def test_no_corner_has_a_surrogate_and_texts_to_encode_are_valid() -> None:
    calls = [corner(Source(0)) for corner in forms.CORNERS]
    asked = [call for call in calls if call.operation is Operation.ENCODE]

    assert 0.4 < len(asked) / len(calls) < 0.7
    assert not any(0xD800 <= c <= 0xDFFF or c > 0x10FFFF for call in asked for c in call.input)


@pytest.mark.parametrize("seed", [0, 1, 977])
def test_every_corner_has_its_turn_within_20000_cases_whatever_the_shards(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = len(forms.CORNERS)
    named = tuple(partial(lambda source, at: Call(Operation.ENCODE, (at,)), at=at) for at in range(count))
    monkeypatch.setattr(cases, "CORNERS", named)
    for name in ("drawn", "relative"):
        monkeypatch.setattr(cases, name, lambda source, of: None)
    calls = [cases.numbered(seed, number) for number in range(20_000)]

    assert {call.input[0] for call in calls if call} == set(range(count))
    for shards in (2, 3, 8):
        shares = [sum(map(bool, calls[index::shards])) for index in range(shards)]
        assert max(shares) < 1.2 * sum(shares) / shards
