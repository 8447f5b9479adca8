"""Several reports side by side: how many of each verdict, of each bug class, and the cases on which they differ."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .report import Report

MISSING = "-"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Rows for each report's column.

    Attributes:
        verdicts: the number of results by verdict, where any report has one.
        bugs: the number of failures by bug class, or by clause where no class is known.
        differing: the verdicts by case, where not all are the same.
        same_suite: whether all come from the same vectors.
    """

    verdicts: dict[str, tuple[int, ...]]
    bugs: dict[str, tuple[int, ...]]
    differing: dict[str, tuple[str, ...]]
    same_suite: bool


def compare(reports: Sequence[Report]) -> Comparison:
    """The reports compared; a case that a report lacks has ``-`` for its verdict."""
    tallies = [Counter(report.tally) for report in reports]
    bugs = [Counter(r.bug or (f"section {r.clause}" if r.clause else "none") for r in one.failures) for one in reports]
    verdicts = [{r.id: r.verdict.value for r in report.results} for report in reports]
    cases = dict.fromkeys(case for one in verdicts for case in one)
    seen = {case: tuple(one.get(case, MISSING) for one in verdicts) for case in cases}
    return Comparison(
        _side_by_side(tallies),
        _side_by_side(bugs),
        {case: row for case, row in seen.items() if len(set(row)) > 1},
        len({report.header.suite_digest for report in reports}) == 1,
    )


def _side_by_side(counts: Sequence[Counter[str]]) -> dict[str, tuple[int, ...]]:
    names = dict.fromkeys(name for one in counts for name in one)
    return {name: row for name in names if any(row := tuple(one[name] for one in counts))}
