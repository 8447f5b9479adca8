"""A report as a page: Markdown, or HTML that needs nothing else: no network, no other file, and no script to be read.

The page of a published result is drawn with the same templates, from the same parts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from .. import places
from ..run.report import CaseResult, LawResult, Report, Result
from ..suite import catalogue
from ..suite.verdict import BAD, Verdict
from . import failure, words
from .groups import groups, unexplained
from .template import draw

_SHOWN = 10  # failures of a group in Markdown
_FULL = 250  # failures that are shown in full; with all of them the page would be of several megabytes


class Checked(NamedTuple):
    """The answered and the failed cases of a clause or of a bug class; the title is empty if the suite does not know it."""

    id: str
    title: str
    asked: int
    failed: int


def markdown(report: Report) -> str:
    """The verdict, the failures in groups, each with a table, and the observed choices."""
    values = {"report": report, "words": words, "failure": failure, "groups": groups(report), "most": _SHOWN}
    return draw("report.markdown", values | {"unexplained": unexplained(report)}).rstrip() + "\n"


def html(report: Report) -> str:
    """The page: the verdict first, then what failed and why, what was seen, what was checked, and how it was run."""
    results, shown = report.results, groups(report)
    clauses = {clause.id: clause.title for clause in catalogue.clauses(places.VECTORS / "clauses.yaml")}
    bugs = {bug.id: bug.title for bug in catalogue.bugs(places.VECTORS / "bugs.yaml").values()}
    few = sum(group.total for group in shown) <= _FULL
    filters = {
        "v": ("Verdict", {result.verdict.value for result in results}),
        "c": ("Clause", {result.clause for result in results}),
        # The class says what the vector looks for, not what the codec does.
        "b": ("Vector for", {result.bug for result in results}),
    }
    values = {
        "report": report,
        "words": words,
        "failure": failure,
        "groups": shown,
        "full": _FULL if few else max(1, _FULL // len(shown)),  # shared, so that no group is without an example
        "unexplained": unexplained(report),
        "filters": {key: (label, sorted(filter(None, values))) for key, (label, values) in filters.items()},
        "checked": checked(tallies((r.clause, r) for r in results if isinstance(r, CaseResult)), clauses),
        "classes": list(checked(tallies((r.bug, r) for r in results if r.bug), bugs)),
        "laws": [(result.law, result.verdict.value) for result in results if isinstance(result, LawResult)],
    }
    return draw("run.html", values, script=True)


def tallies(keyed: Iterable[tuple[str, Result]]) -> dict[str, Counter[str]]:
    """The number of results by verdict, for each key."""
    counts: dict[str, Counter[str]] = {}
    for key, result in keyed:
        counts.setdefault(key, Counter())[result.verdict.value] += 1
    return counts


def checked(tallies: Mapping[str, Mapping[str, int]], titles: Mapping[str, str]) -> Iterator[Checked]:
    """The clauses or bug classes of these tallies in the order of the titles, then those without one."""
    for name in dict.fromkeys([*titles, *sorted(tallies)]):
        if tally := tallies.get(name):
            failed = sum(tally.get(verdict, 0) for verdict in (*BAD, Verdict.XFAIL))
            yield Checked(name, titles.get(name, ""), sum(tally.values()) - tally.get(Verdict.SKIP, 0), failed)
