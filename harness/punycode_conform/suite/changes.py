"""What changed between two versions of the vectors, told by id: what an upgrade does to those who pin a version."""

from collections.abc import Iterable
from dataclasses import dataclass, fields

from .built import DESCRIPTION
from .choices import Choices
from .oracle import Expectation
from .outcome import Call
from .vector import Vector, cases


@dataclass(frozen=True, slots=True)
class Change:
    """A vector that is in both versions and not the same.

    Attributes:
        old, new: the vector then and now.
        fields: the names of what differs.
    """

    old: Vector
    new: Vector
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """All that differs between two versions, in the order of the newer one, what is gone in that of the older.

    Attributes:
        added: vectors whose id is new.
        changed: vectors whose cases, expectations or weight changed, so that a verdict may.
        retired: vectors whose id is gone.
        reworded: vectors of which only what is told about them changed.
    """

    added: tuple[Vector, ...]
    changed: tuple[Change, ...]
    retired: tuple[Vector, ...]
    reworded: tuple[Change, ...]


def compare(old: Iterable[Vector], new: Iterable[Vector]) -> Changes:
    """What changed from the old vectors to the new ones."""
    before = {vector.id: vector for vector in old}
    after = {vector.id: vector for vector in new}
    both = [Change(before[name], v, _differing(before[name], v)) for name, v in after.items() if name in before]
    return Changes(
        tuple(v for name, v in after.items() if name not in before),
        tuple(change for change in both if set(change.fields) - set(DESCRIPTION)),
        tuple(v for name, v in before.items() if name not in after),
        tuple(change for change in both if change.fields and not set(change.fields) - set(DESCRIPTION)),
    )


def expectations(vector: Vector) -> dict[str, tuple[Call, Expectation]]:
    """What each operation of a vector asks, and what must come of it where no choice is declared."""
    return {case.operation.value: (case.call, case.expectation(Choices())) for case in cases([vector])}


def _differing(old: Vector, new: Vector) -> tuple[str, ...]:
    return tuple(field.name for field in fields(Vector) if getattr(old, field.name) != getattr(new, field.name))
