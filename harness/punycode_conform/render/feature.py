"""The features of a case's input that may be why a codec fails it: "a hyphen at the end", "digits in upper case"."""

import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from ..run.result import CaseResult
from ..suite.encoded import fold, literal_length
from ..suite.oracle import Either, Rejects, Returns
from ..suite.outcome import Operation

_HYPHEN = 0x2D
_SHARE = 0.9  # of the cases with a feature that must fail: with less, another feature is the reason
_FEWEST = 2  # failed cases: one alone has many features, and shows which of them counts by none


class _Input(NamedTuple):
    """Both sides of a case that a codec must take, and what the tests below need of them.

    Attributes:
        distinct: the decoded side's code points, each once, since some sides are long.
        literal, extended: its code points below U+0080, and the others, in their order.
    """

    decoded: tuple[int, ...]
    encoded: tuple[int, ...]
    distinct: frozenset[int]
    literal: list[int]
    extended: list[int]


_Test = Callable[[_Input], bool]


def _any(test: Callable[[int], bool]) -> _Test:
    return lambda given: any(map(test, given.distinct))


def _longer(limit: int) -> _Test:
    return lambda given: len(given.encoded) > limit


def _upper_case_digits(given: _Input) -> bool:
    digits = given.encoded[literal_length(given.encoded) :]
    return fold(digits) != digits


# Of two that fit the same cases the first is named, so what says more comes first.
_FEATURES: dict[str, _Test] = {
    "the empty string": lambda given: not given.decoded,
    "U+0000": _any(lambda c: c == 0),
    "surrogates": _any(lambda c: 0xD800 <= c <= 0xDFFF),
    "code points above U+10FFFF": _any(lambda c: c > 0x10FFFF),
    "code points above U+FFFF": _any(lambda c: c > 0xFFFF),
    "a hyphen at the end of the ASCII characters": lambda given: given.literal[-1:] == [_HYPHEN],
    "a hyphen at the start of the ASCII characters": lambda given: given.literal[:1] == [_HYPHEN],
    "hyphens": _any(lambda c: c == _HYPHEN),
    "digits in upper case": _upper_case_digits,
    "letters in upper case": _any(lambda c: 0x41 <= c <= 0x5A),
    "spaces": _any(lambda c: c == 0x20),
    "control characters": _any(lambda c: c < 0x20 or 0x7F <= c < 0xA0),
    "ASCII characters alone": lambda given: bool(given.literal) and not given.extended,
    "no ASCII characters": lambda given: bool(given.extended) and not given.literal,
    "combining marks": _any(lambda c: c <= 0x10FFFF and unicodedata.category(chr(c))[0] == "M"),
    "a code point more than once": lambda given: len({*given.extended}) < len(given.extended),
    "code points that are not in ascending order": lambda given: given.extended != sorted(given.extended),
    **{f"more than {limit:,} characters": _longer(limit) for limit in (4095, 1023, 255, 63)},
}
_REASONS = {
    "truncated": "input whose last digit is missing",
    "bad-digit": "a character that is no digit",
    "non-basic": "a non-ASCII character before the last delimiter",
}


def features(result: CaseResult) -> frozenset[str]:
    """The features of a case's input; of one that must be refused, the reason."""
    match result.expectation:
        case Rejects(reason):
            return frozenset(filter(None, [_REASONS.get(reason)]))
        case Returns(value) | Either(value):
            encoding = result.call.operation is Operation.ENCODE
            decoded, encoded = (result.call.input, value) if encoding else (value, result.call.input)
            literal, extended = [c for c in decoded if c < 0x80], [c for c in decoded if c >= 0x80]
            given = _Input(decoded, encoded, frozenset(decoded), literal, extended)
            return frozenset(name for name, test in _FEATURES.items() if test(given))


class Features:
    """The features of the cases of a run, each computed once."""

    def __init__(self, asked: Iterable[CaseResult]) -> None:
        self._of = {result.id: (result.call.operation, features(result)) for result in asked}
        self._had = Counter((operation, name) for operation, names in self._of.values() for name in names)
        self._asked = Counter(operation for operation, _ in self._of.values())

    def shared(self, failed: Collection[CaseResult]) -> tuple[str, list[CaseResult]]:
        """The feature that most of some failed cases have, and nearly no case that passes; and the cases that have it.

        Args:
            failed: cases of one operation that fail alike. If there is no such feature: an empty name, and all of them.
        """
        found = Counter(key for one in failed for key in self._keys(one))
        fit = [key for key, n in found.items() if self._fits(key, n, len(failed))]
        if not fit:
            return "", list(failed)
        order = [*_FEATURES, *_REASONS.values()]
        best = min(fit, key=lambda key: (-found[key], order.index(key[1])))
        return best[1], [one for one in failed if best in self._keys(one)]

    def _fits(self, key: tuple[Operation, str], having: int, failed: int) -> bool:
        """Whether a feature may be why cases fail: nearly all that have it do, and some that lack it do not."""
        lacking = self._asked[key[0]] - self._had[key]
        return having >= max(_FEWEST, _SHARE * self._had[key]) and lacking > failed - having

    def _keys(self, result: CaseResult) -> list[tuple[Operation, str]]:
        operation, names = self._of[result.id]
        return [(operation, name) for name in names]
