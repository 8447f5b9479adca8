"""The families: their inputs are what their words say, and no try repeats another."""

import pytest

from punycode_conform import codec
from punycode_conform.codec import BootstringError, second
from punycode_conform.growth.family import FAMILIES, SIZES, Family, trivial
from punycode_conform.suite.outcome import Operation

from .asker import DECODE, ENCODE, family

NAMES = [one.name for one in FAMILIES]


@pytest.fixture(params=NAMES)
def one(request: pytest.FixtureRequest) -> Family:
    return family(request.param)


def decoded(points: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(codec.decode_code_points("".join(map(chr, points)), max_code_point=0x10FFFF))


@pytest.mark.parametrize("size", [16, 64])
def test_the_encoded_side_is_the_form_of_the_text_or_is_refused(one: Family, size: int) -> None:
    encoded = one.call(DECODE, size, letter=3).input
    if one.encoded:
        with pytest.raises(BootstringError):
            decoded(encoded)
        assert one.operations == (DECODE,)
    else:
        assert decoded(encoded) == one.call(ENCODE, size, letter=3).input
        assert one.operations == (ENCODE, DECODE)


def test_sizes_are_code_points_and_grow_as_said(one: Family) -> None:
    lengths = [len(one.call(one.operations[0], size).input) for size in SIZES[:8]]

    assert lengths == sorted(set(lengths))
    if ENCODE in one.operations:
        assert lengths == list(SIZES[:8])


def test_a_letter_changes_the_first_character_only(one: Family) -> None:
    for operation in one.operations:
        calls = [one.call(operation, 32, letter).input for letter in range(26)]
        assert len(set(calls)) == 26
        assert {call[1:] for call in calls} == {calls[0][1:]}


def test_the_longest_inputs_are_valid() -> None:
    for name in ("ascending", "descending", "shuffled"):
        points = family(name).text(SIZES[-1])
        assert len(set(points)) == len(points) == SIZES[-1]
        assert not any(0xD800 <= c <= 0xDFFF or c > 0x10FFFF for c in points)


@pytest.mark.parametrize(
    ("name", "fact"),
    [
        ("literal", lambda text: text[:-1] == (97,) * 63 and text[-1] > 127),
        ("repeated", lambda text: text[1:] == (0x660,) * 63),
        ("ascending", lambda text: list(text) == sorted(set(text))),
        ("descending", lambda text: list(text[1:]) == sorted(set(text[1:]), reverse=True)),
        ("shuffled", lambda text: sorted(text) == sorted(family("ascending").text(64)) != list(text)),
        ("huge-delta", lambda text: text[:-1] == (97,) * 63 and text[-1] == 0x10FFFD),
        ("mixed", lambda text: 10 < sum(c > 127 for c in text) < 54),
    ],
)
def test_texts_are_what_their_words_say(name: str, fact: object) -> None:
    assert callable(fact)
    assert fact(family(name).text(64))


@pytest.mark.parametrize("operation", Operation)
@pytest.mark.parametrize("size", [0, 1, 2, 50])
def test_a_trivial_call_has_its_size_and_nothing_to_insert(operation: Operation, size: int) -> None:
    points = trivial(operation, size, 2).input

    assert len(points) == size
    if operation is DECODE and size > 1:
        assert tuple(second.decode_code_points("".join(map(chr, points)))) == points[:-1]
