"""The clauses of RFC 3492: each anchor is covered, and the vectors of a branch take it."""

from fnmatch import filter as matching
from functools import cache

import pytest

from punycode_conform import places
from punycode_conform.suite import catalogue, corpus
from punycode_conform.suite.catalogue import Anchor, covers
from punycode_conform.suite.laws import EVERY
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import CLAUSE_IDS, cases

from ..branches import decoding_branches, encoding_branches

FILE = places.VECTORS / "clauses.yaml"
CLAUSES = catalogue.clauses()
CORPUS = corpus.suite()
COVERS = covers(CLAUSES, CORPUS.vectors)
RAW = cases([vector for vector in CORPUS.vectors if vector.layer == "punycode"])


@cache
def taken() -> dict[str, set[str]]:
    """The ids of the vectors that take each branch: vectors/README promises that those of an anchor do."""
    ids: dict[str, set[str]] = {}
    for case in RAW:
        encodes = case.operation is Operation.ENCODE
        for branch in (encoding_branches if encodes else decoding_branches)(case.call.input):
            ids.setdefault(branch, set()).add(case.vector.id)
    return ids


def test_every_anchor_is_covered() -> None:
    tests = [(cover.anchor.not_testable, (*cover.vectors, *cover.anchor.laws, *cover.anchor.bugs)) for cover in COVERS]

    assert [cover.anchor.id for cover in COVERS if not cover.covered] == []
    assert [why for why, by in tests if why and by] == []


def test_one_anchor_of_rfc_3492_only_is_left_to_another_layer() -> None:
    idna = [name for name in CLAUSE_IDS if "-" in name]
    elsewhere = [cover.anchor.id for cover in COVERS if cover.layer == "a-label"]

    assert len(idna) == 4
    assert [one for one in elsewhere if not one.startswith(tuple(idna))] == [
        "5-labels-begin-and-end-without-hyphen"  # it speaks of labels with the prefix
    ]


def test_all_that_the_clauses_name_exists_and_every_vector_rests_on_a_clause() -> None:
    ids, laws = [vector.id for vector in CORPUS.vectors], [law.name for law in EVERY]
    anchors = [anchor for clause in CLAUSES for anchor in clause.anchors]
    anchored = {clause.id for clause in CLAUSES if clause.anchors}
    clauses = {vector.id: vector.clause for vector in CORPUS.vectors} | {law.name: law.clause for law in EVERY}

    assert [glob for anchor in anchors for glob in anchor.vectors if not matching(ids, glob)] == []
    assert {bug for anchor in anchors for bug in anchor.bugs} <= {*CORPUS.bugs}
    assert {law for anchor in anchors for law in anchor.laws} <= {*laws}
    assert [name for name, clause in clauses.items() if clause not in anchored] == []


def test_every_class_of_faults_breaks_a_sentence() -> None:
    broken = {bug for cover in COVERS for bug in cover.anchor.bugs}

    assert sorted(set(CORPUS.bugs) - broken) == []


@pytest.mark.parametrize(
    "anchor", [c.anchor for c in COVERS if c.anchor.kind == "branch" and not c.anchor.not_testable], ids=lambda a: a.id
)
def test_the_vectors_of_a_branch_take_it(anchor: Anchor) -> None:
    (cover,) = (cover for cover in COVERS if cover.anchor is anchor)

    assert len(cover.vectors) >= 2
    assert [name for name in cover.vectors if name not in taken()[anchor.id]] == []


def test_every_branch_that_a_vector_takes_has_an_anchor() -> None:
    anchored = {cover.anchor.id for cover in COVERS if cover.anchor.kind == "branch"}
    excused = {cover.anchor.id for cover in COVERS if cover.anchor.kind == "branch" and cover.anchor.not_testable}

    assert sorted(set(taken()) - anchored) == []
    assert excused == {"6.2-overflow-of-w"}
    assert excused & set(taken()) == set()
