"""Minimising: the shortest input, and among these the plainest, that still shows the same problem.

Every step taken is a shortlex decrease, so it ends, and the same finding ends at the same input. Steps on an encoded form
know its deltas: an insertion can be left out or lowered, with all that follows written anew.

Long inputs are cut by halves first: from either end, then anywhere. The work is bounded by the calls made and by the code
points of all candidates, also of those that are not asked.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

from ..codec.trace import decoding
from ..suite.oracle import encode_fast, light_facts
from ..suite.outcome import Call, Operation, literal_length
from .label import Growing

Same = Callable[[Sequence[Call]], Sequence[bool]]
"""For each call whether it shows the problem."""
Candidates = Iterator[list[int]]

WORK = 8_000_000  # code points of all candidates of a finding: some seconds
_EACH = 16  # added for each candidate, since a short one is work too
_WRITING = 16  # times the work of cutting is that of encoding; at most half of all work is spent on it
_EDGES = (0x100, 0x800, 0xD800, 0xE000, 0x10000)  # where the forms of code points change
_AT_ONCE = 24  # candidates that are asked together: over a pipe that is several times as fast
_TOGETHER = 20_000  # code points that are asked together, so that a slow target's time is not spent on one batch
_PIECES = (1, 2, 3, 4, 6, 8, 11, 16, 23)
_PLAIN = {c: rank for rank, c in enumerate(b"abcdefghijklmnopqrstuvwxyz0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ")}


def minimise(
    call: Call, same: Same, calls: int = 2000, *, work: int = WORK, over: Callable[[], bool] = lambda: False
) -> tuple[Call, int]:
    """The least input with the same problem that was found, and how many calls that took.

    ``same`` is given a few calls at once, in all at most ``calls``; ``over`` says whether the time is up.
    """
    search = _Search(call, same, calls, work, over)
    before = None
    while search.best != before:
        before = search.best
        _trim(search)
        for size in _halves(len(before.input)):
            start = 0  # after a run is left out, the search goes on at its place
            while place := search.first(_without_run(list(search.best.input), size, start)):
                start += (place - 1) * size
        decoding, points = call.operation is Operation.DECODE, list(search.best.input)
        # Before characters are replaced: steps that know no deltas get stuck at forms such as a-oq1m81488235k.
        if not (decoding and search.first(chain(_by_result(search.best), _by_deltas(points)), _WRITING)):
            search.first(_simpler(points, _plainer_character if decoding else _lower))
    return search.best, search.asked


def order(points: Sequence[int]) -> tuple[int, list[int]]:
    """Shortlex: the length, then ``a`` before other letters, digits, capitals, the rest of ASCII, and all else by value."""
    return len(points), [_PLAIN.get(c, 0x80 + c) for c in points]


class _Search:
    """The least call so far, and how much may still be spent on a lesser one."""

    def __init__(self, call: Call, same: Same, calls: int, work: int, over: Callable[[], bool]) -> None:
        self.best, self.asked = call, 0
        self._same, self._calls, self._over = same, calls, over
        self._work, self._half = work, work // 2
        self._tried = {hash(call)}  # two calls with one hash cost a candidate at most

    def first(self, candidates: Candidates, cost: int = 1) -> int | None:
        """Take the first of some candidates that is less and shows the problem; its place among them, from 1.

        ``cost`` is that of making a candidate, for each code point.
        """
        for batch in self._batches(enumerate(candidates, 1), cost):
            self.asked += len(batch)
            for (place, call), shows in zip(batch, self._same([call for _, call in batch]), strict=True):
                if shows:
                    self.best = call
                    return place
        return None

    def _batches(self, candidates: Iterator[tuple[int, list[int]]], cost: int) -> Iterator[list[tuple[int, Call]]]:
        """New and lesser candidates with their places, first two at once, then more and more."""
        batch: list[tuple[int, Call]] = []
        size, points, least = 2, 0, self._half if cost > 1 else 0
        while not self._ended(least) and (candidate := next(candidates, None)):
            place, content = candidate
            self._work -= cost * (len(content) + _EACH)
            if not self._lesser(content):
                continue
            call = Call(self.best.operation, tuple(content))
            if hash(call) in self._tried:
                continue
            self._tried.add(hash(call))
            batch.append((place, call))
            points += len(content)
            if len(batch) == min(size, self._calls - self.asked) or points > _TOGETHER:
                yield batch
                batch, size, points = [], min(2 * size, _AT_ONCE), 0
        if batch and not self._ended(least):
            yield batch

    def _ended(self, least: int) -> bool:
        return self._work < least or self.asked >= self._calls or self._over()

    def _lesser(self, points: list[int]) -> bool:
        best = self.best.input
        return len(points) < len(best) or (len(points) == len(best) and order(points) < order(best))


def _halves(size: int) -> Iterator[int]:
    while size:
        yield size
        size //= 2


def _trim(search: _Search) -> None:
    """A short piece of an end, or as much as possible cut off both, by halves: a few calls, however long the input is."""
    points = list(search.best.input)
    search.first(piece for size in _PIECES for piece in (points[:size], points[-size:]))
    for size in _halves(len(search.best.input)):
        search.first(iter([list(search.best.input[:-size])]))
    for size in _halves(len(search.best.input)):
        search.first(iter([list(search.best.input[size:])]))


def _without_run(points: list[int], size: int, start: int = 0) -> Candidates:
    for place in range(start, len(points), size):
        yield points[:place] + points[place + size :]


def _simpler(points: list[int], plainer: Callable[[int], Iterator[int]]) -> Candidates:
    """Runs replaced, sorted, code points replaced wherever they are alike, two left out, code points replaced alone."""
    for size in _halves(len(points)):
        for start in range(0, len(points) if size > 1 else 0, size):
            yield points[:start] + [0x61] * len(points[start : start + size]) + points[start + size :]
    yield sorted(points)
    for c in sorted(set(points), reverse=True):
        for other in plainer(c):
            yield [other if d == c else d for d in points]
    for start in range(len(points) - 1):  # two that only together can go, not far apart: all pairs would be too many
        for end in range(start + 1, min(len(points), start + 12)):
            yield points[:start] + points[start + 1 : end] + points[end + 1 :]
    for place, c in enumerate(points):
        for other in plainer(c):
            yield [*points[:place], other, *points[place + 1 :]]


def _plainer_character(c: int) -> Iterator[int]:
    if 0x41 <= c <= 0x5A:
        yield c + 32
    yield from b"ab09-A"
    yield from (0x20, 0x80, 0x100, c - 1) if c >= 0x80 else (max(c - 1, 0),)


def _lower(c: int) -> Iterator[int]:
    if c == 0x61:
        return
    yield from b"aA-0"
    if c >= 0x80:
        yield from (edge for edge in _EDGES if edge < c)
        yield from (0x80, 0x80 + (c - 0x80) // 2, c - (c - 0x80) // 8)
    if c > 0:
        yield c - 1


def _by_result(call: Call) -> Candidates:
    """The forms of texts simpler than the right result: a step there may take many deltas to change at once."""
    points = list(light_facts(call).value or ())
    runs = (shorter for size in _halves(len(points)) for shorter in _without_run(points, size))
    for simpler in chain(runs, _simpler(points, _lower)) if points else ():
        yield list(encode_fast(simpler))


def _by_deltas(points: list[int]) -> Candidates:
    """The form written anew with a shorter literal part, an insertion less, or a lower delta."""
    split = literal_length(points)
    literal, digits = points[: max(split - 1, 0)], points[split:]
    # Of the literal part only its length is relevant to a delta, so a faulty one does not keep the deltas from being read.
    trace = decoding([0x61] * len(literal) + [0x2D] * bool(literal) + digits)
    deltas = [step.delta for step in trace.steps]
    rest = digits[trace.end - trace.start :]  # where no further delta can be read
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
