"""Answers in, assessment out: each rule by which an adapter's faults are kept apart from its codec's."""

import pytest

from punycode_conform.doctor import assessment
from punycode_conform.doctor.assessment import OK, Assessment, Grade, not_applicable, note, unclear, wrong
from punycode_conform.doctor.damage import DAMAGES
from punycode_conform.doctor.inputs import BUECHER, ORDINARY, Allowed, Points, calls, encoded
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported

ENCODE, DECODE = calls(BUECHER)
NA, GOOD, NOTE, UNCLEAR, WRONG = Grade
BOTH: Allowed = (Unsupported, Rejected)
PAIR: Points = (0xD83D, 0xDCA9)


def text(string: str) -> Returned:
    return Returned(tuple(map(ord, string)))


@pytest.mark.parametrize(
    ("call", "outcome", "allowed", "grade", "why"),
    [
        (ENCODE, text("bcher-kva"), (), GOOD, ""),
        (ENCODE, text("bcher-KVA"), (), GOOD, ""),
        (ENCODE, text("BCHER-kva"), (), UNCLEAR, "answered U+0042"),
        (DECODE, text("bücher"), (), GOOD, ""),
        (DECODE, text("bucher"), (), UNCLEAR, "answered U+0062 U+0075"),
        (DECODE, text("bcher-kva"), (), UNCLEAR, "the input itself"),
        (DECODE, text(""), (), UNCLEAR, "the empty string"),
        (DECODE, text("bcher"), (), UNCLEAR, "answered"),
        (DECODE, text("b\ufffdcher"), (), UNCLEAR, "it was replaced by U+FFFD"),
        (ENCODE, Unsupported(), (), WRONG, "unsupported"),
        (ENCODE, Unsupported(), BOTH, NA, "unsupported"),
        (ENCODE, Rejected("no"), (), UNCLEAR, "reject no"),
        (ENCODE, Rejected("no"), BOTH, NA, "reject no"),
        (ENCODE, Crashed("IndexError"), BOTH, UNCLEAR, "a crash: IndexError"),
        (ENCODE, TimedOut(2.0), BOTH, UNCLEAR, "no answer within 2 s"),
    ],
)
def test_an_answer_to_a_valid_input(call: Call, outcome: Outcome, allowed: Allowed, grade: Grade, why: str) -> None:
    found = assessment.of_answer(BUECHER, call, outcome, allowed=allowed)

    assert found.grade is grade
    assert why in found.why
    assert (found.advice != "") == (grade in (UNCLEAR, WRONG))


def test_a_pair_of_surrogates_may_come_back_as_one_code_point_from_decode_only() -> None:
    encode, decode = calls(PAIR)

    assert assessment.of_answer(PAIR, decode, Returned((0x1F4A9,))).grade is GOOD
    assert assessment.of_answer(PAIR, encode, Returned((0x1F4A9,))).grade is UNCLEAR
    found = assessment.of_answer(PAIR, encode, Returned(encoded((0x1F4A9,))))
    assert (found.grade, found.why.rpartition(": ")[2]) == (UNCLEAR, "two surrogates became one code point")


