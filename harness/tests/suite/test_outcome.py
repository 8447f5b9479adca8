"""Outcomes and expectations: values of different kinds are never equal."""

from itertools import combinations

import pytest

from punycode_conform.suite.oracle import Either, Rejects, Returns
from punycode_conform.suite.outcome import Crashed, Evaded, Rejected, Returned, TimedOut, Unsupported

VALUES = [Returned((1,)), Rejected(""), Crashed(""), TimedOut(1), Unsupported(""), Evaded("")]
EXPECTATIONS = [Returns((1,)), Rejects(""), Either((1,), "", ())]


@pytest.mark.parametrize(("one", "other"), [*combinations([*VALUES, *EXPECTATIONS], 2)], ids=str)
def test_values_of_different_kinds_differ(one: object, other: object) -> None:
    assert one != other
    assert len({one, other}) == 2
