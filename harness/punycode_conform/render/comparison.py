"""Reports side by side: tables for a terminal, a column for each target."""

from collections import Counter
from collections.abc import Iterator, Sequence

from ..run.report import Report
from . import words

_SHOWN = 40  # differing cases

Table = tuple[str, list[Sequence[str]]]
"""A heading, and rows of cells."""


def text(reports: Sequence[Report]) -> str:
    """The verdict lines and the tables; and a warning if the reports are of different suites."""
    lines = [f"{number}. {words.verdict_line(report)}" for number, report in enumerate(reports, 1)]
    if len({report.header.suite.digest for report in reports}) > 1:
        lines.append("The reports come from different versions of the suite: compare with care.")
    for heading, rows in _tables(reports):
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines += ["", heading]
        lines += ["  " + "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines) + "\n"


def _tables(reports: Sequence[Report]) -> Iterator[Table]:
    """The number of results by verdict, the number of failures by bug class, and the cases that differ."""
    # Numbered, since two reports may have one label: two versions of a codec, for example.
    names = [f"{number}. {report.header.target.label}" for number, report in enumerate(reports, 1)]
    bugs = [Counter(result.bug or words.cited(result.clause) for result in report.failures) for report in reports]
    for heading, first, counts in (
        ("Results by verdict", "verdict", [Counter(report.tally) for report in reports]),
        ("Failures by what their vectors look for", "vectors for", bugs),
    ):
        keys = dict.fromkeys(key for column in counts for key, number in column.items() if number)
        if keys:
            yield heading, [[first, *names], *([key, *(f"{column[key]:,}" for column in counts)] for key in keys)]
    verdicts = [{result.id: result.verdict.value for result in report.results} for report in reports]
    # A case that a report lacks counts as a difference: another version of the suite, or a selection.
    cases = dict.fromkeys(case for column in verdicts for case in column)
    rows = [[case, *(column.get(case, "-") for column in verdicts)] for case in cases]
    if differing := [row for row in rows if len({*row[1:]}) > 1]:
        more = [[f"and {len(differing) - _SHOWN:,} more", *[""] * len(names)]] if len(differing) > _SHOWN else []
        yield f"Cases on which they differ ({len(differing):,})", [["case", *names], *differing[:_SHOWN], *more]