@pytest.mark.parametrize(
    ("points", "damaged", "name"),
    [
        (PAIR, (0x1F4A9,), "two surrogates became one code point"),
        ((0x1F4A9,), PAIR, "a code point became two surrogates"),
        ((0xE9,), (0xC3, 0xA9), "bytes of UTF-8 were read as code points"),
        ((0x61, 0xD800), (0x61, 0xFFFD), "it was replaced by U+FFFD"),
        ((0x61, 0xE9), (0x61, 0xFFFD), "it was replaced by U+FFFD"),
        ((0x61, 0xFFFE), (0x61, 0x3F), "it was replaced by a question mark"),
        ((0x61, 0xE9), (0x61, 0x3F), "it was replaced by a question mark"),
        ((0xE9, 0x4E2D), (0xE9, 0x3F), "it was replaced by a question mark"),
        ((0x61, 0xFDD0), (0x61,), "it was dropped"),
        ((0x61, 0, 0xFC), (0x61,), "it was cut at NUL"),
        ((0x61, 0, 0xFC), (0x61, 0xFC), "NUL was dropped"),
        ((0xFEFF, 0x61), (0x61,), "the first code point was treated as a byte order mark"),
        ((0x10061,), (0x61,), "high bits were lost"),
        ((0x161,), (0x61,), "cut to 8 bits"),
        ((0x100000061,), (0x61,), "high bits were lost"),
        ((0x1F4A9,), (0xF4A9,), "cut to 16 bits"),
        ((0x100010061,), (0x10061,), "cut to 32 bits"),
        ((0xFC, 0xD, 0xA), (0xFC, 0xA, 0xA), "line ends were changed"),
        ((0x20, 0xFC, 9), (0xFC,), "white space was trimmed"),
        ((0x41, 0xFC), (0x61, 0xFC), "upper case became lower case"),
        ((0x65, 0x301), (0xE9,), "it was normalised (NFC)"),
        ((0xE9, 0x62), (0x65, 0x301, 0x62), "it was normalised (NFD)"),
    ],
)
def test_damage_is_recognised_in_results_and_in_echoes(points: Points, damaged: Points, name: str) -> None:
    encode = calls(points)[0]
    seen = assessment.of_answer(points, encode, Returned(encoded(damaged)))
    shown = assessment.of_echo(points, Returned(damaged))

    assert (seen.grade, seen.why.rpartition(": ")[2]) == (UNCLEAR, name)
    assert (shown.grade, shown.why.rpartition(": ")[2]) == (WRONG, name)


def test_what_is_done_inside_codecs_is_no_mistake_in_the_call_of_one() -> None:
    trimmed = assessment.of_answer((0x20, 0xFC), calls((0x20, 0xFC))[0], Returned(encoded((0xFC,))))
    cut = assessment.of_answer((0x161,), calls((0x161,))[0], Returned(encoded((0x61,))))

    empty = assessment.of_answer(BUECHER, ENCODE, Returned(()))

    # An adapter that cannot read a result says so by a fault, and the echo of that string may still be right.
    fault = assessment.of_answer(BUECHER, DECODE, Crashed("cannot read the result"))

    assert (trimmed.in_call, cut.in_call, empty.in_call, fault.in_call) == (True, False, True, True)


def test_six_code_points_of_an_input_and_of_an_answer_are_shown() -> None:
    six, seven = tuple(b"abcdef"), tuple(b"abcdefg")
    shown = "U+0061 U+0062 U+0063 U+0064 U+0065 U+0066"
    cut = f"{shown} … (7 code points)"
    for given, value, texts in ((six, seven, (shown, cut)), (seven, six, (cut, shown))):
        call = Call(Operation.ENCODE, given)
        unlike = assessment.of_answer(given, call, Returned(value))
        echoed = assessment.of_echo(given, Returned(value))

        assert f"encode {texts[0]}: answered {texts[1]}" in unlike.why
        assert f"echo {texts[0]}: answered {texts[1]}" in echoed.why


@pytest.mark.parametrize(
    ("given", "value", "why"),
    [
        (b"a-\0", b"a", "decode U+0061 U+002D U+0000: answered U+0061: it was cut at NUL"),
        (b"abcd-\0", b"abcd", "decode U+0061 U+0062 U+0063 U+0064 U+002D U+0000: answered "),
        (
            b"abcde-\0",
            b"abcde",
            "decode U+0061 U+0062 U+0063 U+0064 U+0065 U+002D … (7 code points): ",
        ),
        (b"aaaaaa-\0", b"aaaaaa", "decode U+0061*6 U+002D U+0000: answered U+0061*6: "),
        (b"abcdef-\0", b"abcdef", "answered U+0061 U+0062 U+0063 U+0064 U+0065 U+0066: "),
        (b"abcdefg-\0", b"abcdefg", "U+0066 … (7 code points): it was cut at NUL"),
    ],
)
def test_six_code_points_of_another_input_and_its_result_are_shown(given: bytes, value: bytes, why: str) -> None:
    found = assessment.of_result_of_another_input(Call(Operation.DECODE, tuple(given)), tuple(value))

    assert found is not None
    assert why in found.why


def test_only_decode_can_give_the_result_of_another_input() -> None:
    given, result = tuple(b"tda\0"), Returned((0xFC,))
    decoded = assessment.of_answer(BUECHER, Call(Operation.DECODE, given), result)
    encoded = assessment.of_answer(BUECHER, Call(Operation.ENCODE, given), result)

    assert decoded.why.endswith(": it was cut at NUL")
    assert encoded.why.endswith(": answered U+00FC")


