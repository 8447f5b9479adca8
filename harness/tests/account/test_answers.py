"""Answers of a run as a whole: kinds of crashes, likely refusals, constant answers."""

import pytest

from punycode_conform.account.answers import constant_answer, crash_kind, likely_refusals
from punycode_conform.suite.oracle import Either, Expectation, Rejects, Returns
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned

DUE, ALLOWED, VALUE = Rejects("bad-digit"), Either((0x61,), "overflow", ("integers",)), Returns((0x61,))
KEY, INDEX = Crashed("KeyError: '-'"), Crashed("IndexError: x")


@pytest.mark.parametrize(
    "alike",
    [
        ("KeyError: '-'", "KeyError: 'a'"),
        ("IndexError: list index out of range", "ArrayIndexOutOfBoundsException: Index -22 out of bounds"),
        ("TypeError: bad key 'a'", "TypeError: bad key 'b'"),
    ],
)
def test_crashes_are_of_one_kind_whatever_the_language_and_the_values(alike: tuple[str, str]) -> None:
    others = ("None: returned None", "TypeError: returned bool, not str", "killed by SIGSEGV", "killed by SIGABRT")
    kinds = {crash_kind(Crashed(message)) for message in alike}

    assert len(kinds) == 1
    assert len(kinds.union(crash_kind(Crashed(message)) for message in others)) == 5


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ([(DUE, KEY, 60), (ALLOWED, KEY, 4), (VALUE, Returned((0x61,)), 99)], {"KeyError": 64}),
        ([(DUE, KEY, 60), (DUE, INDEX, 30), (DUE, Rejected(), 10)], {"KeyError": 60, "IndexError": 30}),
        # It breaks on what it should answer, too.
        ([(DUE, KEY, 60), (VALUE, KEY, 10)], {}),
        # It refuses most of these in words, so the rest are crashes.
        ([(DUE, KEY, 40), (DUE, Rejected(), 60)], {}),
        # It accepts most of these.
        ([(DUE, Crashed("killed by SIGSEGV"), 60)], {}),
    ],
)
def test_an_exception_may_be_the_way_to_refuse_if_it_answers_most_refusals_that_were_due(
    given: list[tuple[Expectation, Outcome, int]], found: dict[str, int]
) -> None:
    answers = [(expectation, outcome) for expectation, outcome, times in given for _ in range(times)]

    assert likely_refusals(answers) == [*found.items()]


def wrong(*outcomes: Outcome) -> list[tuple[Call, Expectation, Outcome]]:
    """Answers, each to a call with a right answer of its own."""
    calls = [Call(Operation.DECODE, (0x61, number)) for number in range(len(outcomes))]
    return [(call, Returns((0x100 + call.input[1],)), outcome) for call, outcome in zip(calls, outcomes, strict=True)]


@pytest.mark.parametrize(
    ("answers", "says"),
    [
        (wrong(*[Rejected("a"), Rejected("b")] * 4), "is refused"),
        (wrong(*[Rejected()] * 7), ""),
        (wrong(*[Returned((0x7A,))] * 8), 'gives "z"'),
        (wrong(*[Returned((0x7A,))] * 8, Returned((0x79,))), ""),
        (wrong(*[Returned((0x61, n)) for n in range(8)]), "gives its input back"),
        (wrong(*[Crashed("E: a"), Crashed("E: b")] * 4), "fails with E"),
        (wrong(*[Crashed("E: a"), Crashed("F: a")] * 4), ""),
        ([(Call(Operation.DECODE, ()), Returns(()), Returned(())), *wrong(*[Rejected()] * 8)], "is refused"),
        ([], ""),
    ],
)
def test_a_constant_answer_is_said(answers: list[tuple[Call, Expectation, Outcome]], says: str) -> None:
    assert constant_answer(answers) == says
