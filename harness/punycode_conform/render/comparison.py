"""Reports side by side: tables as text, Markdown and HTML, a column for each target."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from ..run.report import Report
from . import words
from .template import draw

_SHOWN = 40  # differing cases, except in HTML

Table = tuple[str, list[Sequence[str]]]
"""A heading, and rows of cells."""


def text(reports: Sequence[Report]) -> str:
    """The tables for a terminal."""
    lines = [line for line, _ in _verdicts(reports)]
    for heading, rows in tables(reports, _SHOWN):
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines += ["", heading]
        lines += ["  " + "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines) + "\n"


def markdown(reports: Sequence[Report]) -> str:
    """The tables for a page of Markdown."""
    return draw("compared.markdown", {"verdicts": _verdicts(reports), "tables": tables(reports, _SHOWN)})


def html(reports: Sequence[Report]) -> str:
    """The tables as a page of its own, with all cases."""
    return draw("compared.html", {"verdicts": _verdicts(reports), "tables": tables(reports, sys.maxsize)})


def _verdicts(reports: Sequence[Report]) -> Iterator[tuple[str, bool]]:
    """The verdict lines, each with whether it is good; and a warning if the reports are of different suites."""
    for number, report in enumerate(reports, 1):
        yield f"{number}. {words.verdict_line(report)}", words.good(report)
    if len({report.header.suite.digest for report in reports}) > 1:
        yield "The reports come from different versions of the suite: compare with care.", False


def tables(reports: Sequence[Report], most: int) -> Iterator[Table]:
    """The number of results by verdict, the number of failures by bug class, and up to ``most`` cases that differ."""
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
        more = [[f"and {len(differing) - most:,} more", *[""] * len(names)]] if len(differing) > most else []
        yield f"Cases on which they differ ({len(differing):,})", [["case", *names], *differing[:most], *more]
