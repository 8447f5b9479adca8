"""Writing the built JSON: every reader of JSON can load it, and nothing is left to compute for who judges a codec by it."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from .built import FORMAT, LISTS, checksum
from .catalogue import Anchor, Bug, Choice, Clause
from .choices import Choices
from .oracle import Either, Expectation, Rejects, Returns
from .vector import Vector, cases

GREATEST = 2**53 - 1
"""The greatest integer that is written as a number: some readers hold numbers in floating point (RFC 8259 section 6)."""
SHORT = 256
"""The longest side, in characters or code points, of a vector in the small file."""
# For the reader of a vector. No verdict depends on these keys, so the digest does not either.
DESCRIPTION = ("clause", "bug", "note", "file", "section")
_SCHEMA = "punycode-vectors.schema.json"


def document(
    head: dict[str, Any], vectors: Sequence[Vector], bugs: Iterable[Bug], choices: Choices | None = None
) -> str:
    """The text of built JSON: a vector a line, so that changes can be reviewed.

    Args:
        head: keys that come first.
        vectors: what it holds.
        bugs: the known bug classes; those that the vectors name are explained.
        choices: the declared choices, on which the expectations depend.
    """
    named = {vector.bug for vector in vectors}
    sections = list(dict.fromkeys(vector.section for vector in vectors if vector.section))
    head = {
        "$schema": _SCHEMA,
        "format": FORMAT,
        "suite": "punycode-conform",
        "licence": "MIT",
        **head,
        "counts": {key: _counts(vectors, layer) for key, layer in LISTS.items()},
        "bugs": by_id(bug for bug in bugs if bug.id in named),
        "sections": sections,
    }
    parts = [f"{json.dumps(key)}: {json.dumps(value, indent=1)}" for key, value in head.items()]
    numbered = {section: number for number, section in enumerate(sections)}
    for key, layer in LISTS.items():
        entries = (as_json(vector, numbered, choices or Choices()) for vector in vectors if vector.layer == layer)
        # No space between the numbers of a list: most of the file is long lists.
        lines = ",\n".join(json.dumps(entry, separators=(",", ": ")) for entry in entries)
        parts.append(f'"{key}": [\n{lines}\n]' if lines else f'"{key}": []')
    return "{\n" + ",\n".join(parts) + "}\n"


def _counts(vectors: Iterable[Vector], layer: str) -> dict[str, int]:
    operations = [vector.operations for vector in vectors if vector.layer == layer]
    return {"vectors": len(operations), "cases": sum(map(len, operations))}


def sealed(document: str) -> str:
    """The document, with a checksum of all that follows as its first key."""
    rest = document.removeprefix("{\n")
    return f"{checksum(rest.encode())}{rest}"


def short(vectors: Iterable[Vector]) -> tuple[Vector, ...]:
    """The vectors without those that have a side longer than SHORT."""
    return tuple(v for v in vectors if max(map(len, (v.decoded or (), v.encoded or "", v.right or ()))) <= SHORT)


def digest(vectors: Iterable[Vector]) -> str:
    """``sha256:`` and the digest of everything in the vectors that a verdict can depend on, in the order of their ids.

    Results are tied to it, so it changes when they may: with an input, an expectation, a choice, a level, a layer, a
    release that a vector is new in, or an id. New words, or another file for a vector, leave it as it is.
    """
    # Sorted, since a vector that moves to another file changes its place among the others.
    judged = [_judged(vector) for vector in sorted(vectors, key=lambda vector: vector.id)]
    content = json.dumps(judged, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(content.encode()).hexdigest()


def _judged(vector: Vector) -> dict[str, Any]:
    # Not as_json: how the file writes a number, or in which list a vector is, changes no verdict.
    rare = {"right": vector.right, "since": vector.since or None}
    return {
        "id": vector.id,
        "layer": vector.layer,
        "operations": vector.operations,
        "decoded": vector.decoded,
        "encoded": vector.encoded,
        "reject": vector.reject or None,
        "choice": vector.choice or None,
        "bits": dict(zip(vector.operations, vector.bits, strict=True)),
        "level": vector.level,
        **{key: value for key, value in rare.items() if value is not None},
    }


def as_json(vector: Vector, sections: dict[str, int], choices: Choices) -> dict[str, Any]:
    """A vector as the built JSON holds it.

    Args:
        vector: the vector.
        sections: the number of each section.
        choices: the declared choices.
    """
    expectations = {case.operation.value: case.expectation(choices) for case in cases([vector])}
    free = {name: list(one.choices) for name, one in expectations.items() if isinstance(one, Either)}
    entry: dict[str, Any] = {
        "id": vector.id,
        "operations": list(expectations),
        "expect": {name: expected(one) for name, one in expectations.items()},
        **({"open": free} if free else {}),
        **(in_json("decoded", vector.decoded) if vector.decoded is not None else {"decoded": None}),
        "encoded": vector.encoded,
        "reject": vector.reject or None,
        **(in_json("right", vector.right) if vector.right is not None else {}),
        "choice": vector.choice or None,
        "bits": dict(zip(expectations, vector.bits, strict=True)),
        "clause": vector.clause,
        "bug": vector.bug or None,
        "level": vector.level,
        "note": vector.note or None,
        "file": vector.file,
    }
    # Left out where there is none: few vectors lack the first, and few have the second.
    if vector.section:
        entry["section"] = sections[vector.section]
    if vector.since:
        entry["since"] = vector.since
    return entry


def in_json(key: str, points: Sequence[int]) -> dict[str, Any]:
    """Code points under a key, or as hexadecimal text under ``KEY-hex`` if readers of JSON cannot hold one of them."""
    if max(points, default=0) > GREATEST:
        return {f"{key}-hex": [f"{c:x}" for c in points]}
    return {key: list(points)}


def expected(expectation: Expectation) -> str:
    """The kind of an expectation: ``returns``, ``rejects`` or ``either``."""
    match expectation:
        case Returns():
            return "returns"
        case Rejects():
            return "rejects"
        case Either():
            return "either"


def by_id(records: Iterable[Bug | Choice | Anchor]) -> dict[str, Any]:
    """Records as the built JSON holds them: by id."""
    return {entry.pop("id"): entry for entry in map(msgspec.to_builtins, records)}


def clauses_json(clauses: Iterable[Clause]) -> dict[str, Any]:
    """The clauses of RFC 3492 as the built JSON holds them: what each sentence or branch says, and what tests it."""
    return {clause.id: {"title": clause.title, "anchors": by_id(clause.anchors)} for clause in clauses}
