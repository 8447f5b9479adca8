"""``conform vectors``: list, show, export, check and score the vectors, build the JSON and packages for others."""

import argparse
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from .. import __version__, files
from ..account.fault_answers import Table
from ..errors import ConformError, DataError, NothingRan, meant
from ..faults import CONTROLS, FAULTS, Fault
from ..fuzz import dictionary
from ..notation import plain
from ..render.words import cited, expected, side
from ..run.plan import Plan, law_id, plan
from ..score import REGISTER, Questions, Score, outdated, table, trials
from ..suite import PUNYCODE, catalogue, corpus
from ..suite import build as built
from ..suite.catalogue import Anchor, Bug, Clause, anchors_of, vectors_of
from ..suite.choices import LABEL_BITS, Choices
from ..suite.laws import EVERY, LAWS, Law
from ..suite.outcome import Operation
from ..suite.vector import Case, Vector
from ..suite.vector_file import Entry, lint
from ..terminal import fitted, use_color
from .output import Status, put
from .output import check as check_writable
from .run import read_vectors

_MOST_NAMES = 24  # code points whose names are listed
_LINE = 2000  # characters of a remark
_FIRST, _AFTER = "## The built JSON", "### The digest"  # of vectors/README.md, what someone with a package needs


def list_ids(options: argparse.Namespace) -> int:
    """Print the ids that ``--only`` accepts, one a line."""
    chosen = plan(read_vectors(options.vectors).vectors, layer=options.layer, only=options.only)
    rows: list[tuple[str, ...]] = [
        (case.id, case.clause, case.vector.bug or "", plain(case.vector.file)) for case in chosen.cases
    ]
    rows += [(law_id(law), law.clause, "", "") for law in chosen.laws]
    for row in rows:
        print("\t".join(row) if options.long else row[0])
    return 0


def export(options: argparse.Namespace) -> int:
    """Write the selected cases in the chosen format."""
    check_writable("--output", options.output)
    choices = Choices()
    for choice in options.choices:
        choices = choices.declare(*choice)
    suite = read_vectors(options.vectors)
    cases = plan(suite.vectors, layer=options.layer, only=options.only).cases
    if not cases:
        raise NothingRan("no case is selected, only laws", "conform vectors list prints the ids")
    as_lines = options.format == "jsonl"
    put(options.output, "".join(built.json_lines(cases, choices)) if as_lines else built.export(suite, cases, choices))
    return 0


def faults(options: argparse.Namespace) -> int:
    """Print name, clause and mistake of the faulty codecs and the controls, a codec a line."""
    for name, codec in {**FAULTS, **CONTROLS}.items():
        print(f"{name}\t{codec.clause or 'control'}\t{codec.says}")
    return 0


def show(options: argparse.Namespace) -> int:
    """Print everything about a vector, a bug class, a choice, a clause or anchor of the RFC, a law, or a fault."""
    suite, clauses = read_vectors(options.vectors), catalogue.clauses()
    things: dict[str, Any] = {**FAULTS, **CONTROLS, **{clause.id: clause for clause in clauses}}
    things |= {anchor.id: anchor for clause in clauses for anchor in clause.anchors}
    things |= {name: law for law in EVERY for name in (law.name, law_id(law))}
    things |= {choice.id: choice for choice in catalogue.choices().choices}
    things |= {**suite.bugs, **{vector.id: vector for vector in suite.vectors}}
    # The id of a case will do, since reports show ids of cases.
    names = [re.sub("/(encode|decode)$", "", name) for name in options.id]
    for name in names:
        if name not in things:
            hint = "conform vectors list and faults print ids"
            raise ConformError(f"nothing has the id {name!r}{meant(name, things)}", hint)
    for number, name in enumerate(names):
        print(f"\n{name}" if number else name)
        for line in _lines(_rows(things[name], suite, clauses)):
            # People copy encoded forms, so their lines are never broken.
            print(line if line.startswith("  encode") else "\n".join(fitted([line], sys.stdout, 14)))
    return 0


def _anchor(anchor: Anchor, vectors: Sequence[Vector]) -> str:
    tests = ", ".join([f"{len(vectors_of(anchor, vectors))} vectors", *anchor.laws])
    return f"{anchor.id} {anchor.kind} {f'not testable: {anchor.not_testable}' if anchor.not_testable else tests}"


