"""Which faults are named as the cause of a target's failures, and which are not."""

import functools
from collections.abc import Callable, Iterable, Iterator, Sequence

import pytest

from punycode_conform import codec
from punycode_conform.account.answers import Answer
from punycode_conform.account.causes import LikelyCause, likely_causes
from punycode_conform.account.fault_answers import Table
from punycode_conform.faults import FAULTS, Codec, Fault, together
from punycode_conform.run.plan import plan
from punycode_conform.suite import corpus
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.oracle import expect
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned, Unsupported
from punycode_conform.suite.vector import Case, cases
from punycode_conform.suite.verdict import BAD, judge
from punycode_conform.targets.pool import Local

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE


@functools.cache
def asked() -> list[Case]:
    """A third of the suite's short cases, since each test asks all of them."""
    every = cases([vector for vector in corpus.suite().vectors if vector.layer == "punycode"])
    chosen = [case for case in every if len(case.call.input) <= 64][::3] + [
        case for case in every if case.vector.clause == "6.2" and len(case.call.input) <= 8
    ]
    return list({case.call: case for case in chosen}.values())


def answered(answer: Answer, outcome: Outcome, choices: Choices | None = None) -> Answer:
    """Another outcome of a call."""
    expectation = expect(answer.facts, choices or Choices())
    failed = judge(expectation, outcome, answer.call.operation).verdict in BAD
    return answer._replace(outcome=outcome, failed=failed)


def answers(judged: Codec, some: Sequence[Case] = ()) -> list[Answer]:
    chosen = list(some or asked())
    outcomes = Local(judged.encode, judged.decode, "punycode_conform").ask([case.call for case in chosen])
    empty = (Answer(str(at), chosen[at].call, outcome, chosen[at].facts, False) for at, outcome in outcomes)
    return [answered(answer, answer.outcome) for answer in empty]


def of_fault(name: str) -> list[Answer]:
    return answers(FAULTS[name].make())


def causes(given: Sequence[Answer], table: Table | None = None) -> list[LikelyCause]:
    def ask(faults: Sequence[Fault], calls: Sequence[Call]) -> Iterator[Outcome]:
        both = together(faults)
        return (outcome for _, outcome in Local(both.encode, both.decode, "punycode_conform").ask(calls))

    return likely_causes(given, table or Table.read(), ask, stable=False)


def named(given: Sequence[Answer], table: Table | None = None) -> list[str]:
    return [cause.fault.name for cause in causes(given, table)]


def failed(given: Iterable[Answer]) -> list[str]:
    return [answer.id for answer in given if answer.failed]


@pytest.mark.parametrize("name", ["base-35", "leading-delimiter-consumed", "surrogates-dropped", "all-ascii-unchanged"])
def test_a_fault_is_named_as_the_cause_of_its_own_failures(name: str) -> None:
    given = of_fault(name)
    (cause,) = causes(given)
    wide = [answered(one, Returned(one.facts.value or ())) for one in given if isinstance(one.outcome, Unsupported)]

    assert (cause.fault.name, cause.says) == (name, FAULTS[name].says)
    assert len(cause.explained) == cause.failed > 0
    assert named([*wide, *given]) == [name] * bool(wide)  # of a codec that also takes what no string of Python holds


@pytest.mark.parametrize("name", ["ascii-refused", "capitals-refused", "hyphens-refused"])
def test_a_refusal_is_no_evidence_where_much_else_is_refused_too(name: str) -> None:
    given = of_fault(name)
    valid = [one.id for one in given if one.facts.value and one.call.operation is ENCODE and not one.failed]
    refused = {*valid[: len(failed(given)) + 1]}

    assert named(given) == [name]
    assert named([answered(one, Rejected()) if one.id in refused else one for one in given]) == []


