"""Whole codecs: no right one breaks a law, and each law has a faulty one that does."""

import random

import pytest

from punycode_conform.codec import encode_code_points
from punycode_conform.suite import follow_up, laws, oracle
from punycode_conform.suite.choices import Choices, Facts
from punycode_conform.suite.evidence import Evidence, observe
from punycode_conform.suite.laws import (
    Breach,
    Law,
    case_blind_digits,
    coherence,
    decode_uniqueness,
    one_digit_case,
    round_trip,
    stability,
)
from punycode_conform.suite.outcome import Call, Operation, Outcome, Returned, fold, literal_length

from ..right_codecs import PLAIN, Codec, codec
from .answers import REFUSED, Seen, decode, points

Known = dict[Call, Facts]


def inputs() -> list[Call]:
    """A few hundred calls: both sides of each choice's edges, all sorts of strings, and encoded forms with faults."""
    pick = random.Random(3492)
    decoded: list[tuple[int, ...]] = [(), (0x2D,), (0x61,), (0xD7FF,), (0xD800,), (0xDFFF,), (0xE000,), (0x10FFFF,)]
    decoded += [(0x110000,), (0xD800, 0xDC00), (0xD800, 0x110000)]
    for bits in (26, 27, 31, 32, 33, 63, 64, 65):
        decoded += [(2**bits - 1,), (2**bits,), (0x61, 2 ** (bits - 1))]
    for bits in (26, 27, 31, 32):  # behind b basic code points 10FFFF has the delta 10FF7F * (b + 1) + b
        most = 2**bits // 0x10FF80 - 1
        decoded += [(0x61,) * basic + (0x10FFFF,) for basic in (most, most + 1)]
    for length in (57, 58, 59, 60, 61, 62, 63, 64, 65):
        decoded += [(0x61,) * length, (*points("a" * length), 0xFC)]
    for _ in range(100):
        high = pick.choice((0x80, 0x100, 0x3000, 0xD900, 0x110000, 0x110010))
        decoded.append(tuple(pick.choice((0x2D, 0x41, 0x61, pick.randrange(high))) for _ in range(pick.randrange(20))))
    calls = [Call(Operation.ENCODE, side) for side in decoded]
    forms = [encode_code_points(side) for side in decoded]
    for form in forms[:]:
        place = pick.randrange(len(form) + 1)
        forms += [form[:place], form[:place] + pick.choice("-_aZ9\u00fc") + form[place:]]
    forms += ["-", "-a", "--a", "999999999999", "99999999999999999999a", "\u212a", "A-", "a-"]
    return list(dict.fromkeys(calls + [decode(form) for form in forms]))


@pytest.fixture(scope="module")
def known() -> Known:
    return {call: oracle.facts(call) for call in inputs()}


def run(answer: Codec, known: Known, choices: Choices) -> tuple[Seen, dict[Law, list[Breach]]]:
    """Ask everything that a run asks, and check all laws."""
    seen = {call: answer(call) for call in known}
    seen |= {call: answer(call) for call in follow_up.follow_ups(Evidence(seen, known))}
    evidence = Evidence(seen, known, choices=choices)
    for call in follow_up.repeats(evidence, seen):
        evidence.take(call, answer(call))
    return seen, {law: found for law, found in laws.check(evidence).items() if found}


@pytest.mark.parametrize("name", PLAIN)
def test_a_right_codec_breaks_no_law_also_where_its_behaviours_are_declared(name: str, known: Known) -> None:
    seen, breaches = run(PLAIN[name], known, Choices())
    observed = observe(Evidence(seen, known))

    assert list(breaches) == ([one_digit_case] if "mixed" in name else [])
    assert run(PLAIN[name], known, Choices().declare_all(observed))[1] == {}


def faulty() -> dict[str, tuple[Codec, Law]]:
    """A codec for each law, which breaks it."""
    reference = codec()
    calls: list[Call] = []

    def drops_a_leading_delimiter(call: Call) -> Outcome:
        if call.operation is Operation.DECODE and call.input[:1] == (0x2D,) and call.input.count(0x2D) == 1:
            return reference(Call(call.operation, call.input[1:]))
        return reference(call)

    def lowers_the_literal_part(call: Call) -> Outcome:
        answer = reference(call)
        return Returned(fold(answer.value)) if isinstance(answer, Returned) else answer

    def reads_lower_case_only(call: Call) -> Outcome:
        digits = call.input[literal_length(call.input) :]
        return REFUSED if call.operation is Operation.DECODE and digits != fold(digits) else reference(call)

    def writes_long_forms_in_upper_case(call: Call) -> Outcome:
        return codec(digits="upper" if len(call.input) > 5 else "lower")(call)

    def remembers(call: Call) -> Outcome:
        calls.append(call)
        return reference(call) if len(calls) % 400 else REFUSED

    def wraps_at_32_bits(call: Call) -> Outcome:
        if call.operation is Operation.ENCODE:
            return reference(Call(call.operation, tuple(c % 2**32 for c in call.input)))
        return reference(call)

    def refuses_high_surrogates_only(call: Call) -> Outcome:
        answer = reference(call)
        decoded = (
            call.input if call.operation is Operation.ENCODE else answer.value if isinstance(answer, Returned) else ()
        )
        return REFUSED if any(0xD800 <= c <= 0xDBFF for c in decoded) else answer

    return {
        "drops a leading delimiter": (drops_a_leading_delimiter, decode_uniqueness),
        "lowers the literal part": (lowers_the_literal_part, round_trip),
        "reads lower case only": (reads_lower_case_only, case_blind_digits),
        "writes long forms in upper case": (writes_long_forms_in_upper_case, one_digit_case),
        "remembers": (remembers, stability),
        "wraps at 32 bits": (wraps_at_32_bits, round_trip),
        "refuses high surrogates only": (refuses_high_surrogates_only, coherence),
    }


@pytest.mark.parametrize("name", faulty())
def test_a_faulty_codec_breaks_its_law(name: str, known: Known) -> None:
    wrong, law = faulty()[name]

    assert law in run(wrong, known, Choices())[1]
