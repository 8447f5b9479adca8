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
from ..notation import parse
from ..run.setup import Setup
from ..run.started import Started, started
from ..suite import PUNYCODE
from ..suite.outcome import Operation
from ..terminal import WIDTH, columns, folded, use_color
from .options import setup, time_limit
from .output import Output, json_lines, output
from .run import each

if TYPE_CHECKING:
    from ..fuzz.campaign import Batches, Campaign
    from ..fuzz.cases import Cases
    from ..fuzz.finding import Finding, Origin
    from ..run.baseline import Entry

_DEFAULT_CASES = 20_000
_LARGEST = 10**12  # inputs of a sweep; at 50,000 a second more than half a year


def fuzz(options: argparse.Namespace) -> int:
    """Fuzz a target, or those that are configured; 1 if there is a finding that is not known."""
    if options.engine == "atheris":
        from ..fuzz.libfuzzer import atheris  # start-up time: only if it is asked for

        atheris()  # an error if it cannot be imported
    return each(options, lambda its: _run(its, setup(its), its.out or Path("conform-findings"), partial(_cases, its)))


def _cases(options: argparse.Namespace, target: Started) -> "Cases":
    # Start-up time: all this is imported while the target starts.
    from ..fuzz.cases import Cases
    from ..fuzz.dictionary import calls
    from ..fuzz.generator import numbered, seeds

    make = partial(numbered, options.seed, vectors=seeds(calls()))
    count = options.cases or (None if options.time else _DEFAULT_CASES)
    # Only a limit that the user sets can be shorter than the time.
    seconds = min(options.time or math.inf, time_limit(options))
    index, shards = options.shard
    return Cases(make, count, seconds, (index - 1, shards), options.seed, seconds != options.time)


def sweep(options: argparse.Namespace) -> int:
    """Ask a target every input of a small domain; 1 if there is a finding that is not known."""
    return _run(options, setup(options), options.out, partial(_inputs, options))[0]


def _inputs(options: argparse.Namespace, target: Started) -> "Cases":
    # Start-up time: all this is imported while the target starts.
    from ..fuzz.cases import ALPHABET, BOUNDARIES, Cases, Domain, in_order

    alphabet = ALPHABET if options.alphabet is None else tuple(map(ord, options.alphabet))
    try:
        points = BOUNDARIES if options.code_points is None else parse(options.code_points)
    except ValueError as error:
        raise ConformError(f"--code-points: {error}") from None
    for option, symbols in (("--alphabet", alphabet), ("--code-points", points)):
        if not symbols or len({*symbols}) < len(symbols):
            raise ConformError(f"{option}: symbols must be distinct, and there must be one")
    if any(0xD800 <= c <= 0xDFFF for c in alphabet):  # how Python shows bytes that are not UTF-8
        raise ConformError("--alphabet is not valid UTF-8")
    domains = (
        Domain(Operation.DECODE, alphabet, options.length),
        Domain(Operation.ENCODE, points, options.code_point_length),
    )
    asked = {Operation(options.operation)} if options.operation else {*Operation}
    chosen = tuple(d for d in domains if d.operation in asked & {*target.handshake.operations})
    size = sum(domain.size for domain in chosen)
    index, shards = options.shard
    if size > _LARGEST:
        raise ConformError(f"more than {_LARGEST:,} inputs", "take fewer symbols, or a smaller length")
    if size < index:
        raise NothingRan("there is nothing to sweep: the target has no such operation, or the shard is empty")
    round_trip = not options.no_round_trip and Operation.ENCODE in target.handshake.operations
    seconds = time_limit(options)
    shard = (index - 1, shards)
    return Cases(partial(in_order, chosen), size, seconds, shard, None, True, round_trip, chosen)


