"""The cases of a campaign, numbered so that any part can be asked alone. Those of a sweep are all short strings.

Their order is shortlex: shorter sequences first, those of one length as the symbols are ordered. So the first input that
shows a fault is a least one.
"""

import math
from collections.abc import Callable, Sequence

from msgspec import Struct

from ..suite.outcome import Call, Operation

# Every digit in lower case, the delimiter, and one capital for the case of digits.
ALPHABET = tuple(map(ord, "abcdefghijklmnopqrstuvwxyz0123456789-A"))
# The delimiter, a letter in both cases, NUL, and where a limit lies: of the basic code points, of the lengths in UTF-8 and
# UTF-16, of the surrogates, of Unicode. Surrogates themselves are a choice, so they are asked on request.
BOUNDARIES = (
    *(0x61, 0x2D, 0x41, 0x00, 0x7F),
    *(0x80, 0xFC, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF),
)


class Domain(Struct, frozen=True):
    """All inputs of one operation: sequences of distinct symbols up to a length."""

    operation: Operation
    symbols: tuple[int, ...]
    length: int

    @property
    def size(self) -> int:
        """The number of inputs, the empty one included."""
        return sum(len(self.symbols) ** length for length in range(self.length + 1))


class Cases(Struct, frozen=True):
    """Numbered cases: how many of them over all shards, and for how long."""

    make: Callable[[int], Call]
    count: int | None = None
    seconds: float = math.inf
    shard: tuple[int, int] = (0, 1)  # its index, and the number of shards
    seed: int | None = None  # None for a sweep, which asks every input
    limited: bool = False  # by the time limit: a run that it ends has not done its work
    round_trip: bool = True  # whether a sweep encodes again what was decoded
    domains: tuple[Domain, ...] = ()  # of a sweep

    def numbers(self, done: int, size: int) -> list[int]:
        """The numbers of the next cases of this shard."""
        index, shards = self.shard
        numbers = range(index + shards * done, index + shards * (done + size), shards)
        return [number for number in numbers if self.count is None or number < self.count]


def in_order(domains: Sequence[Domain], number: int) -> Call:
    """The call with a number, where all inputs of some domains are numbered one after the other."""
    for domain in domains:
        if number < domain.size:
            digits: list[int] = []
            while number:  # shortlex order is bijective numeration with the symbols as digits
                number, symbol = divmod(number - 1, len(domain.symbols))
                digits.append(domain.symbols[symbol])
            return Call(domain.operation, tuple(digits[::-1]))
        number -= domain.size
    raise IndexError(number)
