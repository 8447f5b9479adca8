"""Where a generator's decisions come from: bytes, taken one after the other."""

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeVar

_T = TypeVar("_T")
_FIRST = 256  # bytes that are drawn from a seed at once; most cases need fewer


class Source:
    """A reader of bytes that never runs dry: past the end it reads zeros, or the bytes that ``more`` gives.

    Zero is the plainest decision everywhere, so shorter data make simpler cases.
    """

    __slots__ = ("_data", "_more", "_position")

    def __init__(self, data: bytes, more: Callable[[int], bytes] | None = None) -> None:
        self._data, self._more, self._position = data, more, 0

    def below(self, bound: int) -> int:
        """An integer from 0 to ``bound`` - 1."""
        start = self._position
        end = self._position = start + (1 if bound <= 256 else ((bound - 1).bit_length() + 7) // 8)
        if end > len(self._data):
            # A digest is made from its beginning each time, so its length doubles.
            self._data = self._more(2 * end) if self._more else self._data + bytes(end)
        return int.from_bytes(self._data[start:end], "big") % bound

    def one(self, of: Sequence[_T]) -> _T:
        """One of a sequence; repeat an element to make it likelier."""
        return of[self.below(len(of))]

    def chance(self, of: int) -> bool:
        """True once in ``of`` times."""
        return self.below(of) == of - 1


def seeded(*key: int) -> Source:
    """An endless source that a few integers determine, the same on every platform and version of Python."""
    hashed = hashlib.shake_128(" ".join(map(str, key)).encode())
    return Source(hashed.digest(_FIRST), hashed.digest)
