"""Outcomes and expectations are tuples with names; those of different kinds are never equal."""

from itertools import combinations
from typing import Any

import pytest

from punycode_conform.suite.oracle import Either, Rejects, Returns
from punycode_conform.suite.outcome import Crashed, Evaded, Rejected, Returned, TimedOut, Unsupported

KINDS = [
    Returned((0x61,)),
    Rejected("a"),
    Crashed("a", ""),
    TimedOut(5.0),
    Unsupported("a"),
    Evaded("a"),
    Returns((0x61,)),
    Rejects("a"),
    Either((0x61,), "a", ()),
]


@pytest.mark.parametrize(("one", "other"), list(combinations(KINDS, 2)))
def test_values_of_two_kinds_differ(one: tuple[object, ...], other: tuple[object, ...]) -> None:
    assert one != other
    assert not one == other  # noqa: SIM201  # each of the two operators is a method of its own
    assert len({one, other}) == 2


@pytest.mark.parametrize("one", KINDS, ids=lambda one: type(one).__name__)
def test_values_of_one_kind_are_equal_if_they_hold_the_same(one: Any) -> None:
    twin = type(one)(*one)

    assert one == twin
    assert not one != twin  # noqa: SIM202  # see above
    assert hash(one) == hash(twin)
    assert one != tuple(one)
