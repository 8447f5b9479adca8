"""Faults that a single call does not show: what one call leaves for the next, and chance (6.2, 6.3)."""

import random
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from .fault import Codec, Fault, bent
from .integers import integers
from .malleable import Malleable, refuse

_RIGHT = Malleable()


@dataclass(slots=True)
class _Cached:
    """Keeps results, under a key that two inputs may share."""

    key: Callable[[str, str], object]
    size: int = 1 << 30
    results: dict[object, str] = field(default_factory=dict)

    def encode(self, text: str) -> str:
        return self._once("encode", _RIGHT.encode, text)

    def decode(self, encoded: str) -> str:
        return self._once("decode", _RIGHT.decode, encoded)

    def _once(self, side: str, function: Callable[[str], str], text: str) -> str:
        key = self.key(side, text)
        if key not in self.results:
            self.results[key] = function(text)
        return self.results[key]


@dataclass(slots=True)
class _Counting:
    """Knows how many calls it has had, and is wrong on some."""

    wrong: Callable[[int], bool]
    spoil: Callable[[str], str] = lambda result: result[:-1]
    calls: int = 0

    def encode(self, text: str) -> str:
        return self._count(_RIGHT.encode(text))

    def decode(self, encoded: str) -> str:
        return self._count(_RIGHT.decode(encoded))

    def _count(self, result: str) -> str:
        self.calls += 1
        return self.spoil(result) if self.wrong(self.calls) else result


@dataclass(slots=True)
class _Remembering:
    """Sees the call before: its input, and its result or None after a refusal."""

    after: Callable[[str, str | None, str], str]
    input: str = ""
    result: str | None = ""

    def encode(self, text: str) -> str:
        return self._call(_RIGHT.encode, text)

    def decode(self, encoded: str) -> str:
        return self._call(_RIGHT.decode, encoded)

    def _call(self, function: Callable[[str], str], text: str) -> str:
        before, self.input = (self.input, self.result), text
        self.result = None
        right = function(text)
        self.result = right
        return self.after(*before, right)


@dataclass(slots=True)
class _OneBuffer:
    """Decodes into a buffer that is not ended after the result."""

    buffer: str = ""

    def encode(self, text: str) -> str:
        return _RIGHT.encode(text)

    def decode(self, encoded: str) -> str:
        decoded = _RIGHT.decode(encoded)
        self.buffer = decoded + self.buffer[len(decoded) :]
        return self.buffer


@dataclass(slots=True)
class _Tiring:
    """Refuses everything after a number of refusals."""

    patience: int

    def encode(self, text: str) -> str:
        return _RIGHT.encode(text) if self.patience else refuse("too many errors")

    def decode(self, encoded: str) -> str:
        try:
            return _RIGHT.decode(encoded) if self.patience else refuse("too many errors")
        except ValueError:
            self.patience = max(self.patience - 1, 0)
            raise


def _bias_kept() -> Codec:
    kept = [72]

    def rebias(bias: int, adapted: int) -> int:
        kept[0] = adapted
        return adapted

    return Malleable(rebias=rebias, threshold=lambda k, bias, tmin, tmax: min(max(k - kept[0], tmin), tmax))


def _by_chance(one_in: int) -> Codec:
    pick = random.Random(3492)
    return _Counting(lambda calls: pick.randrange(one_in) == 0)


def _state(
    name: str, says: str, make: Callable[[], Any], like: str = "", sides: tuple[str, ...] = ("encode", "decode")
) -> Fault:
    return Fault(name, says, "6.2", make, "state-kept-between-calls", like, sides=sides)


# An encoder refuses next to nothing, so what a refusal leaves is the decoder's.
_after_refusal = partial(_state, sides=("decode",))


def _hashed(points: Iterable[int]) -> list[int]:
    return [ord(c) for c in set(map(chr, points))]


