"""Laws: what breaks each, what comes near, and that no sound codec breaks any."""

import functools
import itertools
import random
from collections.abc import Callable, Iterable, Mapping

import pytest

from punycode_conform.codec import BootstringError, decode_code_points, encode_annotated, encode_code_points
from punycode_conform.suite import laws, oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.encoded import fold, literal_length
from punycode_conform.suite.laws import (
    COHERENCE,
    DIGIT_CASE,
    LAWS,
    ONE_CASE,
    ROUND_TRIP,
    STABILITY,
    UNIQUENESS,
    Breach,
    Law,
)
from punycode_conform.suite.observed import observe
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from punycode_conform.suite.verdict import Verdict, judge

Codec = Callable[[Call], Outcome]
Seen = dict[Call, Outcome]
Facts = Mapping[Call, oracle.Facts]
UE, REFUSED = "\u00fc", Rejected("no")
LONG = "a" * 70


def points(text: str) -> tuple[int, ...]:
    return tuple(map(ord, text))


def encode(text: str) -> Call:
    return Call(Operation.ENCODE, points(text))


def decode(text: str) -> Call:
    return Call(Operation.DECODE, points(text))


def gives(text: str) -> Returned:
    return Returned(points(text))


def broken(
    seen: Seen, choices: Choices | None = None, again: Iterable[tuple[Call, Outcome]] = ()
) -> dict[Law, list[Breach]]:
    """The breached laws alone."""
    known = {call: oracle.facts(call) for call in seen}
    return {law: found for law, found in laws.check(seen, again, known, choices or Choices()).items() if found}


# --- Each law by hand: what was seen, and the law that it breaks, or None for a near miss.

ROUND_TRIPS: dict[str, tuple[Seen, bool]] = {
    "encoded and back": ({encode(UE): gives("tda"), decode("tda"): gives(UE)}, False),
    "back as another": ({encode(UE): gives("tda"), decode("tda"): gives("\u00fb")}, True),
    "back with its case lost": ({encode("A" + UE): gives("A-eha"), decode("A-eha"): gives("a" + UE)}, True),
    "encoded form refused": ({encode(UE): gives("tda"), decode("tda"): REFUSED}, True),
    "encoded form breaks it": ({encode(UE): gives("tda"), decode("tda"): Crashed("boom")}, True),
    "encoded form hangs it": ({encode(UE): gives("tda"), decode("tda"): TimedOut(1)}, True),
    "encoded form not supported": ({encode(UE): gives("tda"), decode("tda"): Unsupported()}, False),
    "encoded form never asked": ({encode(UE): gives("tda")}, False),
    "no form at all": ({encode(UE): REFUSED, decode("tda"): REFUSED}, False),
    "a surrogate's form refused": ({encode("\ud800"): gives("ib9b"), decode("ib9b"): REFUSED}, False),
    "a surrogate's form as another": ({encode("\ud800"): gives("ib9b"), decode("ib9b"): gives("\ufffd")}, True),
    "a surrogate's form breaks it": ({encode("\ud800"): gives("ib9b"), decode("ib9b"): Crashed("boom")}, True),
    "a long form refused": ({encode(LONG): gives(LONG + "-"), decode(LONG + "-"): REFUSED}, False),
    "a long form as another": ({encode(LONG): gives(LONG + "-"), decode(LONG + "-"): gives("a")}, True),
    "decoded and back": ({decode("tda"): gives(UE), encode(UE): gives("tda")}, False),
    "decoded and back in upper case": ({decode("tda"): gives(UE), encode(UE): gives("TDA")}, False),
    "decoded and back, literal part in upper case": (
        {decode("a-eha"): gives("a" + UE), encode("a" + UE): gives("A-EHA")},
        True,
    ),
    "decoded and back to another": ({decode("-"): gives(""), encode(""): gives("")}, True),
    "decoded but not encoded": ({decode("tda"): gives(UE), encode(UE): REFUSED}, True),
    "a surrogate decoded but not encoded": ({decode("ib9b"): gives("\ud800"), encode("\ud800"): REFUSED}, False),
}


