"""Vector files: the YAML that people write, checked entry by entry."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..codec import Reason
from ..errors import DataError
from ..record import record, replace
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
_DEFAULTS = ("clause", "bug", "choice", "level", "layer", "since")
_FILE_KEYS = {"about", "generated", "vectors", *_DEFAULTS}
VECTOR_KEYS = {"id", "text", "decoded", "encoded", "reject", "only", "note", *_DEFAULTS}
_RELEASE = re.compile(r"(?!0\.[01]\Z)(0|[1-9][0-9]{0,4})\.(0|[1-9][0-9]{0,4})")  # nothing in the first was ever new
_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MAX_ID = 100
_MAX_ENCODED = 8_000_000  # characters


@record
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


def read(path: Path, bugs: dict[str, Bug]) -> Iterator[Entry | DataError]:
    """The entries of a YAML file, or what is wrong with them, one by one.

    Raises:
        DataError: the file as a whole is faulty.
    """
    root = load(path)
    top = root.mapping("a vector file")
    no_unknown(top, _FILE_KEYS, "")
    for node in listed(root, "vectors"):
        try:
            vector = stated(node, top, path.name, bugs)
            yield Entry(vector, node, "text" in node.mapping("a vector") or "generated" in top)
        except DataError as fault:
            yield fault


def no_unknown(entry: dict[str, Node], known: set[str], prefix: str) -> None:
    """Refuse keys that are not known; ``prefix`` begins the error."""
    _refuse(_unknown(entry, known, prefix))


def _unknown(entry: dict[str, Node], known: set[str], prefix: str) -> list[DataError]:
    hint = f"keys: {', '.join(sorted(known))}"
    return [v.error(f"{prefix}unknown key {plain(k, 40)!r}", hint) for k, v in entry.items() if k not in known]


def _refuse(faults: list[DataError]) -> None:
    """Raise the first of these faults, if there are any, and with it the others."""
    if faults:
        faults[0].also = tuple(faults[1:])
        raise faults[0]


def stated(node: Node, defaults: dict[str, Node], file: str, bugs: dict[str, Bug]) -> Vector:
    """What an entry says, for the rest the file's defaults. All faults of its keys are found before any is raised."""
    entry = node.mapping("a vector")
    if "id" not in entry:
        raise node.error("a vector without an id")
    name = entry["id"].text("id")
    if not _SLUG.fullmatch(name) or len(name) > _MAX_ID:
        raise entry["id"].error(f"id {plain(name, 40)!r} is not a slug", "lower-case letters, digits, single hyphens")

    def error(message: str, key: str = "id", hint: str = "") -> DataError:
        return entry.get(key, node).error(f"{name}: {message}", hint)

    faults = _unknown(entry, VECTOR_KEYS, f"{name}: ")

    def text(key: str, allowed: Iterable[str] | None = None, default: str = "") -> str:
        found = entry.get(key) or (defaults.get(key) if key in _DEFAULTS else None)
        if found is None:
            return default
        try:
            value = found.text(f"{name}: {key}")
        except DataError as fault:
            faults.append(fault)
            return default
        if allowed is not None and value not in allowed:
            known = ", ".join(sorted(allowed))
            faults.append(found.error(f"{name}: {key} {plain(value, 40)!r} is not known", f"known: {known}"))
        if key == "since" and not _RELEASE.fullmatch(value):
            message = f"{name}: since {plain(value, 40)!r} is no minor release after 0.1"
            faults.append(found.error(message, 'for example since: "0.2"'))
        return value

    decoded = encoded = None
    if "decoded" in entry:
        try:
            decoded = parse(text("decoded"))
        except ValueError as wrong:
            faults.append(error(str(wrong), "decoded"))
    if "encoded" in entry:
        try:
            encoded = _encoded(entry["encoded"], name)
        except DataError as fault:
            faults.append(fault)
    shown = text("text")
    reject, only = text("reject", REASONS), text("only", ("encode", "decode"))
    vector = Vector(
        id=name,
        operations=(),
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
        since=text("since"),
    )
    _refuse(faults)
    if "text" in entry and points(shown) != decoded:
        raise error("text differs from decoded", "text")
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
    if only:
        if Operation(only) not in operations:
            raise error(f"only: {only}, but its side is missing", "only")
        operations = [Operation(only)]
    return replace(vector, operations=tuple(operations))


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
