"""The steps of a decoder: for each delta of an encoded form the state before and after it (RFC 3492 sections 3.2 and 6.2).

Decoding itself does without these objects, since it must be fast. The trace shows what happened in between: how large the
integers became, which threshold ended a delta, what was inserted where.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, repeat
from math import prod

from .bias import adapt
from .punycode import PUNYCODE
from .unsort import advance
from .varint import clamped, read


@dataclass(frozen=True, slots=True)
class State:
    """The state of a Punycode decoder between two deltas.

    Attributes:
        literal: the number of code points in the literal portion.
        length: the number of code points so far, those of the literal portion included.
        n, i, bias: as in section 6.2.
    """

    literal: int
    length: int
    n: int = PUNYCODE.initial_n
    i: int = 0
    bias: int = PUNYCODE.initial_bias

    @property
    def thresholds(self) -> tuple[int, ...]:
        """The thresholds for the digits of the next delta; the last one applies to all further digits."""
        return clamped(PUNYCODE.base, PUNYCODE.tmin, PUNYCODE.tmax, self.bias)

    def after(self, delta: int) -> "State":
        """The state after the insertion that a delta makes."""
        first = self.length == self.literal  # damp is for the first delta alone (3.4)
        n, i = advance(self.n, self.i + delta, self.length)
        bias = adapt(delta, self.length + 1, first, *PUNYCODE.adaptation)
        return State(self.literal, self.length + 1, n, i + 1, bias)


@dataclass(frozen=True, slots=True)
class Step:
    """A delta and the insertion that it makes.

    Attributes:
        start, end: the range of its digits in the encoded form.
        delta: the integer that they stand for.
        before, after: the state of the decoder.
    """

    start: int
    end: int
    delta: int
    before: State
    after: State

    @property
    def code_point(self) -> int:
        """The inserted code point."""
        return self.after.n

    @property
    def place(self) -> int:
        """The index in the string at which it is inserted."""
        return self.after.i - 1

    @property
    def total(self) -> int:
        """The greatest value of i: the old one plus the delta, before it is taken modulo the length."""
        return self.before.i + self.delta

    @property
    def thresholds(self) -> tuple[int, ...]:
        """The threshold of each digit. The last digit is below its threshold, all others are not."""
        thresholds = self.before.thresholds
        return tuple(islice(chain(thresholds, repeat(thresholds[-1])), self.end - self.start))

    @property
    def weight(self) -> int:
        """The weight of the last digit, w in section 6.2."""
        return prod(PUNYCODE.base - t for t in self.thresholds[:-1])


def steps(encoded: Sequence[int], start: int, literal: int) -> Iterator[Step]:
    """Decode the deltas of an encoded form with unbounded integers.

    Args:
        encoded: code points.
        start: the index of the first digit.
        literal: the number of code points in the literal portion.

    Raises:
        BootstringError: bad-digit or truncated, at an index of ``encoded``; the steps before it have been yielded.
    """
    digits = [PUNYCODE.value_of.get(c) for c in encoded]
    state = State(literal, literal)
    while start < len(digits):
        # Without a bound: how wide an integer becomes is what a trace is asked for.
        delta, end = read(digits, start, PUNYCODE.base, state.thresholds)
        after = state.after(delta)
        yield Step(start, end, delta, state, after)
        state, start = after, end
