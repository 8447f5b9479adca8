"""Correct codecs with limits on this and that (1.1, 6.4). None refuses a label of 59 characters that 26 bits suffice for."""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import groupby, pairwise

from .fault import RIGHT, Fault
from .malleable import Malleable, refuse

_LABEL = 59  # a form of so many characters has at most as many code points
_UNICODE = 0x10FFFF - 0x80


@dataclass(frozen=True, slots=True)
class Limited:
    """A correct codec that refuses where some measure of text and form passes a limit."""

    measure: Callable[[str, str], int]
    limit: int
    decoder_limit: int

    def encode(self, text: str) -> str:
        return self._within(text, RIGHT.encode(text), self.limit)[1]

    def decode(self, encoded: str) -> str:
        return self._within(RIGHT.decode(encoded), encoded, self.decoder_limit)[0]

    def _within(self, text: str, encoded: str, limit: int) -> tuple[str, str]:
        return (text, encoded) if self.measure(text, encoded) <= limit else refuse("past a limit")


def _of_text(measure: Callable[[str], int]) -> Callable[[str, str], int]:
    return lambda text, encoded: measure(text)


def _graphemes(text: str) -> int:
    """User-perceived characters, roughly: marks, joiners and what they join belong to the one before."""
    joined = sum(a == "\u200d" for a, b in pairwise(text))
    return sum(unicodedata.category(c) not in {"Mn", "Me", "Mc", "Cf"} for c in text) - joined


def _cesu(text: str) -> int:
    """Octets of modified UTF-8: six for two surrogates, and two for NUL."""
    return sum(2 if c == "\0" else 6 if c > "\uffff" else len(c.encode("utf-8", "surrogatepass")) for c in text)


def _deltas(text: str) -> list[int]:
    """The deltas of a text."""
    found: list[int] = []

    def reset(delta: int) -> int:
        found.append(delta)
        return 0

    Malleable(reset=reset).encode(text)
    return found


def _moved(text: str) -> int:
    """How many code points all insertions move on: those behind a place that are smaller, or equal and earlier."""
    return sum(sum(b < a for b in text[place + 1 :]) for place, a in enumerate(text) if a > "\x7f")


def _bound(text: str) -> int:
    """The greatest integer that section 6.4 reckons with: (M - initial_n) * (L + 1)."""
    return max((ord(c) - 0x80 for c in text), default=0) * (len(text) + 1)


def _digits(text: str, encoded: str) -> int:
    return len(encoded) - encoded.rfind("-") - 1


def _limited(
    name: str, what: str, limit: int, measure: Callable[[str, str], int], decoder_limit: int | None = None
) -> Fault:
    says = f"What has more than {limit:,} {what} is refused."
    make = partial(Limited, measure, limit, limit if decoder_limit is None else decoder_limit)
    return Fault(name, says, "", make)


LIMITED = (
    _limited("limited-graphemes", "user-perceived characters", _LABEL, _of_text(_graphemes)),
    _limited("limited-distinct", "different code points", _LABEL, _of_text(lambda text: len(set(text)))),
    _limited("limited-runs", "runs of one code point", _LABEL, _of_text(lambda text: len(list(groupby(text))))),
    _limited("limited-hyphens", "hyphens", _LABEL, lambda text, encoded: encoded.count("-")),
    _limited("limited-literal", "basic code points", _LABEL, _of_text(lambda text: sum(c < "\x80" for c in text))),
    _limited("limited-insertions", "insertions", _LABEL, _of_text(lambda text: sum(c > "\x7f" for c in text))),
    _limited("limited-digits", "digits", _LABEL, _digits),
    _limited(
        "limited-octets", "octets of UTF-8", 4 * _LABEL, _of_text(lambda t: len(t.encode("utf-8", "surrogatepass")))
    ),
    _limited("limited-modified-utf8", "octets of modified UTF-8", 6 * _LABEL, _of_text(_cesu)),
    _limited(
        "limited-utf16-with-mark",
        "octets of UTF-16 with a byte order mark",
        4 * _LABEL + 2,
        _of_text(lambda text: len(text.encode("utf-16", "surrogatepass"))),
    ),
    _limited("limited-moves", "elements moved", _LABEL**2, _of_text(_moved)),
    _limited("limited-by-6-4", "states by the formula of section 6.4", _UNICODE * (_LABEL + 1), _of_text(_bound)),
    _limited(
        "limited-sum-of-deltas",
        "as the sum of all deltas",
        _UNICODE * (_LABEL + 1),
        _of_text(lambda t: sum(_deltas(t))),
    ),
    _limited("limited-work", "steps of the encoder's loops", _LABEL**2, _of_text(lambda t: len(t) * len(set(t)))),
    _limited("limited-apart", "characters in the form, 255 to decode,", 63, lambda text, encoded: len(encoded), 255),
)
