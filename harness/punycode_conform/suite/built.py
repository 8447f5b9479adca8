"""The built JSON: the vectors for other languages, and what a run starts from, since YAML is slow to parse.

Built JSON that a user brings is checked like YAML: each entry is turned into the nodes of a YAML entry, which
:mod:`.vector_file` reads.
"""

import json
import re
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DataError
from .bug import Bug
from .notation import plain
from .outcome import Operation
from .vector import Vector

if TYPE_CHECKING:
    from .vector_file import Entry

FORMAT = 1
# Keys that hold neither text nor the name of a choice. "expect" is what an export says under declared choices; it follows
# from the other keys, so it is not read.
_NOT_TEXT = {"operations", "decoded", "bits", "right", "expect"}
# Only ids that vector files allow: whatever else has this form in a user's file is no id.
_ID = re.compile(r'"id"\s*:\s*"([a-z0-9-]{1,100})"')
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


def sealed(document: str) -> str:
    """The document, with a checksum of all that follows as its first key."""
    rest = document.removeprefix("{\n")
    return f"{_seal(rest.encode())}{rest}"


def is_intact(content: bytes) -> bool:
    """Whether a sealed document is still what was written, apart from line endings."""
    if b"\r" in content:  # the JSON has none of its own; to look for both characters takes 20 times as long
        content = content.replace(b"\r\n", b"\n")
    return content.startswith(_seal(content[_SEAL:]).encode())


def _seal(rest: bytes) -> str:
    # CRC-32 finds every changed character, in a third of a millisecond; hashlib alone takes several to import.
    return f'{{\n"checksum": "crc32:{zlib.crc32(rest):08x}",\n'


_SEAL = len(_seal(b""))


def digest(vectors: Iterable[Vector]) -> str:
    """``sha256:`` and the digest of everything in the vectors that a verdict can depend on, in the order of their ids.

    Results are tied to it, so it changes when they may: with an input, an expectation, a choice, a level, a layer, a
    release that a vector is new in, or an id. New words, or another file for a vector, leave it as it is.
    """
    import hashlib  # not at the top: it loads a cryptographic library, and a run does not compute digests

    judged = [{key: value for key, value in as_json(v).items() if key not in DESCRIPTION} for v in vectors]
    # Sorted, since a vector that moves to another file changes its place among the others.
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
    # Left out where there is none: few vectors have one of these.
    if vector.right is not None:
        entry["right"] = list(vector.right)
    if vector.since:
        entry["since"] = vector.since
    return entry


# Looked up, since each start reads thousands of vectors and making Enum members is slow.
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


def load(path: Path) -> Any:
    """The JSON of a file that a user brings.

    Raises:
        DataError: it cannot be read, is not JSON, or has a key twice.
    """
    # Start-up time: only files that a user brings come here, and PyYAML is slow.
    from . import strict_json
    from .strict_yaml import read_bytes

    try:
        return strict_json.loads(read_bytes(path))
    except ValueError as error:
        raise DataError(f"{path}: broken JSON: {plain(str(error), 120)}") from None


def read(data: dict[str, Any], path: Path, bugs: dict[str, Bug]) -> Iterator["Entry | DataError"]:
    """Each entry of built JSON, or the error in it.

    Raises:
        DataError: there is no list of vectors.
    """
    if not isinstance(data.get("vectors"), list):
        raise DataError(f"{path}: not a built vector file: no list of vectors")
    # The json module reports no places, so an error gets the line that has the id.
    lines = _lines(path)
    for number, entry in enumerate(data["vectors"], 1):
        try:
            vector(entry)  # are its keys and their types right?
            # An id that appears twice has a line for each, in the order of the entries.
            found = lines.get(str(entry["id"]), [])
            yield _entry(entry, str(path), found.pop(0) if found else 0, bugs)
        except DataError as fault:
            yield fault
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            why = f"{type(error).__name__}: {plain(str(error), 80)}"
            yield DataError(f"{path}: not a built vector file: vector {number}: {why}")


def is_valid(vector: Vector) -> bool:
    """Whether the values of a vector have the right types, and the sides that its operations need are there."""
    texts = [vector.id, vector.reject, vector.clause, vector.bug, vector.choice, vector.level, vector.layer]
    texts += [vector.note, vector.file, vector.since, vector.encoded or ""]
    numbers = (*(vector.decoded or ()), *(vector.right or ()), *vector.bits)
    sides = [vector.decoded if operation is Operation.ENCODE else vector.encoded for operation in vector.operations]
    sides += [] if vector.reject else [vector.decoded, vector.encoded]
    # type() and not isinstance(), which counts True as an integer.
    right_types = all(isinstance(text, str) for text in texts) and all(type(number) is int for number in numbers)
    return right_types and None not in sides and min(numbers, default=0) >= 0


def _lines(path: Path) -> dict[str, list[int]]:
    """The lines of each id."""
    from .strict_yaml import read_bytes  # see load

    found: dict[str, list[int]] = {}
    for number, line in enumerate(read_bytes(path).decode("utf-8", "replace").split("\n"), 1):
        for match in _ID.finditer(line):
            found.setdefault(match[1], []).append(number)
    return found


def _entry(data: dict[str, Any], file: str, line: int, bugs: dict[str, Bug]) -> "Entry":
    from .strict_yaml import Node  # see load
    from .vector_file import VECTOR_KEYS, Entry, vector_of

    def put(value: str | dict[str, Node]) -> Node:
        return Node(value, file, line)

    whole = put({})
    # Text is for people, and operations are written in place of only.
    if unknown := sorted(set(data) - (VECTOR_KEYS - {"text", "only"} | {"file"} | _NOT_TEXT)):
        raise whole.error(f"unknown key {plain(str(unknown[0]), 40)!r}")
    if not isinstance(data["id"], str) or not isinstance(data["operations"], list):
        raise whole.error("a vector without an id or a list of operations")
    if not all(isinstance(data[key], str | None) for key in data.keys() - _NOT_TEXT):
        raise whole.error(f"{plain(data['id'], 40)}: a value is not text")
    texts = {key: value for key, value in data.items() if key in VECTOR_KEYS and isinstance(value, str)}
    entry = {key: put(value) for key, value in texts.items() if value or key != "clause"}  # an empty clause is none
    points = data["decoded"]
    if points is not None:
        if not all(type(c) is int and c >= 0 for c in points):
            raise whole.error(f"{plain(data['id'], 40)}: decoded is not a list of code points")
        entry["decoded"] = put(" ".join(f"U+{c:04X}" for c in points))
        # With one side alone the operation follows from it, so only two sides need the key.
        if data["encoded"] is not None and len(data["operations"]) == 1:
            entry["only"] = put(data["operations"][0])
    node = put(entry)
    return Entry(vector_of(node, {}, data["file"], bugs), node)
