"""A second Punycode codec, by another algorithm, so that every expected value of the suite is derived twice.

It shares no code with the first but the error type. The first walks the string once per code point value, as RFC 3492
section 6 is written. This one sorts the insertions and asks a counting tree where each of them falls:

* Encoding. The decoder inserts code points in the order (value, place). When it inserts the one that ends at place p, the
  index i is the number of code points already there that end before p. So with <n, i> and <n', i'> the states of two
  successive insertions into strings of length h-1 and h, section 3.2 gives delta = (n' - n) * (h + 1) + i' - (i + 1).
* Decoding. All deltas are read first, which yields (n, i) for each insertion. Then, from the last insertion back to the
  first, each code point takes the i-th place still free.

Both need O(length * log length) steps; the first codec needs O(length * distinct code points) to encode.
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import add

from .arithmetic import BootstringError, Reason

# No memory holds so large a number of code points; without an end a run of digits would take quadratic time.
_HEAVIEST = 1 << 65536
_DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"
_VALUES = {ord(c): v for v, c in enumerate(_DIGITS)} | {ord(c): v for v, c in enumerate(_DIGITS[:26].upper())}


def encode_code_points(code_points: Iterable[int]) -> str:
    """The Punycode form of a sequence of nonnegative integers, with lower-case digits and unbounded integers."""
    points = list(code_points)
    literal = [c for c in points if c < 128]
    out = ["".join(map(chr, literal)) + "-"] if literal else []
    first = h = len(literal)
    bias = 72
    for delta in deltas(points):
        rest, position = delta, 36
        while rest >= (t := min(max(position - bias, 1), 26)):
            rest, remainder = divmod(rest - t, 36 - t)
            out.append(_DIGITS[t + remainder])
            position += 36
        out.append(_DIGITS[rest])
        h += 1
        bias = _next_bias(delta // (700 if h == first + 1 else 2), h)
    return "".join(out)


def deltas(points: Sequence[int]) -> Iterator[int]:
    """The deltas of an encoded form, in their order."""
    tree = _CountingTree(len(points))
    tree.fill(place for place, c in enumerate(points) if c < 128)
    h = tree.counts[1]
    n, i = 128, 0
    # The order in which a decoder inserts.
    for c, place in sorted((c, place) for place, c in enumerate(points) if c >= 128):
        rank = tree.add(place)
        yield (c - n) * (h + 1) + rank - i
        n, i = c, rank + 1
        h += 1


def decode_code_points(encoded: str, *, max_code_point: int | None = None) -> list[int]:
    """The code points whose Punycode form is ``encoded``, with integers of 65,536 bits, which is as good as unbounded.

    Raises:
        BootstringError: ``encoded`` is no Punycode form, or holds a code point above ``max_code_point``; the position
            is an index of ``encoded``, at the end of the faulty delta.
    """
    literal, delimiter, tail = encoded.rpartition("-")
    if not literal:
        # Nothing before the delimiter: it is not consumed, and is no digit either.
        literal, tail = "", delimiter + tail
    if not literal.isascii():
        raise BootstringError(Reason.NON_BASIC, next(p for p, c in enumerate(literal) if ord(c) > 127))
    offset = len(encoded) - len(tail)
    insertions: list[tuple[int, int]] = []
    h, bias, n, i, j = len(literal), 72, 128, 0, 0
    while j < len(tail):
        delta, weight, position = 0, 1, 36
        while True:
            if j == len(tail):
                raise BootstringError(Reason.TRUNCATED, offset + j)
            value = _VALUES.get(ord(tail[j]))
            if value is None:
                raise BootstringError(Reason.BAD_DIGIT, offset + j)
            delta += value * weight
            t = min(max(position - bias, 1), 26)
            j += 1
            if value < t:
                break
            weight *= 36 - t
            if weight > _HEAVIEST:
                raise BootstringError(Reason.OVERFLOW, offset + j - 1)
            position += 36
        h += 1
        bias = _next_bias(delta // (2 if insertions else 700), h)
        n, i = n + (i + delta) // h, (i + delta) % h
        if max_code_point is not None and n > max_code_point:
            raise BootstringError(Reason.BEYOND_UNICODE, offset + j - 1)
        insertions.append((n, i))
        i += 1
    result: list[int] = [-1] * h
    free = _CountingTree(h)
    free.fill(range(h))
    # Backwards, since a later insertion moves those before it, and nothing moves the last.
    for c, index in reversed(insertions):
        result[free.take(index)] = c
    basics = iter(literal)
    return [ord(next(basics)) if c < 0 else c for c in result]


def _next_bias(delta: int, numpoints: int) -> int:
    """Steps 2 to 4 of section 3.4; the caller has done step 1. 455 is ((36 - 1) * 26) div 2."""
    delta += delta // numpoints
    divisions = 0
    while delta > 455:
        delta //= 35
        divisions += 1
    return 36 * divisions + 36 * delta // (delta + 38)


class _CountingTree:
    """Which of the places 0 to size-1 are marked, as a complete binary tree in an array: node k counts 2k and 2k+1."""

    def __init__(self, size: int) -> None:
        self.leaves = 1 << max(size - 1, 0).bit_length()
        self.counts = [0] * (2 * self.leaves)

    def fill(self, places: Iterable[int]) -> None:
        """Mark many places of an empty tree at once."""
        counts, leaves = self.counts, self.leaves
        for place in places:
            counts[leaves + place] = 1
        while leaves > 1:  # a level at a time
            below = counts[leaves : 2 * leaves]
            leaves //= 2
            counts[leaves : 2 * leaves] = map(add, below[::2], below[1::2])

    def add(self, place: int) -> int:
        """Mark a place; the number of marked places before it."""
        counts, node, before = self.counts, self.leaves + place, 0
        counts[node] += 1
        while node > 1:
            if node & 1:
                before += counts[node - 1]
            node >>= 1
            counts[node] += 1
        return before

    def take(self, index: int) -> int:
        """Unmark the marked place that has ``index`` marked places before it, and return it."""
        counts, node = self.counts, 1
        counts[1] -= 1
        while node < self.leaves:
            node *= 2
            if index >= counts[node]:
                index -= counts[node]
                node += 1
            counts[node] -= 1
        return node - self.leaves
