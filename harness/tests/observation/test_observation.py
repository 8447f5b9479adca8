"""Observations: conditions that are found, and what is kept silent."""

from collections.abc import Callable, Sequence

import pytest

from punycode_conform.codec import decode, encode
from punycode_conform.observation.observation import Answer, observations
from punycode_conform.suite import corpus
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned
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

    answers: list[Answer] = []
    for case in cases([one for one in corpus.suite().vectors if one.layer == "punycode"])[::8]:
        value = case.facts.value
        if value is None or max((*case.call.input, *value), default=0) > 0x10FFFF:
            continue
        outcome = answer(case.call)
        text = case.call.input if case.call.operation is ENCODE else value
        answers.append(Answer(case.call, text, outcome, not case.facts.met_by(outcome)))
    return [one.says for one in observations(answers, ask, lambda: False)]


def refuses(text: str, when: bool) -> str:
    """The text, or a refusal."""
    if when:
        raise ValueError
    return text


@pytest.mark.parametrize(
    ("encoder", "decoder", "condition"),
    [
        (
            lambda text: encode(text)[:63],
            decode,
            "Encode gives a wrong result exactly when the encoded form has more than 63 characters.",
        ),
        (
            encode,
            lambda text: decode(text).replace("\u0000", ""),
            "Decode gives a wrong result exactly when the text has U+0000.",
        ),
        (
            lambda text: encode(refuses(text, max(text, default="") > "\uffff")),
            decode,
            "Encode refuses valid input exactly when the text has more than 0 code points above U+FFFF.",
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


def test_what_no_short_rule_explains_is_not_explained() -> None:
    assert said(lambda text: encode(text) + "a" * (sum(map(ord, text)) % 7 == 0)) == []
