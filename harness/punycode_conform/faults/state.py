"""Faults that a single call does not show: what one call leaves for the next, and chance (6.2, 6.3)."""

import random
import unicodedata
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import partial

from .fault import RIGHT, Codec, Row, row
from .integers import integers
from .malleable import Malleable, refuse

_state = partial(row, clause="6.2", bug="state-kept-between-calls")
_Answer = Callable[[str, str], str]  # to an operation and its input


@dataclass(frozen=True, slots=True)
class _Stateful:
    """A codec whose operations share what they remember."""

    answer: _Answer

    def encode(self, text: str) -> str:
        return self.answer("encode", text)

    def decode(self, encoded: str) -> str:
        return self.answer("decode", encoded)


def _right(operation: str, given: str) -> str:
    return RIGHT.encode(given) if operation == "encode" else RIGHT.decode(given)


def _cached(key: Callable[[str, str], Hashable]) -> Callable[[], Codec]:
    """Keeps results, under a key that two inputs may share."""

    def make() -> Codec:
        results: dict[Hashable, str] = {}

        def answer(operation: str, given: str) -> str:
            place = key(operation, given)
            if place not in results:
                results[place] = _right(operation, given)
            return results[place]

        return _Stateful(answer)

    return make


def _cached_by(says: str, key: Callable[[str], Hashable]) -> Row:
    return _state(says, make=_cached(lambda operation, given: (operation, key(given))))


def _counting(is_wrong: Callable[[int], bool], spoil: Callable[[str], str] = lambda result: result[:-1]) -> Codec:
    """Knows how many results it gave, and spoils some."""
    calls = 0

    def answer(operation: str, given: str) -> str:
        nonlocal calls
        result = _right(operation, given)
        calls += 1
        return spoil(result) if is_wrong(calls) else result

    return _Stateful(answer)


def _wrong_at(
    says: str, is_wrong: Callable[[int], bool], spoil: Callable[[str], str] = lambda result: result[:-1]
) -> Row:
    return _state(says, make=lambda: _counting(is_wrong, spoil))


def _by_chance(says: str, one_in: int) -> Row:
    def make() -> Codec:
        pick = random.Random(3492)
        return _counting(lambda calls: pick.randrange(one_in) == 0)

    return _state(says, make=make)


@dataclass(slots=True)
class _Remembering:
    """Changes a result by the call before: its input, and its result or None after a refusal."""

    after: Callable[[str, str | None, str], str]
    input: str = ""
    result: str | None = ""

    def encode(self, text: str) -> str:
        return self._call("encode", text)

    def decode(self, encoded: str) -> str:
        return self._call("decode", encoded)

    def _call(self, operation: str, given: str) -> str:
        before, self.input, self.result = (self.input, self.result), given, None
        self.result = _right(operation, given)
        return self.after(*before, self.result)


def _after(says: str, after: Callable[[str, str | None, str], str], side: str = "") -> Row:
    return _state(says, make=lambda: _Remembering(after), side=side)


@dataclass(slots=True)
class _OneBuffer:
    """Decodes into a buffer that is not ended after the result."""

    buffer: str = ""
    encode = staticmethod(RIGHT.encode)

    def decode(self, encoded: str) -> str:
        decoded = RIGHT.decode(encoded)
        self.buffer = decoded + self.buffer[len(decoded) :]
        return self.buffer


@dataclass(slots=True)
class _Tiring:
    """Refuses everything after a number of refusals."""

    patience: int

    def encode(self, text: str) -> str:
        return RIGHT.encode(text) if self.patience else refuse("too many errors")

    def decode(self, encoded: str) -> str:
        try:
            return RIGHT.decode(encoded) if self.patience else refuse("too many errors")
        except ValueError:
            self.patience = max(self.patience - 1, 0)
            raise


def _bias_kept() -> Codec:
    kept = [72]

    def rebias(bias: int, adapted: int) -> int:
        kept[0] = adapted
        return adapted

    return Malleable(rebias=rebias, threshold=lambda k, bias, tmin, tmax: min(max(k - kept[0], tmin), tmax))


