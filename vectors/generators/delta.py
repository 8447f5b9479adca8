"""Encoded strings made of deltas: what is between the codec's steps and the families that aim at them."""

import bisect
from collections.abc import Iterable

from punycode_conform.codec import arithmetic
from punycode_conform.codec.arithmetic import adapt

DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"


def written(basics: str, deltas: Iterable[int]) -> str:
    """The encoded string with this literal part and these deltas, whatever they lead to."""
    out = basics + "-" if basics else ""
    bias = 72
    for number, delta in enumerate(deltas):
        out += "".join(DIGITS[digit] for digit in arithmetic.write(delta, 36, thresholds(bias)))
        bias = next_bias(delta, len(basics) + number + 1, number == 0)
    return out


def thresholds(bias: int) -> tuple[int, ...]:
    return arithmetic.clamped(36, 1, 26, bias)


def threshold(bias: int, j: int) -> int:
    return thresholds(bias)[min(j, len(thresholds(bias)) - 1)]


def next_bias(delta: int, numpoints: int, firsttime: bool) -> int:
    return adapt(delta, numpoints, firsttime, base=36, tmin=1, tmax=26, skew=38, damp=700)


def least_delta(bias: int, numpoints: int) -> int:
    """The least delta, not a first one, that gives at least this bias."""
    return bisect.bisect_left(range(2**34), bias, key=lambda delta: next_bias(delta, numpoints, False))


def with_digit(bias: int, position: int, value: int) -> int:
    """The least delta that has this digit-value in this position. If it does not end there, a digit 0 follows."""
    delta, weight = 0, 1
    for j in range(position):
        delta += threshold(bias, j) * weight
        weight *= 36 - threshold(bias, j)
    return delta + value * weight


def cycled(length: int) -> str:
    """A literal part in which neighbours differ."""
    return (DIGITS * (length // 36 + 1))[:length]
