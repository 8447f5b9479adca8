"""Which faults are named as the cause of a target's failures, and which are not."""

import functools
from collections.abc import Callable, Iterable
from typing import NamedTuple

import pytest

from punycode_conform import codec
from punycode_conform.account.fault_answers import Table
from punycode_conform.faults import FAULTS, Codec, together
from punycode_conform.run import failures as explained
from punycode_conform.run.plan import plan
from punycode_conform.run.report import Cause
from punycode_conform.run.result import CaseResult, LawResult, Result, judge_law
from punycode_conform.suite import corpus
from punycode_conform.suite.choices import Choices, Facts
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.laws import Breach, round_trip
from punycode_conform.suite.oracle import expect
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned
from punycode_conform.suite.vector import Case, cases
from punycode_conform.suite.verdict import BAD, judge
from punycode_conform.targets.local import Local

_ANY = Choices()


class Answer(NamedTuple):
    """What a codec did with a call, and what the oracle says about it."""

    call: Call
    outcome: Outcome
    facts: Facts


@functools.cache
def short_cases() -> list[Case]:
    """A third of the suite's short cases, since each test asks all of them."""
    every = cases([vector for vector in corpus.suite().vectors if vector.layer == "punycode"])
    return [case for case in every if len(case.call.input) <= 64][::3] + [
        case for case in every if case.vector.clause == "6.2" and len(case.call.input) <= 8
    ]


def answers(judged: Codec) -> list[Answer]:
    asked = {case.call: case.facts for case in short_cases()}
    calls = list(asked)
    asker = Local(judged.encode, judged.decode, "punycode_conform")
    return [Answer(calls[index], outcome, asked[calls[index]]) for index, outcome in asker.ask(calls)]


def results(answers: Iterable[Answer], choices: Choices = _ANY) -> list[Result]:
    """The results of some answers, each with its number as its id."""
    vectors = {case.call: case.vector for case in short_cases()}
    made = list[Result]()
    for number, (call, outcome, facts) in enumerate(answers):
        expectation, bug = expect(facts, choices), vectors[call].bug or "" if call in vectors else ""
        judgement = judge(expectation, outcome, call.operation)
        made.append(CaseResult(str(number), call, expectation, outcome, judgement, "", bug))
    return made


def causes(answers: Iterable[Answer]) -> list[Cause]:
    every = list(answers)
    return causes_of(results(every), evidence(every))


def causes_of(results: list[Result], evidence: Evidence, table: Table | None = None) -> list[Cause]:
    return explained.causes(results, evidence, table or Table.read())


def evidence(answers: Iterable[Answer]) -> Evidence:
    seen = Evidence()
    for call, outcome, facts in answers:
        seen.take(call, outcome)
        seen.facts[call] = facts
    return seen


def failures(judged: Iterable[Answer]) -> list[Answer]:
    return [
        Answer(call, outcome, facts)
        for call, outcome, facts in judged
        if judge(expect(facts, Choices()), outcome, call.operation).verdict in BAD
    ]


def named(found: Iterable[Cause]) -> list[str]:
    return [one.fault for one in found]


class Sides:
    """The encoder of one fault and the decoder of another."""

    def __init__(self, encoder: str, decoder: str) -> None:
        self.encode = FAULTS[encoder].make().encode
        self.decode = FAULTS[decoder].make().decode


@pytest.mark.parametrize("name", ["base-35", "leading-delimiter-consumed", "surrogates-dropped", "all-ascii-unchanged"])
def test_a_fault_is_named_as_the_cause_of_its_own_failures(name: str) -> None:
    found = causes(answers(FAULTS[name].make()))

    assert named(found) == [name]
    assert found[0].explains == found[0].failed > 0
    assert (found[0].says, found[0].clause) == (FAULTS[name].says, FAULTS[name].clause)


def test_an_encoder_and_a_decoder_that_are_both_wrong_are_both_named() -> None:
    judged = answers(Sides("all-ascii-unchanged", "surrogates-dropped"))
    found = {one.operation: one for one in causes(judged)}

    assert {side: one.fault for side, one in found.items()} == {
        "encode": "all-ascii-unchanged",
        "decode": "surrogates-dropped",
    }
    assert [one.explains for one in found.values()] == [one.failed for one in found.values()]
    assert sum(one.failed for one in found.values()) == len(failures(judged))
    assert min(one.left for one in found.values()) == 0


