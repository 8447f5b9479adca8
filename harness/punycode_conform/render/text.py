"""A report for people at a terminal: the verdict first and last, and failures in groups, the cause of each in front."""

import sys
from collections.abc import Iterable, Iterator, Sequence

from ..notation import plain
from ..run.report import Report
from ..run.result import CaseResult, LawResult, Result
from ..suite.choices import SIDES
from ..suite.outcome import TimedOut
from ..suite.verdict import Verdict
from ..terminal import BOLD, DIM, GREEN, RED, WIDTH, YELLOW, Style, command, folded, labelled, style, wrapped
from . import words

_BREACHES = 2  # of a law
_GROUPS = 10  # that are shown with examples; the first is what to fix
_SHOWN = 4  # lines of a list
_STALE = 30  # entries of a baseline: each is to be changed, but nobody reads more
_INDENT = 3  # columns, below a group's number


def text(report: Report, *, color: bool = False, quiet: bool = False, width: int = WIDTH, saved: str = "") -> str:
    """The report as text; ``quiet`` is the verdict line alone, ``saved`` the file that has all failures, if there is one."""
    styled = style(color)
    full, short = words.verdict_line(report, timed=True), words.short_line(report)
    if quiet:
        return _painted(full, report, styled) + "\n"
    first, *others = wrapped(full, width, "", "  ")
    lines = [_painted(first, report, styled), *others]

    def section(heading: str, body: Iterable[str], *codes: str) -> None:
        if body := list(body):
            lines.extend(["", *(styled(line, BOLD, *codes) for line in wrapped(heading, width)), *body])

    for sentence in words.refusal_sentences(report):
        lines += ["", *folded([sentence], width, 2)]
    if report.failures:
        lines += _failures(report, styled, width, saved or "--report FILE or --html FILE")
    # A line each, whatever its width: editors and people take the file and the line from it.
    stale = _list(words.stale(report), sys.maxsize, _STALE)
    section("Stale in the baseline; conform baseline brings it up to date", stale, RED)
    section("Known failures", _list(words.known(report), width), YELLOW)
    for heading, results in words.warnings(report).items():
        section(heading, _list([f"{r.id}: {plain(r.judgement.why)}" for r in results], width), YELLOW)
    section("Choices that RFC 3492 leaves, as observed", _choices(report, styled, width))
    notes = (line for note in report.notes for line in wrapped(plain(note), width, "  ", "    "))
    section("Time, as observed; RFC 3492 sets no limit", notes)
    if report.stopped:
        lines += ["", styled(f"Stopped early: {report.stopped}.", BOLD, RED)]
    late = (
        isinstance(result, CaseResult) and result.verdict is Verdict.SKIP and isinstance(result.outcome, TimedOut)
        for result in report.results
    )
    if skipped := report.tally["skip"] - sum(late):
        has_no = "".join(f"has no {operation}, or " for operation in report.header.missing)
        why = f"the target {has_no}cannot take these inputs; a skip is never a pass"
        lines += ["", *wrapped(f"Skipped {words.several(skipped, 'case')}: {why}.", width)]
    return "\n".join([*lines, "", _painted(short, report, styled)]) + "\n"


def _painted(line: str, report: Report, styled: Style) -> str:
    head, colon, rest = line.partition(":")
    return styled(head.upper(), BOLD, GREEN if words.good(report) else RED) + colon + rest


def _list(items: Sequence[str], width: int, most: int = _SHOWN) -> Iterator[str]:
    for item in items[:most]:
        yield from wrapped(item, width, "  ", "    ")
    if len(items) > most:
        yield f"  and {len(items) - most:,} more"


def _choices(report: Report, styled: Style, width: int) -> Iterator[str]:
    """The observed behaviours, and how to declare them."""
    wide = max(15, *map(len, report.observed), 0)
    for name, side in report.observed.items():
        bare = name.partition(".")[0]
        declared = report.header.choices.get(name) or report.header.choices.get(bare)
        note = f" (behaviours: {SIDES[bare]})" * (side == "incoherent")
        yield f"  {name:<{wide}} {side}{f' (declared: {declared})' if declared else note}"
    for where, pasted in words.declarations(report).items():
        lead = f"  {where}: "
        # Options are one command, which no end of a line may cut; a handshake is no command.
        is_command = pasted.startswith("-")
        lines = command(lead, pasted, width) if is_command else wrapped(pasted, width, lead, "      ")
        yield from (styled(line, DIM) for line in lines)


def _failures(report: Report, styled: Style, width: int, everything: str) -> Iterator[str]:
    """The groups, numbered; of very many, the last in a line each."""
    from .groups import groups, unexplained  # start-up time: a conforming run has none

    margin, all_groups = " " * _INDENT, groups(report)
    for number, group in enumerate(all_groups, 1):
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
    """An example: the call, what should have come and what came; the place where they differ is marked."""
    left_out = {"why", "clause"} if explained else {"why"}
    lines = [line for line in words.labels(result) if line[0] not in left_out] + words.first_wrong(result)
    yield from _result(result, lines, styled, width)


def _law(result: LawResult, styled: Style, width: int, *, also: bool) -> Iterator[str]:
    """A broken law: one breach of it if there are cases too, since wrong answers break it."""
    lines = [line for line in words.labels(result, breaches=1 if also else _BREACHES) if line[0] != "clause"]
    yield from _result(result, lines, styled, width)


def _result(result: Result, lines: Iterable[tuple[str, str]], styled: Style, width: int) -> Iterator[str]:
    yield f"{' ' * _INDENT}{styled(f'x {result.id}', RED)}  {styled(result.verdict.value, DIM)}"
    for label, value in lines:
        yield from labelled(label, value, width)
