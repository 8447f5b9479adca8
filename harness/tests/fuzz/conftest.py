"""Shared: asking a codec in this process, and the cases of a seed."""

from collections.abc import Callable, Sequence

import pytest

from punycode_conform.faults import CONTROLS, FAULTS, Codec
from punycode_conform.fuzz.generator import numbered
from punycode_conform.run.check import Check
from punycode_conform.run.problem import Problem
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, Unsupported
from punycode_conform.targets.function import Function, Untransportable


def asking(codec: Codec) -> Callable[[Sequence[Call]], list[Outcome | None]]:
    """Calls answered by a codec in this process, as a worker would answer them."""

    sides = {Operation.ENCODE: Function(codec.encode, False), Operation.DECODE: Function(codec.decode, True)}

    def one(call: Call) -> Outcome:
        try:
            return Returned(tuple(sides[call.operation](list(call.input))))
        except Untransportable:
            return Unsupported()
        except ValueError as error:
            return Rejected(str(error))
        except Exception as error:
            own = type(error).__module__.startswith("punycode_conform")
            return Rejected(str(error)) if own else Crashed(f"{type(error).__name__}: {error}")

    return lambda calls: [one(call) for call in calls]


def problems(name: str, cases: Sequence[Call], choices: Choices | None = None) -> list[Problem]:
    """What the check finds in a fault or a control."""
    codec = (FAULTS.get(name) or CONTROLS[name]).make()
    return list(Check(choices or Choices()).batch(cases, asking(codec)))


@pytest.fixture(scope="session")
def some_cases() -> list[Call]:
    """A thousand cases of seed 0."""
    return [numbered(0, number) for number in range(1000)]
