"""What broken laws are due to, among the causes of a report."""

import pytest

from punycode_conform.run.failures import owners
from punycode_conform.suite.laws import Breach

from ..results import law

ONE, TWO, THREE = (Breach((), name) for name in ("one", "two", "three"))


@pytest.mark.parametrize(
    ("parts", "owner"),
    [
        ([{ONE, TWO, THREE}, {ONE}], 0),
        ([{ONE}, {TWO, THREE}], 1),  # no part gives all of them
        ([{ONE, TWO, THREE}, {ONE, TWO, THREE}], 0),
        ([{ONE}, {TWO}], None),
        ([], None),
    ],
)
def test_a_law_is_due_to_the_part_that_gives_most_breaches_if_all_are_given(
    parts: list[set[Breach]], owner: int | None
) -> None:
    broken = law("round-trip", ONE, TWO, THREE)

    assert owners([broken], lambda at, law, breach: breach in parts[at], range(len(parts))).get(broken.id) == owner
