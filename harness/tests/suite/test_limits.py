"""Limits: what answers show of them, the calls that make them exact, and refusals that look like none."""

from collections.abc import Sequence

import pytest

from punycode_conform.run.check import Check
from punycode_conform.suite import corpus, limits, oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.laws import COHERENCE, LIMITS, check
from punycode_conform.suite.observed import observe
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from punycode_conform.suite.vector import cases

from ..right_codecs import ODD, Codec, Way, basics, codec, in_unicode, only, unsigned, up_to
from .answers import REFUSED, Seen, broken, decode, encode, gives

DECODE, ENCODE = Operation.DECODE, Operation.ENCODE


def evidence(seen: Seen) -> Evidence:
    return Evidence(seen, {call: oracle.facts(call) for call in seen})


def right(call: Call) -> Returned:
    return Returned(oracle.facts(call).value or ())


def lengths(answered: Sequence[int], refused: Sequence[int]) -> Seen:
    """Encoded forms of these lengths, all basic, and what they encode."""
    calls = {length: (encode("a" * (length - 1)), decode("a" * (length - 1) + "-")) for length in (*answered, *refused)}
    seen: Seen = {call: right(call) for length in answered for call in calls[length]}
    return seen | {call: REFUSED for length in refused for call in calls[length]}


def wide(basic: int) -> Call:
    """A string whose delta is 10FF7F * (basic + 1) + basic."""
    return encode("a" * basic + "\U0010ffff")


@pytest.mark.parametrize(
    ("answered", "refused", "side"),
    [
        ([59], [], None),
        ([], [59], None),  # wrong, so no side
        ([60, 71], [], "at least 71"),
        ([60, 70_000], [], "none"),
        ([], [60], "59"),
        ([], [71], "at least 59"),
        ([60, 63], [64, 71], "63"),
        ([60, 256], [257], "256"),
        ([60, 256], [300], "at least 256"),
        # What is longer is answered, but to declare more than 79 would make the refusal a failure.
        ([70, 81], [80], "at least 70"),
        ([60, 63], [50, 64], None),  # what must be given is refused too, so 64 may be refused for that reason
    ],
)
def test_a_limit_is_what_was_answered_before_the_first_refusal(
    answered: list[int], refused: list[int], side: str | None
) -> None:
    assert observe(evidence(lengths(answered, refused))).get("length") == side


@pytest.mark.parametrize(
    ("answered", "refused", "side"),
    # 2^27 / 10FF80 is 120.5, so 119 basic code points still do with 27 bits and 120 need 28; 2^28: 239 and 240.
    # 33 bits are needed from 3855 on.
    [
        ([119, 240, 3855], [], "at least 2^33"),
        ([119, 120, 239, 240], [], "at least 2^29"),
        ([119], [120, 240], "2^27"),
        ([119], [240], "at least 2^27"),
        ([119, 120, 239], [240], "2^28"),
        ([], [119], "2^26"),
    ],
)
def test_the_width_of_integers(answered: list[int], refused: list[int], side: str) -> None:
    seen: Seen = {wide(basic): right(wide(basic)) for basic in answered}
    seen |= {wide(basic): REFUSED for basic in refused}

    assert observe(evidence(seen | lengths([5000], [])))["integers.encode"] == side


def test_only_an_answer_past_64_bits_shows_that_integers_are_unbounded() -> None:
    calls = [Call(DECODE, oracle.encode_fast(((1 << bits) - 1,))) for bits in (40, 60, 63, 70)]
    shown = [observe(evidence({call: right(call) for call in calls[:most]})).get("integers") for most in (1, 2, 3, 4)]

    assert shown == ["at least 2^40", "at least 2^60", "at least 2^63", "unbounded"]


@pytest.mark.parametrize("wrong", [gives("a"), Crashed("")])
@pytest.mark.parametrize(
    ("call", "more"),
    [
        (wide(119), {}),
        (wide(119), {wide(3855): REFUSED}),
        (Call(ENCODE, (1 << 70,)), {}),
        (decode("99999999999999999999a"), {}),  # 64 bits wrap there
    ],
)
def test_a_wrong_answer_shows_no_width_and_hides_what_is_wider(wrong: Outcome, call: Call, more: Seen) -> None:
    seen = lengths([5000], []) | {call: wrong} | more
    seen |= {wide(100): right(wide(100)), decode("a" * 100 + "-"): gives("a" * 100)}
    observed = observe(evidence(seen))

    assert not {"integers", f"integers.{call.operation.value}"} & observed.keys()


