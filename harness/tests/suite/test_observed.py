"""Which side of each choice a target's answers take."""

import pytest

from punycode_conform.suite import oracle
from punycode_conform.suite.evidence import Evidence, observe
from punycode_conform.suite.outcome import Call, Crashed, Operation, Returned, TimedOut, Unsupported

from .answers import REFUSED, UE, Seen, decode, encode, gives

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
        ({decode("ib9b"): REFUSED, decode("8c9by4f"): gives("\ud83d\udca9")}, {"surrogates": "paired"}),
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
    ],
)
def test_the_answers_show_the_sides_of_choices(seen: Seen, sides: dict[str, str]) -> None:
    assert sides == observe(Evidence(seen, {call: oracle.facts(call) for call in seen}))


def test_a_width_between_two_answers_is_no_side_of_beyond_unicode() -> None:
    wider = Call(Operation.DECODE, oracle.encode_fast((1 << 21,)))
    seen: Seen = {decode("en32g"): Returned((0x110000,)), wider: REFUSED}

    assert "beyond-unicode" not in observe(Evidence(seen, {call: oracle.facts(call) for call in seen}))


def test_what_refuses_all_that_must_be_given_shows_nothing_by_a_refusal() -> None:
    stub: Seen = {decode("tda"): REFUSED, decode("ib9b"): REFUSED, decode("en32g"): REFUSED}
    gives_some: Seen = {decode("tda"): REFUSED, decode("ib9b"): gives("\ud800"), decode("zy0c"): REFUSED}

    for seen in (stub, gives_some):
        assert observe(Evidence(seen, {call: oracle.facts(call) for call in seen})) == {}


def test_calls_that_do_not_count_show_nothing() -> None:
    assert observe(Evidence({decode("ib9b"): REFUSED, encode(UE): gives("TDA")})) == {}