@pytest.mark.parametrize(
    "names",
    [
        ("surrogates-dropped", "beyond-becomes-fffd", "leading-delimiter-consumed"),
        ("unknown-is-0", "truncated-delta-ends", "leading-delimiter-consumed"),  # some calls need two of them
    ],
)
def test_several_faults_are_all_named_and_a_call_of_two_is_counted_once(names: Sequence[str]) -> None:
    given = answers(together(FAULTS[name] for name in names))
    found = causes(given)
    alone = {name for fault in names for name in failed(of_fault(fault))}

    assert {cause.fault.name for cause in found} == {*names}
    assert sum(len(cause.cases) for cause in found) == len(failed(given))
    assert found[-1].left == 0
    assert bool(found[0].together) == bool({*failed(given)} - alone)
    assert {*found[0].together} <= {*found[0].cases}


def test_a_part_of_a_mistake_that_is_not_known_is_not_named() -> None:
    # Every character that is no digit is worth 0, but for half of them, which are worth 1.
    one, other = of_fault("unknown-is-0"), of_fault("unknown-is-35")

    assert named([a if sum(a.call.input) % 3 else b for a, b in zip(one, other, strict=True)]) == []


@pytest.mark.parametrize(
    ("name", "refused"),
    [
        ("beyond-becomes-fffd", lambda one: one.facts.beyond and max(one.facts.value) > 0x1FFFFF),
        ("leading-delimiter-consumed", lambda one: one.facts.surrogate),
        ("figures-from-22", lambda one: one.facts.surrogate or one.facts.bits > 31),
    ],
)
def test_a_refusal_by_choice_does_not_speak_against_a_fault(name: str, refused: Callable[[Answer], bool]) -> None:
    (cause,) = causes([answered(one, Rejected()) if refused(one) else one for one in of_fault(name)])

    assert (cause.fault.name, cause.left) == (name, 0)


def test_refusals_that_no_limit_explains_speak_against_a_fault_of_what_may_be_refused() -> None:
    given = of_fault("wraps-32")
    wider = [answered(one, Rejected()) if one.facts.value and 32 < one.facts.bits <= 62 else one for one in given]

    assert (named(given), bool(failed(wider)), "wraps-32" in named(wider)) == (["wraps-32"], True, False)


@pytest.mark.slow
def test_a_fault_of_state_is_named_where_it_goes_wrong_in_the_same_calls() -> None:
    planned = plan(corpus.suite().vectors, layer="punycode")
    chosen = [planned.asked[index] for part in planned.order for index in part]
    wrong = FAULTS["hundredth-call-wrong"]

    assert named(answers(wrong.make(), chosen)) == ["hundredth-call-wrong"]
    assert named(answers(wrong.make(), chosen[7:])) == []


def test_a_single_wrong_answer_tells_of_no_state_and_of_no_fault_that_is_wrong_elsewhere() -> None:
    right = answers(codec)
    first, rest = right[0], right[1:]
    assert isinstance(first.outcome, Returned)
    wrong = answered(first, Returned(first.outcome.value[:-1]))
    base = of_fault("base-35")
    (at, *_) = [at for at, answer in enumerate(base) if answer.failed]

    assert not {"first-call-wrong", "wrong-after-empty"} & {*named([wrong, *rest]), *named([*rest, wrong])}
    assert "base-35" not in named([*right[:at], base[at], *right[at + 1 :]])


def test_a_right_target_and_a_choice_that_it_does_not_keep_have_no_cause() -> None:
    # The reference codec takes surrogates, as RFC 3492 allows; that one was promised to refuse them is no fault of it.
    right, strict = answers(codec), Choices().declare("surrogates", "reject")
    broken = [answered(answer, answer.outcome, strict) for answer in right]

    assert failed(broken)
    assert named(right) == named(broken) == []


def test_a_fault_of_both_sides_is_named_for_one_only_if_what_it_says_is_true_there() -> None:
    table, stripped = Table.read(), of_fault("prefix-stripped")
    # The fault that remains says that the encoder writes a prefix.
    rest = Table(table.calls, {name: sides for name, sides in table.rows.items() if name != "prefix-stripped"})
    (cause,) = causes(answers(FAULTS["wraps-32"].alone("decode")))

    assert (cause.fault.name, cause.says) == ("wraps-32", "Integers wrap at 32 bits, in decode.")
    assert named(stripped) == ["prefix-stripped"]
    assert "prefix-both-ways" not in named(stripped, rest)
