"""Time: calls that seemed to take too much of it, confirmed by repetition in new processes.

A machine may be busy, so no single duration counts. The shortest of several is compared with the shortest for other inputs
of the same size, and for a quarter of the input.
"""

import time

from ..run.problem import SLOW, Problem
from ..suite.outcome import Call, Operation, Returned
from .confirmer import Confirmer
from .label import Growing

SUSPICIOUS = 0.3  # seconds for one answer
_TIMES = 3
_LEAST, _ENOUGH = 0.2, 5.0  # seconds for one call, and for its repetitions
_OTHERS = 12  # times slower than the slowest of the same size
_QUARTER = 50  # times slower than a quarter of the input; cubic time makes it 64, quadratic 16


def slow(call: Call, confirmer: Confirmer) -> Problem | None:
    """The problem of a call that takes far longer than its size predicts."""
    confirmer.fresh()
    took = _least(call, confirmer)
    if took is None or took < _LEAST:
        return None
    others = max((_least(other, confirmer) or 0.0 for other in _of_size(len(call.input))), default=0.0)
    quarter = _least(Call(call.operation, call.input[: len(call.input) // 4]), confirmer) or took
    if took < _OTHERS * others and took < _QUARTER * max(quarter, 0.002):
        return None
    outcome = confirmer.ask([call])[0]
    size = f"{took:.2f} s for {len(call.input):,} code points"
    shows = f"{size}; {others:.3f} s for others as long, {quarter:.3f} s for a quarter of it"
    return Problem(SLOW, (call,), outcome, (), shows) if outcome is not None else None


def _least(call: Call, confirmer: Confirmer) -> float | None:
    """The shortest of several durations, None if the call does not come to an end."""
    took: list[float] = []
    while len(took) < _TIMES and sum(took) <= _ENOUGH:
        start = time.perf_counter()
        (outcome,) = confirmer.ask([call])
        took.append(time.perf_counter() - start)
        if not isinstance(outcome, Returned) and took[-1] < _LEAST:
            return took[-1]
    return min(took)


def _of_size(size: int) -> list[Call]:
    """The hardest calls of a size for correct codecs: distinct code points, and as many insertions."""
    growing = Growing([])
    while len(growing.encoded) < size:
        growing.insert(growing.state.length)
    # In no order, and distinct up to 20,000, since 7919 is a prime.
    points = tuple(0x4E00 + (index * 7919) % 20000 for index in range(size))
    return [Call(Operation.ENCODE, points), Call(Operation.DECODE, tuple(growing.encoded))]
