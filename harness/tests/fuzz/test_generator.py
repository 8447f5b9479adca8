"""The generator: the same bytes make the same case, and the edges come up."""

import functools
import hashlib
import random

import pytest

from punycode_conform.codec import BootstringError, Reason, decode_code_points
from punycode_conform.fuzz import code_points, defect, words
from punycode_conform.fuzz.generator import SCHEME, case, numbered, seeds
from punycode_conform.fuzz.label import Growing
from punycode_conform.fuzz.randomness import Source, seeded
from punycode_conform.fuzz.variation import relative, varied
from punycode_conform.suite.outcome import Call, Operation

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE


@pytest.fixture(scope="module")
def decodes() -> list[str]:
    """The encoded forms of many cases."""
    return ["".join(map(chr, call.input)) for call in made() if call.operation is DECODE]


@pytest.fixture(scope="module")
def encoded() -> list[tuple[int, ...]]:
    """The code points of many cases."""
    return [call.input for call in made() if call.operation is ENCODE]


@functools.cache
def made() -> list[Call]:
    return [numbered(0, number) for number in range(20_000)]


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ("", Call(DECODE, (0x61,))),
        ("0c0102", Call(DECODE, (0x61, 0x61))),
        ("0c0500", Call(ENCODE, ())),
        ("0e0000", Call(ENCODE, (0x30,))),
        ("032a2a2a2a2a2a2a2a2a2a2a2a2a2a2a", Call(DECODE, tuple(b"<?a?>a" * 4 + b"-aaa"))),
        ("070707070707", Call(ENCODE, (0xE01,) * 8)),
    ],
)
def test_bytes_make_the_same_case_as_long_as_the_scheme_has_its_number(data: str, expected: Call) -> None:
    assert (SCHEME, case(bytes.fromhex(data))) == (4, expected)


def test_a_seed_makes_the_same_cases_as_long_as_the_scheme_has_its_number() -> None:
    """Whoever changes the generator raises SCHEME, and takes the new digest."""
    digest = hashlib.sha256()
    for number in range(2000):
        call = numbered(7, number)
        digest.update(repr((call.operation.value, call.input)).encode())

    assert (SCHEME, digest.hexdigest()) == (4, "6b170b8f60eef07c00365aec05054c8e0bbab16a357a97f5f03f3a83006f8025")


def test_zeros_follow_the_end_of_the_bytes() -> None:
    data = random.Random(0).randbytes(40)

    assert [case(data[:n]) for n in range(40)] == [case(data[:n] + bytes(5000)) for n in range(40)]


def test_a_seeds_bytes_never_end() -> None:
    source = seeded(1, 2, 3)
    drawn = [source.below(256) for _ in range(5000)]

    assert len(set(drawn[-500:])) > 100


def test_a_longer_look_at_a_seed_does_not_change_its_beginning() -> None:
    one, other = seeded(5), seeded(5)
    first = [one.below(256) for _ in range(300)]

    assert [other.below(1 << 32) for _ in range(75)] == [
        int.from_bytes(first[4 * k : 4 * k + 4], "big") for k in range(75)
    ]


@pytest.mark.parametrize("bound", [1, 2, 7, 256, 257, 0x110000, 1 << 80])
def test_a_number_is_below_its_bound(bound: int) -> None:
    source = seeded(bound)

    assert all(0 <= source.below(bound) < bound for _ in range(500))


def test_no_encoded_form_holds_what_yaml_cannot(decodes: list[str]) -> None:
    """A finding must be expressible as a vector."""
    assert not any(0xD800 <= ord(c) <= 0xDFFF for text in decodes for c in text)


def test_both_operations_and_accepted_and_refused_forms_are_well_mixed(
    decodes: list[str], encoded: list[tuple[int, ...]]
) -> None:
    refused = sum(reason(text) is not None for text in decodes)

    assert 0.3 < len(encoded) / (len(encoded) + len(decodes)) < 0.5
    assert 0.3 < refused / len(decodes) < 0.7


def reason(text: str) -> Reason | None:
    try:
        decode_code_points(text, bits=26, max_code_point=0x10FFFF, surrogates=False)
    except BootstringError as error:
        return error.reason
    return None


def decoded(text: str) -> list[int] | None:
    try:
        return decode_code_points(text, bits=26, max_code_point=0x10FFFF)
    except BootstringError:
        return None


def test_every_reason_of_refusal_comes_up(decodes: list[str]) -> None:
    expected = {*list(Reason)[:6], None}

    assert {reason(text) for text in decodes} == expected


def test_every_edge_is_decoded_to_and_encoded(decodes: list[str], encoded: list[tuple[int, ...]]) -> None:
    edges = {*code_points.EDGES, *code_points.SURROGATES}
    results = {c for text in decodes for c in decoded(text) or ()}

    assert edges - results == set()
    assert {*edges, *code_points.FRAGILE} - {c for points in encoded for c in points} == set()


@pytest.mark.parametrize("length", [59, 63, 64, 127, 128, 255, 256])
def test_every_length_of_a_buffer_comes_up(decodes: list[str], encoded: list[tuple[int, ...]], length: int) -> None:
    assert length in {len(points) for points in encoded}
    assert length in {len(text) for text in decodes if len(text) == length and decoded(text)}


