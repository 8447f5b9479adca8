"""``conform vectors``: list and export."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ..errors import NothingRan
from ..notation import plain
from ..run.plan import law_id, plan
from ..suite import build, corpus
from ..suite.choices import Choices
from .output import check, put


def load(paths: Sequence[Path]) -> corpus.Corpus:
    """The user's vectors, or the suite's if none are named."""
    vectors = corpus.bring(paths) if paths else corpus.suite()
    if vectors.note:
        print(f"conform: {vectors.note}", file=sys.stderr)
    return vectors


def list_ids(options: argparse.Namespace) -> int:
    """Print the ids that ``--only`` accepts, one a line."""
    chosen = plan(load(options.vectors).vectors, layer=options.layer, only=options.only)
    rows: list[tuple[str, ...]] = [
        (case.id, case.vector.clause, case.vector.bug or "", plain(case.vector.file)) for case in chosen.cases
    ]
    rows += [(law_id(law), law.clause, "", "") for law in chosen.laws]
    for row in rows:
        print("\t".join(row) if options.long else row[0])
    return 0


def export(options: argparse.Namespace) -> int:
    """Write the selected cases in the chosen format."""
    check("--output", options.output)
    choices = Choices()
    for name, side in options.choices:
        choices = choices.declare(name, side)
    suite = load(options.vectors)
    cases = plan(suite.vectors, layer=options.layer, only=options.only).cases
    if not cases:
        raise NothingRan("no case is selected, only laws", "conform vectors list prints the ids")
    as_lines = options.format == "jsonl"
    put(options.output, "".join(build.json_lines(cases, choices)) if as_lines else build.export(suite, cases, choices))
    return 0
