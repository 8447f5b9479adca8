"""``conform fuzz`` and ``conform sweep``: the target is started first, so that it starts while all else is imported."""

import argparse
import math
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .. import files
from ..errors import ConformError, NothingRan, WrongLayer
from ..run.setup import Setup
from ..run.started import Started, started
from ..suite import PUNYCODE
from ..suite.outcome import Call, Operation
from ..terminal import WIDTH, columns, folded, use_color
from .output import Output, Status, json_lines
from .run import each
from .verbs import setup, time_limit

if TYPE_CHECKING:
    from ..fuzz.campaign import Campaign
    from ..fuzz.cases import Cases
    from ..fuzz.finding import Origin

_DEFAULT_CASES = 20_000
_AIMED, _SHARE = 1500, 10  # cases made of the target's constants, at most, and no more than this part of all cases
_MOST = 1 << 20  # octets of a file that is replayed
_LARGEST = 10**12  # inputs of a sweep; at 50,000 a second more than half a year


def fuzz(options: argparse.Namespace) -> int:
    """Fuzz a target, or those that are configured; 1 if there is a finding that is not known."""
    if options.engine == "atheris":
        from ..fuzz.libfuzzer import atheris  # start-up time: only if it is asked for

        atheris()  # an error if it cannot be imported
    return each(options, lambda its: _run(its, its.out or Path("conform-findings"), _cases))


def _cases(options: argparse.Namespace, target: Started) -> "Cases":
    # Start-up time: all this is imported while the target starts.
    from ..fuzz.cases import Cases, numbered
    from ..fuzz.dictionary import replayed, seeds

    if options.replay:
        calls = [call for path in files.under(options.replay) for call in replayed(files.read(path, _MOST))]
        return Cases(calls.__getitem__, len(calls), time_limit(options), options.shard, options.seed, True)
    count = options.cases or (None if options.time else _DEFAULT_CASES)
    most = min(_AIMED, (count or _DEFAULT_CASES) // _SHARE)
    aimed = {call: constant.says for call, constant in target.aimed(most).items()}
    first = [*aimed]

    def make(number: int) -> Call:
        """The case with a number: those that are made of constants come first."""
        return first[number] if number < len(first) else numbered(options.seed, number - len(first), seeds())

    # Only a limit that the user sets can be shorter than the time.
    seconds = min(options.time or math.inf, time_limit(options))
    return Cases(make, count, seconds, options.shard, options.seed, seconds != options.time, aimed=aimed)


def sweep(options: argparse.Namespace) -> int:
    """Ask a target every input of a small domain; 1 if there is a finding that is not known."""
    return _run(options, options.out, _inputs)[0]


def _inputs(options: argparse.Namespace, target: Started) -> "Cases":
    # Start-up time: all this is imported while the target starts.
    from ..fuzz.cases import ALPHABET, BOUNDARIES, Cases, Domain, in_order

    decoded = Domain(Operation.DECODE, options.alphabet or ALPHABET, options.length)
    encoded = Domain(Operation.ENCODE, options.code_points or BOUNDARIES, options.code_point_length)
    asked = {Operation(options.operation)} if options.operation else {*Operation}
    asked &= {*target.handshake.operations}
    chosen = tuple(domain for domain in (decoded, encoded) if domain.operation in asked)
    size = sum(domain.size for domain in chosen)
    if size > _LARGEST:
        raise ConformError(f"more than {_LARGEST:,} inputs", "take fewer symbols, or a smaller length")
    round_trip = not options.no_round_trip and Operation.ENCODE in target.handshake.operations
    make = partial(in_order, chosen)
    return Cases(make, size, time_limit(options), options.shard, None, True, round_trip, chosen)


def _run(
    options: argparse.Namespace, folder: Path | None, make: Callable[[argparse.Namespace, Started], "Cases"]
) -> tuple[int, str]:
    """The exit status and the last line of one target."""
    what, out = setup(options), Output(options)
    if what.layer != PUNYCODE:
        raise ConformError(f"conform {options.verb} makes raw Punycode, and the target's layer is {what.layer}")
    out.check([what.baseline])
    if folder:
        files.check_folder(folder, f"--out {folder}")
    with started(what) as target:
        # Start-up time: all this is imported while the target starts.
        from ..fuzz.campaign import Campaign
        from ..fuzz.finding import REPLAY, SWEEP, Origin
        from ..run.baseline import Baseline, read

        hint = "conform baseline TARGET --findings DIR --baseline FILE writes one"
        baseline = read(what.baseline, hint) if what.baseline else Baseline()
        if baseline.has_crashes:
            target.pool.spare_crashes()
        cases = make(options, target)
        engine = SWEEP
        if options.verb == "fuzz":
            engine = REPLAY if options.replay else options.engine.replace("auto", "blackbox")
        campaign = Campaign(target, cases, baseline.findings.values())
        return _shown(campaign, Origin.of(target, engine, cases.seed), what, folder, out)


def _shown(campaign: "Campaign", origin: "Origin", what: Setup, folder: Path | None, out: Output) -> tuple[int, str]:
    """Run a campaign, print what comes, and write the findings; gives the exit status and the last line."""
    # Start-up time, see above.
    from ..fuzz import finding_files, text

    color, replayable = use_color(out.color, out.stream), 0

    def say(*lines: str) -> None:
        for line in lines if not out.quiet else ():
            print(line, file=out.stream, flush=True)

    def end() -> None:
        width = columns(out.stream, sys.maxsize)
        say(*folded(text.asked_lines(campaign), width, 4))
        say(*text.last_lines(campaign, what, folder, replayable, width))
        print(text.verdict(campaign, origin, color=color), file=out.stream, flush=True)

    batches = None
    if origin.engine == "atheris":
        from ..fuzz.libfuzzer import batches as found  # start-up time: only for this engine

        batches = found(campaign, what.rejects)
    for entry, now in campaign.recheck():
        if now.why:
            say(text.stale_line(entry, now.why, gone=not now.holds, color=color))
        elif now.got:
            say(text.known_line(entry, color=color))
    with json_lines(out.lines) as write, Status() as status:
        write(finding_files.header(campaign, origin))
        campaign.progress = lambda: status.update(lambda: text.status_line(campaign))
        try:
            with closing(campaign.findings(batches)) as findings:
                for finding in findings:
                    its = campaign.holding.get(finding.problem.signature)
                    write(finding_files.as_json(finding, origin) | ({"known": its.reason} if its else {}))
                    status.wipe()
                    if its is None:
                        path = finding_files.save(finding, origin, folder) if folder else None
                        replayable += bool(path and finding.replays and path.suffix == ".yaml")
                        lines = text.finding_lines(finding, path, origin.choices, color=color)
                        say(*folded(lines, columns(out.stream, WIDTH), 15))
                    elif its.id not in campaign.known:
                        campaign.known[its.id] = its
                        say(text.known_line(its, color=color))
            write(finding_files.footer(campaign))
        except (NothingRan, WrongLayer):  # then nothing was judged
            raise
        except (ConformError, KeyboardInterrupt, SystemExit) as error:
            campaign.stopped = error.message if isinstance(error, ConformError) else "interrupted"
            status.wipe()
            end()
            raise
    end()
    campaign.refuse_nothing()
    return campaign.status, text.verdict(campaign, origin)
