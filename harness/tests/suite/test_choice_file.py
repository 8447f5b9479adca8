"""choices.yaml: faults are refused at their place, and what the file says is what the suite does."""

import functools
import json
from fnmatch import fnmatchcase
from pathlib import Path

import jsonschema
import pytest
import yaml

from punycode_conform import places
from punycode_conform.errors import DataError
from punycode_conform.suite import choice_file, corpus, laws
from punycode_conform.suite.choice_file import Answer, ChoiceFile, Group
from punycode_conform.suite.choices import NAMES, SIDES, Choices
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.oracle import Rejects, Returns
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned
from punycode_conform.suite.vector import Case, cases
from punycode_conform.suite.verdict import BAD, judge

PATH = places.VECTORS / "choices.yaml"
TEXT = PATH.read_text(encoding="utf-8")
READ: ChoiceFile = choice_file.read(PATH)
WRONG = [(group, answer) for group in READ.groups for answer in group.seen if answer.clause]
EXAMPLES = [(group, answer) for group, answer in WRONG if not answer.law]


@functools.cache
def suite() -> dict[str, Case]:
    return {case.id: case for case in cases([v for v in corpus.suite().vectors if v.layer == "punycode"])}


def test_the_file_keeps_its_schema() -> None:
    schema = json.loads((places.VECTORS / "choices.schema.json").read_text(encoding="utf-8"))

    jsonschema.validate(yaml.safe_load(TEXT), schema)


def test_each_choice_is_explained_and_its_sides_are_those_that_can_be_declared() -> None:
    explained = {choice.id: [side.side for side in choice.sides] for choice in READ.choices}

    assert tuple(explained) == NAMES
    for name, sides in explained.items():
        assert [{name: side} for side in sides] == [Choices().declare(name, side).as_dict() for side in sides]
    for name in ("surrogates", "digit-case", "beyond-unicode"):
        assert set(SIDES[name].split(", ")) == set(explained[name])
    assert explained["integers"] == ["2^31", "unbounded"]
    assert explained["length"] == ["63", "none"]


def test_all_groups_are_there_and_each_choice_decides_one() -> None:
    assert [group.number for group in READ.groups] == list(range(1, 23))
    assert {answer.choice for group in READ.groups for answer in group.seen} - {""} == set(NAMES)


def test_every_named_vector_exists() -> None:
    ids = {case.vector.id for case in suite().values()}
    named = {glob for _, answer in WRONG for glob in answer.vectors}

    assert {glob for glob in named if not any(fnmatchcase(name, glob) for name in ids)} == set()
    assert {answer.case for _, answer in WRONG} - suite().keys() == {""}


@pytest.mark.parametrize(("group", "answer"), EXAMPLES, ids=[f"{g.id}: {a.answer}" for g, a in EXAMPLES])
def test_what_is_wrong_fails_by_the_named_vectors(group: Group, answer: Answer) -> None:
    case = suite()[answer.case]
    assert answer.outcome is not None

    assert any(fnmatchcase(case.vector.id, glob) for glob in answer.vectors)
    assert judge(case.expectation(Choices()), answer.outcome, case.operation).verdict in BAD


def test_surrogates_treated_unevenly_are_incoherent_by_the_named_vectors() -> None:
    ((group, answer),) = [(group, answer) for group, answer in WRONG if answer.law]
    assert (group.id, answer.law) == ("surrogate-decode", laws.COHERENCE.name)
    named = [c for c in suite().values() if any(fnmatchcase(c.vector.id, glob) for glob in answer.vectors)]
    known = {case.call: case.facts for case in named if case.operation is Operation.DECODE}
    seen: dict[Call, Outcome] = {}
    for call, facts in known.items():
        high = any(0xD800 <= c < 0xDC00 for c in facts.value or ())
        seen[call] = Rejected() if high or facts.value is None else Returned(facts.value)

    assert laws.check(Evidence(seen, known))[laws.COHERENCE] != []


@pytest.mark.parametrize(
    "answer", [a for _, a in WRONG if isinstance(a.outcome, Rejected)], ids=lambda answer: answer.answer
)
def test_what_must_not_be_refused_is_demanded_by_each_named_vector(answer: Answer) -> None:
    operation = suite()[answer.case].operation
    named = [c for c in suite().values() if any(fnmatchcase(c.vector.id, glob) for glob in answer.vectors)]
    asked = [case for case in named if case.operation is operation]

    assert [case.id for case in asked if isinstance(case.expectation(Choices()), Rejects)] == []
    assert any(isinstance(case.expectation(Choices()), Returns) for case in asked)


FAULTS = [
    ("id: surrogates", "id: surrogate", 'choice \'surrogate\' is not known'),
    ("id: integers", "id: surrogates", "choice 'surrogates' appears twice"),
    ('clause: "6.4"', 'clause: "6.5"', "integers: clause '6.5' is not known"),
    ('clause: "6.4"', "clause: 6.4", "clause: '6.4' without quotes is not text"),
    ("    title: The width of integers\n", "", "choice without 'title'"),
    ("    title: The width of integers\n", "    titel: The width\n", "unknown key 'titel'"),
    ('side: "2^31"', "side: [31]", "integers: side must be text"),
    ("  - number: 6\n", "  - number: six\n", "leading-delimiter: number must be a whole number"),
    ("id: empty-input", "id: leading-delimiter", "group 'leading-delimiter' appears twice"),
    ("choice: length\n", "choice: lengths\n", "length-limit: choice 'lengths' is not known"),
    ("choice: length\n", "wrong: \"1.1\"\n", "length-limit: what is wrong has vectors, and an example or a law"),
    ("choice: length\n", "choice: length\n        wrong: \"1.1\"\n", "length-limit: an answer is one of"),
    ("choice: length\n", "choice: length\n        law: coherence\n", "length-limit: law goes with wrong"),
    ("law: coherence", "law: gravity", "surrogate-decode: law 'gravity' is not known"),
    ("does: hang", "does: sing", "cost: does 'sing' is not known"),
    ("does: hang", "does: hang, gives: \"\"", "cost: an example gives something or does something"),
    ('gives: "U+003F"', 'gives: "?"', "partial-result: "),
    ("groups:", "group:", "unknown key 'group'"),
]  # fmt: skip


@pytest.mark.parametrize(("right", "wrong", "message"), FAULTS, ids=[message for *_, message in FAULTS])
def test_a_fault_is_refused_with_its_place(tmp_path: Path, right: str, wrong: str, message: str) -> None:
    assert right in TEXT
    path = tmp_path / "choices.yaml"
    path.write_text(TEXT.replace(right, wrong, 1), encoding="utf-8")

    with pytest.raises(DataError) as caught:
        choice_file.read(path)

    place, _, said = caught.value.message.partition(": ")
    assert place.startswith(f"{path}:")
    assert abs(int(place.rpartition(":")[2]) - line_of(right)) <= 2 or message.startswith("unknown key 'group'")
    assert message in said


def line_of(text: str) -> int:
    return TEXT.count("\n", 0, TEXT.index(text)) + 1


def test_a_choice_that_is_not_explained_is_missed(tmp_path: Path) -> None:
    begin, end = TEXT.index("  - id: digit-case"), TEXT.index("  - id: beyond-unicode")
    path = tmp_path / "choices.yaml"
    path.write_text(TEXT[:begin] + TEXT[end:], encoding="utf-8")

    with pytest.raises(DataError, match="choice digit-case is not explained"):
        choice_file.read(path)
