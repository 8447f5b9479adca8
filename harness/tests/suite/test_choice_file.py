"""choices.yaml: the suite judges each answer in it as the file says."""

import functools
from fnmatch import fnmatchcase

import pytest

from punycode_conform.notation import parse
from punycode_conform.suite import catalogue, corpus, laws
from punycode_conform.suite.catalogue import Answer
from punycode_conform.suite.choices import CHOICES, NAMES, SIDES, UNBOUNDED, Bound, Choices
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut
from punycode_conform.suite.vector import Case, cases
from punycode_conform.suite.verdict import BAD, judge

FILE = catalogue.choices()
DEEDS: dict[str | None, Outcome] = {
    "refuse": Rejected(),
    "crash": Crashed("an error that is not a refusal"),
    "hang": TimedOut(5),
}
ANSWERS = [(group, answer) for group in FILE.groups for answer in group.seen]
WRONG = [answer for _, answer in ANSWERS if answer.wrong]
EXAMPLES = [answer for answer in WRONG if answer.example]


@functools.cache
def suite() -> dict[str, Case]:
    return {case.id: case for case in cases(list(corpus.suite().vectors))}


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
    for name, sides in explained.items():
        assert [{name: side} for side in sides] == [Choices().declare(name, side).as_dict() for side in sides]
    for choice in CHOICES:
        if isinstance(choice, Bound):  # of its numbers one is explained
            assert [choice.read(side) == UNBOUNDED for side in explained[choice.name]] == [False, True]
        else:
            assert set(SIDES[choice.name].split(", ")) == set(explained[choice.name])


def test_every_named_vector_and_law_exists() -> None:
    ids = {case.vector.id for case in suite().values()}
    globs = {glob for wrong in WRONG for glob in wrong.vectors}

    assert {glob for glob in globs if not any(fnmatchcase(name, glob) for name in ids)} == set()
    assert {wrong.law for wrong in WRONG if wrong.law} <= {law.name for law in laws.LAWS}


def test_an_answer_is_a_behaviour_or_wrong_or_unsupported_and_a_wrong_one_is_shown() -> None:
    for _, answer in ANSWERS:
        assert [answer.choice, answer.wrong, answer.unsupported].count(None) == 2
        assert [bool(answer.vectors), bool(answer.example) ^ bool(answer.law)] == [answer.wrong is not None] * 2
    assert [one for one in WRONG if one.example and (one.example.gives is None) is (one.example.does is None)] == []


@pytest.mark.parametrize("wrong", EXAMPLES, ids=[wrong.answer for wrong in EXAMPLES])
def test_a_wrong_answer_fails_by_the_named_vectors(wrong: Answer) -> None:
    case, outcome = shown(wrong)

    assert case in named(wrong)
    assert judge(case.expectation(Choices()), outcome, case.operation).verdict in BAD


def test_surrogates_treated_unevenly_are_incoherent_by_the_named_vectors() -> None:
    ((group, wrong),) = [(group.id, answer) for group, answer in ANSWERS if answer.law]
    assert (group, wrong.law) == ("surrogate-decode", laws.coherence.name)
    known = {case.call: case.facts for case in named(wrong) if case.operation is Operation.DECODE}
    seen: dict[Call, Outcome] = {}
    for call, facts in known.items():
        high = any(0xD800 <= c < 0xDC00 for c in facts.value or ())
        seen[call] = Rejected() if high or facts.value is None else Returned(facts.value)

    assert laws.check(Evidence(seen, known))[laws.coherence] != []
