"""The changes between two versions of the vectors, as Markdown for the change log."""

from collections.abc import Iterable, Iterator, Sequence

from ..notation import plain
from ..suite import PUNYCODE
from ..suite.build import DESCRIPTION
from ..suite.choices import Choices
from ..suite.outcome import Operation
from ..suite.vector import Case, Vector, cases
from .words import expected, side

_CASES = {"decoded", "encoded", "reject", "right", "operations", "bits"}  # shown as what each call must give


def markdown(old: Sequence[Vector], new: Sequence[Vector], old_version: str, new_version: str) -> str:
    """The changes between two versions as a section. What can change a verdict comes before what cannot."""
    before, after = ({vector.id: vector for vector in vectors} for vectors in (old, new))
    changed, reworded = list[str](), list[str]()
    for vector in new:
        was = before.get(vector.id, vector)
        fields = [name for name in Vector.__struct_fields__ if getattr(was, name) != getattr(vector, name)]
        if {*fields} - {*DESCRIPTION}:
            changed += [f"- {_inert(vector.id)}", *_changed(was, vector, fields)]
        elif fields:
            reworded.append(f"- {_inert(vector.id)}: {', '.join(fields)}")
    sections = {
        "Added": list(_by_file(vector for vector in new if vector.id not in before)),
        "Changed: a verdict may change": changed,
        "Retired: these ids match nothing any more": list(_by_file(v for v in old if v.id not in after)),
        "Reworded: no verdict changes": reworded,
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


def _by_file(vectors: Iterable[Vector]) -> Iterator[str]:
    files: dict[str, list[str]] = {}
    for vector in vectors:
        new = f" (advisory in {_inert(vector.since)})" if vector.since else ""
        files.setdefault(vector.file, []).append(_inert(vector.id) + new)
    for file, ids in files.items():
        yield f"- {_inert(file)}, {len(ids):,}: {', '.join(ids)}"


def _changed(old: Vector, new: Vector, fields: Iterable[str]) -> Iterator[str]:
    before, after = ({case.operation: _case(case) for case in cases([vector])} for vector in (old, new))
    for operation in Operation:
        was, now = before.get(operation, "no case"), after.get(operation, "no case")
        if was != now:
            yield f"  - {operation.value}: was {was}, is {now}"
    for name in fields:
        if name not in _CASES:
            yield f"  - {name}: was {_inert(getattr(old, name) or 'none')}, is {_inert(getattr(new, name) or 'none')}"
    if "bits" in fields:
        yield "  - bits: other widths of integers are needed"


def _case(case: Case) -> str:
    """The call of a case, and what is expected if no choice is declared."""
    call = side(case.call.input, case.operation is Operation.DECODE)
    return f"{_inert(call)}: {_inert(expected(case.expectation(Choices()), case.operation))}"


def _inert(text: str) -> str:
    """Text from a vector file as Markdown code, in which nothing is markup."""
    # A backtick would end the code.
    return "`" + plain(str(text), 200).replace("`", "'") + "`"