def test_what_is_wrong_past_the_first_refusal_hides_no_limit() -> None:
    seen = lengths([60, 63], [64]) | {decode("a" * 99 + "-"): gives("b")}

    assert observe(evidence(seen))["length"] == "63"
    assert "length" not in observe(evidence(seen | {decode("a" * 61 + "-"): gives("b")}))


@pytest.mark.parametrize("unanswered", [TimedOut(5), Unsupported()])
def test_what_is_not_answered_shows_nothing(unanswered: Outcome) -> None:
    assert observe(evidence({wide(119): unanswered, encode("a" * 80): unanswered})) == {}


def test_a_refusal_that_another_choice_explains_shows_no_limit() -> None:
    seen = lengths([70], []) | {encode("\ud800"): REFUSED, encode("\ud800" + "a" * 59): REFUSED}
    kept = seen | {encode("\ud800"): gives("ib9b")}

    assert observe(evidence(seen))["length"] == "at least 70"
    # Surrogates are accepted, so this one is refused for its length, and a limit must not promise it.
    assert observe(evidence(kept))["length"] == "at least 59"


def test_a_refusal_of_what_must_be_refused_shows_no_limit() -> None:
    seen = lengths([80], []) | {decode("-" + "9" * 70): REFUSED, decode("a" * 70 + "-!"): REFUSED}

    assert observe(evidence(seen))["length"] == "at least 80"


def test_each_operation_has_its_own_limit() -> None:
    seen = lengths([80], []) | {encode("a" * 99): gives("a" * 99 + "-"), encode("a" * 100): REFUSED}

    assert observe(evidence(seen)) == {"length.encode": "100", "length.decode": "at least 80"}


def test_a_target_of_one_operation_has_one_word() -> None:
    seen: Seen = {call: outcome for call, outcome in lengths([63], [64]).items() if call.operation is DECODE}

    assert observe(evidence(seen | {encode("a"): Unsupported()})) == {"length": "63"}


def narrowed(answer: Codec, calls: Sequence[Call]) -> tuple[dict[str, str], int]:
    """What is observed when calls between answers and refusals were asked, and how many those were."""
    going, asked = Check(Choices()), 0

    def ask(calls: Sequence[Call]) -> list[Outcome | None]:
        nonlocal asked
        asked += len(calls)
        return [answer(call) for call in calls]

    going.evidence.facts |= {call: oracle.facts(call) for call in calls}
    for call in calls:
        going.evidence.take(call, answer(call))
    going.narrow(ask)
    return observe(going.evidence), asked


EITHER = [*lengths([60, 300, 1500], []), wide(100), wide(240), wide(3855)]
NUMBERS = [Call(DECODE, oracle.encode_fast(((1 << bits) - 1,))) for bits in (24, 47, 66)]


@pytest.mark.parametrize(
    ("answer", "calls", "shown"),
    [
        (codec(up_to(123, lambda w: len(w.encoded))), EITHER, {"length": "123"}),
        (codec(up_to(999, lambda w: len(w.encoded))), EITHER, {"length": "999"}),
        # The limit is told in characters of the encoded side, whatever it counts.
        (codec(up_to(200, lambda w: len(w.decoded))), EITHER, {"length": "201"}),
        (codec(only(DECODE, up_to(400, basics))), EITHER, {"length.encode": "at least 1500", "length.decode": "401"}),
        (codec(unsigned(31)), EITHER, {"integers.encode": "2^31"}),
        (codec(in_unicode, unsigned(30)), EITHER, {"integers.encode": "2^30"}),
        (codec(unsigned(53)), NUMBERS, {"integers": "2^53"}),
        (codec(unsigned(64)), NUMBERS, {"integers": "2^64"}),
        (codec(), NUMBERS, {"integers": "unbounded"}),
    ],
)
def test_a_few_calls_between_an_answer_and_a_refusal_make_a_limit_exact(
    answer: Codec, calls: Sequence[Call], shown: dict[str, str]
) -> None:
    observed, asked = narrowed(answer, calls)

    assert shown.items() <= observed.items()
    assert asked <= 24


def test_a_limit_that_is_exact_or_not_there_asks_nothing() -> None:
    assert narrowed(codec(), EITHER)[1] == 0
    assert narrowed(codec(up_to(63, lambda w: len(w.encoded))), [*lengths([63, 64], [])])[1] == 0


