"""A report as Markdown, for the summary page of a CI run and for files."""

import re

from ..run.report import Report
from . import words
from .groups import groups, unexplained

_SHOWN = 10


def markdown(report: Report) -> str:
    """The verdict, the failures in groups, each with a table, and the observed choices.

    Text from a target or a vector is in ``<code>``, with each character that Markdown or HTML could act on as a
    reference.
    """
    mark = "✅" if words.good(report) else "❌"
    lines = [f"## {mark} Punycode: {inert(words.verdict(report))}", "", inert(words.verdict_line(report)), ""]
    lines += [part for sentence in words.refusal_sentences(report) for part in (inert(sentence), "")]
    for number, group in enumerate(groups(report), 1):
        lines += [f"### {number}. {inert(group.heading)}", ""]
        lines += [inert(about), ""] if (about := group.explained(report)) else []
        if group.cases:
            lines += ["| case | input | expected | got |", "| --- | --- | --- | --- |"]
        for result in group.cases[:_SHOWN]:
            (_, given), (_, expected), (_, got), *_ = words.labels(result)
            lines.append(f"| {' | '.join(map(_code, (result.id, given, expected, got)))} |")
        if len(group.cases) > _SHOWN:
            lines.append(f"| and {len(group.cases) - _SHOWN:,} more | | | |")
        lines += [""] * bool(group.cases)
        steps = [(result.id, says) for result in group.examples for _, says in words.first_wrong(result)]
        lines += [f"- {_code(name)}: {inert(says)}" for name, says in steps] + [""] * bool(steps)
        for law in group.laws:
            lines += [f"- {_code(law.id)}: {inert(law.law.says)} {_code(law.judgement.why)}"]
        lines += ["", "Run it again:", "", _code(words.again(report, group.results[0])), ""]
    lines += [left, ""] if (left := unexplained(report)) else []
    if report.stale:
        lines += ["### Stale in the baseline", "", *(f"- {_code(entry)}" for entry in words.stale(report)), ""]
    if report.known:
        lines += ["### Known failures", "", *(f"- {_code(entry)}" for entry in words.known(report)[:_SHOWN])]
        lines += [f"- and {len(words.known(report)) - _SHOWN:,} more"] if len(words.known(report)) > _SHOWN else []
        lines.append("")
    for heading, results in words.warnings(report).items():
        lines += [f"### {heading}", ""]
        lines += [f"- {_code(r.id)}: {_code(r.judgement.why)}" for r in results[:_SHOWN]]
        lines.append("")
    if report.observed:
        lines += ["### Choices as observed", "", "| choice | side |", "| --- | --- |"]
        lines += [f"| {name} | {_code(side)} |" for name, side in report.observed.items()]
        lines.append("")
        lines += [f"{where}: {_code(pasted)}\n" for where, pasted in words.declarations(report).items()]
    if report.notes:
        lines += ["### Time, as observed", "", *(f"- {inert(note)}" for note in report.notes), ""]
    if report.stopped:
        lines += [f"**Stopped early:** {inert(report.stopped)}", ""]
    return "\n".join(lines)


def inert(foreign: str) -> str:
    """Foreign text in which nothing is markup."""
    return re.sub(r"""[\\`*_{}\[\]()#+!|~@:$&<>"']""", lambda m: f"&#{ord(m[0])};", foreign)


def _code(foreign: str) -> str:
    return f"<code>{inert(foreign)}</code>"
