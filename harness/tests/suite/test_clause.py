"""Clauses: what is read, what is refused with file, line and id, and names that are inconsistent with the suite."""

from pathlib import Path

import pytest

from punycode_conform.errors import DataError
from punycode_conform.suite import clause
from punycode_conform.suite.bug import Bug
from punycode_conform.suite.clause import Anchor, Clause, anchors_of, covers, inconsistencies
from punycode_conform.suite.laws import LAWS, UNIQUENESS
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import Vector

HEAD = 'clauses:\n  - clause: "6.2"\n    title: Decoding\n    anchors:\n'
PLAIN = "      - {id: 6.2-x, kind: must, says: Something.}\n"


def read(tmp_path: Path, content: str) -> tuple[Clause, ...]:
    path = tmp_path / "clauses.yaml"
    path.write_text(content, encoding="utf-8")
    return clause.read(path)


def vector(name: str, clause: str = "6.2", bug: str = "", layer: str = "punycode") -> Vector:
    return Vector(name, (Operation.DECODE,), None, "-", "bad-digit", clause=clause, bug=bug, layer=layer)


def test_clauses_are_read(tmp_path: Path) -> None:
    anchor = (
        "      - {id: 6.2-all-keys, kind: branch, says: fail, vectors: [a, b-*], bugs: [c], laws: [d], faults: [e]}\n"
        '      - {id: 6.2-reason, kind: may, says: "No.", not-testable: "It\n          binds nobody."}\n'
    )

    assert read(tmp_path, HEAD + anchor) == (
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
    ("content", "line", "says"),
    [
        ("about: x\n", 1, "no key 'clauses'"),
        ("clauses: [a]\n", 1, "clause must be a mapping"),
        ("clauses:\n  - {title: x, anchors: []}\n", 2, "clause without 'clause'"),
        ("clauses:\n  - {clause: 6.2, title: x, anchors: []}\n", 2, "clause: '6.2' without quotes"),
        ('clauses:\n  - {clause: "8", anchors: []}\n', 2, "clause 8 without 'title'"),
        ('clauses:\n  - {clause: "8", title: x, anchor: []}\n', 2, "clause 8: unknown key 'anchor'"),
        (HEAD + PLAIN + HEAD.removeprefix("clauses:\n") + PLAIN, 6, "clause '6.2' appears twice"),
        (HEAD + PLAIN + PLAIN, 6, "anchor '6.2-x' appears twice"),
        (HEAD + PLAIN.replace("6.2-x", "6.1-x"), 5, "id '6.1-x' is not the clause, a hyphen and a slug"),
        (HEAD + PLAIN.replace("6.2-x", "6.2-X"), 5, "id '6.2-X' is not the clause, a hyphen and a slug"),
        (HEAD + PLAIN.replace("must", "shall"), 5, "6.2-x: kind 'shall' is not known"),
        (HEAD + PLAIN.replace("kind: must, ", ""), 5, "6.2-x without 'kind'"),
        (HEAD + PLAIN.replace(", says: Something.", ""), 5, "6.2-x without 'says'"),
        (HEAD + PLAIN.replace("Something.", "5"), 5, "6.2-x: says: '5' without quotes"),
        (HEAD + PLAIN.replace("}", ", vector: [a]}"), 5, "6.2-x: unknown key 'vector'"),
        (HEAD + PLAIN.replace("}", ", vectors: a}"), 5, "6.2-x: vectors must be a list"),
        (
            HEAD + PLAIN.replace("}", ", laws: [a], not-testable: b}"),
            5,
            "6.2-x: not testable, but something tests it",
        ),
    ],
)
def test_a_fault_is_refused_with_line_and_id(tmp_path: Path, content: str, line: int, says: str) -> None:
    with pytest.raises(DataError) as caught:
        read(tmp_path, content)

    assert caught.value.message.startswith(f"{tmp_path / 'clauses.yaml'}:{line}: {says}")


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


def test_what_is_named_and_does_not_exist_is_amiss() -> None:
    anchor = Anchor("6.2-x", "", "must", ("one", "four", "four-*"), ("dropped", "kept"), ("round-trip", "gravity"))
    found = list(
        inconsistencies([Clause("6.2", "", (anchor,)), Clause("6.3", "", ())], VECTORS, {"dropped"}, [UNIQUENESS])
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
    assert anchors_of(clauses, UNIQUENESS) == ["6.2-x"]
