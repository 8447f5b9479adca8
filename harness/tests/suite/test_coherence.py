"""Answers inside a choice belong together, however a codec counts."""

from collections.abc import Callable

import pytest

from punycode_conform.suite import coherence, corpus, oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.coherence import TOO_NARROW, incoherent, unexplained
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.facts import Facts
from punycode_conform.suite.observed import observe
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned
from punycode_conform.suite.vector import cases
from punycode_conform.suite.verdict import Verdict, judge

from ..right_codecs import PLAIN, RIGHT, Codec, Way, codec, in_unicode, only, unsigned, up_to, way

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
    "unbounded": {"surrogates": "accept", "beyond-unicode": "integer", "integers": "unbounded", "length": "none"},
    "26 bits": {"integers": "2^26", "length": "none"},
    "31 bits": {"integers": "2^31", "length": "none"},
    "32 bits": {"integers": "2^32"},
    "53 bits": {"integers": "2^53"},
    "63 bits": {"integers": "2^63"},
    "64 bits": {"integers": "2^64"},
    "59 characters": {"length": "59"},
    "63 characters": {"length": "63"},
    "255 characters": {"length": "255"},
    "no surrogates": {"surrogates": "reject"},
    "Unicode only": {"beyond-unicode": "reject", "integers": "unbounded"},
    "Unicode only, 31 bits": {"beyond-unicode": "reject", "integers": "2^31"},
    "scalar values, 32 bits, 63 characters": {"surrogates": "reject", "beyond-unicode": "reject", "length": "63"},
    "upper-case digits": {"digit-case": "upper"},
    "mixed-case annotation": {"digit-case": "mixed"},
}


@pytest.mark.parametrize("name", PLAIN)
def test_a_right_codec_shows_the_sides_that_it_takes(name: str, known: Known) -> None:
    observed = observe(Evidence(answers(PLAIN[name], known), known))

    assert SIDES[name].items() <= observed.items()


def test_a_limit_on_the_length_hides_the_width_of_integers(known: Known) -> None:
    observed = observe(Evidence(answers(PLAIN["scalar values, 32 bits, 63 characters"], known), known))

    assert "integers" not in observed


def refuses(condition: Callable[[Way], bool], *others: Callable[[Way], bool]) -> Codec:
    return codec(lambda went: not condition(went), *others)


def bits_of(went: Way) -> int:
    return max((max(s.delta, s.i, s.n, s.w) for s in went.steps), default=0).bit_length()


INCOHERENT: dict[str, tuple[Codec, str]] = {
    "refuses 32 bits, answers 33": (refuses(lambda w: bits_of(w) == 32, in_unicode), "integers and length"),
    "refuses 27 bits, answers 28": (refuses(lambda w: bits_of(w) == 27), "integers"),
    "refuses from 32 to 40 bits": (refuses(lambda w: 32 <= bits_of(w) <= 40), "integers"),
    "refuses 33 bits to encode": (
        codec(only(ENCODE, lambda w: not 2**31 <= max((s.delta for s in w.steps), default=0) < 2**32)),
        "integers and length",
    ),
    "refuses an even width": (refuses(lambda w: bits_of(w) > 26 and bits_of(w) % 2 == 0), "integers"),
    "refuses one length": (refuses(lambda w: len(w.encoded) == 255), "length"),
    "refuses lengths in between": (refuses(lambda w: 64 <= len(w.encoded) < 256), "length"),
    "refuses one length to decode": (codec(only(DECODE, lambda w: len(w.encoded) != 1023)), "length"),
    "refuses powers of two": (refuses(lambda w: len(w.encoded) in (64, 128, 256, 512, 1024)), "length"),
    "refuses 128 code points": (refuses(lambda w: len(w.decoded) == 128), "length"),
}


@pytest.mark.parametrize("name", INCOHERENT)
def test_an_incoherent_codec_is_found(name: str, known: Known) -> None:
    answer, choice = INCOHERENT[name]

    assert choice in {name for name, _ in incoherent(Evidence(answers(answer, known), known))}


def test_a_refusal_is_told_with_an_answer_to_more(known: Known) -> None:
    seen = answers(refuses(lambda w: len(w.encoded) == 255), known)

    found = unexplained(Evidence(seen, known))

    assert found
    for refused, answered in found.items():
        less, more = way(refused), way(answered)
        assert isinstance(seen[refused], Rejected)
        assert less is not None
        assert more is not None
        assert refused.operation is answered.operation
        assert len(more.encoded) > len(less.encoded)
        assert len(more.decoded) >= len(less.decoded)


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


