"""Vector files: the YAML that people write. Every key is checked here; :mod:`.derive` compares the values with RFC 3492."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ..codec import Reason
from ..errors import DataError
from . import oracle, strict_yaml
from .bug import Bug
from .derive import derive
from .notation import parse, plain
from .outcome import Operation
from .strict_yaml import Node, listed, raise_all, unknown
from .vector import Vector, points

LAYERS = ("punycode", "a-label")
LEVELS = ("must", "should")
CLAUSES = ("1.1", "3.1", "3.2", "3.3", "3.4", "4", "5", "6.1", "6.2", "6.3", "6.4", "7.1", "7.2", "7.3", "8", "A")
# The reasons that a vector may give; the codec's other two cannot occur in Punycode.
REASONS = (*(reason.value for reason in list(Reason)[:6]), oracle.NOT_AN_A_LABEL)
DEFAULTS = ("clause", "bug", "choice", "level", "layer", "since")
VECTOR_KEYS = {"id", "text", "decoded", "encoded", "reject", "only", "note", *DEFAULTS}
_FILE_KEYS = {"about", "generated", "vectors", *DEFAULTS}
_RELEASE = re.compile(r"(?!0\.[01]\Z)(0|[1-9][0-9]{0,4})\.(0|[1-9][0-9]{0,4})")  # nothing in the first was ever new
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MAX_ID = 100
_MAX_ENCODED = 8_000_000  # characters


@dataclass(frozen=True, slots=True)
class Entry:
    """What an entry of a vector file says, not yet held against RFC 3492.

    Attributes:
        vector: as it stands, without what the oracle adds.
        node: the entry, with its place.
        has_text: whether the decoded side stands there as text too, or nobody writes this file by hand.
    """

    vector: Vector
    node: Node
    has_text: bool = True

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.node.file}:{self.node.line}" if self.node.line else self.node.file

    def derived(self) -> Vector:
        """The vector with what the oracle says about it.

        Raises:
            DataError: it contradicts RFC 3492, or the two codecs disagree on it.
        """
        try:
            return derive(self.vector)
        except oracle.Disagreement as fault:
            raise self.node.error(f"{self.vector.id}: {fault}", "one of them has a fault; please report it") from None
        except ValueError as wrong:
            hint = "the reference codec and the second codec agree on it"
            raise self.node.error(f"{self.vector.id}: {wrong}", hint) from None


def read(path: Path, bugs: dict[str, Bug]) -> Iterator[Entry | DataError]:
    """The entries of a YAML file, or what is wrong with them, one by one.

    Raises:
        DataError: the file as a whole is faulty.
    """
    root = strict_yaml.read(path)
    top = root.mapping("a vector file")
    raise_all(unknown(top, _FILE_KEYS, ""))
    for node in listed(root, "vectors"):
        try:
            vector = stated(node, top, path.name, bugs)
            yield Entry(vector, node, "text" in node.mapping("a vector") or "generated" in top)
        except DataError as fault:
            yield fault


class _Keys:
    """The keys of an entry, for the rest the file's defaults.

    Attributes:
        entry: the nodes by key.
        name: the vector's id, which begins every message.
        faults: what is wrong with the keys that were looked at, so that all of it can be told at once.
    """

    def __init__(self, node: Node, defaults: dict[str, Node]) -> None:
        self._node = node
        self.entry = node.mapping("a vector")
        if "id" not in self.entry:
            raise node.error("a vector without an id")
        self.name = self.entry["id"].text("id")
        if not _SLUG.fullmatch(self.name) or len(self.name) > _MAX_ID:
            hint = "lower-case letters, digits, single hyphens"
            raise self.entry["id"].error(f"id {plain(self.name, 40)!r} is not a slug", hint)
        self._defaults = defaults
        self.faults = unknown(self.entry, VECTOR_KEYS, f"{self.name}: ")

    def error(self, message: str, key: str = "id", hint: str = "") -> DataError:
        """An error where a key stands."""
        return self.entry.get(key, self._node).error(f"{self.name}: {message}", hint)

    def text(self, key: str, allowed: Iterable[str] | None = None, default: str = "") -> str:
        """The text of a key."""
        found = self.entry.get(key) or (self._defaults.get(key) if key in DEFAULTS else None)
        if found is None:
            return default
        try:
            value = found.text(f"{self.name}: {key}")
        except DataError as fault:
            self.faults.append(fault)
            return default
        if allowed is not None and value not in allowed:
            known = ", ".join(sorted(allowed))
            message = f"{self.name}: {key} {plain(value, 40)!r} is not known"
            self.faults.append(found.error(message, f"known: {known}"))
        if key == "since" and not _RELEASE.fullmatch(value):
            message = f"{self.name}: since {plain(value, 40)!r} is no minor release after 0.1"
            self.faults.append(found.error(message, 'for example since: "0.2"'))
        return value

    def decoded(self) -> tuple[int, ...] | None:
        """The decoded side, None if there is none."""
        try:
            return parse(self.text("decoded")) if "decoded" in self.entry else None
        except ValueError as wrong:
            self.faults.append(self.error(str(wrong), "decoded"))
            return None

    def encoded(self) -> str | None:
        """The encoded side, None if there is none."""
        try:
            return _encoded(self.entry["encoded"], self.name) if "encoded" in self.entry else None
        except DataError as fault:
            self.faults.append(fault)
            return None


def stated(node: Node, defaults: dict[str, Node], file: str, bugs: dict[str, Bug]) -> Vector:
    """What an entry says, for the rest the file's defaults.

    Raises:
        DataError: its keys are faulty, all of which is told at once, or they do not go together.
    """
    keys = _Keys(node, defaults)
    decoded, encoded, shown = keys.decoded(), keys.encoded(), keys.text("text")
    reject, only = keys.text("reject", REASONS), keys.text("only", ("encode", "decode"))
    vector = Vector(
        id=keys.name,
        operations=(),
        decoded=decoded,
        encoded=encoded,
        reject=reject,
        clause=keys.text("clause", CLAUSES),
        bug=keys.text("bug", bugs),
        choice=keys.text("choice"),
        level=keys.text("level", LEVELS, "must"),
        layer=keys.text("layer", LAYERS, "punycode"),
        note=" ".join(keys.text("note").split()),
        file=file,
        since=keys.text("since"),
    )
    raise_all(keys.faults)
    if "text" in keys.entry and points(shown) != decoded:
        raise keys.error("text differs from decoded", "text")
    return replace(vector, operations=_operations(keys, vector, only))


def _operations(keys: _Keys, vector: Vector, only: str) -> tuple[Operation, ...]:
    """The cases that a vector makes, by the sides that it has."""
    decoded, encoded, reject = vector.decoded, vector.encoded, vector.reject
    if decoded is None and encoded is None:
        raise keys.error("neither decoded nor encoded")
    if reject and decoded is not None and encoded is not None:
        raise keys.error("reject goes with one side, not with both", "reject")
    if not reject and (decoded is None or encoded is None):
        raise keys.error("one side only, and no reject", hint="give both sides, or one side and reject: REASON")
    sides = ((Operation.ENCODE, decoded), (Operation.DECODE, encoded))
    operations = tuple(operation for operation, side in sides if side is not None)
    if not only:
        return operations
    if Operation(only) not in operations:
        raise keys.error(f"only: {only}, but its side is missing", "only")
    return (Operation(only),)


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
