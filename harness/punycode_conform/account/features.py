"""Features of an input: its properties and its numbers, each with its words."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import groupby, pairwise
from typing import Literal, NamedTuple

from ..codec import PUNYCODE, BootstringError, Reason, decode_code_points
from ..codec.arithmetic import adapt, clamped, write
from ..codec.second import deltas
from ..suite.choices import INTEGERS, LENGTH, Facts
from ..suite.oracle import MAX_UNICODE
from ..suite.outcome import Call, Operation, fold, literal_length

Points = tuple[int, ...]

_HYPHEN = 0x2D


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
        return Input(call.input, value) if call.operation is Operation.ENCODE else Input(value, call.input)

    @cached_property
    def digits(self) -> Points:
        return self.encoded[literal_length(self.encoded) :]

    @cached_property
    def deltas(self) -> Points:
        return tuple(deltas(self.decoded))

    @cached_property
    def biases(self) -> Points:
        """The bias of each delta."""
        found = [PUNYCODE.initial_bias] * bool(self.deltas)
        for count, delta in enumerate(self.deltas[:-1], 1):
            found.append(adapt(delta, len(self.basic) + count, count == 1, *PUNYCODE.adapt_parameters))
        return tuple(found)

    @cached_property
    def widths(self) -> Points:
        """The number of digits of each delta."""
        return tuple(map(_width, self.deltas, self.biases))

    @cached_property
    def counts(self) -> Counter[int]:
        return Counter(self.decoded)

    @cached_property
    def scripts(self) -> set[str]:
        return {*map(_script, self.distinct)} - {""}

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {words: count(self) for words, count in NUMBERS.items()}

    @cached_property
    def sentences(self) -> frozenset[str]:
        return frozenset(_sentences(self))


@lru_cache(maxsize=1 << 16)
def _width(delta: int, bias: int) -> int:
    return len(write(delta, PUNYCODE.base, clamped(PUNYCODE.base, PUNYCODE.tmin, PUNYCODE.tmax, bias)))


class Feature(NamedTuple):
    """A feature that an input has or has not."""

    words: str  # a noun, to follow "input with"
    holds: Callable[[Input], bool]
    name: str = ""  # in the signature of a finding


def _any(words: str, test: Callable[[int], bool], name: str = "") -> Feature:
    return Feature(words, lambda text: any(map(test, text.distinct)), name)


def _category(c: int) -> str:
    return unicodedata.category(chr(c)) if c <= MAX_UNICODE else "Cn"


# Of two that fit the same cases the first is named, so the more specific ones come first.
FEATURES = (
    Feature("the empty string", lambda text: not text.decoded, "empty"),
    _any("U+0000", lambda c: c == 0),
    _any("surrogates", lambda c: 0xD800 <= c <= 0xDFFF, "surrogate"),
    _any("code points above U+10FFFF", lambda c: c > MAX_UNICODE, "beyond-unicode"),
    _any("code points above U+FFFF", lambda c: 0xFFFF < c <= MAX_UNICODE, "astral"),
    Feature("a hyphen at the end of the ASCII characters", lambda text: text.basic[-1:] == (_HYPHEN,)),
    Feature("a hyphen at the start of the ASCII characters", lambda text: text.basic[:1] == (_HYPHEN,)),
    Feature("digits in upper case", lambda text: fold(text.digits) != text.digits, "upper-case-digits"),
    _any("hyphens", lambda c: c == _HYPHEN, "hyphen"),
    _any("letters in upper case", lambda c: 0x41 <= c <= 0x5A, "upper-case"),
    _any("spaces", lambda c: c == 0x20),
    _any("control characters", lambda c: c < 0x20 or 0x7F <= c < 0xA0),
    _any(
        "ASCII characters that are no letters, digits or hyphens",
        lambda c: c < 0x80 and c != _HYPHEN and not chr(c).isalnum(),
        "other-ascii",
    ),
    Feature("ASCII characters alone", lambda text: bool(text.basic) and not text.extended, "all-basic"),
    Feature("no ASCII characters", lambda text: bool(text.extended) and not text.basic),
    _any("combining marks", lambda c: _category(c)[0] == "M"),
    Feature("a repeated non-basic code point", lambda text: len({*text.extended}) < len(text.extended), "repeated"),
    Feature(
        "non-basic code points that are not in ascending order",
        lambda text: text.extended != tuple(sorted(text.extended)),
        "unsorted",
    ),
)
REFUSED: Mapping[str, str] = {
    Reason.TRUNCATED: "input that ends inside a delta",
    Reason.BAD_DIGIT: "input with a character that is no digit",
    Reason.NON_BASIC: "input with a non-basic code point before the delimiter",
}
"""The kinds of input that must be refused, by the reason."""


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
    text = Input.of(call, facts.value)
    names = [feature.name for feature in FEATURES if feature.name and feature.holds(text)]
    if LENGTH.applies(facts):  # the other features of a long input are mostly chance
        return " ".join([*(name for name in names if name in ("surrogate", "beyond-unicode")), "long"])
    if INTEGERS.applies(facts):  # a signature has this name before those of characters
        names.insert(sum(name in ("empty", "surrogate", "beyond-unicode", "astral") for name in names), "wide-integers")
    return " ".join(names) or "plain"


def _greatest(numbers: Iterable[int]) -> int:
    return max(numbers, default=0)


def _divisions(text: Input) -> Iterator[tuple[int, int]]:
    """Yield i and what it is divided by, at each insertion."""
    i = 0
    for count, delta in enumerate(text.deltas, len(text.basic) + 1):
        yield i + delta, count
        i = (i + delta) % count + 1


@lru_cache(1 << 12)
def _script(c: int) -> str:
    """The first word of a letter's name in Unicode, which is nearly always its script; empty if it is no letter."""
    return unicodedata.name(chr(c), "unnamed").partition(" ")[0] if _category(c)[0] == "L" else ""


