"""The changes between two versions of the vectors, as Markdown for the change log."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..notation import plain
from ..suite import PUNYCODE
from ..suite.build import DESCRIPTION
from ..suite.choices import Choices
from ..suite.oracle import Either, Expectation, Returns
from ..suite.outcome import Call, Operation
from ..suite.vector import Vector, cases
from .words import side

_SIDES = {"decoded", "encoded", "reject", "right", "operations", "bits"}  # shown as what each call must give


@dataclass(frozen=True, slots=True)
class Change:
    """A vector that differs between the two versions.

    Attributes:
        old, new: the vector in each version.
        fields: the names of the differing attributes.
    """

    old: Vector
    new: Vector
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """All differences between two versions, in the order of the newer version; retired ones in that of the older.

    Attributes:
        added: vectors with a new id.
        changed: vectors that changed so that a verdict may change.
        retired: vectors whose id is gone.
        reworded: vectors whose description changed, and nothing that a verdict depends on.
    """

    added: tuple[Vector, ...]
    changed: tuple[Change, ...]
    retired: tuple[Vector, ...]
    reworded: tuple[Change, ...]


def compare(old: Iterable[Vector], new: Iterable[Vector]) -> Changes:
    """The changes from the old vectors to the new ones."""
    before = {vector.id: vector for vector in old}
    after = {vector.id: vector for vector in new}
    both = [Change(before[name], v, _differing(before[name], v)) for name, v in after.items() if name in before]
    return Changes(
        tuple(v for name, v in after.items() if name not in before),
        tuple(change for change in both if set(change.fields) - set(DESCRIPTION)),
        tuple(v for name, v in before.items() if name not in after),
        tuple(change for change in both if change.fields and not set(change.fields) - set(DESCRIPTION)),
    )


def _expectations(vector: Vector) -> dict[str, tuple[Call, Expectation]]:
    """The call of each operation of a vector, and what is expected if no choice is declared."""
    return {case.operation.value: (case.call, case.expectation(Choices())) for case in cases([vector])}


def _differing(old: Vector, new: Vector) -> tuple[str, ...]:
    return tuple(name for name in Vector.__struct_fields__ if getattr(old, name) != getattr(new, name))


def markdown(found: Changes, old: str, new: str, vectors: Sequence[Vector]) -> str:
    """The changes between two versions as a section.

    Args:
        found: the changes.
        old, new: the versions' numbers.
        vectors: of the newer version, for their number.
    """
    lines = [f"## {_inert(new)}", "", f"{counts(vectors)}. Compared with {_inert(old)}:", ""]
    for heading, entries in (
        # What can change a verdict comes before what cannot.
        ("Added", list(_by_file(found.added))),
        ("Changed: a verdict may change", [line for change in found.changed for line in _changed(change)]),
        ("Retired: these ids match nothing any more", list(_by_file(found.retired))),
        ("Reworded: no verdict changes", [f"- {_id(c.new)}: {', '.join(c.fields)}" for c in found.reworded]),
    ):
        if entries:
            lines += [f"### {heading}", "", *entries, ""]
    if not any((found.added, found.changed, found.retired, found.reworded)):
        lines += ["No changes.", ""]
    return "\n".join(lines)


def counts(vectors: Sequence[Vector]) -> str:
    """The number of vectors and cases that a run asks by default, and of other vectors, in words."""
    raw = [vector for vector in vectors if vector.layer == PUNYCODE]
    cases = sum(len(vector.operations) for vector in raw)
    others = f", and {len(vectors) - len(raw):,} vectors of other layers" if len(raw) < len(vectors) else ""
    return f"{len(raw):,} vectors, {cases:,} cases{others}"


def _by_file(vectors: Iterable[Vector]) -> Iterator[str]:
    files: dict[str, list[str]] = {}
    for vector in vectors:
        new = f" (advisory in {_inert(vector.since)})" if vector.since else ""
        files.setdefault(vector.file, []).append(_id(vector) + new)
    for file, ids in files.items():
        yield f"- {_inert(file)}, {len(ids):,}: {', '.join(ids)}"


def _changed(change: Change) -> Iterator[str]:
    yield f"- {_id(change.new)}"
    old, new = _expectations(change.old), _expectations(change.new)
    for operation in Operation:
        before, after = (_case(found.get(operation.value), operation) for found in (old, new))
        if before != after:
            yield f"  - {operation.value}: was {before}, is {after}"
    for name in change.fields:
        if name not in _SIDES and getattr(change.old, name) != getattr(change.new, name):
            was, now = (getattr(vector, name) or "none" for vector in (change.old, change.new))
            yield f"  - {name}: was {_inert(was)}, is {_inert(now)}"
    if "bits" in change.fields:
        yield "  - bits: other widths of integers are needed"


def _case(found: tuple[Call, Expectation] | None, operation: Operation) -> str:
    if found is None:
        return "no case"
    call, expectation = found
    asked = _inert(side(call.input, operation is Operation.DECODE))
    if not isinstance(expectation, Returns | Either):
        return f"{asked} refused ({_inert(str(expectation.reason))})"
    given = f"{asked} giving {_inert(side(expectation.value, operation is Operation.ENCODE))}"
    return given if isinstance(expectation, Returns) else f"{given} or refused ({', '.join(expectation.choices)})"


def _id(vector: Vector) -> str:
    return _inert(vector.id)


def _inert(text: str) -> str:
    """Text from a vector file as Markdown code, in which nothing is markup."""
    # A backtick would end the code.
    return "`" + plain(text, 200).replace("`", "'") + "`"
