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
    one_digit_case,
)
from punycode_conform.suite.outcome import Call, Operation

from ..right_codecs import PLAIN, Codec
from .answers import Seen, decode, points

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