def with_snowmen(given: list[Answer], places: Iterable[int]) -> list[Answer]:
    """Some answers, of which those at some places are wrong in a manner of no fault."""
    odd = {*places}
    return [one._replace(outcome=Returned((0x2603,))) if i in odd else one for i, one in enumerate(given)]


def test_what_a_fault_explains_is_named_and_the_rest_is_said_to_be_left() -> None:
    given = answers(FAULTS["signed-comparison"].make())
    wrong = failures(given)
    valid = [i for i, one in enumerate(given) if one.facts.value and one.call.operation is Operation.DECODE]
    (found,) = causes(with_snowmen(given, valid[:3]))

    assert (found.fault, found.explains, found.failed) == ("signed-comparison", len(wrong), len(wrong) + 3)
    assert found.left == 3


@pytest.mark.parametrize("name", ["ascii-refused", "capitals-refused", "hyphens-refused"])
def test_a_refusal_is_no_evidence_where_much_else_is_refused_too(name: str) -> None:
    given = answers(FAULTS[name].make())
    valid = [i for i, one in enumerate(given) if one.facts.value and one.call.operation is Operation.ENCODE]
    places = [i for i in valid if not isinstance(given[i].outcome, Rejected)][: len(failures(given)) + 1]
    more = [one._replace(outcome=Rejected()) if i in places else one for i, one in enumerate(given)]

    assert named(causes(given)) == [name]
    assert causes(more) == []


def several(*names: str) -> list[Answer]:
    """The answers of a codec with several faults: to each call that of the first fault which is wrong there."""
    right = answers(codec)
    each = [answers(FAULTS[name].make()) for name in names]
    wrong = [{one.call for one in failures(given)} for given in each]
    return [
        next((given[i] for given, bad in zip(each, wrong, strict=True) if one.call in bad), one)
        for i, one in enumerate(right)
    ]


def test_several_faults_in_one_decoder_are_all_named_and_a_call_of_two_is_counted_once() -> None:
    names = ["surrogates-dropped", "beyond-becomes-fffd", "leading-delimiter-consumed"]
    given = several(*names)
    found = causes(given)

    assert {*named(found)} == {*names}
    assert sum(len(one.cases) for one in found) == len(failures(given))
    assert found[-1].left == 0


def test_several_faults_that_act_on_one_call_are_named_together() -> None:
    names = ["unknown-is-0", "truncated-delta-ends", "leading-delimiter-consumed"]
    both = together(FAULTS[name] for name in names)
    given = answers(both)
    found = causes(given)
    alone = {one.call for name in names for one in failures(answers(FAULTS[name].make()))}

    assert {one.call for one in failures(given)} - alone  # some calls need two of them
    assert {*named(found)} == {*names}
    assert found[0].together
    assert {*found[0].together} <= {*found[0].cases}
    assert all(not one.together for one in found[1:])
    assert found[-1].left == 0


def test_a_part_of_a_mistake_that_is_not_known_is_not_named() -> None:
    # Every character that is no digit is worth 0, but for half of them, which are worth 1.
    one, other = (answers(FAULTS[name].make()) for name in ("unknown-is-0", "unknown-is-35"))
    mixed = [a if sum(a.call.input) % 3 else b for a, b in zip(one, other, strict=True)]

    assert causes(mixed) == []


def lawful(given: Iterable[Answer], refused: Callable[[Answer], bool]) -> list[Answer]:
    """The answers of a codec that refuses more, as a choice allows."""
    return [one._replace(outcome=Rejected()) if refused(one) else one for one in given]


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("beyond-becomes-fffd", lambda one: one.facts.beyond and len(one.call.input) % 2),
        ("leading-delimiter-consumed", lambda one: one.facts.surrogate),
        ("signed-comparison", lambda one: one.facts.length > 59),
        ("figures-from-22", lambda one: one.facts.surrogate or one.facts.bits > 31),
    ],
)
def test_what_a_target_refuses_by_choice_does_not_speak_against_a_fault(
    name: str, refused: Callable[[Answer], bool]
) -> None:
    found = causes(lawful(answers(FAULTS[name].make()), refused))

    assert named(found) == [name]
    assert found[0].left == 0


@pytest.mark.slow
def test_one_operation_may_be_explained_and_the_other_not() -> None:
    judged = [
        Answer(call, Returned((0x2603,)) if call.operation is Operation.DECODE else outcome, facts)
        for call, outcome, facts in answers(FAULTS["all-ascii-unchanged"].make())
    ]
    (found,) = causes(judged)

    assert (found.fault, found.operation) == ("all-ascii-unchanged", "encode")
    assert found.left == len(failures(judged)) - found.explains > 0


