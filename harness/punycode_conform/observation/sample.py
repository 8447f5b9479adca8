"""A call with a right answer, and what can be counted or seen in it: what conditions are made of."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from ..codec import PUNYCODE
from ..codec.arithmetic import adapt
from ..codec.second import deltas, encode_code_points
from ..suite.encoded import fold, literal_length
from ..suite.outcome import Call, Operation

Points = tuple[int, ...]

_NAMES = {0x20: "a space", 0x2D: "a hyphen", 0x00: "U+0000"}
_MODULI = 2, 3, 4, 5, 7, 8, 10, 16, 32, 64
_FORMS: tuple[Literal["NFC", "NFD", "NFKC", "NFKD"], ...] = ("NFC", "NFD", "NFKC", "NFKD")


class Sample(NamedTuple):
    """A call and whether its answer is wrong.

    Attributes:
        call: the call.
        text: the decoded side, which is the input or the right answer.
        deltas: of the encoded form.
        numbers: by what is counted; see :data:`NUMBERS`.
        flags: what the text or the input has, each as a sentence.
        wrong: whether the answer is wrong.
    """

    call: Call
    text: Points
    deltas: tuple[int, ...]
    numbers: dict[str, int]
    flags: frozenset[str]
    wrong: bool

    @classmethod
    def of(cls, call: Call, text: Points, wrong: bool) -> "Sample":
        """The sample of a call whose decoded side is known."""
        encoded = tuple(map(ord, encode_code_points(text))) if call.operation is Operation.ENCODE else call.input
        values = tuple(deltas(text))
        return cls(call, text, values, _numbers(text, encoded, values), frozenset(_flags(text, encoded, values)), wrong)


NUMBERS = {
    "length": "the text has {} code points",
    "basic": "the text has {} basic code points",
    "deltas": "the text has {} non-basic code points",
    "distinct": "the text has {} distinct non-basic code points",
    "most": "a non-basic code point occurs {} times",
    "repeated": "a code point occurs {} times",
    "run": "a code point occurs {} times in a row",
    "encoded": "the encoded form has {} characters",
    "digits": "the encoded form has {} digits",
    "utf-8": "the text has {} octets in UTF-8",
    "utf-16": "the text has {} units in UTF-16",
    "hyphens": "the text has {} hyphens",
    "astral": "the text has {} code points above U+FFFF",
    "planes": "the text has {} distinct code points above U+FFFF",
    "late": "a non-basic code point is inserted for the first time when the string has {} code points",
    "delta": "the greatest delta is {}",
    "first": "the first delta is {}",
    "bias": "the greatest bias of a delta is {}",
    "greatest": "the greatest code point is {}",
    "least": "the least non-basic code point is {}",
    "index": "the greatest i before its division is {}",
    "step": "the greatest step from one code point to the next higher one is {}",
}
"""What is counted, in the order in which conditions are preferred; the number takes the place of the braces."""
VALUES = ("delta", "first", "bias", "greatest", "least", "index", "step")
"""The numbers that are compared as values, where the others are counts."""


def _numbers(text: Points, encoded: Points, values: Sequence[int]) -> dict[str, int]:
    others = [c for c in text if c >= 0x80]
    every = Counter(text)
    order = sorted({PUNYCODE.initial_n, *others})
    return {
        "length": len(text),
        "basic": len(text) - len(others),
        "deltas": len(others),
        "distinct": len({*others}),
        "most": max((every[c] for c in others), default=0),
        "repeated": max(every.values(), default=0),
        "run": max((sum(1 for _ in same) for _, same in groupby(text)), default=0),
        "encoded": len(encoded),
        "digits": len(encoded) - literal_length(encoded),
        "utf-8": sum(1 + (c > 0x7F) + (c > 0x7FF) + (c > 0xFFFF) for c in text),
        "utf-16": len(text) + sum(c > 0xFFFF for c in text),
        "hyphens": text.count(0x2D),
        "astral": sum(c > 0xFFFF for c in text),
        "planes": sum(c > 0xFFFF for c in {*others}),
        "late": len(text) - (others.count(max(others)) if others else len(text)),
        "delta": max(values, default=0),
        "index": max(_indexes(values, len(text) - len(others)), default=0),
        "first": values[0] if values else 0,
        "bias": max(_biases(values, len(text) - len(others)), default=0),
        "greatest": max(text, default=0),
        "least": min(others, default=0),
        "step": max((b - a for a, b in pairwise(order)), default=0),
    }


def _indexes(values: Sequence[int], length: int) -> Iterator[int]:
    i = 0
    for count, delta in enumerate(values, length + 1):
        yield i + delta
        i = (i + delta) % count + 1


def _biases(values: Sequence[int], literal: int) -> Iterator[int]:
    bias = PUNYCODE.initial_bias
    for count, delta in enumerate(values, 1):
        yield bias
        bias = adapt(delta, literal + count, count == 1, *PUNYCODE.adaptation)


def _flags(text: Points, encoded: Points, values: Sequence[int]) -> Iterator[str]:
    digits = encoded[literal_length(encoded) :]
    others = [c for c in text if c >= 0x80]
    if fold(digits) != digits:
        yield "the input has digits in upper case"
    if 0 in values:
        yield "a delta is 0"
    if 0 in values[1:]:
        yield "a delta after the first is 0"
    if any(a == b for a, b in pairwise(others)):
        yield "a non-basic code point comes twice in a row, but for basic ones between"
    if others != sorted(others):
        yield "the non-basic code points are not in ascending order"
    if text[2:4] == (0x2D, 0x2D):
        yield "the third and the fourth code point are hyphens"
    for what, count in (("the text", len(text)), ("the encoded form", len(encoded))):
        for size in _MODULI:
            rest = count % size
            yield f"the length of {what} is {rest} modulo {size}" if rest else f"the length of {what} divides by {size}"
    yield from _by_place(text)
    for c in {*text}:
        for sort in _sorts(c):
            yield f"the text has {sort}"
    yield from _by_mapping(text)


def _by_place(text: Points) -> Iterator[str]:
    basic = tuple(c for c in text if c < 0x80)
    for what, part in (("the text", text), ("the literal part", basic)):
        for where, end in (("begins", part[:1]), ("ends", part[-1:])):
            for c in end:
                for sort in _sorts(c):
                    yield f"{what} {where} with {sort}"


def _sorts(c: int) -> Iterator[str]:
    """Yield what a code point is, as nouns."""
    if c < 0x80:
        yield _NAMES.get(c) or (f'"{chr(c)}"' if 0x20 < c < 0x7F else f"U+{c:04X}")
        for sort, low, high in (("digit", 0x30, 0x39), ("capital letter", 0x41, 0x5A), ("small letter", 0x61, 0x7A)):
            if low <= c <= high:
                yield f"an ASCII {sort}"
        if c < 0x20 or c == 0x7F:
            yield "an ASCII control character"
        return
    yield "a non-basic code point"
    if c > 0x10FFFF:
        return
    category = unicodedata.category(chr(c))
    yield f"a non-basic code point of the category {category}"
    if category[0] == "M":
        yield "a combining mark"
    if 0xE000 <= c <= 0xFFFF:
        yield "a code point from U+E000 to U+FFFF"
    if c > 0xFFFF:
        yield "a code point above U+FFFF"
    if c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF:
        yield "a noncharacter"


def _by_mapping(text: Points) -> Iterator[str]:
    if max(text, default=0) > 0x10FFFF:
        return
    string = "".join(map(chr, text))
    mapped: dict[str, str] = {form: unicodedata.normalize(form, string) for form in _FORMS}
    mapped |= {"lower case": string.lower(), "upper case": string.upper(), "case folding": string.casefold()}
    mapped |= {"leaving out white space at the ends": string.strip()}
    for name, other in mapped.items():
        if other != string:
            yield f"{name} changes the text"
    others = "".join(c for c in string if c > "\x7f")
    if others.lower() != others:
        yield "lower case changes a non-basic code point"
