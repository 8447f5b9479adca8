"""Observations: conditions that are found, and what is kept silent."""

import itertools
from collections.abc import Callable, Sequence

import pytest

from punycode_conform.codec import decode, encode
from punycode_conform.observation.finding import Answer
from punycode_conform.observation.history import dependence
from punycode_conform.observation.observation import observations
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
    return [one.says for one in observations(answers, {}, ask, ask, lambda: False)]


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
    assert found.says == (
        "Encode of U+0042 U+00DC is right as the first call of a process, and wrong after encode of U+0062 U+00FC."
    )
    assert found.calls == set(failed)


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
