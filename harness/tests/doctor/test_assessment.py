"""Answers in, assessment out: each rule by which an adapter's faults are kept apart from its codec's."""

import pytest

from punycode_conform.doctor import assessment
from punycode_conform.doctor.assessment import (
    NOT_APPLICABLE,
    OK,
    Allowed,
    Assessment,
    Grade,
    encoded,
    note,
    unclear,
    wrong,
)
from punycode_conform.doctor.checks import calls
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported

BUECHER = tuple(map(ord, "bücher"))
ENCODE, DECODE = calls(BUECHER)
NA, GOOD, NOTE, UNCLEAR, WRONG = Grade
BOTH: Allowed = (Unsupported, Rejected)
PAIR = (0xD83D, 0xDCA9)


def text(string: str) -> Returned:
    return Returned(tuple(map(ord, string)))


@pytest.mark.parametrize(
    ("call", "outcome", "allowed", "grade", "why"),
    [
        (ENCODE, text("bcher-KVA"), (), GOOD, ""),
        (ENCODE, text("BCHER-kva"), (), UNCLEAR, "answered U+0042"),
        (DECODE, text("bücher"), (), GOOD, ""),
        (DECODE, text("bcher-kva"), (), UNCLEAR, "the input itself"),
        (DECODE, text(""), (), UNCLEAR, "the empty string"),
        (DECODE, text("b\ufffdcher"), (), UNCLEAR, "code points become U+FFFD"),
        (ENCODE, Unsupported(), (), WRONG, "unsupported"),
        (ENCODE, Unsupported(), BOTH, NA, "unsupported"),
        (ENCODE, Rejected("no"), (), UNCLEAR, "reject no"),
        (ENCODE, Rejected("no"), BOTH, NA, "reject no"),
        (ENCODE, Crashed("IndexError"), BOTH, UNCLEAR, "a crash: IndexError"),
        (ENCODE, TimedOut(2.0), BOTH, UNCLEAR, "no answer within 2 s"),
    ],
)
def test_an_answer_to_a_valid_input(call: Call, outcome: Outcome, allowed: Allowed, grade: Grade, why: str) -> None:
    found = assessment.of_answer(BUECHER, call, outcome, allowed)

    assert found.grade is grade
    assert why in found.why
    assert (found.advice != "") == (grade in (UNCLEAR, WRONG))


def test_a_pair_of_surrogates_may_come_back_as_one_code_point_from_decode_only() -> None:
    encode, decode = calls(PAIR)
    joined = assessment.of_answer(PAIR, encode, Returned(encoded((0x1F4A9,))))

    assert assessment.of_answer(PAIR, decode, Returned((0x1F4A9,))).grade is GOOD
    assert assessment.of_answer(PAIR, encode, Returned((0x1F4A9,))).grade is UNCLEAR
    assert (joined.grade, joined.why.rpartition(": ")[2]) == (UNCLEAR, "two surrogates are joined to one code point")


@pytest.mark.parametrize(
    ("given", "value", "name"),
    [
        ("bcher-kv\u0161", "bücher", "only the low 8 bits of code points are kept"),
        ("tda\u3000", "x", None),
        ("tda\0", "ü", "the text ends at NUL"),
    ],
)
def test_a_result_of_another_input(given: str, value: str, name: str | None) -> None:
    call = Call(Operation.DECODE, tuple(map(ord, given)))
    found = assessment.of_damaged_input(call, tuple(map(ord, value)))

    assert (found.why.rpartition(": ")[2] if found else None) == name


@pytest.mark.parametrize(
    ("outcome", "allowed", "grade", "why"),
    [
        (Returned(BUECHER), (), GOOD, ""),
        (Returned((1,)), (), WRONG, "answered U+0001"),
        (text("b\ufffdcher"), (), WRONG, "code points become U+FFFD"),
        (Unsupported(), (), WRONG, "unsupported"),
        (Unsupported(), BOTH, NA, ""),
        (Rejected("no"), BOTH, WRONG, "reject no"),
    ],
)
def test_an_echo(outcome: Outcome, allowed: Allowed, grade: Grade, why: str) -> None:
    found = assessment.of_echo(BUECHER, outcome, allowed)

    assert found.grade is grade
    assert why in found.why


IN_CALL = Assessment(UNCLEAR, "trimmed", in_call=True)


@pytest.mark.parametrize(
    ("answer", "echo", "together"),
    [
        (OK, wrong("echo", ""), OK),
        (wrong("answer", ""), OK, wrong("answer", "")),
        (unclear("answer"), wrong("echo", ""), wrong("echo", "")),
        (unclear("answer", "x"), OK, note("answer; its echo is right, so the fault is the codec's", "x")),
        (unclear("answer"), NOT_APPLICABLE, unclear("answer")),
        (IN_CALL, OK, IN_CALL),
    ],
)
def test_an_echo_decides_only_what_was_unclear(answer: Assessment, echo: Assessment, together: Assessment) -> None:
    assert assessment.with_echo(answer, echo) == together


LACKED = (ENCODE, Unsupported(), NOT_APPLICABLE)


@pytest.mark.parametrize(
    ("answers", "echo", "grade"),
    [
        ([(ENCODE, text("x"), OK)], wrong("echo", ""), WRONG),
        ([LACKED, (DECODE, text("x"), unclear("x"))], NOT_APPLICABLE, NOTE),
        ([LACKED, (DECODE, Crashed("x"), unclear("x"))], NOT_APPLICABLE, UNCLEAR),
        ([LACKED], OK, WRONG),
        ([(DECODE, Unsupported(), NOT_APPLICABLE)], OK, GOOD),
    ],
)
def test_a_string(answers: list[tuple[Call, Outcome, Assessment]], echo: Assessment, grade: Grade) -> None:
    assert assessment.of_string(answers, echo).grade is grade


@pytest.mark.parametrize(
    ("outcomes", "grade", "why"),
    [
        ([Returned(()), Rejected()], GOOD, ""),
        ([Returned(()), Rejected(), Crashed("x")], UNCLEAR, "decode U+007A*12: a crash: x, where a refusal"),
        ([Returned(())], WRONG, "none of 1 inputs is rejected: each is answered with an empty ok"),
        ([Returned((0x61,)), Returned((0x62,))], UNCLEAR, "none of 2 inputs is rejected: ok 61"),
        ([Unsupported(), Returned(()), Returned(())], WRONG, "none of 2 inputs is rejected"),
        ([Unsupported(), Unsupported()], UNCLEAR, "none of 2 inputs is rejected: unsupported"),
    ],
)
def test_answers_to_inputs_that_must_be_refused(outcomes: list[Outcome], grade: Grade, why: str) -> None:
    asked = [Call(Operation.DECODE, tuple(map(ord, text))) for text in ("-", "\xfc", "zzzzzzzzzzzz")]
    found = assessment.of_refusals([*zip(asked, outcomes, strict=False)])

    assert found.grade is grade
    assert found.why.startswith(why)


@pytest.mark.parametrize(
    ("line", "grade", "why"),
    [
        (b"conform 1 name=a version=1 language=C surrogates=reject", GOOD, ""),
        (b"conform 1", NOTE, "it does not give its name, version, language"),
        (b"conform 1 surrogates=maybe", WRONG, "choice surrogates has no behaviour 'maybe'"),
        (b"conform 1 error=gone", WRONG, "it says that it cannot run: gone"),
        (b"hello", WRONG, "expected the handshake"),
    ],
)
def test_a_handshake(line: bytes, grade: Grade, why: str) -> None:
    _, found = assessment.of_handshake(line, [])

    assert (found.grade, found.why[: len(why)]) == (grade, why)
