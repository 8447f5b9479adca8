"""The clauses of RFC 3492: each anchor is covered, and the vectors of a branch take it."""

from collections.abc import Iterator
from fnmatch import filter as matching
from functools import cache

import pytest

from punycode_conform import places
from punycode_conform.codec import BootstringError, decode_code_points, encode_code_points
from punycode_conform.suite import catalogue, corpus
from punycode_conform.suite.catalogue import Anchor, covers
from punycode_conform.suite.laws import EVERY
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import CLAUSE_IDS, Case, cases

from .. import branches

FILE = places.VECTORS / "clauses.yaml"
CLAUSES = catalogue.clauses()
CORPUS = corpus.suite()
COVERS = covers(CLAUSES, CORPUS.vectors)
RAW = cases([vector for vector in CORPUS.vectors if vector.layer == "punycode"])


def widths(case: Case) -> Iterator[int | None]:
    """The widths at which a case shows an overflow, if it has one: those of common codecs, and one bit too few for it."""
    common = {26, 31, 32, 53, 63, 64} if len(case.call.input) < 1000 else set()  # long ones take most of the time
    yield None
    yield from sorted({*common, case.facts.bits - 1} - {25})


def traced(case: Case, bits: int | None) -> tuple[set[str], object]:
    procedure = branches.encoding if case.operation is Operation.ENCODE else branches.decoding
    return procedure(case.call.input, None if bits is None else 2**bits - 1)


def by_reference(case: Case, bits: int | None) -> object:
    """What the reference codec gives, None if it refuses."""
    given = case.call.input
    try:
        if case.operation is Operation.ENCODE:
            return encode_code_points(given, bits=bits)
        return decode_code_points("".join(map(chr, given)), bits=bits)
    except BootstringError:
        return None


@cache
def taken() -> dict[str, set[str]]:
    """The ids of the vectors that take each branch, at any of their widths."""
    ids: dict[str, set[str]] = {}
    for case in RAW:
        for bits in widths(case):
            for branch in traced(case, bits)[0]:
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


@pytest.mark.slow
@pytest.mark.parametrize("bits", [None, 31, *(pytest.param(bits, marks=pytest.mark.slow) for bits in (26, 32, 64))])
def test_the_traced_pseudo_code_is_the_reference_codec(bits: int | None) -> None:
    wrong = [case.id for case in RAW if traced(case, bits)[1] != by_reference(case, bits)]

    assert wrong == []


@pytest.mark.parametrize(
    "anchor", [c.anchor for c in COVERS if c.anchor.kind == "branch" and not c.anchor.not_testable], ids=lambda a: a.id
)
def test_the_vectors_of_a_branch_take_it(anchor: Anchor) -> None:
    (cover,) = (cover for cover in COVERS if cover.anchor is anchor)

    assert len(cover.vectors) >= 2
    assert [name for name in cover.vectors if name not in taken()[anchor.id]] == []


def test_every_branch_that_a_vector_takes_has_an_anchor() -> None:
    anchored = {cover.anchor.id for cover in COVERS if cover.anchor.kind == "branch"}

    assert sorted(set(taken()) - anchored) == []


def test_no_vector_takes_a_branch_that_is_said_not_to_be_testable() -> None:
    excused = {cover.anchor.id for cover in COVERS if cover.anchor.kind == "branch" and cover.anchor.not_testable}

    assert excused == {"6.2-overflow-of-w"}
    assert excused & set(taken()) == set()
