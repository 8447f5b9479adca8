"""``conform vectors``: list, export and changes."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from ..errors import NothingRan
from ..notation import plain
from ..render import changes as render
from ..run.plan import law_id, narrow, plan
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
    """Print the ids that ``--only`` accepts, one a line; laws belong to no field of a vector."""
    chosen = plan(load(options.vectors).vectors, layer=options.layer, only=options.only)
    fields = _fields(options)
    cases = narrow(chosen.cases, fields) if fields else chosen.cases
    rows: list[tuple[str, ...]] = [
        (case.id, case.vector.clause, case.vector.bug or "", plain(case.vector.file)) for case in cases
    ]
    rows += [(law_id(law), law.clause, "", "") for law in chosen.laws if not fields]
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
    cases = narrow(plan(suite.vectors, layer=options.layer, only=options.only).cases, _fields(options))
    if not cases:
        raise NothingRan("no case is all of this", "each option narrows what the others select")
    as_lines = options.format == "jsonl"
    put(options.output, "".join(build.json_lines(cases, choices)) if as_lines else build.export(suite, cases, choices))
    return 0


def _fields(options: argparse.Namespace) -> dict[str, list[str]]:
    """The globs for fields of vectors, where there are any."""
    names = ("clause", "bug", "file", "level", "operation")
    return {name: getattr(options, name) for name in names if getattr(options, name)}


def changes(options: argparse.Namespace) -> int:
    """Print the changes since an earlier version as Markdown."""
    old = corpus.as_built(options.old)
    new = corpus.as_built(options.new) if options.new else corpus.suite()
    print(render.markdown(old.vectors, new.vectors, old.version, new.version))
    return 0
