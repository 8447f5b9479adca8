"""``conform run``: the target is started first, so that it starts while all else is imported and loaded."""

import argparse

from ..errors import ConformError
from ..suite.choices import Choices
from ..target import name
from ..target.pool import Pool
from ..target.session import Limits
from . import forms


def run(options: argparse.Namespace) -> int:
    """Judge a target; the exit status is the verdict's."""
    sides = declared(options.choice)
    forms.check(options)
    target = name.resolve(options.target, options.command, python=options.python, rejects=options.rejects)
    limits = Limits(options.timeout, options.start_timeout, options.restarts)
    with Pool(target, limits, options.jobs) as pool:
        pool.start()
        from .judging import judge  # not before the target starts, see above

        return judge(options, target, pool, sides)


def declared(pairs: list[str]) -> list[tuple[str, str]]:
    """The choices and sides that the command line gives, checked."""
    found = []
    for pair in pairs:
        choice, equals, side = pair.partition("=")
        if not equals:
            raise ConformError(f"--choice {pair!r} is not NAME=SIDE", "for example --choice surrogates=reject")
        Choices().declare(choice, side)
        found.append((choice, side))
    return found
