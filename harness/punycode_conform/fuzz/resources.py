"""Time and memory: calls that seemed to take too much, confirmed by repetition in fresh processes.

A machine may be busy, so no single duration counts. The shortest of several is compared with the shortest for other inputs
of the same size, and for a quarter of the input.
"""

import time
from collections.abc import Iterable, Sequence
from itertools import pairwise

from ..run.problem import MEMORY, SLOW, Problem
from ..suite.outcome import Call, Operation, Returned
from .confirmer import Confirmer
from .label import Growing

SUSPICIOUS = 0.3  # seconds for one answer
GROWTH = 256 << 20  # bytes for one batch
_TIMES = 3
_LEAST = 0.2  # seconds
_ENOUGH = 5.0  # seconds for repetitions of one call
_OTHERS = 12  # times slower than the slowest of the same size
_QUARTER = 50  # times slower than a quarter of the input; cubic time makes it 64, quadratic 16
_LEAK = 24 << 20  # bytes for each round of the same calls
_ROUNDS = 5


def slow(call: Call, confirmer: Confirmer) -> Problem | None:
    """Whether a call takes far longer than its size predicts."""
    confirmer.fresh()
    took = _least(call, confirmer)
    if took is None or took < _LEAST:
        return None
    others = max(filter(None, (_least(other, confirmer) for other in _of_size(len(call.input)))), default=0.0)
    quarter = _least(Call(call.operation, call.input[: len(call.input) // 4]), confirmer) or took
    if took < _OTHERS * others and took < _QUARTER * max(quarter, 0.002):
        return None
    outcome = confirmer.ask([call])[0]
    shows = f"{took:.2f} s for {len(call.input):,} code points; {others:.3f} s for others as long, {quarter:.3f} s for "
    shows += "a quarter of it"
    return Problem(SLOW, (call,), outcome, (), shows) if outcome is not None else None


def _least(call: Call, confirmer: Confirmer) -> float | None:
    """The shortest of several durations, None if the call does not come to an end."""
    took: list[float] = []
    for _ in range(_TIMES):
        start = time.perf_counter()
        (outcome,) = confirmer.ask([call])
        took.append(time.perf_counter() - start)
        if not isinstance(outcome, Returned) and took[-1] < _LEAST:
            return took[-1]
        if sum(took) > _ENOUGH:
            break
    return min(took)


def _of_size(size: int) -> list[Call]:
    """The hardest calls of a size for correct codecs: distinct code points, and as many insertions."""
    growing = Growing([])
    while len(growing.encoded) < size:
        growing.insert(growing.state.length)
    # In no order, and distinct up to 20,000, since 7919 is a prime.
    points = tuple(0x4E00 + (index * 7919) % 20000 for index in range(size))
    return [Call(Operation.ENCODE, points), Call(Operation.DECODE, tuple(growing.encoded))]


def hungry(suspects: Iterable[Call], confirmer: Confirmer) -> Problem | None:
    """The call for which a target takes too much memory, by halving; or the calls that leak it."""
    calls = list(dict.fromkeys(suspects))
    if not _eaten(calls, confirmer):
        return None
    while len(calls) > 1:
        half = len(calls) // 2
        if _eaten(calls[:half], confirmer):
            calls = calls[:half]
        elif _eaten(calls[half:], confirmer):
            calls = calls[half:]
        else:
            return _leak(calls[:1000], confirmer)
    eaten = _eaten(calls, confirmer)
    outcome = confirmer.ask(calls)[0]
    if not eaten or outcome is None:
        return None
    return Problem(MEMORY, tuple(calls), outcome, (), f"{eaten >> 20:,} MiB for one call")


def _eaten(calls: Sequence[Call], confirmer: Confirmer) -> int:
    """By how much these calls raise the memory of a fresh process; 0 if that is no wonder."""
    confirmer.fresh()
    before = confirmer.memory()
    confirmer.ask(calls)
    grown = confirmer.memory() - before
    return grown if grown > GROWTH else 0


def _leak(calls: Sequence[Call], confirmer: Confirmer) -> Problem | None:
    confirmer.fresh()
    marks = []
    outcome = None
    for _ in range(_ROUNDS):
        outcome = confirmer.ask(calls)[-1]
        marks.append(confirmer.memory())
    growths = [b - a for a, b in pairwise(marks[1:])]  # the first round may fill what is kept for good
    if outcome is None or min(growths) < _LEAK:
        return None
    shows = f"memory grows by {min(growths) >> 20:,} MiB each time the same {len(calls):,} calls are made"
    return Problem(MEMORY, tuple(calls[-8:]), outcome, (), shows)
