"""Confirming problems in fresh processes."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from punycode_conform.fuzz.confirmer import Confirmer
from punycode_conform.run.check import Problem
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Call, Operation, Rejected, Returned
from punycode_conform.targets.name import resolve
from punycode_conform.targets.session import Limits

CALL = Call(Operation.DECODE, (0x2D,))


@pytest.fixture
def confirmer() -> Iterator[Confirmer]:
    with closing(Confirmer(resolve("codec:punycode", ()), Limits(), Choices())) as made:
        yield made


def test_a_problem_that_a_fresh_process_shows_is_confirmed(confirmer: Confirmer) -> None:
    problem = Problem("accepted", (CALL,), Returned(()))

    assert confirmer.confirm(problem) == Problem("accepted", (CALL,), Returned(()), ("round-trip", "decode-uniqueness"))


@pytest.mark.parametrize("kind", ["stability", "crash", "wrong"])
def test_a_problem_that_a_fresh_process_does_not_show_is_gone(confirmer: Confirmer, kind: str) -> None:
    """A call that is answered alike when it is repeated is not unstable."""
    assert confirmer.confirm(Problem(kind, (CALL,), Rejected(), shows="it was refused once")) is None


def earlier(count: int, *others: Call) -> list[Call]:
    """Calls of which only the last few may be others than plain ones; these come long before the end."""
    plain = [Call(Operation.ENCODE, (0x61, 0x100 + number)) for number in range(count)]
    return [*plain[:20], *others, *plain[20:]]


@pytest.mark.parametrize(("kind", "count"), [("wrong", 3000), ("stability", 300)])
def test_one_earlier_call_that_changes_an_answer_is_found_among_all(kind: str, count: int) -> None:
    empty, call = Call(Operation.DECODE, ()), Call(Operation.DECODE, tuple(b"tda"))
    history = earlier(count, empty, call)
    with closing(Confirmer(resolve("fault:wrong-after-empty", ()), Limits(), Choices())) as confirmer:
        found = confirmer.after(history, Problem(kind, (call,), Returned(())))

    assert found == Problem("stability", (empty, call), Returned(()), ("stability",), "only after 1 other call")


@pytest.mark.slow
def test_where_it_takes_several_earlier_calls_these_are_found() -> None:
    """After ten refusals everything is refused."""
    refused = [Call(Operation.DECODE, (0x2D, 0x61 + number)) for number in range(12)]
    call = Call(Operation.DECODE, tuple(b"tda"))
    with closing(Confirmer(resolve("fault:tired-after-ten-errors", ()), Limits(), Choices())) as confirmer:
        found = confirmer.after(earlier(40, *refused), Problem("refused", (call,), Rejected("too many errors")))

    assert found is not None
    assert {*found.calls[:-1]} <= {*refused}
    assert len(found.calls) == 11


def test_what_no_earlier_call_changes_is_gone(confirmer: Confirmer) -> None:
    call = Call(Operation.DECODE, tuple(b"tda"))

    assert confirmer.after(earlier(100), Problem("stability", (call,), Returned((0xFC,)))) is None


def test_what_only_a_follow_up_shows_is_not_confirmed_alone() -> None:
    """The second call of each process is wrong, which is AA after aa."""
    with closing(Confirmer(resolve("fault:second-call-wrong", ()), Limits(), Choices())) as confirmer:
        assert confirmer.confirm(Problem("wrong", (Call(Operation.DECODE, tuple(b"aa")),), Returned(()))) is None
