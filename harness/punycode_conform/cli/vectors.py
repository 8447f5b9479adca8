"""``conform vectors``: list, build, check and changes."""

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from .. import files, places
from ..errors import DataError, NothingRan
from ..notation import plain
from ..render import changes as render
from ..run.plan import law_id, plan
from ..suite import build as written
from ..suite import catalogue, corpus
from ..suite.catalogue import Bug, anchors_of, covers
from ..suite.vector import Vector
from ..suite.vector_file import Entry, lint

_LINE = 2000  # characters of a remark


def load(paths: Sequence[Path]) -> corpus.Corpus:
    """The user's vectors, or the suite's if none are named."""
    vectors = corpus.bring(paths) if paths else corpus.suite()
    if vectors.note:
        print(f"conform: {vectors.note}", file=sys.stderr)
    return vectors


def list_ids(options: argparse.Namespace) -> int:
    """Print the ids that ``--only`` accepts, one a line."""
    suite = load(options.vectors)
    chosen = plan(suite.vectors, layer=options.layer, only=options.only)
    cases, laws = list(chosen.cases), list(chosen.laws)
    if options.clause:
        clauses = catalogue.clauses()
        ids = {vector.id for vector in suite.vectors if vector.clause == options.clause}
        ids.update(*(cover.vectors for cover in covers(clauses, suite.vectors) if cover.anchor.id == options.clause))
        cases = [case for case in cases if case.vector.id in ids]
        laws = [law for law in laws if options.clause in (law.clause, *anchors_of(clauses, law))]
    if options.bug:
        cases, laws = [case for case in cases if case.vector.bug == options.bug], []  # no law belongs to a bug class
    if not cases and not laws:
        hint = "conform vectors coverage prints the anchors of the RFC's clauses"
        raise NothingRan("no vector or law has this clause or bug class", hint)
    for case in cases:
        vector = case.vector
        print(f"{case.id}\t{vector.clause}\t{vector.bug or ''}\t{plain(vector.file)}" if options.long else case.id)
    for law in laws:
        print(f"{law_id(law)}\t{law.clause}\t\t" if options.long else law_id(law))
    return 0


def build(options: argparse.Namespace) -> int:
    """Check the YAML; write the JSON, the small one and the schemas beside it, or only check whether they are current."""
    whole: Path = options.output or places.BUILT_VECTORS
    made = corpus.from_yaml()
    schemas = {} if options.output else written.schemas()
    made_files = {whole.parent / name: (schema, "") for name, schema in schemas.items()}
    for path, part in ((whole, made), (whole.with_stem(f"{whole.stem}-short"), written.short(made))):
        made_files[path] = written.whole(part).encode(), f": {render.counts(part.vectors)}, {part.digest}"
    status = 0
    for path, (content, about) in made_files.items():
        name = plain(path.name)
        if options.check:
            current = path.exists() and path.read_bytes() == content
            print(f"{name} is {'current' if current else 'not current; run conform vectors build'}")
            status |= not current
        else:
            files.write(path, content)
            print(f"{name}{about}")
    return status if options.output else status | _fault_answers(made.vectors, options.check)


def _fault_answers(vectors: Iterable[Vector], only_check: bool) -> int:
    """Write the table of the wrong answers of faults if it is not current; gives whether it is wrong."""
    from ..account.fault_answers import Table  # start-up time: the faults are many modules
    from ..score import outdated, table

    asked, name, old = plan(vectors, layer="punycode"), places.FAULT_ANSWERS.name, Table.read()
    wrong = outdated(asked, old)
    if not wrong and old.has_all(asked.facts):
        print(f"{name} is current")
    elif only_check:
        print(f"{name} is not current; run conform vectors build")
        return 1
    else:
        print(f"{name}: asking the faults; this takes minutes if they are asked everything", flush=True)
        kept = Table(old.calls, {fault: rows for fault, rows in old.rows.items() if fault not in wrong})
        files.write(places.FAULT_ANSWERS, table(asked, kept).write())
    return 0


def changes(options: argparse.Namespace) -> int:
    """Print the changes since an earlier version as Markdown."""
    old = corpus.as_built(options.old)
    new = corpus.as_built(options.new) if options.new else corpus.suite()
    print(render.markdown(old.vectors, new.vectors, old.version, new.version))
    return 0


def check(options: argparse.Namespace) -> int:
    """Print every fault and every warning of vector files; the exit status is that of a data error if there is a fault."""
    entries: list[Entry | DataError] = []
    paths: list[Path] = []
    bugs = catalogue.bugs()
    # An error in a file ends neither the others nor the check: all are reported at once.
    for item in _paths(options.files or [places.VECTORS]):
        if isinstance(item, DataError):
            entries.append(item)
            continue
        paths.append(item)
        entries += _entries(item, bugs)
    suite = os.path.realpath(places.VECTORS)
    own = [path for path in paths if Path(os.path.realpath(path)).is_relative_to(suite)]
    faults = warnings = 0
    # The ids are retired in the suite only: in files of a user they may be used.
    for remark in lint(entries, _others(paths, own), catalogue.retired() if own else ()):
        faults, warnings = faults + (not remark.warning), warnings + remark.warning
        if not (remark.warning and options.quiet):
            print(plain(remark.text, _LINE))
    if not options.quiet:
        vectors = sum(isinstance(item, Entry) for item in entries)
        print(f"files: {len(paths):,}, vectors: {vectors:,}, faults: {faults:,}, warnings: {warnings:,}")
    return DataError.exit_status if faults else 0


def _paths(paths: Sequence[Path]) -> Iterator[Path | DataError]:
    for path in paths:
        try:
            yield from corpus.vector_files(path)
        except DataError as fault:
            yield fault


def _entries(path: Path, bugs: dict[str, Bug]) -> Iterator[Entry | DataError]:
    """The entries of a file; what is wrong with it as a whole ends this file only."""
    try:
        yield from corpus.entries(path, bugs)
    except DataError as fault:
        yield fault


def _others(paths: Sequence[Path], own: Sequence[Path]) -> Sequence[Vector]:
    """The suite's vectors, without those of files that are checked themselves."""
    names = {path.name for path in own}
    if len(own) == len(paths) or places.BUILT_VECTORS.name in names:
        return ()
    return [vector for vector in corpus.suite().vectors if vector.file not in names]
