"""Observations: conditions that are found, the step at which wrong results agree, and what is kept silent."""

import itertools
import operator
import random
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from string import digits, printable
from typing import Any

import pytest

from punycode_conform.account.answers import Answer, acceptances, dependence
from punycode_conform.account.observations import agreement, misreadings, observations
from punycode_conform.account.search import Sample
from punycode_conform.codec import decode, encode
from punycode_conform.codec.trace import encoding
from punycode_conform.faults.malleable import Malleable, spread
from punycode_conform.faults.misreadings import _first_for, _k_kept, _reduced, every
from punycode_conform.suite import corpus
from punycode_conform.suite.choices import Choices, Facts
from punycode_conform.suite.oracle import expect, light_facts
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned
from punycode_conform.suite.vector import cases
from punycode_conform.suite.verdict import BAD, judge

from ..suite.answers import points

Codec = Callable[[str], str]
ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
TEXTS = (
    *("bücher", "mañana", "Ünï-ß", "straße", "ßß", "日本語", "3年B組", "aßb\u0131", "ελληνικά", "İstanbul", "ﬁx ﬁ"),
    *("Düsseldorf", "北京", "ÀÉÎ", "\U0001f4a9x", "ζήτα-ß", "ab\U00010000", "你好世界", "пример", "a\U000e0001b"),
)
RUN = "In the cases of this run, encode"
ANOTHER = "The answer is that for another text"
WRONG, REFUSES = f"{RUN} is wrong exactly when", f"{RUN} refuses valid input exactly when"
MARKS = {0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)}


def outcome(codec: Codec, call: Call) -> Outcome:
    try:
        return Returned(points(codec("".join(map(chr, call.input)))))
    except ValueError:
        return Rejected()


def said(encoder: Codec = encode) -> list[str]:
    """The observations on a codec, whose answers to every second vector of Unicode text are the run's."""

    def ask(calls: Sequence[Call]) -> list[Outcome | None]:
        return [outcome(encoder if call.operation is ENCODE else decode, call) for call in calls]

    answers: list[Answer] = []
    for case in cases([vector for vector in corpus.suite().vectors if vector.layer == "punycode"][::2]):
        value = case.facts.value
        if value is not None and max((*case.call.input, *value), default=0) <= 0x10FFFF:
            (answer,) = ask([case.call])
            assert answer
            failed = judge(expect(case.facts, Choices()), answer, case.call.operation).verdict in BAD
            answers.append(Answer(case.id, case.call, answer, case.facts, failed))
    return [one.says for one in observations(answers, {}, {}, ask=ask, fresh=ask, over=lambda: False)]


def scripts(text: str) -> set[str]:
    """The scripts of the letters of a text."""
    return {unicodedata.name(c, "").partition(" ")[0] for c in text if c.isalpha()}