FAULTS = (
    _state(
        "cached-by-length",
        "Results are cached by the length of the input.",
        lambda: _Cached(lambda side, text: (side, len(text))),
    ),
    _state(
        "cached-without-case",
        "Results are cached by the lower-cased input.",
        lambda: _Cached(lambda side, text: (side, text.lower())),
    ),
    _state(
        "cached-by-nfc",
        "Results are cached by the normalised input.",
        lambda: _Cached(lambda side, text: (side, unicodedata.normalize("NFC", text))),
    ),
    _state(
        "cached-by-start",
        "Results are cached by the first 32 code points.",
        lambda: _Cached(lambda side, text: (side, text[:32])),
    ),
    _state(
        "cached-by-sum",
        "Results are cached by length and sum of the code points.",
        lambda: _Cached(lambda side, text: (side, len(text), sum(map(ord, text)))),
    ),
    _state(
        "cached-by-set",
        "Results are cached by length and set of the code points.",
        lambda: _Cached(lambda side, text: (side, len(text), frozenset(text))),
    ),
    _state("cached-for-both", "Encoder and decoder share a cache.", lambda: _Cached(lambda side, text: text), sides=()),
    _state(
        "cached-without-white-space",
        "Results are cached by the stripped input.",
        lambda: _Cached(lambda side, text: (side, text.strip())),
    ),
    _state(
        "cached-as-c-string",
        "Results are cached by what is before NUL.",
        lambda: _Cached(lambda side, text: (side, text.split("\0")[0])),
    ),
    _state(
        "buffer-not-ended",
        "A short result ends in the tail of a longer one before it.",
        _OneBuffer,
        "urltools 1.7.3",
        ("decode",),
    ),
    _state("bias-kept", "The bias is not set back for a new call.", _bias_kept),
    _after_refusal(
        "literal-left-after-error",
        "After a refusal the literal part of the refused string is put before the next result.",
        lambda: _Remembering(
            lambda input, result, right: input.rpartition("-")[0] + right if result is None else right
        ),
    ),
    _after_refusal(
        "wrong-after-error",
        "After a refusal the next result lacks its last character.",
        lambda: _Remembering(lambda input, result, right: right[:-1] if result is None else right),
    ),
    _state(
        "wrong-after-long",
        "After a result of more than 255 characters the next one lacks its last character.",
        lambda: _Remembering(lambda input, result, right: right[:-1] if result and len(result) > 255 else right),
    ),
    _state(
        "wrong-after-empty",
        "After the empty string the next result lacks its last character.",
        lambda: _Remembering(lambda input, result, right: right[:-1] if not input and right else right),
    ),
    _state(
        "wrong-when-repeated",
        "The same call a second time lacks the last character of its result.",
        lambda: _Remembering(lambda input, result, right: right[:-1] if result == right else right),
    ),
    _state(
        "first-call-wrong",
        "The first call's result lacks its last character.",
        lambda: _Counting(lambda calls: calls == 1),
    ),
    _state(
        "second-call-wrong",
        "Every second result lacks its last character.",
        lambda: _Counting(lambda calls: calls % 2 == 0),
    ),
    _state(
        "hundredth-call-wrong",
        "Every hundredth result lacks its last character.",
        lambda: _Counting(lambda calls: calls % 100 == 0),
    ),
    _state(
        "thousandth-call-wrong",
        "Every thousandth result lacks its last character.",
        lambda: _Counting(lambda calls: calls % 1000 == 0),
    ),
    _state(
        "wrong-after-1024-calls",
        "From the 1,025th on all results lack their last character.",
        lambda: _Counting(lambda calls: calls > 1024),
    ),
    _state(
        "crash-after-512-calls",
        "From the 513th call on a handle is missing.",
        lambda: _Counting(lambda calls: calls > 512, lambda result: result[len(result) :] + _handles()[0]),
    ),
    _after_refusal("tired-after-ten-errors", "After ten refusals everything is refused.", lambda: _Tiring(10)),
    _state("one-in-50", "By chance one result in fifty lacks its last character.", lambda: _by_chance(50)),
    _state("one-in-500", "By chance one result in five hundred lacks its last character.", lambda: _by_chance(500)),
    bent(
        "hash-order",
        "Code points are taken in the order of a set of strings, which differs from run to run.",
        "6.3",
        bug="sorted-in-a-wrong-order",
        side="encode",
        order=_hashed,
        fit=integers(32, "delta"),
    ),
)


def _handles() -> list[str]:
    return []