def test_a_right_answer_to_an_undamaged_input_is_no_result_of_another() -> None:
    call = Call(Operation.DECODE, tuple(b"tda"))

    assert assessment.of_result_of_another_input(call, (0xFC,)) is None


@pytest.mark.parametrize("length", [8, 9])
def test_eight_code_points_of_an_answer_are_told_in_the_protocols_words(length: int) -> None:
    assert assessment.in_words(Returned(tuple(range(1, length + 1)))) == "ok 1 2 3 4 5 6 7 8"


@pytest.mark.parametrize(
    ("name", "points", "damaged"),
    [
        ("two surrogates became one code point", (), ()),
        ("two surrogates became one code point", (*PAIR, 0x10FFFF), (0x1F4A9, 0x10FFFF)),
        ("two surrogates became one code point", (*PAIR, 0x110000), (*PAIR, 0x110000)),
        (
            "a code point became two surrogates",
            (0xFFFF, 0x10000, 0x10FFFF, 0x110000),
            (0xFFFF, 0xD800, 0xDC00, 0xDBFF, 0xDFFF, 0x110000),
        ),
        (
            "it was dropped",
            (0xD7FF, 0xD800, 0xDFFF, 0xE000, 0xFDCF, 0xFDD0, 0xFDEF, 0xFDF0, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000),
            (0xD7FF, 0xE000, 0xFDCF, 0xFDF0, 0xFFFD),
        ),
        ("it was cut at NUL", (0x61, 0, 0x62, 0), (0x61,)),
        ("NUL was dropped", (0, 0x61, 0, 1), (0x61, 1)),
        ("the first code point was treated as a byte order mark", (0xFEFF, 0xFEFF), (0xFEFF,)),
        ("the first code point was treated as a byte order mark", (0x61, 0xFEFF), (0x61, 0xFEFF)),
        ("the first code point was treated as a byte order mark", (), ()),
        ("cut to 8 bits", (0xFF, 0x100, 0x1FF), (0xFF, 0, 0xFF)),
        ("cut to 16 bits", (0xFFFF, 0x10000, 0x1FFFF), (0xFFFF, 0, 0xFFFF)),
        ("cut to 32 bits", (0xFFFFFFFF, 1 << 32, (1 << 33) - 1), (0xFFFFFFFF, 0, 0xFFFFFFFF)),
        ("line ends were changed", (0xC, 0xD, 0xE), (0xC, 0xA, 0xE)),
        ("white space was trimmed", (9, 0x61, 0x20, 0x10FFFF, 0x20), (0x61, 0x20, 0x10FFFF)),
        ("white space was trimmed", (0x20, 0x110000, 0xD), (0x110000,)),
        ("white space was trimmed", (0x20, 9), ()),
        ("upper case became lower case", (0x41, 0x130, 0xC4, 0x110000), (0x61, 0x130, 0xE4, 0x110000)),
        ("it was normalised (NFC)", (0x65, 0x301, 0x110000), (0x65, 0x301, 0x110000)),
    ],
)
def test_damage_has_its_limits(name: str, points: Points, damaged: Points) -> None:
    (damage,) = [damage for damage in DAMAGES if damage.name == name]

    assert damage.of(points) == damaged


@pytest.mark.parametrize(
    ("replacement", "above"),
    [
        (0xFFFD, {0x7F: False, 0x80: True}),
        (0xFFFD, {0xD7FF: False, 0xD800: True}),
        (0x3F, {0x7F: False, 0x80: True}),
        (0x3F, {0xFF: False, 0x100: True}),
        (0x3F, {0xD7FF: False, 0xD800: True}),
    ],
)
def test_a_conversion_replaces_what_its_character_set_does_not_hold(replacement: int, above: dict[int, bool]) -> None:
    damaged = tuple(replacement if replaced else c for c, replaced in above.items())

    assert damaged in [damage.of(tuple(above)) for damage in DAMAGES]


def test_what_codecs_do_themselves_is_reading_by_units_and_cutting_numbers() -> None:
    assert [damage.name for damage in DAMAGES if damage.by_codecs] == [
        "a code point became two surrogates",
        "bytes of UTF-8 were read as code points",
        "high bits were lost",
        "cut to 16 bits",
        "cut to 8 bits",
        "cut to 32 bits",
    ]