def refuses(text: str, when: bool) -> str:
    """The text, or a refusal."""
    if when:
        raise ValueError
    return text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("encoder", "condition"),
    [
        (lambda text: encode(text)[:63],
         f"{WRONG} the encoded form has more than 63 characters. The answer is the right one, cut after 63 characters."),
        (lambda text: encode(refuses(text, max(text, default="") > "\uffff")),
         f"{REFUSES} the text has a code point from U+10000 to U+10FFFF."),
        # A refusal that a choice allows is evidence of nothing, and is mentioned if it contradicts the condition.
        (lambda text: encode(refuses(text, len(encode(text)) in (70, 80))) + "a" * (len(encode(text)) > 63),
         f"{WRONG} the encoded form has more than 63 characters, "
         "apart from refusals that a choice allows. Something follows the right answer."),
        (lambda text: encode(refuses(text, any(ord(c) in MARKS for c in text) or len(encode(text)) > 200)),
         f"{REFUSES} the text has a mark of direction, "
         "apart from refusals that a choice allows."),
        (lambda text: encode(refuses(text, any(ord(c) > 0x7F and ord(c) & 0xFF == 0x2D for c in text))),
         f"{REFUSES} the text has a non-basic code point that is 0x2d modulo 0x100."),
        (lambda text: encode(text) + "a" * (len(scripts(text)) > 1),
         f"{WRONG} the text has letters of more than 1 script. Something follows the right answer."),
        (lambda text: encode(text) + "a" * (not text.isascii() and len(re.split("[^\0-\x7f]", text)[0]) % 8 == 7),
         f"{WRONG} the index of the first non-basic code point is 7 modulo 8. Something follows the right answer."),
        (lambda text: encode(refuses(text, any(step.end - step.start > 4 for step in encoding(points(text)).steps))),
         f"{REFUSES} a delta has more than 4 digits."),
        (lambda text: encode(refuses(text, not set(text) <= {*printable, *filter("\x7f".__lt__, text)})),
         f"{REFUSES} the text has an ASCII control character that is no white space."),
        (lambda text: encode(refuses(text, not {*digits}.isdisjoint(encode(text).rpartition("-")[2]))),
         f'{REFUSES} a digit of a delta is "0" to "9".'),
        (lambda text: encode(refuses(text, any(text.count(c) > 1 for c in text if "\x7f" < c < max(text)))),
         f"{REFUSES} a non-basic code point that is not the greatest occurs more than once."),
        (lambda text: encode(refuses(text, len([c for c in text if text.count(c) > 1 and c > "\u0100"]) > 0)),
         f"{REFUSES} the greatest non-basic code point that comes twice is above U+0100."),
        (lambda text: encode(text) + "a" * (not text[40:].isascii()),
         f"{WRONG} the index of the last non-basic code point is above 39. Something follows the right answer."),
        (lambda text: encode(refuses(text, any(c - 1 in [0x7F, *points(text)] for c in points(text) if c > 0x7F))),
         f"{REFUSES} the text has U+0080 or two non-basic code points that differ by 1."),
        # No condition where one short text contradicts it.
        (lambda text: encode(text) + "a" * (max(text, default="") > "\uffff" and text != "\u0e01\U0001f4a9"),
         "In the cases of this run, wherever encode is wrong, the text has code points above U+FFFF. "
         "Something follows the right answer."),
    ],
)  # fmt: skip
def test_a_condition_is_found(encoder: Codec, condition: str) -> None:
    assert said(encoder) == [condition]


@pytest.mark.slow
def test_a_border_beyond_which_processes_die_is_found_with_few_deaths() -> None:
    deaths = 0

    def ask(calls: Sequence[Call]) -> list[Outcome | None]:
        nonlocal deaths
        died = [call.operation is ENCODE and len("".join(map(chr, call.input)).encode()) > 63 for call in calls]
        deaths += sum(died)
        codecs = {ENCODE: encode, DECODE: decode}
        answers = ((outcome(codecs[call.operation], call), dead) for call, dead in zip(calls, died, strict=True))
        return [Crashed("killed by SIGABRT") if dead else answer for answer, dead in answers]

    every = [case for case in cases(corpus.suite().vectors) if case.vector.layer == "punycode" and case.facts.value]
    plain = [case for case in every if not (case.facts.surrogate or case.facts.beyond)][:1500]
    answers = [
        Answer(case.id, case.call, got, case.facts, isinstance(got, Crashed))
        for case, got in zip(plain, ask([case.call for case in plain]), strict=True)
        if got
    ]
    deaths = 0
    (found,) = observations(answers, {}, {}, ask=ask, fresh=ask, over=lambda: False)

    assert found.says == f"{RUN} crashes exactly when the text has more than 63 octets in UTF-8."
    assert deaths <= 80


def test_neither_a_right_codec_nor_chance_is_explained() -> None:
    calls = itertools.count()
    assert said() == []
    (varies,) = said(lambda text: encode(text) + "a" * (next(calls) % 5 == 0))
    assert varies == "Encode does not always give the same answer to the same input."


@pytest.mark.parametrize(
    ("operation", "texts", "codec", "says"),
    [
        (ENCODE, TEXTS, lambda text: encode(text)[:8], "The answer is the right one, cut after 8 characters."),
        (DECODE, TEXTS, lambda text: "".join(chr(ord(c) & 0xFF) for c in decode(text)),
         "Often, the answer is that for another text: only the low 8 bits of code points are kept."),
        (ENCODE, TEXTS, lambda text: encode(text)[: len(text)], "The answer ends too early; up to there it is right."),
        (DECODE, TEXTS, lambda text: decode(text)[::-1], "The code points are right, but not their order."),
        (ENCODE, TEXTS, lambda text: encode(text[::2]), f"{ANOTHER}: some code points are left out."),
    ],
)  # fmt: skip
def test_the_step_is_named_where_answers_agree(
    operation: Operation, texts: Sequence[str], codec: Codec, says: str
) -> None:
    samples = [Sample(operation, points(text)) for text in texts]
    answers = [(sample, outcome(codec, sample.call)) for sample in samples]

    assert agreement(one.answered(got, True) for one, got in answers if got != Returned(one.right))[0] == says