@pytest.mark.parametrize("name", ROUND_TRIPS)
def test_round_trip(name: str) -> None:
    seen, breach = ROUND_TRIPS[name]

    assert breach == (ROUND_TRIP in broken(seen))


def test_a_declared_side_takes_the_freedom_to_refuse_the_way_back() -> None:
    sides: list[tuple[Seen, Choices]] = [
        ({encode("\ud800"): gives("ib9b"), decode("ib9b"): REFUSED}, Choices(surrogates=True)),
        ({encode(LONG): gives(LONG + "-"), decode(LONG + "-"): REFUSED}, Choices(length=71)),
    ]
    for seen, declared in sides:
        assert ROUND_TRIP in broken(seen, declared)


UNIQUE: dict[str, tuple[Seen, bool]] = {
    "a delimiter that is dropped": ({decode("-"): gives(""), decode(""): gives("")}, True),
    "literal parts in two cases": ({decode("a-"): gives("a"), decode("A-"): gives("a")}, True),
    "a digit read as another": ({decode("tda"): gives(UE), decode("tdb"): gives(UE)}, True),
    "two wrong answers alike": ({decode("b"): gives("?"), decode("c"): gives("?")}, True),
    "digits in two cases": ({decode("tda"): gives(UE), decode("TDa"): gives(UE)}, False),
    "a literal part and digits that spell alike": ({decode("tda"): gives(UE), decode("tda-"): gives("tda")}, False),
    "two refused": ({decode("-"): REFUSED, decode("-a"): REFUSED}, False),
    "one refused": ({decode("-"): REFUSED, decode(""): gives("")}, False),
    "encoded alike": ({encode("a"): gives("a-"), encode("b"): gives("a-")}, False),  # that is the round trip's
}


@pytest.mark.parametrize("name", UNIQUE)
def test_decode_uniqueness(name: str) -> None:
    seen, breach = UNIQUE[name]

    assert breach == (UNIQUENESS in broken(seen))


def test_inputs_that_decode_alike_are_told_once_and_the_shortest_first() -> None:
    texts = ["----a", "--a", "-a", "-" * 9 + "a", "---a"]
    breaches = broken({decode(text): gives("\x80") for text in texts})[UNIQUENESS]

    assert [decode("-a"), decode("--a"), decode("---a"), decode("----a")] == list(breaches[0].calls)
    assert len(breaches) == 1
    assert breaches[0].shows == '"-a" and "--a" and "---a" and "----a" decode alike, to U+0080'


CASES: dict[str, tuple[Seen, bool]] = {
    "one value": ({decode("tda"): gives(UE), decode("TDA"): gives(UE)}, False),
    "two values": ({decode("tda"): gives(UE), decode("TDA"): gives("\u00dc")}, True),
    "upper case refused": ({decode("tda"): gives(UE), decode("TDA"): REFUSED}, True),
    "lower case refused": ({decode("TDA"): gives(UE), decode("tda"): REFUSED}, True),
    "upper case of a mixed form refused": ({decode("tDa"): gives(UE), decode("TDA"): REFUSED}, True),
    "upper case breaks it": ({decode("tda"): REFUSED, decode("TDA"): Crashed("boom")}, True),
    "both refused in other words": ({decode("tda"): REFUSED, decode("TDA"): Rejected("nein")}, False),
    "upper case not supported": ({decode("tda"): gives(UE), decode("TDA"): Unsupported()}, False),
    "literal parts in two cases": ({decode("a-eha"): gives("a" + UE), decode("A-eha"): gives("A" + UE)}, False),
    "no letters among the digits": ({decode("a-99"): REFUSED, decode("A-99"): gives("")}, False),
}


@pytest.mark.parametrize("name", CASES)
def test_digit_case(name: str) -> None:
    seen, breach = CASES[name]
    found = broken(seen).get(DIGIT_CASE, [])

    assert len(found) == breach  # a pair is told once, not from either side


