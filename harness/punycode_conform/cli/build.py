"""``conform vectors build``, ``check``, ``corpus`` and ``packages``: vector files, and what is made of them for others."""

import argparse
import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from .. import __version__, files, places
from ..account.fault_answers import Table
from ..errors import ConformError, DataError
from ..fuzz import dictionary
from ..notation import plain
from ..run.plan import plan
from ..score import outdated, table
from ..suite import PUNYCODE, catalogue, corpus
from ..suite import build as written
from ..suite.catalogue import Bug
from ..suite.outcome import Operation
from ..suite.vector import Vector
from ..suite.vector_file import Entry, lint

_LINE = 2000  # characters of a remark
_FIRST, _AFTER = "## The built JSON", "### The digest"  # of vectors/README.md, what someone with a package needs


def build(options: argparse.Namespace) -> int:
    """Check the YAML; write the JSON, the small one and the schemas beside it, or only check whether they are current."""
    whole: Path = options.output or places.BUILT_VECTORS
    made = corpus.from_yaml()
    contents = {} if options.output else {whole.parent / name: schema for name, schema in written.schemas().items()}
    for path, part in ((whole, made), (whole.with_stem(f"{whole.stem}-short"), written.short(made))):
        contents[path] = written.whole(part).encode()
    status = 0
    for path, content in contents.items():
        current = path.exists() and path.read_bytes() == content
        if not (current or options.check):
            files.write(path, content)
        status |= _say(path, current, options.check)
    if not options.check:
        print(f"{counts(made.vectors)}, {made.digest}")
    return status if options.output else status | _fault_answers(made.vectors, options.check)


def _say(path: Path, current: bool, only_check: bool) -> int:
    """Print whether a file is current; gives the exit status."""
    not_current = "is not current; run conform vectors build" if only_check else "is written"
    print(f"{plain(path.name)} {'is current' if current else not_current}", flush=True)
    return int(only_check and not current)


def counts(vectors: Sequence[Vector]) -> str:
    """The number of vectors and cases that a run asks by default, and of other vectors, in words."""
    raw = [vector for vector in vectors if vector.layer == PUNYCODE]
    cases = sum(len(vector.operations) for vector in raw)
    others = f", and {len(vectors) - len(raw):,} vectors of other layers" if len(raw) < len(vectors) else ""
    return f"{len(raw):,} vectors, {cases:,} cases{others}"


def _fault_answers(vectors: Iterable[Vector], only_check: bool) -> int:
    """Write the table of the wrong answers of faults if it is not current; that takes minutes if all are asked."""
    asked, old = plan(vectors, layer="punycode"), Table.read()
    wrong = outdated(asked, old)
    current = not wrong and old.has_all(asked.facts)
    if not (current or only_check):
        kept = Table(old.calls, {fault: rows for fault, rows in old.rows.items() if fault not in wrong})
        files.write(places.FAULT_ANSWERS, table(asked, kept).write())
    return _say(places.FAULT_ANSWERS, current, only_check)


def check(options: argparse.Namespace) -> int:
    """Print every fault and every warning of vector files; the exit status is that of a data error if there is a fault."""
    entries, paths, bugs = list[Entry | DataError](), list[Path](), catalogue.bugs()
    for part in options.files or [places.VECTORS]:
        entries += _entries(part, paths, bugs)
    suite = os.path.realpath(places.VECTORS)
    own = {path.name for path in paths if Path(os.path.realpath(path)).is_relative_to(suite)}
    # Vectors of a user are compared with the suite's; the ids are retired in the suite only.
    others = [] if len(own) == len(paths) else [vector for vector in corpus.suite().vectors if vector.file not in own]
    faults = warnings = 0
    for remark, is_warning in lint(entries, others, catalogue.retired() if own else ()):
        faults, warnings = faults + (not is_warning), warnings + is_warning
        if not (is_warning and options.quiet):
            print(plain(remark, _LINE))
    if not options.quiet:
        vectors = sum(isinstance(item, Entry) for item in entries)
        print(f"files: {len(paths):,}, vectors: {vectors:,}, faults: {faults:,}, warnings: {warnings:,}")
    return DataError.exit_status if faults else 0


def _entries(path: Path, paths: list[Path], bugs: dict[str, Bug]) -> Iterator[Entry | DataError]:
    """The entries of a file, or of each file in a folder; an error in a file ends this file only."""
    try:
        if path.is_dir():
            for file in corpus.vector_files(path):
                yield from _entries(file, paths, bugs)
            return
        paths.append(path)
        yield from corpus.entries(path, bugs)
    except DataError as fault:
        yield fault


def inputs(options: argparse.Namespace) -> int:
    """Write a corpus, a dictionary and stubs for native fuzzers into a new folder."""
    folder = _new(options.output)
    sides = {operation.value: list(dictionary.inputs(operation)) for operation in Operation}
    for side, contents in sides.items():
        dictionary.save(folder / "corpus" / side, iter(contents))
        # Files for Go's testdata/fuzz: a version, and each argument as a Go literal.
        as_go = (f'go test fuzz v1\nstring("{dictionary.quoted(content)}")\n'.encode() for content in contents)
        dictionary.save(folder / "go" / "testdata" / "fuzz" / f"FuzzPunycode{side.title()}", as_go)
    files.write(folder / dictionary.NAME, dictionary.dictionary())
    shutil.copytree(places.FUZZ / "native", folder, dirs_exist_ok=True)
    print(f"{plain(str(folder), None)}: {len(sides['decode']):,} inputs to decode, {len(sides['encode']):,} to encode")
    return 0


def packages(options: argparse.Namespace) -> int:
    """Write the vectors as packages of other languages into a new folder."""
    folder, templates = _new(options.output), places.VECTORS / "packages"
    readme = (places.VECTORS / "README.md").read_text(encoding="utf-8")
    rules = readme[readme.index(_FIRST) : readme.index(_AFTER)]
    data = (f"punycode-vectors{name}.json" for name in ("", "-short", ".schema"))
    common = [places.VECTORS.parent / "LICENSE", templates / "README.md", *(places.VECTORS / name for name in data)]
    for template in sorted(path for path in templates.iterdir() if path.is_dir()):
        package = folder / template.name
        shutil.copytree(template, package)
        for file in common:
            shutil.copy(file, package)
        files.write(package / "JUDGING.md", re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", rules))  # its links lead nowhere
        for versioned in {"README.md", "package.json", "Cargo.toml"} & {path.name for path in package.iterdir()}:
            text = (package / versioned).read_text(encoding="utf-8")
            files.write(package / versioned, text.replace("{version}", __version__))
        print(plain(str(package), None))
    return 0


def _new(folder: Path | None) -> Path:
    """A folder that is not there or empty: a fuzzer reads each file of a corpus, and a package gets all that is there."""
    if folder is None:
        raise ConformError("no folder to write to", "name one: --output DIR")
    if folder.exists() and any(folder.iterdir()):
        raise ConformError(f"--output {folder}: it is not empty", "name a new folder")
    return folder
