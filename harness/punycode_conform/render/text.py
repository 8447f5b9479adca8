"""A report for people at a terminal: the verdict first and last, and failures in groups, the cause of each in front."""

import sys
from collections.abc import Iterator, Sequence

from ..notation import plain
from ..run.report import Report
from ..run.result import CaseResult, LawResult
from ..suite.choices import SIDES
from . import words
from .style import BOLD, DIM, GREEN, RED, WIDTH, YELLOW, Style, command, folded, labelled, style, wrapped

_BREACHES = 2  # of a law, for the same reason
_GROUPS = 10  # that are shown with examples; the first is what to fix
_SHOWN = 4  # lines of a list
_STALE = 30  # entries of a baseline: each is to be changed, but nobody reads more
_INDENT = 3  # columns, below a group's number


def text(report: Report, *, color: bool = False, quiet: bool = False, width: int = WIDTH, saved: str = "") -> str:
    """The report as text.

    Args:
        report: the run.
        color: whether to use terminal colours.
        quiet: the verdict line alone.
        width: where lines are broken. A command is continued after a backslash, so that it can still be pasted.
        saved: the file that has all failures, empty if there is none.
    """
    styled = style(color)
    full, short = words.verdict_line(report, timed=True), words.short_line(report)
    if quiet:
        return _painted(full, report, styled) + "\n"
    first, *others = wrapped(full, width, "", "  ")
    lines = [_painted(first, report, styled), *others]
    for sentence in words.refusal_sentences(report):
        lines += ["", *folded([sentence], width, 2)]
    if report.failures:
        lines += _failures(report, styled, width, saved or "--report FILE or --html FILE")
    if report.stale:
        lines += ["", styled("Stale in the baseline; conform baseline brings it up to date", BOLD, RED)]
        # A line each, whatever its width: editors and people take the file and the line from it.
        lines += _list(words.stale(report), sys.maxsize, _STALE)
    if report.known:
        lines += ["", styled("Known failures", BOLD, YELLOW), *_list(words.known(report), width)]
    for heading, results in words.warnings(report).items():
        remarks = [f"{r.id}: {plain(r.judgement.why)}" for r in results]
        lines += ["", *(styled(line, BOLD, YELLOW) for line in wrapped(heading, width)), *_list(remarks, width)]
    if report.observed:
        lines += ["", styled("Choices that RFC 3492 leaves, as observed", BOLD)]
        wide = max(15, *map(len, report.observed))
        lines += [f"  {name:<{wide}} {_declared(name, side, report)}" for name, side in report.observed.items()]
        for where, pasted in words.declarations(report).items():
            # Options are one command, which no end of a line may cut; a handshake is no command.
            lead, fold = f"  {where}: ", command if pasted.startswith("-") else _folded
            lines += [styled(line, DIM) for line in fold(lead, pasted, width)]
    if report.notes:
        lines += ["", styled("Time, as observed; RFC 3492 sets no limit", BOLD)]
        lines += [line for note in report.notes for line in wrapped(plain(note), width, "  ", "    ")]
    if report.stopped:
        lines += ["", styled(f"Stopped early: {report.stopped}.", BOLD, RED)]
    if skipped := words.unsupported(report):
        has_no = "".join(f"has no {one}, or " for one in report.header.missing)
        why = f"the target {has_no}cannot take these inputs; a skip is never a pass"
        said = f"Skipped {words.several(skipped, 'case')}: {why}."
        lines += ["", *wrapped(said, width)]
    return "\n".join([*lines, "", _painted(short, report, styled)]) + "\n"


def _painted(line: str, report: Report, styled: Style) -> str:
    head, colon, rest = line.partition(":")
    return styled(head.upper(), BOLD, GREEN if words.good(report) else RED) + colon + rest


def _list(items: Sequence[str], width: int, most: int = _SHOWN) -> Iterator[str]:
    for item in items[:most]:
        yield from wrapped(item, width, "  ", "    ")
    if len(items) > most:
        yield f"  and {len(items) - most:,} more"


def _folded(lead: str, words: str, width: int) -> Iterator[str]:
    yield from wrapped(words, width, lead, "      ")


def _declared(name: str, side: str, report: Report) -> str:
    bare = name.partition(".")[0]
    declared = report.header.choices.get(name) or report.header.choices.get(bare)
    if declared is None:
        return side if side != "incoherent" else f"incoherent (behaviours: {SIDES[bare]})"
    return f"{side} (declared: {declared})"


def _failures(report: Report, styled: Style, width: int, everything: str) -> Iterator[str]:
    """The groups, numbered; of very many, the last in a line each."""
    from .groups import groups, unexplained  # start-up time: a conforming run has none

    margin, found = " " * _INDENT, groups(report)
    for number, group in enumerate(found, 1):
        yield ""
        title = f"{number}. {group.heading}"
        if number > _GROUPS:
            yield from wrapped(f"{title} ({words.several(len(group.results), 'failure')})", width, "", margin)
            continue
        yield from (styled(line, BOLD) for line in wrapped(title, width, "", margin))
        about = group.explained(report) or f"{words.several(len(group.cases), 'failed case')}." * bool(group.cases)
        yield from wrapped(about, width, margin, margin)
        for result in group.examples:
            yield from _case(result, styled, width, explained=group.cause is not None)
        if (more := len(group.cases) - len(group.examples)) > 0:
            yield f"{margin}{more:,} more{' of this cause' * bool(group.cause)}; all of them: {everything}"
        for law in group.laws:
            yield from _law(law, styled, width, also=bool(group.cases))
        first = words.again(report, group.results[0])
        yield from (styled(line, DIM) for line in command(f"{margin}again: ", first, width))
    if left := unexplained(report):
        yield from ("", *wrapped(left, width))
    if words.depends_on_order(report):
        yield from ("", *wrapped("Answers depend on the calls before them, so a command runs everything again.", width))


def _case(result: CaseResult, styled: Style, width: int, *, explained: bool) -> Iterator[str]:
    """An example: what was asked, what should have come and what came; the place where they differ is marked."""
    yield f"{' ' * _INDENT}{styled(f'x {result.id}', RED)}  {styled(result.verdict.value, DIM)}"
    for label, value in words.labels(result):
        if label != "why" and not (label == "clause" and explained):
            yield from labelled(label, value, width)
    for label, value in words.first_wrong(result):
        yield from labelled(label, value, width)


def _law(result: LawResult, styled: Style, width: int, *, also: bool) -> Iterator[str]:
    """A broken law: under a cause its name is enough, since wrong answers break it."""
    yield f"{' ' * _INDENT}{styled(f'x {result.id}', RED)}  {styled(result.verdict.value, DIM)}"
    for label, value in words.labels(result, breaches=1 if also else _BREACHES):
        if label != "clause":
            yield from labelled(label, value, width)
