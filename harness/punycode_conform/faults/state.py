"""Faults that a single call does not show: what one call leaves for the next, and chance (6.2, 6.3)."""

import random
import unicodedata
from collections.abc import Callable, Hashable
from functools import partial

from .fault import RIGHT, Codec, Functions, Row, row
from .integers import integers
from .malleable import Malleable, refuse, same

_state = partial(row, clause="6.2", bug="state-kept-between-calls")


def _codec(answer: Callable[[str, str], str]) -> Codec:
    return Functions(partial(answer, "encode"), partial(answer, "decode"))


def _right(operation: str, given: str) -> str:
    return RIGHT.encode(given) if operation == "encode" else RIGHT.decode(given)


def _cached(says: str, key: Callable[[str], Hashable], *, for_both: bool = False) -> Row:
    def make() -> Codec:
        results: dict[Hashable, str] = {}

        def answer(operation: str, given: str) -> str:
            place = key(given) if for_both else (operation, key(given))
            if place not in results:
                results[place] = _right(operation, given)
            return results[place]

        return _codec(answer)

    return _state(says, make=make, side="neither alone" if for_both else "")


def _counting(is_wrong: Callable[[int], bool], spoil: Callable[[str], str] = lambda result: result[:-1]) -> Codec:
    calls = 0

    def answer(operation: str, given: str) -> str:
        nonlocal calls
        result = _right(operation, given)
        calls += 1
        return spoil(result) if is_wrong(calls) else result

    return _codec(answer)


def _wrong(says: str, is_wrong: Callable[[int], bool]) -> Row:
    return _state(says, make=lambda: _counting(is_wrong))


def _by_chance(says: str, one_in: int) -> Row:
    def make() -> Codec:
        pick = random.Random(3492)
        return _counting(lambda calls: pick.randrange(one_in) == 0)

    return _state(says, make=make)


def _after(says: str, change: Callable[[str, str | None, str], str], side: str = "") -> Row:
    def make() -> Codec:
        before: tuple[str, str | None] = "", ""

        def answer(operation: str, given: str) -> str:
            nonlocal before
            last, before = before, (given, None)
            right = _right(operation, given)
            before = given, right
            return change(*last, right)

        return _codec(answer)

    return _state(says, make=make, side=side)


def _one_buffer() -> Codec:
    buffer = ""

    def decode(encoded: str) -> str:
        nonlocal buffer
        decoded = RIGHT.decode(encoded)
        buffer = decoded + buffer[len(decoded) :]
        return buffer

    return Functions(RIGHT.encode, decode)


def _tiring() -> Codec:
    patience = 10

    def answer(operation: str, given: str) -> str:
        nonlocal patience
        if not patience:
            refuse("too many errors")
        try:
            return _right(operation, given)
        except ValueError:
            patience -= 1
            raise

    return _codec(answer)


def _bias_kept() -> Codec:
    kept = [72]

    def rebias(bias: int, adapted: int) -> int:
        kept[0] = adapted
        return adapted

    return Malleable(rebias=rebias, threshold=lambda k, bias, tmin, tmax: min(max(k - kept[0], tmin), tmax))


FAULTS: dict[str, Row] = {
    "cached-by-length": _cached("Results are cached by the length of the input.", len),
    "cached-without-case": _cached("Results are cached by the lower-cased input.", str.lower),
    "cached-by-nfc": _cached(
        "Results are cached by the input in form NFC or NFD.", partial(unicodedata.normalize, "NFC")
    ),
    "cached-by-start": _cached("Results are cached by the first 32 code points.", lambda s: s[:32]),
    "cached-by-sum": _cached(
        "Results are cached by length and sum of code points.", lambda s: (len(s), sum(map(ord, s)))
    ),
    "cached-by-set": _cached("Results are cached by length and set of code points.", lambda s: (len(s), frozenset(s))),
    "cached-for-both": _cached("Encoder and decoder share a cache.", same, for_both=True),
    "cached-without-white-space": _cached(
        "Results are cached by the input without white space at the ends.", str.strip
    ),
    "cached-as-c-string": _cached("Results are cached by what is before NUL.", lambda s: s.partition("\0")[0]),
    "buffer-not-ended": _state(
        "Decoded text ends in the tail of a longer result before.", make=_one_buffer, side="decode"
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
        "The first result, and one after an empty input, lack their last character.",
        lambda given, result, right: right if given else right[:-1],
    ),
    "wrong-when-repeated": _after(
        "A result that equals the one right before it lacks its last character.",
        lambda given, result, right: right[:-1] if result == right else right,
    ),
    "first-call-wrong": _wrong("The first result lacks its last character.", lambda i: i == 1),
    "second-call-wrong": _wrong("Every second result lacks its last character.", lambda i: i % 2 == 0),
    "hundredth-call-wrong": _wrong("Every hundredth result lacks its last character.", lambda i: i % 100 == 0),
    "thousandth-call-wrong": _wrong("Every thousandth result lacks its last character.", lambda i: i % 1000 == 0),
    "wrong-after-1024-calls": _wrong("From the 1,025th result on all lack their last character.", lambda i: i > 1024),
    "crash-after-512-calls": _state(
        "From the 513th result on there are crashes in place of results.",
        make=lambda: _counting(lambda i: i > 512, lambda result: list(result)[len(result)]),
    ),
    "tired-after-ten-errors": _state("After ten refusals everything is refused.", make=_tiring, side="decode"),
    "one-in-50": _by_chance("By chance one result in fifty lacks its last character.", 50),
    "one-in-500": _by_chance("By chance one result in five hundred lacks its last character.", 500),
    "hash-order": row(
        "The encoder takes code points in the order of a hash table, which differs from run to run.",
        "6.3",
        "sorted-in-a-wrong-order",
        order=lambda points: [ord(c) for c in set(map(chr, points))],
        side="encode",
        fit=integers(32, "delta"),
    ),
}
