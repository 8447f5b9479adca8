"""Writing vectors: the built JSON, flat records for other tools, and the schemas of the YAML files."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from .. import data
from ..notation import plain
from . import A_LABEL, PUNYCODE, catalogue
from .catalogue import Anchor, Bug, Choice
from .choices import Choices
from .corpus import FORMAT, Corpus, checksum, digest, sources
from .oracle import MAX_UNICODE, Either, Rejects, Returns
from .vector import Case, Vector, cases
from .vector_file import VectorFile

GREATEST = 2**53 - 1  # written as a number: some readers hold numbers in floating point (RFC 8259 section 6)
SHORT = 256  # characters or code points of the longest side of a vector in the small file
LISTS = {"vectors": PUNYCODE, "a-label-vectors": A_LABEL}
_SCHEMA = "punycode-vectors.schema.json"
_RARE = {"right", "section", "layer", "decoded-hex", "right-hex"}  # left out where there is none


def whole(corpus: Corpus) -> str:
    """The suite's built JSON, sealed: with a checksum of all that follows as its first key."""
    clauses = {clause.id: {"title": clause.title, "anchors": by_id(clause.anchors)} for clause in catalogue.clauses()}
    head = {"sources": sources(), "choices": by_id(catalogue.choices().choices), "clauses": clauses}
    rest = document(corpus, head).removeprefix("{\n")
    return f"{checksum(rest.encode())}{rest}"


def document(corpus: Corpus, more: dict[str, Any], choices: Choices | None = None) -> str:
    """Built JSON: a vector a line, so that changes can be reviewed."""
    vectors = corpus.vectors
    named = {vector.bug for vector in vectors}
    used = dict.fromkeys(vector.section for vector in vectors if vector.section is not None)
    numbers = {section: number for number, section in enumerate(used)}
    head = {
        "$schema": _SCHEMA,
        "format": FORMAT,
        "suite": "punycode-conform",
        "licence": "MIT",
        "version": corpus.version,
        "digest": corpus.digest,
        **more,
        "counts": {key: _counts(vectors, layer) for key, layer in LISTS.items()},
        "bugs": by_id(bug for bug in corpus.bugs.values() if bug.id in named),
        "sections": [corpus.sections[section] for section in used],
    }
    parts = [f"{json.dumps(key)}: {json.dumps(value, indent=1)}" for key, value in head.items()]
    for key, layer in LISTS.items():
        entries = (as_json(vector, numbers, choices or Choices()) for vector in vectors if vector.layer == layer)
        # No space between the numbers of a list: most of the file is long lists.
        lines = ",\n".join(json.dumps(entry, separators=(",", ": ")) for entry in entries)
        parts.append(f'"{key}": [\n{lines}\n]' if lines else f'"{key}": []')
    return "{\n" + ",\n".join(parts) + "}\n"


def by_id(records: Iterable[Bug | Choice | Anchor]) -> dict[str, Any]:
    """Records as the built JSON holds them: by id."""
    return {entry.pop("id"): entry for entry in map(msgspec.to_builtins, records)}


def _counts(vectors: Iterable[Vector], layer: str) -> dict[str, int]:
    operations = [vector.operations for vector in vectors if vector.layer == layer]
    return {"vectors": len(operations), "cases": sum(map(len, operations))}


def as_json(vector: Vector, sections: dict[int, int], choices: Choices) -> dict[str, Any]:
    """A vector as the built JSON holds it; ``sections`` has the new number of each section."""
    expectations = {case.operation.value: case.expectation(choices) for case in cases([vector])}
    either = {name: list(one.choices) for name, one in expectations.items() if isinstance(one, Either)}
    entry: dict[str, Any] = {"id": vector.id, "operations": list(expectations)}
    entry["expect"] = {name: type(one).__name__.lower() for name, one in expectations.items()}
    entry |= {"open": either} if either else {}
    vector = replace(vector, section=sections[vector.section] if vector.section is not None else None)
    for key, value in msgspec.to_builtins(vector).items():
        if key in ("decoded", "right") and value is not None:
            entry |= in_json(key, value)
        elif key not in entry and key != "layer" and (value is not None or key not in _RARE):
            entry[key] = value
    return entry


def in_json(key: str, points: Sequence[int]) -> dict[str, Any]:
    """Code points under a key, or as hexadecimal text under ``KEY-hex`` if readers of JSON cannot hold one of them."""
    if max(points, default=0) > GREATEST:
        return {f"{key}-hex": [f"{c:x}" for c in points]}
    return {key: list(points)}


def short(corpus: Corpus) -> Corpus:
    """The corpus without the vectors that have a side longer than SHORT."""
    vectors = tuple(
        v for v in corpus.vectors if max(map(len, (v.decoded or (), v.encoded or "", v.right or ()))) <= SHORT
    )
    return replace(corpus, vectors=vectors, digest=digest(vectors))


def export(corpus: Corpus, cases: Iterable[Case], choices: Choices) -> str:
    """The cases as built JSON, with their expectations under the declared choices."""
    operations: dict[str, tuple[Vector, list[str]]] = {}
    for case in cases:
        operations.setdefault(case.vector.id, (case.vector, []))[1].append(case.operation)
    vectors = tuple(
        replace(vector, operations=tuple(chosen), bits={op: bits for op, bits in vector.bits.items() if op in chosen})
        for vector, chosen in operations.values()
    )
    declared = choices.as_dict()
    part = replace(corpus, vectors=vectors, digest=digest(vectors))
    return document(part, {"declared": declared} if declared else {}, choices)


def json_lines(cases: Iterable[Case], choices: Choices) -> Iterator[str]:
    """A flat record of each case on a line, in ASCII, with null for missing values and for lists that need ``KEY-hex``."""
    for case in cases:
        expectation, vector = case.expectation(choices), case.vector
        value = None if isinstance(expectation, Rejects) else expectation.value
        sides = {"input": case.call.input} | ({} if value is None else {"value": value})
        record = {
            "id": case.id,
            "operation": case.operation.value,
            "expect": type(expectation).__name__.lower(),
            "input": None,
            "input_text": _text(case.call.input),
            "value": None,
            "value_text": None if value is None else _text(value),
            "reason": None if isinstance(expectation, Returns) else str(expectation.reason),
            "choices": list(expectation.choices) if isinstance(expectation, Either) else [],
            **{key: getattr(vector, key) or None for key in ("layer", "level", "clause", "bug", "note")},
        }
        for key, points in sides.items():
            record |= in_json(key, points)
        yield json.dumps(record) + "\n"


def _text(points: Sequence[int]) -> str | None:
    """Code points as text, None if it is not safe to show."""
    text = "" if max(points, default=0) > MAX_UNICODE else "".join(map(chr, points))
    return text if len(text) == len(points) and plain(text, None) == text else None


def schemas() -> dict[str, bytes]:
    """The JSON Schemas of the YAML files, for editors, by file name."""
    kinds = {"vector-file": VectorFile} | {name.removesuffix(".yaml"): kind for name, kind in catalogue.KINDS.items()}
    about = "For editors. The reader checks more: see README.md."
    return {
        f"{name}.schema.json": data.schema(kind, title=f"{name} of punycode-conform, as YAML", description=about)
        for name, kind in kinds.items()
    }