ENCODERS: dict[str, tuple[list[str], str | None, bool]] = {
    # The forms given to "ü" and "Aü".
    "lower": (["tda", "A-eha"], None, False),
    "upper": (["TDA", "A-EHA"], None, False),
    "lower here, upper there": (["tda", "A-EHA"], None, True),
    "mixed here, lower there": (["tDa", "A-eha"], None, True),
    "mixed in all": (["tDa", "A-eHa"], None, True),
    "mixed, as declared": (["tDa", "A-EHA"], "mixed", False),
    "mixed, but declared lower": (["tda", "A-EHA"], "lower", True),
    "lower here, upper but wrong there": (["tda", "A-EHB"], None, False),
}


@pytest.mark.parametrize("name", ENCODERS)
def test_one_digit_case(name: str) -> None:
    forms, declared, breach = ENCODERS[name]
    seen: Seen = {encode(text): gives(form) for text, form in zip((UE, "A" + UE), forms, strict=True)}

    assert breach == (ONE_CASE in broken(seen, Choices(digit_case=declared)))


@pytest.mark.parametrize(
    ("first", "later", "breach"),
    [
        (gives("a"), gives("a"), False),
        (gives("a"), gives("A"), True),
        (gives("a"), REFUSED, True),
        (REFUSED, gives("a"), True),
        (REFUSED, Crashed("boom"), True),
        (REFUSED, TimedOut(1), True),
        (gives("a"), Unsupported(), True),
        (Rejected("at 0"), Rejected("at 7"), False),
    ],
)
def test_stability(first: Outcome, later: Outcome, breach: bool) -> None:
    found = broken({decode("a-"): first}, again=[(decode("a-"), first), (decode("a-"), later)])

    assert breach == (STABILITY in found)


LAST = "\udfff"
COHERENT: dict[str, tuple[Seen, bool]] = {
    "all accepted": ({decode("ib9b"): gives("\ud800"), decode("zy0c"): gives(LAST)}, False),
    "all refused": ({decode("ib9b"): REFUSED, decode("zy0c"): REFUSED}, False),
    "the first accepted, not the last": ({decode("ib9b"): gives("\ud800"), decode("zy0c"): REFUSED}, True),
    "encoded, not decoded": ({encode("\ud800"): gives("ib9b"), decode("zy0c"): REFUSED}, True),
    "one replaced, one refused": ({decode("ib9b"): gives("\ufffd"), decode("zy0c"): REFUSED}, False),  # wrong, anyway
    "one not supported": ({decode("ib9b"): gives("\ud800"), decode("zy0c"): Unsupported()}, False),
    "one refused for its length": ({encode("\ud800"): gives("ib9b"), encode("\ud800" + LONG): REFUSED}, False),
    "no surrogate refused": ({decode("ib9b"): gives("\ud800"), decode("0y0c"): REFUSED}, False),
    "beyond Unicode accepted, not refused": (
        {decode("en32g"): Returned((0x110000,)), decode("fn32g"): Returned((0x110001,))},
        False,
    ),
    "beyond Unicode accepted once": ({decode("en32g"): Returned((0x110000,)), decode("fn32g"): REFUSED}, True),
    "one refused for its bits": (
        {decode("en32g"): Returned((0x110000,)), Call(Operation.ENCODE, (2**26,)): REFUSED},
        False,
    ),
    "one refused for the other choice": (
        {decode("ib9b"): gives("\ud800"), Call(Operation.ENCODE, (0xD800, 0x110000)): REFUSED},
        False,
    ),
    "one refused, a longer one answered": (
        {encode("a" * 80): REFUSED, encode("a" * 81): gives("a" * 81 + "-")},
        True,
    ),
    "one refused, a shorter one answered": (
        {encode("a" * 81): REFUSED, encode("a" * 80): gives("a" * 80 + "-")},
        False,
    ),
    "one refused, a longer one answered the other way": (
        {encode("a" * 80): REFUSED, decode("a" * 81 + "-"): gives("a" * 81)},
        False,
    ),
    "one refused that has more to insert, a longer one answered": (
        {encode("\u00fc" * 80): REFUSED, encode("a" * 200): gives("a" * 200 + "-")},
        False,
    ),
    "one refused, a longer one answered wrong": ({encode("a" * 80): REFUSED, encode("a" * 81): gives("a")}, False),
    "the choices differ": ({decode("ib9b"): gives("\ud800"), decode("en32g"): REFUSED}, False),
}


