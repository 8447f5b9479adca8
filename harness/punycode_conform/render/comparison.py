"""Reports side by side: tables as text, Markdown and HTML, a column for each target."""

from collections.abc import Iterator, Sequence

from ..run.comparison import Comparison
from ..run.report import Report
from . import words
from .markdown import inert
from .markup import Element, tag
from .page import frame, page

_SHOWN = 40  # differing cases, except in HTML
_OTHER_SUITES = "The reports come from different versions of the suite: compare with care."

Rows = list[Sequence[str]]


def text(found: Comparison, reports: Sequence[Report]) -> str:
    """The tables for a terminal."""
    lines = [*_verdicts(reports), *_warning(found)]
    for heading, rows in _tables(found, reports, _SHOWN):
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines += ["", heading]
        lines += ["  " + "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines) + "\n"


def markdown(found: Comparison, reports: Sequence[Report]) -> str:
    """The tables for a page; nothing foreign is markup."""
    lines = ["## Punycode: reports compared", ""]
    lines += [f"- {inert(line)}" for line in (*_verdicts(reports), *_warning(found))]
    for heading, rows in _tables(found, reports, _SHOWN):
        head, *body = [f"| {' | '.join(map(inert, row))} |" for row in rows]
        lines += ["", f"### {heading}", "", head, "|" + " --- |" * len(rows[0]), *body]
    return "\n".join(lines) + "\n"


def html(found: Comparison, reports: Sequence[Report]) -> str:
    """The tables as a page of its own, with all cases."""
    kinds = ("good" if words.good(report) else "bad" for report in reports)
    lines = zip(_verdicts(reports), kinds, strict=True)
    verdicts = (tag("li", tag("bdi", line), class_=kind) for line, kind in lines)
    warning = (tag("p", tag("strong", line)) for line in _warning(found))
    head = tag("header", tag("h1", "Punycode: reports compared"), tag("ul", *verdicts, class_="verdicts"), *warning)
    tables = _tables(found, reports, len(found.differing))
    sections = (tag("section", tag("h2", heading), _table(heading, rows)) for heading, rows in tables)
    return page("Punycode: reports compared", head, tag("main", *sections, id="results", tabindex="-1"))


def _verdicts(reports: Sequence[Report]) -> Iterator[str]:
    for number, report in enumerate(reports, 1):
        yield f"{number}. {words.verdict_line(report)}"


def _warning(found: Comparison) -> list[str]:
    return [] if found.same_suite else [_OTHER_SUITES]


def _tables(found: Comparison, reports: Sequence[Report], shown: int) -> Iterator[tuple[str, Rows]]:
    names = [f"{number}. {report.header.label}" for number, report in enumerate(reports, 1)]
    for heading, first, counts in (
        ("Results by verdict", "verdict", found.verdicts),
        ("Failures by bug class", "bug", found.bugs),
    ):
        if counts:
            yield heading, [[first, *names], *([name, *(f"{n:,}" for n in row)] for name, row in counts.items())]
    if found.differing:
        cases: Rows = [[case, *row] for case, row in found.differing.items()]
        more = [[f"and {len(cases) - shown:,} more", *[""] * len(names)]] if len(cases) > shown else []
        yield f"Cases on which they differ ({len(cases):,})", [["case", *names], *cases[:shown], *more]


def _table(heading: str, rows: Rows) -> Element:
    head = tag("thead", tag("tr", *(tag("th", cell, scope="col") for cell in rows[0])))
    body = (tag("tr", tag("th", row[0], scope="row"), *map(_cell, row[1:])) for row in rows[1:])
    return frame(heading, tag("table", head, tag("tbody", *body), class_="compared"))


def _cell(text: str) -> Element:
    """A count, or a verdict, which its class colours."""
    kind = ("n zero" if text == "0" else "n") if text[:1].isdigit() else text
    return tag("td", text, class_=kind)
