"""``conform run``: test an implementation, or the configured ones."""

import argparse
import gc
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..errors import ConformError, NoTarget, TargetError
from ..run.setup import Setup
from ..run.started import Started, started
from .options import setup
from .output import Output, output, report_lines, summarize

if TYPE_CHECKING:  # start-up time: the vectors are read after the target starts
    from ..suite.corpus import Corpus


def run(options: argparse.Namespace) -> int:
    """Judge each target; the exit status is the worst verdict's."""
    return each(options, lambda its: _judged(setup(its), output(its), why=options.why))


def each(options: argparse.Namespace, work: Callable[[argparse.Namespace], tuple[int, str]]) -> int:
    """Do something with the target that the options name, or with each that is configured; gives the exit status."""
    if options.target is None and not options.command:
        from . import configured  # start-up time: a target that is named needs no configuration

        return configured.each(options, work)
    if options.targets:
        raise ConformError(f"--target {options.targets[0]}, and another target", "--target is for configured ones")
    try:
        return work(options)[0]
    except (NoTarget, TargetError) as error:
        from .configured import instead  # start-up time: for an error only

        error.hint = instead(options) or error.hint
        raise


def _judged(what: Setup, out: Output, *, why: bool) -> tuple[int, str]:
    """The exit status and the verdict line of one target."""
    out.check(what.reads(), what.part)
    running, began = False, time.monotonic()
    try:
        with started(what) as target:
            running = True  # from now on the JSON Lines are of this run, however far it gets
            return _report(what, target, out, began, why=why)
    except TargetError:
        out.remove_old(lines=not running)
        raise


def _report(what: Setup, target: Started, out: Output, began: float, *, why: bool) -> tuple[int, str]:
    # Start-up time: all this is imported while the target starts.
    from ..render.words import verdict_line
    from ..run import conformance
    from .progress import Bar

    vectors = read_vectors(what)
    baseline = conformance.known(what)
    with report_lines(out.lines) as write, Bar(what.label) as bar:
        report = conformance.run(
            what,
            target,
            vectors,
            baseline=baseline,
            write=write,
            progress=bar.update,
            diagnose=bar.say,
            why=why,
        )
    report.seconds = time.monotonic() - began
    report.date = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(time.time() - report.seconds))
    out.save([report])
    summarize(report)
    out.show(report)
    # After all output, so that a report shows why nothing ran.
    conformance.refuse_nothing(report)
    return report.status, verdict_line(report)


def read_vectors(what: Setup) -> "Corpus":
    """The vectors of a setup; what there is to say about them is printed."""
    from ..run.conformance import vectors  # start-up time, see the module

    gc.disable()  # a run keeps what it makes, so the collector would only walk ever more results in vain
    found = vectors(what)
    if found.note:
        print(f"conform: {found.note}", file=sys.stderr)
    return found
