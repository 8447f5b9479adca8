"""The clauses of RFC 3492: each anchor is covered, and the vectors of a branch take it."""

from collections.abc import Iterator
from functools import cache

import pytest

from punycode_conform import places
from punycode_conform.codec import Bootstring, BootstringError, arithmetic, decode_code_points, encode_code_points
from punycode_conform.codec.punycode import PUNYCODE
from punycode_conform.suite import catalogue, corpus
from punycode_conform.suite.catalogue import BRANCH, Anchor, covers, inconsistencies
from punycode_conform.suite.laws import EVERY
from punycode_conform.suite.outcome import Operation
from punycode_conform.suite.vector import CLAUSE_IDS, Case, cases

from .. import branches
from ..right_codecs import adapted

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
    assert list(inconsistencies(CLAUSES, CORPUS.vectors, CORPUS.bugs, EVERY)) == []


def test_every_class_of_faults_breaks_a_sentence() -> None:
    broken = {bug for cover in COVERS for bug in cover.anchor.bugs}

    assert sorted(set(CORPUS.bugs) - broken) == []


@pytest.mark.slow
@pytest.mark.parametrize("bits", [None, 31, *(pytest.param(bits, marks=pytest.mark.slow) for bits in (26, 32, 64))])
def test_the_traced_pseudo_code_is_the_reference_codec(bits: int | None) -> None:
    wrong = [case.id for case in RAW if traced(case, bits)[1] != by_reference(case, bits)]

    assert wrong == []


@pytest.mark.parametrize(
    "anchor", [c.anchor for c in COVERS if c.anchor.kind == BRANCH and not c.anchor.not_testable], ids=lambda a: a.id
)
def test_the_vectors_of_a_branch_take_it(anchor: Anchor) -> None:
    (cover,) = (cover for cover in COVERS if cover.anchor is anchor)

    assert len(cover.vectors) >= 2
    assert [name for name in cover.vectors if name not in taken()[anchor.id]] == []


def test_every_branch_that_a_vector_takes_has_an_anchor() -> None:
    anchored = {cover.anchor.id for cover in COVERS if cover.anchor.kind == BRANCH}

    assert sorted(set(taken()) - anchored) == []


def test_no_vector_takes_a_branch_that_is_said_not_to_be_testable() -> None:
    excused = {cover.anchor.id for cover in COVERS if cover.anchor.kind == BRANCH and cover.anchor.not_testable}

    assert excused == {"6.2-overflow-of-w"}
    assert excused & set(taken()) == set()


VALUES = {"tmin": 1, "tmax": 26, "skew": 38, "damp": 700, "initial_bias": 72, "initial_n": 0x80}


def with_other(parameter: str, value: int) -> Bootstring:
    """Punycode with another value of one parameter of section 5."""
    values = VALUES | {parameter: value}
    return Bootstring(base=36, basic=range(0x80), delimiter=ord("-"), digits=PUNYCODE.digits, **values)


def wrong(codec: Bootstring, case: Case) -> bool:
    """Whether the codec does not give what RFC 3492 gives."""
    given = case.call.input
    try:
        got = codec.encode(given) if case.operation is Operation.ENCODE else codec.decode(given)[0]
    except BootstringError:
        return case.facts.value is not None
    return tuple(got) != case.facts.value


@pytest.mark.parametrize(
    ("parameter", "values"),
    [
        ("tmin", [0, 2]),
        ("tmax", [25, 27]),
        ("skew", [37, 39]),
        ("damp", [699, 701]),
        ("initial_bias", [70, 83]),
        ("initial_n", [0x7F, 0x81]),
    ],
)
def test_the_anchor_of_a_parameter_has_vectors_that_show_its_neighbours(parameter: str, values: list[int]) -> None:
    (named,) = [cover.vectors for cover in COVERS if cover.anchor.id == f"5-{parameter.replace('_', '-')}"]
    of_anchor = [case for case in RAW if case.vector.id in named]

    assert not any(wrong(PUNYCODE, case) for case in of_anchor)
    for value in values:
        assert any(wrong(with_other(parameter, value), case) for case in of_anchor), value


def test_no_string_shows_which_initial_bias_from_71_to_82_a_codec_has() -> None:
    thresholds = {arithmetic.clamped(36, 1, 26, bias) for bias in range(71, 83)}

    assert len(thresholds) == 1
    assert thresholds.isdisjoint({arithmetic.clamped(36, 1, 26, 70), arithmetic.clamped(36, 1, 26, 83)})


def _w_overflows_alone(maxint: int, bias: int) -> bool:
    """Whether some digits at this bias make w overflow while i, from 0, does not: each digit the least that goes on."""
    w, i, k = 1, 0, 36
    while i <= maxint:
        t = min(max(k - bias, 1), 26)
        i += t * w
        w *= 36 - t
        if i <= maxint < w:
            return True
        k += 36
    return False


def test_i_overflows_before_w_at_every_width_as_the_readings_say() -> None:
    for bits in range(26, 129):
        maxint = 2**bits - 1
        # adapt grows with delta and falls with numpoints; a delta that is not the first has at least two points.
        greatest = max(adapted(maxint, 1, True), adapted(maxint, 2, False), 72)

        assert not any(_w_overflows_alone(maxint, bias) for bias in range(greatest + 1)), bits
    assert _w_overflows_alone(2**30 - 1, 205)  # the search can find one
