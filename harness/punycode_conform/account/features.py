"""Features of an input: what can be seen or counted in it, each with its words."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from ..codec import PUNYCODE, BootstringError, Reason, decode_code_points
from ..codec.arithmetic import adapt
from ..codec.second import deltas
from ..suite.choices import INTEGERS, LENGTH, Facts
from ..suite.oracle import MAX_UNICODE
from ..suite.outcome import Call, Operation, fold, literal_length

Points = tuple[int, ...]

_HYPHEN = 0x2D
_LDH = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789")


class Input:
    """Both sides of a call that a codec must take."""

    def __init__(self, decoded: Points, encoded: Points) -> None:
        self.decoded, self.encoded = decoded, encoded
        self.distinct = frozenset(decoded)
        self.basic = tuple(c for c in decoded if c < 0x80)
        self.extended = tuple(c for c in decoded if c >= 0x80)

    @classmethod
    def of(cls, call: Call, value: Points) -> "Input":
        """The input of a call with its right answer."""
        return cls(call.input, value) if call.operation is Operation.ENCODE else cls(value, call.input)

    @cached_property
    def digits(self) -> Points:
        return self.encoded[literal_length(self.encoded) :]

    @cached_property
    def deltas(self) -> Points:
        return tuple(deltas(self.decoded))

    @cached_property
    def counts(self) -> Counter[int]:
        return Counter(self.decoded)


Test = Callable[[Input], bool]


class Feature(NamedTuple):
    """A feature that an input has or has not."""

    words: str  # a noun, to follow "input with"
    holds: Test
    name: str = ""  # in the signature of a finding


def _any(test: Callable[[int], bool]) -> Test:
    return lambda text: any(map(test, text.distinct))


# Of two that fit the same cases the first is named, so the more specific ones come first.
FEATURES = (
    Feature("the empty string", lambda text: not text.decoded, "empty"),
    Feature("U+0000", _any(lambda c: c == 0)),
    Feature("surrogates", _any(lambda c: 0xD800 <= c <= 0xDFFF), "surrogate"),
    Feature("code points above U+10FFFF", _any(lambda c: c > MAX_UNICODE), "beyond-unicode"),
    Feature("code points above U+FFFF", _any(lambda c: 0xFFFF < c <= MAX_UNICODE), "astral"),
    Feature("a hyphen at the end of the ASCII characters", lambda text: text.basic[-1:] == (_HYPHEN,)),
    Feature("a hyphen at the start of the ASCII characters", lambda text: text.basic[:1] == (_HYPHEN,)),
    Feature("digits in upper case", lambda text: fold(text.digits) != text.digits, "upper-case-digits"),
    Feature("hyphens", _any(lambda c: c == _HYPHEN), "hyphen"),
    Feature("letters in upper case", _any(lambda c: 0x41 <= c <= 0x5A), "upper-case"),
    Feature("spaces", _any(lambda c: c == 0x20)),
    Feature("control characters", _any(lambda c: c < 0x20 or 0x7F <= c < 0xA0)),
    Feature(
        "other ASCII characters", _any(lambda c: c < 0x80 and c | 0x20 not in _LDH and c != _HYPHEN), "other-ascii"
    ),
    Feature("ASCII characters alone", lambda text: bool(text.basic) and not text.extended, "all-basic"),
    Feature("no ASCII characters", lambda text: bool(text.extended) and not text.basic),
    Feature("combining marks", _any(lambda c: c <= MAX_UNICODE and unicodedata.category(chr(c))[0] == "M")),
    Feature("a code point more than once", lambda text: len({*text.extended}) < len(text.extended), "repeated"),
    Feature(
        "code points that are not in ascending order",
        lambda text: text.extended != tuple(sorted(text.extended)),
        "unsorted",
    ),
    *(
        Feature(f"more than {limit:,} characters", lambda text, limit=limit: len(text.encoded) > limit)  # type: ignore[misc]  # a default binds
        for limit in (4095, 1023, 255, 63)
    ),
)
REFUSED = {
    "truncated": "input whose last digit is missing",
    "bad-digit": "a character that is no digit",
    "non-basic": "a non-ASCII character before the last delimiter",
}
"""The features of input that must be refused, by the reason."""


def offence(call: Call) -> str:
    """Why no codec may take this input, and by what character; empty if one may."""
    if call.operation is Operation.ENCODE:
        return ""
    try:
        # As wide as the integers of the oracle, so that no width counts as an offence.
        decode_code_points("".join(chr(min(c, MAX_UNICODE)) for c in call.input), bits=4096)
    except BootstringError as error:
        if error.reason is not Reason.BAD_DIGIT:
            return str(error.reason)
        c = call.input[error.position]
        # The delimiter is read as a digit only at the start.
        names = {_HYPHEN: "leading-delimiter", 0x5F: "underscore"}
        return f"bad-digit {names.get(c, 'ascii' if c < 0x80 else 'non-ascii')}"
    return ""


def special(call: Call, facts: Facts) -> str:
    """The names of the features of an input that a codec may accept, or :func:`offence`."""
    if facts.value is None:
        return offence(call)
    text, limits = Input.of(call, facts.value), {"wide-integers": INTEGERS, "long": LENGTH}
    names = [feature.name for feature in FEATURES if feature.name and feature.holds(text)]
    names += [name for name, bound in limits.items() if bound.applies(facts)]
    if "long" in names:  # the other features of a long input are mostly chance
        names = [name for name in names if name in ("surrogate", "beyond-unicode", "long")]
    return " ".join(sorted(names, key=_ORDER.index)) or "plain"


_ORDER = (  # the order of names in a signature
    *("empty", "surrogate", "beyond-unicode", "astral", "wide-integers", "long", "upper-case-digits", "hyphen"),
    *("upper-case", "other-ascii", "all-basic", "repeated", "unsorted"),
)


def _indexes(text: Input) -> Iterator[int]:
    i = 0
    for count, delta in enumerate(text.deltas, len(text.basic) + 1):
        yield i + delta
        i = (i + delta) % count + 1


def _biases(text: Input) -> Iterator[int]:
    bias = PUNYCODE.initial_bias
    for count, delta in enumerate(text.deltas, 1):
        yield bias
        bias = adapt(delta, len(text.basic) + count, count == 1, *PUNYCODE.adaptation)


class Number(NamedTuple):
    """A number that can be counted or measured in an input; in its words it takes the place of the braces."""

    words: str
    of: Callable[[Input], int]
    is_value: bool = False


NUMBERS = {
    "length": Number("the text has {} code points", lambda text: len(text.decoded)),
    "basic": Number("the text has {} basic code points", lambda text: len(text.basic)),
    "deltas": Number("the text has {} non-basic code points", lambda text: len(text.extended)),
    "distinct": Number("the text has {} distinct non-basic code points", lambda text: len({*text.extended})),
    "most": Number(
        "a non-basic code point occurs {} times", lambda text: _greatest(text.counts[c] for c in text.extended)
    ),
    "repeated": Number("a code point occurs {} times", lambda text: _greatest(text.counts.values())),
    "run": Number(
        "a code point occurs {} times in a row",
        lambda text: _greatest(sum(1 for _ in same) for _, same in groupby(text.decoded)),
    ),
    "encoded": Number("the encoded form has {} characters", lambda text: len(text.encoded)),
    "digits": Number("the encoded form has {} digits", lambda text: len(text.digits)),
    "utf-8": Number(
        "the text has {} octets in UTF-8",
        lambda text: sum(1 + (c > 0x7F) + (c > 0x7FF) + (c > 0xFFFF) for c in text.decoded),
    ),
    "utf-16": Number("the text has {} units in UTF-16", lambda text: sum(1 + (c > 0xFFFF) for c in text.decoded)),
    "hyphens": Number("the text has {} hyphens", lambda text: text.counts[_HYPHEN]),
    "astral": Number("the text has {} code points above U+FFFF", lambda text: sum(c > 0xFFFF for c in text.decoded)),
    "planes": Number(
        "the text has {} distinct code points above U+FFFF", lambda text: sum(c > 0xFFFF for c in text.distinct)
    ),
    "late": Number(
        "a non-basic code point is inserted for the first time when the string has {} code points",
        lambda text: len(text.decoded) - text.counts[max(text.extended)] if text.extended else 0,
    ),
    "delta": Number("the greatest delta is {}", lambda text: _greatest(text.deltas), True),
    "first": Number("the first delta is {}", lambda text: _greatest(text.deltas[:1]), True),
    "bias": Number("the greatest bias of a delta is {}", lambda text: _greatest(_biases(text)), True),
    "greatest": Number("the greatest code point is {}", lambda text: _greatest(text.decoded), True),
    "least": Number("the least non-basic code point is {}", lambda text: min(text.extended, default=0), True),
    "index": Number("the greatest i before its division is {}", lambda text: _greatest(_indexes(text)), True),
    "step": Number(
        "the greatest step from one code point to the next higher one is {}",
        lambda text: _greatest(b - a for a, b in pairwise(sorted({PUNYCODE.initial_n, *text.extended}))),
        True,
    ),
}
"""In the order in which conditions are preferred."""


def _greatest(numbers: Iterable[int]) -> int:
    return max(numbers, default=0)


_MODULI = 2, 3, 4, 5, 7, 8, 10, 16, 32, 64
_FORMS: tuple[Literal["NFC", "NFD", "NFKC", "NFKD"], ...] = ("NFC", "NFD", "NFKC", "NFKD")


def sentences(text: Input) -> Iterator[str]:
    """Everything that is true of an input and no number, as sentences."""
    yield from (f"the input has {feature.words}" for feature in FEATURES if feature.holds(text))
    facts = {
        "a delta is 0": 0 in text.deltas,
        "a delta after the first is 0": 0 in text.deltas[1:],
        "a non-basic code point comes twice in a row, but for basic ones between": any(
            a == b for a, b in pairwise(text.extended)
        ),
        "the third and the fourth code point are hyphens": text.decoded[2:4] == (_HYPHEN, _HYPHEN),
    }
    yield from (says for says, holds in facts.items() if holds)
    for what, count in (("the text", len(text.decoded)), ("the encoded form", len(text.encoded))):
        for size in _MODULI:
            rest = count % size
            yield f"the length of {what} is {rest} modulo {size}" if rest else f"the length of {what} divides by {size}"
    for what, part in (("the text", text.decoded), ("the literal part", text.basic)):
        for where, end in (("begins", part[:1]), ("ends", part[-1:])):
            yield from (f"{what} {where} with {sort}" for c in end for sort in _sorts(c))
    yield from (f"the text has {sort}" for c in text.distinct for sort in _sorts(c))
    yield from _by_mapping(text.decoded)


_SORTS: Sequence[tuple[str, Callable[[int], bool]]] = (
    ("a space", lambda c: c == 0x20),
    ("a hyphen", lambda c: c == _HYPHEN),
    ("an ASCII digit", lambda c: 0x30 <= c <= 0x39),
    ("an ASCII capital letter", lambda c: 0x41 <= c <= 0x5A),
    ("an ASCII small letter", lambda c: 0x61 <= c <= 0x7A),
    ("an ASCII control character", lambda c: c < 0x20 or c == 0x7F),
    ("a non-basic code point", lambda c: c >= 0x80),
    ("a combining mark", lambda c: _category(c)[0] == "M"),
    ("a code point from U+E000 to U+FFFF", lambda c: 0xE000 <= c <= 0xFFFF),
    ("a code point above U+FFFF", lambda c: c > 0xFFFF),
    ("a noncharacter", lambda c: c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF),
)


def _sorts(c: int) -> Iterator[str]:
    """Yield what a code point is, as nouns."""
    if c < 0x80 and c not in (0x20, _HYPHEN):
        yield f'"{chr(c)}"' if 0x20 < c < 0x7F else f"U+{c:04X}"
    if 0x80 <= c <= MAX_UNICODE:
        yield f"a non-basic code point of the category {_category(c)}"
    yield from (sort for sort, holds in _SORTS if holds(c))


def _category(c: int) -> str:
    return unicodedata.category(chr(c)) if c <= MAX_UNICODE else "Cn"


def _by_mapping(text: Points) -> Iterator[str]:
    if max(text, default=0) > MAX_UNICODE:
        return
    string = "".join(map(chr, text))
    mapped: dict[str, str] = {form: unicodedata.normalize(form, string) for form in _FORMS}
    mapped |= {"lower case": string.lower(), "upper case": string.upper(), "case folding": string.casefold()}
    mapped |= {"leaving out white space at the ends": string.strip()}
    yield from (f"{name} changes the text" for name, other in mapped.items() if other != string)
    others = "".join(c for c in string if c > "\x7f")
    if others.lower() != others:
        yield "lower case changes a non-basic code point"
