"""Places that codecs treat apart: each length of the literal part, each insertion."""

import itertools
from collections.abc import Iterator

from punycode_conform.codec import arithmetic

from .delta import cycled, next_bias, threshold, thresholds, written
from .vector import File, Vector, from_encoded


def literals_of_each_length() -> Iterator[Vector]:
    """Four deltas after a literal part of each length. Their digits are others if numpoints is one less or one more, if
    the first delta is not damped, or if a bias is not adapted."""
    for length in (*range(1, 65), 100, 127, 128, 200, 254, 255, 256, 257):
        yield from_encoded(f"after-a-literal-of-{length}", written(cycled(length), distinctive_deltas(length, 4)))


def each_insertion() -> Iterator[Vector]:
    """Many insertions, each with such a delta."""
    for count, basics, phase in ((12, 0, 0), (12, 0, 1), (64, 0, 0), (64, 0, 1), (64, 30, 0), (130, 0, 0), (130, 0, 1)):
        name = f"insertions-{count}" + (f"-after-{basics}" if basics else "") + ("-again" if phase else "")
        yield from_encoded(name, written(cycled(basics), distinctive_deltas(basics, count, phase)))


def distinctive_deltas(basics: int, count: int, phase: int = 0) -> Iterator[int]:
    """Deltas whose digits show that the bias is right, and whose next bias shows that numpoints is not one less or, in
    turn, one more: a bias that differs for both is rare."""
    bias, wrong = 72, set[int]()
    for number in range(count):
        first, numpoints = number == 0, basics + number + 1
        other = numpoints + 1 if numpoints == 1 or (number + phase) % 2 else numpoints - 1
        divisor = 700 if first else 2
        for delta in itertools.chain.from_iterable((q * divisor, q * divisor + 1) for q in itertools.count(1)):
            right = next_bias(delta, numpoints, first)
            others = {bias, next_bias(delta, other, first), next_bias(delta, numpoints, not first)}
            if (
                right not in others
                and shape(right) not in map(shape, others)
                and not any(same_digits(delta, bias, w) for w in wrong)
            ):
                break
        yield delta
        bias, wrong = right, others


def same_digits(delta: int, bias: int, other: int) -> bool:
    return list(arithmetic.write(delta, 36, thresholds(bias))) == list(arithmetic.write(delta, 36, thresholds(other)))


def shape(bias: int) -> tuple[int, ...]:
    """The thresholds; two biases with the same ones cannot be distinguished."""
    return tuple(threshold(bias, j) for j in range(8))


FILE = File(
    "places",
    "Each length of the literal part, and each insertion: a codec that treats one of them apart differs in it alone.",
    "3.4",
    "bias-counts-wrong-length",
    (literals_of_each_length, each_insertion),
)