@pytest.mark.parametrize("bits", [8, 16, 24, 26, 31, 32, 53, 63, 64])
def test_integers_of_every_width_overflow(decodes: list[str], bits: int) -> None:
    def fits(text: str, width: int) -> bool:
        try:
            decode_code_points(text, bits=width)
        except BootstringError as error:
            return error.reason is not Reason.OVERFLOW
        return True

    assert any(
        not fits(text, bits) and fits(text, bits + 2) for text in decodes if reason(text) is not Reason.BAD_DIGIT
    )


@pytest.mark.parametrize("character", [*b"/:@[`{_ \t\n\0\x7f", 0x80, 0xA0, 0xFF10, 0xFF41, 0x212A, 0xFEFF])
def test_every_sort_of_bad_digit_comes_up(decodes: list[str], character: int) -> None:
    tails = (text[text.rfind("-") + 1 :] for text in decodes)

    assert any(chr(character) in tail for tail in tails)


def test_every_character_that_is_no_digit_comes_up_where_all_else_is_right(decodes: list[str]) -> None:
    """Whatever value a codec gives it, the form is then a valid one."""

    def probes(c: str) -> list[str]:
        return [text for text in decodes if text.endswith(c + "a") and len(text) <= 5]

    def valid(text: str, c: str) -> bool:
        return all(decoded(text.replace(c, digit)) is not None for digit in "ab9Z")

    others = [chr(c) for c in range(0x80) if not chr(c).isalnum() and c != 0x2D]

    assert [c for c in others if not any(valid(text, c) for text in probes(c))] == []


def test_words_come_up_in_texts_and_in_literal_parts_and_values_as_whole_texts(
    decodes: list[str], encoded: list[tuple[int, ...]]
) -> None:
    texts = ["".join(map(chr, points)) for points in encoded if max(points, default=0) < 0x110000]
    literals = [text.rpartition("-")[0] for text in decodes]

    for some in (texts, literals):
        whole = "\ue000".join(some)
        assert [word for word in words.SIGNS if word not in whole] == []
    assert {*words.VALUES} - {*texts} == set()


@pytest.mark.parametrize("operation", Operation)
def test_a_relative_is_nearly_like_the_call_before(operation: Operation) -> None:
    before = Call(operation, tuple(map(ord, "Bücher-für-3年B組" if operation is ENCODE else "Bcher-kva8445foa")))
    made = [relative(before, seeded(number)) for number in range(200)]
    same_key = {
        "beginning": sum(call.input[:8] == before.input[:8] for call in made),
        "length": sum(len(call.input) == len(before.input) for call in made),
        "sum": sum(sum(call.input) == sum(before.input) for call in made),
        "set": sum({*call.input} == {*before.input} for call in made),
        "a keystroke": sum(call.input[:-1] == before.input or call.input == before.input[:-1] for call in made),
        "operation": sum(call.operation is not operation for call in made),
    }

    assert min(same_key.values()) > 10, same_key
    assert len(set(made)) > 40


def test_a_composed_text_is_followed_by_the_decomposed_one_and_backwards() -> None:
    for before, after in (((0xE9,), (0x65, 0x301)), ((0x1100, 0x1161), (0xAC00,))):
        assert Call(ENCODE, after) in {relative(Call(ENCODE, before), seeded(number)) for number in range(300)}


def test_nothing_that_no_vector_can_hold_is_decoded_because_it_was_encoded() -> None:
    made = [relative(Call(ENCODE, points), seeded(n)) for points in ((0xD800,), (1 << 70,)) for n in range(200)]

    assert {call.operation for call in made} == {ENCODE}


@pytest.mark.parametrize("one", dict.fromkeys(defect.DEFECTS), ids=lambda one: one.__name__)
def test_every_defect_changes_an_encoded_form(one: defect.Defect) -> None:
    form = list(b"Bcher-kva0a")
    made = [one(list(form), seeded(number)) for number in range(40)]

    assert sum(changed != form for changed in made) >= 20


def test_defects_bear_the_empty_form() -> None:
    assert all(isinstance(one([], Source(bytes([n]) * 9)), list) for one in defect.DEFECTS for n in range(64))


def test_a_label_grows_as_the_reference_decodes_it() -> None:
    growing = Growing(list(b"bcher"))
    growing.insert(growing.aim(0xFC, 1))
    growing.insert(growing.aim(0x10FFFF, 0))
    growing.repeat(3)
    decoded = decode_code_points("".join(map(chr, growing.encoded)))

    assert decoded == [0x10FFFF] * 4 + list(map(ord, "bücher"))


def test_vectors_are_varied_and_asked_as_they_are() -> None:
    vectors = seeds([Call(DECODE, tuple(b"egbpdaj6bu4bxfgehfvwxn")), Call(ENCODE, (0x3B1,) * 5000)])
    made = [numbered(0, number, vectors) for number in range(2000)]

    assert len(vectors) == 1
    assert vectors[0] in {varied(vectors[0], seeded(number)) for number in range(40)}
    assert vectors[0] in made
    assert any(call != vectors[0] and call.input[:12] == vectors[0].input[:12] for call in made)


def test_each_vector_is_asked_as_it_is_at_first_and_no_more() -> None:
    vectors = [Call(DECODE, (0x61 + number,)) for number in range(20)]
    cases = [numbered(0, number, vectors) for number in range(200)]
    alone = [numbered(0, number) for number in range(200)]

    assert set(vectors) <= set(cases[:65])
    assert len(set(cases[65:]) - set(vectors)) > 60
    assert set(vectors) <= {numbered(5, number, vectors) for shard in range(4) for number in range(shard, 65, 4)}
    assert cases[12::13] == alone[12::13]  # they take no turn from a corner
