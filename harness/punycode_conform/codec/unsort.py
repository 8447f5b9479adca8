"""Insertion unsort coding, RFC 3492 section 3.2.

The decoder's state is <n, i>: a code point and a place in the string built so far. A state change moves i one place on;
past the end of the string it goes back to 0 and n grows by one. A delta counts the states that are passed over before
the next insertion, and an insertion is followed by one more state change.
"""

import math
from collections.abc import Callable, Iterator, Sequence

from .errors import BootstringError, Reason


def deltas(
    code_points: Sequence[int], is_basic: Callable[[int], bool], initial_n: int, maxint: int | None = None
) -> Iterator[tuple[int, int, int]]:
    """Yield the deltas by which a decoder would rebuild a string: the outer loops of section 6.3.

    Args:
        code_points: the extended string.
        is_basic: whether the literal portion carries a code point.
        initial_n: where the decoder's n starts.
        maxint: the greatest representable integer, None for no bound.

    Yields:
        For each insertion: the delta; h, the number of code points handled before it; and the index of the inserted
        code point in ``code_points``.

    Raises:
        BootstringError: below-initial-n or overflow, at an index of ``code_points``.
    """
    for position, c in enumerate(code_points):
        if c < initial_n and not is_basic(c):
            raise BootstringError(Reason.BELOW_INITIAL_N, position)
    # Basic code points are there from the start, whatever their values: as though they were less than any n.
    values = [-1 if is_basic(c) else c for c in code_points]
    bound = math.inf if maxint is None else maxint
    n, delta = initial_n, 0
    h = values.count(-1)
    for m in sorted(set(values) - {-1}):  # each in its turn is "the minimum code point >= n"
        # A round over all h + 1 places for each value of n that is passed over.
        delta += (m - n) * (h + 1)
        if m > bound or delta > bound:
            raise BootstringError(Reason.OVERFLOW, values.index(m))
        for position, c in enumerate(values):
            # Greater code points are not in the string yet, so the decoder passes over none of theirs.
            if c < m:
                delta += 1
                if delta > bound:
                    raise BootstringError(Reason.OVERFLOW, position)
            elif c == m:
                yield delta, h, position
                delta = 0
                h += 1
        delta += 1
        n = m + 1


def advance(n: int, i: int, length: int) -> tuple[int, int]:
    """The state in which the next insertion is made, by division instead of single state changes (section 6.2).

    Args:
        n: the counter before.
        i: the index before plus the delta, so possibly past the end of the string.
        length: the number of code points in the string so far.
    """
    wraps, i = divmod(i, length + 1)
    return n + wraps, i
