"""Outcomes of different kinds differ; of encoded forms the literal part counts exactly, digits without case."""

import itertools

import pytest

from punycode_conform.suite.oracle import Either, Rejects, Returns
from punycode_conform.suite.outcome import (
    Crashed,
    Evaded,
    Rejected,
    Returned,
    TimedOut,
    Unsupported,
    case_of_digits,
    literal_length,
    other_case,
    same_encoding,
)


def test_values_of_different_kinds_differ() -> None:
    outcomes = [Returned((1,)), Rejected(""), Crashed(""), TimedOut(1), Unsupported(""), Evaded("")]
    expectations = [Returns((1,)), Rejects(""), Either((1,), "", ())]

    assert len({*outcomes, *expectations}) == 9


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        ("bcher-kva", "bcher-KVA", True),
        ("bcher-kva", "Bcher-kva", False),
        ("tda", "tdb", False),
        ("tda", "tda-", False),
        ("a-b", "ab-", False),
        ("k", "\u212a", False),  # lower-cases to k
        ("@[`{", "`{@[", False),  # the neighbours of the letters, 20 apart
        ("\u0100-Az", "\u0100-aZ", True),
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
        ("-", 1),
        ("-a-b-kva", 5),
        ("-\u0100-b-\u0100", 5),
    ],
)
def test_the_literal_part_ends_with_the_last_delimiter(encoded: str, length: int) -> None:
    assert length == literal_length(list(map(ord, encoded)))


@pytest.mark.parametrize(
    ("encoded", "case"),
    [
        ("", None),
        ("ABC-", None),
        ("a", "lower"),
        ("A9", "upper"),
        ("aB", "mixed"),
        ("\u212aBb", "mixed"),
        ("\u0100-B", "upper"),
        ("\u00b5\u00df\u00ff", None),  # letters in lower case, and octets
    ],
)
def test_the_case_of_the_digits_is_told_without_the_literal_part(encoded: str, case: str | None) -> None:
    assert case == case_of_digits(list(map(ord, encoded)))


@pytest.mark.parametrize(
    ("encoded", "other"),
    [
        ("tda", "TDA"),
        ("TDA", "tda"),
        ("Ab-kva", "Ab-KVA"),
        ("", None),
        ("\u0100az`{", "\u0100AZ`{"),
    ],
)
def test_the_other_case_of_an_encoded_form(encoded: str, other: str | None) -> None:
    assert (None if other is None else tuple(map(ord, other))) == other_case(list(map(ord, encoded)))