DELTA, FIRST_DELTA = "the greatest delta is {}", "the first delta is {}"
GREATEST, LEAST = "the greatest code point is {}", "the least non-basic code point is {}"
REPEATED = "the greatest non-basic code point that comes twice is {}"
# In the order in which conditions are preferred.
NUMBERS: Mapping[str, Callable[[Input], int]] = {
    "the text has {} code points": lambda text: len(text.decoded),
    "the text has {} basic code points": lambda text: len(text.basic),
    "the text has {} non-basic code points": lambda text: len(text.extended),
    "the text has {} distinct non-basic code points": lambda text: len({*text.extended}),
    "the text has {} distinct code points": lambda text: len(text.distinct),
    "the text has letters of {} scripts": lambda text: len(text.scripts),
    "the index of the first non-basic code point is {}": lambda text: (
        text.decoded.index(text.extended[0]) if text.extended else 0
    ),
    "the index of the last non-basic code point is {}": lambda text: _greatest(
        at for at, c in enumerate(text.decoded) if c >= 0x80
    ),
    "a non-basic code point occurs {} times": lambda text: _greatest(text.counts[c] for c in text.extended),
    "a non-basic code point that is not the greatest occurs {} times": lambda text: _greatest(
        text.counts[c] for c in sorted({*text.extended})[:-1]
    ),
    "a code point occurs {} times": lambda text: _greatest(text.counts.values()),
    "a code point occurs {} times in a row": lambda text: _greatest(len([*run]) for _, run in groupby(text.decoded)),
    "the encoded form has {} characters": lambda text: len(text.encoded),
    "the deltas together have {} digits": lambda text: len(text.digits),
    "the text has {} octets in UTF-8": lambda text: sum(
        1 + (c > 0x7F) + (c > 0x7FF) + (c > 0xFFFF) for c in text.decoded
    ),
    "the text has {} units in UTF-16": lambda text: sum(1 + (c > 0xFFFF) for c in text.decoded),
    "the text has {} hyphens": lambda text: text.counts[_HYPHEN],
    "the text has {} code points above U+FFFF": lambda text: sum(c > 0xFFFF for c in text.decoded),
    "the text has {} distinct code points above U+FFFF": lambda text: sum(c > 0xFFFF for c in text.distinct),
    "a non-basic code point is inserted for the first time when the string has {} code points": (
        lambda text: len(text.decoded) - text.counts[max(text.extended)] if text.extended else 0
    ),
    DELTA: lambda text: _greatest(text.deltas),
    FIRST_DELTA: lambda text: _greatest(text.deltas[:1]),
    "a delta has {} digits": lambda text: _greatest(text.widths),
    "the greatest bias of a delta is {}": lambda text: _greatest(text.biases),
    GREATEST: lambda text: _greatest(text.decoded),
    LEAST: lambda text: min(text.extended, default=0),
    REPEATED: lambda text: _greatest(c for c in text.extended if text.counts[c] > 1),
    "the greatest i before its division is {}": lambda text: _greatest(i for i, _ in _divisions(text)),
    "the greatest step from one code point to the next higher one is {}": lambda text: _greatest(
        b - a for a, b in pairwise(sorted({PUNYCODE.initial_n, *text.extended}))
    ),
}
_CHUNKS = 4, 8, 16, 32
_MODULI = 2, 3, 4, 5, 7, 8, 10, 16, 32, 64
FORMS: tuple[Literal["NFC", "NFD", "NFKC", "NFKD"], ...] = ("NFC", "NFD", "NFKC", "NFKD")
_SETS: Mapping[str, Sequence[int]] = {
    "U+0085, U+2028 or U+2029, which end a line": (0x85, 0x2028, 0x2029),
    "a mark of direction": (0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)),
}


