"""A report as one page of HTML that needs nothing else: no network, no other file, and no script to be read."""

from collections.abc import Iterable, Iterator, Sequence

from ..run.report import Report
from ..run.result import CaseResult, LawResult, Result
from ..suite.notation import plain, quote, show
from ..suite.oracle import Either
from ..suite.outcome import Operation
from ..suite.verdict import BAD, Verdict
from . import words
from .excerpt import excerpt, parting
from .groups import Group, groups, unexplained
from .markup import Element, frame, page, tag, together

_FULL = 250  # failures that are shown in full; with all of them the page would be of several megabytes
_OPEN = 5  # failures up to this many are open at first; of more, only the first is
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


def html(report: Report) -> str:
    """The page: the verdict first, then what failed, what was seen, and what passed."""
    main = tag(
        "main",
        *(tag("p", sentence) for sentence in words.refusal_sentences(report)),
        *_stale(report),
        _filters(report),
        *_failures(report),
        *(_brief_group(heading, results) for heading, results in words.warnings(report).items()),
        *_known(report),
        *_observed(report),
        *_others(report),
        id="results",
        tabindex="-1",
    )
    head = tag(
        "header",
        tag("p", "Punycode (RFC 3492) conformance", class_="dim"),
        tag("h1", words.verdict(report).capitalize(), class_="good" if words.good(report) else "bad"),
        # A name that is written from right to left must not turn the line.
        tag("p", tag("bdi", words.target(report)), class_="target"),
        *([tag("p", f"Time, as observed: {'; '.join(report.notes)}.")] if report.notes else []),
        *([tag("p", tag("strong", f"Stopped early: {report.stopped}"))] if report.stopped else []),
        *_counts(report),
    )
    return page(f"Punycode: {words.verdict(report)}: {words.target(report)}", head, main, _claim(report), script=True)


def _claim(report: Report) -> Element:
    """The verdict line, which a claim of conformance quotes, and what it is of."""
    rows = {"verdict": words.verdict_line(report), "vectors": report.header.suite_digest}
    lines = (together(tag("dt", label), tag("dd", _code(value))) for label, value in rows.items())
    return tag("footer", tag("dl", *lines))


def _counts(report: Report) -> Iterator[Element]:
    """A number for each verdict that there is, and their shares as a bar."""
    tally = {name: n for name, n in report.tally.items() if n or name in ("pass", "fail")}
    named = {name: tally[name] for name in _COUNTS if name in tally}
    items = [tag("li", tag("b", f"{n:,}"), _COUNTS[name], class_=name if n else "zero") for name, n in named.items()]
    laws = report.laws
    if broken := sum(laws[verdict] for verdict in BAD):
        of = words.several(sum(laws.values()) - laws["skip"], "law")
        items.append(tag("li", tag("b", f"{broken:,}"), f"of {of} broken", class_="fail"))
    shares = (tag("span", class_=name, style=f"flex-grow:{n}") for name, n in named.items() if n)
    yield tag("ul", *items, class_="counts", aria_label="Counts")
    # Hidden from screen readers, since the counts above say it in words.
    yield tag("div", *shares, class_="bar", aria_hidden="true")


def _stale(report: Report) -> list[Element]:
    if not report.stale:
        return []
    lines = (tag("li", _code(line)) for line in words.stale(report))
    says = "The baseline is stale; conform baseline brings it up to date"
    return [tag("section", tag("h2", says, class_="bad"), tag("ul", *lines))]


def _filters(report: Report) -> Element:
    results = report.results
    failed = [r for r in results if r.verdict in BAD]
    search = tag("label", "Text (press /)", tag("input", name="t", type="search", autocomplete="off"))
    return tag(
        "form",
        search,
        _select("Verdict", "v", (r.verdict.value for r in results)),
        _select("Clause", "c", (r.clause for r in results)),
        # The class says what the vector looks for, not what the codec does.
        _select("Vector for", "b", (r.bug for r in results)),
        _select("Choice", "h", (choice for r in failed for choice in _choices(r))),
        tag("p", tag("button", "Clear", type="reset"), tag("button", "Open all", type="button", name="all")),
        tag("output"),
        role="search",
        aria_label="Filter",
        hidden="",  # the script shows the form, which does nothing without it
    )


def _select(label: str, name: str, values: Iterable[str]) -> Element:
    found = sorted(set(filter(None, values)))
    options = [tag("option", "all", value="*"), *(tag("option", value) for value in found)]
    return tag("label", label, tag("select", *options, name=name))


