"""``conform growth``: how the time of a codec grows with the length of its input."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from fnmatch import fnmatchcase
from pathlib import Path

from .. import __version__, files
from ..errors import ConformError, NothingRan
from ..growth.family import FAMILIES, Family
from ..growth.growth import STEEP, YARDSTICKS, Growth, Row, plan
from ..growth.picture import figures, svg
from ..growth.stopwatch import Stopwatch
from ..growth.text import text, verdict
from ..notation import plain
from ..render.style import WIDTH, style
from ..run.setup import Setup
from ..suite.outcome import Operation
from ..targets.session import Session
from .options import setup
from .output import check
from .progress import Bar
from .terminal import columns, use_color

_LATE = 30.0  # seconds for a call, unless the user sets --timeout


def growth(options: argparse.Namespace) -> int:
    """Print how the time of each family grows; 1 if a gate is given and a row is above it."""
    what, families = setup(options), _families(options.family)
    _check(options, what.reads())
    with ExitStack() as stack:
        whats = what, *map(Setup, YARDSTICKS.values())
        asked = [stack.enter_context(_session(one, options.time)) for one in whats]
        processor = options.clock == "auto"
        target, *others = (
            Stopwatch(session, processor=processor, layer=one.layer) for one, session in zip(whats, asked, strict=True)
        )
        said = asked[0].handshake
        operations = [one for one in Operation if one in said.operations and options.operation in (None, one.value)]
        yardsticks = dict(zip(YARDSTICKS, others, strict=True))
        growing = Growth(target, yardsticks, plan(operations, families), options.time, options.gate or STEEP)
        if not growing.plan:
            raise NothingRan("nothing to measure: the target has no such operation, or no such family asks it")
        rows = list(_shown(growing, what.label))
    if not any(row.seen for row in rows):
        raise NothingRan("nothing could be measured: too few inputs were answered", "try a longer --time")
    head = f"{said.name or what.label} {said.version} ({said.language}), {target.kind}, suite {__version__}"
    _write(options, rows, plain(head, 200), target.kind)
    return _show(options, rows, plain(head, 200), plain(what.label, 200))


def _shown(growing: Growth, label: str) -> Iterator[Row]:
    """The rows, with a progress bar."""
    with Bar(label, "families") as bar:
        for done, row in enumerate(growing.rows(), 1):
            yield row
            bar.update(done, len(growing.plan))


def _show(options: argparse.Namespace, rows: Sequence[Row], head: str, label: str) -> int:
    """Print text; gives the exit status."""
    stream = sys.stderr if options.json == "-" else sys.stdout
    styled = style(use_color(options.color, stream))
    if not options.quiet:
        print(text(rows, head, styled, columns(stream, WIDTH)), file=stream)
    print(verdict(rows, label, options.gate, styled), file=stream)
    return int(options.gate is not None and any(row.above(options.gate) for row in rows))


def _check(options: argparse.Namespace, taken: Iterable[tuple[str, Path]]) -> None:
    """Refuse files that cannot be written or are read, before the work."""
    written = [("--json", Path(options.json))] if options.json not in (None, "-") else []
    written += [("--svg", options.svg)] if options.svg else []
    check(written, taken)
    if options.svg:
        figures()


def _write(options: argparse.Namespace, rows: Sequence[Row], head: str, kind: str) -> None:
    if options.svg:
        files.write(options.svg, svg(rows, head))
    if options.json:
        found = {"format": 1, "target": head, "time": kind, "gate": options.gate, "rows": [r.as_json() for r in rows]}
        content = json.dumps(found, indent=1) + "\n"
        if options.json == "-":
            print(content, end="")
        else:
            files.write(Path(options.json), content)


def _families(globs: Sequence[str]) -> list[Family]:
    """The families that are asked for.

    Raises:
        ConformError: a glob matches none.
    """
    for glob in globs:
        if not any(fnmatchcase(family.name, glob) for family in FAMILIES):
            names = ", ".join(family.name for family in FAMILIES)
            raise ConformError(f"--family {glob!r} matches no family", f"there are {names}")
    return [one for one in FAMILIES if not globs or any(fnmatchcase(one.name, glob) for glob in globs)]


@contextmanager
def _session(what: Setup, seconds: float) -> Iterator[Session]:
    """A conversation with a codec; its process ends with the block.

    Args:
        what: the codec.
        seconds: for the whole measurement.

    Raises:
        ConformError: it cannot be started.
    """
    # A late call counts as steep, so other programs must not make it late: none is expected to take half as long.
    limits = what.limits if what.limits.binding else what.limits._replace(call=max(_LATE, 2 * seconds))
    with closing(Session(what.resolve(), limits)) as session:
        session.start()
        session.greet()
        yield session
