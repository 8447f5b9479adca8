"""Encoded forms: the literal part counts exactly, digits without case."""

import itertools

import pytest

from punycode_conform.suite.outcome import case_of_digits, fold, literal_length, other_case, same_encoding


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("", "", True),
        ("tda", "tda", True),
        ("tda", "TDA", True),
        ("bcher-kva", "bcher-KVA", True),
        ("bcher-kva", "Bcher-kva", False),
        ("--", "--", True),
        ("tda", "tdb", False),
        ("tda", "tda-", False),
        ("tda", "tdaa", False),
        ("", "a", False),
        ("a-b", "a_b", False),
        ("a-b", "ab-", False),
        ("k", "\u212a", False),  # lower-cases to k
        ("s", "\u017f", False),  # upper-cases to S
        ("@[`{", "`{@[", False),  # the neighbours of the letters, 20 apart
        ("\u0100-Az", "\u0100-aZ", True),
        ("A\u0100-a", "a\u0100-a", False),
        ("\u0100", "\u0101", False),
    ],
)
def test_two_encoded_forms_are_the_same_or_not_from_either_side(a: str, b: str, same: bool) -> None:
    for left, right in itertools.permutations((list(map(ord, a)), list(map(ord, b)))):
        assert same == same_encoding(left, right)


@pytest.mark.parametrize(
    ("encoded", "length"),
    [
        ("", 0),
        ("tda", 0),
        ("a-", 2),
        ("a-b", 2),
        ("-", 1),
        ("--", 2),
        ("-a-b-kva", 5),
        ("\u0100", 0),
        ("\u0100-", 2),
        ("-\u0100-b-\u0100", 5),
    ],
)
def test_the_literal_part_ends_with_the_last_delimiter(encoded: str, length: int) -> None:
    assert length == literal_length(list(map(ord, encoded)))


@pytest.mark.parametrize(
    ("encoded", "case"),
    [
        ("", None),
        ("123", None),
        ("ABC-", None),
        ("a", "lower"),
        ("ABC-a9", "lower"),
        ("A9", "upper"),
        ("aB", "mixed"),
        ("\u212a", None),
        ("\u212ab", "lower"),
        ("\u212aB", "upper"),
        ("\u212aBb", "mixed"),
        ("\u0100-B", "upper"),
        ("\u00b5\u00df\u00ff", None),  # letters in lower case, and octets
        ("\x80\u0100", None),
    ],
)
def test_the_case_of_the_digits_is_told_without_the_literal_part(encoded: str, case: str | None) -> None:
    assert case == case_of_digits(list(map(ord, encoded)))


def test_only_ascii_letters_are_folded() -> None:
    assert fold(range(0x250)) == tuple(c + 32 if 0x41 <= c <= 0x5A else c for c in range(0x250))
    assert fold(range(0x100)) == fold(range(0x250))[:0x100]


@pytest.mark.parametrize(
    ("encoded", "other"),
    [
        ("tda", "TDA"),
        ("TDA", "tda"),
        ("tDa", "TDA"),
        ("Ab-kva", "Ab-KVA"),
        ("a-9", None),
        ("", None),
        ("\u0100az`{", "\u0100AZ`{"),
        ("\u0100AZ@[", "\u0100az@["),
        ("a\u0100-b", "a\u0100-B"),
    ],
)
def test_the_other_case_of_an_encoded_form(encoded: str, other: str | None) -> None:
    assert (None if other is None else tuple(map(ord, other))) == other_case(list(map(ord, encoded)))
