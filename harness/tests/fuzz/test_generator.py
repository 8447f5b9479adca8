"""The generator: a seed and a number make the same case, and the edges come up."""

import functools
import hashlib

import pytest

from punycode_conform.codec import BootstringError, Reason, decode_code_points
from punycode_conform.fuzz import code_points
from punycode_conform.fuzz.code_points import Source
from punycode_conform.fuzz.forms import Growing
from punycode_conform.fuzz.generator import SCHEME, numbered, relative, seeds
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


@pytest.mark.slow
def test_both_operations_and_accepted_and_refused_forms_are_well_mixed() -> None:
    forms = inputs(DECODE)
    refused = sum(isinstance(decoded(text), Reason) for text in forms)

    assert 0.3 < len(inputs(ENCODE)) / 20_000 < 0.55
    assert 0.3 < refused / len(forms) < 0.7
    assert {answer for text in forms if isinstance(answer := decoded(text), Reason)} == {*list(Reason)[:5]}


def test_every_edge_is_decoded_to_and_encoded() -> None:
    edges = {*code_points.EDGES, *code_points.SURROGATES}
    results = {c for text in inputs(DECODE) if isinstance(answer := decoded(text), list) for c in answer}

    assert edges - results == set()
    assert {*edges, *code_points.FRAGILE} - {ord(c) for text in inputs(ENCODE) for c in text} == set()


def test_every_ascii_character_that_is_no_digit_comes_up_where_all_else_is_right() -> None:
    """If a codec gives it any value, the form is then a valid one."""
    short = [text for text in inputs(DECODE) if len(text) <= 5]

    def is_probed(c: str) -> bool:
        probes = [text for text in short if text.endswith(c + "a")]
        return any(all(isinstance(decoded(text.replace(c, d)), list) for d in "ab9Z") for text in probes)

    others = [chr(c) for c in range(0x80) if not chr(c).isalnum() and c != 0x2D]

    assert [c for c in others if not is_probed(c)] == []


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


def test_a_label_grows_as_the_reference_decodes_it() -> None:
    growing = Growing(list(b"bcher"))
    growing.insert(growing.aim(0xFC, 1))
    growing.insert(growing.aim(0x10FFFF, 0))
    growing.repeat(3)

    assert decoded("".join(map(chr, growing.encoded))) == [0x10FFFF] * 4 + list(map(ord, "bücher"))


def test_each_vector_is_asked_as_it_is_at_first_and_later_varied() -> None:
    vectors = seeds([*(Call(DECODE, (0x61 + number,)) for number in range(20)), Call(ENCODE, (0x3B1,) * 5000)])
    cases = [numbered(0, number, vectors) for number in range(200)]
    alone = [numbered(0, number) for number in range(200)]

    assert len(vectors) == 20
    assert set(vectors) <= set(cases[:65])
    assert len(set(cases[65:]) - set(vectors)) > 60
    assert set(vectors) <= {numbered(5, number, vectors) for shard in range(4) for number in range(shard, 65, 4)}
    assert cases[12::13] == alone[12::13]  # they take no turn from a corner
