"""Built JSON that a user brings: read with care, and each entry let in by the same door as one in YAML."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import DataError
from . import built
from .bug import Bug
from .entry import VECTOR_KEYS, Entry, stated
from .notation import plain
from .outcome import Operation
from .strict_yaml import Node, read_bytes
from .vector import Vector

# "expect" is what an export says under declared choices. It follows from the rest, so it is not read.
_NOT_TEXT = {"operations", "decoded", "bits", "right", "expect"}
_KEYS = VECTOR_KEYS - {"text", "only"} | {"file"} | _NOT_TEXT
_ID = re.compile(r'"id"\s*:\s*"([a-z0-9-]{1,100})"')


def load(path: Path) -> Any:
    """The JSON of a file.

    Raises:
        DataError: it cannot be read, is no JSON, or has a key twice.
    """
    try:
        return json.loads(read_bytes(path), object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path}: broken JSON: {plain(str(error), 120)}") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        ((twice, _),) = Counter(key for key, _ in pairs).most_common(1)
        raise ValueError(f"key {plain(twice, 40)!r} stands twice")
    return found


def read(data: dict[str, Any], path: Path, bugs: dict[str, Bug]) -> Iterator[Entry | DataError]:
    """The entries of built JSON, or what is wrong with them, one by one.

    Raises:
        DataError: it has no list of vectors.
    """
    if not isinstance(data.get("vectors"), list):
        raise DataError(f"{path}: not a built vector file: no list of vectors")
    lines = _lines(path)
    for number, entry in enumerate(data["vectors"], 1):
        try:
            built.vector(entry)  # has it the keys and the shape of one?
            places = lines.get(str(entry["id"]), [])
            yield _entry(entry, str(path), places.pop(0) if places else 0, bugs)
        except DataError as fault:
            yield fault
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            why = f"{type(error).__name__}: {plain(str(error), 80)}"
            yield DataError(f"{path}: not a built vector file: vector {number}: {why}")


def is_sound(vector: Vector) -> bool:
    """Whether a vector has values of the right types and the sides that its operations need."""
    texts = [vector.id, vector.reject, vector.clause, vector.bug, vector.choice, vector.level, vector.layer]
    texts += [vector.note, vector.file, vector.since, vector.encoded or ""]
    numbers = (*(vector.decoded or ()), *(vector.right or ()), *vector.bits)
    sides = [vector.decoded if operation is Operation.ENCODE else vector.encoded for operation in vector.operations]
    sides += [] if vector.reject else [vector.decoded, vector.encoded]
    right_types = all(isinstance(text, str) for text in texts) and all(type(number) is int for number in numbers)
    return right_types and None not in sides and min(numbers, default=0) >= 0


def _lines(path: Path) -> dict[str, list[int]]:
    """The lines on which each id stands."""
    found: dict[str, list[int]] = {}
    for number, line in enumerate(read_bytes(path).decode("utf-8", "replace").split("\n"), 1):
        for match in _ID.finditer(line):
            found.setdefault(match[1], []).append(number)
    return found


def _entry(data: dict[str, Any], file: str, line: int, bugs: dict[str, Bug]) -> Entry:
    def put(value: str | dict[str, Node]) -> Node:
        return Node(value, file, line)

    whole = put({})
    if unknown := sorted(set(data) - _KEYS):
        raise whole.error(f"unknown key {plain(str(unknown[0]), 40)!r}")
    if not isinstance(data["id"], str) or not isinstance(data["operations"], list):
        raise whole.error("a vector without an id or a list of operations")
    if not all(isinstance(data[key], str | None) for key in data.keys() - _NOT_TEXT):
        raise whole.error(f"{plain(data['id'], 40)}: a value is not text")
    texts = {key: value for key, value in data.items() if key in VECTOR_KEYS and isinstance(value, str)}
    entry = {key: put(value) for key, value in texts.items() if value or key != "clause"}  # empty: it has none
    points = data["decoded"]
    if points is not None:
        if not all(type(c) is int and c >= 0 for c in points):
            raise whole.error(f"{plain(data['id'], 40)}: decoded is not a list of code points")
        entry["decoded"] = put(" ".join(f"U+{c:04X}" for c in points))
        if data["encoded"] is not None and len(data["operations"]) == 1:
            entry["only"] = put(data["operations"][0])
    node = put(entry)
    return Entry(stated(node, {}, data["file"], bugs), node)
