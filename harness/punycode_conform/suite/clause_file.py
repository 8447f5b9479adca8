"""The clauses and their anchors as YAML. What they name is looked up by :mod:`.coverage`, not here."""

import re
from pathlib import Path

from . import strict_yaml
from .clause import KINDS, Anchor, Clause
from .notation import plain
from .strict_yaml import Node, listed, raise_all, unknown

_LISTS = ("vectors", "bugs", "laws", "faults")
_KEYS = {"id", "says", "kind", "not-testable", *_LISTS}
_SLUG = r"[a-z0-9]+(-[a-z0-9]+)*"


def read(path: Path) -> tuple[Clause, ...]:
    """The clauses of a file.

    Raises:
        DataError: the file is faulty; the message has its line and the anchor's id.
    """
    seen: set[str] = set()
    return tuple(_clause(node, seen) for node in listed(strict_yaml.read(path), "clauses"))


def _clause(node: Node, seen: set[str]) -> Clause:
    entry = node.mapping("a clause")
    raise_all(unknown(entry, {"clause", "title", "anchors"}, ""))
    name = _required(entry, node, "clause", "a clause").text("clause")
    if name in seen:
        raise node.error(f"clause {plain(name, 40)!r} stands twice")
    seen.add(name)
    title = _required(entry, node, "title", f"clause {plain(name, 40)}").text("title")
    anchors = _required(entry, node, "anchors", f"clause {plain(name, 40)}").items("anchors")
    return Clause(name, title, tuple(_anchor(item, name, seen) for item in anchors))


def _anchor(node: Node, clause: str, seen: set[str]) -> Anchor:
    entry = node.mapping("an anchor")
    name = _required(entry, node, "id", "an anchor").text("id")
    if not re.fullmatch(re.escape(clause) + "-" + _SLUG, name):
        raise entry["id"].error(f"id {plain(name, 40)!r} is not the clause, a hyphen and a slug")
    if name in seen:
        raise entry["id"].error(f"{name}: this id stands twice")
    seen.add(name)
    raise_all(unknown(entry, _KEYS, f"{name}: "))
    kind = _required(entry, node, "kind", name)
    if kind.text(f"{name}: kind") not in KINDS:
        raise kind.error(f"{name}: kind {plain(kind.text('kind'), 40)!r} is not known", f"known: {', '.join(KINDS)}")
    named = {key: entry[key].texts(f"{name}: {key}") if key in entry else () for key in _LISTS}
    why = " ".join(entry["not-testable"].text(f"{name}: not-testable").split()) if "not-testable" in entry else ""
    if why and any(named.values()):
        raise entry["not-testable"].error(f"{name}: not testable, and yet something tests it")
    says = _required(entry, node, "says", name).text(f"{name}: says")
    return Anchor(name, says, kind.text("kind"), **named, not_testable=why)


def _required(entry: dict[str, Node], node: Node, key: str, who: str) -> Node:
    if key not in entry:
        raise node.error(f"{who} without {key!r}")
    return entry[key]
