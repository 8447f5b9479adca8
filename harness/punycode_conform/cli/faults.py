"""``conform vectors faults``: the wrong codecs that score the vectors, and the right ones beside them."""

import argparse
from collections.abc import Iterator

from ..faults import CONTROLS, FAULTS, Fault
from ..suite import corpus
from ..suite.bug import Bug
from ..targets.name import resolve


def faults(options: argparse.Namespace) -> int:
    """Name, clause and what is wrong, one a line; or all about those that are named."""
    known = {**FAULTS, **CONTROLS}
    if not options.name:
        for fault in known.values():
            print(f"{fault.name}\t{fault.clause or 'control'}\t{fault.says}")
        return 0
    for name in options.name:
        resolve(f"fault:{name}", ())  # which says so if there is none, before anything is printed
    bugs = corpus.suite().bugs
    for number, name in enumerate(options.name):
        print(("\n" if number else "") + "\n".join(_shown(known[name], bugs)))
    return 0


def _shown(fault: Fault, bugs: dict[str, Bug]) -> Iterator[str]:
    yield fault.name
    yield f"  says       {fault.says}"
    yield (
        f"  clause     RFC 3492 section {fault.clause}" if fault.clause else "  clause     none: it is right, a control"
    )
    if fault.bug:
        yield f"  bug class  {fault.bug}: {bugs[fault.bug].title}"
    if fault.like:
        yield f"  like       {fault.like}"
    if not fault.ends:
        yield "  ends       not always: some call hangs, dies, or eats memory or time"
    yield f"  run        conform run fault:{fault.name}"
