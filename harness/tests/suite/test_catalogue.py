"""The catalogue: what is refused by line, what covers an anchor, and names that are inconsistent with the suite."""

from pathlib import Path
from typing import Any

import pytest

from punycode_conform import places
from punycode_conform.errors import DataError
from punycode_conform.suite import catalogue
from punycode_conform.suite.catalogue import Anchor, Bug, Clause, anchors_of, covers, inconsistencies
from punycode_conform.suite.laws import LAWS, decode_uniqueness
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import Vector

BUG = "  - id: dropped\n    title: Dropped\n    goes-wrong: It drops.\n    effect: Bad.\n    references: [one, two]\n"
HEAD = 'clauses:\n  - clause: "6.2"\n    title: Decoding\n    anchors:\n'
PLAIN = "      - {id: 6.2-x, kind: must, says: Something.}\n"
CHOICES = (places.VECTORS / catalogue.CHOICES).read_text(encoding="utf-8")


def vector(name: str, clause: Any = "6.2", bug: str = "", layer: Any = "punycode") -> Vector:
    return Vector(name, (Operation.DECODE,), None, "-", "bad-digit", clause=clause, bug=bug, layer=layer)


def read(kind: str, tmp_path: Path, content: str) -> Any:
    path = tmp_path / f"{kind}.yaml"
    path.write_text(content, encoding="utf-8")
    return getattr(catalogue, kind)(path)


