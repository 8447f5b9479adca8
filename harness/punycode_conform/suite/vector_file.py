"""Vector files, the YAML that people write, the comparison of each entry with RFC 3492, and warnings about style.

A comment before a vector is about it and those that follow, up to the next such comment: in the built JSON it says what a
group of vectors is for.
"""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from .. import data, yaml
from ..codec import Reason
from ..errors import DataError
from ..notation import EXAMPLES, parse, plain, quote, show
from . import oracle
from .choices import NAMES, PERMISSIONS, Facts
from .outcome import Call, Operation, Returned
from .vector import ClauseId, Layer, Level, Refusal, Slug, Vector, cases

_MOST = 4_000_000  # code points of all vectors in a file: a few repeats could ask for more than memory holds
_WIDE = 64  # bits; the widest integers that most languages have
# A comment belongs to the list if its indentation is that of the items.
_SECTION = re.compile(r"^( *)#.*\n(?:(?:\1#.*)?\n)*(?=\1- )", re.MULTILINE)


class Repeat(data.Record, frozen=True):
    """A piece of an encoded side that is repeated."""

    repeat: str
    times: Annotated[int, Meta(ge=0, le=_MOST)]


class Defaults(data.Record, frozen=True, omit_defaults=True):
    """Keys of a vector that the head of a file may give for all of its vectors."""

    clause: ClauseId | None = None
    bug: Slug | None = None
    choice: Annotated[Slug, Meta(description="an id in choices.yaml")] | None = None
    level: Level | None = None
    layer: Layer | None = None


class WrittenVector(Defaults, frozen=True, kw_only=True):
    """A vector as people write it."""

    id: Slug
    text: Annotated[str, Meta(description="for people; equals decoded")] | None = None
    decoded: Annotated[str, Meta(description=f"code points, such as {EXAMPLES}")] | None = None
    encoded: str | tuple[str | Repeat, ...] | None = None
    reject: Refusal | None = None
    only: Operation | None = None
    note: str | None = None


class VectorFile(Defaults, frozen=True, kw_only=True):
    """A file of vectors."""

    about: Annotated[str, Meta(min_length=1, description="a sentence")]
    generated: str | None = None
    vectors: tuple[WrittenVector, ...]


class _Head(VectorFile, frozen=True, kw_only=True):
    vectors: tuple[Any, ...]  # each is read by itself, so that an error ends only itself


class Entry(msgspec.Struct, frozen=True):
    """A vector that is not yet compared with RFC 3492, without the values that the oracle adds."""

    vector: Vector
    place: str  # file and line
    section: str = ""

    def error(self, message: str) -> DataError:
        """An error in this entry."""
        return DataError(f"{self.place}: {self.vector.id}: {message}")

    def derived(self) -> Vector:
        """The vector, completed by the oracle; a DataError if it contradicts RFC 3492."""
        try:
            return derive(self.vector)
        except ValueError as wrong:
            raise self.error(str(wrong)) from None


def read(path: Path) -> Iterator[Entry | DataError]:
    """Each entry of a YAML file, or the error in it; a DataError is raised if the file as a whole is faulty."""
    content = yaml.read_bytes(path)
    root = yaml.load(path, content)
    head = data.convert(_Head, root)
    lines, sections = _sections(content.decode())
    total = 0
    nodes = root.at(["vectors"]).value
    assert isinstance(nodes, list)  # as the head was converted
    for node in nodes:
        place = f"{path}:{node.line}"
        try:
            written = data.convert(WrittenVector, node, _name(node))
            vector = _vector(written, head, path.name)
            check(vector)
        except DataError as fault:
            yield fault
            continue
        except ValueError as wrong:
            yield DataError(f"{place}: {_name(node)}: {wrong}")
            continue
        total += len(vector.decoded or ()) + len(vector.encoded or "")
        if total > _MOST:
            yield DataError(f"{place}: more than {_MOST:,} code points in one file", "use several files")
            return
        section = sections[bisect_right(lines, node.line)]
        yield Entry(vector, place, section)


def _name(node: yaml.Node) -> str:
    """The id of an entry, for messages."""
    name = node.at(["id"]).value if isinstance(node.value, dict) else ""
    return plain(name, 40) if isinstance(name, str) else ""


def _vector(written: WrittenVector, head: _Head, file: str) -> Vector:
    keys = {key: getattr(written, key) or getattr(head, key) for key in Defaults.__struct_fields__}
    decoded = None if written.decoded is None else parse(written.decoded)
    if written.text is not None and tuple(map(ord, written.text)) != decoded:
        raise ValueError("text differs from decoded")
    sides = ((Operation.ENCODE, decoded), (Operation.DECODE, written.encoded))
    return Vector(
        written.id,
        (written.only,) if written.only else tuple(operation for operation, side in sides if side is not None),
        decoded,
        _encoded(written.encoded),
        written.reject,
        note=" ".join((written.note or "").split()) or None,  # line breaks of the YAML are no part of a note
        file=file,
        **{key: value for key, value in keys.items() if value},
    )


