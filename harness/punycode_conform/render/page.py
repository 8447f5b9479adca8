"""Pages: a report as Markdown or HTML, and the templates of all pages, in Jinja2.

HTML needs nothing else: no network, no other file, and no script to be read. Whatever is no markup of a template is escaped,
and shown if it is invisible. A page allows its own style and script alone, by their hashes, so even a mistake in escaping
could run nothing. The page of a published result is drawn with the same templates, from the same parts.
"""

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from .. import files
from ..run.report import CaseResult, LawResult, Report, Result
from ..suite import catalogue
from ..suite.verdict import BAD, Verdict
from . import failure, words
from .failure import groups

if TYPE_CHECKING:
    from jinja2 import Environment

ASSETS = _STYLE, _SCRIPT, MATRIX, JUDGE, _ = "style.css", "script.js", "matrix.js", "judge.js", "icon.svg"
# Controls, what acts on the direction of the text next to it, separators of lines, and what UTF-8 cannot hold.
_ACTING = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")
_MARKDOWN = re.compile(r"""[\\`*_{}\[\]()#+!|~@:$&<>"']""")
_SITE = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'"
# A judge's worker is made of the codec's text, and inherits that there is no network.
_JUDGE = "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:"
_SHOWN = 10  # failures of a group in Markdown
_FULL = 5  # failures of a group that are shown in full; the others are folded, in a line each


class Checked(NamedTuple):
    """The cases of a clause or of a bug class; the title is empty if the suite does not know it."""

    id: str
    title: str
    passed: int
    failed: int  # known failures too
    skipped: int


def markdown(report: Report) -> str:
    """The verdict, the failures in groups, each with a table, and the observed choices."""
    values = {"report": report, "words": words, "failure": failure, "groups": groups(report), "most": _SHOWN}
    return draw("report.markdown", values).rstrip() + "\n"


def html(report: Report) -> str:
    """The page: the verdict first, then what failed and why, what was seen, what was checked, and how it was run."""
    results, shown = report.results, groups(report)
    clauses = {clause.id: clause.title for clause in catalogue.clauses()}
    bugs = {bug.id: bug.title for bug in catalogue.bugs().values()}
    filters = {
        "v": ("Verdict", {result.verdict.value for result in results}),
        "c": ("Clause", {result.clause for result in results}),
        # The class says what the vector looks for, not what the codec does.
        "b": ("Vector for", {result.bug for result in results}),
    }
    values = {
        "report": report,
        "words": words,
        "failure": failure,
        "groups": shown,
        "full": _FULL,
        "filters": {key: (label, sorted(filter(None, values))) for key, (label, values) in filters.items()},
        "checked": checked(tallies((r.clause, r) for r in results if isinstance(r, CaseResult)), clauses),
        "classes": list(checked(tallies((r.bug, r) for r in results if r.bug), bugs)),
        "laws": [(result.law, result.verdict.value) for result in results if isinstance(result, LawResult)],
    }
    return draw("run.html", values, script=_SCRIPT)


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
            skipped = tally.get(Verdict.SKIP, 0)
            yield Checked(name, titles.get(name, ""), sum(tally.values()) - failed - skipped, failed, skipped)


def draw(
    name: str,  # one of Markdown ends with ``.markdown``
    values: Mapping[str, object],
    *,
    style: tuple[str, ...] = (_STYLE,),
    script: str = "",  # the file of the script
    root: str = "",  # the way to the folder that has the style and the script; empty for a page that has both in it
) -> str:
    """A template with values in it."""
    from markupsafe import Markup  # start-up time, as below

    looks, code = "".join(map(asset, style)), asset(script) if script else ""
    own = {"style": Markup(looks), "script": Markup(code), "file": script, "root": root}
    own["policy"] = _SITE if root else _policy(looks, code)
    if script == JUDGE:
        own["policy"] = _SITE.replace("script-src 'self'", _JUDGE)
    return _environment(markdown=name.endswith(".markdown")).get_template(name).render(own | dict(values))


@cache
def asset(file: str) -> str:
    """A style or a script as it is: never anything foreign."""
    return (files.TEMPLATES / file).read_text(encoding="utf-8")


@cache
def _environment(*, markdown: bool) -> "Environment":
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # start-up time: a run without a page needs none
    from markupsafe import Markup

    def visible(value: object) -> object:
        """Foreign text in which nothing acts on the text next to it; a template's own markup, and numbers, as they are."""
        if not isinstance(value, str) or hasattr(value, "__html__"):
            return value
        shown = _ACTING.sub(lambda match: f"\\u{{{ord(match[0]):x}}}", value)
        return Markup(_MARKDOWN.sub(lambda match: f"&#{ord(match[0])};", shown)) if markdown else shown

    made = Environment(
        loader=FileSystemLoader(files.TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=visible,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=markdown,
    )
    # The types of a union, such as the blocks of an explanation.
    made.filters["zip"] = zip
    made.filters["kind"] = lambda value: type(value).__name__
    return made


def _policy(style: str, script: str) -> str:
    """A policy that allows one style and one script; base-uri, since default-src does not cover it."""
    sums = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script))
    of_style, of_script = (f"'sha256-{digest}'" for digest in sums)
    return f"default-src 'none'; style-src {of_style}; script-src {of_script}; base-uri 'none'"
