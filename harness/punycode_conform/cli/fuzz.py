"""``conform fuzz``: the target is started first, so that it starts while all else is imported."""

import argparse
import math
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ConformError, WrongLayer
from ..run.setup import Setup
from ..run.started import started
from ..suite import PUNYCODE
from ..terminal import WIDTH, columns, folded, use_color
from .options import setup, time_limit
from .output import Output, json_lines, output
from .run import each

if TYPE_CHECKING:
    from ..fuzz.blackbox import Budget
    from ..fuzz.campaign import Campaign
    from ..fuzz.finding import Finding
    from ..run.baseline import Entry

_DEFAULT_CASES = 20_000
_FOLDER = Path("conform-findings")


def fuzz(options: argparse.Namespace) -> int:
    """Fuzz a target, or those that are configured; 1 if there is a finding that is not known."""
    guided = options.engine == "atheris"
    if guided:
        from ..fuzz.libfuzzer import atheris  # start-up time: only if it is asked for

        atheris()  # an error if it cannot be imported

    def one(its: argparse.Namespace) -> tuple[int, str]:
        cases = its.cases or (None if its.time else _DEFAULT_CASES)
        # Only a limit that the user sets can be shorter than the time.
        seconds = min(its.time or math.inf, time_limit(its))
        budget = partial(_budget, its.seed, cases, seconds, its.shard, limited=seconds != its.time)
        return _fuzzed(setup(its), budget, its.out or _FOLDER, output(its), guided=guided)

    return each(options, one)


def _fuzzed(what: Setup, budget: Callable[[], "Budget"], folder: Path, out: Output, *, guided: bool) -> tuple[int, str]:
    """The exit status and the last line of one target."""
    if what.layer != PUNYCODE:
        raise ConformError(f"fuzzing makes raw Punycode, and the target's layer is {what.layer}")
    out.check(what.reads())
    with started(what) as target:
        # Start-up time: all this is imported while the target starts.
        from ..fuzz.campaign import Campaign
        from ..fuzz.finding_files import check_folder

        check_folder(folder)
        return _Screen(Campaign(what, target, budget(), guided=guided), folder, out).run()


def _budget(seed: int, cases: int | None, seconds: float, shard: tuple[int, int], *, limited: bool) -> "Budget":
    from ..fuzz.blackbox import Budget  # start-up time, see above
    from ..fuzz.dictionary import calls
    from ..fuzz.generator import seeds

    index, shards = shard
    return Budget(seed, cases, seconds, (index - 1, shards), seeds(calls()), limited)


class _Screen:
    """Runs a campaign, prints what comes, and writes the findings."""

    def __init__(self, campaign: "Campaign", folder: Path, output: Output) -> None:
        self._campaign, self._folder, self._output = campaign, folder, output
        self._color = use_color(output.color, output.stream)
        self._replayable = 0

    def run(self) -> tuple[int, str]:
        """The exit status and the last line."""
        from ..fuzz import text  # start-up time, see above
        from .progress import Status

        campaign = self._campaign
        for entry, now in campaign.recheck():
            if now.why:
                self._say(text.stale_line(entry, now.why, gone=not now.holds, color=self._color))
            elif entry.id in campaign.baseline.known:
                self._known(entry)
        with json_lines(self._output.lines) as write, Status(lambda: text.status_line(campaign)) as status:
            write(campaign.header)
            campaign.box.progress = status.update
            try:
                with closing(campaign.findings()) as findings:
                    for finding in findings:
                        write(partial(campaign.record, finding))
                        status.wipe()
                        self._take(finding)
                write(campaign.footer)
            except WrongLayer:  # then nothing was judged
                raise
            except (ConformError, KeyboardInterrupt, SystemExit) as error:
                campaign.box.stopped = error.message if isinstance(error, ConformError) else "interrupted"
                status.wipe()
                self._end()
                raise
            status.wipe()
            line = self._end()
        campaign.refuse_nothing()
        return campaign.status, line

    def _take(self, finding: "Finding") -> None:
        """Print a known finding once; write a new one, and print it even if it cannot be written."""
        # Start-up time, see above.
        from ..fuzz import text
        from ..fuzz.finding_files import save

        campaign, path = self._campaign, Path("nowhere")
        entry = campaign.baseline.holding.get(finding.signature)
        if entry is None:
            campaign.new += 1
            try:
                path = save(finding, campaign.origin, self._folder)
                self._replayable += finding.replays and path.suffix == ".yaml"
            finally:
                lines = text.finding_lines(finding, path, campaign.origin.choices, color=self._color)
                self._say(*folded(lines, columns(self._output.stream, WIDTH), 15))
        elif entry.id not in campaign.baseline.known:
            campaign.baseline.known[entry.id] = entry
            self._known(entry)

    def _known(self, entry: "Entry") -> None:
        from ..fuzz import text  # start-up time, see above

        if len(self._campaign.baseline.known) <= text.KNOWN_SHOWN:
            self._say(text.known_line(entry, color=self._color))

    def _end(self) -> str:
        """Print the last lines; gives the very last."""
        from ..fuzz import text  # start-up time, see above

        campaign = self._campaign
        self._say(*text.last_lines(campaign, self._folder, self._replayable, columns(self._output.stream, sys.maxsize)))
        print(text.verdict(campaign, color=self._color), file=self._output.stream, flush=True)
        return text.verdict(campaign)

    def _say(self, *lines: str) -> None:
        if not self._output.quiet:
            for line in lines:
                print(line, file=self._output.stream, flush=True)
