"""The freedoms of RFC 3492 as declared sides."""

import pytest

from punycode_conform.errors import ConformError
from punycode_conform.suite import oracle
from punycode_conform.suite.choices import INTEGERS, NAMES, Choices
from punycode_conform.suite.outcome import Call, Outcome, Returned
from punycode_conform.suite.verdict import Verdict, judge

from .answers import REFUSED, decode, encode, gives


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        ([("surrogates", " Reject\n")], {"surrogates": "reject"}),
        ([("integers", "31"), ("length", "unlimited")], {"integers": "2^31", "length": "none"}),
        ([("digit-case", "UPPER"), ("beyond-unicode", "accept")], {"digit-case": "upper", "beyond-unicode": "integer"}),
        ([("surrogates.encode", "reject")], {"surrogates.encode": "reject"}),
        # The same for each is one behaviour; of what an encoder alone does the name without it is enough.
        ([("surrogates.encode", "accept"), ("surrogates.decode", "accept")], {"surrogates": "accept"}),
        (
            [("integers.encode", "32"), ("integers.decode", "31")],
            {"integers.encode": "2^32", "integers.decode": "2^31"},
        ),
        ([("beyond-unicode.decode", "reject")], {"beyond-unicode": "reject"}),
        # The last word counts.
        (
            [("surrogates", "reject"), ("surrogates.encode", "unpaired")],
            {"surrogates.encode": "unpaired", "surrogates.decode": "reject"},
        ),
    ],
)
def test_a_behaviour_is_declared_for_both_operations_or_one_and_said_in_words_that_declare_it(
    declared: list[tuple[str, str]], told: dict[str, str]
) -> None:
    choices = Choices()
    for name, side in declared:
        choices = choices.declare(name, side)

    assert told == choices.as_dict()
    assert choices == Choices().declare_all(told)


@pytest.mark.parametrize(
    ("name", "side", "message", "hint"),
    [
        ("digit-case.decode", "lower", "choice digit-case is not about 'decode'", "operations: encode"),
        ("digits", "lower", "no choice is named 'digits'; did you mean digit-case?", f"choices: {', '.join(NAMES)}"),
        ("surrogates", "31", "choice surrogates has no behaviour '31'", "behaviours: accept, reject, unpaired, paired"),
        ("integers", "25", "choice integers has no behaviour '25'", f"behaviours: {INTEGERS.behaviours}"),
    ],
)
def test_what_is_no_choice_or_no_behaviour_is_refused(name: str, side: str, message: str, hint: str) -> None:
    with pytest.raises(ConformError) as caught:
        Choices().declare(name, side)

    assert (caught.value.message, caught.value.hint) == (message, hint)


# --- What a declared side demands.


def wide(basic: int) -> Call:
    """Behind b basic code points U+10FFFF has the delta 10FF7F * (b + 1) + b."""
    return encode("a" * basic + "\U0010ffff")


BROKEN = decode("xn--A-")
HIGH, PAIR, BEYOND = decode("ib9b"), decode("8c9by4f"), decode("en32g")
UMLAUTS = encode("\u00fc\u00fc")
RIGHT = Returned((-1,))  # stands for the right answer
DECLARED = {
    "surrogates": ("accept", "reject", "unpaired", "paired"),
    "beyond-unicode": ("integer", "reject"),
    "integers": ("26", "31", "32", "unbounded"),
    "length": ("59", "63", "none"),
    "digit-case": ("lower", "upper", "mixed"),
    "a-label-errors": ("unchanged", "error", "marked"),
    "a-label-case": ("accept", "reject"),
}


@pytest.mark.parametrize(
    ("choice", "asked", "outcome", "fails"),
    [
        ("surrogates", HIGH, RIGHT, {"reject", "paired"}),
        ("surrogates", HIGH, REFUSED, {"accept", "unpaired"}),
        ("surrogates", HIGH, gives("\ufffd"), {"accept", "reject", "unpaired", "paired", ""}),
        ("surrogates", PAIR, REFUSED, {"accept", "paired"}),
        ("beyond-unicode", BEYOND, RIGHT, {"reject"}),
        ("beyond-unicode", BEYOND, REFUSED, {"integer"}),
        # A bound makes what is within it hard; past it a refusal and the right answer are both right.
        ("integers", wide(1926), REFUSED, {"31", "32", "unbounded"}),
        ("integers", wide(1927), REFUSED, {"32", "unbounded"}),
        ("integers", wide(3855), REFUSED, {"unbounded"}),
        ("length", decode("a" * 63 + "-"), REFUSED, {"none"}),
        # An annotation may ask for either case throughout, so "mixed" allows all.
        ("digit-case", UMLAUTS, gives("tdaa"), {"upper"}),
        ("digit-case", UMLAUTS, gives("TDAA"), {"lower"}),
        ("digit-case", UMLAUTS, gives("tDaA"), {"lower", "upper"}),
        # A label that is no A-label is never decoded; its letters may be in either case, and a mark may be anywhere.
        ("a-label-errors", BROKEN, RIGHT, {"error", "marked"}),
        ("a-label-errors", BROKEN, gives("XN--a-"), {"error", "marked"}),
        ("a-label-errors", BROKEN, REFUSED, {"unchanged", "marked"}),
        ("a-label-errors", BROKEN, gives("xn--A-\ufffd"), {"unchanged", "error"}),
        ("a-label-errors", BROKEN, gives("A"), {"unchanged", "error", "marked", ""}),
        # The result of ToASCII is ASCII, so it has no mark.
        ("a-label-errors", encode("xn--A-"), gives("\ufffd"), {"unchanged", "error", "marked", ""}),
        ("a-label-errors", encode("xn--A-"), REFUSED, {"unchanged"}),
        # Capitals in an A-label may be refused, and do not make it a label without the prefix.
        ("a-label-case", decode("XN--tda"), RIGHT, {"reject"}),
        ("a-label-case", decode("XN--tda"), REFUSED, {"accept"}),
        ("a-label-case", decode("XN--tda"), gives("XN--tda"), {"accept", "reject", ""}),
        ("a-label-case", decode("xn--tda"), REFUSED, {"accept", "reject", ""}),
    ],
)
def test_a_declared_side_is_hard_as_far_as_the_rfc_leaves_it_open(
    choice: str, asked: Call, outcome: Outcome, fails: set[str]
) -> None:
    known = oracle.facts(asked, "a-label" if choice.startswith("a-label") else "punycode")
    if outcome is RIGHT:
        assert known.value is not None
        outcome = Returned(known.value)
    failed = set()
    for side in ("", *DECLARED[choice]):
        # Strings that need wide integers are long too, and must not be refused for that here.
        choices = Choices().declare("length", "none") if choice == "integers" else Choices()
        choices = choices.declare(choice, side) if side else choices
        said = judge(oracle.expect(known, choices), outcome, asked.operation, digit_case=choices.digit_case)
        if said.verdict is Verdict.FAIL:
            failed.add(side)

    assert fails == failed