def test_bugs_and_clauses_are_read(tmp_path: Path) -> None:
    anchor = (
        "      - {id: 6.2-all-keys, kind: branch, says: fail, vectors: [a, b-*], bugs: [c], laws: [d], faults: [e]}\n"
        '      - {id: 6.2-reason, kind: may, says: "No.", not-testable: "It binds nobody."}\n'
    )

    assert read("bugs", tmp_path, f"bugs:\n{BUG}") == {
        "dropped": Bug("dropped", "Dropped", "It drops.", "Bad.", ("one", "two"))
    }
    assert read("clauses", tmp_path, HEAD + anchor) == (
        Clause(
            "6.2",
            "Decoding",
            (
                Anchor("6.2-all-keys", "fail", "branch", ("a", "b-*"), ("c",), ("d",), ("e",)),
                Anchor("6.2-reason", "No.", "may", not_testable="It binds nobody."),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("kind", "content", "line", "says"),
    [
        ("bugs", f"bugs:\n{BUG}    cve: x\n", 7, "unknown key 'cve'"),
        ("bugs", f"bugs:\n{BUG}{BUG}", 1, "'dropped' appears twice"),
        ("bugs", f"bugs:\n{BUG.replace('Bad.', '5')}", 5, "effect: '5' without quotes"),
        ("clauses", "about: x\n", 1, "no 'clauses'"),
        ("clauses", "clauses:\n  - {clause: 6.2, title: x, anchors: []}\n", 2, "clause: '6.2' without quotes"),
        ("clauses", HEAD + PLAIN + PLAIN, 2, "clauses: '6.2-x' appears twice"),
        ("clauses", HEAD + PLAIN.replace("6.2-x", "6.2-X"), 2, "clauses: the id '6.2-X' is not the clause, a hyphen"),
        ("clauses", HEAD + PLAIN.replace("must", "shall"), 5, "kind: 'shall' is not known"),
        ("clauses", HEAD + PLAIN.replace("}", ", laws: [a], not-testable: b}"), 5, "anchors: 6.2-x: not testable, but"),
        ("choices", CHOICES.replace("id: integers", "id: integer"), 3, "choice integer is not explained, or there is no"),
        ("choices", CHOICES.replace("choice: length\n", 'choice: length\n        wrong: "1.1"\n'), 0, "seen: an answer has"),
        ("choices", CHOICES.replace("does: hang", 'does: hang, gives: ""'), 0, "example: an example either gives"),
        ("choices", CHOICES.replace("choice: length\n", "choice: length\n        law: coherence\n"), 0, "seen: a wrong"),
    ],
)  # fmt: skip
def test_a_fault_is_refused_with_its_line(tmp_path: Path, kind: str, content: str, line: int, says: str) -> None:
    with pytest.raises(DataError) as caught:
        read(kind, tmp_path, content)

    place, _, message = caught.value.message.partition(": ")
    assert place == f"{tmp_path / kind}.yaml:{line}" or not line
    assert message.startswith(says)


VECTORS = [vector("one"), vector("one-more"), vector("two", bug="dropped"), vector("three", clause="6.3")]


@pytest.mark.parametrize(
    ("anchor", "vectors", "covered"),
    [
        (Anchor("6.2-x", "", "must"), (), False),
        (Anchor("6.2-x", "", "must", vectors=("one",)), ("one",), True),
        (Anchor("6.2-x", "", "must", vectors=("three", "one*")), ("one", "one-more", "three"), True),
        (Anchor("6.2-x", "", "must", bugs=("dropped",)), ("two",), True),
        (Anchor("6.2-x", "", "must", vectors=("four",)), (), False),
        (Anchor("6.2-x", "", "must", laws=("case-blind-digits",)), (), True),
        (Anchor("6.2-x", "", "must", not_testable="Why."), (), True),
        # Faults are tested by vectors, they test nothing.
        (Anchor("6.2-x", "", "must", faults=("wrong",)), (), False),
    ],
)
def test_what_covers_an_anchor(anchor: Anchor, vectors: tuple[str, ...], covered: bool) -> None:
    (cover,) = covers([Clause("6.2", "", (anchor,))], VECTORS)

    assert (vectors, covered) == (cover.vectors, cover.covered)


@pytest.mark.parametrize(
    ("anchor", "layer"),
    [
        (Anchor("6.2-x", "", "must", vectors=("label",)), "a-label"),
        (Anchor("6.2-x", "", "must", vectors=("one", "label")), ""),
        (Anchor("6.2-x", "", "must", vectors=("label",), laws=("round-trip",)), ""),
        (Anchor("6.2-x", "", "must", not_testable="Why."), ""),
    ],
)
def test_an_anchor_that_a_default_run_does_not_test_names_the_layer(anchor: Anchor, layer: str) -> None:
    (cover,) = covers([Clause("6.2", "", (anchor,))], [*VECTORS, vector("label", layer="a-label")])

    assert cover.layer == layer


def test_a_name_that_does_not_exist_is_inconsistent() -> None:
    anchor = Anchor("6.2-x", "", "must", ("one", "four", "four-*"), ("dropped", "kept"), ("round-trip", "gravity"))
    found = list(
        inconsistencies(
            [Clause("6.2", "", (anchor,)), Clause("6.3", "", ())], VECTORS, {"dropped"}, [decode_uniqueness]
        )
    )

    assert found == [
        "6.2-x: no vector is named four",
        "6.2-x: no vector is named four-*",
        "6.2-x: no bug class is named kept",
        "6.2-x: no law is named round-trip",
        "6.2-x: no law is named gravity",
        "three: its clause 6.3 has no anchor",
    ]


def test_a_law_rests_on_a_clause_too() -> None:
    assert "law stability: its clause 6 has no anchor" in list(inconsistencies([], [], (), LAWS))


def test_anchors_are_found_from_the_other_side() -> None:
    first = Anchor("6.2-x", "", "must", vectors=("one*",), laws=("decode-uniqueness",))
    clauses = [Clause("6.2", "", (first, Anchor("6.2-y", "", "must", bugs=("dropped",))))]

    assert anchors_of(clauses, VECTORS[1]) == ["6.2-x"]
    assert anchors_of(clauses, VECTORS[2]) == ["6.2-y"]
    assert anchors_of(clauses, VECTORS[3]) == []
    assert anchors_of(clauses, Bug("dropped", "", "", "", ())) == ["6.2-y"]
    assert anchors_of(clauses, decode_uniqueness) == ["6.2-x"]
