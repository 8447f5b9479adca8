"""Answers in, assessment out: each rule by which an adapter's faults are kept apart from its codec's."""

import pytest

from punycode_conform.doctor import assessment
from punycode_conform.doctor.assessment import NOT_APPLICABLE, OK, Allowed, Assessment, Grade, unclear, wrong
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
        (ENCODE, text("BCHER-kva"), (), UNCLEAR, 'gives "BCHER-kva"'),
        (DECODE, text("bcher-kva"), (), UNCLEAR, "the input itself"),
        (DECODE, text(""), (), UNCLEAR, "gives (empty)"),
        (DECODE, text("BÜCHER"), (), UNCLEAR, "gives U+0042"),
        (DECODE, text("b?cher"), (), UNCLEAR, "code points become a question mark"),
        (ENCODE, Unsupported(), (), WRONG, "unsupported"),
        (ENCODE, Unsupported(), BOTH, NA, "unsupported"),
        (ENCODE, Rejected("no"), (), UNCLEAR, "is refused"),
        (ENCODE, Rejected("no"), BOTH, NA, "is refused"),
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
    assert assessment.of_answer(PAIR, encode, Returned(calls((0x1F4A9,))[1].input)).grade is UNCLEAR


@pytest.mark.parametrize(
    ("label", "outcome", "grade", "why"),
    [
        ("bcher-kv\u0161", text("bücher"), UNCLEAR, "only the low 8 bits"),
        ("tda\u3000", text("x"), NA, ""),
        ("tda\0", text("ü"), UNCLEAR, "the text ends at NUL"),
        ("-", Rejected(), NA, ""),
        ("-", Crashed("x"), UNCLEAR, "crashes (x), where a refusal was due"),
    ],
)
def test_an_answer_where_a_refusal_was_due(label: str, outcome: Outcome, grade: Grade, why: str) -> None:
    result = assessment.of_refusal(Call(Operation.DECODE, tuple(map(ord, label))), outcome)

    assert result.grade is grade
    assert why in result.why


@pytest.mark.parametrize(
    ("outcome", "allowed", "grade"),
    [
        (Returned(BUECHER), (), GOOD),
        (Returned((1,)), (), WRONG),
        (Unsupported(), (), WRONG),
        (Unsupported(), BOTH, NA),
        (Rejected("no"), BOTH, WRONG),
    ],
)
def test_an_echo(outcome: Outcome, allowed: Allowed, grade: Grade) -> None:
    assert assessment.of_echo(BUECHER, outcome, allowed).grade is grade


IN_CALL = Assessment(UNCLEAR, "trimmed", in_call=True)


@pytest.mark.parametrize(
    ("answer", "echo", "grade"),
    [
        (OK, wrong("echo", ""), GOOD),
        (unclear("answer"), wrong("echo", ""), WRONG),
        (unclear("answer"), OK, NOTE),
        (unclear("answer"), NOT_APPLICABLE, UNCLEAR),
        (IN_CALL, OK, UNCLEAR),
    ],
)
def test_an_echo_decides_only_what_was_unclear(answer: Assessment, echo: Assessment, grade: Grade) -> None:
    assert assessment.with_echo(answer, echo).grade is grade


@pytest.mark.parametrize(
    ("outcomes", "grade"),
    [
        ([Returned(()), Rejected()], GOOD),
        ([Returned(()), Returned(())], WRONG),
        ([Returned((0x61,)), Returned((0x62,))], UNCLEAR),
        ([Unsupported(), Returned(()), Returned(())], WRONG),
        ([Unsupported(), Unsupported()], UNCLEAR),
    ],
)
def test_answers_to_inputs_that_must_be_refused(outcomes: list[Outcome], grade: Grade) -> None:
    asked = [Call(Operation.DECODE, tuple(map(ord, label))) for label in ("-", "\xfc", "zzzzzzzzzzzz")]

    assert assessment.of_refusals([*zip(asked, outcomes, strict=False)]).grade is grade