def check(vector: Vector, sections: int = 0) -> None:
    """Raise a ValueError unless a vector has the sides that its operations need, and a section of its file."""
    if vector.section is not None and vector.section >= sections:
        raise ValueError(f"there is no section {vector.section}")
    if [vector.decoded, vector.encoded].count(None) != bool(vector.reject):
        raise ValueError("give decoded and encoded, or one of them and reject: REASON")
    if not vector.operations:
        raise ValueError("no operation")
    for operation in vector.operations:
        if vector.side(operation) is None:
            raise ValueError(f"only: {operation}, but its side is missing")


def _encoded(written: str | tuple[str | Repeat, ...] | None) -> str | None:
    if written is None or isinstance(written, str):
        return written
    pieces = [(piece, 1) if isinstance(piece, str) else (piece.repeat, piece.times) for piece in written]
    if sum(len(text) * times for text, times in pieces) > _MOST:
        raise ValueError("encoded is too long")
    return "".join(text * times for text, times in pieces)


def _sections(text: str) -> tuple[list[int], list[str]]:
    """The first lines of the sections of a YAML file, and their comments after the empty one for what is before them."""
    matches = list(_SECTION.finditer(text))
    lines = [text.count("\n", 0, match.end()) + 1 for match in matches]
    return lines, ["", *(" ".join(match[0].replace("#", "").split()) for match in matches)]


def derive(vector: Vector) -> Vector:
    """The vector, completed by the oracle: the integer widths that its cases need, and the answer that a choice allows."""
    bits: dict[Operation, int] = {}
    open_choices: set[str] = set()
    right: tuple[int, ...] | None = None
    for operation in vector.operations:
        facts = oracle.facts(Call(operation, vector.side(operation) or ()), vector.layer)
        bits[operation] = facts.bits
        open_choices.update(choice.name for choice in PERMISSIONS if choice.applies(facts))
        if vector.reject:
            if vector.reject != (reason := _reason(operation, facts)):
                why = f"it is refused for {reason}" if reason else "nothing in RFC 3492 refuses it"
                raise ValueError(f"reject: {vector.reject} is wrong: {why}")
            right = facts.value
        elif facts.value is None:
            raise ValueError(f"{operation} gives no value by RFC 3492: {facts.reason}")
        elif not facts._replace(broken=False).met_by(Returned(vector.side(operation.inverse) or ())):
            value = quote(facts.value) if operation is Operation.ENCODE else show(facts.value)
            raise ValueError(f"{operation} by RFC 3492 gives {value}")
    # The other choices are about sizes and spelling, which any vector may be about.
    if vector.choice in {choice.name for choice in PERMISSIONS} - open_choices or vector.choice not in (None, *NAMES):
        raise ValueError(f"choice {plain(vector.choice or '', 40)!r} does not apply to this vector")
    # Sorted, since a set has no order and the built JSON must come out alike each time.
    return replace(vector, bits=bits, right=right, choice=vector.choice or min(open_choices, default=None))


def _reason(operation: Operation, facts: Facts) -> str:
    """The reason for which a call is refused: always, or where a choice allows it. Empty if nothing refuses it."""
    if facts.surrogate:  # first, since code points are decoded in their order
        return Reason.SURROGATE
    if not facts.beyond:
        return facts.reason
    # Every string of nonnegative integers can be encoded, so there only a choice can refuse one.
    return Reason.OVERFLOW if operation is Operation.DECODE and facts.bits > _WIDE else Reason.BEYOND_UNICODE


def lint(
    entries: Iterable[Entry | DataError], suite: Sequence[Vector] = (), retired: Collection[str] = ()
) -> Iterator[tuple[str, bool]]:
    """The errors and warnings about some vectors, all of them, in their order, and whether each is a warning."""
    ids: dict[str, str] = {}
    calls = {(vector.layer, case.call): vector.id for vector in suite for case in cases([vector])}
    for entry in entries:
        if isinstance(entry, DataError):
            yield entry.message, False
            continue
        name = entry.vector.id
        try:
            vector = entry.derived()
            if not vector.clause:
                yield entry.error("warning: no clause of RFC 3492").message, True
            others = {calls.setdefault((vector.layer, case.call), name) for case in cases([vector])} - {name}
            if others:
                yield entry.error(f"warning: it makes the same calls as {', '.join(sorted(others))}").message, True
        except DataError as fault:
            yield fault.message, False
        if name in ids:
            yield entry.error(f"this id is already used at {ids[name]}").message, False
        if name in retired:
            yield entry.error("this id is retired and must not be used again").message, False
        ids.setdefault(name, entry.place)
