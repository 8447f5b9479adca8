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
        ((0x10061,), (0x61,), "cut to 16 bits"),
        ((0x161,), (0x61,), "cut to 8 bits"),
        ((0x100000061,), (0x61,), "cut to 16 bits"),
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
        ([Returned(()), Crashed("x"), Rejected()], GOOD, ""),
        ([Returned(()), Returned(())], WRONG, "none of 2 inputs is rejected: each is answered with an empty ok"),
        ([Returned((0x61,)), Returned((0x62,))], UNCLEAR, "none of 2 inputs is rejected: ok 61"),
        ([Returned(()), Crashed("x")], UNCLEAR, "none of 2 inputs is rejected: a crash: x"),
        ([Unsupported(), Returned(()), Returned(())], WRONG, "none of 2 inputs is rejected"),
        ([Unsupported(), Unsupported()], UNCLEAR, "none of 2 inputs is rejected: unsupported"),
    ],
)
def test_answers_to_what_must_be_refused(outcomes: list[Outcome], grade: Grade, why: str) -> None:
    found = assessment.of_refusals(outcomes)

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
        (b"conform 1 surrogates=maybe", [], WRONG, "choice surrogates has no side 'maybe'"),
        (b"conform 1 error=gone", [], WRONG, "it says that it cannot run: gone"),
        (b"conform 1", ["'ready'"], WRONG, "it wrote more than a handshake: 'ready'"),
        (b"hello", [], WRONG, "expected the handshake"),
    ],
)
def test_a_handshake(line: bytes, more: list[str], grade: Grade, why: str) -> None:
    _, found = assessment.of_handshake(line, more)

    assert (found.grade, found.why[: len(why)]) == (grade, why)


def test_answers_that_belong_to_each_other_are_exchanged() -> None:
    asked = {1: calls((0xE9,))[0], 2: calls((0x4E2D,))[0], 3: DECODE}
    right = {1: Returned(encoded((0xE9,))), 2: Returned(encoded((0x4E2D,))), 3: Returned(BUECHER)}

    assert list(assessment.exchanged(asked, right)) == []
    assert list(assessment.exchanged(asked, {**right, 1: right[2], 3: Rejected()})) == [(1, 2)]
    assert list(assessment.exchanged(asked, {**right, 1: Returned((1,))})) == []
