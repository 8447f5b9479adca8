"""``conform report``: saved reports drawn again, in any form, or side by side."""

import argparse
import sys

from ..errors import ConformError, NothingRan
from ..render.text import text
from ..run.report_file import load
from ..terminal import WIDTH, columns, use_color
from .output import output

_WORST = (1, 5, 0)  # exit statuses, the worst first: a failure, a stale baseline, success


def report(options: argparse.Namespace) -> int:
    """Draw the reports; the exit status is that of the worst verdict."""
    out = output(options)
    out.check(("FILE", path) for path in options.files)
    if len(options.files) > 1 and not all(form.compares for form, _ in out.files):
        raise ConformError("JUnit and badges are of one report", "several are compared as text, Markdown and HTML")
    reports = [load(path) for path in options.files]
    out.check(part=[option for report in reports for option in report.header.part])
    out.save(reports)
    if len(reports) == 1:
        color = use_color(out.color, sys.stdout)
        shown = text(reports[0], color=color, quiet=out.quiet, width=columns(sys.stdout, WIDTH))
    else:
        from ..render import comparison, words  # start-up time: one report is the common case

        lines = (words.verdict_line(report) + "\n" for report in reports)
        shown = "".join(lines) if out.quiet else comparison.text(reports)
    print(shown, end="")
    if all(report.nothing_ran for report in reports):
        raise NothingRan("nothing ran: no case was answered")
    # Beside others, a report without a verdict must not pass unnoticed.
    return min((1 if report.nothing_ran else report.status for report in reports), key=_WORST.index)
