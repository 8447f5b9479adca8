"""Outcomes of different kinds differ; of encoded forms the literal part counts exactly, digits without case."""

import itertools

import pytest

from punycode_conform.suite.outcome import (
    case_of_digits,
    other_case,
    same_encoding,
)


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("bcher-kva", "bcher-KVA", True),
        ("bcher-kva", "Bcher-kva", False),
        ("tda", "tda-", False),
        ("k", "\u212a", False),  # lower-cases to k
        ("@[`{", "`{@[", False),  # the neighbours of the letters, 20 apart
    ],
)
def test_two_encoded_forms_are_the_same_or_not_from_either_side(a: str, b: str, same: bool) -> None:
    for left, right in itertools.permutations((list(map(ord, a)), list(map(ord, b)))):
        assert same == same_encoding(left, right)


@pytest.mark.parametrize(
    ("encoded", "case"),
    [
        ("", None),
        ("a", "lower"),
        ("aB", "mixed"),
        ("\u212aBb", "mixed"),
        ("\u00b5\u00df\u00ff", None),  # letters in lower case, and octets
    ],
)
def test_the_case_of_the_digits_is_told_without_the_literal_part(encoded: str, case: str | None) -> None:
    assert case == case_of_digits(list(map(ord, encoded)))


@pytest.mark.parametrize(
    ("encoded", "other"),
    [
        ("TDA", "tda"),
        ("Ab-kva", "Ab-KVA"),
        ("", None),
        ("\u0100az`{", "\u0100AZ`{"),
    ],
)
def test_the_other_case_of_an_encoded_form(encoded: str, other: str | None) -> None:
    assert (None if other is None else tuple(map(ord, other))) == other_case(list(map(ord, encoded)))
