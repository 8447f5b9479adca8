"""A report for people at a terminal: the verdict first and last, and failures in groups, the cause of each in front."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ..notation import plain
from ..run.report import CaseResult, LawResult, Report, Result
from ..suite import PUNYCODE
from ..suite.outcome import TimedOut
from ..suite.verdict import Verdict
from ..terminal import BOLD, DIM, GREEN, RED, WIDTH, YELLOW, Style, command, folded, labelled, style, wrapped
from . import words

_GROUPS = 10  # that are shown with examples; the first is what to fix
_SHOWN = 4  # lines of a list
_STALE = 30  # entries of a baseline: each is to be changed, but nobody reads more
_DIFFERING = 40  # cases in which reports differ
_LEFT_OUT = "why", "clause", "vector"  # said above, or about what a vector looks for, not about this failure
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
    stale = _list([entry.says for entry in report.stale], sys.maxsize, _STALE)
    section("Stale in the baseline; conform baseline brings it up to date", stale, RED)
    section("Known failures", _list(words.known(report), width), YELLOW)
    warnings = [f"{result.id}: {plain(result.judgement.why)}" for result in report.warnings]
    section("Warnings; they gate under --strict only", _list(warnings, width), YELLOW)
    leaves = "RFC 3492 leaves" if report.header.layer == PUNYCODE else "RFC 3492 and IDNA leave"
    section(f"Choices that {leaves}, as observed", _choices(report, styled, width))
    notes = (line for note in report.notes for line in wrapped(plain(note), width, "  ", "    "))
    section("Time, as observed; RFC 3492 sets no limit", notes)
    if report.stopped:
        lines += ["", styled(f"Stopped early: {report.stopped}.", BOLD, RED)]
    skips = (result for result in report.results if result.verdict is Verdict.SKIP)
    late = sum(isinstance(result.outcome, TimedOut) for result in skips)
    if skipped := report.tally["skip"] - late:
        has_no = "".join(f"has no {operation}, or " for operation in report.header.missing)
        why = f"the target {has_no}cannot take these inputs; a skip is never a pass"
        lines += ["", *wrapped(f"Skipped {words.several(skipped, 'case')}: {why}.", width)]
    unjudged = [one.law.name for one in report.results if isinstance(one, LawResult) and one.verdict is Verdict.SKIP]
    if unjudged and not report.stopped:
        lines += ["", f"Not judged in this run: law {', '.join(unjudged)}."]
    return "\n".join([*lines, "", _painted(short, report, styled)]) + "\n"


def _painted(line: str, report: Report, styled: Style) -> str:
    head, colon, rest = line.partition(":")
    colour = RED if not words.good(report) else YELLOW if report.known else GREEN
    return styled(head.upper(), BOLD, colour) + colon + rest


def _list(items: Sequence[str], width: int, most: int = _SHOWN) -> Iterator[str]:
    for item in items[:most]:
        yield from wrapped(item, width, "  ", "    ")
    if len(items) > most:
        yield f"  and {len(items) - most:,} more"


def _choices(report: Report, styled: Style, width: int) -> Iterator[str]:
    """The observed behaviours, and how to declare them."""
    wide = max(15, *map(len, report.observed), 0)
    for name, side in report.observed.items():
        declared = report.header.choices.get(name) or report.header.choices.get(name.partition(".")[0])
        yield f"  {name:<{wide}} {side}{f' (declared: {declared})' if declared else ''}"
    if options := words.declarations(report):
        where = ", before --" * ("--" in report.header.command)  # all words after it are the program's
        yield from (styled(line, DIM) for line in command(f"  to make them binding{where}: ", options, width))


def _failures(report: Report, styled: Style, width: int, everything: str) -> Iterator[str]:
    """The groups, numbered; of very many, the last in a line each."""
    from .failure import again, first_wrong, groups, labels, remarks  # start-up time: a conforming run has none

    margin = " " * _INDENT

    def shown(result: Result, lines: Iterable[tuple[str, str]]) -> Iterator[str]:
        # A cause has its own clause, and that of a case is what the vector looks for.
        tests = "tests " * isinstance(result, CaseResult)
        cites = f" ({tests}{words.cited(result.clause)})" * bool(result.clause and not group.cause)
        head = f"x {result.id}  {result.verdict.value}{cites}"
        yield from (styled(line, RED) for line in wrapped(head, width, margin, f"{margin}  "))
        for label, value in lines:
            if value and label not in _LEFT_OUT:
                yield from labelled(label, value, width)

    repeat = ""
    for number, group in enumerate(groups(report), 1):
        title = f"{number}. {group.heading}"
        if number > _GROUPS:
            yield from ("", *wrapped(f"{title} ({group.counted})", width, "", margin))
            continue
        yield from ("", *(styled(line, BOLD) for line in wrapped(title, width, "", margin)))
        cases = group.cases
        yield from wrapped(group.explained or f"{group.counted}." * bool(cases), width, margin, margin)
        # A step that stands above is not said again.
        steps = {first_wrong(case).partition(";")[0].rstrip("."): case for case in reversed(group.examples)}
        for case in group.examples:
            yield from shown(case, [*labels(case), ("step", first_wrong(case) * (case in steps.values()))])
        if (more := len(cases) - len(group.examples)) > 0:
            yield f"{margin}{more:,} more{' of this cause' * bool(group.cause)}; all of them: {everything}"
        for law in group.laws:
            yield from shown(law, labels(law, breaches=1))
        repeat, last = again(report, group.results[0]), repeat
        if repeat != last:
            yield from (styled(line, DIM) for line in command(f"{margin}again: ", repeat, width))
    for sentence in remarks(report):
        yield from ("", *wrapped(sentence, width))


def comparison(reports: Sequence[Report]) -> str:
    """Reports side by side: the verdict lines, and tables with a column for each; a warning if their suites differ."""
    lines = [f"{number}. {words.verdict_line(report)}" for number, report in enumerate(reports, 1)]
    if len({report.header.suite.digest for report in reports}) > 1:
        lines.append("The reports come from different versions of the suite: compare with care.")
    for heading, rows in _tables(reports):
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines += ["", heading]
        lines += ["  " + "  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines) + "\n"


def _tables(reports: Sequence[Report]) -> Iterator[tuple[str, list[Sequence[str]]]]:
    """Headings and rows: results by verdict, failures by bug class, and the cases that differ."""
    # Numbered, since two reports may have one label: two versions of a codec, for example.
    names = [f"{number}. {report.header.target.label}" for number, report in enumerate(reports, 1)]
    cases = [[result for result in report.failures if isinstance(result, CaseResult)] for report in reports]
    bugs = [Counter(case.bug or words.cited(case.clause) for case in failed) for failed in cases]
    for heading, first, counts in (
        ("Results by verdict", "verdict", [Counter(report.tally) for report in reports]),
        ("Failures by what their vectors look for", "vectors for", bugs),
    ):
        keys = [key for key, number in sum(counts, Counter[str]()).most_common() if number]
        if keys:
            yield heading, [[first, *names], *([key, *(f"{column[key]:,}" for column in counts)] for key in keys)]
    verdicts = [{result.id: result.verdict.value for result in report.results} for report in reports]
    # A case that a report lacks counts as a difference: another version of the suite, or a selection.
    every = dict.fromkeys(case for column in verdicts for case in column)
    rows = [[case, *(column.get(case, "-") for column in verdicts)] for case in every]
    if differing := [row for row in rows if len({*row[1:]}) > 1]:
        more = (
            [[f"and {len(differing) - _DIFFERING:,} more", *[""] * len(names)]] if len(differing) > _DIFFERING else []
        )
        yield f"Cases on which they differ ({len(differing):,})", [["case", *names], *differing[:_DIFFERING], *more]
