"""Reports side by side: tables as text, Markdown and HTML, a column for each target."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..run.report import Report
from . import words
from .markdown import inert
from .template import draw

_SHOWN = 40  # differing cases, except in HTML
_OTHER_SUITES = "The reports come from different versions of the suite: compare with care."

_MISSING = "-"

Rows = list[Sequence[str]]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Reports compared.

    Attributes:
        names: the columns.
        verdicts: the number of results by verdict, where any report has one.
        bugs: the number of failures by the bug class of their vectors, or by clause where there is none.
        differing: the verdicts by case, where they differ; ``-`` where a report lacks the case.
        same_suite: whether all reports come from the same vectors.
    """

    names: tuple[str, ...]
    verdicts: dict[str, tuple[int, ...]]
    bugs: dict[str, tuple[int, ...]]
    differing: dict[str, tuple[str, ...]]
    same_suite: bool


def compare(reports: Sequence[Report]) -> Comparison:
    """The reports compared."""
    bugs = [Counter(r.bug or (words.cited(r.clause) if r.clause else "none") for r in one.failures) for one in reports]
    verdicts = [{r.id: r.verdict.value for r in report.results} for report in reports]
    cases = dict.fromkeys(case for one in verdicts for case in one)
    # A case that a report lacks counts as a difference: another version of the suite, or a selection.
    rows = {case: tuple(one.get(case, _MISSING) for one in verdicts) for case in cases}
    return Comparison(
        # Numbered, since two reports may have one label: two versions of a codec, for example.
        tuple(f"{number}. {report.header.label}" for number, report in enumerate(reports, 1)),
        _side_by_side([Counter(report.tally) for report in reports]),
        _side_by_side(bugs),
        {case: row for case, row in rows.items() if len(set(row)) > 1},
        len({report.header.suite_digest for report in reports}) == 1,
    )


def _side_by_side(counts: Sequence[Counter[str]]) -> dict[str, tuple[int, ...]]:
    names = dict.fromkeys(name for one in counts for name in one)
    return {name: row for name in names if any(row := tuple(one[name] for one in counts))}


def text(reports: Sequence[Report]) -> str:
    """The tables for a terminal."""
    found = compare(reports)
    lines = [*_verdicts(reports), *_warning(found)]
    for heading, rows in _tables(found, _SHOWN):
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines += ["", heading]
        lines += ["  " + "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines) + "\n"


def markdown(reports: Sequence[Report]) -> str:
    """The tables for a page; nothing foreign is markup."""
    found = compare(reports)
    lines = ["## Punycode: reports compared", ""]
    lines += [f"- {inert(line)}" for line in (*_verdicts(reports), *_warning(found))]
    for heading, rows in _tables(found, _SHOWN):
        head, *body = [f"| {' | '.join(map(inert, row))} |" for row in rows]
        lines += ["", f"### {heading}", "", head, "|" + " --- |" * len(rows[0]), *body]
    return "\n".join(lines) + "\n"


def html(reports: Sequence[Report]) -> str:
    """The tables as a page of its own, with all cases."""
    found = compare(reports)
    values = {
        "verdicts": zip(_verdicts(reports), map(words.good, reports), strict=True),
        "warning": _warning(found),
        "tables": _tables(found),
    }
    return draw("compared.html", values)


def _verdicts(reports: Sequence[Report]) -> Iterator[str]:
    for number, report in enumerate(reports, 1):
        yield f"{number}. {words.verdict_line(report)}"


def _warning(found: Comparison) -> list[str]:
    return [] if found.same_suite else [_OTHER_SUITES]


def _tables(found: Comparison, shown: int = sys.maxsize) -> Iterator[tuple[str, Rows]]:
    names = found.names
    for heading, first, counts in (
        ("Results by verdict", "verdict", found.verdicts),
        ("Failures by what their vectors look for", "vectors for", found.bugs),
    ):
        if counts:
            yield heading, [[first, *names], *([name, *(f"{n:,}" for n in row)] for name, row in counts.items())]
    if found.differing:
        cases: Rows = [[case, *row] for case, row in found.differing.items()]
        more = [[f"and {len(cases) - shown:,} more", *[""] * len(names)]] if len(cases) > shown else []
        yield f"Cases on which they differ ({len(cases):,})", [["case", *names], *cases[:shown], *more]