@pytest.mark.slow
def test_a_fault_of_state_is_named_where_it_goes_wrong_in_the_same_calls() -> None:
    asked = plan(corpus.suite().vectors, layer="punycode")
    calls = [asked.asked[index].call for part in asked.order for index in part]

    def named_after(first: int) -> list[str]:
        wrong = FAULTS["hundredth-call-wrong"].make()
        outcomes = Local(wrong.encode, wrong.decode, "punycode_conform").ask(calls[first:])
        return named(causes(Answer(calls[first + at], out, asked.facts[calls[first + at]]) for at, out in outcomes))

    assert named_after(0) == ["hundredth-call-wrong"]
    assert named_after(7) == []


@pytest.mark.parametrize("name", ["first-call-wrong", "wrong-after-empty"])
def test_a_single_wrong_answer_tells_of_no_state(name: str) -> None:
    right = answers(codec)
    (place,) = [index for index, (call, _, _) in enumerate(right) if call == Call(Operation.ENCODE, (0x30,))] or [0]
    call, outcome, facts = right[place]
    assert isinstance(outcome, Returned)
    wrong = Answer(call, Returned(outcome.value[:-1]), facts)

    assert name not in named(causes([*right[:place], wrong, *right[place + 1 :]]))
    assert name not in named(causes([wrong, *right[:place], *right[place + 1 :]]))


def test_a_fault_that_is_wrong_where_the_target_is_right_is_not_named() -> None:
    everything = answers(FAULTS["base-35"].make())
    # A codec that is wrong in one call alone, and there as one with a wrong base would be.
    correct = {call: outcome for call, outcome, _ in answers(FAULTS["leading-delimiter-consumed"].make())}
    wrong = next(call for call, outcome, _ in everything if outcome != correct[call])
    mixed = [Answer(call, outcome if call == wrong else correct[call], facts) for call, outcome, facts in everything]

    assert "base-35" not in named(causes(mixed))


def test_a_sound_target_resembles_no_fault() -> None:
    assert causes(answers(codec)) == []


def test_a_cause_has_the_ids_of_the_failures_that_it_explains_and_of_the_laws_that_break_with_them() -> None:
    given = answers(Sides("all-ascii-unchanged", "leading-delimiter-consumed"))
    judged = results(given)
    calls = {one.id: one.call for one in judged if isinstance(one, CaseResult)}
    wrong = next(calls[one.id] for one in judged if one.verdict in BAD and calls[one.id].operation is Operation.ENCODE)
    other = Call(Operation.DECODE, (0x2603,))
    both, one = ((Breach((wrong,), ""), Breach((other,), "")), (Breach((other, wrong), ""),))
    laws = [LawResult(name, round_trip, b, len(b), judge_law(round_trip, b, relevant=True, strict=False))
            for name, b in (("law/both", both), ("law/one", one))]  # fmt: skip
    found = {one.operation: one for one in causes_of([*judged, *laws], evidence(given))}

    assert [len(one.cases) for one in found.values()] == [
        one.explains + (one.operation == "encode") for one in found.values()
    ]
    assert found["encode"].cases[-1] == "law/one"
    assert {calls[case].operation.value for case in found["decode"].cases} == {"decode"}
    assert {*found["encode"].cases[:-1], *found["decode"].cases} == {one.id for one in judged if one.verdict in BAD}


def test_a_fault_of_both_sides_is_named_for_one_only_if_what_it_says_is_true_there() -> None:
    wraps, stripped = FAULTS["wraps-32"], FAULTS["prefix-stripped"]
    found = causes(answers(wraps.alone("decode")))
    # The fault that remains says that the encoder writes a prefix.
    given = answers(stripped.make())
    known = Table.read()
    rest = Table(known.calls, {name: sides for name, sides in known.rows.items() if name != stripped.name})

    assert [(cause.fault, cause.says) for cause in found] == [("wraps-32", "All integers wrap at 32 bits, in decode.")]
    assert named(causes(given)) == ["prefix-stripped"]
    assert "prefix-both-ways" not in named(causes_of(results(given), evidence(given), rest))


def test_what_fails_only_for_a_declared_choice_has_no_fault_as_its_cause() -> None:
    # The reference codec takes surrogates, as RFC 3492 allows; that one was promised to refuse them is no fault of it.
    given = answers(codec)
    judged = results(given, Choices().declare("surrogates", "reject"))

    assert any(result.verdict in BAD for result in judged)
    assert causes_of(judged, evidence(given)) == []