def _lines(rows: Mapping[str, Any], indent: str = "  ") -> Iterator[str]:
    """A line for each value; short ones of a list are on one line, and records in it are indented."""
    for key, value in rows.items():
        values = value if isinstance(value, list | tuple) else [value] if value else []
        if not any(isinstance(item, Struct) or " " in item for item in values):
            values = [", ".join(values)] if values else []
        for item in values:
            if isinstance(item, Struct):
                yield from _lines(asdict(item), indent + "  ")
            else:
                yield f"{indent}{key.replace('_', ' '):<11} {plain(item, None)}"


def _rows(thing: Any, suite: corpus.Corpus, clauses: Sequence[Clause]) -> dict[str, Any]:
    """All about a thing, by what each part is called."""
    match thing:
        case Vector():
            return _vector(thing, suite) | {"anchors": anchors_of(clauses, thing)}
        case Fault():
            ends = "" if thing.ends else "not always: some call hangs, kills the process, or uses up memory or time"
            names = {"fault" if thing.clause else "control": thing.says, "clause": thing.clause and cited(thing.clause)}
            return names | {
                "bug": thing.bug,
                "like": thing.like,
                "ends": ends,
                "run": f"conform run fault:{thing.name}",
            }
        case Law():
            return {"law": thing.says, "clause": cited(thing.clause), "anchors": anchors_of(clauses, thing)}
        case Clause():
            return {"clause": thing.title, "anchors": [_anchor(anchor, suite.vectors) for anchor in thing.anchors]}
        case Anchor():
            return asdict(thing) | {"id": "", "vectors": vectors_of(thing, suite.vectors)}
        case Bug():
            vectors = [vector.id for vector in suite.vectors if vector.bug == thing.id]
            return asdict(thing) | {"id": "", "anchors": anchors_of(clauses, thing), "vectors": vectors}
    return asdict(thing) | {"id": "", "clause": cited(thing.clause), "decides": catalogue.choices().decides(thing.id)}


def _vector(vector: Vector, suite: corpus.Corpus) -> dict[str, Any]:
    rows: dict[str, Any] = {"layer": vector.layer, "clause": vector.clause and cited(vector.clause)}
    if vector.decoded is not None:
        rows["decoded"] = side(vector.decoded, False)
    if vector.encoded is not None:
        rows["encoded"] = side(map(ord, vector.encoded), True, most=72)
    for operation in vector.operations:
        case = Case(vector, operation)
        bits = f"; needs integers of {case.facts.bits} bits" if case.facts.bits > LABEL_BITS else ""
        rows[operation.value] = expected(case.expectation(Choices()), operation) + bits
    if vector.level != "must":
        rows["level"] = f"{vector.level.upper()}: gates under --strict only"
    rows["section"] = "" if vector.section is None else suite.sections[vector.section]
    rows |= {"note": vector.note, "bug": vector.bug, "file": vector.file}
    points = [c for c in dict.fromkeys(vector.decoded or ()) if c <= sys.maxunicode]
    names = [f"U+{c:04X} {unicodedata.name(chr(c), '(no name)')}" for c in points]
    return rows | ({"characters": names} if len(names) <= _MOST_NAMES else {})


def build(options: argparse.Namespace) -> int:
    """Check the YAML, and write what is made of it and not current; with ``--check`` only say whether it is current."""
    whole, made = files.BUILT_VECTORS, corpus.from_yaml()
    contents = {whole.parent / name: schema for name, schema in built.schemas().items()}
    contents[whole] = built.whole(made).encode()
    contents[whole.with_stem(f"{whole.stem}-short")] = built.whole(built.short(made)).encode()
    old = {path for path, content in contents.items() if not path.exists() or path.read_bytes() != content}
    asked, answers = plan(made.vectors, layer=PUNYCODE), Table.read(files.FAULT_ANSWERS)
    wrong = outdated(asked, answers)
    if wrong or not answers.has_all(asked.facts):
        old.add(files.FAULT_ANSWERS)
    for path in (*contents, files.FAULT_ANSWERS):
        words = "is not current; run conform vectors build" if options.check else "is written"
        if path in old and not options.check:
            kept = Table(answers.calls, {fault: rows for fault, rows in answers.rows.items() if fault not in wrong})
            # The answers of all faults take minutes.
            files.write(path, contents[path] if path in contents else table(asked, kept).write())
        print(f"{plain(path.name)} {words if path in old else 'is current'}", flush=True)
    if not options.check:
        print(f"{counts(made.vectors)}, {made.digest}")
    return int(bool(old) and options.check)


