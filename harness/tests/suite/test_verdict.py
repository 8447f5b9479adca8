"""The verdict on one call, as a table, and the comparison of encoded forms."""

import pytest

from punycode_conform.suite import outcome as answers
from punycode_conform.suite.oracle import Either, Expectation, Rejects, Returns
from punycode_conform.suite.outcome import (
    Crashed,
    Evaded,
    Operation,
    Outcome,
    Rejected,
    Returned,
    TimedOut,
    Unsupported,
)
from punycode_conform.suite.verdict import Judgement, Verdict, judge

from .answers import points

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
PASS, FAIL, SKIP = Verdict.PASS, Verdict.FAIL, Verdict.SKIP


RIGHT, WRONG = points("bücher"), points("bucher")
EXPECTATIONS: dict[str, Expectation] = {
    "returns": Returns(RIGHT),
    "rejects": Rejects("bad-digit"),
    "either": Either(RIGHT, "surrogate", ("surrogates", "length")),
}
OUTCOMES: dict[str, Outcome] = {
    "right": Returned(RIGHT),
    "wrong": Returned(WRONG),
    "rejected": Rejected("no\x1b[31m"),
    "rejected in silence": Rejected(),
    "crashed": Crashed("IndexError: \u202e", "stderr"),
    "timed out": TimedOut(2.5, "stderr"),
    "unsupported": Unsupported("NUL"),
    "unsupported in silence": Unsupported(),
    "evaded": Evaded("too long\x07"),
}
DIFFERS = "wrong at index 1: expected U+00FC, got U+0075"
ACCEPTED = "accepted an input that must be refused (bad-digit)"
# A crash, a hang and what cannot be held are judged alike whatever was due.
ALWAYS = {
    "crashed": (Verdict.CRASH, "crashed: IndexError: \\u{202e}"),
    "timed out": (Verdict.TIMEOUT, "no answer within 2.5 s"),
    "unsupported": (SKIP, "unsupported: NUL"),
    "unsupported in silence": (SKIP, "unsupported"),
    "evaded": (FAIL, "answered unsupported, though strings of every type can hold this: too long\\x07"),
}
TABLE = {
    "returns": {
        "right": (PASS, ""),
        "wrong": (FAIL, DIFFERS),
        "rejected": (FAIL, "refused a valid input: no\\x1b[31m"),
        "rejected in silence": (FAIL, "refused a valid input"),
    },
    "rejects": {
        "right": (FAIL, ACCEPTED),
        "wrong": (FAIL, ACCEPTED),
        "rejected": (PASS, ""),
        "rejected in silence": (PASS, ""),
    },
    "either": {
        "right": (PASS, ""),
        "wrong": (FAIL, f"{DIFFERS} (a refusal would do too: surrogates, length)"),
        "rejected": (PASS, ""),
        "rejected in silence": (PASS, ""),
    },
}


@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize("expectation", EXPECTATIONS)
def test_every_outcome_under_every_expectation(expectation: str, outcome: str) -> None:
    verdict, why = (TABLE[expectation] | ALWAYS)[outcome]

    assert Judgement(verdict, why) == judge(EXPECTATIONS[expectation], OUTCOMES[outcome], DECODE)


@pytest.mark.parametrize("outcome", OUTCOMES)
@pytest.mark.parametrize("expectation", EXPECTATIONS)
def test_should_turns_wrong_answers_into_warnings_except_under_strict(expectation: str, outcome: str) -> None:
    asked = EXPECTATIONS[expectation], OUTCOMES[outcome], DECODE
    must = judge(*asked)
    should = Judgement(PASS, f"breaks a recommendation: {must.why}", warning=True)

    assert (should if must.verdict is FAIL else must) == judge(*asked, should=True)
    assert must == judge(*asked, strict=True) == judge(*asked, should=True, strict=True)


@pytest.mark.parametrize(
    ("got", "declared", "judgement"),
    [
        # What is expected is "Ab-kvc", with digits in lower case.
        ("Ab-KVC", None, Judgement(PASS)),
        ("Ab-kVc", None, Judgement(PASS)),  # a law looks at the case of all answers together
        ("Ab-kVc", "lower", Judgement(FAIL, "digits are in mixed case, but lower case is declared")),
        ("Ab-kvc", "upper", Judgement(FAIL, "digits are in lower case, but upper case is declared")),
        ("Ab-kVc", "mixed", Judgement(PASS)),
        ("ab-kvc", None, Judgement(FAIL, "wrong at index 0: expected U+0041, got U+0061")),
        ("Ab-kv\u017f", None, Judgement(FAIL, "wrong at index 5: expected U+0063, got U+017F")),
    ],
)
def test_encoded_forms_compare_without_case_of_digits(got: str, declared: str | None, judgement: Judgement) -> None:
    for expectation in (Returns(points("Ab-kvc")), Either(points("Ab-kvc"), "overflow", ())):
        said = judge(expectation, Returned(points(got)), ENCODE, digit_case=declared)

        assert judgement == Judgement(said.verdict, said.why.removesuffix(" (a refusal would do too: )"), said.warning)
    assert judge(Returns(points("a")), Returned(points("A")), DECODE).verdict is FAIL


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
def test_the_literal_part_counts_exactly_and_digits_without_case(a: str, b: str, same: bool) -> None:
    assert same == answers.same_encoding(points(a), points(b)) == answers.same_encoding(points(b), points(a))


@pytest.mark.parametrize(
    ("encoded", "case", "other"),
    [
        ("", None, None),
        ("TDA", "upper", "tda"),
        ("Ab-kva", "lower", "Ab-KVA"),
        ("aB", "mixed", "AB"),
        ("\u212aBb`{", "mixed", "\u212aBB`{"),
        ("\u00b5\u00df\u00ff", None, None),  # letters in lower case, and octets
    ],
)
def test_the_case_of_the_digits_and_the_other_case(encoded: str, case: str | None, other: str | None) -> None:
    assert answers.case_of_digits(points(encoded)) == case
    assert answers.other_case(points(encoded)) == (None if other is None else points(other))
