"""Which faults are named as the cause of a target's failures, and which are not."""

import functools
from collections.abc import Iterable

import pytest

from punycode_conform import codec
from punycode_conform.codec.faults import FAULTS, Codec
from punycode_conform.engine.diagnosis import Answer, likenesses
from punycode_conform.engine.report import Likeness
from punycode_conform.suite import corpus
from punycode_conform.suite.outcome import Returned
from punycode_conform.suite.vector import Case, cases
from punycode_conform.target.local import Local


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
    return [(calls[index], outcome, asked[calls[index]]) for index, outcome in asker.ask(calls)]


def named(found: Iterable[Likeness]) -> list[str]:
    return [one.fault for one in found]


class Sides:
    """The encoder of one fault and the decoder of another."""

    def __init__(self, encoder: str, decoder: str) -> None:
        self.encode = FAULTS[encoder].make().encode
        self.decode = FAULTS[decoder].make().decode


@pytest.mark.parametrize("name", ["base-35", "leading-delimiter-consumed", "surrogates-dropped", "all-ascii-unchanged"])
def test_a_fault_is_named_as_the_cause_of_its_own_failures(name: str) -> None:
    found = likenesses(answers(FAULTS[name].make()))

    assert named(found) == [name]
    assert found[0].explains == found[0].failed > 0
    assert (found[0].says, found[0].clause) == (FAULTS[name].says, FAULTS[name].clause)


def test_two_faults_at_once_are_both_named() -> None:
    found = likenesses(answers(Sides("all-ascii-unchanged", "surrogates-dropped")))

    assert sorted(named(found)) == ["all-ascii-unchanged", "surrogates-dropped"]
    assert sum(one.explains for one in found) == found[0].failed


def test_a_fault_that_is_wrong_where_the_target_is_right_is_not_named() -> None:
    everything = answers(FAULTS["base-35"].make())
    # A codec that is wrong in one call alone, and there as one with a wrong base would be.
    correct = {call: outcome for call, outcome, _ in answers(FAULTS["leading-delimiter-consumed"].make())}
    wrong = next(call for call, outcome, _ in everything if outcome != correct[call])
    mixed = [(call, outcome if call == wrong else correct[call], facts) for call, outcome, facts in everything]

    assert "base-35" not in named(likenesses(mixed))


def test_nothing_is_named_for_failures_of_an_unknown_kind() -> None:
    snowman = Returned((0x2603,))

    assert likenesses([(call, snowman, facts) for call, _, facts in answers(codec)]) == []


def test_a_sound_target_resembles_no_fault() -> None:
    assert likenesses(answers(codec)) == []
