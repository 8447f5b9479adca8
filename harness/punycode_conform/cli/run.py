"""``conform run`` and ``conform baseline``: the target is started first, so that it starts while all else is imported and
loaded."""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..errors import ConformError, TargetError
from ..suite.choices import Choices
from ..targets import name
from ..targets.limits import Limits
from ..targets.name import Target
from ..targets.pool import Pool
from . import forms

Sides = list[tuple[str, str]]


def run(options: argparse.Namespace) -> int:
    """Judge a target, or those that are configured; the exit status is the verdict's."""
    return each(options, _judged)


def baseline(options: argparse.Namespace) -> int:
    """Write down what a target, or each that is configured, fails in."""
    return each(options, _recorded)


def each(options: argparse.Namespace, one: Callable[[argparse.Namespace], tuple[int, str]]) -> int:
    """Do something with the target that the options name, or with each that is configured; gives the exit status.

    Args:
        options: of the command line.
        one: takes the options of one target; gives the exit status and a line for the summary.
    """
    if options.target is None and not options.command:
        from . import configured  # start-up time: a target that is named needs no configuration

        return configured.each(options, one)
    if options.targets:
        raise ConformError(f"--target {options.targets[0]}, and another target", "--target is for configured ones")
    return one(options)[0]


def _judged(options: argparse.Namespace) -> tuple[int, str]:
    forms.check(options)
    earlier = ["report"]
    try:
        with started(options) as (target, pool, sides):
            earlier = []  # from now on it is this run's, however far it gets
            from .judging import judge  # not before the target starts, see above

            return judge(options, target, pool, sides)
    except TargetError:
        forms.remove(options, *earlier)
        raise


def _recorded(options: argparse.Namespace) -> tuple[int, str]:
    if options.baseline is None:
        raise ConformError("no baseline to write", "conform baseline TARGET --baseline FILE")
    forms.check_writable(options.baseline)
    if options.findings and (more := options.given & {"--only", "--vectors", "--layer", "--strict"}):
        raise ConformError(f"--findings, and {min(more)}", "--findings is of what conform fuzz found, and of no cases")
    if options.findings and options.layer != "punycode":
        raise ConformError(f"fuzzing makes raw Punycode, and the target's layer is {options.layer}")
    with started(options) as (target, pool, sides):
        if options.findings:  # not before the target starts, see above
            from .known import write
        else:
            from .baseline import write

        return write(options, target, pool, sides)


@contextmanager
def started(options: argparse.Namespace) -> Iterator[tuple[Target, Pool, Sides]]:
    """The target that the options name, started, and the sides that they declare; closed at the end."""
    sides = declared(options.choice)
    target = name.resolve(
        options.target, options.command, python=options.python, rejects=options.rejects, verb=options.asked
    )
    limits = Limits(options.timeout, options.start_timeout, options.restarts)
    with Pool(target, limits, options.jobs) as pool:
        pool.start()
        yield target, pool, sides


def declared(pairs: list[str]) -> Sides:
    """The choices and sides that the command line gives, checked."""
    found = []
    for pair in pairs:
        choice, equals, side = pair.partition("=")
        if not equals:
            raise ConformError(f"--choice {pair!r} is not NAME=SIDE", "for example --choice surrogates=reject")
        Choices().declare(choice, side)
        found.append((choice, side))
    return found