def test_every_damage_leaves_ordinary_ascii_alone() -> None:
    assert [damage.name for damage in DAMAGES if damage.of((0x61, 0x62)) != (0x61, 0x62)] == []


@pytest.mark.parametrize(
    ("outcome", "allowed", "grade", "why"),
    [
        (Returned(BUECHER), (), GOOD, ""),
        (Returned((1,)), (), WRONG, "answered U+0001"),
        (Unsupported(), (), WRONG, "unsupported"),
        (Unsupported(), BOTH, NA, "unsupported"),
        (Rejected("no"), BOTH, WRONG, "reject no"),
        (Crashed("no such operation"), BOTH, WRONG, "a crash: no such operation"),
    ],
)
def test_an_echo(outcome: Outcome, allowed: Allowed, grade: Grade, why: str) -> None:
    found = assessment.of_echo(BUECHER, outcome, allowed=allowed)

    assert found.grade is grade
    assert why in found.why


IN_CALL = Assessment(UNCLEAR, "trimmed", in_call=True)


@pytest.mark.parametrize(
    ("found", "echo", "together"),
    [
        (OK, wrong("echo", ""), OK),
        (wrong("answer", ""), OK, wrong("answer", "")),
        (unclear("answer"), wrong("echo", ""), wrong("echo", "")),
        (unclear("answer", "x"), OK, note("answer; its echo is right, so the fault is the codec's", "x")),
        (unclear("answer"), not_applicable("unsupported"), unclear("answer")),
        (IN_CALL, OK, IN_CALL),
        (IN_CALL, wrong("echo", ""), wrong("echo", "")),
    ],
)
def test_an_echo_decides_only_what_was_unclear(found: Assessment, echo: Assessment, together: Assessment) -> None:
    assert assessment.with_echo(found, echo) == together


@pytest.mark.parametrize(
    ("answers", "echo", "grade"),
    [
        ([(ENCODE, text("x"), OK), (DECODE, text("x"), OK)], OK, GOOD),
        ([(ENCODE, text("x"), OK)], wrong("echo", ""), WRONG),
        ([(ENCODE, Unsupported(), not_applicable("")), (DECODE, text("x"), unclear("x"))], not_applicable(""), NOTE),
        ([(ENCODE, Unsupported(), not_applicable(""))], OK, WRONG),
        (
            [(ENCODE, Unsupported(), not_applicable("")), (DECODE, Crashed("x"), unclear("x"))],
            not_applicable(""),
            UNCLEAR,
        ),
        ([(DECODE, Unsupported(), not_applicable(""))], OK, GOOD),
        ([(ENCODE, text("x"), OK), (DECODE, text("x"), unclear("x"))], not_applicable(""), UNCLEAR),
    ],
)
def test_a_string(answers: list[tuple[Call, Outcome, Assessment]], echo: Assessment, grade: Grade) -> None:
    assert assessment.of_string(answers, echo).grade is grade


ASKED = [call for points in ORDINARY for call in calls(points)]


@pytest.mark.parametrize(
    ("outcomes", "grade", "why"),
    [
        ([Rejected()] * 10, WRONG, "it rejects everything"),
        ([Unsupported()] * 10, WRONG, "it answers unsupported to everything"),
        ([Rejected()] * 9 + [Unsupported()], UNCLEAR, "no request is answered with ok: reject"),
        ([Crashed("IndexError")] * 10, UNCLEAR, "no request is answered with ok: a crash: IndexError"),
        ([Returned(call.input) for call in ASKED], WRONG, "every answer is the input itself"),
        ([Returned((0x61,))] * 10, WRONG, "different inputs get the same answer"),
        ([Returned((0x61,))] + [Rejected()] * 9, UNCLEAR, "encode U+0062 U+00FC"),
        ([Returned(calls(points)[back].input) for points in ORDINARY for back in (1, 0)], GOOD, ""),
    ],
)
def test_answers_to_ordinary_calls(outcomes: list[Outcome], grade: Grade, why: str) -> None:
    found = assessment.of_ordinary(ASKED, outcomes, assessment.of_answer)

    assert found.grade is grade
    assert why in found.why


