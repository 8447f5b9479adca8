"""Whole codecs: no sound one breaks a law, and each law has a faulty one that does."""

import functools
import random
from collections.abc import Callable, Iterable

import pytest

from punycode_conform.codec import BootstringError, decode_code_points, encode_annotated, encode_code_points
from punycode_conform.suite import follow_up, laws, oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.encoded import fold, literal_length
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.facts import Facts
from punycode_conform.suite.laws import (
    CASE_BLIND,
    COHERENCE,
    ONE_CASE,
    ROUND_TRIP,
    STABILITY,
    UNIQUENESS,
    Breach,
    Law,
)
from punycode_conform.suite.observed import observe
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned

from .answers import REFUSED, Seen, decode, gives, points

Codec = Callable[[Call], Outcome]
Known = dict[Call, Facts]


_encode = functools.cache(encode_code_points)
_decode = functools.cache(decode_code_points)


def sound(
    *,
    bits: int | None = None,
    longest: int | None = None,
    upper: bool = False,
    surrogates: bool = True,
    beyond: bool = True,
) -> Codec:
    """A codec that takes a side of each choice."""

    def takes(decoded: Iterable[int]) -> bool:
        return all((surrogates or not 0xD800 <= c <= 0xDFFF) and (beyond or c <= 0x10FFFF) for c in decoded)

    def answer(call: Call) -> Outcome:
        try:
            if call.operation is Operation.ENCODE:
                text = _encode(call.input, bits=bits)
                if not takes(call.input) or (longest is not None and len(text) > longest):
                    return Rejected("a limit")
                if upper:
                    literal, delimiter, digits = text.rpartition("-")
                    text = literal + delimiter + digits.upper()
                return gives(text)
            decoded = _decode("".join(map(chr, call.input)), bits=bits)
        except BootstringError as error:
            return Rejected(str(error))
        if not takes(decoded) or (longest is not None and len(call.input) > longest):
            return Rejected("a limit")
        return Returned(tuple(decoded))

    return answer


SOUND = {
    "the reference codec": (sound(), {"surrogates": "accept", "beyond-unicode": "integer", "integers": "unbounded"}),
    "26 bits": (sound(bits=26), {"integers": "2^26"}),
    "31 bits": (sound(bits=31), {"integers": "2^31"}),
    "32 bits": (sound(bits=32), {"integers": "2^32"}),
    "64 bits": (sound(bits=64), {"integers.decode": "2^64"}),
    "59 characters": (sound(longest=59), {"length": "59"}),
    "63 characters": (sound(longest=63), {"length": "63"}),
    "upper-case digits": (sound(upper=True), {"digit-case": "upper"}),
    "no surrogates": (sound(surrogates=False), {"surrogates": "reject", "beyond-unicode": "integer"}),
    "Unicode only": (sound(beyond=False), {"surrogates": "accept", "beyond-unicode": "reject"}),
    "scalar values only": (sound(surrogates=False, beyond=False), {"surrogates": "reject", "beyond-unicode": "reject"}),
    "all limits": (
        sound(bits=31, longest=63, upper=True, surrogates=False, beyond=False),
        {"length": "63", "digit-case": "upper", "surrogates": "reject", "beyond-unicode": "reject"},
    ),
}


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


def run(codec: Codec, known: Known, choices: Choices) -> tuple[Seen, dict[Law, list[Breach]]]:
    """Ask everything that a run asks, and check all laws."""
    seen = {call: codec(call) for call in known}
    seen |= {call: codec(call) for call in follow_up.follow_ups(Evidence(seen, known))}
    evidence = Evidence(seen, known, choices=choices)
    for call in follow_up.repeats(evidence, seen):
        evidence.take(call, codec(call))
    return seen, {law: found for law, found in laws.check(evidence).items() if found}


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_codec_breaks_no_law_and_shows_its_choices(name: str, known: Known) -> None:
    codec, sides = SOUND[name]
    seen, breaches = run(codec, known, Choices())
    observed = observe(Evidence(seen, known))

    assert breaches == {}
    assert sides.items() <= observed.items()
    assert run(codec, known, Choices().declare_all(observed))[1] == {}


def test_mixed_case_annotation_is_a_side_of_its_choice(known: Known) -> None:
    reference = sound()

    def annotates(call: Call) -> Outcome:
        if call.operation is Operation.DECODE:
            return reference(call)
        return gives(encode_annotated(call.input, [c % 2 == 0 for c in call.input]))

    seen, breaches = run(annotates, known, Choices())

    assert list(breaches) == [ONE_CASE]
    assert observe(Evidence(seen, known))["digit-case"] == "mixed"
    assert run(annotates, known, Choices().declare("digit-case", "mixed"))[1] == {}


def faulty() -> dict[str, tuple[Codec, Law]]:
    """A codec for each law, which breaks it."""
    reference = sound()
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
        return sound(upper=len(call.input) > 5)(call)

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
        "drops a leading delimiter": (drops_a_leading_delimiter, UNIQUENESS),
        "lowers the literal part": (lowers_the_literal_part, ROUND_TRIP),
        "reads lower case only": (reads_lower_case_only, CASE_BLIND),
        "writes long forms in upper case": (writes_long_forms_in_upper_case, ONE_CASE),
        "remembers": (remembers, STABILITY),
        "wraps at 32 bits": (wraps_at_32_bits, ROUND_TRIP),
        "refuses high surrogates only": (refuses_high_surrogates_only, COHERENCE),
    }


@pytest.mark.parametrize("name", faulty())
def test_a_faulty_codec_breaks_its_law(name: str, known: Known) -> None:
    codec, law = faulty()[name]

    assert law in run(codec, known, Choices())[1]
