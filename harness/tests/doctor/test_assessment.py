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

BUECHER, PAIR = tuple(map(ord, "bücher")), (0xD83D, 0xDCA9)
ENCODE, DECODE = calls(BUECHER)
NA, GOOD, NOTE, UNCLEAR, WRONG = Grade
BOTH: Allowed = (Unsupported, Rejected)


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
        (ENCODE, Unsupported(), (), WRONG, "unsupported"),
        (ENCODE, Unsupported(), BOTH, NA, "unsupported"),
        (ENCODE, Rejected("no"), (), UNCLEAR, "reject no"),
        (ENCODE, Rejected("no"), BOTH, NA, "reject no"),
        (ENCODE, TimedOut(2.0), BOTH, UNCLEAR, "no answer within 2 s"),
    ],
)
def test_an_answer_to_a_valid_input(call: Call, outcome: Outcome, allowed: Allowed, grade: Grade, why: str) -> None:
    result = assessment.of_answer(BUECHER, call, outcome, allowed)

    assert result.grade is grade
    assert why in result.why
    assert (result.advice != "") == (grade in (UNCLEAR, WRONG))


def test_a_pair_of_surrogates_may_come_back_as_one_code_point_from_decode_only() -> None:
    encode, decode = calls(PAIR)

    assert assessment.of_answer(PAIR, decode, Returned((0x1F4A9,))).grade is GOOD
    assert assessment.of_answer(PAIR, encode, Returned((0x1F4A9,))).grade is UNCLEAR
    assert assessment.of_answer(PAIR, encode, Returned(encoded((0x1F4A9,)))).grade is UNCLEAR


@pytest.mark.parametrize(
    ("label", "value", "damaged"),
    [("bcher-kv\u0161", "bücher", True), ("tda\u3000", "x", False), ("tda\0", "ü", True)],
)
def test_a_result_of_decode_may_be_right_for_a_damaged_input(label: str, value: str, *, damaged: bool) -> None:
    call = Call(Operation.DECODE, tuple(map(ord, label)))

    assert (assessment.of_damaged_input(call, tuple(map(ord, value))) is not None) == damaged


@pytest.mark.parametrize(
    ("outcome", "allowed", "grade", "why"),
    [
        (Returned(BUECHER), (), GOOD, ""),
        (Returned((1,)), (), WRONG, "answered U+0001"),
        (Unsupported(), (), WRONG, "unsupported"),
        (Unsupported(), BOTH, NA, ""),
        (Rejected("no"), BOTH, WRONG, "reject no"),
    ],
)
def test_an_echo(outcome: Outcome, allowed: Allowed, grade: Grade, why: str) -> None:
    result = assessment.of_echo(BUECHER, outcome, allowed)

    assert result.grade is grade
    assert why in result.why


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
    asked = [Call(Operation.DECODE, tuple(map(ord, label))) for label in ("-", "\xfc", "zzzzzzzzzzzz")]
    result = assessment.of_refusals([*zip(asked, outcomes, strict=False)])

    assert result.grade is grade
    assert result.why.startswith(why)
