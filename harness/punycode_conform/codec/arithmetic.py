"""The arithmetic inside a step, number by number: the digits of an integer (RFC 3492 section 3.3) and bias adaptation (3.4).

The codec keeps only the results. Here each intermediate value has a name, for those who follow the RFC on paper.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, repeat
from typing import NamedTuple


class Digit(NamedTuple):
    """A digit that is read: a round of the inner loop of section 6.2.

    Attributes:
        k: base, 2 * base, and so on.
        threshold: t; a digit below it is the last of its integer.
        value: the digit-value.
        weight: w, by which the value is multiplied.
        sum: of the products up to this digit.
    """

    k: int
    threshold: int
    value: int
    weight: int
    sum: int

    @property
    def product(self) -> int:
        """The amount that this digit adds to the integer."""
        return self.value * self.weight

    @property
    def last(self) -> bool:
        """Whether the integer ends here."""
        return self.value < self.threshold


class Division(NamedTuple):
    """A digit that is written: a round of the inner loop of section 6.3.

    Attributes:
        k, threshold: as of a :class:`Digit`.
        q: the rest of the integer that is still to be written.
        value: the digit-value: q itself if it is below the threshold, otherwise t + (q - t) mod (base - t).
        rest: (q - t) div (base - t), the next q; None after the last digit.
    """

    k: int
    threshold: int
    q: int
    value: int
    rest: int | None


class Adaptation(NamedTuple):
    """A bias adaptation: the steps of section 3.4, and of the function in 6.1.

    Attributes:
        delta: the delta just encoded or decoded.
        numpoints: the code points so far, this delta's own included.
        divisor: damp for the very first delta, otherwise 2.
        halved: delta div divisor (step 1).
        share: halved div numpoints, which is added to it (step 2).
        divided: the value after step 2, then after each division of step 3. The last of them is not above the limit.
        limit: ((base - tmin) * tmax) div 2.
        bias: the result (step 4).
    """

    delta: int
    numpoints: int
    divisor: int
    halved: int
    share: int
    divided: tuple[int, ...]
    limit: int
    bias: int


def digits(values: Iterable[int], base: int, thresholds: Sequence[int]) -> Iterator[Digit]:
    """Read the digits of one integer; the last of them may be missing (then none is ``last``).

    Args:
        values: digit-values, the least significant first. No more are read than the integer has.
        base: the number of digit-values.
        thresholds: t(0), t(1) ...; the last applies to all further digits.
    """
    weight, total = 1, 0
    for k, t, value in zip(_rounds(base), _endless(thresholds), values, strict=False):
        total += value * weight
        yield Digit(k, t, value, weight, total)
        if value < t:
            return
        weight *= base - t


def divisions(integer: int, base: int, thresholds: Sequence[int]) -> Iterator[Division]:
    """Write the digits of one nonnegative integer, the least significant first; arguments as of :func:`digits`."""
    q = integer
    for k, t in zip(_rounds(base), _endless(thresholds), strict=False):
        if q < t:
            yield Division(k, t, q, q, None)
            return
        rest, remainder = divmod(q - t, base - t)
        yield Division(k, t, q, t + remainder, rest)
        q = rest


def adaptation(  # noqa: PLR0917  # the RFC's parameters in its order, as in bias.adapt
    delta: int, numpoints: int, firsttime: bool, base: int, tmin: int, tmax: int, skew: int, damp: int
) -> Adaptation:
    """The adaptation that :func:`.bias.adapt` makes with these arguments."""
    divisor = damp if firsttime else 2
    halved = delta // divisor
    share = halved // numpoints
    limit = (base - tmin) * tmax // 2
    divided = [halved + share]
    while divided[-1] > limit:
        divided.append(divided[-1] // (base - tmin))
    bias = base * (len(divided) - 1) + (base - tmin + 1) * divided[-1] // (divided[-1] + skew)
    return Adaptation(delta, numpoints, divisor, halved, share, tuple(divided), limit, bias)


def _rounds(base: int) -> Iterator[int]:
    return accumulate(repeat(base))


def _endless(thresholds: Sequence[int]) -> Iterator[int]:
    return chain(thresholds, repeat(thresholds[-1]))