def sets(points: Iterable[int]) -> Iterator[tuple[str, Sequence[int]]]:
    """Yield some sets that one of some non-basic code points may be in, each with its words."""
    yield from _SETS.items()
    for bits in range(1, 9):
        for low in dict.fromkeys(c % (1 << bits) for c in points):
            members = range(0x80 + (low - 0x80) % (1 << bits), MAX_UNICODE + 1, 1 << bits)
            yield f"a non-basic code point that is {low:#x} modulo {1 << bits:#x}", members


_FIGURES = "0123456789"
_SORTS: Sequence[tuple[str, Callable[[int], bool]]] = (
    ("a space", lambda c: c == 0x20),
    ("a hyphen", lambda c: c == _HYPHEN),
    ("an ASCII digit", lambda c: 0x30 <= c <= 0x39),
    ("an ASCII capital letter", lambda c: 0x41 <= c <= 0x5A),
    ("an ASCII small letter", lambda c: 0x61 <= c <= 0x7A),
    ("an ASCII control character", lambda c: c < 0x20 or c == 0x7F),
    ("an ASCII control character that is no white space", lambda c: c < 0x09 or 0x0D < c < 0x20 or c == 0x7F),
    ("U+000A or U+000D, which end a line", lambda c: c in (0x0A, 0x0D)),
    ("a non-basic code point", lambda c: c >= 0x80),
    ("a combining mark", lambda c: _category(c)[0] == "M"),
    ("a code point from U+E000 to U+FFFF", lambda c: 0xE000 <= c <= 0xFFFF),
    ("a code point above U+FFFF", lambda c: c > 0xFFFF),
    ("a noncharacter", lambda c: c & 0xFFFE == 0xFFFE or 0xFDD0 <= c <= 0xFDEF),
)


