"""The integers of a delta: generalized variable-length integers (RFC 3492 section 3.3) and bias adaptation (3.4, 6.1).

Also the reasons for which a codec refuses: the error conditions that section 6.2 names, and the limits of Unicode.

An integer is little-endian digits in a fixed base. Position j has a threshold t(j) and a weight w(j):

    w(0) = 1,  w(j) = w(j-1) * (base - t(j-1))

Exactly one digit, the last, is less than its threshold. So integers need no separator between them, and each has exactly
one representation.

The codec needs :func:`clamped`, :func:`read`, :func:`write` and :func:`adapt`, which keep only results. :func:`digits`,
:func:`divisions` and :func:`adaptation` give each intermediate value a name, for those who follow the RFC on paper.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import accumulate, chain, repeat
from typing import NamedTuple


class Reason(StrEnum):
    """The reason for a refusal. The first six are the reasons that a vector may give."""

    BAD_DIGIT = "bad-digit"  # 6.2: "let digit = the code point's digit-value, fail if it has none"
    TRUNCATED = "truncated"  # 6.2: "consume a code point, or fail if there was none to consume"
    OVERFLOW = "overflow"  # 6.2, 6.3: "fail on overflow", under a bound on integers
    NON_BASIC = "non-basic"  # 6.2: "fail on any non-basic code point" before the last delimiter
    BEYOND_UNICODE = "beyond-unicode"  # the caller's limit on code points, 10FFFF for text (section 5)
    SURROGATE = "surrogate"  # D800..DFFF, where the caller does not take them (section 5)
    BASIC_DELTA = "basic-delta"  # 6.2, in braces: "if n is a basic code point then fail"; not reachable in Punycode
    BELOW_INITIAL_N = "below-initial-n"  # 6.3, in braces: "a non-basic code point < n"; in Punycode: negative


class BootstringError(ValueError):
    """A string that cannot be encoded or decoded.

    Attributes:
        reason: which rule it breaks.
        position: index into the input of the code point at which that shows; the length of the input if it ended
            too early.
    """

    def __init__(self, reason: Reason, position: int) -> None:
        super().__init__(f"{reason} at position {position}")
        self.reason = reason
        self.position = position


class ParameterError(ValueError):
    """Bootstring parameters that break a constraint of RFC 3492 section 4; the message names it."""


@lru_cache(maxsize=1024)  # few biases occur, each of them often
def clamped(base: int, tmin: int, tmax: int, bias: int) -> tuple[int, ...]:
    """The thresholds t(j) = base * (j + 1) - bias, clamped to tmin through tmax; the last stands for all that follow."""
    thresholds: list[int] = []
    k = base  # section 6 writes k for base * (j + 1)
    while k < bias + tmax:
        # "+ tmin" is the part in braces, which Punycode could omit.
        thresholds.append(tmin if k <= bias + tmin else k - bias)
        k += base
    return (*thresholds, tmax)


def read(
    values: Sequence[int | None],
    position: int,
    base: int,
    thresholds: Sequence[int],
    *,
    start: int = 0,
    maxint: int | None = None,
) -> tuple[int, int]:
    """Read one integer from a position in digit-values: the inner loop of section 6.2.

    Args:
        values: digit-values, None where a code point has none.
        position: index in ``values`` of the integer's first digit.
        base, thresholds: the number of digits, and t(0), t(1) ...; the last stands for all that follow.
        start: the integer is added to this, as 6.2 adds a delta to i.
        maxint: the greatest representable integer, None for no bound.

    Returns:
        ``start`` plus the integer, and the position after its last digit.
    """
    bound = math.inf if maxint is None else maxint
    total, weight = start, 1
    for t in chain(thresholds, repeat(thresholds[-1])):
        if position == len(values):
            raise BootstringError(Reason.TRUNCATED, position)
        value = values[position]
        if value is None:
            raise BootstringError(Reason.BAD_DIGIT, position)
        # 6.4: A + (B * C) overflows if and only if B > (maxint - A) div C. Exact integers make the sum itself safe.
        total += value * weight
        if total > bound:
            raise BootstringError(Reason.OVERFLOW, position)
        if value < t:
            break
        # Only base - t digit-values go on, so the next position counts that many of this one.
        weight *= base - t
        if weight > bound:
            raise BootstringError(Reason.OVERFLOW, position)
        position += 1
    return total, position + 1


def write(integer: int, base: int, thresholds: Sequence[int]) -> list[int]:
    """The digit-values of one nonnegative integer, least significant first: the inner loop of section 6.3."""
    values: list[int] = []
    for t in chain(thresholds, repeat(thresholds[-1])):
        if integer < t:
            break
        integer, remainder = divmod(integer - t, base - t)
        values.append(t + remainder)  # never below t, so only the last digit ends the integer
    return [*values, integer]


def adapt(  # noqa: PLR0917  # the RFC's parameters in its order; by name they take twice as long
    delta: int, numpoints: int, firsttime: bool, base: int, tmin: int, tmax: int, skew: int, damp: int
) -> int:
    """The bias for the next delta, section 6.1.

    Args:
        delta: the delta just encoded or decoded.
        numpoints: code points handled so far, basic ones and this delta's own included.
        firsttime: whether this was the very first delta; it is divided by ``damp`` instead of 2, since the second
            delta is usually much smaller than the first.
        base, tmin, tmax, skew, damp: Bootstring parameters, section 4.
    """
    delta //= damp if firsttime else 2
    delta += delta // numpoints  # the next delta inserts into a longer string
    k = 0
    # Each division stands for a digit that the next delta is expected to need.
    while delta > (base - tmin) * tmax // 2:
        delta //= base - tmin
        k += base
    # This puts the threshold of the digit expected second-last between tmin and tmax: the last may be needless, and it may
    # be too few (3.4).
    return k + (base - tmin + 1) * delta // (delta + skew)


class Digit(NamedTuple):
    """A digit that is read: a round of the inner loop of section 6.2."""

    k: int  # base, 2 * base, and so on
    threshold: int  # t; a digit below it is the last of its integer
    value: int
    weight: int  # w, by which the value is multiplied
    sum: int  # of the products up to this digit

    @property
    def product(self) -> int:
        """The amount that this digit adds to the integer."""
        return self.value * self.weight

    @property
    def last(self) -> bool:
        """Whether the integer ends here."""
        return self.value < self.threshold


class Division(NamedTuple):
    """A digit that is written: a round of the inner loop of section 6.3."""

    k: int
    threshold: int
    q: int  # the rest of the integer that is still to be written
    value: int  # q itself if it is below the threshold, otherwise t + (q - t) mod (base - t)
    rest: int | None  # (q - t) div (base - t), the next q; None after the last digit


class Adaptation(NamedTuple):
    """A bias adaptation by the steps of section 3.4; delta and numpoints are those of :func:`adapt`."""

    delta: int
    numpoints: int
    divisor: int  # damp for the very first delta, otherwise 2
    halved: int  # step 1: delta div divisor
    share: int  # step 2: halved div numpoints, which is added to it
    divided: tuple[int, ...]  # after step 2, then after each division of step 3; the last is not above the limit
    limit: int  # ((base - tmin) * tmax) div 2
    bias: int  # step 4


def digits(values: Iterable[int], base: int, thresholds: Sequence[int]) -> Iterator[Digit]:
    """Read the digits of one integer, and no more; the last of them may be missing (then none is ``last``)."""
    weight, total = 1, 0
    for k, t, value in zip(accumulate(repeat(base)), chain(thresholds, repeat(thresholds[-1])), values, strict=False):
        total += value * weight
        yield Digit(k, t, value, weight, total)
        if value < t:
            return
        weight *= base - t


def divisions(integer: int, base: int, thresholds: Sequence[int]) -> Iterator[Division]:
    """Write the digits of one nonnegative integer, the least significant first."""
    q = integer
    for k, t in zip(accumulate(repeat(base)), chain(thresholds, repeat(thresholds[-1])), strict=False):
        if q < t:
            yield Division(k, t, q, q, None)
            return
        rest, remainder = divmod(q - t, base - t)
        yield Division(k, t, q, t + remainder, rest)
        q = rest


def adaptation(  # noqa: PLR0917  # as adapt
    delta: int, numpoints: int, firsttime: bool, base: int, tmin: int, tmax: int, skew: int, damp: int
) -> Adaptation:
    """The steps of :func:`adapt` with these arguments."""
    divisor = damp if firsttime else 2
    halved = delta // divisor
    share = halved // numpoints
    limit = (base - tmin) * tmax // 2
    divided = [halved + share]
    while divided[-1] > limit:
        divided.append(divided[-1] // (base - tmin))
    bias = base * (len(divided) - 1) + (base - tmin + 1) * divided[-1] // (divided[-1] + skew)
    return Adaptation(delta, numpoints, divisor, halved, share, tuple(divided), limit, bias)
