"""Generalized variable-length integers, RFC 3492 section 3.3.

Little-endian digits in a fixed base. Position j has a threshold t(j) and a weight w(j):

    w(0) = 1,  w(j) = w(j-1) * (base - t(j-1))

Exactly one digit, the last, is less than its threshold. So integers need no separator between them, and
each has exactly one representation.
"""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, repeat

from .errors import BootstringError, Reason


@lru_cache(maxsize=1024)  # few biases occur, each of them often
def clamped(base: int, tmin: int, tmax: int, bias: int) -> tuple[int, ...]:
    """The thresholds that Bootstring uses: t(j) = base * (j + 1) - bias, clamped to tmin through tmax.

    The last of them stands for all that follow.
    """
    thresholds: list[int] = []
    k = base  # section 6 writes k for base * (j + 1)
    while k < bias + tmax:
        # "+ tmin" is the part in braces, which Punycode could omit.
        thresholds.append(tmin if k <= bias + tmin else k - bias)
        k += base
    return (*thresholds, tmax)


def read(
    digits: Sequence[int | None],
    position: int,
    base: int,
    thresholds: Sequence[int],
    *,
    start: int = 0,
    maxint: int | None = None,
) -> tuple[int, int]:
    """Read one integer: the inner loop of section 6.2.

    Args:
        digits: digit-values, None where a code point has none.
        position: index in ``digits`` of the integer's first digit.
        base: the number of digits.
        thresholds: t(0), t(1) ...; the last stands for all that follow.
        start: what the integer is added to, as 6.2 adds a delta to i.
        maxint: the greatest representable integer, None for no bound.

    Returns:
        ``start`` plus the integer, and the position after its last digit.

    Raises:
        BootstringError: bad-digit, truncated or overflow, at a position in ``digits``.
    """
    bound = math.inf if maxint is None else maxint
    value, weight = start, 1
    for t in chain(thresholds, repeat(thresholds[-1])):
        if position == len(digits):
            raise BootstringError(Reason.TRUNCATED, position)
        digit = digits[position]
        if digit is None:
            raise BootstringError(Reason.BAD_DIGIT, position)
        # 6.4: A + (B * C) overflows if and only if B > (maxint - A) div C. Exact integers make the sum itself safe.
        value += digit * weight
        if value > bound:
            raise BootstringError(Reason.OVERFLOW, position)
        if digit < t:
            break
        # Only base - t digit-values go on, so the next position counts that many of this one.
        weight *= base - t
        if weight > bound:
            raise BootstringError(Reason.OVERFLOW, position)
        position += 1
    return value, position + 1


def write(value: int, base: int, thresholds: Sequence[int]) -> list[int]:
    """The digit-values of one nonnegative integer, least significant first: the inner loop of section 6.3."""
    digits: list[int] = []
    for t in chain(thresholds, repeat(thresholds[-1])):
        if value < t:
            break
        value, remainder = divmod(value - t, base - t)
        digits.append(t + remainder)  # never below t, so only the last digit ends the integer
    return [*digits, value]
