"""The checks of a run: how many cases each clause of the RFC and each bug class has, and how many of them failed."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from .. import places
from ..run.result import CaseResult, Result
from ..suite import catalogue
from ..suite.verdict import BAD, Verdict

_FAILED = (*BAD, Verdict.XFAIL)


class Checked(NamedTuple):
    """The cases of a clause or of a bug class.

    Attributes:
        id: the clause, or the id of the bug class.
        title: its title; empty for one that the suite does not know.
        asked: the number of cases that were answered.
        failed: the number of those that failed.
    """

    id: str
    title: str
    asked: int
    failed: int


def checked(tallies: Mapping[str, Mapping[str, int]], titles: Mapping[str, str]) -> Iterator[Checked]:
    """The clauses or bug classes in the order of their titles, then those without one.

    Args:
        tallies: the number of cases by verdict, for each clause or bug class.
        titles: of those that the suite has.
    """
    for name in dict.fromkeys([*titles, *sorted(tallies)]):
        if tally := tallies.get(name):
            failed = sum(tally.get(verdict, 0) for verdict in _FAILED)
            yield Checked(name, titles.get(name, ""), sum(tally.values()) - tally.get(Verdict.SKIP, 0), failed)


def clauses(results: Iterable[Result]) -> Iterator[Checked]:
    """The clauses that the cases of a run cite."""
    return checked(tallies((one.clause, one) for one in results if isinstance(one, CaseResult)), clause_titles())


def classes(results: Iterable[Result]) -> Iterator[Checked]:
    """The bug classes that the cases of a run look for."""
    return checked(tallies((one.bug, one) for one in results if one.bug), bug_titles())


def tallies(keyed: Iterable[tuple[str, Result]]) -> dict[str, Counter[str]]:
    """The number of results by verdict, for each key."""
    found: dict[str, Counter[str]] = {}
    for key, result in keyed:
        found.setdefault(key, Counter())[result.verdict.value] += 1
    return found


def clause_titles() -> Mapping[str, str]:
    """The titles of the clauses, in the order of the RFC."""
    return _clauses(places.VECTORS / "clauses.yaml")


def bug_titles() -> Mapping[str, str]:
    """The titles of the bug classes, in the order of their list."""
    return _bugs(places.VECTORS / "bugs.yaml")


# By the file, so that what was read of one folder never stands for another.
@cache
def _clauses(file: Path) -> Mapping[str, str]:
    return {one.id: one.title for one in catalogue.clauses(file)}


@cache
def _bugs(file: Path) -> Mapping[str, str]:
    return {one.id: one.title for one in catalogue.bugs(file).values()}
