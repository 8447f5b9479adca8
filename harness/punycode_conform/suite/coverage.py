"""What tests each anchor of the RFC, and what is amiss: pure, over the clauses, the vectors and the laws."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import filter as matching

from .bug import Bug
from .clause import Anchor, Clause
from .laws import Law
from .vector import Vector


@dataclass(frozen=True, slots=True)
class Cover:
    """An anchor and the ids of the vectors that test it."""

    anchor: Anchor
    vectors: tuple[str, ...]

    @property
    def covered(self) -> bool:
        """Whether a vector or a law tests the anchor, or it says why nothing can."""
        return bool(self.vectors or self.anchor.laws or self.anchor.not_testable)


def covers(clauses: Iterable[Clause], vectors: Sequence[Vector]) -> list[Cover]:
    """Each anchor with its vectors, in the order of the RFC."""
    ids = [vector.id for vector in vectors]
    return [Cover(anchor, _tested_by(anchor, vectors, ids)) for clause in clauses for anchor in clause.anchors]


def _tested_by(anchor: Anchor, vectors: Sequence[Vector], ids: Sequence[str]) -> tuple[str, ...]:
    found = {name for glob in anchor.vectors for name in matching(ids, glob)}
    found.update(vector.id for vector in vectors if vector.bug and vector.bug in anchor.bugs)
    return tuple(name for name in ids if name in found)


def amiss(
    clauses: Sequence[Clause], vectors: Sequence[Vector], bugs: Collection[str], laws: Iterable[Law]
) -> Iterator[str]:
    """What the clauses name and what does not exist, and clauses of vectors that have no anchor; a line for each.

    Args:
        clauses: of the RFC.
        vectors: of the suite.
        bugs: the ids of the classes of faults.
        laws: the laws that there are.
    """
    ids, known = [vector.id for vector in vectors], {law.name: law for law in laws}
    for anchor in (anchor for section in clauses for anchor in section.anchors):
        yield from (f"{anchor.id}: no vector is named {glob}" for glob in anchor.vectors if not matching(ids, glob))
        yield from (f"{anchor.id}: no class of faults is named {bug}" for bug in anchor.bugs if bug not in bugs)
        yield from (f"{anchor.id}: no law is named {law}" for law in anchor.laws if law not in known)
    anchored = {clause.id for clause in clauses if clause.anchors}
    resting = {vector.id: vector.clause for vector in vectors}
    resting |= {f"law {law.name}": law.clause for law in known.values()}
    for name, clause in resting.items():
        if clause not in anchored:
            yield f"{name}: its clause {clause or '(none)'} has no anchor"


def anchors_of(clauses: Iterable[Clause], subject: Vector | Bug | Law) -> list[str]:
    """The ids of the anchors that a vector tests, a class of faults breaks, or a law tests."""
    anchors = [anchor for clause in clauses for anchor in clause.anchors]
    match subject:
        case Vector():
            return [anchor.id for anchor in anchors if _tested_by(anchor, [subject], [subject.id])]
        case Bug():
            return [anchor.id for anchor in anchors if subject.id in anchor.bugs]
        case Law():
            return [anchor.id for anchor in anchors if subject.name in anchor.laws]
