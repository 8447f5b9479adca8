"""YAML without surprises: mappings, lists and scalars, each with its line.

The reader refuses anchors and aliases (so YAML bombs too), tags, several documents, duplicate keys, deep nesting, and
files that are too large or not UTF-8. Where text is required, an unquoted scalar that some YAML version reads as a number,
boolean, null or date is refused too.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import yaml
from msgspec import Struct

from . import files
from .errors import DataError

MAX_BYTES = 64 << 20  # a larger file gets an error before it fills the memory
# _node() calls itself for each level: the limit is above all our files, far below Python's own.
_MAX_DEPTH = 12
# The parser in C is many times faster; PyYAML may have been built without it.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# YAML 1.2's core schema does not read these as strings either; PyYAML's tables have only YAML 1.1.
_YAML_1_2 = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|0o[0-7]+|y|n|Y|N|-")
_SURROGATE = re.compile("[\ud800-\udfff]")
_KINDS: dict[type, str] = {str: "text", list: "a list", dict: "a mapping (key: value)"}


class Ambiguous(Struct):
    """An unquoted scalar that is empty, or that versions of YAML read differently; no type accepts it."""

    text: str


class Node(Struct, frozen=True):
    """A YAML value and its place; lines count from 1, columns from 0."""

    value: "str | list[Node] | dict[str, Node]"
    file: str
    line: int
    plain: bool = False  # an unquoted scalar that some YAML version does not read as a string
    key_start: tuple[int, int] = (0, 0)  # the line and column of its key, if it is in a mapping
    start: tuple[int, int] = (0, 0)  # the line and column where it begins

    def builtins(self) -> Any:
        """This value as Python's own types, for :mod:`.data`."""
        if isinstance(self.value, dict):
            return {key: node.builtins() for key, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.builtins() for node in self.value]
        return _unquoted(self.value) if self.plain else self.value

    def at(self, path: Sequence[str | int]) -> "Node":
        """The deepest node that exists on this path of keys and indices."""
        node = self
        for step in path:
            if isinstance(node.value, dict) and step in node.value:
                node = node.value[str(step)]
            elif isinstance(node.value, list) and isinstance(step, int):
                node = node.value[step]
        return node

    def get(self, kind: type, label: str) -> Any:
        """This value, which must be text, a list of nodes, or a mapping of nodes; ``label`` names it in the error."""
        if not isinstance(self.value, kind):
            raise self.error(f"{label} must be {_KINDS[kind]}")
        if self.plain:
            raise self.unquoted(label)
        return self.value

    def unquoted(self, label: str) -> DataError:
        """The error that this scalar needs quotation marks."""
        scalar = str(self.value)[:40]
        message = f"{label}: {scalar or 'nothing'!r} without quotes is not text to YAML"
        return self.error(message, f'write "{scalar}"')

    def error(self, message: str, hint: str = "") -> DataError:
        """An error at this place."""
        return DataError(f"{self.file}:{self.line}: {message}", hint)


def read_bytes(path: Path) -> bytes:
    """A file's content, of at most MAX_BYTES."""
    return files.read(path, MAX_BYTES, hint="split it into several files")


def load(path: Path, content: bytes | None = None) -> Node:
    """The one document of a YAML file, or of its content; DataError if it is not YAML, or has a refused feature."""
    name, content = str(path), read_bytes(path) if content is None else content
    try:
        text = content.decode("utf-8")
        # Events, since a loader would have resolved aliases and retyped scalars before they could be refused.
        return _document(yaml.parse(text, Loader=_LOADER), name)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DataError(f"{name}:{line}: not UTF-8", "save the file as UTF-8") from None
    except yaml.MarkedYAMLError as error:
        mark: Any = error.problem_mark
        hint = "indent with spaces only; quote text that contains ': ' or ' #' or begins with punctuation"
        place = f"{name}:{mark.line + 1 if mark else 1}"
        raise DataError(f"{place}: broken YAML: {error.problem or error.context}", hint) from None
    except yaml.reader.ReaderError:
        # The error's own position counts characters in one parser and bytes in the other.
        match = yaml.reader.Reader.NON_PRINTABLE.search(text)
        line = text.count("\n", 0, match.start() if match else 0) + 1
        raise DataError(f"{name}:{line}: a character that YAML does not allow", "write it as an escape") from None


def _document(events: Iterator[Any], name: str) -> Node:
    root: Node | None = None
    for event in events:
        line = event.start_mark.line + 1
        if isinstance(event, yaml.NodeEvent):
            if root is not None:
                raise DataError(f"{name}:{line}: a second document in one file")
            root = _node(event, events, name, 0)
    if root is None:
        raise DataError(f"{name}: empty")
    return root


def _node(event: Any, events: Iterator[Any], name: str, depth: int, key_start: tuple[int, int] = (0, 0)) -> Node:
    line, column = event.start_mark.line + 1, event.start_mark.column
    place = Node("", name, line)
    if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
        raise place.error("anchors and aliases are not allowed")
    if event.tag is not None:
        raise place.error(f"tags such as {event.tag[:40]!r} are not allowed")
    if depth > _MAX_DEPTH:
        raise place.error("nested too deeply")
    if isinstance(event, yaml.ScalarEvent):
        if _SURROGATE.search(event.value):  # some YAML parsers accept escapes for surrogates
            raise place.error("a surrogate, which is not text", "in decoded write U+D800")
        return Node(event.value, name, line, event.implicit[0] and retyped(event.value), key_start, (line, column))
    if isinstance(event, yaml.SequenceStartEvent):
        items = []
        while not isinstance(inner := next(events), yaml.SequenceEndEvent):
            items.append(_node(inner, events, name, depth + 1))
        return Node(items, name, line, key_start=key_start)
    mapping: dict[str, Node] = {}
    while not isinstance(inner := next(events), yaml.MappingEndEvent):
        key_node = _node(inner, events, name, depth + 1)
        text = key_node.get(str, "a key")
        if text in mapping:
            raise key_node.error(f"key {text[:40]!r} appears twice")
        mapping[text] = _node(next(events), events, name, depth + 1, key_node.start)
    return Node(mapping, name, line, key_start=key_start)


def _unquoted(scalar: str) -> object:
    """The value of an unquoted scalar that is not text: an integer, boolean or date in its plain form."""
    if scalar in ("true", "false"):
        return scalar == "true"
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