def _failures(report: Report) -> Iterator[Element]:
    """The groups; of very many failures each group shows only some in full, to keep the page small."""
    found = groups(report)
    if len(found) > 1:
        yield _contents(found)
    ids = [result.id for group in found for result in group.results]
    opened = ids if len(ids) <= _OPEN else ids[:1]
    # Shared among the groups, so that none is without an example.
    full = max(1, _FULL // max(1, len(found))) if len(ids) > _FULL else _FULL
    for number, group in enumerate(found, 1):
        shown = [_failure(result, report, result.id in opened) for result in group.results[:full]]
        more = [_line(result) for result in group.results[full:]]
        if more:
            said = f"{len(more):,} more, in a line each. To see one in full: "
            shown += [tag("p", said, _code(words.again(report, group.results[full]))), tag("ul", *more)]
        about = [tag("p", explained)] if (explained := group.explained(report)) else []
        yield tag(
            "section",
            _heading(f"{number}. {group.heading}", group.results),
            *about,
            *shown,
            data_group="1",
            id=f"group-{number}",
        )
    if left := unexplained(report):
        yield tag("p", left)


def _contents(found: Sequence[Group]) -> Element:
    """The groups with links, since the first may fill many screens."""
    entries = (
        tag("li", tag("a", group.heading, href=f"#group-{number}"), f" ({len(group.results):,})")
        for number, group in enumerate(found, 1)
    )
    return tag("nav", tag("ol", *entries), aria_label="Groups of failures")


def _heading(words: str, results: Sequence[Result]) -> Element:
    return tag("h2", words, " ", tag("small", f"({len(results):,})"))


def _failure(result: Result, report: Report, opened: bool) -> Element:
    values, labelled = _difference(result), words.labels_and_command(result, report)
    labelled[-1:-1] = words.first_wrong(result)
    lines = (
        together(tag("dt", label), tag("dd", values.get(label) or _code(value), **_PASTED.get(label, {})))
        for label, value in labelled
        if label or isinstance(result, LawResult)  # a place that a line of its own marks is marked in the text here
    )
    return tag(
        "details",
        tag("summary", _code(result.id), tag("b", result.verdict.value)),
        tag("dl", *lines),
        **_data(result),
        **({"open": ""} if opened else {}),
    )


_PASTED = {"again": {"class_": "again"}}  # beside these the script puts a button that copies


def _difference(result: Result) -> dict[str, Element]:
    """Both sides with the place marked where they part, if there are two sides."""
    both = words.wanted_and_got(result)
    if not isinstance(result, CaseResult) or both is None:
        return {}
    (wanted, got), encoded = both, result.call.operation is Operation.ENCODE
    at, open_ = parting(wanted, got), result.expectation
    free = f", or a refusal ({open_.reason})" if isinstance(open_, Either) else ""
    return {
        "expected": tag("code", marked(wanted, at, encoded=encoded), free),
        "got": tag("code", marked(got, at, encoded=encoded)),
    }


def marked(points: Sequence[int], at: int, *, encoded: bool) -> Element:
    """Code points with the one at ``at`` marked, then the whole as text; of an encoded form, the text alone.

    Long ones are cut, but never where the mark is.
    """
    part = excerpt(points, at)
    start, end = part.start, part.end
    cut = f" {part.place}" if part.cut else ""
    literal = encoded and all(0x20 <= c < 0x7F for c in points)
    shown, space = (_unquoted, "") if literal else (show, " ")
    before, after = points[start:at], points[at + 1 : end]
    parts: list[str | Element] = [
        "…" + space if start else "",
        shown(before) + space if before else "",
        tag("mark", shown(points[at : at + 1]) if at < len(points) else "(end)"),
        space + shown(after) if after else "",
        space + "…" if end < len(points) else "",
    ]
    if literal:
        return together('"', *parts, '"', cut)
    return together(*parts, cut, f"  {quote(points)}" if points else "")


def _unquoted(points: Sequence[int]) -> str:
    return quote(points)[1:-1]


def _line(result: Result) -> Element:
    return tag("li", _code(result.id), ": ", _code(result.judgement.why), **_data(result))


def _brief_group(heading: str, results: list[Result]) -> Element:
    rows = map(_line, results)
    return tag("section", _heading(heading, results), tag("ul", *rows), data_group="1")


def _known(report: Report) -> Iterator[Element]:
    if report.known:
        rows = (tag("li", _code(r.id), ": ", _code(plain(r.known, 600)), **_data(r)) for r in report.known)
        yield tag("section", _heading("Known failures", report.known), tag("ul", *rows), data_group="1")


def _observed(report: Report) -> Iterator[Element]:
    if not report.observed:
        return
    rows = (tag("tr", tag("th", name, scope="row"), tag("td", _code(side))) for name, side in report.observed.items())
    head = tag("thead", tag("tr", tag("th", "choice", scope="col"), tag("th", "side", scope="col")))
    pasted = (tag("p", f"{where}: ", _code(text)) for where, text in words.declarations(report).items())
    heading = "Choices as observed"
    yield tag("section", tag("h2", heading), frame(heading, tag("table", head, tag("tbody", *rows))), *pasted)


def _others(report: Report) -> Iterator[Element]:
    """Lists of the skipped cases, with the reason, and of the passed ones; they are closed at first."""
    for verdict in (Verdict.SKIP, Verdict.XPASS, Verdict.PASS):
        results = [r for r in report.results if r.verdict is verdict and not r.judgement.warning]
        if results:
            rows = (
                tag("li", r.id, *([tag("i", r.judgement.why)] if r.judgement.why else []), **_data(r)) for r in results
            )
            summary = tag("summary", f"{_COUNTS[verdict].capitalize()} ({len(results):,})")
            yield tag("section", tag("details", summary, tag("ul", *rows, class_="passed")), data_group="1")


def _data(result: Result) -> dict[str, str]:
    """Attributes for the script's filters, several words separated by spaces."""
    found = {
        "data_v": result.verdict.value,
        "data_c": result.clause,
        "data_b": result.bug,
        "data_h": " ".join(_choices(result)),
    }
    return {name: value for name, value in found.items() if value}


def _choices(result: Result) -> tuple[str, ...]:
    """The choices that leave a case open; of plain passes nobody asks."""
    plain_pass = result.verdict is Verdict.PASS and not result.judgement.warning
    match result:
        case CaseResult(expectation=Either(choices=choices)) if not plain_pass:
            return choices
    return ()


def _code(foreign: str) -> Element:
    """Foreign text, kept from changing the direction of the text beside it."""
    return tag("code", foreign)
