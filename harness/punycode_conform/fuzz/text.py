"""The text of ``conform fuzz`` and ``conform sweep``: findings as they come, a status line, and the last lines."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from ..notation import plain, show
from ..render.words import expected, got, not_asked, several, side
from ..run.baseline import Entry
from ..run.setup import Setup
from ..suite import oracle
from ..suite.choices import Choices
from ..suite.outcome import Operation, Returned
from ..targets.session import LIMITS_HINT
from ..terminal import GREEN, RED, YELLOW, command, style
from .campaign import Campaign
from .cases import SCHEME
from .finding import Finding, Origin


def finding_lines(finding: Finding, path: Path | None, choices: Choices, *, color: bool) -> Iterator[str]:
    """A finding in a few lines, safe to show on a terminal; ``path`` is its file, if it has one."""
    problem = finding.problem
    yield style(color)(f"x {finding.problem.title}", RED)
    rows = [(call.operation.value, side(call.input, call.operation is Operation.DECODE)) for call in problem.calls[-4:]]
    operation, outcome = problem.call.operation, problem.outcome
    expectation = oracle.expect(oracle.facts(problem.call), choices)
    # Of a call that was repeated the right answer may be the one that is kept.
    right = isinstance(outcome, Returned) and getattr(expectation, "value", None) == outcome.value
    if finding.answered and not right:
        rows += [("expected", expected(expectation, operation)), ("got", got(outcome, operation))]
    rows.append(("shows", plain(problem.shows, 600)) if problem.shows else ("signature", plain(problem.signature)))
    rows += [("bug", finding.bug)] if finding.bug else []
    rows += [("made of", plain(finding.made_of))] if finding.made_of else []
    rows += [("written", plain(str(path), None))] if path else []
    yield from (f"    {label:<10} {words}" for label, words in rows)


def known_line(entry: Entry, *, color: bool) -> str:
    """A known finding."""
    return f"{style(color)('known', YELLOW)} {plain(entry.id)}: {plain(entry.reason)}"


def stale_line(entry: Entry, why: str, *, gone: bool, color: bool) -> str:
    """A stale entry of the baseline."""
    return f"{style(color)('stale', RED)} {entry.stale(why).says}{'; delete the entry' * gone}"


def status_line(campaign: Campaign) -> str:
    """A line about the progress of a campaign."""
    label = plain(campaign.started.target.label, 60)
    time = f"{campaign.seconds:.0f} of at most {campaign.cases.seconds:.0f} s"
    return f"{label}: {_counts(campaign)}, {several(len(campaign.new), 'finding')}, {time}"


def last_lines(campaign: Campaign, setup: Setup, folder: Path | None, replayable: int, width: int) -> Iterator[str]:
    """The lines before the verdict: notes, and commands for what to do next.

    ``replayable`` is the number of new findings in the folder that a run of their vectors shows.
    """
    new = len(campaign.new)
    yield from (f"note: {plain(note)}" for note in campaign.notes)
    if campaign.stopped and setup.jobs == 1:
        yield f"hint: {LIMITS_HINT}"
    if replayable:
        # A configured target may have a selection of its own.
        only = ["--only", "fuzz-*", "--only", "law/*"] if setup.configured else []
        yield from command("replay: ", shlex.join(setup.rerun_command("run", "--vectors", folder, *only)), width)
    if folder is None:
        yield from ["--out DIR writes the findings as vectors"] * (new > 0)
        return
    if replayable < new:
        why = "a run does not judge chance, and some cases fit no vector"
        yield f"not replayed: {new - replayable:,} of {new:,} findings: {why}; see their .md"
    if setup.baseline and (new or campaign.stale):
        usual = setup.configured.setup.baseline if setup.configured else None
        baseline = ["--baseline", setup.baseline] if setup.baseline != usual else []
        lead = f"to {'record the new findings' if new else 'update the baseline'}: "
        yield from command(lead, shlex.join(setup.rerun_command("baseline", "--findings", folder, *baseline)), width)


def verdict(campaign: Campaign, origin: Origin, *, color: bool = False) -> str:
    """The last line: the number of findings, and what was run."""
    new, known, stale = len(campaign.new), len(campaign.known), len(campaign.stale)
    head = f"{new or 'no'}{' new' * (not new and bool(known or stale))} finding{'s' * (new != 1)}"
    head += f", {known} known" if known else ""
    head += f", {stale} stale in the baseline" if stale else ""
    # A command says less than the name that it gives.
    target = origin.target
    named = target.label.startswith("-- ") and target.name != target.label
    label = plain(f"{target.name} {target.version}".strip() if named else target.label, 60)
    seed, (index, shards) = campaign.cases.seed, campaign.cases.shard
    part = f"shard {index + 1} of {shards}" if shards > 1 else "the whole domain"
    how = f"seed {seed}, scheme {SCHEME}" if seed is not None else part
    stopped = "".join(f"; {words}" for words in not_asked(campaign.started.lacks, campaign.started.missing))
    stopped += f"; stopped early: {campaign.stopped}" if campaign.stopped else ""
    head = style(color)(head, "1", RED if campaign.status else GREEN)
    return f"{head}: {label}: {_counts(campaign)}, {how}, {campaign.seconds:.1f} s{stopped}"


def asked_lines(campaign: Campaign) -> Iterator[str]:
    """The domains of a sweep, and how many of their inputs the target and the oracle accepted."""
    for domain in campaign.cases.domains:
        decoding, name, counts = domain.operation is Operation.DECODE, domain.operation.value, campaign.counts
        symbols = side(domain.symbols, True) if decoding else show(domain.symbols)
        yield (
            f"{name}: {counts[f'{name} inputs']:,} of {domain.size:,} {'strings' if decoding else 'sequences'} up to "
            f"length {domain.length} over {symbols}; accepted {counts[f'{name} accepted']:,}, the oracle "
            f"{counts[f'{name} oracle']:,}"
        )


def _counts(campaign: Campaign) -> str:
    cases = several(campaign.asked, "case" if campaign.cases.seed is not None else "input")
    return f"{cases}, {several(campaign.calls, 'call')}, {campaign.accepted:.0%} accepted"
