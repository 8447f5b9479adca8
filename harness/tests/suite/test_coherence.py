"""Answers inside a choice belong together, and what answers show can be declared."""

import pytest

from punycode_conform.suite import corpus, oracle
from punycode_conform.suite.choices import Choices, Facts
from punycode_conform.suite.evidence import Evidence, incoherent, observe
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned
from punycode_conform.suite.vector import cases
from punycode_conform.suite.verdict import Verdict, judge

from ..right_codecs import PLAIN, RIGHT, Codec, codec

DECODE, ENCODE = Operation.DECODE, Operation.ENCODE
Known = dict[Call, Facts]


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


@pytest.mark.parametrize(
    ("taken", "refused", "found"),
    [
        # Strings of 22 bits take 3FFFFF and refuse 400000; those of 21 bits end at 1FFFFF.
        ((0x110000,), (0x200000,), False),
        ((0x3FFFFF,), (0x400000,), False),
        ((0x110000,), (0x110001,), True),
        ((0x110000,), (0x1FFFFF,), True),
        ((0x200000,), (0x110000,), True),
        ((0x400000,), (0x3FFFFF,), True),
    ],
)
def test_beyond_unicode_only_the_width_of_a_string_divides(
    taken: tuple[int, ...], refused: tuple[int, ...], found: bool
) -> None:
    calls = {points: Call(DECODE, oracle.encode_fast(points)) for points in (taken, refused)}
    known = {call: oracle.facts(call) for call in calls.values()}
    seen = {calls[taken]: codec()(calls[taken]), calls[refused]: Rejected()}

    assert found == bool(list(incoherent(Evidence(seen, known))))
    assert ("incoherent" if found else None) == observe(Evidence(seen, known)).get("beyond-unicode")


def wide(point: int, basic: int = 0) -> Call:
    return Call(ENCODE, (0x61,) * basic + (point,))


def decoded(*points: int) -> Call:
    """A call whose result is an "a" and these points."""
    return Call(DECODE, oracle.encode_fast((0x61, *points)))


def seen(accepted: list[Call], refused: list[Call]) -> Evidence:
    """Right answers, and refusals."""
    facts = {call: oracle.facts(call) for call in (*accepted, *refused)}
    right: dict[Call, Outcome] = {call: Returned(facts[call].value or ()) for call in accepted}
    return Evidence(right | dict.fromkeys(refused, Rejected()), facts)


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
    assert [name for name, _ in incoherent(seen(accepted, refused))] == choices
