"""Generalized variable-length integers alone (section 3.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punycode_conform.codec import varint
from punycode_conform.explain import number
from punycode_conform.explain.number import Notation
from punycode_conform.explain.text import text

OCTAL = Notation(8, (2, 3, 5))


def values(digits: str, notation: Notation) -> list[int]:
    return [integer.value for integer in number.read(digits, notation)]


def written(value: int, notation: Notation) -> str:
    return "".join(notation.digit(one.value) for one in number.write(value, notation))


def test_the_example_of_section_3_3() -> None:
    first, second = number.read("734251", OCTAL)

    assert (first.value, second.value) == (145, 62)
    assert [digit.weight for digit in first.digits] == [1, 6, 30]
    assert written(145, OCTAL) + written(62, OCTAL) == "734251"


def test_without_thresholds_it_is_a_conventional_integer() -> None:
    assert values("734", Notation(8, None)) == [287]
    assert written(287, Notation(8, None)) == "734"
    assert "7 × 1 + 3 × 8 + 4 × 64 = 287" in text(number.decode("734", Notation(8, None)))


def test_the_text_of_the_example() -> None:
    shown = text(number.decode("734251", OCTAL))

    assert "   7 × 1 + 3 × 6 + 4 × 30 = 145\n" in shown
    assert "   2 × 1 + 5 × 6 + 1 × 30 = 62\n" in shown
    assert shown.endswith("Result\n\n   145 and 62\n")
    assert text(number.encode(145, OCTAL)).endswith("Result\n\n   734\n")


def test_digits_that_do_not_end_are_no_integer() -> None:
    (integer,) = number.read("77", OCTAL)
    shown = text(number.decode("77", OCTAL))

    assert not integer.ended
    assert "7 >= 3: the integer has no end" in shown
    assert shown.endswith("no integer\n")


@pytest.mark.parametrize(
    ("digits", "notation", "expected"),
    [
        ("ww4c", Notation(36, (1, 1, 26)), [62042]),
        ("WW4C", Notation(36, (1, 1, 26)), [62042]),
        ("22,22,30,2", Notation(36, (1, 1, 26)), [62042]),
        ("ff", Notation(16, None), [255]),
        ("64,1", Notation(65, (1, 2)), [128]),
        ("0", OCTAL, [0]),
        ("", OCTAL, []),
    ],
)
def test_digits_are_read_in_any_base(digits: str, notation: Notation, expected: list[int]) -> None:
    assert values(digits, notation) == expected


@pytest.mark.parametrize(
    ("digits", "wrong"), [("78", "'8'"), ("7é", "'é'"), ("7,8", "'8'"), ("7,,1", "''"), ("-7", "'-'")]
)
def test_what_is_no_digit_is_named(digits: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=f"{wrong} is no digit"):
        number.read(digits, OCTAL)


@pytest.mark.parametrize(
    ("base", "thresholds", "says"),
    [
        (1, None, "base must be at least 2"),
        (8, (8,), "from 0 to 7"),
        (8, (-1, 2), "from 0 to 7"),
        (8, (), "from 0 to 7"),
        (8, (2, 0), "never end"),
    ],
)
def test_impossible_notations_are_refused(base: int, thresholds: tuple[int, ...] | None, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Notation(base, thresholds)


def test_an_integer_with_too_many_digits_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 1,000 digits"):
        number.write(10**9, Notation(2, (1,)))


@given(st.data(), st.integers(2, 40), st.lists(st.integers(0, 900), min_size=1, max_size=3))
def test_what_is_written_is_read_and_is_the_codecs(data: st.DataObject, base: int, integers: list[int]) -> None:
    thresholds = [*data.draw(st.lists(st.integers(0, base - 1), max_size=3)), data.draw(st.integers(1, base - 1))]
    notation = Notation(base, tuple(thresholds))
    digits = [one.value for value in integers for one in number.write(value, notation)]

    assert digits == [digit for value in integers for digit in varint.write(value, base, thresholds)]
    assert values(("" if base <= 36 else ",").join(map(notation.digit, digits)), notation) == integers
