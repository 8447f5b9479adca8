"""The checks of a run: how many cases each clause of the RFC and each bug class has, and how many of them passed."""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from .. import places
from ..run.result import CaseResult, Result
from ..suite import bug, clause
from ..suite.verdict import BAD, Verdict


class Checked(NamedTuple):
    """The cases of a clause or of a bug class.

    Attributes:
        id: the clause, or the id of the bug class.
        title: its title; empty for one that the suite does not know.
        asked: the number of cases that were answered.
        failed: the number of those that failed.
        skipped: the number of cases that the target cannot take.
        passed: the cases that passed, as far as they are to be listed.
    """

    id: str
    title: str
    asked: int
    failed: int
    skipped: int = 0
    passed: Sequence[Result] = ()


def checked(results: Iterable[Result]) -> list[Checked]:
    """The clauses that cases cite, in the order of the RFC."""
    cases = [result for result in results if isinstance(result, CaseResult)]
    titles = clause_titles()
    order = {name: at for at, name in enumerate(titles)}
    cited = sorted({one.clause for one in cases}, key=lambda name: (order.get(name, len(order)), name))
    return [_checked(name, titles, [one for one in cases if one.clause == name]) for name in cited]


def classes(results: Iterable[Result]) -> list[Checked]:
    """The bug classes that cases look for, in the order of their list."""
    cases = [result for result in results if isinstance(result, CaseResult)]
    titles = bug_titles()
    sought = dict.fromkeys([*titles, *(one.bug for one in cases)])
    found = (_checked(name, titles, [one for one in cases if one.bug == name]) for name in sought if name)
    return [one for one in found if one.asked or one.skipped]


def _checked(name: str, titles: dict[str, str], cases: Sequence[CaseResult]) -> Checked:
    skipped = sum(one.verdict is Verdict.SKIP for one in cases)
    failed = sum(one.verdict in {*BAD, Verdict.XFAIL} for one in cases)
    passed = tuple(one for one in cases if one.verdict is Verdict.PASS and not one.judgement.warning)
    return Checked(name, titles.get(name, ""), len(cases) - skipped, failed, skipped, passed)


@cache
def clause_titles() -> dict[str, str]:
    """The titles of the clauses, in the order of the RFC."""
    return {one.id: one.title for one in clause.read(places.VECTORS / "clauses.yaml")}


@cache
def bug_titles() -> dict[str, str]:
    """The titles of the bug classes, in the order of their list."""
    return {one.id: one.title for one in bug.read(places.VECTORS / "bugs.yaml").values()}