def _run(
    options: argparse.Namespace, what: Setup, folder: Path | None, make: Callable[[Started], "Cases"]
) -> tuple[int, str]:
    """The exit status and the last line of one target."""
    out = output(options)
    if what.layer != PUNYCODE:
        verb = "fuzzing" if options.asked == "fuzz" else "a sweep"
        raise ConformError(f"{verb} makes raw Punycode, and the target's layer is {what.layer}")
    out.check(what.reads())
    if folder:
        files.check_folder(folder, f"--out {folder}")
    with started(what) as target:
        # Start-up time: all this is imported while the target starts.
        from ..fuzz.campaign import Campaign
        from ..fuzz.finding import SWEEP, Origin
        from ..fuzz.known_findings import KnownFindings

        known = KnownFindings(what.baseline)  # an error in the file comes before the target is asked
        cases = make(target)
        engine = {"sweep": SWEEP}.get(options.asked, "blackbox")
        engine = "atheris" if getattr(options, "engine", "") == "atheris" else engine
        origin = Origin.of(target, engine, cases.seed)
        return _Screen(Campaign(target, cases, known), origin, what, folder, out).run()


class _Screen:
    """Runs a campaign, prints what comes, and writes the findings."""

    def __init__(self, campaign: "Campaign", origin: "Origin", what: Setup, folder: Path | None, out: Output) -> None:
        self._campaign, self._origin, self._what, self._folder, self._output = campaign, origin, what, folder, out
        self._color = use_color(out.color, out.stream)
        self._replayable = 0

    def run(self) -> tuple[int, str]:
        """The exit status and the last line."""
        # Start-up time, see above.
        from ..fuzz import finding_files, text
        from .progress import Status

        campaign, origin = self._campaign, self._origin
        for entry, now in campaign.recheck():
            if now.why:
                self._say(text.stale_line(entry, now.why, gone=not now.holds, color=self._color))
            elif entry.id in campaign.known.known:
                self._known(entry)
        with json_lines(self._output.lines) as write, Status(lambda: text.status_line(campaign)) as status:
            write(lambda: finding_files.header(campaign, origin))
            campaign.progress = status.update
            try:
                with closing(campaign.findings(self._guided())) as findings:
                    for finding in findings:
                        its = campaign.known.holding.get(finding.signature)
                        known = {"known": its.reason} if its else {}
                        record = finding_files.as_json(finding, origin) | known
                        write(partial(dict, record))
                        status.wipe()
                        self._take(finding, its)
                write(lambda: finding_files.footer(campaign))
            except WrongLayer:  # then nothing was judged
                raise
            except (ConformError, KeyboardInterrupt, SystemExit) as error:
                campaign.stopped = error.message if isinstance(error, ConformError) else "interrupted"
                status.wipe()
                self._end()
                raise
            status.wipe()
            line = self._end()
        campaign.refuse_nothing()
        return campaign.status, line

    def _guided(self) -> "Batches | None":
        if self._origin.engine != "atheris":
            return None
        from ..fuzz.atheris_engine import batches  # start-up time: only for this engine

        return batches(self._campaign, self._what.rejects)

    def _take(self, finding: "Finding", entry: "Entry | None") -> None:
        """Print a known finding once; write a new one, and print it even if it cannot be written."""
        from ..fuzz import finding_files, text  # start-up time, see above

        campaign, path = self._campaign, None
        if entry is None:
            try:
                if self._folder:
                    path = finding_files.save(finding, self._origin, self._folder)
                    self._replayable += finding.replays and path.suffix == ".yaml"
            finally:
                lines = text.finding_lines(finding, path, self._origin.choices, color=self._color)
                self._say(*folded(lines, columns(self._output.stream, WIDTH), 15))
        elif entry.id not in campaign.known.known:
            campaign.known.known[entry.id] = entry
            self._known(entry)

    def _known(self, entry: "Entry") -> None:
        from ..fuzz import text  # start-up time, see above

        if len(self._campaign.known.known) <= text.KNOWN_SHOWN:
            self._say(text.known_line(entry, color=self._color))

    def _end(self) -> str:
        """Print the last lines; gives the very last."""
        from ..fuzz import text  # start-up time, see above

        campaign, width = self._campaign, columns(self._output.stream, sys.maxsize)
        self._say(*folded(text.asked_lines(campaign), width, 4))
        self._say(*text.last_lines(campaign, self._what, self._folder, self._replayable, width))
        print(text.verdict(campaign, self._origin, color=self._color), file=self._output.stream, flush=True)
        return text.verdict(campaign, self._origin)

    def _say(self, *lines: str) -> None:
        if not self._output.quiet:
            for line in lines:
                print(line, file=self._output.stream, flush=True)
