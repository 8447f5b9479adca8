"""The check, with faulty codecs and with right ones."""

from collections.abc import Callable, Sequence

import pytest

from punycode_conform.faults import CONTROLS, FAULTS, Codec
from punycode_conform.run.check import Check, Problem
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Call, Outcome, Rejected, TimedOut
from punycode_conform.targets.pool import Local

from ..suite.answers import decode, encode


def asking(codec: Codec) -> Callable[[Sequence[Call]], list[Outcome | None]]:
    target = Local(codec.encode, codec.decode, "punycode_conform")
    return lambda calls: [outcome for _, outcome in target.ask(calls)]


def problems(name: str, cases: Sequence[Call]) -> list[Problem]:
    """The problems of a fault."""
    return list(Check(Choices()).batch(cases, asking(FAULTS[name].make())))


@pytest.mark.parametrize(
    ("fault", "call", "kind", "laws"),
    [
        ("leading-delimiter-consumed", decode("-a"), "accepted", {"round-trip", "decode-uniqueness"}),
        ("truncated-delta-ends", decode("ab-0"), "accepted", None),
        ("10ffff-refused", decode("dn32g"), "refused", set()),
        ("upper-case-refused", decode("TDA"), "refused", {"case-blind-digits"}),
        ("each-once", encode("üü"), "wrong", None),
        ("index-error", decode("-"), "crash", set()),
        ("all-ascii-unchanged", encode("abc"), "wrong", None),
    ],
)
def test_each_kind_of_problem_is_seen(fault: str, call: Call, kind: str, laws: set[str] | None) -> None:
    (found,) = [problem for problem in problems(fault, [call]) if problem.calls == (call,)]

    assert found.kind == kind
    assert laws is None or set(found.laws) == laws


def test_an_answer_that_depends_on_the_last_keystroke_is_seen() -> None:
    sound = asking(CONTROLS["reference-codec"].make())

    def ask(calls: Sequence[Call]) -> list[Outcome | None]:
        asked = zip([decode(""), *calls], calls, sound(calls), strict=False)
        return [Rejected() if call.input == before.input[:-1] else answer for before, call, answer in asked]

    calls = [encode(f"bücher{letter}{letter}") for letter in "abcdefghijklmnop"]
    found = Check(Choices()).batch(calls, ask)

    assert [(problem.kind, problem.calls[0]) for problem in found] == [("refused", encode("bücherp"))]


def test_a_codec_that_takes_both_sides_of_a_choice_is_incoherent() -> None:
    found = problems("low-surrogates-refused", [encode("\ud800"), encode("\udc00")])

    assert [(problem.kind, len(problem.calls)) for problem in found] == [("coherence", 2)]


@pytest.mark.parametrize(
    ("choice", "side", "text", "kind"),
    [("surrogates", "reject", "\ud800", "accepted"), ("digit-case", "upper", "ü", "wrong")],
)
def test_a_declared_choice_makes_the_expectation_hard(choice: str, side: str, text: str, kind: str) -> None:
    check, ask = Check(Choices().declare(choice, side)), asking(CONTROLS["reference-codec"].make())

    assert [problem.kind for problem in check.batch([encode(text)], ask)][:1] == [kind]


def test_a_second_answer_that_differs_is_instability() -> None:
    sound = asking(CONTROLS["reference-codec"].make())
    asked: set[Call] = set()

    def ask(calls: Sequence[Call]) -> list[Outcome | None]:
        made = [Rejected() if call in asked else answer for call, answer in zip(calls, sound(calls), strict=True)]
        asked.update(calls)
        return made

    found = list(Check(Choices()).batch([encode("a" * n) for n in range(32)], ask))

    assert {problem.kind for problem in found} == {"stability"}


def test_a_hang_is_a_problem_also_where_a_refusal_is_due() -> None:
    found = Check(Choices()).batch([decode("-")], lambda calls: [TimedOut(5.0) for _ in calls])

    assert [problem.kind for problem in found] == ["timeout"]