FAULTS: dict[str, Row] = {
    "cached-by-length": _cached_by("Results are cached by the length of the input.", len),
    "cached-without-case": _cached_by("Results are cached by the lower-cased input.", str.lower),
    "cached-by-nfc": _cached_by("Results are cached by the normalised input.", partial(unicodedata.normalize, "NFC")),
    "cached-by-start": _cached_by("Results are cached by the first 32 code points.", lambda given: given[:32]),
    "cached-by-sum": _cached_by(
        "Results are cached by length and sum of the code points.", lambda given: (len(given), sum(map(ord, given)))
    ),
    "cached-by-set": _cached_by(
        "Results are cached by length and set of the code points.", lambda given: (len(given), frozenset(given))
    ),
    "cached-for-both": _state(
        "Encoder and decoder share a cache.", make=_cached(lambda operation, given: given), side="neither alone"
    ),
    "cached-without-white-space": _cached_by("Results are cached by the stripped input.", str.strip),
    "cached-as-c-string": _cached_by(
        "Results are cached by what is before NUL.", lambda given: given.partition("\0")[0]
    ),
    "buffer-not-ended": _state(
        "A short result ends in the tail of a longer one before it.",
        make=_OneBuffer,
        side="decode",
        like="urltools 1.7.3",
    ),
    "bias-kept": _state("The bias is not set back for a new call.", make=_bias_kept),
    # An encoder refuses next to nothing, so what a refusal leaves is the decoder's.
    "literal-left-after-error": _after(
        "After a refusal the literal part of the refused string is put before the next result.",
        lambda given, result, right: given.rpartition("-")[0] + right if result is None else right,
        side="decode",
    ),
    "wrong-after-error": _after(
        "After a refusal the next result lacks its last character.",
        lambda given, result, right: right[:-1] if result is None else right,
        side="decode",
    ),
    "wrong-after-long": _after(
        "After a result of more than 255 characters the next one lacks its last character.",
        lambda given, result, right: right[:-1] if len(result or "") > 255 else right,
    ),
    "wrong-after-empty": _after(
        "After the empty string the next result lacks its last character.",
        lambda given, result, right: right if given else right[:-1],
    ),
    "wrong-when-repeated": _after(
        "The same call a second time lacks the last character of its result.",
        lambda given, result, right: right[:-1] if result == right else right,
    ),
    "first-call-wrong": _wrong_at("The first call's result lacks its last character.", lambda calls: calls == 1),
    "second-call-wrong": _wrong_at("Every second result lacks its last character.", lambda calls: calls % 2 == 0),
    "hundredth-call-wrong": _wrong_at(
        "Every hundredth result lacks its last character.", lambda calls: calls % 100 == 0
    ),
    "thousandth-call-wrong": _wrong_at(
        "Every thousandth result lacks its last character.", lambda calls: calls % 1000 == 0
    ),
    "wrong-after-1024-calls": _wrong_at(
        "From the 1,025th on all results lack their last character.", lambda calls: calls > 1024
    ),
    "crash-after-512-calls": _wrong_at(
        "From the 513th call on a handle is missing.",
        lambda calls: calls > 512,
        lambda result: list(result)[len(result)],
    ),
    "tired-after-ten-errors": _state(
        "After ten refusals everything is refused.", make=lambda: _Tiring(10), side="decode"
    ),
    "one-in-50": _by_chance("By chance one result in fifty lacks its last character.", 50),
    "one-in-500": _by_chance("By chance one result in five hundred lacks its last character.", 500),
    "hash-order": row(
        "Code points are taken in the order of a set of strings, which differs from run to run.",
        "6.3",
        "sorted-in-a-wrong-order",
        order=lambda points: [ord(c) for c in set(map(chr, points))],
        side="encode",
        fit=integers(32, "delta"),
    ),
}
