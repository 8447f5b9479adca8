"""Correct codecs with limits on this and that (1.1, 6.4). None refuses a label of 59 characters that 26 bits suffice for."""

import unicodedata
from collections.abc import Callable
from functools import partial
from itertools import groupby, pairwise

from .fault import RIGHT, Codec, Functions, Row, row
from .malleable import Malleable, refuse

_LABEL = 59  # a form of so many characters has at most as many code points
_UNICODE = 0x10FFFF - 0x80
_Measure = Callable[[str, str], int]  # of a text and its form


def _limited(measure: _Measure, limit: int, decoder_limit: int) -> Codec:
    def encode(text: str) -> str:
        encoded = RIGHT.encode(text)
        return encoded if measure(text, encoded) <= limit else refuse("past a limit")

    def decode(encoded: str) -> str:
        text = RIGHT.decode(encoded)
        return text if measure(text, encoded) <= decoder_limit else refuse("past a limit")

    return Functions(encode, decode)


def _refuses(limit: int, what: str, measure: _Measure, decoder_limit: int | None = None) -> Row:
    make = partial(_limited, measure, limit, limit if decoder_limit is None else decoder_limit)
    return row(f"What has more than {limit:,} {what} is refused.", "", make=make)


def _text_over(limit: int, what: str, measure: Callable[[str], int]) -> Row:
    return _refuses(limit, what, lambda text, encoded: measure(text))


def _graphemes(text: str) -> int:
    """User-perceived characters, roughly: marks, joiners and what they join belong to the one before."""
    joined = sum(a == "\u200d" for a, b in pairwise(text))
    return sum(unicodedata.category(c) not in {"Mn", "Me", "Mc", "Cf"} for c in text) - joined


def _cesu(text: str) -> int:
    """Octets of modified UTF-8: six for two surrogates, and two for NUL."""
    return sum(2 if c == "\0" else 6 if c > "\uffff" else len(c.encode("utf-8", "surrogatepass")) for c in text)


def _sum_of_deltas(text: str) -> int:
    deltas: list[int] = []

    def reset(delta: int) -> int:
        deltas.append(delta)
        return 0

    Malleable(reset=reset).encode(text)
    return sum(deltas)


def _moved(text: str) -> int:
    """How many code points all insertions move on: those behind a place that are smaller, or equal and earlier."""
    return sum(sum(b < a for b in text[place + 1 :]) for place, a in enumerate(text) if a > "\x7f")


def _bound(text: str) -> int:
    """The greatest integer that section 6.4 reckons with: (M - initial_n) * (L + 1)."""
    return max((ord(c) - 0x80 for c in text), default=0) * (len(text) + 1)


LIMITED: dict[str, Row] = {
    "limited-graphemes": _text_over(_LABEL, "user-perceived characters", _graphemes),
    "limited-distinct": _text_over(_LABEL, "different code points", lambda text: len(set(text))),
    "limited-runs": _text_over(_LABEL, "runs of one code point", lambda text: len(list(groupby(text)))),
    "limited-hyphens": _refuses(_LABEL, "hyphens", lambda text, encoded: encoded.count("-")),
    "limited-literal": _text_over(_LABEL, "basic code points", lambda text: sum(c < "\x80" for c in text)),
    "limited-insertions": _text_over(_LABEL, "insertions", lambda text: sum(c > "\x7f" for c in text)),
    "limited-digits": _refuses(_LABEL, "digits", lambda text, encoded: len(encoded) - encoded.rfind("-") - 1),
    "limited-octets": _text_over(
        4 * _LABEL, "octets of UTF-8", lambda text: len(text.encode("utf-8", "surrogatepass"))
    ),
    "limited-modified-utf8": _text_over(6 * _LABEL, "octets of modified UTF-8", _cesu),
    "limited-utf16-with-mark": _text_over(
        4 * _LABEL + 2,
        "octets of UTF-16 with a byte order mark",
        lambda text: len(text.encode("utf-16", "surrogatepass")),
    ),
    "limited-moves": _text_over(_LABEL**2, "elements moved", _moved),
    "limited-by-6-4": _text_over(_UNICODE * (_LABEL + 1), "states by the formula of section 6.4", _bound),
    "limited-sum-of-deltas": _text_over(_UNICODE * (_LABEL + 1), "as the sum of all deltas", _sum_of_deltas),
    "limited-work": _text_over(_LABEL**2, "steps of the encoder's loops", lambda text: len(text) * len(set(text))),
    "limited-apart": _refuses(63, "characters in the form, 255 to decode,", lambda text, encoded: len(encoded), 255),
}
