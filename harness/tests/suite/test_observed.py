"""Which side of each choice a target's answers take."""

from collections.abc import Sequence

import pytest

from punycode_conform.suite import oracle
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.observed import observe
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Returned, TimedOut, Unsupported

from .answers import REFUSED, UE, Seen, decode, encode, gives


def lengths(answered: Sequence[int], refused: Sequence[int]) -> Seen:
    """Encoded forms of these lengths, all basic."""
    seen: Seen = {decode("a" * (length - 1) + "-"): gives("a" * (length - 1)) for length in answered}
    return seen | {decode("a" * (length - 1) + "-"): REFUSED for length in refused}


def wide(basic: int) -> Call:
    """A string whose delta is 10FF7F * (basic + 1) + basic."""
    return encode("a" * basic + "\U0010ffff")


LOWER = {"digit-case": "lower"}


@pytest.mark.parametrize(
    ("seen", "sides"),
    [
        ({}, {}),
        ({decode("tda"): gives(UE), encode("a"): gives("a-")}, {}),
        ({encode(UE): gives("tda")}, {"digit-case": "lower"}),
        ({encode(UE): gives("TDA")}, {"digit-case": "upper"}),
        ({encode(UE): gives("TdA")}, {"digit-case": "mixed"}),
        ({encode(UE): gives("TDA"), encode("\u00fd"): gives("uda")}, {"digit-case": "mixed"}),
        ({encode(UE): gives("TDB")}, {}),  # a wrong form shows nothing
        ({decode("ib9b"): gives("\ud800")}, {"surrogates": "accept"}),
        ({encode("\ud800"): REFUSED}, {"surrogates": "reject"}),
        ({decode("ib9b"): REFUSED, decode("zy0c"): REFUSED}, {"surrogates": "reject"}),
        ({decode("ib9b"): REFUSED, decode("zy0c"): gives("\udfff")}, {"surrogates": "incoherent"}),
        ({decode("ib9b"): gives("\ufffd")}, {}),
        ({decode("ib9b"): gives("\ud800"), decode("8c9by4f"): REFUSED}, {"surrogates": "unpaired"}),
        ({decode("ib9b"): REFUSED, decode("8c9by4f"): gives("\ud83d\udca9")}, {"surrogates": "incoherent"}),
        (
            {decode("ib9b"): gives("\ud800"), decode("8c9by4f"): REFUSED, encode("\ud83d\udca9"): REFUSED},
            {"surrogates.encode": "reject", "surrogates.decode": "unpaired"},
        ),
        ({decode("ib9b"): Crashed(""), decode("zy0c"): Unsupported(), encode("\ud800"): TimedOut(1)}, {}),
        ({decode("ib9b"): REFUSED, encode("\ud800"): REFUSED}, {"surrogates": "reject"}),
        (
            {decode("ib9b"): REFUSED, encode("\ud800"): gives("ib9b")},
            {"surrogates.encode": "accept", "surrogates.decode": "reject"} | LOWER,
        ),
        (
            {decode("ib9b"): gives("\ud800"), encode("\ud800"): REFUSED},
            {"surrogates.encode": "reject", "surrogates.decode": "accept"},
        ),
        (
            {encode("\udfff"): gives("zy0c"), decode("ib9b"): REFUSED, encode("\ud800"): REFUSED},
            {"surrogates.encode": "incoherent", "surrogates.decode": "reject"} | LOWER,
        ),
        ({decode("en32g"): REFUSED}, {"beyond-unicode": "reject"}),
        ({decode("en32g"): Returned((0x110000,))}, {"beyond-unicode": "integer"}),
        ({decode("-"): REFUSED, decode("b"): REFUSED}, {}),
        (lengths([59], []), {}),
        (lengths([], [59]), {}),  # wrong, so no side
        (lengths([60, 71], []), {"length": "none"}),
        (lengths([], [71]), {"length": "59"}),
        (lengths([60, 63], [64, 71]), {"length": "63"}),
        (lengths([60, 256], [257]), {"length": "256"}),
        # What asks for more was answered: that refusal was not for its length.
        (lengths([70, 81], [80]), {"length": "none"}),
    ],
)
def test_the_answers_show_the_sides_of_choices(seen: Seen, sides: dict[str, str]) -> None:
    assert sides == observe(Evidence(seen, {call: oracle.facts(call) for call in seen}))


@pytest.mark.parametrize(
    ("answered", "refused", "side"),
    # 2^27 / 10FF80 is 120.5, so 119 basic code points still do with 27 bits and 120 need 28; 2^28: 239 and 240.
    # 33 bits are needed from 3855 on, and are more than common integers have.
    [
        ([119, 240, 3855], [], "unbounded"),
        ([119, 120, 239, 240], [], None),
        ([119], [120, 240], "2^27"),
        ([3854], [], None),
        ([119, 120, 239], [240], "2^28"),
        ([], [119], "2^26"),
    ],
)
def test_the_width_of_integers_is_one_less_than_the_narrowest_that_was_refused(
    answered: list[int], refused: list[int], side: str | None
) -> None:
    seen: Seen = {wide(basic): Returned(oracle.encode_fast(wide(basic).input)) for basic in answered}
    seen |= {wide(basic): REFUSED for basic in refused}
    seen |= lengths([300], [])

    assert side == observe(Evidence(seen, {call: oracle.facts(call) for call in seen})).get("integers")


