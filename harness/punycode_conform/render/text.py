"""A report for people at a terminal: the verdict first and last, failures grouped by what is wrong between them."""

from collections.abc import Iterator

from ..run.report import Report
from ..run.result import Result
from ..suite.choices import SIDES
from . import words
from .style import BOLD, DIM, GREEN, RED, WIDTH, YELLOW, Style, labelled, style, wrapped

_SHOWN = 4  # failures of one group that are shown in full


def text(report: Report, *, color: bool = False, quiet: bool = False, width: int = WIDTH) -> str:
    """The report as text.

    Args:
        report: the run.
        color: whether to use terminal colours.
        quiet: the verdict line alone.
        width: where lines are broken, but for what is pasted.
    """
    styled = style(color)
    verdict = words.verdict_line(report)
    head, colon, rest = verdict.partition(":")
    last = styled(head.upper(), BOLD, GREEN if words.good(report) else RED) + colon + rest
    if quiet:
        return last + "\n"
    lines = [last]
    if report.causes:
        lines += ["", styled(words.cause_heading(report), BOLD)]
        for sentence in words.cause_sentences(report):
            lines += wrapped(sentence, width, "  ", "    ")
    for heading, results in words.groups(report).items():
        lines += ["", *(styled(line, BOLD) for line in wrapped(heading, width, "", "  "))]
        for result in results[:_SHOWN]:
            lines += _result(result, report, styled, width)
        if len(results) > _SHOWN:
            rest_of = ", ".join(result.id for result in results[_SHOWN : _SHOWN + 12])
            more = f"and {len(results) - _SHOWN:,} more: {rest_of}{', …' if len(results) > _SHOWN + 12 else ''}"
            lines += wrapped(more, width, "  ", "    ")
    if report.stale:
        lines += ["", styled("Stale in the baseline; conform baseline brings it up to date", BOLD, RED)]
        lines += [f"  {told}" for told in words.stale(report)]
    if report.known:
        lines += ["", styled("Known failures", BOLD, YELLOW)]
        lines += [f"  {told}" for told in words.known(report)[:_SHOWN]]
        lines += [f"  and {len(report.known) - _SHOWN:,} more"] if len(report.known) > _SHOWN else []
    for heading, results in words.warnings(report).items():
        lines += ["", styled(heading, BOLD, YELLOW)]
        lines += [f"  {r.id}: {r.judgement.why}" for r in results[:_SHOWN]]
        if len(results) > _SHOWN:
            lines.append(f"  and {len(results) - _SHOWN:,} more")
    if report.observed:
        lines += ["", styled("Choices that RFC 3492 leaves, as observed", BOLD)]
        wide = max(15, *map(len, report.observed))
        lines += [f"  {name:<{wide}} {_declared(name, side, report)}" for name, side in report.observed.items()]
        # They are pasted, so they are never wrapped.
        lines += [styled(f"  {where}: {pasted}", DIM) for where, pasted in words.declarations(report).items()]
    if report.stopped:
        lines += ["", styled(f"Stopped early: {report.stopped}.", BOLD, RED)]
    skipped = report.tally["skip"]
    if skipped:
        lines += ["", f"Skipped {skipped:,}: the target cannot take these inputs; a skip is never a pass."]
    return "\n".join([*lines, "", last]) + "\n"


def _declared(name: str, side: str, report: Report) -> str:
    bare = name.partition(".")[0]
    declared = report.header.choices.get(name) or report.header.choices.get(bare)
    if declared is None:
        return side if side != "incoherent" else f"incoherent (behaviours: {SIDES[bare]})"
    return f"{side} (declared: {declared})"


def _result(result: Result, report: Report, styled: Style, width: int) -> Iterator[str]:
    yield f"  {styled('x ' + result.id, RED)}  {styled(result.verdict.value, DIM)}"
    for label, value in words.labels_and_command(result, report):
        if label == "again":  # a command is copied, so it is never wrapped
            yield f"    {label:<10} {styled(value, DIM)}"
        else:
            yield from labelled(label, value, width)
