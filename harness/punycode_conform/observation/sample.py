"""A call with a right answer, and what can be counted or seen in it: what conditions are made of."""

import unicodedata
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from ..codec import PUNYCODE
from ..codec.bias import adapt
from ..codec.second import deltas, encode_code_points
from ..suite.encoded import fold, literal_length
from ..suite.outcome import Call, Operation

Points = tuple[int, ...]

_NAMES = {0x20: "a space", 0x2D: "a hyphen", 0x00: "U+0000"}
_MAPPINGS = "NFC", "NFKC", "lower case", "upper case"


class Sample(NamedTuple):
    """A call and whether its answer is wrong.

    Attributes:
        call: the call.
        text: the decoded side, which is the input or the right answer.
        numbers: by what is counted; see :data:`NUMBERS`.
        flags: what the text or the input has, each as the end of a sentence that begins with its side.
        wrong: whether the answer is wrong.
    """

    call: Call
    text: Points
    numbers: dict[str, int]
    flags: frozenset[str]
    wrong: bool

    @classmethod
    def of(cls, call: Call, text: Points, wrong: bool) -> "Sample":
        """The sample of a call whose decoded side is known."""
        encoded = tuple(map(ord, encode_code_points(text))) if call.operation is Operation.ENCODE else call.input
        values = list(deltas(text))
        return cls(call, text, _numbers(text, encoded, values), frozenset(_flags(text, encoded, values)), wrong)


NUMBERS = {
    "length": "the text has {} code points",
    "basic": "the text has {} basic code points",
    "deltas": "the text has {} non-basic code points",
    "distinct": "the text has {} distinct non-basic code points",
    "most": "a non-basic code point occurs {} times",
    "encoded": "the encoded form has {} characters",
    "digits": "the encoded form has {} digits",
    "utf-8": "the text has {} octets in UTF-8",
    "utf-16": "the text has {} units in UTF-16",
    "hyphens": "the text has {} hyphens",
    "astral": "the text has {} code points above U+FFFF",
    "delta": "the greatest delta is {}",
    "first": "the first delta is {}",
    "bias": "the greatest bias of a delta is {}",
    "greatest": "the greatest code point is {}",
    "least": "the least non-basic code point is {}",
}
"""What is counted, in the order in which conditions are preferred; the number takes the place of the braces."""


def _numbers(text: Points, encoded: Points, values: list[int]) -> dict[str, int]:
    others = [c for c in text if c >= 0x80]
    return {
        "length": len(text),
        "basic": len(text) - len(others),
        "deltas": len(others),
        "distinct": len({*others}),
        "most": max(Counter(others).values(), default=0),
        "encoded": len(encoded),
        "digits": len(encoded) - literal_length(encoded),
        "utf-8": sum(1 + (c > 0x7F) + (c > 0x7FF) + (c > 0xFFFF) for c in text),
        "utf-16": len(text) + sum(c > 0xFFFF for c in text),
        "hyphens": text.count(0x2D),
        "astral": sum(c > 0xFFFF for c in text),
        "delta": max(values, default=0),
        "first": values[0] if values else 0,
        "bias": max(_biases(values, len(text) - len(others)), default=0),
        "greatest": max(text, default=0),
        "least": min(others, default=0),
    }


def _biases(values: list[int], literal: int) -> Iterator[int]:
    bias = PUNYCODE.initial_bias
    for count, delta in enumerate(values, 1):
        yield bias
        bias = adapt(delta, literal + count, count == 1, *PUNYCODE.adaptation)


def _flags(text: Points, encoded: Points, values: list[int]) -> Iterator[str]:
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
    basic = tuple(c for c in text if c < 0x80)
    ends = {
        "the text begins": text[:1],
        "the text ends": text[-1:],
        "the literal part begins": basic[:1],
        "the literal part ends": basic[-1:],
    }
    for where, end in ends.items():
        for c in end:
            yield f"{where} with {_named(c) if c < 0x80 else 'a non-basic code point'}"
    for size in (2, 3, 4, 8, 16, 32, 64):
        if not len(text) % size:
            yield f"the length of the text is a multiple of {size}"
    for c in {*text}:
        if c < 0x80:
            yield f"the text has {_named(c)}"
    yield from _by_character({*text})
    yield from _by_mapping(text)


def _named(c: int) -> str:
    return _NAMES.get(c) or (f'"{chr(c)}"' if 0x20 < c < 0x7F else f"U+{c:04X}")


def _by_character(points: set[int]) -> Iterator[str]:
    for category in {unicodedata.category(chr(c)) for c in points if 0x80 <= c <= 0x10FFFF}:
        yield f"the text has a non-basic code point of the category {category}"
    if any(0xE000 <= c <= 0xFFFF for c in points):
        yield "the text has a code point from U+E000 to U+FFFF"
    if any(c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF for c in points):
        yield "the text has a noncharacter"
    if any(0x41 <= c <= 0x5A for c in points):
        yield "the text has a capital letter of ASCII"
    if any(0x30 <= c <= 0x39 for c in points):
        yield "the text has a figure of ASCII"


def _by_mapping(text: Points) -> Iterator[str]:
    string = "".join(map(chr, text))
    for name, mapped in zip(
        _MAPPINGS,
        (unicodedata.normalize("NFC", string), unicodedata.normalize("NFKC", string), string.lower(), string.upper()),
        strict=True,
    ):
        if mapped != string:
            yield f"{name} changes the text"
    others = "".join(c for c in string if c > "\x7f")
    if others.lower() != others:
        yield "lower case changes a non-basic code point"
