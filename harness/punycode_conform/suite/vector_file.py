"""Vector files: the YAML that people write, checked entry by entry."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ..codec import Reason
from ..errors import DataError
from . import oracle, strict_yaml
from .bug import Bug
from .derive import derive
from .notation import parse, plain
from .outcome import Operation
from .strict_yaml import Node
from .vector import Vector, points

LAYERS = ("punycode", "a-label")
LEVELS = ("must", "should")
CLAUSES = ("1.1", "3.1", "3.2", "3.3", "3.4", "4", "5", "6.1", "6.2", "6.3", "6.4", "7.1", "7.2", "7.3", "8", "A")
# The reasons that a vector may give; the codec's other two cannot occur in Punycode.
REASONS = (*(reason.value for reason in list(Reason)[:6]), oracle.NOT_AN_A_LABEL)
_DEFAULTS = ("clause", "bug", "choice", "level", "layer")
_FILE_KEYS = {"about", "generated", "vectors", *_DEFAULTS}
_VECTOR_KEYS = {"id", "text", "decoded", "encoded", "reject", "only", "note", *_DEFAULTS}
_BUILT_KEYS_NOT_TEXT = {"operations", "decoded", "bits", "right"}
_BUILT_KEYS = _VECTOR_KEYS - {"text", "only"} | {"file"} | _BUILT_KEYS_NOT_TEXT
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MAX_ID = 100
_MAX_ENCODED = 8_000_000  # characters


def read_bugs(path: Path) -> dict[str, Bug]:
    """The bug classes of a file by id."""
    bugs: dict[str, Bug] = {}
    for node in listed(load(path), "bugs"):
        entry = node.mapping("a bug")
        keys = {"id", "title", "goes-wrong", "effect", "references"}
        no_unknown(entry, keys, "")
        if missing := sorted(keys - set(entry)):
            raise node.error(f"a bug without {missing[0]!r}")
        references = tuple(r.text("reference") for r in entry["references"].items("references"))
        title, wrong, effect = (entry[key].text(key) for key in ("title", "goes-wrong", "effect"))
        bug = Bug(entry["id"].text("id"), title, wrong, effect, references)
        if bug.id in bugs:
            raise node.error(f"bug {bug.id!r} stands twice")
        bugs[bug.id] = bug
    return bugs


def load(path: Path) -> Node:
    """The document of a YAML file."""
    return strict_yaml.load(path, strict_yaml.read_bytes(path))


def listed(root: Node, key: str) -> list[Node]:
    """The items of a document's list under a key."""
    top = root.mapping("the file")
    if key not in top:
        raise root.error(f"no key {key!r}")
    return top[key].items(key)


def read(path: Path, bugs: dict[str, Bug]) -> list[tuple[Vector, str]]:
    root = load(path)
    top = root.mapping("a vector file")
    no_unknown(top, _FILE_KEYS, "")
    nodes = listed(root, "vectors")
    return [(_vector(node, top, path.name, bugs), f"{node.file}:{node.line}") for node in nodes]


def entry(data: dict[str, Any], file: str, bugs: dict[str, Bug]) -> Vector:
    """The vector of an entry of built JSON that a user brings: through the same door as one in YAML.

    Raises:
        DataError: the entry is faulty.
    """
    if unknown := sorted(set(data) - _BUILT_KEYS):
        raise DataError(f"{file}: unknown key {plain(str(unknown[0]), 40)!r}")
    if not isinstance(data["id"], str) or not isinstance(data["operations"], list):
        raise DataError(f"{file}: a vector without an id or a list of operations")
    if not all(isinstance(data[key], str | None) for key in data.keys() - _BUILT_KEYS_NOT_TEXT):
        raise DataError(f"{file}: {plain(str(data['id']), 40)}: a value is not text")
    node = {key: Node(data[key], file, 0) for key in data.keys() & _VECTOR_KEYS if isinstance(data[key], str)}
    points = data["decoded"]
    if points is not None:
        if not all(type(c) is int and c >= 0 for c in points):
            raise DataError(f"{file}: {plain(data['id'], 40)}: decoded is not a list of code points")
        node["decoded"] = Node(" ".join(f"U+{c:04X}" for c in points), file, 0)
        if data["encoded"] is not None and len(data["operations"]) == 1:
            node["only"] = Node(data["operations"][0], file, 0)
    return _vector(Node(node, file, 0), {}, data["file"], bugs)


