"""``conform growth``: how the time of a codec grows with the length of its input."""

import argparse
import sys
from contextlib import closing

import msgspec

from .. import __version__
from ..errors import NothingRan
from ..growth import FAMILIES, HEADING, STEEP, Stopwatch, family_line, measure, verdict
from ..notation import plain
from ..suite.outcome import Operation
from ..targets.session import Session
from ..terminal import style, use_color
from .output import Status, check, put
from .verbs import setup

_LATE = 30.0  # seconds for a call, unless the user sets --timeout


def growth(options: argparse.Namespace) -> int:
    """Print how the time of each family grows; 1 if a gate is given and a family grows faster."""
    what, rows = setup(options), []
    check("--json", options.json)
    # A late call counts as steep, so other programs must not make it late: none is expected to take half as long.
    limits = what.limits if what.limits.binding else what.limits._replace(call=max(_LATE, 2 * options.time))
    with closing(Session(what.resolve(limits.until), limits)) as session:
        session.start()
        session.greet()
        target = session.handshake
        operations = [o for o in Operation if o in target.operations and options.operation in (None, o.value)]
        plan = [(o, family) for o in operations for family in FAMILIES if o is Operation.DECODE or not family.encoded]
        if not plan:
            raise NothingRan("nothing to measure: the target has no such operation")
        watch = Stopwatch(session, what.layer)
        name = f"{target.name or what.label} {target.version} ({target.language})"
        head = plain(f"{name}, {watch.kind}, suite {__version__}", 200)
        stream = sys.stderr if options.json == "-" else sys.stdout
        shown = print if not options.quiet else lambda *words, **more: None
        shown(f"{head}\n\n{HEADING}", file=stream, flush=True)
        with Status(what.label, "families") as status:
            for done, asked in enumerate(plan, 1):
                rows.append(measure(watch, *asked, options.time / len(plan), options.gate or STEEP))
                status.wipe()
                shown(family_line(rows[-1]), file=stream, flush=True)
                status.count(done, len(plan))
        shown(file=stream)
    if not any(row.seen for row in rows):
        raise NothingRan("nothing could be measured: too few inputs were answered in the time", "try a longer --time")
    if options.json:
        put(options.json, msgspec.json.encode([row.growing for row in rows]).decode() + "\n")
    styled = style(use_color(options.color, stream))
    print(verdict(rows, plain(what.label, 200), options.gate, styled), file=stream)
    return int(options.gate is not None and any(row.above(options.gate) for row in rows))
