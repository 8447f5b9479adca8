"""The inputs of a sweep: every sequence over some symbols up to a length, numbered, so that any part can be asked alone.

The order is shortlex: shorter sequences first, those of one length as the symbols are ordered. So the first input that
shows a fault is a minimal one. A number is turned into its sequence in as many steps as the sequence is long, which makes
shards cheap however large the domain is.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ..suite.outcome import Call, Operation

# Every digit in lower case, the delimiter, and one capital for the case of digits.
ALPHABET = tuple(map(ord, "abcdefghijklmnopqrstuvwxyz0123456789-A"))
# The delimiter, a letter in both cases, NUL, and where a limit lies: of the basic code points, of the lengths in UTF-8 and
# UTF-16, of the surrogates, of Unicode. Surrogates themselves are a choice, so they are asked on request.
BOUNDARIES = (
    *(0x61, 0x2D, 0x41, 0x00, 0x7F),
    *(0x80, 0xFC, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x10FFFF),
)


@dataclass(frozen=True)
class Domain:
    """All inputs of one operation.

    Attributes:
        operation: of the calls.
        symbols: distinct code points, in the order that counts.
        length: the greatest, in symbols.
    """

    operation: Operation
    symbols: tuple[int, ...]
    length: int

    @cached_property
    def size(self) -> int:
        """The number of inputs, the empty one included."""
        return sum(len(self.symbols) ** length for length in range(self.length + 1))

    def at(self, number: int) -> tuple[int, ...]:
        """The input with this number, from 0 on: shortlex order is bijective numeration with the symbols as digits."""
        found: list[int] = []
        while number:
            number, symbol = divmod(number - 1, len(self.symbols))
            found.append(self.symbols[symbol])
        return tuple(found[::-1])

    def as_json(self) -> dict[str, Any]:
        """The domain in a report's form."""
        return {"operation": self.operation.value, "symbols": list(self.symbols), "length": self.length}


@dataclass(frozen=True)
class Space:
    """The domains of a sweep one after the other, or a shard of them: every Nth input, so that shards cost alike.

    Attributes:
        domains: what the shards together cover, each input exactly once.
        shard, shards: which part this is, from 1 on.
    """

    domains: tuple[Domain, ...]
    shard: int = 1
    shards: int = 1

    @property
    def numbers(self) -> range:
        """The numbers of this shard's inputs over all domains."""
        # Consecutive parts would not cost alike: the long inputs all come last.
        return range(self.shard - 1, sum(domain.size for domain in self.domains), self.shards)

    def calls(self, start: int, stop: int) -> list[Call]:
        """The calls at these positions of the shard, in their order."""
        numbers = self.numbers[start:stop]
        found: list[Call] = []
        offset = 0
        for domain in self.domains:
            end = offset + domain.size
            found += [Call(domain.operation, domain.at(n - offset)) for n in numbers if offset <= n < end]
            offset = end
        return found

    def as_json(self) -> dict[str, Any]:
        """The space in a report's form."""
        return {"domains": [domain.as_json() for domain in self.domains], "shard": [self.shard, self.shards]}
