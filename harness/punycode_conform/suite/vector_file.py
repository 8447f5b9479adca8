"""Vector files: the YAML that people write. Keys are checked here; :mod:`.derive` compares the values with RFC 3492."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from .. import yaml
from ..codec import Reason
from ..errors import DataError
from ..notation import parse, plain
from ..yaml import Node, listed, raise_all, unknown
from . import LAYERS, oracle, section
from .catalogue import CLAUSE_IDS, Bug
from .choices import A_LABEL_ERRORS
from .derive import derive
from .outcome import Operation
from .vector import Vector, points

LEVELS = ("must", "should")
# The reasons that a vector may give; the codec's other two cannot occur in Punycode.
REASONS = (*(reason.value for reason in list(Reason)[:6]), A_LABEL_ERRORS.reason)
DEFAULTS = ("clause", "bug", "choice", "level", "layer", "since")
VECTOR_KEYS = {"id", "text", "decoded", "encoded", "reject", "only", "note", *DEFAULTS}
_FILE_KEYS = {"about", "generated", "vectors", *DEFAULTS}
_RELEASE = re.compile(r"(?!0\.[01]\Z)(0|[1-9][0-9]{0,4})\.(0|[1-9][0-9]{0,4})")  # nothing in the first was ever new
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MAX_ID = 100
_MAX_ENCODED = 8_000_000  # characters: a million code points, the limit of the decoded side, need no more
_MAX_TOTAL = 4_000_000  # of both sides of all vectors in a file: a few repeats could ask for more than memory holds
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a vector file, not yet compared with RFC 3492."""

    vector: Vector
    node: Node
    has_text: bool = True

    @property
    def place(self) -> str:
        """File and line."""
        return f"{self.node.file}:{self.node.line}" if self.node.line else self.node.file

    def derived(self) -> Vector:
        """The vector, completed by the oracle.

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
    """Each entry of a YAML file, or the error in it.

    Raises:
        DataError: the file as a whole is faulty.
    """
    content = yaml.read_bytes(path)
    root = yaml.load(path, content)
    top = root.mapping("a vector file")
    raise_all(unknown(top, _FILE_KEYS, ""))
    sections = section.read(content)
    total = 0
    for node in listed(root, "vectors"):
        try:
            vector = vector_of(node, top, path.name, bugs)._replace(section=section.at(node.line, sections))
            total += len(vector.decoded or ()) + len(vector.encoded or "")
            if total > _MAX_TOTAL:
                yield node.error(
                    f"more than {_MAX_TOTAL:,} code points in one file", "repeat less, or use several files"
                )
                return
            yield Entry(vector, node, "text" in node.mapping("a vector") or "generated" in top)
        except DataError as fault:
            yield fault


class _Keys:
    """The values of an entry by key, with the file's defaults for missing keys."""

    def __init__(self, node: Node, defaults: dict[str, Node]) -> None:
        entry = node.mapping("a vector")
        if "id" not in entry:
            raise node.error("a vector without an id")
        self.name = entry["id"].text("id")
        if not _SLUG.fullmatch(self.name) or len(self.name) > _MAX_ID:
            hint = f"lower-case letters, digits, single hyphens; at most {_MAX_ID} characters"
            raise entry["id"].error(f"id {plain(self.name, 40)!r} is not a slug", hint)
        self._node, self._values = node, {key: defaults[key] for key in DEFAULTS if key in defaults} | entry
        self.errors = unknown(entry, VECTOR_KEYS, f"{self.name}: ")

    def error(self, message: str, key: str = "id", hint: str = "") -> DataError:
        """An error at the place of a key."""
        return self._values.get(key, self._node).error(f"{self.name}: {message}", hint)

    def read(self, key: str, reader: Callable[[Node, str], _T], default: _T) -> _T:
        """The value of a key as ``reader`` reads it; the default if the key is missing or faulty."""
        if key not in self._values:
            return default
        try:
            return reader(self._values[key], f"{self.name}: {key}")
        except DataError as error:
            self.errors.append(error)
            return default

    def text(self, key: str) -> str:
        """The text of a key, empty if it is missing."""
        return self.read(key, Node.text, "")

    def word(self, key: str, known: Iterable[str], default: str = "") -> str:
        """The text of a key, which must be one of these words."""
        return self.read(key, lambda node, what: node.word(what, sorted(known)), default)


def vector_of(node: Node, defaults: dict[str, Node], file: str, bugs: dict[str, Bug]) -> Vector:
    """The vector that an entry describes, without the values that the oracle adds.

    Args:
        node: the entry.
        defaults: the values of the file, for keys that the entry does not have.
        file: the file's name.
        bugs: the known bug classes.

    Raises:
        DataError: some keys are faulty, and the error has one for each; or keys contradict each other.
    """
    keys = _Keys(node, defaults)
    vector = Vector(
        id=keys.name,
        operations=(),
        decoded=keys.read("decoded", _decoded, None),
        encoded=keys.read("encoded", _encoded, None),
        reject=keys.word("reject", REASONS),
        clause=keys.word("clause", CLAUSE_IDS),
        bug=keys.word("bug", bugs),
        choice=keys.text("choice"),  # derive() checks it, since it depends on the value which choices apply
        level=keys.word("level", LEVELS, "must"),
        layer=keys.word("layer", LAYERS, "punycode"),
        # Folded, since line breaks of the YAML are no part of a note.
        note=" ".join(keys.text("note").split()),
        file=file,
        since=keys.read("since", _release, ""),
    )
    only, shown = keys.word("only", ("encode", "decode")), keys.read("text", _code_points, vector.decoded)
    # Before keys are compared: a faulty key has its default, and would seem to contradict others.
    raise_all(keys.errors)
    if shown != vector.decoded:
        raise keys.error("text differs from decoded", "text")
    return vector._replace(operations=_operations(keys, vector, only))


def _operations(keys: _Keys, vector: Vector, only: str) -> tuple[Operation, ...]:
    """The operations of a vector, by the sides that it has."""
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


def _decoded(node: Node, what: str) -> tuple[int, ...] | None:
    try:
        return parse(node.text(what))
    except ValueError as wrong:
        raise node.error(f"{what}: {wrong}") from None


def _code_points(node: Node, what: str) -> tuple[int, ...] | None:
    return points(node.text(what))


def _release(node: Node, what: str) -> str:
    value = node.text(what)
    if not _RELEASE.fullmatch(value):
        raise node.error(f"{what} {plain(value, 40)!r} is not a minor release after 0.1", 'for example since: "0.2"')
    return value


def _encoded(node: Node, what: str) -> str | None:
    if not isinstance(node.value, list):
        return node.text(what)
    pieces: list[str] = []
    for piece in node.value:
        if not isinstance(piece.value, dict):
            pieces.append(piece.text(what))
            continue
        if set(piece.value) != {"repeat", "times"}:
            raise piece.error(f"{what}: a piece is text, or a map of repeat and times")
        unit, times = piece.value["repeat"].text(f"{what}: repeat"), piece.value["times"].integer(f"{what}: times")
        if len(unit) * times + sum(map(len, pieces)) > _MAX_ENCODED:
            raise piece.error(f"{what} is too long")
        pieces.append(unit * times)
    return "".join(pieces)