@pytest.mark.parametrize("wrong", [gives("a"), Crashed("")])
def test_a_wrong_answer_shows_no_width_of_integers(wrong: Outcome) -> None:
    seen: Seen = {wide(119): wrong, wide(3855): REFUSED}
    facts = {call: oracle.facts(call) for call in seen}

    assert "integers" not in observe(Evidence(seen, facts))
    assert observe(Evidence({wide(3855): REFUSED}, facts))["integers"] == "2^32"


@pytest.mark.parametrize("basic", [118, 3855])
def test_a_wrong_answer_to_what_is_as_wide_as_what_was_refused_hides_no_width(basic: int) -> None:
    seen: Seen = {wide(119): REFUSED, wide(basic): gives("a")}

    assert observe(Evidence(seen, {call: oracle.facts(call) for call in seen}))["integers"] == "2^26"


def test_each_operation_has_its_own_limit_and_the_shorter_is_told() -> None:
    seen: Seen = dict.fromkeys(lengths([100], []), REFUSED)
    seen |= {encode("a" * 99): gives("a" * 99 + "-"), encode("a" * 300): gives("a" * 300 + "-"), **lengths([80], [])}
    # The limit of decoding does not hide what encoding does with wide integers.
    seen |= {wide(120): REFUSED, wide(119): Returned(oracle.encode_fast(wide(119).input))}

    observed = observe(Evidence(seen, {call: oracle.facts(call) for call in seen}))
    assert (observed["length"], observed["integers"]) == ("80", "2^27")


def test_what_is_not_answered_is_not_wrong_and_shows_no_width() -> None:
    unanswered: Seen = {wide(119): Unsupported(), wide(120): TimedOut(1)}
    refused: Seen = unanswered | {wide(3855): REFUSED}

    assert observe(Evidence(refused, {call: oracle.facts(call) for call in refused}))["integers"] == "2^32"
    assert observe(Evidence({wide(3855): Unsupported()}, {wide(3855): oracle.facts(wide(3855))})) == {}


def test_a_wrong_answer_is_below_no_limit() -> None:
    seen: Seen = {**lengths([60], [71]), decode("a" * 64 + "-"): gives("b")}

    assert observe(Evidence(seen, {call: oracle.facts(call) for call in seen}))["length"] == "60"


def test_a_width_between_two_answers_is_no_side_of_beyond_unicode() -> None:
    wider = Call(Operation.DECODE, oracle.encode_fast((1 << 21,)))
    seen: Seen = {decode("en32g"): Returned((0x110000,)), wider: REFUSED}

    assert "beyond-unicode" not in observe(Evidence(seen, {call: oracle.facts(call) for call in seen}))


def test_of_two_limits_the_shorter_is_told() -> None:
    seen: Seen = {encode("a" * 70): gives("a" * 70 + "-"), encode("a" * 90): REFUSED, **lengths([65], [100])}
    longer: Seen = {encode("a" * 70): gives("a" * 70 + "-"), encode("a" * 90): REFUSED, **lengths([75], [100])}

    for answers, length in ((seen, "65"), (longer, "71")):
        assert observe(Evidence(answers, {call: oracle.facts(call) for call in answers}))["length"] == length


def test_a_surrogate_refused_shows_no_limit_on_the_length() -> None:
    seen: Seen = {encode("\ud800" + "a" * 60): REFUSED, encode("a" * 70): gives("a" * 70 + "-")}

    assert observe(Evidence(seen, {call: oracle.facts(call) for call in seen})) == {"length": "none"}


def test_what_is_wide_and_long_shows_nothing_of_the_length_alone() -> None:
    seen: Seen = {wide(119): Returned(oracle.encode_fast(wide(119).input))}

    assert observe(Evidence(seen, {call: oracle.facts(call) for call in seen})) == LOWER


def test_a_width_shows_in_strings_as_long_as_the_limit() -> None:
    length = oracle.facts(wide(119)).length
    seen: Seen = {encode("a" * (length - 1)): gives("a" * (length - 1) + "-"), encode("a" * (length + 9)): REFUSED}
    seen |= {wide(119): REFUSED}
    observed = observe(Evidence(seen, {call: oracle.facts(call) for call in seen}))

    assert observed == {"length": str(length), "integers": "2^26"}


def test_calls_that_do_not_count_show_nothing() -> None:
    assert observe(Evidence({decode("ib9b"): REFUSED, encode(UE): gives("TDA")})) == {}
