"""Minimising: the shortest input, and among these the plainest, that still shows the same problem.

Every step taken is a shortlex decrease, so it ends, and the same finding ends at the same input. Steps on an encoded form
know its deltas: an insertion can be left out or lowered, with all that follows written anew.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from ..codec import BootstringError
from ..codec.trace import steps
from ..suite.encoded import literal_length
from ..suite.oracle import encode_fast, light_facts
from ..suite.outcome import Call, Operation
from .label import Growing

Same = Callable[[Sequence[Call]], Sequence[bool]]
"""For each call whether it shows the problem."""

_EDGES = (0x100, 0x800, 0xD800, 0xE000, 0x10000)  # where the forms of code points change
_AT_ONCE = 24  # candidates that are asked together: over a pipe that is several times as fast
_PLAIN = {c: rank for rank, c in enumerate(b"abcdefghijklmnopqrstuvwxyz0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ")}


def minimise(call: Call, same: Same, calls: int = 2000) -> tuple[Call, int]:
    """The least input with the same problem that was found, and how many calls that took.

    Args:
        call: shows the problem.
        same: which calls show it; it is given a few at once.
        calls: the most that it is given.
    """
    asked, best = 0, call
    tried = {call}
    while asked < calls:
        found = None
        for batch in _batches(_smaller(best), best, tried):
            some = batch[: calls - asked]
            asked += len(some)
            found = next((c for c, shows in zip(some, same(some), strict=True) if shows), None)
            if found is not None or asked >= calls:
                break
        if found is None:
            break
        best = found
    return best, asked


def order(points: Sequence[int]) -> tuple[int, list[int]]:
    """Shortlex: the length, then ``a`` before other letters, digits, capitals, the rest of ASCII, and all else by value."""
    return len(points), [_PLAIN.get(c, 0x80 + c) for c in points]


def _batches(candidates: Iterator[list[int]], best: Call, tried: set[Call]) -> Iterator[list[Call]]:
    """New and smaller candidates, first two at once, then more and more."""
    limit, some, size = order(best.input), [], 2
    for points in candidates:
        call = Call(best.operation, tuple(points))
        if call in tried or order(points) >= limit:
            continue
        tried.add(call)
        some.append(call)
        if len(some) == size:
            yield some
            some, size = [], min(2 * size, _AT_ONCE)
    if some:
        yield some


def _smaller(call: Call) -> Iterator[list[int]]:
    points = list(call.input)
    yield from _shorter(points)
    if call.operation is Operation.DECODE:
        # Before characters are replaced: steps that know no deltas get stuck at forms such as a-oq1m81488235k.
        yield from _by_result(call)
        yield from _by_deltas(points)
        yield from _replaced(points, _plainer_character)
    else:
        yield from _replaced(points, _lower)
        yield sorted(points)


def _shorter(points: list[int]) -> Iterator[list[int]]:
    """Without a run: the longest runs first."""
    size = len(points)
    while size:
        for start in range(0, len(points), max(size, 1)):
            yield points[:start] + points[start + size :]
        size //= 2
    for start in range(len(points) - 1):  # two that only together can go, not far apart: all pairs would be too many
        for end in range(start + 1, min(len(points), start + 12)):
            yield points[:start] + points[start + 1 : end] + points[end + 1 :]


def _replaced(points: list[int], plainer: Callable[[int], Iterator[int]]) -> Iterator[list[int]]:
    size = len(points)
    while size > 1:  # whole runs first, so that a long input does not take a step for each of its characters
        for start in range(0, len(points), size):
            yield points[:start] + [0x61] * len(points[start : start + size]) + points[start + size :]
        size //= 2
    for c in sorted(set(points), reverse=True):  # all that are alike at once
        for other in plainer(c):
            yield [other if d == c else d for d in points]
    for place, c in enumerate(points):
        for other in plainer(c):
            yield [*points[:place], other, *points[place + 1 :]]


def _plainer_character(c: int) -> Iterator[int]:
    if 0x41 <= c <= 0x5A:
        yield c + 32
    yield from b"ab09-A"
    if c < 0x80:
        yield max(c - 1, 0)
    else:
        yield from (0x20, 0x80, 0x100, c - 1)


def _lower(c: int) -> Iterator[int]:
    if c == 0x61:
        return
    yield 0x61
    yield from b"A-0"
    if c >= 0x80:
        yield from (edge for edge in _EDGES if edge < c)
        yield from (0x80, 0x80 + (c - 0x80) // 2, c - (c - 0x80) // 8)
    if c > 0:
        yield c - 1


def _by_result(call: Call) -> Iterator[list[int]]:
    """The forms of what is simpler than the right result: a step there may take many deltas to change at once."""
    result = light_facts(call).value
    if result is not None:
        for points in (*_shorter(list(result)), *_replaced(list(result), _lower)):
            yield list(encode_fast(points))


def _by_deltas(points: list[int]) -> Iterator[list[int]]:
    """The form written anew with a shorter literal part, an insertion less, or a lower delta."""
    split = literal_length(points)
    literal = points[: max(split - 1, 0)]
    deltas, rest = [], points[split:]
    with suppress(BootstringError):  # the rest is where no further delta can be read
        for step in steps(points, split, len(literal)):
            deltas.append(step.delta)
            rest = points[step.end :]
    for less in (literal[: len(literal) // 2], literal[:-1], [0x61] * len(literal)):
        yield _written(less, deltas) + rest
    for k, delta in enumerate(deltas):
        yield _written(literal, deltas[:k] + deltas[k + 1 :]) + rest
        # Large steps first, so that a large delta does not take a step for each unit.
        for lower in (0, delta // 2, delta - delta // 8, delta - 1):
            yield _written(literal, [*deltas[:k], max(lower, 0), *deltas[k + 1 :]]) + rest


def _written(literal: list[int], deltas: Sequence[int]) -> list[int]:
    growing = Growing(literal)
    for delta in deltas:
        growing.insert(delta)
    return growing.encoded