BEYOND = [Call(ENCODE, (*(0x61,) * basic, 0x110000)) for basic in (80, 200)]
ODD_LIMITS: dict[str, tuple[Seen, bool]] = {
    "a longer one answered": ({encode("a" * 80): REFUSED, encode("a" * 81): gives("a" * 81 + "-")}, True),
    "a shorter one answered": ({encode("a" * 81): REFUSED, encode("a" * 80): gives("a" * 80 + "-")}, False),
    "of one length": ({encode("b" * 80): REFUSED, encode("a" * 80): gives("a" * 80 + "-")}, False),
    "answered the other way": ({encode("a" * 80): REFUSED, decode("a" * 81 + "-"): gives("a" * 81)}, False),
    "answered wrong": ({encode("a" * 80): REFUSED, encode("a" * 81): gives("a")}, False),
    "more to insert": ({encode("\u00fc" * 80): REFUSED, encode("a" * 200): gives("a" * 200 + "-")}, False),
    "for a surrogate": ({encode("\ud800" * 80): REFUSED, wide(200): right(wide(200))}, False),
    "wider": ({wide(119): REFUSED, wide(240): right(wide(240))}, True),
    # It refuses what must be given, so the long one may be refused for the same reason: its capitals, for example.
    "a failure by itself": (
        {decode("TDA"): REFUSED, decode("A" * 80): REFUSED, decode("a" * 90 + "-"): gives("a" * 90)},
        False,
    ),
    "what must be given refused too": (
        {encode("a"): REFUSED, encode("a" * 80): REFUSED, encode("a" * 81): gives("a" * 81 + "-")},
        False,
    ),
    "for a surrogate that is less": ({encode("a" * 80 + "\ud800"): REFUSED, wide(200): right(wide(200))}, False),
    "for a code point beyond Unicode": ({BEYOND[0]: REFUSED, BEYOND[1]: right(BEYOND[1])}, False),
}


@pytest.mark.parametrize("name", ODD_LIMITS)
def test_a_refusal_that_looks_like_no_limit_is_a_remark(name: str) -> None:
    seen, odd = ODD_LIMITS[name]
    found = broken(seen)

    assert odd == (LIMITS in found)
    assert COHERENCE not in found


def test_a_refusal_that_looks_like_no_limit_is_shown_with_the_shortest_call_that_asks_for_more() -> None:
    seen: Seen = {encode("a" * n): gives("a" * n + "-") for n in (90, 81, 85)}
    seen[encode("a" * 80)] = REFUSED

    assert list(limits.odd(evidence(seen))) == [(encode("a" * 80), encode("a" * 81))]


def test_all_that_a_limit_usually_counts() -> None:
    points = (0x61, 0x7F, 0x80, 0x7FF, 0x800, 0xFFFF, 0x10000, 0x10000)
    call = Call(ENCODE, points)
    counts = limits._counts(call, oracle.facts(call))

    assert counts[:8] == (len(oracle.encode_fast(points)) - len("a\x7f-"), 8, 2, 6, 5, 10, 20, 0x10000)
    assert limits._counts(Call(ENCODE, ()), oracle.facts(Call(ENCODE, ()))) == (0,) * 10
    # 124 as digits is three characters.
    assert limits._counts(decode("tda"), oracle.facts(decode("tda"))) == (3, 1, 0, 1, 1, 1, 2, 0xFC, 124, 124)


def moved(went: Way) -> int:
    """The elements that a decoder moves which inserts into a list: those behind each place."""
    return sum(step.h - step.i % (step.h + 1) for step in went.steps)


COUNTS_IN_ITS_OWN_WAY = {
    "hyphens": codec(up_to(9, lambda w: len(w.decoded) >= 60 and w.decoded.count(0x2D))),
    "different code points": codec(up_to(40, lambda w: len(w.encoded) >= 60 and len(set(w.decoded)))),
    "moved elements": codec(lambda w: len(w.encoded) < 60 or moved(w) < 500),
    "the formula of section 6.4": codec(
        lambda w: (max(w.decoded, default=0x80) - 0x80) * (len(w.decoded) + 1) < 2**27 or len(w.encoded) < 60
    ),
    **{name: ODD[name] for name in ("eight digits of a delta", "255 octets of UTF-8", "a fixed effort")},
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in ODD else []) for name in COUNTS_IN_ITS_OWN_WAY]
)
def test_no_limit_of_a_right_codec_fails_a_law_and_what_it_shows_can_be_declared(name: str) -> None:

    every = cases([vector for vector in corpus.suite().vectors if vector.layer == "punycode"])
    answer = COUNTS_IN_ITS_OWN_WAY[name]
    seen: Seen = {case.call: answer(case.call) for case in every if case.facts.length < 700}
    known = {case.call: case.facts for case in every if case.call in seen}
    declared = Choices().declare_all(observe(Evidence(seen, known)))
    failed = [c for c, o in seen.items() if isinstance(o, Rejected) and not Evidence(choices=declared).free(c)]

    assert [law for law, breaches in check(Evidence(seen, known)).items() if breaches and not law.remark] == []
    assert failed == []
