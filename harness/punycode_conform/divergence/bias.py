"""Deltas in digits that another bias than the right one wrote.

An encoder's wrong digits may be the right deltas under other biases. A decoder's wrong text may come from the right digits
read under other biases. Both are one question: are these digits those deltas, each under some bias?
"""

from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from itertools import accumulate
from math import log2
from typing import NamedTuple

from ..codec import PUNYCODE
from ..codec.arithmetic import clamped, write
from ..codec.trace import State

_MOST = 64  # deltas: of more a person follows none, and the search takes time
_SURE = 9.0  # bits: digits that another bias explains by chance are one in 500
_NARROW = 12  # biases: of a wider range a person learns nothing


class Reading(NamedTuple):
    """The first delta whose digits need another bias than the right one.

    Attributes:
        at: its number, from 1.
        right: its right bias.
        least, greatest: the biases that explain its digits.
        kept: whether they are explained by a bias that is not adapted.
    """

    at: int
    right: int
    least: int
    greatest: int
    kept: bool


def reading(deltas: Sequence[int], literal: int, digits: Sequence[int | None]) -> Reading | None:
    """The first delta that needs another bias; None if none does, or if other biases do not surely explain the digits.

    Args:
        deltas: in their order.
        literal: the length of the literal part.
        digits: digit-values of all deltas, None where a code point has none.
    """
    found = _readings(deltas, tuple(digits))
    if found is None:
        return None
    states = accumulate(deltas, State.after, initial=State(literal, literal))
    right = [state.bias for state, _ in zip(states, deltas, strict=False)]
    wrong = [at for at, (one, biases) in enumerate(zip(right, found, strict=True)) if one not in biases]
    if not wrong or sum(_surprise(deltas[at], found[at]) for at in wrong) < _SURE:
        return None
    first, never = wrong[0], all(PUNYCODE.initial_bias in biases for biases in found)
    before, biases = right[max(first - 1, 0)], found[first]
    if first and (biases == {before} or (never and len(wrong) > 1)):
        kept = PUNYCODE.initial_bias if never else before
        return Reading(first + 1, right[first], kept, kept, kept=True)
    if max(biases) - min(biases) > _NARROW:
        return None
    return Reading(first + 1, right[first], min(biases), max(biases), kept=False)


def _readings(deltas: Sequence[int], digits: tuple[int | None, ...]) -> list[Set[int]] | None:
    """The biases of each delta under which the digits are these deltas, all of them; None if there are none."""
    if not 0 < len(deltas) <= min(_MOST, len(digits)) or None in digits:
        return None
    dead: set[tuple[int, int]] = set()

    def rest(count: int, at: int) -> list[Set[int]] | None:
        if count == len(deltas):
            return [] if at == len(digits) else None
        if (count, at) in dead or at == len(digits):
            return None
        for written, biases in _written(deltas[count]).items():
            if digits[at : at + len(written)] == written and (after := rest(count + 1, at + len(written))) is not None:
                return [biases, *after]
        dead.add((count, at))
        return None

    return rest(0, 0)


@lru_cache(4096)  # one answer's deltas are often those of another
def _written(delta: int) -> Mapping[tuple[int, ...], Set[int]]:
    """All ways to write a delta, and the biases that give each."""
    found: dict[tuple[int, ...], set[int]] = {}
    # Under a greater bias all thresholds that matter are tmin.
    most = PUNYCODE.base * len(write(delta, PUNYCODE.base, (PUNYCODE.tmin,)))
    for bias in range(most + 1):
        thresholds = clamped(PUNYCODE.base, PUNYCODE.tmin, PUNYCODE.tmax, bias)
        found.setdefault(tuple(write(delta, PUNYCODE.base, thresholds)), set()).add(bias)
    return found


def _surprise(delta: int, biases: Set[int]) -> float:
    """The bits of information in digits of a delta that some bias explains: of all digits of their number few are so."""
    ways = _written(delta)
    length = next(len(written) for written, found in ways.items() if found == biases)
    return log2(PUNYCODE.base**length / sum(len(written) == length for written in ways))
