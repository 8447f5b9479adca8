"""The text of ``conform fuzz``: findings and known findings as they come, a status line, and the last lines."""

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..notation import plain
from ..render.words import not_asked, several, side
from ..suite.choices import Choices
from ..suite.outcome import Operation
from ..terminal import command
from .campaign import Campaign
from .finding import Finding
from .finding_files import wanted_and_got
from .generator import SCHEME

if TYPE_CHECKING:
    from ..run.baseline import Entry

KNOWN_SHOWN = 8  # known findings that are listed


def finding_lines(finding: Finding, path: Path, choices: Choices, *, color: bool) -> Iterator[str]:
    """A finding in a few lines, safe to show on a terminal.

    Args:
        finding: to be shown.
        path: of its file.
        choices: what the target has declared.
        color: whether to use colours.
    """
    problem = finding.problem
    yield _styled(f"x {finding.title}", "31", color)
    for call in problem.calls[-4:]:
        yield f"    {call.operation.value:<10} {side(call.input, call.operation is Operation.DECODE)}"
    for label, said in wanted_and_got(finding, choices):
        yield f"    {label:<10} {said}"
    if problem.shows:
        yield f"    {'shows':<10} {plain(problem.shows, 600)}"
    else:
        yield f"    {'signature':<10} {plain(finding.signature)}"
    if finding.bug:
        yield f"    {'bug':<10} {finding.bug}"
    yield f"    {'written':<10} {plain(str(path), None)}"


def known_line(entry: "Entry", *, color: bool) -> str:
    """A known finding."""
    return f"{_styled('known', '33', color)} {plain(entry.id)}: {plain(entry.reason)}"


def stale_line(entry: "Entry", why: str, *, gone: bool, color: bool) -> str:
    """A stale entry of the baseline."""
    delete = "; delete the entry" * gone
    return f"{_styled('stale', '31', color)} {plain(f'{entry.file}:{entry.line}: {entry.id}: {why}', 600)}{delete}"


def status_line(campaign: Campaign) -> str:
    """A line about the progress of a campaign."""
    rate = campaign.box.calls / max(campaign.seconds, 0.001)
    return f"{_counts(campaign, f', {rate:,.0f} calls/s')}, {several(campaign.new, 'finding')}"


def last_lines(campaign: Campaign, folder: Path, replayable: int, width: int) -> Iterator[str]:
    """The lines before the verdict: notes, and commands for what to do next.

    Args:
        campaign: that has ended.
        folder: of the findings.
        replayable: the number of new findings that a run of their vectors shows.
        width: where commands are continued after a backslash.
    """
    setup, new = campaign.setup, campaign.new
    if len(campaign.baseline.known) > KNOWN_SHOWN:
        yield f"and {len(campaign.baseline.known) - KNOWN_SHOWN:,} more that are known"
    yield from (f"note: {plain(note)}" for note in campaign.box.notes)
    if replayable:
        # A configured target may have a selection of its own.
        only = ["--only", "fuzz-*", "--only", "law/*"] if setup.configured else []
        yield from command("replay: ", shlex.join(setup.again("run", "--vectors", folder, *only)), width)
    if replayable < new:
        why = "a run does not judge time, memory and chance, and some cases fit no vector"
        yield f"not replayed: {new - replayable:,} of {new:,} findings: {why}; see their .md"
    if setup.baseline and (new or campaign.baseline.stale):
        usual = setup.configured.setup.baseline if setup.configured else None
        baseline = ["--baseline", setup.baseline] if setup.baseline != usual else []
        lead = f"to {'record the new findings' if new else 'update the baseline'}: "
        yield from command(lead, shlex.join(setup.again("baseline", "--findings", folder, *baseline)), width)


def verdict(campaign: Campaign, *, color: bool = False) -> str:
    """The last line: the number of findings, and what was run."""
    new, known, stale = campaign.new, len(campaign.baseline.known), len(campaign.baseline.stale)
    head = f"{new or 'no'}{' new' * (not new and bool(known or stale))} finding{'s' * (new != 1)}"
    head += f", {known} known" if known else ""
    head += f", {stale} stale in the baseline" if stale else ""
    stopped = "".join(f"; {one}" for one in not_asked(campaign.lacks, campaign.missing))
    stopped += f"; stopped early: {campaign.box.stopped}" if campaign.box.stopped else ""
    return (
        f"{_styled(head, '1;31' if campaign.status else '1;32', color)}: {_counts(campaign)}, "
        f"seed {campaign.budget.seed}, scheme {SCHEME}, {campaign.seconds:.1f} s{stopped}"
    )


def _counts(campaign: Campaign, rate: str = "") -> str:
    box, origin = campaign.box, campaign.origin
    # A command says less than the name that it gives.
    named = origin.label.startswith("-- ") and origin.name != origin.label
    label = plain(f"{origin.name} {origin.version}".strip() if named else campaign.setup.label, 60)
    return f"{label}: {several(box.cases, 'case')}, {several(box.calls, 'call')}{rate}, {box.accepted:.0%} accepted"


def _styled(text: str, code: str, color: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if color else text