def test_encoder_and_decoder_may_have_bounds_of_their_own(known: Known) -> None:
    seen = answers(
        codec(in_unicode, only(ENCODE, unsigned(31)), only(DECODE, up_to(1000, lambda w: len(w.encoded)))), known
    )

    assert list(incoherent(Evidence(seen, known))) == []
    assert {"integers": "2^31", "length": "1000"}.items() <= observe(Evidence(seen, known)).items()


@pytest.mark.parametrize("least", [2**20, 2**24])
def test_refusals_that_only_too_narrow_integers_explain_are_told_as_such(least: int, known: Known) -> None:
    seen = answers(
        codec(only(DECODE, lambda w: len(w.encoded) < 60 or max((s.w for s in w.steps), default=0) < least)), known
    )
    told = {name for name, _ in incoherent(Evidence(seen, known))}

    assert "length" not in told
    assert TOO_NARROW in told
    assert "integers" not in observe(Evidence(seen, known))


def test_a_limit_on_the_length_is_no_narrow_integer(known: Known) -> None:
    seen = answers(refuses(lambda w: len(w.encoded) == 255), known)

    assert TOO_NARROW not in {name for name, _ in incoherent(Evidence(seen, known))}


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
        ([decoded(0xD83D, 0xDCA9)], [decoded(0xD800)], ["surrogates"]),
        ([decoded(0xD800)], [decoded(0xDC00), decoded(0xD800, 0xDC00)], ["surrogates"]),
        ([Call(ENCODE, (0xDC00,))], [Call(ENCODE, (0xDC00, 0xD800))], ["surrogates"]),
        # E000 is inserted after DC00, so the two meet for a while; "a" and D801 are there before.
        ([decoded(0xD800)], [decoded(0xD800, 0xE000, 0xDC00), decoded(0xD800, 0xDC00)], []),
        ([decoded(0xD800), decoded(0xD800, 0xE000, 0xDC00)], [decoded(0xD800, 0xDC00)], []),
        ([decoded(0xD800)], [Call(DECODE, oracle.encode_fast((0xD800, 0x61, 0xDC00)))], ["surrogates"]),
        # A surrogate in 59 characters is refused for itself; in 60 perhaps for its length.
        ([wide(0xD800)], [wide(0xDBFF, 53)], ["surrogates"]),
        ([wide(0xD800)], [wide(0xDBFF, 54)], []),
        # What another choice allows to refuse is not refused for its length.
        ([Call(ENCODE, (0x61,) * 80 + (0xFC,))], [wide(0xD800, 60)], []),
        ([Call(ENCODE, (0x10FFFF,) * 80)], [Call(ENCODE, (0x110000,) * 60)], []),
        # One of two strings of one length is refused.
        ([Call(ENCODE, (0x62,) * 60)], [Call(ENCODE, (0x61,) * 60)], ["length"]),
        ([wide(1 << 26, 2)], [wide((1 << 26) + 1, 2)], []),
        ([wide((1 << 26) + 1, 2)], [wide(1 << 26, 2)], ["integers"]),
        # The same with integers that are too wide: 59 characters are no length that may be refused.
        ([wide(1 << 27, 50)], [wide(1 << 26, 50)], ["integers"]),
        ([wide(1 << 27, 51)], [wide(1 << 26, 51)], ["integers and length"]),
    ],
)
def test_the_choice_in_question_is_named(accepted: list[Call], refused: list[Call], choices: list[str]) -> None:
    assert [name for name, _ in incoherent(seen(accepted, refused))] == choices


def test_all_lengths_that_a_limit_may_count() -> None:
    points = (0x61, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10000)
    encoded = oracle.encode_fast(points)

    assert coherence._lengths(points, encoded) == (len(encoded), len(encoded) - 3, 8, 2, 6, 5, 10, 20)
    assert coherence._lengths((), ()) == (0,) * 8


@pytest.mark.parametrize(
    ("points", "text", "integers"),
    [
        # 124 as digits is 19 + 3 * 35 + 0 * 35 * 35; the states before U+00FC are 0x80 * 1 + 124.
        ((0xFC,), b"tda", (0xFC, 1, 124, 124, 124, 252, 1225, 3)),
        ((0xFC, 0xFC), b"tdaa", (0xFC, 2, 124, 124, 124, 505, 1225, 3)),
        ((0xFC, 0x61), b"a-dha", (0xFC, 2, 248, 248, 248, 504, 1225, 3)),
        ((0x61,), b"a-", (0x61, 1, 0, 0, 0, 0, 0, 0)),
        ((), b"", (0,) * 8),
    ],
)
def test_all_integers_that_a_bound_may_look_at(points: tuple[int, ...], text: bytes, integers: tuple[int, ...]) -> None:
    assert coherence._integers(points, tuple(text)) == integers