TMIN_1 = '"let t = tmin if k <= bias {+ tmin}, or tmax if k >= bias + tmax, or k - bias otherwise"'


def misread(encoder: Codec, decoder: Codec = decode) -> list[str]:
    """The misreadings that explain a codec's answers to texts and to their encoded forms."""

    def ask(calls: Sequence[Call]) -> list[Outcome | None]:
        return [outcome(encoder if call.operation is ENCODE else decoder, call) for call in calls]

    texts = [*TEXTS, *map(operator.add, TEXTS, TEXTS[1:]), *map(operator.add, TEXTS[9:], TEXTS)]
    calls = [Call(ENCODE, points(text)) for text in texts] + [Call(DECODE, points(encode(text))) for text in texts]
    answers = [
        Answer("", call, got, facts, not facts.met_by(got))
        for call, got, facts in zip(calls, ask(calls), map(light_facts, calls), strict=True)
        if got
    ]
    return [one.says.removeprefix("The answers fit this: ") for one in misreadings(answers, ask)]


@pytest.mark.parametrize(
    ("codec", "says"),
    [
        (Malleable(skew=20), 'skew is 20, not 38. RFC 3492 has "skew = 38" (5).'),
        (Malleable(threshold=lambda k, bias, tmin, tmax: min(max(k - bias + 3, tmin), tmax)),
         f"3 is added to k - bias. RFC 3492 has {TMIN_1} (6.2, 6.3)."),
        (Malleable(divided=lambda d, span: d // 10),
         'The loop divides by 10, not 35. RFC 3492 has "let delta = delta div (base - tmin)" (6.1).'),
        (Malleable(first=lambda first, i, n, b: not first),
         "The first delta is halved, and later ones are divided by damp. "
         'RFC 3492 has "if firsttime then let delta = delta div damp" (6.1), '
         '"let bias = adapt(i - oldi, length(output) + 1, test oldi is 0?)" (6.2), '
         '"let bias = adapt(delta, h + 1, test h equals b?)" (6.3).'),
        (Malleable(**_first_for(lambda number, b: number == 2)),
         "firsttime is true for delta number 2, not for the first. "
         'RFC 3492 has "if firsttime then let delta = delta div damp" (6.1), '
         '"let bias = adapt(i - oldi, length(output) + 1, test oldi is 0?)" (6.2), '
         '"let bias = adapt(delta, h + 1, test h equals b?)" (6.3).'),
        # A fault of the table is named as there.
        (Malleable(rebias=lambda old, new: old),
         'The bias stays 72. RFC 3492 has "let bias = adapt(i - oldi, length(output) + 1, test oldi is 0?)" (6.2), '
         '"let bias = adapt(delta, h + 1, test h equals b?)" (6.3).'),
    ],
)  # fmt: skip
def test_the_line_whose_misreading_gives_all_answers_is_named(codec: Malleable, says: str) -> None:
    assert misread(codec.encode, codec.decode) == [says]


@pytest.mark.parametrize("steps", [_k_kept(), _reduced(operator.floordiv)])
def test_a_misread_decoder_gives_the_answer_that_follows_from_the_pseudo_code(steps: Mapping[str, Any]) -> None:
    codec = Malleable(**steps)

    # Either k is 108 after 4th, or the bias is 0: then t is 26, so y and c are deltas of 24 and 2.
    assert [codec.decode("4thyc") for _ in range(2)] == ["\u24b6\u24c3\u24c2"] * 2


def test_a_misreading_of_one_side_is_named_for_this_side() -> None:
    codec = Malleable(skew=20)

    assert misread(codec.encode) == ['skew is 20, not 38, in encode. RFC 3492 has "skew = 38" (5).']
    assert misread(encode, codec.decode) == ['skew is 20, not 38, in decode. RFC 3492 has "skew = 38" (5).']


@pytest.mark.parametrize(
    "codec",
    [
        Malleable(),
        # Two lines at once, and a line that is wrong under a condition.
        Malleable(skew=20, damp=70),
        Malleable(shrunk=lambda d, by, n: spread(d, 3 if by == 2 and d % 2 else by, n)),
    ],
)
def test_no_line_is_named_for_other_mistakes(codec: Malleable) -> None:
    assert misread(codec.encode, codec.decode) == []
    assert misread(lambda text: codec.encode(text).replace("aa", "a"), codec.decode) == []


def test_each_misreading_ends_and_answers_or_refuses() -> None:
    asked = [("encode", "ü\U0010ffff\x80é"), ("decode", "999b"), ("decode", encode("日本語ü\x80"))]

    answers = [[one.answer(side, text) for side, text in asked] for one in every()]

    assert all(any(answer is not None for answer in of) for of in answers)


def test_a_call_that_is_right_alone_is_put_down_to_the_one_before() -> None:
    def fresh(calls: Sequence[Call]) -> list[Outcome]:
        cached: dict[str, str] = {}
        texts = ("".join(map(chr, call.input)) for call in calls)
        return [Returned(points(cached.setdefault(text.lower(), encode(text)))) for text in texts]

    calls = [Call(ENCODE, points(text)) for text in ("x", "bü", "y", "BÜ", "Bü", "Z")]
    seen: dict[Call, Outcome] = dict(zip(calls, fresh(calls), strict=True))
    failed = {call: seen[call] for call in calls[3:5]}

    found = dependence(failed, seen, fresh, lambda: False)

    assert found is not None
    assert found.says.endswith(" encode of U+0042 U+00DC is right; after encode of U+0062 U+00FC it is wrong.")
    assert found.calls == set(failed)
    assert found.repeat == (calls[1], calls[3])
    assert dependence(failed, {}, fresh, lambda: False, [calls[1:2]]) == found


@pytest.mark.parametrize("count", [3, 100])
def test_where_it_takes_several_earlier_calls_they_are_counted(count: int) -> None:
    def fresh(calls: Sequence[Call]) -> list[Outcome]:
        return [Returned(points("wrong")) if at >= count else outcome(encode, call) for at, call in enumerate(calls)]

    calls = [Call(ENCODE, (0x61, 0x100 + at)) for at in range(200)]
    seen = dict(zip(calls, fresh(calls), strict=True))

    found = dependence(dict(list(seen.items())[count:]), seen, fresh, lambda: False)

    assert found is not None
    assert f" is right; after {count} calls, encode of " in found.says
    assert found.repeat == tuple(calls[: count + 1])


def test_neither_a_right_answer_nor_chance_is_put_down_to_a_call_before() -> None:
    calls, chance = [Call(ENCODE, (0x61, 0xFC, at)) for at in range(0x100, 0x110)], random.Random(0)

    def answers(calls: Sequence[Call]) -> list[Outcome]:
        return [chance.choice((outcome(encode, call), Rejected())) for call in calls]

    assert dependence({calls[0]: outcome(encode, calls[0])}, {}, answers, lambda: False) is None
    found = [dependence(dict.fromkeys(calls, Rejected()), {}, answers, lambda: False) for _ in range(100)]
    assert found.count(None) > 95


TAKEN, REFUSED = Returned((0x61,)), Rejected()


@pytest.mark.parametrize(
    ("reason", "answers", "says"),
    [
        ("truncated", [("b", TAKEN), ("bb", TAKEN), ("x-b", TAKEN)],
         ["Decode accepts all input that ends inside a delta (6.2)."]),
        ("bad-digit", [("_a", TAKEN), ("a_", TAKEN), ("tda_", TAKEN), ("t_", REFUSED), ("!", REFUSED)],
         ["Decode accepts input with characters that are no digits (6.2): U+005F."]),
        ("bad-digit", [("~a", REFUSED), *((f"{chr(c)}a", REFUSED if c == 0x2D else TAKEN) for c in range(0x30))],
         ["Decode accepts input with characters that are no digits (6.2): all that were tried from U+0000 to U+002F, "
          "apart from hyphens."]),
        ("bad-digit", [("a\x08", REFUSED), *((f"a{chr(c)}", TAKEN) for c in range(0x2C) if c != 8)], []),
        ("truncated", [("b", TAKEN), ("bb", TAKEN), ("x-b", TAKEN), ("y", REFUSED)], []),
    ],
)  # fmt: skip
def test_input_that_is_not_refused_is_named(reason: str, answers: list[tuple[str, Outcome]], says: list[str]) -> None:
    calls = [(Call(DECODE, points(text)), out) for text, out in answers]
    found = acceptances([Answer("", call, out, Facts(None, reason), out is TAKEN) for call, out in calls])

    assert [one.says for one in found] == says
