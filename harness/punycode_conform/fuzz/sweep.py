"""The inputs of a sweep: every sequence over some symbols up to a length, numbered, so that any part can be asked alone.

The order is shortlex: shorter sequences first, those of one length as the symbols are ordered. So the first input that
shows a fault is a least one, and shards are cheap however large the domain is.
"""

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

    def at(self, number: int) -> tuple[int, ...]:
        """The input with this number, from 0 on: shortlex order is bijective numeration with the symbols as digits."""
        digits: list[int] = []
        while number:
            number, symbol = divmod(number - 1, len(self.symbols))
            digits.append(self.symbols[symbol])
        return tuple(digits[::-1])


class Space:
    """The domains of a sweep, numbered one after the other."""

    def __init__(self, domains: tuple[Domain, ...]) -> None:
        self.domains = domains
        self._sizes = [domain.size for domain in domains]
        self.size = sum(self._sizes)

    def call(self, number: int) -> Call:
        """The call with a number."""
        for domain, size in zip(self.domains, self._sizes, strict=True):
            if number < size:
                return Call(domain.operation, domain.at(number))
            number -= size
        raise IndexError(number)
