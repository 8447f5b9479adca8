"""The clauses of RFC 3492, in each an anchor for every sentence and branch that binds a codec, and what tests it."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import filter as matching
from pathlib import Path

from .. import yaml
from ..notation import plain
from ..yaml import Node, distinct, listed
from . import PUNYCODE
from .bug import Bug
from .laws import BY_LAYER, Law
from .vector import Vector

BRANCH = "branch"
KINDS = ("must", "should", "may", "definition", BRANCH)
_LISTS = ("vectors", "bugs", "laws", "faults")
_SLUG = r"[a-z0-9]+(-[a-z0-9]+)*"


@dataclass(frozen=True, slots=True)
class Anchor:
    """A sentence of the RFC, or a branch of its pseudo-code, and what tests it.

    Attributes:
        id: the clause, a hyphen and a slug; stable.
        says: the sentence in our words, or a short quotation.
        kind: one of KINDS.
        vectors: ids of vectors that test it, or globs over ids. If it is a branch, each of them takes it.
        bugs: bug classes that break it; their vectors test it too.
        laws: names of the laws that test it.
        faults: names of the faulty codecs that break it.
        not_testable: why no behaviour of a codec can show it; empty if it can be tested.
    """

    id: str
    says: str
    kind: str
    vectors: tuple[str, ...] = ()
    bugs: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    not_testable: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """A section of the RFC, ``A`` for its appendix, or ``errata``, with its anchors in the order of the text."""

    id: str
    title: str
    anchors: tuple[Anchor, ...]


@dataclass(frozen=True, slots=True)
class Cover:
    """An anchor and what tests it.

    Attributes:
        anchor: the anchor.
        vectors: the ids of the vectors that test it.
        layer: the layer of these vectors if a run of the default layer asks none of them, else empty.
    """

    anchor: Anchor
    vectors: tuple[str, ...]
    layer: str

    @property
    def covered(self) -> bool:
        """Whether a vector or a law tests the anchor, or it says why nothing can."""
        return bool(self.vectors or self.anchor.laws or self.anchor.not_testable)


def read(path: Path) -> tuple[Clause, ...]:
    """The clauses of a YAML file.

    Raises:
        DataError: the file is faulty; the message has its line and the anchor's id.
    """
    return tuple(_clause(node) for node in distinct(listed(yaml.read(path), "clauses"), "clause", "clause"))


def _clause(node: Node) -> Clause:
    name = node.mapping("clause")["clause"].text("clause")
    entry = node.entry(f"clause {plain(name, 40)}", ("clause", "title", "anchors"))
    anchors = entry["anchors"].items("anchors")
    return Clause(
        name, entry["title"].text("title"), tuple(_anchor(item, name) for item in distinct(anchors, "anchor"))
    )


def _anchor(node: Node, clause: str) -> Anchor:
    name = node.mapping("anchor")["id"].text("id")
    entry = node.entry(plain(name, 40), ("id", "says", "kind"), ("not-testable", *_LISTS))
    if not re.fullmatch(re.escape(clause) + "-" + _SLUG, name):
        raise entry["id"].error(f"id {plain(name, 40)!r} is not the clause, a hyphen and a slug")
    named = {key: entry[key].texts(f"{name}: {key}") if key in entry else () for key in _LISTS}
    # YAML keeps the line breaks of some scalars, and this is shown as one line.
    why = " ".join(entry["not-testable"].text(f"{name}: not-testable").split()) if "not-testable" in entry else ""
    if why and any(named.values()):
        raise entry["not-testable"].error(f"{name}: not testable, but something tests it")
    kind = entry["kind"].word(f"{name}: kind", KINDS)
    return Anchor(name, entry["says"].text(f"{name}: says"), kind, **named, not_testable=why)


def covers(clauses: Iterable[Clause], vectors: Sequence[Vector]) -> list[Cover]:
    """Each anchor with its vectors, in the order of the RFC."""
    layers = {vector.id: vector.layer for vector in vectors}
    return [_cover(anchor, vectors, layers) for clause in clauses for anchor in clause.anchors]


def _cover(anchor: Anchor, vectors: Sequence[Vector], layers: Mapping[str, str]) -> Cover:
    found = _tested_by(anchor, vectors, list(layers))
    asked = {layers[name] for name in found}
    asked |= {layer for layer, laws in BY_LAYER.items() for law in laws if law.name in anchor.laws}
    return Cover(anchor, found, "" if PUNYCODE in asked else min(asked, default=""))


def _tested_by(anchor: Anchor, vectors: Sequence[Vector], ids: Sequence[str]) -> tuple[str, ...]:
    found = {name for glob in anchor.vectors for name in matching(ids, glob)}
    found.update(vector.id for vector in vectors if vector.bug and vector.bug in anchor.bugs)
    # In the order of the suite, since a set has none.
    return tuple(name for name in ids if name in found)


def inconsistencies(
    clauses: Sequence[Clause], vectors: Sequence[Vector], bugs: Collection[str], laws: Iterable[Law]
) -> Iterator[str]:
    """A line for each name in the clauses that does not exist, and for each clause of a vector or law without an anchor.

    Args:
        clauses: of the RFC.
        vectors: of the suite.
        bugs: the ids of the bug classes.
        laws: all laws.
    """
    ids, known = [vector.id for vector in vectors], {law.name: law for law in laws}
    for anchor in (anchor for section in clauses for anchor in section.anchors):
        yield from (f"{anchor.id}: no vector is named {glob}" for glob in anchor.vectors if not matching(ids, glob))
        yield from (f"{anchor.id}: no bug class is named {bug}" for bug in anchor.bugs if bug not in bugs)
        yield from (f"{anchor.id}: no law is named {law}" for law in anchor.laws if law not in known)
    anchored = {clause.id for clause in clauses if clause.anchors}
    clause_of = {vector.id: vector.clause for vector in vectors}
    clause_of |= {f"law {law.name}": law.clause for law in known.values()}
    for name, clause in clause_of.items():
        if clause not in anchored:
            yield f"{name}: its clause {clause or '(none)'} has no anchor"


def anchors_of(clauses: Iterable[Clause], subject: Vector | Bug | Law) -> list[str]:
    """The ids of the anchors that a vector or law tests, or a bug class breaks."""
    anchors = [anchor for clause in clauses for anchor in clause.anchors]
    match subject:
        case Vector():
            return [anchor.id for anchor in anchors if _tested_by(anchor, [subject], [subject.id])]
        case Bug():
            return [anchor.id for anchor in anchors if subject.id in anchor.bugs]
        case Law():
            return [anchor.id for anchor in anchors if subject.name in anchor.laws]
