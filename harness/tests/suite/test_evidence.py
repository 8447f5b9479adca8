"""Evidence: the first answer counts, later ones are kept where they differ; and which choice an answer can show."""

import pytest

from punycode_conform.suite.choices import BEYOND_UNICODE, BOUNDS, PERMISSIONS, SURROGATES, Facts
from punycode_conform.suite.evidence import Evidence

from .answers import REFUSED, UE, encode, gives


def test_the_first_answer_counts_and_later_ones_are_kept_where_they_differ() -> None:
    evidence, call = Evidence(), encode(UE)
    for outcome in (gives("tda"), gives("tda"), gives("tdb"), REFUSED):
        evidence.take(call, outcome)

    assert evidence.seen == {call: gives("tda")}
    assert evidence.again == [(call, gives("tdb")), (call, REFUSED)]


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