@pytest.mark.parametrize("name", COHERENT)
def test_coherence(name: str) -> None:
    seen, breach = COHERENT[name]

    assert breach == (COHERENCE in broken(seen))


# --- Whole codecs, over the reference codec.


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
    "64 bits": (sound(bits=64), {"integers": "2^64"}),
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
def known() -> Facts:
    return {call: oracle.facts(call) for call in inputs()}


def run(codec: Codec, known: Facts, choices: Choices) -> tuple[Seen, dict[Law, list[Breach]]]:
    """Ask everything that a run asks, and check all laws."""
    seen = {call: codec(call) for call in known}
    seen |= {call: codec(call) for call in laws.follow_ups(seen, known)}
    again = [(call, codec(call)) for call in laws.repeats(seen)]
    return seen, {law: found for law, found in laws.check(seen, again, known, choices).items() if found}


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_codec_breaks_no_law_and_shows_its_choices(name: str, known: Facts) -> None:
    codec, sides = SOUND[name]
    seen, breaches = run(codec, known, Choices())
    observed = observe(seen, known)

    assert breaches == {}
    assert sides.items() <= observed.items()
    assert run(codec, known, Choices().declare_all(observed))[1] == {}


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_codec_passes_every_case_also_with_the_choices_declared_that_it_shows(name: str, known: Facts) -> None:
    codec, _ = SOUND[name]
    observed = Choices().declare_all(observe({call: codec(call) for call in known}, known))
    for choices in (Choices(), observed):
        for call, facts in known.items():
            expectation = oracle.expect(facts, choices)
            said = judge(expectation, codec(call), call.operation, digit_case=choices.digit_case, strict=True)

            assert said.verdict is Verdict.PASS, (call, said)


def test_mixed_case_annotation_is_a_side_of_its_choice(known: Facts) -> None:
    reference = sound()

    def annotates(call: Call) -> Outcome:
        if call.operation is Operation.DECODE:
            return reference(call)
        return gives(encode_annotated(call.input, [c % 2 == 0 for c in call.input]))

    seen, breaches = run(annotates, known, Choices())

    assert list(breaches) == [ONE_CASE]
    assert observe(seen, known)["digit-case"] == "mixed"
    assert run(annotates, known, Choices(digit_case="mixed"))[1] == {}


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
        "reads lower case only": (reads_lower_case_only, DIGIT_CASE),
        "writes long forms in upper case": (writes_long_forms_in_upper_case, ONE_CASE),
        "remembers": (remembers, STABILITY),
        "wraps at 32 bits": (wraps_at_32_bits, ROUND_TRIP),
        "refuses high surrogates only": (refuses_high_surrogates_only, COHERENCE),
    }


@pytest.mark.parametrize("name", faulty())
def test_a_faulty_codec_breaks_its_law(name: str, known: Facts) -> None:
    codec, law = faulty()[name]

    assert law in run(codec, known, Choices())[1]


# --- What is asked and said.


def test_follow_ups_are_the_way_back_the_other_case_and_the_form_that_a_wrong_answer_belongs_to() -> None:
    seen: Seen = {
        encode(UE): gives("tda"),
        decode("-"): gives(""),  # wrong: that is what "" decodes to
        decode("vda"): gives("\u00fd"),  # wrong: that is what "uda" decodes to, one more than "tda"
        decode("b9"): REFUSED,
        decode("a-9"): REFUSED,  # no letters among the digits
        encode("a"): Crashed("boom"),
        encode("\ud800"): Unsupported(),
        decode("99"): gives("x" * 1000),  # far too long to be followed up
    }
    asked = laws.follow_ups(seen, {call: oracle.facts(call) for call in seen})

    assert sorted(asked, key=repr) == sorted(
        [
            *(decode(text) for text in ("tda", "", "VDA", "uda", "B9")),
            *(encode(text) for text in ("", "\u00fd")),
        ],
        key=repr,
    )


