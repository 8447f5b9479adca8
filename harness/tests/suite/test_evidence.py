"""Evidence: the first answer counts, later ones are kept where they differ; and which choice an answer can show."""

import pytest

from punycode_conform.suite import oracle
from punycode_conform.suite.choices import BEYOND_UNICODE, BOUNDS, PERMISSIONS, SURROGATES, Choices
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.facts import Facts
from punycode_conform.suite.outcome import Call, Crashed, Outcome, Unsupported

from .answers import LONG, REFUSED, UE, decode, encode, gives


def test_the_first_answer_counts_and_later_ones_are_kept_where_they_differ() -> None:
    evidence, call = Evidence(), encode(UE)
    for outcome in (gives("tda"), gives("tda"), gives("tdb"), REFUSED):
        evidence.take(call, outcome)

    assert evidence.seen == {call: gives("tda")}
    assert evidence.again == [(call, gives("tdb")), (call, REFUSED)]


@pytest.mark.parametrize(
    ("call", "outcome", "right"),
    [
        (encode(UE), gives("tda"), True),
        (encode(UE), gives("TDA"), True),
        (encode("A" + UE), gives("a-eha"), False),
        (decode("tda"), gives(UE), True),
        (decode("tda"), gives("x"), False),
        (decode("tda"), REFUSED, False),
        (decode("tda"), Crashed(""), False),
        (decode("tda"), Unsupported(), False),
        (decode("-"), gives(""), False),  # there is no right answer
    ],
)
def test_an_answer_is_right_if_it_is_the_oracles_whatever_the_case_of_digits(
    call: Call, outcome: Outcome, right: bool
) -> None:
    assert right == Evidence({call: outcome}, {call: oracle.facts(call)}).right(call)


@pytest.mark.parametrize(
    ("call", "choices", "free"),
    [
        (encode(UE), Choices(), False),
        (decode("-"), Choices(), True),
        (decode("ib9b"), Choices(), True),
        (decode("ib9b"), Choices().declare("surrogates", "accept"), False),
        (decode("ib9b"), Choices().declare("surrogates", "reject"), True),
        (encode(LONG), Choices(), True),
        (encode(LONG), Choices().declare("length", "71"), False),
    ],
)
def test_a_call_may_be_refused_where_a_choice_or_the_rfc_says_so(call: Call, choices: Choices, free: bool) -> None:
    assert free == Evidence(choices=choices).free(call)


@pytest.mark.parametrize(
    ("facts", "applying", "shows"),
    [
        (Facts(()), set(), set()),
        (Facts((), surrogate=True), {"surrogates"}, {"surrogates"}),
        (Facts((), beyond=True), {"beyond-unicode"}, {"beyond-unicode"}),
        (Facts((), beyond=True, encoding=True), {"beyond-unicode"}, set()),  # it is about results
        (Facts((), surrogate=True, beyond=True), {"surrogates", "beyond-unicode"}, set()),
        (Facts((), surrogate=True, bits=27), {"surrogates", "integers"}, set()),
        (Facts((), surrogate=True, length=60), {"surrogates", "length"}, set()),
        (Facts((), bits=26, length=59), set(), set()),
        (Facts((), bits=27, length=60), {"integers", "length"}, set()),
    ],
)
def test_an_answer_shows_a_behaviour_if_no_other_choice_may_lie_behind_it(
    facts: Facts, applying: set[str], shows: set[str]
) -> None:
    assert applying == {choice.name for choices in (PERMISSIONS, BOUNDS) for choice in choices if choice.applies(facts)}
    assert shows == {choice.name for choice in PERMISSIONS if choice.shown_by(facts)}


def test_what_an_encoder_does_beyond_unicode_stays_open_when_a_behaviour_of_results_is_declared() -> None:
    facts = Facts((), beyond=True, encoding=True)

    assert [BEYOND_UNICODE.gives(facts, side) for side in (None, "integer", "reject")] == [None, None, None]
    sides = (None, "accept", "reject", "unpaired", "paired")
    for paired, lone, unpaired in ((False, True, True), (True, False, False), (True, True, False), (None, True, None)):
        facts = Facts((), surrogate=True, paired=paired, lone=lone)
        assert [SURROGATES.gives(facts, side) for side in sides] == [None, True, False, unpaired, not lone]