def counts(vectors: Sequence[Vector]) -> str:
    """The number of vectors and cases that a run asks by default, and of other vectors, in words."""
    raw = [vector for vector in vectors if vector.layer == PUNYCODE]
    cases = sum(len(vector.operations) for vector in raw)
    others = f", and {len(vectors) - len(raw):,} vectors of other layers" if len(raw) < len(vectors) else ""
    return f"{len(raw):,} vectors, {cases:,} cases{others}"


def check(options: argparse.Namespace) -> int:
    """Print every fault and every warning of vector files; the exit status is that of a data error if there is a fault."""
    entries, paths, bugs = list[Entry | DataError](), list[Path](), catalogue.bugs()
    for part in options.files or [files.VECTORS]:
        entries += _entries(part, paths, bugs)
    suite = os.path.realpath(files.VECTORS)
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
    sides = {each.value: list(dictionary.inputs(each)) for each in Operation}
    for operation, contents in sides.items():
        dictionary.save(folder / "corpus" / operation, iter(contents))
        # Files for Go's testdata/fuzz: a version, and each argument as a Go literal.
        as_go = (f'go test fuzz v1\nstring("{dictionary.quoted(content)}")\n'.encode() for content in contents)
        dictionary.save(folder / "go" / "testdata" / "fuzz" / f"FuzzPunycode{operation.title()}", as_go)
    files.write(folder / dictionary.NAME, dictionary.dictionary())
    shutil.copytree(files.FUZZ / "native", folder, dirs_exist_ok=True)
    print(f"{plain(str(folder), None)}: {len(sides['decode']):,} inputs to decode, {len(sides['encode']):,} to encode")
    return 0


def packages(options: argparse.Namespace) -> int:
    """Write the vectors as packages of other languages into a new folder."""
    folder, templates = _new(options.output), files.VECTORS / "packages"
    readme = (files.VECTORS / "README.md").read_text(encoding="utf-8")
    rules = readme[readme.index(_FIRST) : readme.index(_AFTER)]
    data = (f"punycode-vectors{name}.json" for name in ("", "-short", ".schema"))
    common = [files.VECTORS.parent / "LICENSE", templates / "README.md", *(files.VECTORS / name for name in data)]
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


def score(options: argparse.Namespace, register: str = REGISTER) -> int:
    """Score the vectors; the exit status is 1 if a fault survives or a control fails."""
    vectors = read_vectors(options.vectors)
    chosen = plan(vectors.vectors, layer="punycode", only=options.only)
    # --only selects vectors; the laws are checked on the answers to those.
    questions = Questions(register, Plan(chosen.cases, chosen.laws or LAWS, chosen.unreported))
    globs = options.fault or ["*"]
    codecs = [fault for name, fault in questions.codecs().items() if any(fnmatchcase(name, glob) for glob in globs)]
    if not codecs:
        raise NothingRan(f"--fault {globs[0]!r} matches no fault", "conform vectors faults lists them")
    with Status("vectors score", "codecs") as status:
        tried = trials(questions, [codec.name for codec in codecs], options.jobs, status.count)
    ids = tuple(dict.fromkeys(case.vector.id for case in chosen.cases or chosen.unreported))
    faults = tuple(trial for codec, trial in zip(codecs, tried, strict=True) if not codec.is_control)
    scored = Score(ids, faults, tuple(trial for codec, trial in zip(codecs, tried, strict=True) if codec.is_control))
    suite = f"suite {vectors.version} {vectors.digest[:19]}"
    color = use_color(options.color, sys.stdout)
    print(scored.text(suite, color=color, verbose=options.verbose), end="")
    return 0 if scored.good else 1
