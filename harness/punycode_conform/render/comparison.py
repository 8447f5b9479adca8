"""Reports side by side: tables as text, Markdown and HTML, a column for each target."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence

from ..run.report import Report
from . import words
from .template import draw

_SHOWN = 40  # differing cases, except in HTML
_MISSING = "-"  # a report lacks the case

Table = tuple[str, list[Sequence[str]]]
"""A heading, and rows of cells."""


def text(reports: Sequence[Report]) -> str:
    """The tables for a terminal."""
    lines = [*_verdicts(reports), *_warning(reports)]
    for heading, rows in tables(reports, _SHOWN):
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines += ["", heading]
        lines += ["  " + "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines) + "\n"


def markdown(reports: Sequence[Report]) -> str:
    """The tables for a page of Markdown."""
    return _drawn("compared.markdown", reports, _SHOWN)


def html(reports: Sequence[Report]) -> str:
    """The tables as a page of its own, with all cases."""
    return _drawn("compared.html", reports, sys.maxsize)


def _drawn(template: str, reports: Sequence[Report], most: int) -> str:
    verdicts = zip(_verdicts(reports), map(words.good, reports), strict=True)
    return draw(template, {"verdicts": verdicts, "warning": _warning(reports), "tables": tables(reports, most)})


def _verdicts(reports: Sequence[Report]) -> Iterator[str]:
    return (f"{number}. {words.verdict_line(report)}" for number, report in enumerate(reports, 1))


def _warning(reports: Sequence[Report]) -> list[str]:
    same = len({report.header.suite.digest for report in reports}) == 1
    return [] if same else ["The reports come from different versions of the suite: compare with care."]


def tables(reports: Sequence[Report], most: int) -> Iterator[Table]:
    """The number of results by verdict, the number of failures by bug class, and up to ``most`` cases that differ."""
    # Numbered, since two reports may have one label: two versions of a codec, for example.
    names = [f"{number}. {report.header.target.label}" for number, report in enumerate(reports, 1)]
    bugs = [
        Counter(r.bug or (words.cited(r.clause) if r.clause else "none") for r in report.failures) for report in reports
    ]
    for heading, first, counts in (
        ("Results by verdict", "verdict", [Counter(report.tally) for report in reports]),
        ("Failures by what their vectors look for", "vectors for", bugs),
    ):
        keys = dict.fromkeys(key for column in counts for key in column if any(other[key] for other in counts))
        if keys:
            yield heading, [[first, *names], *([key, *(f"{column[key]:,}" for column in counts)] for key in keys)]
    verdicts = [{result.id: result.verdict.value for result in report.results} for report in reports]
    # A case that a report lacks counts as a difference: another version of the suite, or a selection.
    rows = [
        [case, *row]
        for case in dict.fromkeys(case for column in verdicts for case in column)
        if len({*(row := [column.get(case, _MISSING) for column in verdicts])}) > 1
    ]
    if rows:
        more = [[f"and {len(rows) - most:,} more", *[""] * len(names)]] if len(rows) > most else []
        yield f"Cases on which they differ ({len(rows):,})", [["case", *names], *rows[:most], *more]
