"""What broken laws are due to, among the causes of a report."""

from punycode_conform.run.failures import owners
from punycode_conform.suite.laws import Breach

from ..results import law

ONE, TWO, THREE = BREACHES = tuple(Breach((), name) for name in ("one", "two", "three"))


def owner(*parts: tuple[Breach, ...]) -> list[int]:
    return [
        *owners([law("round-trip", *BREACHES)], lambda at, _, breach: breach in parts[at], range(len(parts))).values()
    ]


def test_a_law_is_due_to_the_part_that_gives_most_breaches_if_all_are_given() -> None:
    assert owner((ONE,), (TWO, THREE)) == [1]
    assert owner(BREACHES, BREACHES) == [0]
    assert owner((ONE,), (TWO,)) == []
