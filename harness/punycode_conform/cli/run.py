"""``conform run`` and ``conform report``: test an implementation, or the configured ones; draw saved reports again."""

import argparse
import gc
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import ConformError, NothingRan
from ..run.started import started
from ..targets.session import LIMITS_HINT
from .output import WORST, Output, Status
from .verbs import setup

if TYPE_CHECKING:  # start-up time: the vectors are read after the target starts
    from ..suite.corpus import Corpus

_LONG = 60.0  # seconds


def run(options: argparse.Namespace) -> int:
    """Judge each target; the exit status is the worst verdict's."""
    return each(options, _judged)


def each(options: argparse.Namespace, work: Callable[[argparse.Namespace], tuple[int, str]]) -> int:
    """Do something with the target that the options name, or with each that is configured; gives the exit status."""
    if options.target is None and not options.command:
        from . import configuration  # start-up time: a target that is named needs no configuration

        return configuration.each(options, work)
    if options.targets:
        raise ConformError(f"--target {options.targets[0]}, and another target", "--target is for configured ones")
    return work(options)[0]


def _judged(options: argparse.Namespace) -> tuple[int, str]:
    """The exit status and the verdict line of one target."""
    what, out = setup(options), Output(options)
    out.check([*what.vectors, what.baseline], what.part)
    began = time.monotonic()
    with started(what) as target:
        # Start-up time: all this is imported while the target starts.
        from ..render.words import verdict_line
        from ..run import conformance

        vectors = read_vectors(what.vectors)
        baseline = conformance.known(what)
        with out.write_lines() as write, Status(what.label, limit=what.time_limit) as status:
            report = conformance.run(
                what,
                target,
                vectors,
                baseline=baseline,
                write=write,
                progress=status.count,
                diagnose=status.step,
                why=options.why,
            )
        report.seconds = time.monotonic() - began
        report.date = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(time.time() - report.seconds))
        out.show(report)
    # After all output, so that a report shows why nothing ran.
    conformance.refuse_nothing(report)
    if not out.quiet and (report.stopped or (report.seconds > _LONG and what.jobs == 1)):
        print(f"  hint: {LIMITS_HINT if report.stopped else '--jobs N asks N processes at once'}", file=sys.stderr)
    return report.status, verdict_line(report)


def read_vectors(paths: Sequence[Path]) -> "Corpus":
    """The user's vectors, or the suite's if none are named; what there is to say about them is printed."""
    from ..suite import corpus  # start-up time, see the module

    gc.disable()  # a run keeps what it makes, so the collector would only walk ever more results in vain
    vectors = corpus.bring(paths) if paths else corpus.suite()
    if vectors.note:
        print(f"conform: {vectors.note}", file=sys.stderr)
    return vectors


def report(options: argparse.Namespace) -> int:
    """Draw saved reports; the exit status is that of the worst verdict."""
    # Start-up time, see the module.
    from ..render import text, words
    from ..run.report_file import load

    out = Output(options)
    if len(options.files) > 1 and out.files:
        raise ConformError("a file holds one report", "several reports are compared as text")
    reports = [load(path) for path in options.files]
    out.check(options.files, [option for report in reports for option in report.header.part])
    if len(reports) == 1:
        out.show(reports[0])
    elif out.quiet:
        print(*map(words.verdict_line, reports), sep="\n")
    else:
        print(text.comparison(reports), end="")
    if all(report.nothing_ran for report in reports):
        raise NothingRan("nothing ran: no case was answered")
    # Beside others, a report without a verdict must not pass unnoticed.
    return min((1 if report.nothing_ran else report.status for report in reports), key=WORST.index)
