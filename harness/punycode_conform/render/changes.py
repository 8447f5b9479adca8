"""Changes of the vectors as Markdown, ready for the change log."""

from collections.abc import Iterable, Iterator, Sequence

from ..suite.changes import Change, Changes, expectations
from ..suite.notation import plain
from ..suite.oracle import Either, Expectation, Returns
from ..suite.outcome import Call, Operation
from ..suite.vector import Vector
from .words import side

_LIST = {"decoded", "encoded", "reject", "right", "operations", "bits"}  # told as what a call must give


def changes(found: Changes, old: str, new: str, vectors: Sequence[Vector]) -> str:
    """The changes between two versions as a section.

    Args:
        found: the changes.
        old, new: the versions' numbers.
        vectors: of the newer version, to be counted.
    """
    lines = [f"## {_inert(new)}", "", f"{counts(vectors)}. Compared with {_inert(old)}:", ""]
    for heading, told in (
        ("Added", list(_by_file(found.added))),
        ("Changed: a verdict may change", [line for change in found.changed for line in _changed(change)]),
        ("Retired: these ids match nothing any more", list(_by_file(found.retired))),
        ("Reworded: no verdict changes", [f"- {_id(c.new)}: {', '.join(c.fields)}" for c in found.reworded]),
    ):
        if told:
            lines += [f"### {heading}", "", *told, ""]
    if not any((found.added, found.changed, found.retired, found.reworded)):
        lines += ["No changes.", ""]
    return "\n".join(lines)


def counts(vectors: Sequence[Vector]) -> str:
    """How many vectors and cases there are."""
    cases = sum(len(vector.operations) for vector in vectors)
    return f"{len(vectors):,} vectors, {cases:,} cases"


def _by_file(vectors: Iterable[Vector]) -> Iterator[str]:
    files: dict[str, list[str]] = {}
    for vector in vectors:
        new = f" (advisory in {_inert(vector.since)})" if vector.since else ""
        files.setdefault(vector.file, []).append(_id(vector) + new)
    for file, ids in files.items():
        yield f"- {_inert(file)}, {len(ids):,}: {', '.join(ids)}"


def _changed(change: Change) -> Iterator[str]:
    yield f"- {_id(change.new)}"
    old, new = expectations(change.old), expectations(change.new)
    for operation in Operation:
        before, after = (_case(found.get(operation.value), operation) for found in (old, new))
        if before != after:
            yield f"  - {operation.value}: was {before}, is {after}"
    for name in change.fields:
        if name not in _LIST and getattr(change.old, name) != getattr(change.new, name):
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
    """Foreign text as code in which nothing is markup."""
    return "`" + plain(text, 200).replace("`", "'") + "`"
