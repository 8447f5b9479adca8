"""Observations on input that must be refused."""

import pytest

from punycode_conform.observation.acceptance import Invalid, acceptances
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned

TAKEN, REFUSED, CRASHED = Returned((0x61,)), Rejected(), Crashed("IndexError: 7")


def said(reason: str, *answers: tuple[str, Outcome]) -> list[str]:
    """What is observed of answers to input that must be refused for one reason."""
    calls = [(Call(Operation.DECODE, tuple(map(ord, text))), outcome) for text, outcome in answers]
    return [one.says for one in acceptances([Invalid(call, reason, outcome) for call, outcome in calls])]


@pytest.mark.parametrize(
    ("reason", "answers", "says"),
    [
        (
            "truncated",
            [("b", TAKEN), ("bb", TAKEN), ("x-b", TAKEN)],
            "Decode accepts all input that ends inside a delta (6.2).",
        ),
        (
            "truncated",
            [("b", CRASHED), ("bb", CRASHED), ("x-b", CRASHED)],
            "Decode crashes on all input that ends inside a delta (6.2).",
        ),
        (
            "bad-digit",
            [("_a", TAKEN), ("a_", TAKEN), ("tda_", TAKEN), ("t_", REFUSED), ("!", REFUSED)],
            "Decode accepts input with characters that are no digits (6.2): U+005F.",
        ),
        (
            "bad-digit",
            [("_a", TAKEN), ("!a", TAKEN), ("a*a", TAKEN), ("!", REFUSED)],
            "Decode accepts input with characters that are no digits (6.2): all 3 that were tried.",
        ),
    ],
)
def test_what_is_not_refused_is_named(reason: str, answers: list[tuple[str, Outcome]], says: str) -> None:
    assert said(reason, *answers) == [says]


def test_a_few_answers_of_many_show_nothing() -> None:
    assert said("truncated", ("b", TAKEN), ("bb", TAKEN), ("x-b", TAKEN), ("y", REFUSED)) == []
    assert said("truncated", ("b", TAKEN), ("bb", TAKEN)) == []
