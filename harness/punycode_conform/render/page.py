"""A report as one page of HTML that needs nothing else: no network, no other file, and no script to be read.

The page of a published result is drawn with the same templates, from the same parts.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ..notation import parting, quote, show
from ..run.report import Report
from ..run.result import CaseResult, LawResult, Result
from ..suite.oracle import Either
from ..suite.outcome import Operation
from ..suite.verdict import BAD, Verdict
from . import words
from .checked import classes, clauses
from .excerpt import excerpt
from .groups import Group, groups, unexplained
from .template import draw

_FULL = 250  # failures that are shown in full; with all of them the page would be of several megabytes
_CLAUSES = 4  # of a group without a known cause; more would not help a reader
_OPEN = 5  # failures up to this many are open at first; of more, only the first of each group
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


class Row(NamedTuple):
    """A failure of a group.

    Attributes:
        result: the failure.
        given: the input of its call; empty for a law.
        sides: labels with what should have come and what came, the first difference marked.
        lines: labels with all else that there is to say.
        again: the command that shows it once more.
        opened: whether the lines are seen at first.
    """

    result: Result
    given: str
    sides: tuple[tuple[str, Marked], ...]
    lines: tuple[tuple[str, str], ...]
    again: str
    opened: bool


class Shown(NamedTuple):
    """A group of failures.

    Attributes:
        heading: what is wrong, with the clause if a cause is known.
        says, clauses: the cause and its clause; or the heading, and the clauses that most of the failures cite.
        explained: how much the cause explains.
        total: the number of failures.
        rows: those that are shown in full.
        more: those that are a line each.
        again: the command that shows the first of these.
    """

    heading: str
    says: str
    clauses: tuple[str, ...]
    explained: str
    total: int
    rows: tuple[Row, ...]
    more: tuple[Result, ...] = ()
    again: str = ""


def html(report: Report) -> str:
    """The page: the verdict first, then what failed and why, what was seen, what was checked, and how it was run."""
    values = {
        "report": report,
        "words": words,
        "counts": counts(report.tally),
        "choices": choices,
        "groups": shown(report),
        "unexplained": unexplained(report),
        "filters": _filters(report.results),
        "checked": clauses(report.results),
        "classes": list(classes(report.results)),
        "laws": [(one.law, one.verdict.value) for one in report.results if isinstance(one, LawResult)],
        "facts": facts(report),
    }
    return draw("run.html", values, script=True)


def counts(tally: Mapping[str, int]) -> list[tuple[str, str, int]]:
    """Each verdict that there is, with its word and its number."""
    numbers = ((name, word, tally.get(name, 0)) for name, word in _COUNTS.items())
    return [one for one in numbers if one[2] or one[0] in ("pass", "fail")]


def facts(report: Report) -> Iterator[tuple[str, str]]:
    """How the report came about, as labels with values; what is not known is left out."""
    header = report.header
    yield "target", header.label
    yield "implementation", " ".join(filter(None, (header.target, header.version)))
    yield "language", header.language
    yield "vectors", f"version {header.suite_version}, {header.suite_digest}"
    yield "layer", header.layer
    yield "choices declared", ", ".join(f"{name}={side}" for name, side in header.choices.items())
    yield "part", words.part(report).removesuffix("; ")
    yield "not asked", "".join(words.not_asked(header.lacks, header.missing)).removeprefix("not asked: ")
    yield "date", report.date
    yield "duration", f"{report.seconds:.1f} s" if report.seconds is not None else ""
    yield "command", words.command(report)


def shown(report: Report, *, full: int = _FULL) -> list[Shown]:
    """The groups; of very many failures each group has only some in full, to keep the page small."""
    found = groups(report)
    total = sum(len(group.results) for group in found)
    if total > full:  # shared among the groups, so that none is without an example
        full = max(1, full // len(found))
    return [_shown(group, report, full, total <= _OPEN) for group in found]


def _shown(group: Group, report: Report, full: int, opened: bool) -> Shown:
    says = group.cause.says if group.cause else group.heading
    rows = tuple(row(one, report, opened or one is group.results[0]) for one in group.results[:full])
    more = group.results[full:]
    again = words.again(report, more[0]) if more else ""
    broken = breaks(group.cause.clause if group.cause else "", group.clauses)
    return Shown(group.heading, says, broken, group.explained(report), len(group.results), rows, more, again)


def breaks(clause: str, cited: Mapping[str, int]) -> tuple[str, ...]:
    """The clause of a cause; or those that most failures of a group cite, if no cause is known."""
    return (clause,) if clause else tuple(sorted(cited, key=lambda one: -cited[one])[:_CLAUSES])


def row(result: Result, report: Report, opened: bool) -> Row:
    """A failure of a report, with its difference."""
    *lines, (_, again) = words.labels_and_command(result, report)
    lines += words.first_wrong(result)
    if isinstance(result, LawResult):
        return Row(result, "", (), tuple(lines), again, opened)
    (_, given), *lines = lines
    values = _difference(result) or {label: ((value, False),) for label, value in lines if label in _SIDES}
    # A place that a line of its own marks on a terminal is marked in the text here, and the clause is a link.
    left = tuple((label, value) for label, value in lines if label not in (*_SIDES, "", "clause"))
    return Row(result, given, tuple(values.items()), left, again, opened)


_SIDES = ("expected", "got")


def _difference(result: CaseResult) -> dict[str, Marked]:
    """Both sides with the place marked where they part, if there are two sides."""
    both = words.wanted_and_got(result)
    if both is None:
        return {}
    (wanted, got), encoded = both, result.call.operation is Operation.ENCODE
    at, open_ = parting(wanted, got), result.expectation
    free = ((f", or a refusal ({open_.reason})", False),) if isinstance(open_, Either) else ()
    return {"expected": (*marked(wanted, at, encoded=encoded), *free), "got": marked(got, at, encoded=encoded)}


def marked(points: Sequence[int], at: int, *, encoded: bool) -> Marked:
    """Code points with the one at ``at`` marked, then the whole as text; of an encoded form, the text alone.

    Long ones are cut, but never where the mark is.
    """
    part = excerpt(points, at)
    start, end = part.start, part.end
    cut = f" {part.place}" if part.cut else ""
    literal = encoded and all(0x20 <= c < 0x7F for c in points)
    written, space = (_unquoted, "") if literal else (show, " ")
    before, after = points[start:at], points[at + 1 : end]
    place = written(points[at : at + 1]) if at < len(points) else "(end)"
    head = ("…" + space if start else "") + (written(before) + space if before else "")
    tail = (space + written(after) if after else "") + (space + "…" if end < len(points) else "")
    if literal:
        return ('"' + head, False), (place, True), (f'{tail}"{cut}', False)
    return (head, False), (place, True), (f"{tail}{cut}" + (f"  {quote(points)}" if points else ""), False)


def _unquoted(points: Sequence[int]) -> str:
    return quote(points)[1:-1]


def _filters(results: Iterable[Result]) -> dict[str, tuple[str, list[str]]]:
    """The filters by key: a label, and the values that there are."""
    results = list(results)
    found = {
        "v": ("Verdict", {r.verdict.value for r in results}),
        "c": ("Clause", {r.clause for r in results}),
        # The class says what the vector looks for, not what the codec does.
        "b": ("Vector for", {r.bug for r in results}),
        "h": ("Choice", {choice for r in results if r.verdict in BAD for choice in choices(r)}),
    }
    return {key: (label, sorted(filter(None, values))) for key, (label, values) in found.items()}


def choices(result: Result) -> tuple[str, ...]:
    """The choices that leave a case open; of plain passes nobody asks."""
    plain_pass = result.verdict is Verdict.PASS and not result.judgement.warning
    match result:
        case CaseResult(expectation=Either(choices=choices)) if not plain_pass:
            return choices
    return ()
