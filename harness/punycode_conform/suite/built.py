"""The built JSON: the vectors for other languages, and what a run starts from, since YAML is slow to parse."""

import json
from collections.abc import Iterable
from typing import Any

from .bug import Bug
from .outcome import Operation
from .vector import Vector

FORMAT = 1
# For the reader of a vector. No verdict depends on these keys, so the digest does not either.
DESCRIPTION = ("clause", "bug", "note", "file")


def document(head: dict[str, Any], bugs: Iterable[Bug], entries: Iterable[dict[str, Any]]) -> str:
    """The text of built JSON: a vector a line, so that changes can be reviewed."""
    head = {"format": FORMAT, "suite": "punycode-conform", **head}
    lines = [f"{json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    lines.append(f'"bugs": {json.dumps({bug.id: bug_json(bug) for bug in bugs}, indent=1)},')
    # No space between the numbers of a list: most of the file is long lists.
    vectors = ",\n".join(json.dumps(entry, separators=(",", ": ")) for entry in entries)
    return "{\n" + "\n".join(lines) + '\n"vectors": [\n' + vectors + "\n]}\n"


def digest(vectors: Iterable[Vector]) -> str:
    """``sha256:`` and the digest of everything in the vectors that a verdict can depend on, in the order of their ids.

    Results are tied to it, so it changes when they may: with an input, an expectation, a choice, a level, a layer, a
    release that a vector is new in, or an id. New words, or another file for a vector, leave it as it is.
    """
    import hashlib  # not at the top: it loads a cryptographic library, and a run does not compute digests

    judged = [{key: value for key, value in as_json(v).items() if key not in DESCRIPTION} for v in vectors]
    judged.sort(key=lambda entry: str(entry["id"]))
    content = json.dumps(judged, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(content.encode()).hexdigest()


def as_json(vector: Vector) -> dict[str, Any]:
    """A vector as the built JSON holds it."""
    entry: dict[str, Any] = {
        "id": vector.id,
        "layer": vector.layer,
        "operations": [str(op) for op in vector.operations],
        "decoded": None if vector.decoded is None else list(vector.decoded),
        "encoded": vector.encoded,
        "reject": vector.reject or None,
        "choice": vector.choice or None,
        "bits": dict(zip(map(str, vector.operations), vector.bits, strict=True)),
        "clause": vector.clause,
        "bug": vector.bug or None,
        "level": vector.level,
        "note": vector.note or None,
        "file": vector.file,
    }
    if vector.right is not None:
        entry["right"] = list(vector.right)
    if vector.since:
        entry["since"] = vector.since
    return entry


_OPERATIONS = {(str(op),): (op,) for op in Operation} | {("encode", "decode"): tuple(Operation)}


def vector(entry: dict[str, Any]) -> Vector:
    """The vector of a JSON entry."""
    operations = _OPERATIONS[tuple(entry["operations"])]
    decoded, right, bits = entry["decoded"], entry.get("right"), entry["bits"]
    return Vector(
        entry["id"],
        operations,
        None if decoded is None else tuple(decoded),
        entry["encoded"],
        entry["reject"] or "",
        tuple([bits[op] for op in operations]),
        None if right is None else tuple(right),
        entry["clause"],
        entry["bug"] or "",
        entry["choice"] or "",
        entry["level"],
        entry["layer"],
        entry["note"] or "",
        entry["file"],
        entry.get("since", ""),
    )


def bug_json(bug: Bug) -> dict[str, Any]:
    """A bug class as the built JSON holds it."""
    return {
        "title": bug.title,
        "goes-wrong": bug.goes_wrong,
        "effect": bug.effect,
        "references": list(bug.references),
    }


def bug(name: str, entry: dict[str, Any]) -> Bug:
    """The bug class of a JSON entry."""
    return Bug(name, entry["title"], entry["goes-wrong"], entry["effect"], tuple(entry["references"]))
