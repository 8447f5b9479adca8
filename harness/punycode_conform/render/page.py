"""A report as a page: Markdown, or HTML that needs nothing else: no network, no other file, and no script to be read.

The page of a published result is drawn with the same templates, from the same parts.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from msgspec import Struct

from .. import places
from ..notation import parting, quote, show
from ..run.report import Report
from ..run.result import CaseResult, LawResult, Result
from ..suite import catalogue
from ..suite.oracle import Either, Returns
from ..suite.outcome import Operation, Returned
from ..suite.verdict import BAD, Verdict
from . import words
from .excerpt import excerpt
from .groups import Group, groups, unexplained
from .template import draw

_SHOWN = 10  # failures of a group in Markdown
_FULL = 250  # failures that are shown in full; with all of them the page would be of several megabytes
_CLAUSES = 4  # of a group without a known cause; more would not help a reader
_OPEN = 5  # failures up to this many are open at first; of more, only the first of each group
_SIDES = ("expected", "got")
# In the order of the page: what is wrong comes before what is right.
_COUNTS = {
    "fail": "failed",
    "crash": "crashed",
    "timeout": "timed out",
    "xpass": "passed against the baseline",
    "xfail": "known to fail",
    "skip": "skipped",
    "pass": "passed",
}

Marked = tuple[tuple[str, bool], ...]
"""Text in pieces, each with whether it is marked."""


class Row(Struct, frozen=True):
    """A failure of a group."""

    result: Result
    given: str  # the input of its call; empty for a law
    sides: tuple[tuple[str, Marked], ...]  # labels with the right and the wrong answer
    lines: tuple[tuple[str, str], ...]  # labels with all else that there is to say
    again: str  # the command that shows it once more
    opened: bool  # whether the lines are seen at first


class Shown(Struct, frozen=True):
    """A group of failures."""

    heading: str
    says: str  # the cause without its clause, or the heading
    clauses: tuple[str, ...]  # of the cause, or those that most of the failures cite
    explained: str  # how much the cause explains
    total: int
    rows: tuple[Row, ...]  # the failures that are shown in full
    more: tuple[Result, ...] = ()  # those that are a line each
    again: str = ""  # the command that shows the first of these


class Checked(Struct, frozen=True):
    """The answered and the failed cases of a clause or of a bug class; the title is empty if the suite does not know it."""

    id: str
    title: str
    asked: int
    failed: int


def markdown(report: Report) -> str:
    """The verdict, the failures in groups, each with a table, and the observed choices."""
    values = {"groups": groups(report), "unexplained": unexplained(report), "most": _SHOWN}
    return draw("report.markdown", {"report": report, "words": words, **values}).rstrip() + "\n"


def html(report: Report) -> str:
    """The page: the verdict first, then what failed and why, what was seen, what was checked, and how it was run."""
    results = report.results
    values = {
        "report": report,
        "words": words,
        "counts": counts(report.tally),
        "choices": choices,
        "groups": shown(report),
        "unexplained": unexplained(report),
        "filters": _filters(results),
        "checked": checked(tallies((r.clause, r) for r in results if isinstance(r, CaseResult)), clause_titles()),
        "classes": list(checked(tallies((r.bug, r) for r in results if r.bug), bug_titles())),
        "laws": [(result.law, result.verdict.value) for result in results if isinstance(result, LawResult)],
        "facts": facts(report),
    }
    return draw("run.html", values, script=True)


def counts(tally: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """Each verdict that there is, with its word and its number."""
    numbers = ((name, word, tally.get(name, 0)) for name, word in _COUNTS.items())
    return [row for row in numbers if row[2] or row[0] in ("pass", "fail")]


def facts(report: Report) -> Iterator[tuple[str, str]]:
    """How the report came about, as labels with values; an unknown value is empty."""
    header = report.header
    yield "target", header.target.label
    yield "implementation", " ".join(filter(None, (header.target.name, header.target.version)))
    yield "language", header.target.language
    yield "vectors", f"version {header.suite.version}, {header.suite.digest}"
    yield "layer", header.layer
    yield "choices declared", ", ".join(f"{name}={side}" for name, side in header.choices.items())
    yield "part", words.part(report).removesuffix("; ")
    yield "not asked", "".join(words.not_asked(header.lacks, header.missing)).removeprefix("not asked: ")
    yield "date", report.date
    yield "duration", f"{report.seconds:.1f} s" if report.seconds is not None else ""
    yield "command", words.command(report.header.command)


def shown(report: Report, *, full: int = _FULL) -> list[Shown]:
    """The groups; of very many failures each group has only some in full, to keep the page small."""
    all_groups = groups(report)
    total = sum(len(group.results) for group in all_groups)
    if total > full:  # shared among the groups, so that none is without an example
        full = max(1, full // len(all_groups))
    return [_shown(group, report, full, total <= _OPEN) for group in all_groups]


def _shown(group: Group, report: Report, full: int, opened: bool) -> Shown:
    rows = tuple(row(result, report, opened or result is group.results[0]) for result in group.results[:full])
    more = group.results[full:]
    return Shown(
        group.heading,
        group.cause.says if group.cause else group.heading,
        breaks(group.cause.clause if group.cause else "", group.clauses),
        group.explained(report),
        len(group.results),
        rows,
        more,
        words.again(report, more[0]) if more else "",
    )


def breaks(clause: str, cited: Mapping[str, int]) -> tuple[str, ...]:
    """The clause of a cause; or those that most failures of a group cite, if no cause is known."""
    return (clause,) if clause else tuple(sorted(cited, key=lambda name: -cited[name])[:_CLAUSES])


def row(result: Result, report: Report, opened: bool) -> Row:
    """A failure of a report, with its difference."""
    *lines, (_, again) = words.labels_and_command(result, report)
    lines += words.first_wrong(result)
    if isinstance(result, LawResult):
        return Row(result, "", (), tuple(lines), again, opened)
    (_, given), *lines = lines
    sides = _difference(result) or {label: ((value, False),) for label, value in lines if label in _SIDES}
    # A place that a line of its own marks on a terminal is marked in the text here, and the clause is a link.
    left = tuple((label, value) for label, value in lines if label not in (*_SIDES, "", "clause"))
    return Row(result, given, tuple(sides.items()), left, again, opened)


def _difference(result: CaseResult) -> dict[str, Marked]:
    """Both sides with the place marked where they part, if there are two sides."""
    match result.expectation, result.outcome:
        case (Returns(wanted) | Either(wanted) as right, Returned(got)) if wanted != got:
            at, encoded = parting(wanted, got), result.call.operation is Operation.ENCODE
            free = ((f", or a refusal ({right.reason})", False),) if isinstance(right, Either) else ()
            return {"expected": (*marked(wanted, at, encoded=encoded), *free), "got": marked(got, at, encoded=encoded)}
    return {}


def marked(points: Sequence[int], at: int, *, encoded: bool) -> Marked:
    """Code points with the one at ``at`` marked, then the whole as text; of an encoded form, the text alone.

    Long ones are cut, but never where the mark is.
    """
    start, end, cut = excerpt(points, at)
    literal = encoded and all(0x20 <= c < 0x7F for c in points)
    space = "" if literal else " "

    def written(part: Sequence[int]) -> str:
        return quote(part)[1:-1] if literal else show(part)

    before, after = points[start:at], points[at + 1 : end]
    place = written(points[at : at + 1]) if at < len(points) else "(end)"
    head = ("…" + space if start else "") + (written(before) + space if before else "")
    tail = (space + written(after) if after else "") + (space + "…" if end < len(points) else "")
    whole = f"  {quote(points)}" if points and not literal else ""
    mark = '"' if literal else ""
    return (mark + head, False), (place, True), (f"{tail}{mark}{cut}{whole}", False)


def _filters(results: Iterable[Result]) -> dict[str, tuple[str, list[str]]]:
    """The filters by key: a label, and the values that there are."""
    results = list(results)
    filters = {
        "v": ("Verdict", {r.verdict.value for r in results}),
        "c": ("Clause", {r.clause for r in results}),
        # The class says what the vector looks for, not what the codec does.
        "b": ("Vector for", {r.bug for r in results}),
        "h": ("Choice", {choice for r in results if r.verdict in BAD for choice in choices(r)}),
    }
    return {key: (label, sorted(filter(None, values))) for key, (label, values) in filters.items()}


def choices(result: Result) -> tuple[str, ...]:
    """The choices that leave a case open; of plain passes nobody asks."""
    plain_pass = result.verdict is Verdict.PASS and not result.judgement.warning
    match result:
        case CaseResult(expectation=Either(choices=choices)) if not plain_pass:
            return choices
    return ()


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


def clause_titles() -> Mapping[str, str]:
    """The titles of the clauses, in the order of the RFC."""
    return _clauses(places.VECTORS / "clauses.yaml")


def bug_titles() -> Mapping[str, str]:
    """The titles of the bug classes, in the order of their list."""
    return _bugs(places.VECTORS / "bugs.yaml")


# By the file, so that what was read of one folder never stands for another.
@cache
def _clauses(file: Path) -> Mapping[str, str]:
    return {clause.id: clause.title for clause in catalogue.clauses(file)}


@cache
def _bugs(file: Path) -> Mapping[str, str]:
    return {bug.id: bug.title for bug in catalogue.bugs(file).values()}
