"""The changes between two versions of the vectors, as Markdown for the change log."""

from collections.abc import Iterable, Iterator, Sequence

from ..notation import plain
from ..suite import PUNYCODE
from ..suite.build import DESCRIPTION
from ..suite.choices import Choices
from ..suite.oracle import Either, Rejects
from ..suite.outcome import Operation
from ..suite.vector import Case, Vector, cases
from .words import side

_SIDES = {"decoded", "encoded", "reject", "right", "operations", "bits"}  # shown as what each call must give


def markdown(old: Sequence[Vector], new: Sequence[Vector], old_version: str, new_version: str) -> str:
    """The changes between two versions as a section. What can change a verdict comes before what cannot."""
    before, after = ({vector.id: vector for vector in vectors} for vectors in (old, new))
    differing = {vector.id: list(_differing(before[vector.id], vector)) for vector in new if vector.id in before}
    changed = [name for name, fields in differing.items() if {*fields} - {*DESCRIPTION}]
    reworded = [name for name, fields in differing.items() if fields and name not in changed]
    sections = {
        "Added": list(_by_file(vector for vector in new if vector.id not in before)),
        "Changed: a verdict may change": [
            line for name in changed for line in _changed(before[name], after[name], differing[name])
        ],
        "Retired: these ids match nothing any more": list(_by_file(v for v in old if v.id not in after)),
        "Reworded: no verdict changes": [f"- {_inert(name)}: {', '.join(differing[name])}" for name in reworded],
    }
    lines = [f"## {_inert(new_version)}", "", f"{counts(new)}. Compared with {_inert(old_version)}:", ""]
    for heading, entries in sections.items():
        lines += [f"### {heading}", "", *entries, ""] if entries else []
    return "\n".join(lines if any(sections.values()) else [*lines, "No changes.", ""])


def counts(vectors: Sequence[Vector]) -> str:
    """The number of vectors and cases that a run asks by default, and of other vectors, in words."""
    raw = [vector for vector in vectors if vector.layer == PUNYCODE]
    cases = sum(len(vector.operations) for vector in raw)
    others = f", and {len(vectors) - len(raw):,} vectors of other layers" if len(raw) < len(vectors) else ""
    return f"{len(raw):,} vectors, {cases:,} cases{others}"


def _differing(old: Vector, new: Vector) -> Iterator[str]:
    return (name for name in Vector.__struct_fields__ if getattr(old, name) != getattr(new, name))


def _by_file(vectors: Iterable[Vector]) -> Iterator[str]:
    files: dict[str, list[str]] = {}
    for vector in vectors:
        new = f" (advisory in {_inert(vector.since)})" if vector.since else ""
        files.setdefault(vector.file, []).append(_inert(vector.id) + new)
    for file, ids in files.items():
        yield f"- {_inert(file)}, {len(ids):,}: {', '.join(ids)}"


def _changed(old: Vector, new: Vector, fields: Iterable[str]) -> Iterator[str]:
    yield f"- {_inert(new.id)}"
    before, after = ({case.operation: _case(case) for case in cases([vector])} for vector in (old, new))
    for operation in Operation:
        was, now = before.get(operation, "no case"), after.get(operation, "no case")
        if was != now:
            yield f"  - {operation.value}: was {was}, is {now}"
    for name in fields:
        if name not in _SIDES:
            was, now = (_inert(getattr(vector, name) or "none") for vector in (old, new))
            yield f"  - {name}: was {was}, is {now}"
    if "bits" in fields:
        yield "  - bits: other widths of integers are needed"


def _case(case: Case) -> str:
    """The call of a case, and what is expected if no choice is declared."""
    expectation, encodes = case.expectation(Choices()), case.operation is Operation.ENCODE
    call = _inert(side(case.call.input, not encodes))
    if isinstance(expectation, Rejects):
        return f"{call} refused ({_inert(str(expectation.reason))})"
    either = f" or refused ({', '.join(expectation.choices)})" if isinstance(expectation, Either) else ""
    return f"{call} giving {_inert(side(expectation.value, encodes))}{either}"


def _inert(text: str) -> str:
    """Text from a vector file as Markdown code, in which nothing is markup."""
    # A backtick would end the code.
    return "`" + plain(str(text), 200).replace("`", "'") + "`"
