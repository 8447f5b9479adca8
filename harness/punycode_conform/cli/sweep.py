"""``conform sweep``: every input of a small domain against the oracle."""

import argparse
import shlex
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import ConformError, NothingRan, TargetError
from ..fuzz.finding_files import check_folder, save
from ..fuzz.known_findings import KnownFindings
from ..fuzz.sweep_findings import SweepFindings
from ..fuzz.text import finding_lines, known_line, stale_line
from ..notation import parse
from ..run.report import Header
from ..run.setup import Setup
from ..run.started import Started, started
from ..suite import PUNYCODE
from ..suite.outcome import Operation
from ..sweep.domain import ALPHABET, BOUNDARIES, Domain, Space
from ..sweep.sweep import Sweep
from ..sweep.text import text
from ..targets.session import MORE
from ..terminal import columns, command, use_color
from .options import setup
from .output import json_lines, output
from .progress import Bar

_LARGEST = 10**12  # inputs; at 50,000 a second more than half a year

Write = Callable[[Callable[[], dict[str, Any]]], None]


def sweep(options: argparse.Namespace) -> int:
    """Sweep a target; the exit status is the verdict's."""
    decoded = Domain(Operation.DECODE, _alphabet(options.alphabet), options.length)
    encoded = Domain(Operation.ENCODE, _code_points(options.code_points), options.code_point_length)
    domains = [domain for domain in (decoded, encoded) if options.operation in (None, domain.operation.value)]
    if sum(domain.size for domain in domains) > _LARGEST:
        raise ConformError(f"more than {_LARGEST:,} inputs", "take fewer symbols, or a smaller length")
    what, out = setup(options), output(options)
    if what.layer != PUNYCODE:
        raise ConformError(f"a sweep makes raw Punycode, and the target's layer is {what.layer}")
    out.check(what.reads())
    if options.out:
        check_folder(options.out)
    known, began = KnownFindings(what.baseline), time.monotonic()
    with started(what) as target:
        header, space = _header(target), _space(target, domains, options.shard)
        findings = SweepFindings(target, header, known) if options.out or what.baseline else None
        stale = _recheck(findings) if findings else []
        round_trip = not options.no_round_trip and Operation.ENCODE in target.handshake.operations
        with json_lines(out.lines) as write, Bar(what.label) as bar:
            swept = Sweep(space, target.choices, target.pool, round_trip=round_trip, progress=bar.update)
            write(lambda: swept.first_line(header))
            _write_differences(swept, write, target)
            if findings:
                findings.examine(swept)
            write(swept.footer)
        width = columns(out.stream, sys.maxsize)
        about = [*stale, *(_about(findings, what, options.out, width) if findings else [])]
    color = use_color(out.color, sys.stdout)
    seconds = time.monotonic() - began
    shown = text(swept, header, what.again("sweep"), color=color, quiet=out.quiet, seconds=seconds, width=width)
    # Findings come before the verdict, which is the last line.
    *lines, last = shown.splitlines()
    lines = [*lines, *about, "", last] if about and not out.quiet else [*lines, last]
    print("\n".join(lines), file=out.stream)
    if swept.nothing_ran and swept.stopped:
        raise TargetError(f"nothing ran: {swept.stopped}", MORE)
    if swept.nothing_ran:
        raise NothingRan("nothing ran: every input was skipped", "the target says that it supports none of them")
    return 1 if not swept.conforms else 5 if known.stale else 0


def _recheck(findings: SweepFindings) -> list[str]:
    """Ask the known findings again; gives a line for each that is stale."""
    with closing(findings.confirmer()) as confirmer:
        checked = [*findings.baseline.recheck(confirmer)]
    return [stale_line(entry, now.why, gone=not now.holds, color=False) for entry, now in checked if now.why]


def _about(findings: SweepFindings, what: Setup, folder: Path | None, width: int) -> Iterator[str]:
    """The known findings, and the new ones, which are written if there is a folder for them."""
    yield from (known_line(entry, color=False) for entry in findings.baseline.known.values())
    if not folder:
        return
    for finding in findings.new:
        yield from finding_lines(finding, save(finding, findings.origin, folder), findings.origin.choices, color=False)
    if any(finding.replays for finding in findings.new):
        yield from command("replay: ", shlex.join(what.again("run", "--vectors", folder)), width)
    if findings.new and what.baseline:
        words = what.again("baseline", "--findings", folder, "--baseline", what.baseline)
        yield from command("to record the new findings: ", shlex.join(words), width)


def _header(target: Started) -> Header:
    said, label = target.handshake, target.target.label
    choices = target.choices.as_dict()
    named = said.name or label, said.version, said.language, label
    return Header(__version__, "", *named, choices, lacks=tuple(sorted(target.lacks)), missing=target.missing)


def _space(target: Started, domains: Iterable[Domain], shard: tuple[int, int]) -> Space:
    """The inputs that the target has an operation for.

    Raises:
        NothingRan: there are none.
    """
    space = Space(tuple(d for d in domains if d.operation in target.handshake.operations), *shard)
    if not space.numbers:
        raise NothingRan("there is nothing to sweep: the target has no such operation, or the shard is empty")
    return space


def _write_differences(swept: Sweep, write: Write, target: Started) -> None:
    """Sweep to the end, and write the differences that are kept as they come."""
    written = 0
    for _ in chain(swept.steps(), [None]):  # the end of a sweep may find something too
        for difference in swept.totals.first[written:]:
            target.check_layer()
            write(difference.as_json)
        written = len(swept.totals.first)


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
    if len(set(points)) < len(points):
        twice = next(c for index, c in enumerate(points) if c in points[:index])
        raise ConformError(f"{option} names U+{twice:04X} twice")
    return points
