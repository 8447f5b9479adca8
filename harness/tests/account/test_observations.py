"""Observations: conditions that are found, and what is kept silent."""

import itertools
from collections.abc import Callable, Sequence

import pytest

from punycode_conform.account.history import dependence
from punycode_conform.account.observations import Asked, acceptances, observations
from punycode_conform.codec import decode, encode
from punycode_conform.suite import corpus
from punycode_conform.suite.choices import Facts
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned
from punycode_conform.suite.vector import cases

Codec = Callable[[str], str]
ENCODE, DECODE = Operation.ENCODE, Operation.DECODE


def said(encoder: Codec = encode, decoder: Codec = decode) -> list[str]:
    """The observations on a codec, whose answers to every eighth vector of Unicode text are the run's."""

    def ask(calls: Sequence[Call]) -> list[Outcome | None]:
        return [answer(call) for call in calls]

    def answer(call: Call) -> Outcome:
        codec = encoder if call.operation is ENCODE else decoder
        try:
            return Returned(tuple(map(ord, codec("".join(map(chr, call.input))))))
        except ValueError:
            return Rejected()

    answers: list[Asked] = []
    for case in cases([one for one in corpus.suite().vectors if one.layer == "punycode"])[::8]:
        value = case.facts.value
        if value is None or max((*case.call.input, *value), default=0) > 0x10FFFF:
            continue
        outcome = answer(case.call)
        answers.append(Asked(case.call, case.facts, outcome, not case.facts.met_by(outcome)))
    return [one.says for one in observations(answers, {}, {}, ask=ask, fresh=ask, over=lambda: False)]


def refuses(text: str, when: bool) -> str:
    """The text, or a refusal."""
    if when:
        raise ValueError
    return text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoder", "decoder", "condition"),
    [
        (
            lambda text: encode(text)[:63],
            decode,
            "Encode gives a wrong result exactly when the encoded form has more than 63 characters. "
            "The answer is the right one, cut after 63 characters.",
        ),
        (
            encode,
            lambda text: decode(text).replace("\u0000", ""),
            "Decode gives a wrong result exactly when the text has U+0000. "
            "The answer is that for another text: U+0000 is left out.",
        ),
        (
            lambda text: encode(refuses(text, max(text, default="") > "\uffff")),
            decode,
            "Encode refuses valid input exactly when the text has a code point from U+10000 to U+10FFFF.",
        ),
        (
            lambda text: encode(refuses(text, text[-1:] == "-")),
            decode,
            "Encode refuses valid input exactly when the text ends with a hyphen.",
        ),
    ],
)
def test_a_condition_is_found(encoder: Codec, decoder: Codec, condition: str) -> None:
    assert said(encoder, decoder) == [condition]


def test_a_right_codec_has_none() -> None:
    assert said() == []


def test_what_depends_on_chance_is_not_explained() -> None:
    calls = iter(range(1_000_000))

    assert said(lambda text: encode(text) + "a" * (next(calls) % 5 == 0)) == []


def test_what_no_short_rule_explains_has_no_condition() -> None:
    found = said(lambda text: encode(text) + "a" * (sum(map(ord, text)) % 7 == 0))

    assert found == ["Encode gives a wrong result. Something follows the right answer."]


def test_a_call_that_is_right_alone_is_put_down_to_the_one_before() -> None:
    def fresh(calls: Sequence[Call]) -> list[Outcome]:
        cached: dict[str, str] = {}
        return [Returned(tuple(map(ord, cached.setdefault(text.lower(), encode(text))))) for text in map(_text, calls)]

    calls = [Call(ENCODE, tuple(map(ord, text))) for text in ("x", "bü", "y", "BÜ", "Bü", "Z")]
    seen: dict[Call, Outcome] = dict(zip(calls, fresh(calls), strict=True))
    failed = {call: seen[call] for call in calls[3:5]}

    found = dependence(failed, seen, fresh, lambda: False)

    assert found is not None
    assert found[0] == (
        "Encode of U+0042 U+00DC is right as the first call of a process, and wrong after encode of U+0062 U+00FC."
    )
    assert found[2] == set(failed)


def test_a_right_answer_is_not_put_down_to_a_call_before() -> None:
    call = Call(ENCODE, (0xFC,))
    right: Outcome = Returned(tuple(map(ord, encode("ü"))))

    assert dependence({call: right}, {}, lambda calls: [right for _ in calls], lambda: False) is None


def test_answers_of_chance_are_not_put_down_to_a_call_before() -> None:
    calls = [Call(ENCODE, (0x61, 0xFC, at)) for at in range(0x100, 0x110)]
    wrong: Outcome = Returned((0x61,))
    again = itertools.cycle([wrong, Returned(tuple(map(ord, encode("aü")))), Rejected()])

    assert (
        dependence(dict.fromkeys(calls, wrong), {}, lambda calls: [next(again) for _ in calls], lambda: False) is None
    )


def _text(call: Call) -> str:
    return "".join(map(chr, call.input))


TAKEN, REFUSED, CRASHED = Returned((0x61,)), Rejected(), Crashed("IndexError: 7")


def accepted(reason: str, *answers: tuple[str, Outcome]) -> list[str]:
    """What is observed of answers to input that must be refused for one reason."""
    calls = [(Call(DECODE, tuple(map(ord, text))), outcome) for text, outcome in answers]
    return [one.says for one in acceptances([Asked(call, Facts(None, reason), out, True) for call, out in calls])]


@pytest.mark.parametrize(
    ("reason", "answers", "says"),
    [
        ("truncated", [("b", TAKEN), ("bb", TAKEN), ("x-b", TAKEN)],
         ["Decode accepts all input that ends inside a delta (6.2)."]),
        ("truncated", [("b", CRASHED), ("bb", CRASHED), ("x-b", CRASHED)],
         ["Decode crashes on all input that ends inside a delta (6.2)."]),
        ("bad-digit", [("_a", TAKEN), ("a_", TAKEN), ("tda_", TAKEN), ("t_", REFUSED), ("!", REFUSED)],
         ["Decode accepts input with characters that are no digits (6.2): U+005F."]),
        ("bad-digit", [("_a", TAKEN), ("!a", TAKEN), ("a*a", TAKEN), ("!", REFUSED)],
         ["Decode accepts input with characters that are no digits (6.2): all 3 that were tried."]),
        ("truncated", [("b", TAKEN), ("bb", TAKEN), ("x-b", TAKEN), ("y", REFUSED)], []),
        ("truncated", [("b", TAKEN), ("bb", TAKEN)], []),
    ],
)  # fmt: skip
def test_input_that_is_not_refused_is_named(reason: str, answers: list[tuple[str, Outcome]], says: list[str]) -> None:
    assert accepted(reason, *answers) == says