@pytest.mark.parametrize(
    ("outcomes", "grade", "why"),
    [
        ([Returned(()), Rejected()], GOOD, ""),
        # One kind of refusal may be reported as a fault, and the others not.
        (
            [Returned(()), Rejected(), Crashed("Overflow")],
            UNCLEAR,
            "decode U+007A*12: a crash: Overflow, where a refusal",
        ),
        ([Returned(())], WRONG, "none of 1 inputs is rejected: each is answered with an empty ok"),
        ([Returned(()), Returned(())], WRONG, "none of 2 inputs is rejected: each is answered with an empty ok"),
        ([Returned((0x61,)), Returned((0x62,))], UNCLEAR, "none of 2 inputs is rejected: ok 61"),
        ([Returned(()), Crashed("x")], UNCLEAR, "none of 2 inputs is rejected: a crash: x"),
        ([Crashed("x"), Crashed("x")], UNCLEAR, "none of 2 inputs is rejected: a crash: x"),
        ([Unsupported(), Returned(()), Returned(())], WRONG, "none of 2 inputs is rejected"),
        ([Unsupported(), Unsupported()], UNCLEAR, "none of 2 inputs is rejected: unsupported"),
    ],
)
def test_answers_to_what_must_be_refused(outcomes: list[Outcome], grade: Grade, why: str) -> None:
    asked = [Call(Operation.DECODE, tuple(map(ord, text))) for text in ("-", "\xfc", "zzzzzzzzzzzz")]
    found = assessment.of_refusals(asked[: len(outcomes)], outcomes)

    assert found.grade is grade
    assert found.why.startswith(why)


@pytest.mark.parametrize(
    ("given", "value", "name"),
    [
        ("bcher-kv\u0161", "bücher", "cut to 8 bits"),
        ("tda\u3000", "x", None),
        ("tda\u3000", "ü", "white space was trimmed"),
        ("tda\0", "ü", "it was cut at NUL"),
        ("\u0161-", "a", "cut to 8 bits"),
    ],
)
def test_a_result_of_another_input(given: str, value: str, name: str | None) -> None:
    call = Call(Operation.DECODE, tuple(map(ord, given)))
    found = assessment.of_result_of_another_input(call, tuple(map(ord, value)))

    assert (found.why.rpartition(": ")[2] if found else None) == name


@pytest.mark.parametrize(
    ("line", "more", "grade", "why"),
    [
        (b"conform 1 name=a version=1 language=C", [], GOOD, ""),
        (b"conform 1 name=a version=1 language=C surrogates=reject", [], GOOD, ""),
        (b"conform 1", [], NOTE, "it does not give its name, version, language"),
        (b"conform 1 name=a version=1 language=C colour=red", [], NOTE, "unknown keys: colour"),
        (b"conform 1 surrogates=maybe", [], WRONG, "choice surrogates has no behaviour 'maybe'"),
        (b"conform 1 error=gone", [], WRONG, "it says that it cannot run: gone"),
        (b"conform 1", ["'ready'"], WRONG, "it wrote more than a handshake: 'ready'"),
        (b"hello", [], WRONG, "expected the handshake"),
    ],
)
def test_a_handshake(line: bytes, more: list[str], grade: Grade, why: str) -> None:
    _, found = assessment.of_handshake(line, more)

    assert (found.grade, found.why[: len(why)]) == (grade, why)


@pytest.mark.parametrize("found", [OK, note("n", ""), not_applicable("n/a"), unclear("u"), wrong("w", "fix")])
def test_nothing_is_the_fault_of_an_adapter_that_the_tool_brings(found: Assessment) -> None:
    own = assessment.of_own_adapter(found)

    assert own.grade in (NA, GOOD, NOTE)
    assert own.why == (f"{found.why}; the fault is the codec's" if found.grade in (UNCLEAR, WRONG) else found.why)


def test_answers_that_belong_to_each_other_are_exchanged() -> None:
    asked = {1: calls((0xE9,))[0], 2: calls((0x4E2D,))[0], 3: DECODE}
    right = {1: Returned(encoded((0xE9,))), 2: Returned(encoded((0x4E2D,))), 3: Returned(BUECHER)}

    assert list(assessment.exchanged(asked, right)) == []
    assert list(assessment.exchanged(asked, {**right, 1: right[2], 3: Rejected()})) == [(1, 2)]
    assert list(assessment.exchanged(asked, {**right, 1: Returned((1,))})) == []