def _sentences(text: Input) -> Iterator[str]:
    """Everything that is true of an input and no number, as sentences."""
    for feature in FEATURES[1:]:
        if feature.holds(text):
            yield f"the {'encoded form' if feature.name == 'upper-case-digits' else 'text'} has {feature.words}"
    extended = [pair for pair in pairwise(text.decoded) if min(pair) >= 0x80]
    points = sorted({*text.extended})
    astral = [c for c in text.decoded if c > 0xFFFF]
    tests = {
        "a code point is inserted before others": text.decoded != (*text.basic, *sorted(text.extended)),
        "a code point is inserted before all others": any(i % count == 0 < count - 1 for i, count in _divisions(text)),
        "a code point is inserted between others": any(0 < i % count < count - 1 for i, count in _divisions(text)),
        "the first non-basic code point occurs once": [text.counts[c] for c in text.extended[:1]] == [1],
        "a delta is 0": 0 in text.deltas,
        "a delta after the first is 0": 0 in text.deltas[1:],
        "a delta before the last is 0": 0 in text.deltas[:-1],
        "a non-basic code point comes twice in a row, but for basic ones between": any(
            a == b for a, b in pairwise(text.extended)
        ),
        "a non-basic code point is followed by the next higher one": any(b - a == 1 for a, b in extended),
        "two non-basic code points differ by 1": any(b - a == 1 for a, b in pairwise(points)),
        "the text has U+0080 or two non-basic code points that differ by 1": any(
            b - a == 1 for a, b in pairwise([0x7F, *points])
        ),
        "the non-basic code points sort in another order as decimal numerals": sorted(points, key=str) != points,
        "the non-basic code points sort in another order as UTF-16": any(
            0xD7C0 + (min(astral) >> 10) < c <= 0xFFFF for c in points if astral
        ),
        "two code points above U+FFFF are not in descending order": any(a <= b for a, b in pairwise(astral)),
        "the third and the fourth code point are hyphens": text.decoded[2:4] == (_HYPHEN, _HYPHEN),
        "the literal part has a hyphen after its start": _HYPHEN in text.basic[1:],
        "the literal part has a hyphen before its end": _HYPHEN in text.basic[:-1],
    }
    yield from (words for words, holds in tests.items() if holds)
    digits = {*map(chr, fold(text.digits))}
    both = (f'{digit}" or "{digit.upper()}' if digit.isalpha() else digit for digit in digits)
    yield from (f'a digit of a delta is "{digit}"' for digit in both)
    if not digits.isdisjoint(_FIGURES):
        yield 'a digit of a delta is "0" to "9"'
    for side, count in (("the text", len(text.decoded)), ("the encoded form", len(text.encoded))):
        rests = ((size, count % size) for size in _MODULI)
        yield from (f"the length of {side} {f'is {r} modulo {n}' if r else f'divides by {n}'}" for n, r in rests)
    if text.extended:
        first = text.decoded.index(text.extended[0])
        yield from (f"the index of the first non-basic code point is {first % size} modulo {size}" for size in _CHUNKS)
    for side, part in (("the text", text.decoded), ("the literal part", text.basic)):
        for verb, end in (("begins", part[:1]), ("ends", part[-1:])):
            yield from (f"{side} {verb} with {noun}" for c in end for noun in _nouns(c))
    yield from (f"the text has {noun}" for c in text.distinct for noun in _nouns(c))
    yield from (f"the text has a letter with {script} in its name" for script in text.scripts)
    if _greatest(text.decoded) <= MAX_UNICODE:
        yield from _mappings("".join(map(chr, text.decoded)))


def _nouns(c: int) -> Iterator[str]:
    """Yield the names of the sets that a code point is in."""
    if c < 0x80 and c not in (0x20, _HYPHEN):
        yield f'"{chr(c)}"' if 0x20 < c < 0x7F else f"U+{c:04X}"
    if 0x80 <= c <= MAX_UNICODE:
        yield f"a non-basic code point of the category {_category(c)}"
    yield from (noun for noun, holds in _SORTS if holds(c))


def _mappings(text: str) -> Iterator[str]:
    """Yield the mappings of strings that change a text."""
    mapped: dict[str, str] = {form: unicodedata.normalize(form, text) for form in FORMS}
    mapped |= {"lower case": text.lower(), "upper case": text.upper(), "case folding": text.casefold()}
    mapped |= {"leaving out white space at the ends": text.strip()}
    yield from (f"{name} changes the text" for name, other in mapped.items() if other != text)
    if any(c > "\x7f" and c != c.lower() for c in text):
        yield "lower case changes a non-basic code point"
