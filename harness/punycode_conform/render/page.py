"""A report as one page of HTML that needs nothing else: no network, no other file, and no script to be read.

The script only filters. The page's policy allows this script alone, by its hash, so that even a fault of escaping could
run nothing.
"""

import base64
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..engine.report import Report, Result
from ..record import replace
from ..suite.verdict import BAD, Verdict
from . import words
from .markup import Element, own, tag, together

_FULL = 300  # failures that are told in full; with all of them the page would be of several megabytes
_COUNTS = {"pass": "passed", "fail": "failed", "crash": "crashed", "timeout": "timed out", "skip": "skipped"}


def html(report: Report) -> str:
    """The page: the verdict first, then what failed, what was seen, and what passed."""
    good = report.conforms and not report.nothing_ran
    main = tag(
        "main",
        *_cause(report),
        _filters(report),
        *_failures(report),
        *(_brief_group(heading, results) for heading, results in words.warnings(report).items()),
        *_observed(report),
        *_others(report),
    )
    head = tag(
        "header",
        tag("p", words.target(report), class_="dim"),
        tag("h1", words.verdict(report).capitalize(), class_="good" if good else "bad"),
        tag("p", words.verdict_line(report)),
        *([tag("p", tag("strong", f"Stopped early: {report.stopped}"))] if report.stopped else []),
        tag("ul", *(_count(report, name) for name in _COUNTS), class_="counts", aria_label="Counts"),
    )
    about = report.header
    foot = tag("footer", tag("p", f"Suite {about.suite_version}, ", _code(about.suite_digest), class_="dim"))
    return page(f"Punycode: {words.verdict(report)}: {words.target(report)}", head, main, foot, script=True)


def page(title: str, *body: Element, script: bool = False) -> str:
    """A whole document, with the style, with the script if asked, and with a policy that allows nothing else."""
    code = _file("page.js")
    digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; base-uri 'none'"
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", title),
        tag("style", own(_file("page.css"))),
    )
    last = [tag("script", own(code))] if script else []
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', *body, *last), lang='en').source}\n"


def _file(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _count(report: Report, name: str) -> Element:
    return tag("li", tag("b", f"{report.tally[name]:,}"), _COUNTS[name])


def _cause(report: Report) -> list[Element]:
    if not report.resembles:
        return []
    sentences = (tag("li", sentence) for sentence in words.resemblance(report))
    return [tag("section", tag("h2", "Likely cause"), tag("ul", *sentences))]


def _filters(report: Report) -> Element:
    results = report.results
    told = [r for r in results if r.verdict in BAD]
    search = tag("label", "Text (press /)", tag("input", name="t", type="search", autocomplete="off"))
    return tag(
        "form",
        search,
        _select("Verdict", "v", (r.verdict.value for r in results)),
        _select("Clause", "c", (r.clause for r in results)),
        _select("Bug", "b", (r.bug for r in results)),
        _select("Choice", "h", (choice for r in told for choice in r.expected.get("choices", ()))),
        tag("output", aria_live="polite"),
        role="search",
        aria_label="Filter",
        hidden="",
    )


def _select(label: str, name: str, values: Iterable[str]) -> Element:
    found = sorted(set(filter(None, values)))
    options = [tag("option", "all", value="*"), *(tag("option", value) for value in found)]
    return tag("label", label, tag("select", *options, name=name))


def _failures(report: Report) -> Iterator[Element]:
    """The groups; of very many failures each group tells as many in full as keeps the page small."""
    groups = words.groups(report)
    full = _FULL // max(1, len(groups)) if len(report.failures) > _FULL else _FULL
    for heading, results in groups.items():
        told = [_failure(result, report) for result in results[: max(1, full)]]
        more = [_line(replace(result, bug="")) for result in results[max(1, full) :]]
        if more:
            said = f"{len(more):,} more, in a line each. To see one in full: "
            again = words.again(report, results[max(1, full)].case)
            told += [tag("p", said, _code(again)), tag("ul", *more)]
        # The group's bug stands once: on each row it would be an eighth of the page.
        about = {"data_group": "1"} | ({"data_b": results[0].bug} if results[0].bug else {})
        yield tag("section", tag("h2", f"{heading} ({len(results):,})"), *told, **about)


def _failure(result: Result, report: Report) -> Element:
    lines = (together(tag("dt", label), tag("dd", _code(value))) for label, value in words.told(result, report))
    return tag(
        "details",
        tag("summary", _code(result.case), tag("b", result.verdict.value)),
        tag("dl", *lines),
        **_data(replace(result, bug="")),
    )


def _line(result: Result) -> Element:
    return tag("li", _code(result.case), ": ", _code(result.why), **_data(result))


def _brief_group(heading: str, results: list[Result]) -> Element:
    rows = map(_line, results)
    return tag("section", tag("h2", f"{heading} ({len(results):,})"), tag("ul", *rows), data_group="1")


def _observed(report: Report) -> Iterator[Element]:
    if not report.observed:
        return
    rows = (tag("tr", tag("th", name, scope="row"), tag("td", _code(side))) for name, side in report.observed.items())
    head = tag("thead", tag("tr", tag("th", "choice", scope="col"), tag("th", "side", scope="col")))
    pasted = (tag("p", f"{where}: ", _code(text)) for where, text in words.declarations(report).items())
    yield tag("section", tag("h2", "Choices as observed"), tag("table", head, tag("tbody", *rows)), *pasted)


def _others(report: Report) -> Iterator[Element]:
    """What passed and what was skipped: ids alone, in a list that is closed at first."""
    for verdict in (Verdict.PASS, Verdict.SKIP, Verdict.XFAIL, Verdict.XPASS):
        results = [r for r in report.results if r.verdict is verdict and not r.warning]
        if results:
            rows = (tag("li", r.case, **_data(r)) for r in results)
            summary = tag("summary", f"{_COUNTS.get(verdict, verdict).capitalize()} ({len(results):,})")
            yield tag("section", tag("details", summary, tag("ul", *rows, class_="passed")), data_group="1")


def _data(result: Result) -> dict[str, str]:
    """What the script filters by; several words stand apart by spaces."""
    found = {
        "data_v": result.verdict.value,
        "data_c": result.clause,
        "data_b": result.bug,
        "data_h": " ".join(result.expected.get("choices", ())),
    }
    return {name: value for name, value in found.items() if value}


def _code(foreign: str) -> Element:
    """Foreign text, kept from acting on the direction of what stands beside it."""
    return tag("code", foreign)
