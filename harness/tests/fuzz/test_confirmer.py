"""Confirming problems in fresh processes."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from punycode_conform.fuzz.confirmer import Confirmer
from punycode_conform.run.problem import Problem
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
