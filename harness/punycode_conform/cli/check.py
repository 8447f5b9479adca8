"""``conform vectors check``: all that is wrong with vector files, the project's own or a user's."""

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from .. import places
from ..errors import DataError
from ..notation import plain
from ..suite import catalogue, corpus
from ..suite.catalogue import Bug
from ..suite.lint import lint
from ..suite.vector import Vector
from ..suite.vector_file import Entry

_LINE = 2000  # characters


def check(options: argparse.Namespace) -> int:
    """Print every fault and every warning; the exit status is that of a data error if there is a fault."""
    found: list[Entry | DataError] = []
    files: list[Path] = []
    known = catalogue.bugs()
    # An error in a file ends neither the others nor the check: all are reported at once.
    for item in _files(options.files or [places.VECTORS]):
        if isinstance(item, DataError):
            found.append(item)
            continue
        files.append(item)
        found += _entries(item, known)
    suite = os.path.realpath(places.VECTORS)
    own = [file for file in files if Path(os.path.realpath(file)).is_relative_to(suite)]
    faults = warnings = 0
    # The ids are retired in the suite only: in files of a user they may be used.
    for remark in lint(found, _others(files, own), catalogue.retired() if own else ()):
        faults, warnings = faults + (not remark.warning), warnings + remark.warning
        if not (remark.warning and options.quiet):
            print(plain(remark.text, _LINE))
    if not options.quiet:
        vectors = sum(isinstance(item, Entry) for item in found)
        print(f"files: {len(files):,}, vectors: {vectors:,}, faults: {faults:,}, warnings: {warnings:,}")
    return DataError.exit_status if faults else 0


def _files(paths: Sequence[Path]) -> Iterator[Path | DataError]:
    for path in paths:
        try:
            yield from corpus.vector_files(path)
        except DataError as fault:
            yield fault


def _entries(path: Path, known: dict[str, Bug]) -> Iterator[Entry | DataError]:
    """The entries of a file; what is wrong with it as a whole ends this file only."""
    try:
        yield from corpus.entries(path, known)
    except DataError as fault:
        yield fault


def _others(files: Sequence[Path], own: Sequence[Path]) -> Sequence[Vector]:
    """The suite's vectors, but for the files that are checked themselves."""
    names = {file.name for file in own}
    if len(own) == len(files) or places.BUILT_VECTORS.name in names:
        return ()
    return [vector for vector in corpus.suite().vectors if vector.file not in names]
