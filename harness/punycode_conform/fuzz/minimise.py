"""Minimising: the shortest input, and among these the plainest, that still shows the same problem.

Every step is a shortlex decrease, so the search ends, and it ends at the same input each time. An encoded form is also made
anew from texts simpler than its right result, since one step there may change many deltas at once.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice, takewhile

from ..suite.oracle import encode_fast, light_facts
from ..suite.outcome import Call, Operation

Same = Callable[[Sequence[Call]], Sequence[bool]]
"""For each call whether it shows the problem."""
Candidates = Iterable[list[int]]

_WORK = 8_000_000  # code points of all candidates, also of those that are not asked: some seconds
_EACH = 16  # added for each candidate, since a short one is work too
_LONG = 1000  # a longer form is not made anew from texts
_AT_ONCE, _TOGETHER = 24, 20_000  # candidates and code points that are asked together: over a pipe that is much faster
_EDGES = (0x100, 0x800, 0xD800, 0xE000, 0x10000)  # where the forms of code points change
_PIECES = (1, 2, 3, 4, 6, 8, 11, 16, 23)
_PLAIN = {c: rank for rank, c in enumerate(b"abcdefghijklmnopqrstuvwxyz0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ")}


def minimise(
    call: Call, same: Same, calls: int = 2000, *, over: Callable[[], bool] = lambda: False
) -> tuple[Call, int]:
    """The least input with the same problem that was found, and how many calls that took.

    ``same`` is given a few calls at once, in all at most ``calls``; ``over`` says whether the time is up.
    """
    search = _Search(call, same, calls, over)
    before = None
    while search.best != before:
        before = search.best
        _trim(search)
        for size in _halves(len(search.points)):
            start = 0  # after a run is left out, the search goes on at its place
            while place := search.first(_without_run(search.points, size, start)):
                start += (place - 1) * size
        # Before characters are replaced: steps that know no deltas get stuck at forms such as a-oq1m81488235k.
        decoding = call.operation is Operation.DECODE
        if not (decoding and len(search.points) <= _LONG and search.first(_by_result(search.best))):
            search.first(_simpler(search.points))
    return search.best, search.asked


def order(points: Sequence[int]) -> tuple[int, list[int]]:
    """Shortlex: the length, then ``a`` before other letters, digits, capitals, the rest of ASCII, and all else by value."""
    return len(points), [_PLAIN.get(c, 0x80 + c) for c in points]


class _Search:
    """The least call so far, and how much may still be spent on a lesser one."""

    def __init__(self, call: Call, same: Same, calls: int, over: Callable[[], bool]) -> None:
        self.best, self.asked = call, 0
        self._same, self._calls, self._over, self._work = same, calls, over, _WORK
        self._tried = {hash(call)}  # two calls with one hash cost a candidate at most

    @property
    def points(self) -> list[int]:
        return list(self.best.input)

    def first(self, candidates: Candidates) -> int | None:
        """Take the first of some candidates that is less and shows the problem; its place among them, from 1."""
        lesser = filter(self._is_new, takewhile(self._affordable, enumerate(candidates, 1)))
        most = min(_AT_ONCE, max(_TOGETHER // max(len(self.best.input), 1), 1))
        size = min(2, most)  # then more and more
        while batch := list(islice(lesser, max(min(size, self._calls - self.asked), 0))):
            self.asked, size = self.asked + len(batch), min(2 * size, most)
            calls = [self.best._replace(input=tuple(points)) for _, points in batch]
            for (place, _), call, shows in zip(batch, calls, self._same(calls), strict=True):
                if shows:
                    self.best = call
                    return place
        return None

    def _affordable(self, candidate: tuple[int, list[int]]) -> bool:
        self._work -= len(candidate[1]) + _EACH
        return self._work > 0 and not self._over()

    def _is_new(self, candidate: tuple[int, list[int]]) -> bool:
        points, best = candidate[1], self.best.input
        if len(points) > len(best) or (len(points) == len(best) and order(points) >= order(best)):
            return False
        key = hash(self.best._replace(input=tuple(points)))
        is_new = key not in self._tried
        self._tried.add(key)
        return is_new


def _halves(size: int) -> Iterator[int]:
    while size:
        yield size
        size //= 2


def _trim(search: _Search) -> None:
    """A short piece of an end, or as much as possible cut off both, by halves: a few calls, however long the input is."""
    points = search.points
    search.first(piece for size in _PIECES for piece in (points[:size], points[-size:]))
    for size in _halves(len(search.points)):
        search.first([search.points[:-size]])
    for size in _halves(len(search.points)):
        search.first([search.points[size:]])


def _without_run(points: list[int], size: int, start: int = 0) -> Candidates:
    return (points[:place] + points[place + size :] for place in range(start, len(points), size))


def _simpler(points: list[int]) -> Candidates:
    """Runs replaced, sorted, code points replaced wherever they are alike, then code points replaced alone."""
    for size in _halves(len(points)):
        for start in range(0, len(points) if size > 1 else 0, size):
            yield points[:start] + [0x61] * len(points[start : start + size]) + points[start + size :]
    yield sorted(points)
    for c in sorted(set(points), reverse=True):
        for other in _plainer(c):
            yield [other if d == c else d for d in points]
    for place, c in enumerate(points):
        for other in _plainer(c):
            yield [*points[:place], other, *points[place + 1 :]]


def _plainer(c: int) -> Iterator[int]:
    """Code points that may take the place of one, whichever of them come before it in the order."""
    if 0x41 <= c <= 0x5A:
        yield c + 32
    yield from b"ab09-A "
    if c >= 0x80:
        yield from (edge for edge in (0x80, *_EDGES) if edge < c)
        yield from (0x80 + (c - 0x80) // 2, c - (c - 0x80) // 8)
    if c > 0:
        yield c - 1


def _by_result(call: Call) -> Candidates:
    """The forms of texts simpler than the right result."""
    points = list(light_facts(call).value or ())
    runs = (shorter for size in _halves(len(points)) for shorter in _without_run(points, size))
    return (list(encode_fast(simpler)) for simpler in chain(runs, _simpler(points)) if points)
