"""``conform report``: saved reports drawn again, in any form, or side by side."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ..errors import ConformError, NothingRan
from ..render.text import text
from ..run.report import Report
from ..run.saved import saved
from ..terminal import WIDTH, columns, use_color
from .output import Output, output

_WORST = (1, 5, 0)  # exit statuses, the worst first: a failure, a stale baseline, success


def report(options: argparse.Namespace) -> int:
    """Draw the reports; the exit status is that of the worst verdict."""
    return _drawn(options.files, output(options))


def _drawn(paths: Sequence[Path], out: Output) -> int:
    out.check(("FILE", path) for path in paths)
    if len(paths) > 1 and not all(form.compares for form, _ in out.files):
        raise ConformError("JUnit and badges are of one report", "several are compared as text, Markdown and HTML")
    reports = [saved(path) for path in paths]
    out.check(part=[option for one in reports for option in one.header.part])
    out.save(reports)
    if len(reports) > 1:
        _compare(reports, quiet=out.quiet)
    else:
        color = use_color(out.color, sys.stdout)
        shown = text(reports[0], color=color, quiet=out.quiet, width=columns(sys.stdout, WIDTH))
        print(shown, end="")
    if all(one.nothing_ran for one in reports):
        raise NothingRan("nothing ran: no case was answered")
    # Beside others, a report without a verdict must not pass unnoticed.
    return min((1 if one.nothing_ran else one.status for one in reports), key=_WORST.index)


def _compare(reports: Sequence[Report], *, quiet: bool) -> None:
    from ..render import comparison, words  # start-up time: one report is the common case

    if quiet:
        print(*map(words.verdict_line, reports), sep="\n")
    else:
        print(comparison.text(reports), end="")
