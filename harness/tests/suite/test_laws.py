"""Laws by hand: what was seen, and whether it breaks the law or comes near."""

import pytest

from punycode_conform.suite import laws
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.laws import Law, case_blind_digits, decode_uniqueness, one_digit_case, round_trip, stability
from punycode_conform.suite.outcome import STRAY, Crashed, Outcome, Rejected

from .answers import LONG, REFUSED, UE, Seen, broken, decode, encode, gives

ROUND_TRIPS: dict[str, tuple[Seen, bool]] = {
    "encoded and back": ({encode(UE): gives("tda"), decode("tda"): gives(UE)}, False),
    "back with its case lost": ({encode("A" + UE): gives("A-eha"), decode("A-eha"): gives("a" + UE)}, True),
    "encoded form breaks it": ({encode(UE): gives("tda"), decode("tda"): Crashed("boom")}, True),
    "an adapter's stray line": ({encode(UE): gives("tda"), decode("tda"): Crashed(f"{STRAY}: x")}, False),
    "a surrogate's form refused": ({encode("\ud800"): gives("ib9b"), decode("ib9b"): REFUSED}, False),
    "a long form refused": ({encode(LONG): gives(LONG + "-"), decode(LONG + "-"): REFUSED}, False),
    "decoded and back in upper case": ({decode("tda"): gives(UE), encode(UE): gives("TDA")}, False),
    "decoded and back, literal part in upper case": (
        {decode("a-eha"): gives("a" + UE), encode("a" + UE): gives("A-EHA")},
        True,
    ),
    "decoded but not encoded": ({decode("tda"): gives(UE), encode(UE): REFUSED}, True),
    "a surrogate decoded but not encoded": ({decode("ib9b"): gives("\ud800"), encode("\ud800"): REFUSED}, False),
}


UNIQUE: dict[str, tuple[Seen, bool]] = {
    "a delimiter that is dropped": ({decode("-"): gives(""), decode(""): gives("")}, True),
    "digits in two cases": ({decode("tda"): gives(UE), decode("TDa"): gives(UE)}, False),
    "a literal part and digits that spell alike": ({decode("tda"): gives(UE), decode("tda-"): gives("tda")}, False),
}


def test_a_declared_behaviour_makes_the_refusal_of_the_way_back_a_breach() -> None:
    seen: Seen = {encode("\ud800"): gives("ib9b"), decode("ib9b"): REFUSED}

    assert round_trip in broken(seen, Choices().declare("surrogates", "accept"))


def test_inputs_that_decode_alike_are_one_breach_and_the_shortest_come_first() -> None:
    (breach,) = broken({decode("-" * n + "a"): gives("\x80") for n in (4, 2, 1, 9, 3)})[decode_uniqueness]

    assert [len(call.input) for call in breach.calls] == [2, 3, 4, 5]
    assert breach.shows == '"-a" and "--a" and "---a" and "----a" decode alike, to U+0080'
    (breach,) = broken({decode(text): gives("ま") for text in ("bbk", "bb\u212a")})[decode_uniqueness]
    assert breach.shows == '"bbk" and U+0062 U+0062 U+212A decode alike, to U+307E'


def test_results_that_look_alike_are_shown_with_their_first_difference() -> None:
    middle = "a" * 40 + "b" + "a" * 40
    later = laws.unlike(encode("ü"), gives(middle), gives("a" * 81), "later")
    twins = broken({decode(middle): gives("b"), decode("a" * 81): gives("b")})[decode_uniqueness][0]

    assert later.shows.endswith('" (81 characters), differing first at index 40, with U+0061 instead of U+0062')
    assert ", differing first at index 40, with U+0062 instead of U+0061, decode alike, to U+0062" in twins.shows
    assert "instead" not in laws.unlike(encode("ü"), gives("tda"), gives("tdb"), "later").shows


CASES: dict[str, tuple[Seen, bool]] = {
    "one value": ({decode("tda"): gives(UE), decode("TDA"): gives(UE)}, False),
    "lower case refused": ({decode("TDA"): gives(UE), decode("tda"): REFUSED}, True),
    "upper case breaks it": ({decode("tda"): REFUSED, decode("TDA"): Crashed("boom")}, True),
    "literal parts in two cases": ({decode("a-eha"): gives("a" + UE), decode("A-eha"): gives("A" + UE)}, False),
    "no letters among the digits": ({decode("a-99"): REFUSED, decode("A-99"): gives("")}, False),
}


@pytest.mark.parametrize(
    ("law", "seen", "breach"),
    [
        pytest.param(law, *row, id=name)
        for law, table in ((round_trip, ROUND_TRIPS), (decode_uniqueness, UNIQUE), (case_blind_digits, CASES))
        for name, row in table.items()
    ],
)
def test_a_law_is_broken_or_not(law: Law, seen: Seen, breach: bool) -> None:
    assert len(broken(seen).get(law, [])) == breach  # a pair counts once, not from either side


@pytest.mark.parametrize(
    ("form", "of_a", "declared", "breach"),
    [
        ("tda", "A-EHA", None, True),
        ("tDa", "A-EHA", "mixed", False),
        ("tda", "A-EHA", "lower", True),
        ("tda", "A-EHB", None, False),  # a wrong form shows nothing
    ],
)
def test_one_digit_case(form: str, of_a: str, declared: str | None, breach: bool) -> None:
    seen: Seen = {encode(UE): gives(form), encode("A" + UE): gives(of_a)}

    choices = Choices().declare("digit-case", declared) if declared else Choices()
    assert breach == (one_digit_case in broken(seen, choices))


@pytest.mark.parametrize(
    ("first", "later", "breach"),
    [
        (gives("a"), gives("a"), False),
        (gives("a"), gives("A"), True),
        (gives("a"), REFUSED, True),
        (Rejected("at 0"), Rejected("at 7"), False),
    ],
)
def test_stability(first: Outcome, later: Outcome, breach: bool) -> None:
    assert breach == (stability in broken({decode("a-"): first}, again=[(decode("a-"), first), (decode("a-"), later)]))


def test_digits_in_another_case_later_break_the_should_and_not_stability() -> None:
    ((law, (breach,)),) = broken({encode(UE): gives("tda")}, again=[(encode(UE), gives("tDa"))]).items()

    assert (law, breach.calls) == (one_digit_case, (encode(UE),))
    assert 'gives "tDa" (mixed)' in breach.shows
    assert "--choice digit-case=mixed" in breach.shows
