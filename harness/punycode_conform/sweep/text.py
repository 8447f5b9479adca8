"""A sweep for people at a terminal: what was asked, the first differences of each kind, and the verdict line."""

import shlex
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, islice

from ..notation import plain, show
from ..render import words
from ..run.report import Header, Report
from ..suite.laws import UNIQUENESS
from ..suite.outcome import Operation
from ..terminal import BOLD, DIM, GREEN, RED, Style, labelled, style
from ..terminal import command as folded_command
from .domain import Domain
from .sweep import Sweep
from .totals import Difference, Totals

_SHOWN = 3  # differences of a kind: the shortest come first, and the report has more


def text(
    sweep: Sweep,
    header: Header,
    command: Sequence[str],
    *,
    color: bool = False,
    quiet: bool = False,
    seconds: float = 0.0,
    width: int = sys.maxsize,
) -> str:
    """A sweep as text.

    Args:
        sweep: the sweep, at its end.
        header: the target.
        command: the words that sweep it again.
        color: whether to use terminal colours.
        quiet: the verdict line alone.
        seconds: how long it took.
        width: where commands are continued after a backslash.
    """
    styled = style(color)
    head, rest = _verdict(sweep, header, seconds)
    last = styled(head, BOLD, GREEN if sweep.conforms and not sweep.nothing_ran else RED) + ": " + rest
    if quiet:
        return last + "\n"
    lines = [*_asked(sweep), *_differences(sweep.totals, command, styled, width)]
    if mixed := sweep.totals.counts["mixed case"]:
        lines += ["", f"{mixed:,} encoded forms have digits in mixed case, which breaks a SHOULD and does not gate."]
    if slow := sweep.totals.counts["slow once"]:
        lines += ["", f"Slow once: {slow:,} inputs got no answer in time, and were answered when they were repeated."]
    if sweep.stopped:
        lines += ["", styled(f"Stopped early: {sweep.stopped}.", BOLD, RED)]
    if skipped := sweep.totals.skipped:
        lines += ["", f"Skipped {skipped:,}: the target cannot take these inputs; a skip is never a pass."]
    return "\n".join([*lines, "", last]) + "\n"


def _verdict(sweep: Sweep, header: Header, seconds: float) -> tuple[str, str]:
    totals, space = sweep.totals, sweep.space
    collisions, differing = totals.counts["collisions"], totals.differing
    facts = [
        words.several(totals.inputs, "input"),
        f"{totals.accepted:,} accepted",
        # Where answers are wrong, two of them may be alike although neither is the right answer of a third input.
        words.several(collisions, "collision") if collisions else "no collision seen" if differing else "no collision",
        f"{words.several(differing, 'difference')} from the oracle" if differing else "none differs from the oracle",
    ]
    facts += words.not_asked(header.lacks, header.missing)
    facts += ["stopped early"] if sweep.stopped else []
    facts += [f"shard {space.shard} of {space.shards}"] if space.shards > 1 else []
    facts += [f"{totals.differing - totals.new:,} of them known"] if totals.known else []
    facts += [f"{seconds:.1f} s"] if seconds else []
    head = "NOTHING RAN" if sweep.nothing_ran else sweep.verdict.upper()
    target = words.target(Report(header))
    return head, f"{target}: {', '.join(facts)} (suite {header.suite_version})"


def _asked(sweep: Sweep) -> Iterator[str]:
    counts = sweep.totals.counts
    for domain in sweep.space.domains:
        name = domain.operation.value
        what = "strings" if domain.operation is Operation.DECODE else "sequences"
        yield from labelled(
            name,
            f"{counts[f'{name} inputs']:,} of {domain.size:,} {what} up to length {domain.length} over "
            f"{_symbols(domain)}; accepted {counts[f'{name} accepted']:,}, the oracle {counts[f'{name} oracle']:,}",
        )
    if counts["round trips"]:
        yield from labelled("round trip", f"{counts['round trips']:,} results of decode encoded again")
    for choice, behaviour in sweep.totals.observed.items():
        yield from labelled("choice", f"{choice} {behaviour}, as observed")
    if sweep.space.shards > 1:
        yield from labelled(
            "", "One shard does not show whether the others behave alike; --choice NAME=BEHAVIOUR enforces it."
        )


def _symbols(domain: Domain) -> str:
    decoding = domain.operation is Operation.DECODE
    shown = words.side(domain.symbols, True) if decoding else show(domain.symbols)
    return f"{len(domain.symbols)} {'characters' if decoding else 'code points'} {shown}"


def _differences(totals: Totals, command: Sequence[str], styled: Style, width: int) -> Iterator[str]:
    # In the order of the sweep kinds alternate, and groupby needs those of one kind together.
    firsts = sorted(totals.first, key=lambda d: list(totals.kinds).index(d.kind))
    for kind, group in groupby(firsts, key=lambda d: d.kind):
        known = ", known" * (kind in totals.known)
        yield from ("", styled(plain(kind[:1].upper() + kind[1:], 200), BOLD) + f"  ({totals.kinds[kind]:,}{known})")
        for number, difference in enumerate(islice(group, _SHOWN)):
            for label, value in _shown(difference):
                yield from labelled(label, value)
            if number == 0 and difference.expectation:  # what was seen over several calls is not seen in one alone
                lines = folded_command(f"    {'again':<10} ", again(difference, command), width)
                yield from (styled(line, DIM) for line in lines)


def _shown(difference: Difference) -> Iterable[tuple[str, str]]:
    call, outcome = difference.problem.call, difference.problem.outcome
    yield call.operation.value, words.side(call.input, call.operation is Operation.DECODE)
    if difference.source is not None:
        yield "which is", f"the right result of decoding {words.side(difference.source, True)}"
    if difference.expectation:
        yield from words.facing_labels(difference.expectation, outcome, call.operation)
    else:
        yield "got", words.got(outcome, call.operation)
    yield "why", plain(difference.judgement.why)
    if difference.collides is not None:
        yield "collides", f"with {words.side(difference.collides, True)}: {UNIQUENESS.says}"
    for line in getattr(outcome, "stderr", "").splitlines()[-5:]:
        yield "stderr", line


def again(difference: Difference, command: Sequence[str]) -> str:
    """The command that sweeps only the symbols of one input, up to its length: its difference is among the first."""
    call = difference.problem.call
    points = call.input if difference.source is None else difference.source
    length, symbols = str(len(points)), sorted(set(points)) or [0x61]  # the empty input needs some symbol too
    if call.operation is Operation.DECODE or difference.source is not None:
        # In one word, since an alphabet may begin with a hyphen.
        options = ["--only", "decode", "--alphabet=" + "".join(map(chr, symbols)), "--length", length]
    else:
        shown = show(symbols, limit=len(symbols))
        options = ["--only", "encode", "--code-points", shown, "--code-point-length", length]
    at = command.index("--") if "--" in command else len(command)  # what follows -- is the adapter's
    return shlex.join([*command[:at], *options, *command[at:]])
