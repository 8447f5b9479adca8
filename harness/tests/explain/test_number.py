"""Generalized variable-length integers alone (section 3.3)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punycode_conform.codec import arithmetic
from punycode_conform.explain import number
from punycode_conform.explain.blocks import text
from punycode_conform.explain.number import Notation

OCTAL = Notation(8, (2, 3, 5))


def values(digits: str, notation: Notation) -> list[int]:
    return [integer[-1].sum for integer in number.read(digits, notation)]


def test_the_example_of_section_3_3() -> None:
    shown = text(number.decode("734251", OCTAL))

    assert "   7 × 1 + 3 × 6 + 4 × 30 = 145\n" in shown
    assert "   2 × 1 + 5 × 6 + 1 × 30 = 62\n" in shown
    assert shown.endswith("Result\n\n   145 and 62\n")
    assert text(number.encode(145, OCTAL)).endswith("Result\n\n   734\n")


def test_digits_that_do_not_end_are_no_integer() -> None:
    shown = text(number.decode("77", OCTAL))

    assert "7 >= 3: the integer has no end" in shown
    assert shown.endswith("no integer\n")


def test_digits_of_both_cases_are_read_and_no_digits_are_no_integer() -> None:
    assert (values("WW4c", Notation(36, (1, 1, 26))), values("", OCTAL)) == ([62042], [])


@pytest.mark.parametrize(("digits", "wrong"), [("78", "'8'"), ("7é", "'é'"), ("7,8", "','"), ("-7", "'-'")])
def test_what_is_no_digit_is_named(digits: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=f"{wrong} is no digit"):
        number.read(digits, OCTAL)


@pytest.mark.parametrize(
    ("base", "thresholds", "says"),
    [
        (1, (1,), "base must be from 2 to 36"),
        (37, (1,), "base must be from 2 to 36"),
        (8, (8,), "from 0 to 7"),
        (8, (), "from 0 to 7"),
        (8, (2, 0), "never end"),
    ],
)
def test_impossible_notations_are_refused(base: int, thresholds: tuple[int, ...], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        Notation(base, thresholds)


def test_an_integer_with_too_many_digits_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 1,000 digits"):
        number.write(10**9, Notation(2, (1,)))


@given(st.data(), st.integers(2, 36), st.lists(st.integers(0, 900), min_size=1, max_size=3))
def test_what_is_written_is_read_and_is_the_codecs(data: st.DataObject, base: int, integers: list[int]) -> None:
    thresholds = [*data.draw(st.lists(st.integers(0, base - 1), max_size=3)), data.draw(st.integers(1, base - 1))]
    notation = Notation(base, tuple(thresholds))
    digits = [one.value for value in integers for one in number.write(value, notation)]

    assert digits == [digit for value in integers for digit in arithmetic.write(value, base, thresholds)]
    assert values("".join(notation.alphabet[digit] for digit in digits), notation) == integers
