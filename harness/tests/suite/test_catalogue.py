"""Bug classes, choices and clauses: what is refused, what tests an anchor, and that the files agree with the suite."""

import functools
import re
from fnmatch import filter as matching
from fnmatch import fnmatchcase
from itertools import pairwise
from typing import Any

import pytest

from punycode_conform import files
from punycode_conform.notation import parse
from punycode_conform.suite import catalogue, corpus, laws
from punycode_conform.suite.catalogue import Anchor, Answer, Bug, Clause, anchors_of, vectors_of
from punycode_conform.suite.choices import CHOICES, NAMES, UNBOUNDED, Bound, Choices
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut
from punycode_conform.suite.vector import SLUG, Case, Vector, cases
from punycode_conform.suite.verdict import BAD, judge

from ..branches import decoding_branches, encoding_branches

REFERENCES = (
    r"[\w.-]+/[\w.-]+(#| PR #)[1-9][0-9]*",  # owner/repository#7, owner/repository PR #7
    r"CVE-[0-9]{4}-[0-9]{4,}",
    r"ICU-[0-9]+",
    r"RFC [0-9]+, (sections? [0-9.]+( and [0-9.]+)?(, sample \([A-S]\))?|appendix [A-C])",
    r"https://[a-z0-9.-]+/[\w./-]+",
)


def test_the_references_of_a_bug_can_be_looked_up() -> None:
    references = [text for bug in catalogue.bugs().values() for text in bug.references]

    assert [text for text in references if not re.fullmatch("|".join(REFERENCES), text)] == []


def vector(name: str, clause: Any = "6.2", bug: str = "", layer: Any = "punycode") -> Vector:
    return Vector(name, (Operation.DECODE,), None, "-", "bad-digit", clause=clause, bug=bug, layer=layer)


VECTORS = [
    *(vector("one"), vector("one-more"), vector("two", bug="dropped"), vector("three", clause="6.3")),
    vector("label", layer="a-label"),
]


@pytest.mark.parametrize(
    ("tests", "vectors"),
    [
        ({"vectors": ("three", "one*")}, ("one", "one-more", "three")),
        ({"bugs": ("dropped",)}, ("two",)),
        ({"laws": ("case-blind-digits",), "faults": ("wrong",)}, ()),
    ],
)
def test_the_vectors_of_an_anchor(tests: dict[str, Any], vectors: tuple[str, ...]) -> None:
    assert vectors_of(Anchor("6.2-x", "", "must", **tests), VECTORS) == vectors


def test_anchors_are_found_from_the_other_side() -> None:
    first = Anchor("6.2-x", "", "must", vectors=("one*",), laws=("decode-uniqueness",))
    clauses = [Clause("6.2", "", (first, Anchor("6.2-y", "", "must", bugs=("dropped",))))]

    assert [anchors_of(clauses, vector) for vector in VECTORS[1:4]] == [["6.2-x"], ["6.2-y"], []]
    assert anchors_of(clauses, Bug("dropped", "", "", "", ())) == ["6.2-y"]
    assert anchors_of(clauses, laws.decode_uniqueness) == ["6.2-x"]


# --- clauses.yaml

CLAUSES = catalogue.clauses()
CORPUS = corpus.suite()
LAWS = [law.name for law in laws.LAWS]
ANCHORS = [anchor for clause in CLAUSES for anchor in clause.anchors]
BRANCHES = {anchor.id: vectors_of(anchor, CORPUS.vectors) for anchor in ANCHORS if anchor.kind == "branch"}


@functools.cache
def taken() -> dict[str, set[str]]:
    """The ids of the vectors that take each branch: vectors/README promises that those of an anchor do."""
    ids: dict[str, set[str]] = {}
    for case in cases([vector for vector in CORPUS.vectors if vector.layer == "punycode"]):
        encodes = case.operation is Operation.ENCODE
        for branch in (encoding_branches if encodes else decoding_branches)(case.call.input):
            ids.setdefault(branch, set()).add(case.vector.id)
    return ids


def test_every_anchor_is_covered_and_all_that_the_clauses_name_exists() -> None:
    ids = [vector.id for vector in CORPUS.vectors]
    unique = [*ids, *catalogue.retired(), *catalogue.bugs(), *(anchor.id for anchor in ANCHORS)]
    layers = {vector.id: vector.layer for vector in CORPUS.vectors} | dict.fromkeys(LAWS, "punycode")
    by = {anchor.id: {*vectors_of(anchor, CORPUS.vectors), *anchor.laws} for anchor in ANCHORS}
    elsewhere = [name for name, tests in by.items() if tests and "punycode" not in {layers.get(test) for test in tests}]

    assert [anchor.id for anchor in ANCHORS if bool(by[anchor.id]) is bool(anchor.not_testable)] == []
    # It speaks of labels with the prefix.
    assert [n for n in elsewhere if n[:4] not in ("3490", "5890")] == ["5-labels-begin-and-end-without-hyphen"]
    assert [glob for anchor in ANCHORS for glob in anchor.vectors if not matching(ids, glob)] == []
    assert {bug for anchor in ANCHORS for bug in anchor.bugs} == {*CORPUS.bugs}
    assert {vector.bug for vector in CORPUS.vectors} - {None} == {*CORPUS.bugs}
    assert {law for anchor in ANCHORS for law in anchor.laws} <= {law.name for law in laws.EVERY}
    cited = {side: {c.clause for c in cases(CORPUS.vectors) if c.operation is side} for side in Operation}
    assert cited[Operation.ENCODE] - cited[Operation.DECODE] == {"6.3", "7.3", "3490-4.1"}
    assert {"6.2", "7.2", "3490-4.2"} <= cited[Operation.DECODE] - cited[Operation.ENCODE]
    used = {v.clause for v in CORPUS.vectors} | {law.clause for law in laws.EVERY}
    assert used <= {c.id for c in CLAUSES if c.anchors}
    assert len(unique) == len({*unique})
    assert all(re.fullmatch(f"{clause.id}-{SLUG}", anchor.id) for clause in CLAUSES for anchor in clause.anchors)