def test_what_was_asked_is_not_followed_up_again() -> None:
    seen: Seen = {encode(UE): gives("tda"), decode("tda"): gives(UE), decode("TDA"): gives(UE)}

    assert laws.follow_ups(seen, {call: oracle.facts(call) for call in seen}) == []


@pytest.mark.parametrize("count", [0, 1, 2, 3, 5, 200])
def test_up_to_200_calls_are_all_repeated(count: int) -> None:
    seen: Seen = {decode(f"{index}-"): gives(str(index)) for index in range(count)}

    assert sorted(seen) == sorted(laws.repeats(seen))


def test_of_more_calls_200_are_repeated_evenly_spread() -> None:
    calls = [decode(f"{index}-") for index in range(3000)]
    repeated = {calls.index(call) for call in laws.repeats(dict.fromkeys(calls, REFUSED))}

    assert len(repeated) == 200
    assert max(b - a for a, b in itertools.pairwise(sorted(repeated))) < 30


def test_repeats_are_all_that_was_answered_in_another_order() -> None:
    seen: Seen = {decode(f"{index}-"): gives(str(index)) for index in range(50)}
    seen |= {decode("-"): REFUSED, decode("x"): Crashed(""), decode("y"): TimedOut(1), decode("z"): Unsupported()}
    answered = [call for call, outcome in seen.items() if isinstance(outcome, Returned | Rejected)]

    assert set(answered) == set(laws.repeats(seen))
    assert len(answered) == len(laws.repeats(seen))
    assert laws.repeats(seen) == laws.repeats(seen)
    assert laws.repeats(seen) not in (answered, answered[::-1])


@pytest.mark.parametrize(
    ("encoded", "other"),
    [("tda", "TDA"), ("TDA", "tda"), ("tDa", "TDA"), ("Ab-kva", "Ab-KVA"), ("a-9", None), ("abc-", None), ("", None)],
)
def test_the_other_case_of_an_encoded_form(encoded: str, other: str | None) -> None:
    assert (None if other is None else points(other)) == laws.other_case(points(encoded))


def test_inputs_of_thousands_are_asked_once() -> None:
    long = "a" * 5000
    seen: Seen = {encode(long): gives(long + "-"), decode(long + "-ba"): gives(long)}

    assert laws.follow_ups(seen, {}) == laws.repeats(seen) == []


def test_the_shortest_breach_of_a_law_comes_first() -> None:
    texts = [UE * 9, UE, UE * 3]
    seen: Seen = {encode(text): REFUSED for text in texts}
    breaches = laws.check(seen, [(call, gives("a")) for call in seen], {}, Choices())[STABILITY]

    assert [breach.calls for breach in breaches] == [(encode(UE),), (encode(UE * 3),), (encode(UE * 9),)]


def test_each_law_has_a_name_of_its_own_a_clause_and_a_sentence() -> None:
    assert len({law.name for law in LAWS}) == len(LAWS) == 6
    assert [law for law in LAWS if law.should] == [ONE_CASE]
    assert all(law.clause and law.says.endswith(".") for law in LAWS)


@pytest.mark.parametrize(
    ("call", "outcome", "words"),
    [
        (encode(UE), gives("tda"), 'encode U+00FC gives "tda"'),
        (decode("tda"), gives(UE), 'decode "tda" gives U+00FC'),
        (decode("\x1b-"), REFUSED, 'decode "\\x1b-" is refused'),
        (decode(""), Crashed("a\x1bb"), 'decode "" crashes (a\\x1bb)'),
        (encode(""), TimedOut(2.5), "encode (empty) gives no answer within 2.5 s"),
        (encode("\ud800"), Unsupported("x"), "encode U+D800 is unsupported"),
    ],
)
def test_a_call_and_its_answer_in_words(call: Call, outcome: Outcome, words: str) -> None:
    assert words == laws.told(call, outcome)
