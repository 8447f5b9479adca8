"""Digits that are right for another bias, or for another value of a parameter of Bootstring (RFC 3492 section 4)."""

from collections.abc import Mapping, Sequence, Set
from functools import cache, lru_cache
from itertools import accumulate
from math import log2

from ..codec import PUNYCODE, Bootstring, BootstringError
from ..codec.arithmetic import clamped, write
from ..codec.trace import State
from ..suite.outcome import Operation

_MOST = 64  # deltas: of more a person follows none, and the search takes time
_SURE = 9.0  # bits: digits that another bias explains by chance are one in 500
_NARROW = 12  # biases: of a wider range a person learns nothing
PARAMETERS: Mapping[str, Sequence[int]] = {
    "tmin": range(10),
    "tmax": range(10, 36),
    "skew": range(1, 128),
    "damp": range(2, 1025),
    "initial_bias": range(144),
    "initial_n": range(256),
}


def other_bias(deltas: Sequence[int], literal: int, digits: Sequence[int | None], verb: str) -> str:
    """A sentence on the first delta that needs another bias; empty if biases do not surely explain the digits."""
    biases = _biases(deltas, tuple(digits))
    if biases is None:
        return ""
    states = accumulate(deltas, State.after, initial=State(literal, literal))
    right = [state.bias for state, _ in zip(states, deltas, strict=False)]
    wrong = [at for at, (bias, possible) in enumerate(zip(right, biases, strict=True)) if bias not in possible]
    if not wrong or sum(_surprise(deltas[at], biases[at]) for at in wrong) < _SURE:
        return ""
    first, never = wrong[0], all(PUNYCODE.initial_bias in possible for possible in biases)
    before, possible, why = right[max(first - 1, 0)], biases[first], ""
    if first and (possible == {before} or (never and len(wrong) > 1)):
        possible, why = {PUNYCODE.initial_bias if never else before}, ": the bias was not adapted (6.1)"
    least, greatest = min(possible), max(possible)
    if greatest - least > _NARROW:
        return ""
    bias = str(least) if least == greatest else f"{least} to {greatest}"
    return f"Delta {first + 1} was {verb} as if the bias were {bias}; it is {right[first]}{why}."


def _biases(deltas: Sequence[int], digits: tuple[int | None, ...]) -> list[Set[int]] | None:
    """The biases of each delta under which the digits are these deltas, all of them; None if there are none."""
    if not 0 < len(deltas) <= min(_MOST, len(digits)) or None in digits:
        return None

    @cache
    def rest(count: int, at: int) -> list[Set[int]] | None:
        if count == len(deltas) or at == len(digits):
            return [] if (count, at) == (len(deltas), len(digits)) else None
        for written, biases in _written(deltas[count]).items():
            if digits[at : at + len(written)] == written and (after := rest(count + 1, at + len(written))) is not None:
                return [biases, *after]
        return None

    return rest(0, 0)


@lru_cache(4096)  # one answer's deltas are often those of another
def _written(delta: int) -> Mapping[tuple[int, ...], Set[int]]:
    """All ways to write a delta, and the biases that give each."""
    ways: dict[tuple[int, ...], set[int]] = {}
    # Under a greater bias all thresholds that matter are tmin.
    most = PUNYCODE.base * len(write(delta, PUNYCODE.base, (PUNYCODE.tmin,)))
    for bias in range(most + 1):
        thresholds = clamped(PUNYCODE.base, PUNYCODE.tmin, PUNYCODE.tmax, bias)
        ways.setdefault(tuple(write(delta, PUNYCODE.base, thresholds)), set()).add(bias)
    return ways


def _surprise(delta: int, biases: Set[int]) -> float:
    """The bits of information in digits of a delta that some bias explains: of all digits of their number few are so."""
    ways = _written(delta)
    length = next(len(written) for written, possible in ways.items() if possible == biases)
    return log2(PUNYCODE.base**length / sum(len(written) == length for written in ways))


def answer_under(name: str, value: int, operation: Operation, asked: Sequence[int]) -> tuple[int, ...] | None:
    """The answer of a codec that has another value of one parameter; None if it has none."""
    try:
        codec = _codec(name, value)
        return tuple(codec.encode(asked) if operation is Operation.ENCODE else codec.decode(asked)[0])
    except BootstringError:
        return None


@cache
def _codec(name: str, value: int) -> Bootstring:
    names = "base", "tmin", "tmax", "skew", "damp", "initial_bias", "initial_n", "basic", "delimiter", "digits"
    parameters = {other: getattr(PUNYCODE, other) for other in names} | {name: value}
    # A digit that no string has, for a base that is too great.
    parameters["digits"] = [*PUNYCODE.digits, (0x7F,)][: parameters["base"]]
    return Bootstring(**parameters)