@pytest.mark.slow
@pytest.mark.parametrize("branch", sorted({*BRANCHES} - {"6.2-overflow-of-w"}))
def test_the_vectors_of_a_branch_take_it(branch: str) -> None:
    assert len(BRANCHES[branch]) >= 2
    assert {*BRANCHES[branch]} <= taken()[branch]


@pytest.mark.slow
def test_every_branch_that_a_vector_takes_has_an_anchor() -> None:
    assert {*BRANCHES} == {*taken()} | {"6.2-overflow-of-w"}


# --- The inputs of the vectors.


def test_every_block_and_every_range_between_blocks_has_code_points_that_may_not_be_refused() -> None:
    lines = (files.VECTORS / "generators" / "blocks.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split("; ") for line in lines if not line.startswith("#")]
    blocks = {name: range(*(int(end, 16) + n for n, end in enumerate(ends.split("..")))) for ends, name in rows}
    gaps = [range(a.stop, b.start) for a, b in pairwise(blocks.values()) if b.start > a.stop]
    both = [
        v for v in CORPUS.vectors if len(v.operations) == 2 and not v.reject and v.layer == "punycode" and not v.choice
    ]
    hard = [v for v in both if len(v.encoded or "") <= 59 and max(v.bits.values()) <= 26]
    demanded = {c for v in hard for c in v.decoded or ()}

    assert (len(blocks), len(gaps) > 40) == (346, True)
    assert [name for name, block in blocks.items() if len(demanded & {*block}) < 2 and "Surrogates" not in name] == []
    assert [gap for gap in gaps if not demanded & {*gap}] == []


# --- choices.yaml: the suite judges each answer in it as the file says.

FILE = catalogue.choices()
DEEDS: dict[str | None, Outcome] = {
    "refuse": Rejected(),
    "crash": Crashed("an error that is not a refusal"),
    "hang": TimedOut(5),
}
ANSWERS = [answer for group in FILE.groups for answer in group.seen]
EXAMPLES = [answer for answer in ANSWERS if answer.wrong and answer.example]


@functools.cache
def suite() -> dict[str, Case]:
    return {case.id: case for case in cases(list(CORPUS.vectors))}


def named(answer: Answer) -> list[Case]:
    """The cases of the vectors that an answer names."""
    return [c for c in suite().values() if any(fnmatchcase(c.vector.id, glob) for glob in answer.vectors)]


def shown(answer: Answer) -> tuple[Case, Outcome]:
    """The case of an answer's example, and what a codec does there."""
    assert answer.example
    case, gives = suite()[answer.example.case], answer.example.gives
    if gives is None:
        return case, DEEDS[answer.example.does]
    return case, Returned(tuple(map(ord, gives)) if case.operation is Operation.ENCODE else parse(gives))


def test_each_choice_is_explained_and_its_sides_are_those_that_can_be_declared() -> None:
    explained = {choice.id: [side.side for side in choice.sides] for choice in FILE.choices}

    assert tuple(explained) == NAMES
    for choice in CHOICES:
        sides = explained[choice.name]
        assert [{choice.name: side} for side in sides] == [Choices().declare(choice.name, s).as_dict() for s in sides]
        if isinstance(choice, Bound):  # of its numbers one is explained
            assert [choice.read(side) == UNBOUNDED for side in sides] == [False, True]
        else:
            assert {*choice.sides} == {*sides}


def test_an_answer_is_a_behaviour_or_wrong_or_unsupported_and_a_wrong_one_is_shown() -> None:
    ids = [vector.id for vector in CORPUS.vectors]

    for answer in ANSWERS:
        assert [answer.choice, answer.wrong, answer.unsupported].count(None) == 2
        assert [bool(answer.vectors), bool(answer.example) ^ bool(answer.law)] == [answer.wrong is not None] * 2
        assert all(matching(ids, glob) for glob in answer.vectors)


@pytest.mark.parametrize("wrong", EXAMPLES, ids=[wrong.answer for wrong in EXAMPLES])
def test_a_wrong_answer_fails_by_the_named_vectors(wrong: Answer) -> None:
    case, outcome = shown(wrong)

    assert case in named(wrong)
    assert judge(case.expectation(Choices()), outcome, case.operation).verdict in BAD


def test_surrogates_treated_unevenly_are_incoherent_by_the_named_vectors() -> None:
    (wrong,) = [answer for answer in ANSWERS if answer.law]
    known = {case.call: case.facts for case in named(wrong) if case.operation is Operation.DECODE}
    seen: dict[Call, Outcome] = {}
    for call, facts in known.items():
        high = any(0xD800 <= c < 0xDC00 for c in facts.value or ())
        seen[call] = Rejected() if high or facts.value is None else Returned(facts.value)

    assert wrong.law == laws.coherence.name
    assert laws.check(Evidence(seen, known))[laws.coherence] != []
