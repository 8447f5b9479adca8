"""YAML without surprises: mappings, lists and scalars, each with its line.

Refused are anchors and aliases (and so all YAML bombs), tags, several documents in a file, duplicate keys, deep nesting, and
files that are too large or not UTF-8. Where text is required, an unquoted scalar that some YAML version reads as a number,
boolean, null or date is refused too.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from . import files
from .errors import ConformError, DataError
from .notation import plain

MAX_BYTES = 64 << 20  # a clear error in place of a full memory
# The reader calls itself for each level: more than any file here has, far less than Python allows.
_MAX_DEPTH = 12
# The parser in C is many times faster; PyYAML may have been built without it.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# YAML 1.2's core schema reads these too; PyYAML's tables know 1.1 only.
_YAML_1_2 = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|0o[0-7]+|y|n|Y|N|-")

_CONSTANTS = {"true": True, "false": False, "null": None, "": None}
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Node:
    """A YAML value and its place."""

    value: str | list["Node"] | dict[str, "Node"]
    file: str
    line: int
    plain: bool = False
    key: tuple[int, int] = (0, 0)
    start: tuple[int, int] = (0, 0)
    end: tuple[int, int] = (0, 0)

    def builtins(self) -> Any:
        """This value as Python's own types, for :mod:`.data`."""
        if isinstance(self.value, dict):
            return {key: node.builtins() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.builtins() for node in self.value]
        return _unquoted(self.value) if self.plain else self.value

    def at(self, path: Sequence[str | int]) -> "Node":
        """The node that these keys and indices lead to, as far as there is one."""
        node = self
        for step in path:
            if isinstance(node.value, dict) and step in node.value:
                node = node.value[str(step)]
            elif isinstance(node.value, list) and isinstance(step, int):
                node = node.value[step]
        return node

    def text(self, what: str) -> str:
        """This scalar as text; ``what`` names it in the error."""
        if not isinstance(self.value, str):
            raise self.error(f"{what} must be text")
        if self.plain:
            shown = self.value or "nothing"
            raise self.error(f"{what}: {shown[:40]!r} without quotes is not text to YAML", f'write "{self.value[:40]}"')
        return self.value

    def integer(self, what: str) -> int:
        """This scalar as a nonnegative integer."""
        # A longer number exceeds every limit here; digits of other scripts are refused too.
        if isinstance(self.value, str) and re.fullmatch(r"[0-9]{1,9}", self.value):
            return int(self.value)
        raise self.error(f"{what} must be a whole number")

    def items(self, what: str) -> list["Node"]:
        """This list's nodes."""
        if not isinstance(self.value, list):
            raise self.error(f"{what} must be a list")
        return self.value

    def texts(self, what: str) -> tuple[str, ...]:
        """This list's items as texts."""
        return tuple(item.text(what) for item in self.items(what))

    def mapping(self, what: str) -> dict[str, "Node"]:
        """This mapping's nodes by key."""
        if not isinstance(self.value, dict):
            raise self.error(f"{what} must be a mapping (key: value)")
        return self.value

    def word(self, what: str, known: Collection[str]) -> str:
        """This scalar as one of the known words."""
        word = self.text(what)
        if word not in known:
            raise self.error(f"{what} {plain(word, 40)!r} is not known", f"known: {', '.join(known)}")
        return word

    def entry(self, what: str, required: Collection[str], optional: Collection[str] = ()) -> dict[str, "Node"]:
        """This mapping's nodes by key, where all keys are known and none of the required ones is missing."""
        entry = self.mapping(what)
        raise_all(unknown(entry, {*required, *optional}, f"{what}: "))
        for key in required:
            if key not in entry:
                raise self.error(f"{what} without {key!r}")
        return entry

    def error(self, message: str, hint: str = "") -> DataError:
        """An error at this place."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return DataError(f"{place}: {message}", hint)


def read_bytes(path: Path) -> bytes:
    """A file's content.

    Raises:
        DataError: it cannot be read, or has more than MAX_BYTES.
    """
    try:
        return files.read(path, MAX_BYTES, hint="split it into several files")
    except ConformError as error:
        raise DataError(error.message, error.hint) from None


def read(path: Path) -> Node:
    """The one document of a YAML file: :func:`read_bytes`, then :func:`load`."""
    return load(path, read_bytes(path))


def load(path: Path, content: bytes) -> Node:
    """The one document of a YAML file with this content.

    Raises:
        DataError: it is not YAML, or uses what this reader refuses.
    """
    name = str(path)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DataError(f"{name}:{line}: not UTF-8", "save the file as UTF-8") from None
    # Events, since a loader would have resolved aliases and retyped scalars before they could be refused.
    events = yaml.parse(text, Loader=_LOADER)
    try:
        return _document(events, name)
    except yaml.MarkedYAMLError as error:
        mark: Any = error.problem_mark
        line = mark.line + 1 if mark else 1
        said = f"{name}:{line}: broken YAML: {error.problem or error.context}"
        raise DataError(
            said, "indent with spaces only; quote text that contains ': ' or ' #' or begins with punctuation"
        ) from None
    except yaml.reader.ReaderError:
        # The error's own position counts characters in one parser and bytes in the other.
        found = yaml.reader.Reader.NON_PRINTABLE.search(text)
        line = text.count("\n", 0, found.start() if found else 0) + 1
        raise DataError(f"{name}:{line}: a character that YAML does not allow", "write it as an escape") from None


def _document(events: Iterator[Any], name: str) -> Node:
    root: Node | None = None
    for event in events:
        line = event.start_mark.line + 1
        if isinstance(event, yaml.DocumentStartEvent):
            if root is not None:
                raise DataError(f"{name}:{line}: a second document in one file")
        elif isinstance(event, yaml.NodeEvent):
            root = _node(event, events, name, 0)
    if root is None:
        raise DataError(f"{name}: empty")
    return root


def _node(event: Any, events: Iterator[Any], name: str, depth: int, key: tuple[int, int] = (0, 0)) -> Node:
    start = _place(event.start_mark)
    line = start[0]

    def refuse(message: str) -> DataError:
        return DataError(f"{name}:{line}: {message}")

    if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
        raise refuse("anchors and aliases are not allowed")
    if event.tag is not None:
        raise refuse(f"tags such as {event.tag[:40]!r} are not allowed")
    if depth > _MAX_DEPTH:
        raise refuse("nested too deeply")
    if isinstance(event, yaml.ScalarEvent):
        if _SURROGATE.search(event.value):  # some readers of YAML accept escapes for them
            raise DataError(f"{name}:{line}: a surrogate, which is not text", "in decoded write U+D800")
        ambiguous = event.implicit[0] and retyped(event.value)
        return Node(event.value, name, line, ambiguous, key, start, _place(event.end_mark))
    if isinstance(event, yaml.SequenceStartEvent):
        items = []
        while not isinstance(inner := next(events), yaml.SequenceEndEvent):
            items.append(_node(inner, events, name, depth + 1))
        return Node(items, name, line, key=key)
    mapping: dict[str, Node] = {}
    while not isinstance(inner := next(events), yaml.MappingEndEvent):
        named = _node(inner, events, name, depth + 1)
        text = named.text("a key")
        if text in mapping:
            raise named.error(f"key {text[:40]!r} appears twice")
        mapping[text] = _node(next(events), events, name, depth + 1, named.start)
    return Node(mapping, name, line, key=key)


def _place(mark: Any) -> tuple[int, int]:
    return mark.line + 1, mark.column


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """An unquoted scalar that versions of YAML read differently; no type accepts it."""

    text: str


def _unquoted(scalar: str) -> object:
    """The value of an unquoted scalar that is no text: an integer, boolean, null or date that is written plainly."""
    if scalar in _CONSTANTS:
        return _CONSTANTS[scalar]
    if re.fullmatch(r"-?(0|[1-9][0-9]{0,17})", scalar):
        return int(scalar)
    try:
        return date.fromisoformat(scalar)
    except ValueError:
        return Ambiguous(scalar)


def retyped(scalar: str) -> bool:
    """Whether some YAML version does not read this unquoted scalar as a string."""
    resolvers = yaml.SafeLoader.yaml_implicit_resolvers.get(scalar[:1], [])
    return any(pattern.match(scalar) for _, pattern in resolvers) or bool(_YAML_1_2.fullmatch(scalar))


def listed(root: Node, key: str) -> list[Node]:
    """The items of a document's list under a key."""
    top = root.mapping("the file")
    if key not in top:
        raise root.error(f"no key {key!r}")
    return top[key].items(key)


def distinct(nodes: list[Node], what: str, key: str = "id") -> list[Node]:
    """These mappings, none of which has the value of another under a key."""
    used: set[str] = set()
    for node in nodes:
        entry = node.mapping(what)
        if key not in entry:
            raise node.error(f"{what} without {key!r}")
        name = entry[key].text(key)
        if name in used:
            raise entry[key].error(f"{what} {plain(name, 40)!r} appears twice")
        used.add(name)
    return nodes


def unknown(entry: dict[str, Node], known: set[str], prefix: str) -> list[DataError]:
    """An error for each unknown key; each message begins with ``prefix``."""
    hint = f"keys: {', '.join(sorted(known))}"
    return [v.error(f"{prefix}unknown key {plain(k, 40)!r}", hint) for k, v in entry.items() if k not in known]


def raise_all(faults: list[DataError]) -> None:
    """Raise the first of these faults, if there is one, with the others attached."""
    if faults:
        faults[0].also = tuple(faults[1:])
        raise faults[0]
