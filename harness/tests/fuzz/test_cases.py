"""The generator: a seed and a number make the same case, and the edges come up."""

import functools
import hashlib

import pytest

from punycode_conform.codec import BootstringError, Reason, decode_code_points
from punycode_conform.fuzz import code_points
from punycode_conform.fuzz.cases import SCHEME, numbered, relative
from punycode_conform.fuzz.code_points import Source
from punycode_conform.suite.outcome import Call, Operation

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE


@functools.cache
def inputs(operation: Operation) -> list[str]:
    """The inputs of many cases; those that no string holds left out."""
    cases = (numbered(0, number) for number in range(20_000))
    return [
        "".join(map(chr, c.input)) for c in cases if c.operation is operation and max(c.input, default=0) < 0x110000
    ]


@functools.cache
def decoded(text: str, bits: int = 26) -> list[int] | Reason:
    """The result, or the reason of the refusal."""
    try:
        return decode_code_points(text, bits=bits, max_code_point=0x10FFFF)
    except BootstringError as error:
        return error.reason


def test_a_seed_makes_the_same_cases_as_long_as_the_scheme_has_its_number() -> None:
    """If you change the generator, raise SCHEME and take the new digest."""
    digest = hashlib.sha256()
    for number in range(2000):
        call = numbered(7, number)
        digest.update(repr((call.operation.value, call.input)).encode())

    assert (SCHEME, digest.hexdigest()) == (6, "b4e6e876611fe91a49846fc9a12858061254c2f4031eb2c966121f10c1c855b4")


def test_the_decisions_of_a_source_do_not_depend_on_the_steps_of_reading() -> None:
    bytewise, wide = Source(5), Source(5)
    drawn = [bytewise.below(256) for _ in range(4000)]

    assert [wide.below(1 << 32) for _ in range(1000)] == [
        int.from_bytes(drawn[4 * k : 4 * k + 4], "big") for k in range(1000)
    ]


def test_every_edge_is_decoded_to_and_encoded() -> None:
    edges = {*code_points.EDGES, *code_points.SURROGATES}
    results = {c for text in inputs(DECODE) if isinstance(answer := decoded(text), list) for c in answer}

    assert edges - results == set()
    assert {*edges, *code_points.FRAGILE} - {ord(c) for text in inputs(ENCODE) for c in text} == set()


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
    cases = [numbered(0, number, vectors) for number in range(200)]
    alone = [numbered(0, number) for number in range(200)]

    assert set(vectors) <= set(cases[:65])
    assert len(set(cases[65:]) - set(vectors)) > 60
    assert set(vectors) <= {numbered(5, number, vectors) for shard in range(4) for number in range(shard, 65, 4)}
    assert cases[12::13] == alone[12::13]  # they take no turn from a corner
