"""``conform sweep``: every input of a small domain against the oracle."""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from .. import __version__
from ..errors import ConformError, NothingRan
from ..files import check_writable
from ..run.report import Header
from ..run.setup import Setup, Started, started
from ..suite.notation import parse
from ..suite.outcome import Operation
from ..sweep.difference import Totals
from ..sweep.domain import ALPHABET, BOUNDARIES, Domain, Space
from ..sweep.sweep import Sweep
from ..sweep.swept import Swept
from ..sweep.text import text
from .options import setup
from .output import json_lines
from .progress import Bar
from .state import State
from .terminal import logged, use_color

_SAVE = 5.0  # seconds between two savings of the state
_LARGEST = 10**12  # inputs; at 50,000 a second more than half a year

Write = Callable[[Callable[[], dict[str, Any]]], None]


def sweep(options: argparse.Namespace) -> int:
    """Sweep a target; the exit status is the verdict's."""
    check_writable(options.resume)
    domains = _domains(options)
    what = setup(options)
    with started(what) as target:
        swept = _begun(options, what, target, domains)
        state = State(options.resume, swept) if options.resume else None
        position, totals = state.load() if state else (0, swept.totals)
        with json_lines(options.report) as write, Bar(what.label) as bar:
            going = Sweep(
                swept.space,
                target.choices,
                target.pool,
                round_trip=swept.round_trip,
                position=position,
                totals=totals,
                progress=bar.update,
            )
            _go(going, swept, state, write)
            swept = replace(swept, totals=going.totals, stopped=going.stopped)
            write(swept.footer)
    if state and not swept.stopped:
        state.remove()
    shown = text(swept, color=use_color(options.color, sys.stdout), quiet=options.quiet)
    print(logged(shown), end="", file=sys.stderr if options.report == "-" else sys.stdout)
    if swept.nothing_ran:
        raise NothingRan("nothing ran: every input was skipped", "the target says that it supports none of them")
    return 0 if swept.conforms else 1


def _begun(options: argparse.Namespace, what: Setup, target: Started, domains: list[Domain]) -> Swept:
    """The sweep of what the target has, before its first input.

    Raises:
        NothingRan: it has nothing of that.
    """
    handshake, label, choices = target.handshake, target.target.label, target.choices.as_dict()
    named = handshake.name or label
    header = Header(__version__, "", named, handshake.version, handshake.language, label, choices)
    space = Space(tuple(d for d in domains if d.operation in handshake.operations), *options.shard)
    if not space.numbers:
        raise NothingRan("there is nothing to sweep: the target has no such operation, or the shard is empty")
    round_trip = not options.no_round_trip and Operation.ENCODE in handshake.operations
    return Swept(header, space, round_trip, what.again("sweep"), Totals())


def _go(going: Sweep, swept: Swept, state: State | None, write: Write) -> None:
    """Sweep to the end; the state is saved now and then, and when an interruption comes."""
    write(swept.first_line)
    told = 0
    done = (going.position, going.totals)
    saved = float("-inf")  # the first saving shows whether the file can be written at all
    try:
        for _ in going.steps():
            done = (going.position, going.totals)
            told = _tell(going, told, write)
            if state and time.monotonic() - saved > _SAVE:
                state.save(*done)
                saved = time.monotonic()
    except (KeyboardInterrupt, SystemExit):
        if state:
            state.save(*done)
            total = len(swept.space.numbers)
            print(f"conform: {done[0]:,} of {total:,} inputs are done; the same command goes on", file=sys.stderr)
        raise
    if state:
        state.save(*done)
    _tell(going, told, write)


def _tell(going: Sweep, told: int, write: Write) -> int:
    """Write the differences that are new."""
    for difference in going.totals.first[told:]:
        write(difference.as_json)
    return len(going.totals.first)


def _domains(options: argparse.Namespace) -> list[Domain]:
    domains = [
        Domain(Operation.DECODE, _alphabet(options.alphabet), options.length),
        Domain(Operation.ENCODE, _code_points(options.code_points), options.code_point_length),
    ]
    domains = [domain for domain in domains if options.operation in (None, domain.operation.value)]
    if sum(domain.size for domain in domains) > _LARGEST:
        raise ConformError(f"more than {_LARGEST:,} inputs", "take fewer symbols, or a smaller length")
    return domains


def _alphabet(given: str | None) -> tuple[int, ...]:
    if given is None:
        return ALPHABET
    if any(0xD800 <= ord(c) <= 0xDFFF for c in given):  # how Python shows bytes that are not UTF-8
        raise ConformError("--alphabet is not valid UTF-8")
    return _distinct("--alphabet", tuple(map(ord, given)))


def _code_points(given: str | None) -> tuple[int, ...]:
    if given is None:
        return BOUNDARIES
    try:
        return _distinct("--code-points", parse(given))
    except ValueError as error:
        raise ConformError(f"--code-points: {error}") from None


def _distinct(option: str, points: tuple[int, ...]) -> tuple[int, ...]:
    if not points:
        raise ConformError(f"{option} is empty")
    if len(set(points)) < len(points):
        twice = next(c for index, c in enumerate(points) if c in points[:index])
        raise ConformError(f"{option} names U+{twice:04X} twice")
    return points
