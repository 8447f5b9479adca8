"""Cases: a seed and a number make the same case, the edges come up, and each corner has its turn."""

import hashlib
from contextlib import suppress
from functools import cache, partial

import pytest

from punycode_conform.codec import decode_code_points, second
from punycode_conform.fuzz import cases, code_points, forms
from punycode_conform.fuzz.cases import SCHEME, numbered, relative
from punycode_conform.fuzz.code_points import Source
from punycode_conform.suite.oracle import light_facts
from punycode_conform.suite.outcome import Call, Operation

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
generated = cache(lambda: [numbered(0, number) for number in range(20_000)])


@cache
def inputs(operation: Operation) -> list[str]:
    """The inputs of many cases; those that no string holds left out."""
    inputs = (call.input for call in generated() if call.operation is operation)
    return ["".join(map(chr, points)) for points in inputs if max(points, default=0) < 0x110000]


def test_a_seed_makes_the_same_cases_as_long_as_the_scheme_has_its_number() -> None:
    """If you change the generator, raise SCHEME and take the new digest."""
    digest = hashlib.sha256()
    for number in range(2000):
        call = numbered(7, number)
        digest.update(repr((call.operation.value, call.input)).encode())

    assert (SCHEME, digest.hexdigest()) == (6, "b4e6e876611fe91a49846fc9a12858061254c2f4031eb2c966121f10c1c855b4")


@pytest.mark.slow
def test_every_edge_is_decoded_to_and_encoded() -> None:
    edges = {*code_points.EDGES, *code_points.SURROGATES}
    left = {*edges}
    for text in inputs(DECODE):
        left -= {*(light_facts(Call(DECODE, tuple(map(ord, text)))).value or ())}
        if not left:  # what the other inputs decode to takes long
            break

    assert left == set()
    assert {*edges, *code_points.FRAGILE} - {ord(c) for text in inputs(ENCODE) for c in text} == set()


@pytest.mark.slow
def test_words_come_up_in_texts_and_in_literal_parts_and_values_as_whole_texts() -> None:
    for texts in (inputs(ENCODE), [text.rpartition("-")[0] for text in inputs(DECODE)]):
        whole = "\ue000".join(texts)
        assert [word for word in code_points.SIGNS if word not in whole] == []
    assert {*code_points.VALUES} - {*inputs(ENCODE)} == set()


@pytest.mark.parametrize("operation", Operation)
def test_a_relative_is_nearly_like_the_call_before(operation: Operation) -> None:
    before = Call(operation, tuple(map(ord, "Bücher-für-3年B組" if operation is ENCODE else "Bcher-kva8445foa")))
    calls = [relative(before, Source(number)) for number in range(200)]
    same_key = {
        "beginning": sum(call.input[:8] == before.input[:8] for call in calls),
        "length": sum(len(call.input) == len(before.input) for call in calls),
        "sum": sum(sum(call.input) == sum(before.input) for call in calls),
        "set": sum({*call.input} == {*before.input} for call in calls),
        "a keystroke": sum(call.input[:-1] == before.input or call.input == before.input[:-1] for call in calls),
        "operation": sum(call.operation is not operation for call in calls),
    }

    assert min(same_key.values()) > 10, same_key


def test_each_vector_is_asked_as_it_is_at_first_and_later_varied() -> None:
    vectors = [Call(DECODE, (0x61 + number,)) for number in range(20)]
    calls = [numbered(0, number, vectors) for number in range(200)]
    alone = [numbered(0, number) for number in range(200)]

    assert set(vectors) <= set(calls[:65])
    assert len(set(calls[65:]) - set(vectors)) > 60
    assert set(vectors) <= {numbered(5, number, vectors) for shard in range(4) for number in range(shard, 65, 4)}
    assert calls[12::13] == alone[12::13]  # they take no turn from a corner


def text(growing: forms.Growing, bits: int | None = None) -> list[int]:
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
    fits, made = 0, [forms.wrapping(0, bits, kind, Source(bits, number)) for number in range(20)]
    for growing in made:
        text(growing)
        with suppress(ValueError):
            text(growing, bits)
            fits += 1

    assert 0 < fits < 20 if kind == 2 else not fits  # next to the power itself some fall short of it by one


def test_no_corner_has_a_surrogate_and_texts_to_encode_are_valid() -> None:
    calls = [corner(Source(0)) for corner in forms.CORNERS]
    asked = [call for call in calls if call.operation is Operation.ENCODE]

    assert 0.4 < len(asked) / len(calls) < 0.7
    assert not any(0xD800 <= c <= 0xDFFF or c > 0x10FFFF for call in asked for c in call.input)


@pytest.mark.parametrize("seed", [0, 1, 977])
def test_every_corner_has_its_turn_within_20000_cases_in_all_shards(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    count = len(forms.CORNERS)
    named = tuple(partial(lambda source, at: Call(Operation.ENCODE, (at,)), at=at) for at in range(count))
    monkeypatch.setattr(cases, "CORNERS", named)
    for name in ("drawn", "relative"):
        monkeypatch.setattr(cases, name, lambda source, of: None)
    calls = [numbered(seed, number) for number in range(20_000)]

    assert {call.input[0] for call in calls if call} == set(range(count))
    for shards in (2, 3, 8):
        shares = [sum(map(bool, calls[index::shards])) for index in range(shards)]
        assert max(shares) < 1.2 * sum(shares) / shards
