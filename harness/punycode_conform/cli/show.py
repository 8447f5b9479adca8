"""``conform vectors show``: everything about an id."""

import argparse
import re
import sys
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from ..errors import ConformError, meant
from ..faults import CONTROLS, FAULTS, Fault
from ..notation import plain
from ..render.words import cited, expected, side
from ..run.plan import law_id
from ..suite import catalogue, corpus
from ..suite.catalogue import Anchor, Bug, Clause, anchors_of, vectors_of
from ..suite.choices import LABEL_BITS, Choices
from ..suite.laws import EVERY, Law
from ..suite.vector import Case, Vector
from ..terminal import fitted
from .vectors import load

_MOST_NAMES = 24  # code points whose names are listed


def show(options: argparse.Namespace) -> int:
    """Print everything about a vector, a bug class, a choice, a clause or anchor of the RFC, a law, or a fault."""
    suite, clauses = load(options.vectors), catalogue.clauses()
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
        print("\n" * bool(number), end="")
        _print(name, _rows(things[name], suite, clauses))
    return 0


def _table(clause: Clause, vectors: Sequence[Vector]) -> Iterator[str]:
    for anchor in clause.anchors:
        tests = f"{len(vectors_of(anchor, vectors)):>4} vectors", *anchor.laws
        words = f"not testable: {anchor.not_testable}" if anchor.not_testable else ", ".join(tests)
        yield f"  {anchor.id:<48} {anchor.kind:<10} {words}"


def _print(title: str, rows: Mapping[str, Any]) -> None:
    print(title)
    for line in _lines(rows):
        # People copy encoded forms, so their lines are never broken.
        print(line if line.startswith("  encode") else "\n".join(fitted([line], sys.stdout, 14)))


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
            return {"clause": thing.title, "anchors": [" ".join(line.split()) for line in _table(thing, suite.vectors)]}
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
    if vector.since:
        rows["since"] = f"{vector.since}: in that minor release it gates under --strict only"
    rows["section"] = "" if vector.section is None else suite.sections[vector.section]
    rows |= {"note": vector.note, "bug": vector.bug, "file": vector.file}
    points = [c for c in dict.fromkeys(vector.decoded or ()) if c <= sys.maxunicode]
    names = [f"U+{c:04X} {unicodedata.name(chr(c), '(no name)')}" for c in points]
    return rows | ({"characters": names} if len(names) <= _MOST_NAMES else {})
