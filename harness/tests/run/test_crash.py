"""Kinds of crashes, and the crashes that may be a target's way to refuse."""

import pytest

from punycode_conform.run.crash import exception, kind, likely_refusals
from punycode_conform.run.report import LikelyRefusal
from punycode_conform.run.result import CaseResult
from punycode_conform.suite.oracle import Either, Expectation, Rejects, Returns
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned
from punycode_conform.suite.verdict import judge

DUE, ALLOWED, VALUE = Rejects("bad-digit"), Either((0x61,), "overflow", ("integers",)), Returns((0x61,))


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("KeyError: '-'", "KeyError"),
        ("AssertionError", "AssertionError"),
        ("None: returned None", "None"),
        ("decimal.InvalidOperation: [<class 'x'>]", "decimal.InvalidOperation"),
        ("java.lang.IndexOutOfBoundsException: Index 128", "java.lang.IndexOutOfBoundsException"),
        ("Punycode::Error: no", "Punycode::Error"),
        ("killed by SIGSEGV", ""),
        ("it ended with exit status 1", ""),
        ("protocol error: not a line of the protocol", ""),
        ("argument out of range: 7", ""),
        ("", ""),
    ],
)
def test_the_exception_of_a_crash(message: str, name: str) -> None:
    assert exception(message) == name


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("KeyError: '-'", "KeyError: 'a'", True),
        ("KeyError: '-'", "None: returned None", False),
        ("KeyError: '-'", "IndexError: string index out of range", False),
        ("IndexError: list index out of range", "ArrayIndexOutOfBoundsException: Index -22 out of bounds", True),
        ("OverflowError: too large", "System.OverflowException: Value was too large", True),
        ("OverflowError: too large", "StackOverflowError", False),
        ("RecursionError: maximum recursion depth exceeded", "java.lang.StackOverflowError", True),
        ("ZeroDivisionError: integer modulo by zero", "System.DivideByZeroException: x", True),
        ("TypeError: ord() expected a character, but string of length 2 found", "TypeError: ord() expected a "
         "character, but string of length 0 found", True),
        ("TypeError: returned bool, not str", "TypeError: unsupported operand type(s) for +", False),
        ("TypeError: bad key 'a'", "TypeError: bad key 'b'", True),
        ("killed by SIGSEGV", "killed by SIGABRT", False),
    ],
)  # fmt: skip
def test_crashes_of_one_kind(one: str, other: str, alike: bool) -> None:
    assert (kind(one) == kind(other)) is alike


def results(*given: tuple[Expectation, Outcome, int]) -> list[CaseResult]:
    return [
        CaseResult(f"{at}-{number}", Call(Operation.DECODE, (0x61,)), expectation, outcome,
                   judge(expectation, outcome, Operation.DECODE), "")
        for at, (expectation, outcome, times) in enumerate(given)
        for number in range(times)
    ]  # fmt: skip


KEY, INDEX = Crashed("KeyError: '-'"), Crashed("IndexError: x")


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ([(DUE, KEY, 60), (ALLOWED, KEY, 4), (VALUE, Returned((0x61,)), 99)], {"KeyError": 64}),
        ([(DUE, KEY, 60), (DUE, INDEX, 30), (DUE, Rejected(), 10)], {"KeyError": 60, "IndexError": 30}),
        ([(DUE, KEY, 60), (VALUE, KEY, 3)], {"KeyError": 60}),
        # It breaks on what it should answer, too.
        ([(DUE, KEY, 60), (VALUE, KEY, 10)], {}),
        # It refuses most of these in words, so the rest are crashes.
        ([(DUE, KEY, 40), (DUE, Rejected(), 60)], {}),
        # It accepts most of these.
        ([(DUE, KEY, 40), (DUE, Returned((0x61,)), 60)], {}),
        ([(DUE, Crashed("killed by SIGSEGV"), 60)], {}),
        ([(VALUE, Returned((0x61,)), 60)], {}),
    ],
)
def test_an_exception_may_be_the_way_to_refuse_if_it_answers_most_refusals_that_were_due(
    given: list[tuple[Expectation, Outcome, int]], found: dict[str, int]
) -> None:
    assert likely_refusals(results(*given)) == [LikelyRefusal(name, calls) for name, calls in found.items()]
