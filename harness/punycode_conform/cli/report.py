"""``conform report``: saved reports drawn again, in any form, or side by side."""

import argparse
import sys
from collections.abc import Sequence

from ..errors import ConformError, NothingRan
from ..render.text import WIDTH, text
from ..run.report import Report
from ..run.saved import load
from . import forms
from .terminal import columns, logged, use_color

_WORST = (1, 5, 0)


def report(options: argparse.Namespace) -> int:
    """Draw; the exit status is that of the worst verdict."""
    forms.check(options)
    if len(options.files) > 1 and any(getattr(options, form) for form in ("junit", "badge", "badge_json")):
        raise ConformError("JUnit and badges are of one report", "several are compared as text, Markdown and HTML")
    reports = [load(path) for path in options.files]
    if len(reports) > 1:
        _compare(reports, options)
    else:
        forms.save(reports[0], options)
        color = use_color(options.color, sys.stdout)
        shown = text(reports[0], color=color, quiet=options.quiet, width=columns(sys.stdout, WIDTH))
        print(logged(shown), end="")
    if all(one.nothing_ran for one in reports):
        raise NothingRan("nothing ran: every case was skipped")
    return min((1 if one.nothing_ran else one.status for one in reports), key=_WORST.index)


def _compare(reports: Sequence[Report], options: argparse.Namespace) -> None:
    from ..render import comparison, words
    from ..run.comparison import compare  # start-up time: one report is the common case

    found = compare(reports)
    if options.markdown:
        forms.write(options.markdown, comparison.markdown(found, reports))
    if options.html:
        forms.write(options.html, comparison.html(found, reports))
    if options.quiet:
        print(*(logged(words.verdict_line(one)) for one in reports), sep="\n")
    else:
        print(logged(comparison.text(found, reports)), end="")
