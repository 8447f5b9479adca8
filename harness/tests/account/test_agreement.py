"""The step at which wrong results agree, and what is kept silent."""

from collections.abc import Callable

import pytest

from punycode_conform.account.agreement import Wrong, agreement
from punycode_conform.account.condition import Sample
from punycode_conform.codec import PUNYCODE, Bootstring, decode, encode
from punycode_conform.suite.outcome import Operation

TEXTS = (
    *("bücher", "mañana", "Ünï-ß", "straße", "ßß", "日本語", "3年B組", "aßb\u0131", "ελληνικά", "İstanbul", "ﬁx ﬁ"),
    *("Düsseldorf", "北京", "ÀÉÎ", "\U0001f4a9x", "ζήτα-ß", "ab\U00010000", "你好世界", "пример", "a\U000e0001b"),
)
PARAMETERS = ("base", "tmin", "tmax", "skew", "damp", "initial_bias", "initial_n", "basic", "delimiter", "digits")


def step(operation: Operation, codec: Callable[[str], str]) -> str:
    """What is said of the answers of a codec that are wrong."""
    right = encode if operation is Operation.ENCODE else decode
    answers = []
    for text in TEXTS:
        given = text if operation is Operation.ENCODE else encode(text)
        if (got := codec(given)) != right(given):
            answers.append(Wrong(Sample(operation, tuple(map(ord, text))), tuple(map(ord, got))))
    found = agreement(answers)
    return found.says if found else ""


def wrapped(modulus: int) -> Callable[[str], str]:
    """An encoder of single code points whose deltas are cut."""
    return lambda text: encode(chr(0x80 + (ord(text) - 0x80) % modulus))


@pytest.mark.parametrize(
    ("modulus", "says"),
    [
        (1 << 12, "The first wrong delta is off by a multiple of 4,096, as if an integer had 12 bits."),
        (10_000, "The first wrong delta is off by a multiple of 10,000."),
    ],
)
def test_the_number_by_which_deltas_are_off_is_named(modulus: int, says: str) -> None:
    encoder, answers = wrapped(modulus), []
    for c in range(0x2F80, 0x80000, 0x2345):
        answers.append(Wrong(Sample(Operation.ENCODE, (c,)), tuple(map(ord, encoder(chr(c))))))

    assert (found := agreement(answers)) is not None
    assert found.says == says


def skewed(text: str) -> str:
    """An encoder with another skew."""
    parameters = {name: getattr(PUNYCODE, name) for name in PARAMETERS} | {"skew": 33}
    return "".join(map(chr, Bootstring(**parameters).encode(list(map(ord, text)))))


@pytest.mark.parametrize(
    ("operation", "codec", "says"),
    [
        (Operation.ENCODE, lambda text: encode(text)[:8], "The answer is the right one, cut after 8 characters."),
        (Operation.DECODE, lambda text: decode(text)[:3], "The answer is the right one, cut after 3 code points."),
        (Operation.ENCODE, lambda _: "", "The answer is empty."),
        (
            Operation.ENCODE,
            lambda text: encode(text.replace("ß", "ss")),
            "The answer is that for another text: U+00DF becomes U+0073 U+0073.",
        ),
        (
            Operation.DECODE,
            lambda text: decode(text).casefold(),
            "The answer is that for another text: its letters in another case.",
        ),
        (
            Operation.DECODE,
            lambda text: "".join(chr(ord(c) & 0xFFF) for c in decode(text)),
            "",
        ),
        (
            Operation.DECODE,
            lambda text: "".join(chr(ord(c) & 0xFF) for c in decode(text)),
            "The answer is that for another text: only the low 8 bits of code points are kept.",
        ),
        (Operation.ENCODE, skewed, "These answers are those of a codec whose skew is 33, not 38 (section 5)."),
        (Operation.ENCODE, lambda text: encode(text) + "a", "Something follows the right answer."),
        (Operation.ENCODE, lambda text: encode(text[::-1]), ""),
        (
            Operation.ENCODE,
            lambda text: encode(text)[: len(text)],
            "The answer ends too early; up to there it is right.",
        ),
    ],
)
def test_the_step_is_named_where_answers_agree(operation: Operation, codec: Callable[[str], str], says: str) -> None:
    assert step(operation, codec) == says