def no_unknown(entry: dict[str, Node], known: set[str], prefix: str) -> None:
    """Refuse a key that is not known; ``prefix`` begins the error."""
    for key, value in entry.items():
        if key not in known:
            raise value.error(f"{prefix}unknown key {plain(key, 40)!r}", f"keys: {', '.join(sorted(known))}")


def _vector(node: Node, defaults: dict[str, Node], file: str, bugs: dict[str, Bug]) -> Vector:
    entry = node.mapping("a vector")
    if "id" not in entry:
        raise node.error("a vector without an id")
    name = entry["id"].text("id")
    if not _SLUG.fullmatch(name) or len(name) > _MAX_ID:
        raise entry["id"].error(f"id {plain(name, 40)!r} is not a slug", "lower-case letters, digits, single hyphens")

    def error(message: str, key: str = "id", hint: str = "") -> DataError:
        return entry.get(key, node).error(f"{name}: {message}", hint)

    no_unknown(entry, _VECTOR_KEYS, f"{name}: ")

    def text(key: str, allowed: Iterable[str] | None = None, default: str = "") -> str:
        found = entry.get(key) or (defaults.get(key) if key in _DEFAULTS else None)
        if found is None:
            return default
        value = found.text(f"{name}: {key}")
        if allowed is not None and value not in allowed:
            known = ", ".join(sorted(allowed))
            raise found.error(f"{name}: {key} {plain(value, 40)!r} is not known", f"known: {known}")
        return value

    decoded = encoded = None
    if "decoded" in entry:
        try:
            decoded = parse(entry["decoded"].text(f"{name}: decoded"))
        except ValueError as wrong:
            raise error(str(wrong), "decoded") from None
    if "encoded" in entry:
        encoded = _encoded(entry["encoded"], name)
    if "text" in entry and points(text("text")) != decoded:
        raise error("text differs from decoded", "text")
    reject = text("reject", REASONS)
    if decoded is None and encoded is None:
        raise error("neither decoded nor encoded")
    if reject and decoded is not None and encoded is not None:
        raise error("reject goes with one side, not with both", "reject")
    if not reject and (decoded is None or encoded is None):
        raise error("one side only, and no reject", hint="give both sides, or one side and reject: REASON")
    operations = [
        op
        for op, side, other in ((Operation.ENCODE, decoded, encoded), (Operation.DECODE, encoded, decoded))
        if side is not None and (reject or other is not None)
    ]
    if only := text("only", ("encode", "decode")):
        if Operation(only) not in operations:
            raise error(f"only: {only}, but its side is missing", "only")
        operations = [Operation(only)]
    vector = Vector(
        id=name,
        operations=tuple(operations),
        decoded=decoded,
        encoded=encoded,
        reject=reject,
        clause=text("clause", CLAUSES),
        bug=text("bug", bugs),
        choice=text("choice"),
        level=text("level", LEVELS, "must"),
        layer=text("layer", LAYERS, "punycode"),
        note=" ".join(text("note").split()),
        file=file,
    )
    try:
        return derive(vector)
    except ValueError as wrong:
        raise error(str(wrong), hint="the reference codec and the second codec agree on it") from None


def _encoded(node: Node, name: str) -> str:
    if not isinstance(node.value, list):
        return node.text(f"{name}: encoded")
    pieces: list[str] = []
    for piece in node.value:
        if not isinstance(piece.value, dict):
            pieces.append(piece.text(f"{name}: encoded"))
            continue
        entry = piece.mapping("encoded")
        if set(entry) != {"repeat", "times"}:
            raise piece.error(f"{name}: a piece of encoded is text, or a map of repeat and times")
        unit, times = entry["repeat"].text(f"{name}: repeat"), entry["times"].integer(f"{name}: times")
        if len(unit) * times + sum(map(len, pieces)) > _MAX_ENCODED:
            raise piece.error(f"{name}: encoded is too long")
        pieces.append(unit * times)
    return "".join(pieces)
