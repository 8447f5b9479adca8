"""choices.yaml: faults are refused at their place, and the suite judges each answer in it as the file says."""

import functools
import json
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from punycode_conform import places
from punycode_conform.errors import DataError
from punycode_conform.notation import parse
from punycode_conform.suite import choice_file, corpus, laws
from punycode_conform.suite.choices import CHOICES, NAMES, SIDES, UNBOUNDED, Bound, Choices
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.oracle import Rejects, Returns
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut
from punycode_conform.suite.vector import Case, cases
from punycode_conform.suite.verdict import BAD, judge

PATH = places.VECTORS / "choices.yaml"
TEXT = PATH.read_text(encoding="utf-8")
READ = choice_file.read(PATH)
DATA = yaml.safe_load(TEXT)
SCHEMA = json.loads((places.VECTORS / "choices.schema.json").read_text(encoding="utf-8"))
DEEDS: dict[str, Outcome] = {
    "refuse": Rejected(),
    "crash": Crashed("an error that is not a refusal"),
    "hang": TimedOut(5),
}


@dataclass(frozen=True)
class Answer:
    """An answer that some codecs give and that is wrong, to the cases of some vectors."""

    group: str
    says: str
    vectors: list[str]
    law: str
    case: str
    outcome: Outcome

    @property
    def cases(self) -> list[Case]:
        """The cases of its vectors."""
        return [c for c in suite().values() if any(fnmatchcase(c.vector.id, glob) for glob in self.vectors)]


def answer(group: str, seen: dict[str, Any]) -> Answer:
    example = seen.get("example", {"case": "", "does": "refuse"})
    if "does" in example:
        outcome = DEEDS[example["does"]]
    else:
        encodes = example["case"].endswith("/encode")
        outcome = Returned(tuple(map(ord, example["gives"])) if encodes else parse(example["gives"]))
    return Answer(group, seen["answer"], seen["vectors"], seen.get("law", ""), example["case"], outcome)


WRONG = [answer(group["id"], seen) for group in DATA["groups"] for seen in group["seen"] if "wrong" in seen]
EXAMPLES = [wrong for wrong in WRONG if not wrong.law]


@functools.cache
def suite() -> dict[str, Case]:
    return {case.id: case for case in cases(list(corpus.suite().vectors))}


def test_the_file_keeps_its_schema() -> None:
    jsonschema.validate(DATA, SCHEMA)


def test_each_choice_is_explained_and_its_sides_are_those_that_can_be_declared() -> None:
    explained = {name: [side.side for side in choice.sides] for name, choice in READ.items()}

    assert tuple(explained) == NAMES
    for name, sides in explained.items():
        assert [{name: side} for side in sides] == [Choices().declare(name, side).as_dict() for side in sides]
    for choice in CHOICES:
        if isinstance(choice, Bound):  # of its numbers one is explained
            assert [choice.read(side) == UNBOUNDED for side in explained[choice.name]] == [False, True]
        else:
            assert set(SIDES[choice.name].split(", ")) == set(explained[choice.name])


def test_all_groups_are_there_and_each_choice_decides_one() -> None:
    seen = [answer for group in DATA["groups"] for answer in group["seen"]]

    assert [group["number"] for group in DATA["groups"]] == list(range(1, len(DATA["groups"]) + 1))
    assert {answer["choice"] for answer in seen if "choice" in answer} == set(NAMES)
    assert READ["beyond-unicode"].decides == ("Results above 10FFFF",)
    assert {name for name, choice in READ.items() if choice.decides} == set(NAMES)


def test_every_named_vector_and_law_exists() -> None:
    ids = {case.vector.id for case in suite().values()}
    named = {glob for wrong in WRONG for glob in wrong.vectors}

    assert {glob for glob in named if not any(fnmatchcase(name, glob) for name in ids)} == set()
    assert {wrong.case for wrong in WRONG} - suite().keys() == {""}
    assert {wrong.law for wrong in WRONG} - {law.name for law in laws.LAWS} == {""}


@pytest.mark.parametrize("wrong", EXAMPLES, ids=[f"{wrong.group}: {wrong.says}" for wrong in EXAMPLES])
def test_what_is_wrong_fails_by_the_named_vectors(wrong: Answer) -> None:
    case = suite()[wrong.case]

    assert case in wrong.cases
    assert judge(case.expectation(Choices()), wrong.outcome, case.operation).verdict in BAD


def test_surrogates_treated_unevenly_are_incoherent_by_the_named_vectors() -> None:
    (wrong,) = [wrong for wrong in WRONG if wrong.law]
    assert (wrong.group, wrong.law) == ("surrogate-decode", laws.COHERENCE.name)
    known = {case.call: case.facts for case in wrong.cases if case.operation is Operation.DECODE}
    seen: dict[Call, Outcome] = {}
    for call, facts in known.items():
        high = any(0xD800 <= c < 0xDC00 for c in facts.value or ())
        seen[call] = Rejected() if high or facts.value is None else Returned(facts.value)

    assert laws.check(Evidence(seen, known))[laws.COHERENCE] != []


@pytest.mark.parametrize(
    "wrong", [wrong for wrong in EXAMPLES if isinstance(wrong.outcome, Rejected)], ids=lambda wrong: wrong.says
)
def test_what_must_not_be_refused_is_demanded_by_each_named_vector(wrong: Answer) -> None:
    operation = suite()[wrong.case].operation
    asked = [case for case in wrong.cases if case.operation is operation]

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
    ("id: empty-input", "id: leading-delimiter", "group 'leading-delimiter' appears twice"),
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


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("  - number: 6\n", "  - number: six\n"),
        ("choice: length\n", "choice: Length\n"),
        ("choice: length\n", 'wrong: "1.1"\n'),
        ("choice: length\n", 'wrong: "1.1"\n        vectors: [a]\n'),
        ("choice: length\n", 'choice: length\n        wrong: "1.1"\n'),
        ("choice: length\n", "choice: length\n        law: coherence\n"),
        ("law: coherence", "law: coherence\n        example: {case: a/encode, does: hang}"),
        ("does: hang", "does: sing"),
        ("does: hang", 'does: hang, gives: ""'),
    ],
)
def test_a_faulty_answer_breaks_the_schema(right: str, wrong: str) -> None:
    assert right in TEXT
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(yaml.safe_load(TEXT.replace(right, wrong, 1)), SCHEMA)
