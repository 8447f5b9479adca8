"""The catalogue: what is refused by line, what covers an anchor, and names that are inconsistent with the suite."""

from pathlib import Path
from typing import Any

import pytest

from punycode_conform import places
from punycode_conform.errors import DataError
from punycode_conform.suite import catalogue
from punycode_conform.suite.catalogue import Anchor, Bug, Clause, anchors_of, covers
from punycode_conform.suite.laws import decode_uniqueness
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import Vector

BUG = "  - id: dropped\n    title: Dropped\n    goes-wrong: It drops.\n    effect: Bad.\n    references: [one, two]\n"
HEAD = 'clauses:\n  - clause: "6.2"\n    title: Decoding\n    anchors:\n'
PLAIN = "      - {id: 6.2-x, kind: must, says: Something.}\n"
CHOICES = (places.VECTORS / catalogue.CHOICES).read_text(encoding="utf-8")


def vector(name: str, clause: Any = "6.2", bug: str = "", layer: Any = "punycode") -> Vector:
    return Vector(name, (Operation.DECODE,), None, "-", "bad-digit", clause=clause, bug=bug, layer=layer)


@pytest.mark.parametrize(
    ("kind", "content", "line", "says"),
    [
        ("bugs", f"bugs:\n{BUG}    cve: x\n", 7, "unknown key 'cve'"),
        ("bugs", f"bugs:\n{BUG.replace('Bad.', '5')}", 5, "effect: '5' without quotes"),
        ("clauses", HEAD + PLAIN + PLAIN, 2, "clauses: '6.2-x' appears twice"),
        ("clauses", HEAD + PLAIN.replace("6.2-x", "6.2-X"), 2, "clauses: the id '6.2-X' is not the clause, a hyphen"),
        ("clauses", HEAD + PLAIN.replace("must", "shall"), 5, "kind: 'shall' is not known"),
        ("choices", CHOICES.replace("id: integers", "id: integer"), 3, "choice integer is not explained, or there is no"),
    ],
)  # fmt: skip
def test_a_fault_is_refused_with_its_line(tmp_path: Path, kind: str, content: str, line: int, says: str) -> None:
    path = tmp_path / f"{kind}.yaml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(DataError) as caught:
        getattr(catalogue, kind)(path)

    assert caught.value.message.startswith(f"{path}:{line}: {says}")


VECTORS = [
    *(vector("one"), vector("one-more"), vector("two", bug="dropped"), vector("three", clause="6.3")),
    vector("label", layer="a-label"),
]


@pytest.mark.parametrize(
    ("anchor", "vectors", "layer", "covered"),
    [
        (Anchor("6.2-x", "", "must"), (), "", False),
        (Anchor("6.2-x", "", "must", vectors=("three", "one*")), ("one", "one-more", "three"), "", True),
        (Anchor("6.2-x", "", "must", bugs=("dropped",)), ("two",), "", True),
        (Anchor("6.2-x", "", "must", laws=("case-blind-digits",)), (), "", True),
        (Anchor("6.2-x", "", "must", not_testable="Why."), (), "", True),
        # Faults are tested by vectors, they test nothing.
        (Anchor("6.2-x", "", "must", faults=("wrong",)), (), "", False),
        # A run of the default layer asks no vectors of another one.
        (Anchor("6.2-x", "", "must", vectors=("label",)), ("label",), "a-label", True),
        (Anchor("6.2-x", "", "must", vectors=("label",), laws=("round-trip",)), ("label",), "", True),
    ],
)
def test_what_covers_an_anchor(anchor: Anchor, vectors: tuple[str, ...], layer: str, covered: bool) -> None:
    (cover,) = covers([Clause("6.2", "", (anchor,))], VECTORS)

    assert (vectors, layer, covered) == (cover.vectors, cover.layer, cover.covered)


def test_anchors_are_found_from_the_other_side() -> None:
    first = Anchor("6.2-x", "", "must", vectors=("one*",), laws=("decode-uniqueness",))
    clauses = [Clause("6.2", "", (first, Anchor("6.2-y", "", "must", bugs=("dropped",))))]

    assert [anchors_of(clauses, vector) for vector in VECTORS[1:4]] == [["6.2-x"], ["6.2-y"], []]
    assert anchors_of(clauses, Bug("dropped", "", "", "", ())) == ["6.2-y"]
    assert anchors_of(clauses, decode_uniqueness) == ["6.2-x"]
