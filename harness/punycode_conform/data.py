"""Typed data: JSON and YAML are read into msgspec's structs. The struct is the format.

An error is one line: the name of the data, the place, what is wrong there. In YAML the place is a line, in JSON a path such
as ``vectors[3].id``.
"""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import Struct

from .errors import DataError, meant
from .notation import plain

if TYPE_CHECKING:
    from .yaml import Node

_T = TypeVar("_T")
_Path = list[str | int]
_PLACE = re.compile(r"(?: - at (?:`key` in )?`\$(.*)`)?\Z")
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
_ANY_KEY = "..."  # msgspec doesn't say which key of a dictionary has the wrong value
_WRONG_TYPE = re.compile(r"Expected `(.*)`, got `(.*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING = re.compile(r"Object missing required field `(.*)`")
_NOT_LISTED = re.compile(r"Invalid (?:enum )?value (.*)", re.DOTALL)
_TYPES = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping (key: value)",
    "null": "nothing",
    "Ambiguous": "a word without quotes that versions of YAML read differently",
}


class Record(Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A value of a file: frozen, strict about its keys, which are written with hyphens."""


def json(kind: type[_T], octets: bytes, name: str) -> _T:
    """The value of a JSON text; ``name`` names the text in errors."""
    try:
        try:
            return msgspec.json.decode(octets, type=kind)
        except msgspec.ValidationError:
            return checked(kind, msgspec.json.decode(octets), name)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{name}: broken JSON: {plain(str(error), 120)}") from None
    except RecursionError:
        raise DataError(f"{name}: nested too deeply") from None


def checked(kind: type[_T], value: Any, name: str) -> _T:
    """A value of built-in types as one of this type."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        message, path = _split(error, value, kind)
        steps = (f"[{step}]" if isinstance(step, int) else f".{plain(step, 60)}" for step in path)
        words, hint = _words(message, path, kind)
        raise DataError(f"{name}: {''.join(steps).lstrip('.')}{': ' if path else ''}{words}", hint) from None


def yaml(kind: type[_T], path: Path) -> _T:
    """The value of a YAML file."""
    from . import yaml as nodes  # start-up time: PyYAML is slow, and most runs read no YAML

    return convert(kind, nodes.load(path))


def convert(kind: type[_T], node: "Node", what: str = "") -> _T:
    """The value of a YAML node; errors have the line of the wrong node, and begin with ``what``."""
    value = node.builtins()
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        message, path = _split(error, value, kind)
        wrong = node.at(path)
        words, hint = _words(message, path, kind)
        if unknown := _UNKNOWN.fullmatch(message):
            wrong, path = wrong.at([unknown[1]]), []
        key = next((step for step in reversed(path) if isinstance(step, str)), "")
        place = ": ".join(filter(None, (what, key)))
        if wrong.plain and message.startswith("Expected `str"):
            raise wrong.unquoted(place) from None
        raise wrong.error(": ".join(filter(None, (place, words))), hint) from None


def schema(kind: Any, **head: str) -> bytes:
    """The JSON Schema of a type; ``head`` is its title and whatever else belongs at the top."""
    keys = {"$schema": "https://json-schema.org/draft/2020-12/schema", **head, **msgspec.json.schema(kind)}
    return msgspec.json.format(msgspec.json.encode(_without_null(keys)), indent=2) + b"\n"


def _without_null(schema: Any) -> Any:
    """A schema in which null is no value: in a file, a key without a value is left out."""
    if isinstance(schema, list):
        return [_without_null(item) for item in schema if item != {"type": "null"}]
    if not isinstance(schema, dict):
        return schema
    keys = {key: _without_null(value) for key, value in schema.items() if (key, value) != ("default", None)}
    if len(keys.get("anyOf", ())) == 1:
        keys |= keys.pop("anyOf")[0]
    return keys


def _split(error: msgspec.ValidationError, value: Any, kind: Any) -> tuple[str, _Path]:
    """A message of msgspec without its place, and the steps to the wrong value inside of ``value``."""
    place = _PLACE.search(str(error))
    assert place  # the pattern matches an empty end too
    path: _Path = [key or (int(index) if index.isdigit() else index) for key, index in _STEP.findall(place[1] or "")]
    inner = value
    for at, step in enumerate(path):
        if step == _ANY_KEY:
            path[at] = _wrong_key(inner, value, kind, str(error))
        if path[at] == _ANY_KEY:
            break
        inner = inner[path[at]]
    return str(error)[: place.start()], path


def _wrong_key(mapping: dict[str, Any], value: Any, kind: Any, error: str) -> str:
    """The key with which alone conversion still gives this error, if one does; only this key is left in the mapping."""
    items = dict(mapping)
    for key, item in items.items():
        mapping.clear()
        mapping[key] = item
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as again:
            if str(again) == error:
                return key
    return _ANY_KEY


def _words(message: str, path: _Path, kind: Any) -> tuple[str, str]:
    """A message of msgspec in our words, and a hint."""
    if unknown := _UNKNOWN.fullmatch(message):
        keys = sorted({field.encode_name for info in _infos(kind, path) for field in getattr(info, "fields", ())})
        return f"unknown key {plain(unknown[1], 40)!r}{meant(unknown[1], keys)}", f"keys: {', '.join(keys)}"
    if missing := _MISSING.fullmatch(message):
        return f"no {missing[1]!r}", ""
    if unlisted := _NOT_LISTED.fullmatch(message):
        listed = (getattr(info, "values", None) or getattr(info, "cls", ()) or () for info in _infos(kind, path))
        words = [str(getattr(word, "value", word)) for several in listed for word in several]
        shown = plain(unlisted[1], 60)
        return f"{shown} is not known{meant(shown.strip(chr(39)), words)}", f"known: {', '.join(words)}"
    if wrong := _WRONG_TYPE.fullmatch(message):
        due = " or ".join(_TYPES.get(name, name) for name in wrong[1].split(" | "))
        return f"must be {due}, not {_TYPES.get(wrong[2], wrong[2])}", ""
    if message.startswith("Invalid RFC3339"):
        return "must be a day, YYYY-MM-DD", ""
    if message.startswith("Expected"):  # its form, length or size
        for info in _infos(kind, path):
            if described := (getattr(info, "extra_json_schema", None) or {}).get("description"):
                return f"must be {described}", ""
    return message.replace("`", ""), ""


def _infos(kind: Any, path: _Path) -> list[Any]:
    """The types that a value at this place may have."""
    from msgspec import inspect  # start-up time: for an error only

    infos = _flat(inspect.type_info(kind))
    for step in path:
        infos = [flat for info in infos for inner in _inner(info, step) for flat in _flat(inner)]
    return infos


def _flat(info: Any) -> list[Any]:
    """A type, and those of which it is a union or an annotation."""
    parts = getattr(info, "types", None) or filter(None, [getattr(info, "type", None)])
    return [info, *(flat for part in parts for flat in _flat(part))]


def _inner(info: Any, step: str | int) -> list[Any]:
    """The types that a key or index may hold."""
    if fields := getattr(info, "fields", ()):
        return [field.type for field in fields if field.encode_name == step]
    item = getattr(info, "value_type", None) or getattr(info, "item_type", None)
    return [item] if item else list(getattr(info, "item_types", ()))
