"""A report as Markdown, for the summary page of a CI run and for files."""

import re

from ..run.report import Report
from . import words

_SHOWN = 10


def markdown(report: Report) -> str:
    """The verdict, a table of failures per group, and the observed choices.

    Text from a target or a vector is in ``<code>``, with each character that Markdown or HTML could act on as a
    reference.
    """
    mark = "✅" if words.good(report) else "❌"
    lines = [f"## {mark} Punycode: {inert(words.verdict(report))}", "", inert(words.verdict_line(report)), ""]
    if report.causes:
        lines += [
            f"### {words.cause_heading(report)}",
            "",
            *(f"- {inert(sentence)}" for sentence in words.cause_sentences(report)),
            "",
        ]
    for heading, results in words.groups(report).items():
        lines += [f"### {inert(heading)}", "", "| case | verdict | why |", "| --- | --- | --- |"]
        lines += [f"| {_code(r.id)} | {r.verdict.value} | {_code(r.judgement.why)} |" for r in results[:_SHOWN]]
        if len(results) > _SHOWN:
            lines.append(f"| and {len(results) - _SHOWN:,} more | | |")
        first = results[0]
        told = [
            (label, value)
            for label, value in words.labels_and_command(first, report)
            if label not in ("again", "why", "clause")
        ]
        lines += ["", "The first one:", "", *(f"- {label or '…'}: {_code(value)}" for label, value in told), ""]
        lines += ["Run it again:", "", _code(words.again(report, first)), ""]
    if report.stale:
        lines += ["### Stale in the baseline", "", *(f"- {_code(told)}" for told in words.stale(report)), ""]
    if report.known:
        lines += ["### Known failures", "", *(f"- {_code(told)}" for told in words.known(report)[:_SHOWN])]
        lines += [f"- and {len(report.known) - _SHOWN:,} more"] if len(report.known) > _SHOWN else []
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
    if report.stopped:
        lines += [f"**Stopped early:** {inert(report.stopped)}", ""]
    return "\n".join(lines)


def inert(foreign: str) -> str:
    """Foreign text in which nothing is markup."""
    return re.sub(r"""[\\`*_{}\[\]()#+!|~@:$&<>"']""", lambda m: f"&#{ord(m[0])};", foreign)


def _code(foreign: str) -> str:
    return f"<code>{inert(foreign)}</code>"
