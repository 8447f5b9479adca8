"""Evidence: which answers count, which behaviours they show, and which answers do not belong together."""

import pytest

from punycode_conform.suite import corpus, oracle
from punycode_conform.suite.choices import BEYOND_UNICODE, BOUNDS, PERMISSIONS, SURROGATES, Choices, Facts
from punycode_conform.suite.evidence import Evidence, incoherent, observe
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from punycode_conform.suite.vector import cases
from punycode_conform.suite.verdict import Verdict, judge

from ..right_codecs import PLAIN, RIGHT, Codec
from .answers import REFUSED, UE, Seen, decode, encode, gives

DECODE, ENCODE = Operation.DECODE, Operation.ENCODE
Known = dict[Call, Facts]


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


def with_facts(seen: Seen) -> Evidence:
    return Evidence(seen, {call: oracle.facts(call) for call in seen})


LOWER = {"digit-case": "lower"}


@pytest.mark.parametrize(
    ("seen", "sides"),
    [
        ({}, {}),
        ({decode("tda"): gives(UE), encode("a"): gives("a-")}, {}),
        ({encode(UE): gives("tda")}, {"digit-case": "lower"}),
        ({encode(UE): gives("TDA")}, {"digit-case": "upper"}),
        ({encode(UE): gives("TDA"), encode("\u00fd"): gives("uda")}, {"digit-case": "mixed"}),
        ({encode(UE): gives("TDB")}, {}),  # a wrong form shows nothing
        ({decode("ib9b"): gives("\ud800")}, {"surrogates": "accept"}),
        ({decode("ib9b"): REFUSED, decode("zy0c"): REFUSED}, {"surrogates": "reject"}),
        ({decode("ib9b"): REFUSED, decode("zy0c"): gives("\udfff")}, {"surrogates": "incoherent"}),
        ({decode("ib9b"): gives("\ud800"), decode("8c9by4f"): REFUSED}, {"surrogates": "unpaired"}),
        ({decode("ib9b"): REFUSED, decode("8c9by4f"): gives("\ud83d\udca9")}, {"surrogates": "paired"}),
        (
            {decode("ib9b"): gives("\ud800"), decode("8c9by4f"): REFUSED, encode("\ud83d\udca9"): REFUSED},
            {"surrogates.encode": "reject", "surrogates.decode": "unpaired"},
        ),
        ({decode("ib9b"): Crashed(""), decode("zy0c"): Unsupported(), encode("\ud800"): TimedOut(1)}, {}),
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
    assert sides == observe(with_facts(seen))


def test_what_refuses_all_that_must_be_given_shows_nothing_by_a_refusal() -> None:
    stub: Seen = {decode("tda"): REFUSED, decode("ib9b"): REFUSED, decode("en32g"): REFUSED}
    gives_some: Seen = {decode("tda"): REFUSED, decode("ib9b"): gives("\ud800"), decode("zy0c"): REFUSED}

    for seen in (stub, gives_some):
        assert observe(with_facts(seen)) == {}
    assert observe(Evidence({decode("ib9b"): REFUSED, encode(UE): gives("TDA")})) == {}  # no facts are known


@pytest.fixture(scope="module")
def known() -> Known:
    """All calls of the suite."""
    every = cases([vector for vector in corpus.suite().vectors if vector.layer == "punycode"])
    return {case.call: case.facts for case in every}


def answers(answer: Codec, known: Known) -> dict[Call, Outcome]:
    return {call: answer(call) for call in known}


@pytest.mark.slow
@pytest.mark.parametrize("name", RIGHT)
def test_a_right_codec_is_coherent_and_passes_also_where_it_is_held_to_what_it_shows(name: str, known: Known) -> None:
    seen = answers(RIGHT[name], known)
    choices = Choices().declare_all(observe(Evidence(seen, known)))
    failed = [
        call
        for call, facts in known.items()
        if judge(
            oracle.expect(facts, choices), seen[call], call.operation, digit_case=choices.digit_case, strict=True
        ).verdict
        is not Verdict.PASS
    ]

    assert list(incoherent(Evidence(seen, known))) == []
    assert failed == []


SIDES = {
    "unbounded": {
        "surrogates": "accept",
        "beyond-unicode": "integer",
        "integers.decode": "unbounded",
        "length": "none",
    },
    "26 bits": {"integers": "2^26", "length": "none"},
    "31 bits": {"integers": "2^31", "length": "none"},
    "32 bits": {"integers": "2^32"},
    # What lies between two vectors is found only by further calls.
    "53 bits": {"integers": "at least 2^34"},
    "63 bits": {"integers": "at least 2^34"},
    "64 bits": {"integers.decode": "2^64"},
    "59 characters": {"length": "59"},
    "63 characters": {"length": "63"},
    "255 characters": {"length": "255"},
    "no surrogates": {"surrogates": "reject"},
    "Unicode only": {"beyond-unicode": "reject", "integers": "at least 2^34"},
    "Unicode only, 31 bits": {"beyond-unicode": "reject", "integers": "2^31"},
    "scalar values, 32 bits, 63 characters": {"surrogates": "reject", "beyond-unicode": "reject", "length": "63"},
    "upper-case digits": {"digit-case": "upper"},
    "mixed-case annotation": {"digit-case": "mixed"},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAIN)
def test_a_right_codec_shows_the_sides_that_it_takes(name: str, known: Known) -> None:
    observed = observe(Evidence(answers(PLAIN[name], known), known))

    assert SIDES[name].items() <= observed.items()


def wide(point: int, basic: int = 0) -> Call:
    return Call(ENCODE, (0x61,) * basic + (point,))


def decoded(*points: int) -> Call:
    """A call whose result is an "a" and these points."""
    return Call(DECODE, oracle.encode_fast((0x61, *points)))


def seen(accepted: list[Call], refused: list[Call]) -> Evidence:
    """Right answers, and refusals."""
    right: Seen = {call: Returned(oracle.facts(call).value or ()) for call in accepted}
    return with_facts(right | dict.fromkeys(refused, Rejected()))


@pytest.mark.parametrize(
    ("accepted", "refused", "choices"),
    [
        # 0x110000, 2^21, 2^22 and 2^23 have 21, 22, 23 and 24 bits.
        ([decoded(0x110000), decoded(1 << 21)], [decoded(1 << 22), decoded(1 << 23)], []),
        ([decoded(0x110000), decoded(1 << 22)], [decoded(1 << 21)], ["beyond-unicode"]),
        ([decoded(0x3FFFFF)], [decoded(0x400000)], []),
        ([decoded(0x110000)], [decoded(0x1FFFFF)], ["beyond-unicode"]),
        ([decoded(1 << 21)], [decoded(0x110000), decoded(1 << 22)], ["beyond-unicode"]),
        # No width explains a surrogate, whatever it stands beside.
        ([decoded(0xD800)], [decoded(0xD800, 0x10000)], ["surrogates"]),
        # UTF-16 has no pair that is not one code point, and may refuse just that.
        ([decoded(0xD800), decoded(0xDC00, 0xD800)], [decoded(0xD800, 0xDC00)], []),
        ([wide(0xD800), decoded(0xD83D, 0xDCA9)], [Call(ENCODE, (0xD800, 0xDC00))], []),
        ([decoded(0xD800), decoded(0xD83D, 0xDCA9)], [decoded(0xD800, 0xDC00)], ["surrogates"]),
        # Well-formed UTF-16 has pairs only.
        ([decoded(0xD83D, 0xDCA9)], [decoded(0xD800), decoded(0xDC00, 0xD800), decoded(0xD800, 0xD800, 0xDC00)], []),
        ([decoded(0xD83D, 0xDCA9)], [decoded(0xD800), decoded(0xD83C, 0xDCA9)], ["surrogates"]),
        ([decoded(0xD800)], [decoded(0xDC00), decoded(0xD800, 0xDC00)], ["surrogates"]),
        ([Call(ENCODE, (0xDC00,))], [Call(ENCODE, (0xDC00, 0xD800))], ["surrogates"]),
        # E000 is inserted after DC00, so the two meet for a while; "a" and D801 are there before.
        ([decoded(0xD800)], [decoded(0xD800, 0xE000, 0xDC00), decoded(0xD800, 0xDC00)], []),
        ([decoded(0xD800), decoded(0xD800, 0xE000, 0xDC00)], [decoded(0xD800, 0xDC00)], []),
        ([decoded(0xD800)], [Call(DECODE, oracle.encode_fast((0xD800, 0x61, 0xDC00)))], ["surrogates"]),
        # A surrogate in 59 characters is refused for itself; in 60 perhaps for its length.
        ([wide(0xD800)], [wide(0xDBFF, 53)], ["surrogates"]),
        ([wide(0xD800)], [wide(0xDBFF, 54)], []),
        # Refused for another reason than the surrogate, which is what the operation does with all of that length.
        ([decoded(0xD800)], [decoded(0xDFFF), decoded(0xFC)], []),
    ],
)
def test_the_choice_in_question_is_named(accepted: list[Call], refused: list[Call], choices: list[str]) -> None:
    evidence = seen(accepted, refused)

    assert [name for name, _ in incoherent(evidence)] == choices
    assert {name.partition(".")[0] for name, side in observe(evidence).items() if side == "incoherent"} == {*choices}
