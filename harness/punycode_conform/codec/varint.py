"""Generalized variable-length integers, RFC 3492 section 3.3.

Little-endian digits in a fixed base. Position j has a threshold t(j) and a weight w(j):

    w(0) = 1,  w(j) = w(j-1) * (base - t(j-1))

Exactly one digit, the last, is less than its threshold. So integers can stand side by side without a separator, and
each has exactly one representation.
"""

import math
from collections.abc import Callable, Sequence

from .errors import BootstringError, Reason


def clamped(base: int, tmin: int, tmax: int, bias: int) -> Callable[[int], int]:
    """The thresholds that Bootstring uses: t(j) = base * (j + 1) - bias, clamped to tmin through tmax."""

    def threshold(j: int) -> int:
        # Section 6 writes k for base * (j + 1). "+ tmin" is the part in braces, which Punycode could omit.
        k = base * (j + 1)
        if k <= bias + tmin:
            return tmin
        if k >= bias + tmax:
            return tmax
        return k - bias

    return threshold


def read(
    digits: Sequence[int | None],
    position: int,
    base: int,
    threshold: Callable[[int], int],
    *,
    start: int = 0,
    maxint: int | None = None,
) -> tuple[int, int]:
    """Read one integer: the inner loop of section 6.2.

    Args:
        digits: digit-values, None where a code point has none.
        position: index in ``digits`` of the integer's first digit.
        base: the number of digits.
        threshold: t(j).
        start: what the integer is added to, as 6.2 adds a delta to i.
        maxint: the greatest representable integer, None for no bound.

    Returns:
        ``start`` plus the integer, and the position after its last digit.

    Raises:
        BootstringError: bad-digit, truncated or overflow, at a position in ``digits``.
    """
    bound = math.inf if maxint is None else maxint
    value, weight, j = start, 1, 0
    while True:
        if position == len(digits):
            raise BootstringError(Reason.TRUNCATED, position)
        digit = digits[position]
        if digit is None:
            raise BootstringError(Reason.BAD_DIGIT, position)
        # 6.4: A + (B * C) overflows if and only if B > (maxint - A) div C. Exact integers make the sum itself safe.
        value += digit * weight
        if value > bound:
            raise BootstringError(Reason.OVERFLOW, position)
        t = threshold(j)
        if digit < t:
            return value, position + 1
        weight *= base - t
        if weight > bound:
            raise BootstringError(Reason.OVERFLOW, position)
        j += 1
        position += 1


def write(value: int, base: int, threshold: Callable[[int], int]) -> list[int]:
    """The digit-values of one nonnegative integer, least significant first: the inner loop of section 6.3."""
    digits: list[int] = []
    j = 0
    while value >= (t := threshold(j)):
        value, remainder = divmod(value - t, base - t)
        digits.append(t + remainder)
        j += 1
    return [*digits, value]
