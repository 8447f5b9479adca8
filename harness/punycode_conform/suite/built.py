"""Reading the built JSON: the vectors for other languages, and what a run starts from, since YAML is slow to parse.

Built JSON that a user brings is checked like YAML: each entry is turned into the nodes of a YAML entry, which
:mod:`.vector_file` reads. :mod:`.build` writes it.
"""

import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DataError
from ..notation import plain
from . import A_LABEL, PUNYCODE
from .catalogue import Bug
from .outcome import Operation
from .vector import Vector

if TYPE_CHECKING:
    from .vector_file import Entry

FORMAT = 2
LISTS = {"vectors": PUNYCODE, "a-label-vectors": A_LABEL}
"""The keys of the lists of vectors, each with the layer of its vectors."""
# Keys that hold neither text nor the name of a choice. "expect" and "open" follow from the other keys, so they are not read.
_NOT_TEXT = {"decoded", "decoded-hex", "right", "right-hex", "operations", "bits", "section", "expect", "open"}
# Only ids that vector files allow: whatever else has this form in a user's file is no id.
_ID = re.compile(r'"id"\s*:\s*"([a-z0-9-]{1,100})"')


def is_intact(content: bytes) -> bool:
    """Whether a sealed document is still what was written, apart from line endings."""
    if b"\r" in content:  # the JSON has none of its own; to look for both characters takes 20 times as long
        content = content.replace(b"\r\n", b"\n")
    return content.startswith(checksum(content[_SEAL:]).encode())


def checksum(rest: bytes) -> str:
    """The first lines of a sealed document, by what follows them."""
    # CRC-32 finds every changed character, in a third of a millisecond; hashlib alone takes several to import.
    return f'{{\n"checksum": "crc32:{zlib.crc32(rest):08x}",\n'


_SEAL = len(checksum(b""))


# Looked up, since each start reads thousands of vectors and making Enum members is slow.
_OPERATIONS = {(str(op),): (op,) for op in Operation} | {("encode", "decode"): tuple(Operation)}


def vector(entry: dict[str, Any], layer: str, sections: Sequence[str]) -> Vector:
    """The vector of a JSON entry of this layer; entries refer to the sections by their numbers."""
    operations = _OPERATIONS[tuple(entry["operations"])]
    decoded, right, bits = entry.get("decoded"), entry.get("right"), entry["bits"]
    if "decoded-hex" in entry:
        decoded = _from_hex(entry["decoded-hex"])
    if "right-hex" in entry:
        right = _from_hex(entry["right-hex"])
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
        layer,
        entry["note"] or "",
        entry["file"],
        entry.get("since", ""),
        sections[entry["section"]] if "section" in entry else "",
    )


def _from_hex(points: Sequence[str]) -> list[int]:
    return [int(c, 16) for c in points]


def bug(name: str, entry: dict[str, Any]) -> Bug:
    """The bug class of a JSON entry."""
    return Bug(name, entry["title"], entry["goes-wrong"], entry["effect"], tuple(entry["references"]))


def load(path: Path) -> Any:
    """The JSON of a file that a user brings.

    Raises:
        DataError: it cannot be read, is not JSON, or has a key twice.
    """
    # Start-up time: only files that a user brings come here, and PyYAML is slow.
    from ..yaml import read_bytes
    from . import strict_json

    try:
        return strict_json.loads(read_bytes(path))
    except ValueError as error:
        raise DataError(f"{path}: broken JSON: {plain(str(error), 120)}") from None


def read(data: dict[str, Any], path: Path, bugs: dict[str, Bug]) -> Iterator["Entry | DataError"]:
    """Each entry of built JSON, or the error in it.

    Raises:
        DataError: there is no list of vectors.
    """
    if not all(isinstance(data.get(key), list) for key in LISTS):
        raise DataError(f"{path}: not a built vector file: no lists of vectors")
    # The json module reports no places, so an error gets the line that has the id.
    lines = _lines(path)
    entries = [(layer, entry) for key, layer in LISTS.items() for entry in data[key]]
    for number, (layer, entry) in enumerate(entries, 1):
        try:
            known = vector(entry, layer, data["sections"])  # are its keys and their types right?
            # An id that appears twice has a line for each, in the order of the entries.
            found = lines.get(str(entry["id"]), [])
            yield _entry(entry, known, (str(path), found.pop(0) if found else 0), bugs)
        except DataError as fault:
            yield fault
        except (LookupError, TypeError, ValueError, AttributeError) as error:
            why = f"{type(error).__name__}: {plain(str(error), 80)}"
            yield DataError(f"{path}: not a built vector file: vector {number}: {why}")


def is_valid(vector: Vector) -> bool:
    """Whether the values of a vector have the right types, and the sides that its operations need are there."""
    texts = [vector.id, vector.reject, vector.clause, vector.bug, vector.choice, vector.level, vector.layer]
    texts += [vector.note, vector.file, vector.since, vector.section, vector.encoded or ""]
    numbers = (*(vector.decoded or ()), *(vector.right or ()), *vector.bits)
    sides = [vector.decoded if operation is Operation.ENCODE else vector.encoded for operation in vector.operations]
    sides += [] if vector.reject else [vector.decoded, vector.encoded]
    # type() and not isinstance(), which counts True as an integer.
    right_types = all(isinstance(text, str) for text in texts) and all(type(number) is int for number in numbers)
    return right_types and None not in sides and min(numbers, default=0) >= 0


def _lines(path: Path) -> dict[str, list[int]]:
    """The lines of each id."""
    from ..yaml import read_bytes  # see load

    found: dict[str, list[int]] = {}
    for number, line in enumerate(read_bytes(path).decode("utf-8", "replace").split("\n"), 1):
        for match in _ID.finditer(line):
            found.setdefault(match[1], []).append(number)
    return found


def _entry(data: dict[str, Any], known: Vector, place: tuple[str, int], bugs: dict[str, Bug]) -> "Entry":
    from ..yaml import Node  # see load
    from .vector_file import VECTOR_KEYS, Entry, vector_of

    def put(value: str | dict[str, Node]) -> Node:
        return Node(value, *place)

    whole = put({})
    # Text is for people, and operations are written in place of only.
    if unknown := sorted(set(data) - (VECTOR_KEYS - {"text", "only", "layer"} | {"file"} | _NOT_TEXT)):
        raise whole.error(f"unknown key {plain(str(unknown[0]), 40)!r}")
    if not isinstance(data["id"], str) or not isinstance(data["operations"], list):
        raise whole.error("a vector without an id or a list of operations")
    if not all(isinstance(data[key], str | None) for key in data.keys() - _NOT_TEXT):
        raise whole.error(f"{plain(data['id'], 40)}: a value is not text")
    texts = {key: value for key, value in data.items() if key in VECTOR_KEYS and isinstance(value, str)}
    entry = {key: put(value) for key, value in texts.items() if value or key != "clause"}  # an empty clause is none
    if known.decoded is not None:
        if not all(type(c) is int and c >= 0 for c in known.decoded) or {"decoded", "decoded-hex"} <= data.keys():
            raise whole.error(f"{plain(data['id'], 40)}: decoded is not a list of code points")
        entry["decoded"] = put(" ".join(f"U+{c:04X}" for c in known.decoded))
        # With one side alone the operation follows from it, so only two sides need the key.
        if data["encoded"] is not None and len(data["operations"]) == 1:
            entry["only"] = put(data["operations"][0])
    node = put(entry)
    layer = {} if known.layer == PUNYCODE else {"layer": put(known.layer)}
    found = vector_of(node, layer, data["file"], bugs)
    return Entry(found._replace(section=" ".join(known.section.split())), node)
