"""Evidence: which answers count, which behaviours they show, and which answers do not belong together."""

import pytest

from punycode_conform.suite import oracle
from punycode_conform.suite.evidence import Evidence, extended, incoherent, observe
from punycode_conform.suite.outcome import Call, Crashed, Operation, Rejected, Returned, TimedOut, Unsupported

from .answers import REFUSED, UE, Seen, decode, encode, gives, with_facts

DECODE, ENCODE = Operation.DECODE, Operation.ENCODE


def test_the_first_answer_counts_and_later_ones_are_kept_where_they_differ() -> None:
    evidence, call = Evidence(), encode(UE)
    for outcome in (gives("tda"), gives("tda"), gives("tdb"), REFUSED):
        evidence.take(call, outcome)

    assert evidence.seen == {call: gives("tda")}
    assert evidence.again == [(call, gives("tdb")), (call, REFUSED)]


@pytest.mark.parametrize(
    ("seen", "sides"),
    [
        ({}, {}),
        ({encode(UE): gives("tda")}, {"digit-case": "lower"}),
        ({encode(UE): gives("TDA"), encode("\u00fd"): gives("uda")}, {"digit-case": "mixed"}),
        ({encode(UE): gives("TDB")}, {}),  # a wrong form shows nothing
        ({decode("ib9b"): REFUSED, decode("zy0c"): REFUSED}, {"surrogates": "reject"}),
        ({decode("ib9b"): REFUSED, decode("zy0c"): gives("\udfff")}, {"surrogates": "incoherent"}),
        ({decode("ib9b"): gives("\ud800"), decode("8c9by4f"): REFUSED}, {"surrogates": "unpaired"}),
        ({decode("ib9b"): REFUSED, decode("8c9by4f"): gives("\ud83d\udca9")}, {"surrogates": "paired"}),
        (
            {decode("ib9b"): gives("\ud800"), decode("8c9by4f"): REFUSED, encode("\ud83d\udca9"): REFUSED},
            {"surrogates.encode": "reject", "surrogates.decode": "unpaired"},
        ),
        # Pairs that are joined are wrong, so nothing follows from the others; the encoder is looked at by itself.
        (
            {decode("ib9b"): gives("\ud800"), decode("8c9by4f"): gives("\U0001f4a9"), encode("\ud800"): gives("ib9b")},
            {"surrogates.encode": "accept", "digit-case": "lower"},
        ),
        ({decode("ib9b"): Crashed(""), decode("zy0c"): Unsupported(), encode("\ud800"): TimedOut(1)}, {}),
        ({decode("en32g"): REFUSED}, {"beyond-unicode": "reject"}),
        ({decode("en32g"): REFUSED, decode("5560246o"): Returned((0xFFFD,))}, {}),  # 8000D800 is beyond, too
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
        ([decoded(1 << 21)], [decoded(0x110000), decoded(1 << 22)], ["beyond-unicode"]),
        # No width explains a surrogate, whatever it stands beside.
        ([decoded(0xD800)], [decoded(0xD800, 0x10000)], ["surrogates"]),
        # UTF-16 has no pair that is not one code point, and may refuse just that.
        ([decoded(0xD800), decoded(0xDC00, 0xD800)], [decoded(0xD800, 0xDC00)], []),
        ([decoded(0xD800), decoded(0xD83D, 0xDCA9)], [decoded(0xD800, 0xDC00)], ["surrogates"]),
        # Well-formed UTF-16 has pairs only.
        ([decoded(0xD83D, 0xDCA9)], [decoded(0xD800), decoded(0xDC00, 0xD800), decoded(0xD800, 0xD800, 0xDC00)], []),
        # E000 is inserted after DC00, so the two meet for a while; "a" and D801 are there before.
        ([decoded(0xD800)], [decoded(0xD800, 0xE000, 0xDC00), decoded(0xD800, 0xDC00)], []),
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


@pytest.mark.parametrize(
    ("accepted", "refused"),
    [
        ([58, 59], [60, 61]),  # the texts have a limit just as well
        ([58, 63], [60]),  # not a limit on the length, and perhaps another
    ],
)
def test_a_refused_call_asks_for_more_than_all_that_are_answered(accepted: list[int], refused: list[int]) -> None:
    evidence = seen(*([encode(UE * times) for times in numbers] for numbers in (accepted, refused)))

    assert "length" not in observe(evidence)
    assert not list(incoherent(evidence))
    for call in [call for call in evidence.facts if isinstance(evidence.seen[call], Rejected)]:
        for more, facts in extended(call, evidence.facts[call]):
            answers = evidence.seen | {more: Returned(facts.value or ())}
            assert [*incoherent(Evidence(answers, evidence.facts))] == [("length", (call, more))]
    evidence = seen([wide(0x10FFFF, 1), wide(0x10FFFF, 4000)], [wide(0x10FFFF, 2000)])
    assert "integers" not in observe(with_facts(evidence.seen | {encode(UE * 70): Returned(())}))


@pytest.mark.parametrize("text", ["a" * 60, "-b" * 40, "\u4e00\u00fc" * 30, "\ud7ff" * 60, "\U0010ffffb" * 20])
def test_a_call_that_asks_for_more_begins_with_the_other_on_both_sides(text: str) -> None:
    form = oracle.encode_fast(encode(text).input)
    for call, begins in ((encode(text), form), (Call(DECODE, form), encode(text).input)):
        for more, facts in extended(call, known := oracle.facts(call)):
            assert facts.value is not None
            assert facts.value == oracle.facts(more).value
            assert more.input[: len(call.input)] == call.input
            assert facts.value[: len(begins)] == begins
            assert oracle.facts(more).bits >= known.bits
