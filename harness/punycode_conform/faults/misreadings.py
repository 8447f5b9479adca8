"""Misreadings of one line of the pseudo-code that have a number in them: too many to be rows of the table of faults.

They are tried on all answers of an operation at once, together with the rows that change such a line.
"""

import math
import operator
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import accumulate
from typing import Any, NamedTuple

from .malleable import NAMES, PARAMETERS, Malleable, parts, pseudo_code, spread


class Misreading(NamedTuple):
    """A codec with one line misread."""

    says: str  # a sentence, with a place for the value if there is one
    value: Any  # None for a fault, which comes before all others
    sides: tuple[str, ...]
    steps: Mapping[str, Any]
    codec: Malleable

    def answer(self, side: str, asked: str) -> str | None:
        """The codec's answer; None if it has none."""
        try:
            return self.codec.encode(asked) if side == "encode" else self.codec.decode(asked)
        except (ValueError, ArithmeticError, LookupError, TypeError):
            return None

    def line(self, sides: Collection[str]) -> str:
        """The sentence with the line that is misread."""
        return pseudo_code(self.steps, sides)

    @property
    def depth(self) -> int:
        """How far-fetched it is: a fault of the table is less so than a line with any number in it."""
        return (self.value is not None) + (self.value not in (None, ""))


_Family = tuple[str, Callable[[Any], Mapping[str, Any]], Iterable[Any]]
_ONCE = ("",)
_ROUNDED: Mapping[str, Callable[[float], int]] = {
    "up": math.ceil,
    "to the nearest, halves up": lambda x: math.floor(x + 0.5),
    "to the nearest, halves to even": round,
}
_SIGNED: Mapping[str, Callable[[int, int], int]] = {
    "": operator.floordiv,
    ", with divisions as in C": lambda a, b: int(a / b),
}
_VALUES = {
    "base": range(20, 36),
    "tmin": range(10),
    "tmax": range(10, 36),
    "skew": range(1, 128),
    "damp": range(1, 1025),
    "initial_bias": range(144),
    "initial_n": (0, 0x20, 0x7F, 0x81, 0xA0, 0x100),
}


def _delta(change: Callable[[int], int]) -> dict[str, Any]:
    """The steps of a codec that adapts with another delta; the first step is the line that is misread."""
    return {"rebias": lambda old, new: new, "shrunk": lambda d, by, n: spread(change(d), by, n)}


def _clamped(change: Callable[[int, int], int]) -> dict[str, Any]:
    """The steps of a codec with other thresholds, between 1 and 26."""
    return {"threshold": lambda k, bias, tmin, tmax: min(max(change(k, bias), tmin), tmax)}


def _result(change: Callable[[int], int]) -> dict[str, Any]:
    return {"rebias": lambda old, new: change(new)}


def _cut(what: str, steps: Callable[[Callable[[int], int]], Mapping[str, Any]], bits: range) -> Iterator[_Family]:
    """Yield the families of codecs that cut an integer to some bits, without and with a sign."""
    yield f"{what} cut to {{}} bits.", lambda v: steps(lambda x: x % (1 << v)), bits
    signed = {v: partial(lambda half, x: (x + half) % (2 * half) - half, 1 << v - 1) for v in bits}
    yield f"{what} cut to a signed integer of {{}} bits.", lambda v: steps(signed[v]), bits


def _rest_of_q() -> dict[str, Any]:
    """The steps of an encoder that divides delta itself, not a copy of it."""
    rest: list[int] = []

    def more(q: int, t: int) -> bool:
        rest[:] = [q]
        return q >= t

    return {**_delta(lambda d: rest.pop() if rest else d), "more": more}


def _kept_after(unadapted: int) -> dict[str, Any]:
    """The steps of a codec that does not adapt the bias after one value of a delta."""
    seen = [0]

    def shrunk(delta: int, by: int, numpoints: int) -> int:
        seen[0] = delta
        return spread(delta, by, numpoints)

    return {"rebias": lambda old, new: old if seen[0] == unadapted else new, "shrunk": shrunk}


def _k_kept() -> dict[str, Any]:
    """The steps of a codec that does not set k back to base for another delta."""
    more, last = [0], [PARAMETERS["base"]]

    def begun(text: str) -> str:
        more[0] = 0
        return text

    def threshold(k: int, bias: int, tmin: int, tmax: int) -> int:
        last[0] = k + more[0]
        return min(max(last[0] - bias, tmin), tmax)

    def rebias(old: int, new: int) -> int:
        more[0] = last[0] - PARAMETERS["base"]
        return new

    points, split = (lambda text: list(map(ord, begun(text)))), (lambda text: parts(begun(text)))
    return {"threshold": threshold, "rebias": rebias, "points": points, "split": split}


def _reduced(divide: Callable[[int, int], int]) -> dict[str, Any]:
    """The steps of a decoder that adapts the bias after i is reduced, with a way to divide numbers below 0."""

    def shrunk(delta: tuple[int, int], by: int, numpoints: int) -> int:
        i, oldi = delta
        shrunk = divide(i % numpoints - oldi, by)
        return shrunk + divide(shrunk, numpoints)

    def biased(k: int, span: int, delta: int, skew: int) -> int:
        return k + divide((span + 1) * delta, delta + skew)

    return {"gone": lambda i, oldi: (i, oldi), "shrunk": shrunk, "biased": biased}


def _first_for(is_first: Callable[[int, int], bool]) -> dict[str, Any]:
    """The steps of a codec in which firsttime is true for deltas with some numbers, counted from 1."""
    number = [0]

    def numpoints(length: int, b: int) -> int:
        number[0] = length - b
        return length

    return {"first": lambda first, i, n, b: is_first(number[0], b), "numpoints": numpoints}


def _whole_length() -> dict[str, Any]:
    """The steps of an encoder that counts all code points of its input."""
    length = [0]

    def points(text: str) -> list[int]:
        length[0] = len(text)
        return list(map(ord, text))

    return {"numpoints": lambda n, b: length[0], "points": points}


_UNCUT = {"divided": operator.truediv, "biased": lambda k, s, d, skew: k + int((s + 1) * d / (d + skew))}
_FAMILIES: tuple[_Family, ...] = (
    *((f"{name} is {{}}, not {PARAMETERS[name]}.", lambda v, name=name: {name: v}, _VALUES[name]) for name in _VALUES),
    # The divisions of 6.1
    ("Later deltas are divided by {}, not 2.",
     lambda v: {"shrunk": lambda d, by, n: spread(d, by if by > 2 else v, n)}, range(1, 11)),
    ("The first delta is halved, and later ones are divided by damp.",
     lambda _: {"first": lambda first, i, n, b: not first}, _ONCE),
    ("firsttime is true for delta number {}, not for the first.",
     lambda v: _first_for(lambda number, b: number == v), (2, 3)),
    ("firsttime is true for delta number 2, not for the first, if there are basic code points.",
     lambda _: _first_for(lambda number, b: number == 1 + (b > 0)), _ONCE),
    ("firsttime is true for the first {} deltas.", lambda v: _first_for(lambda number, b: number <= v), (2, 3)),
    ("The division by damp or by 2 is rounded {}.",
     lambda v: {"shrunk": lambda d, by, n: spread(_ROUNDED[v](d / by), 1, n)}, _ROUNDED),
    ("The division by 2 is rounded {}.",
     lambda v: {"shrunk": lambda d, by, n: spread(_ROUNDED[v](d / by) if by == 2 else d // by, 1, n)}, _ROUNDED),
    ("The sum of delta and delta div numpoints is halved.",
     lambda _: {"shrunk": lambda d, by, n: (d + d // n) // by if by == 2 else spread(d, by, n)}, _ONCE),
    ("The division by damp is rounded {}.",
     lambda v: {"shrunk": lambda d, by, n: spread(_ROUNDED[v](d / by) if by > 2 else d // by, 1, n)}, _ROUNDED),
    ("delta div numpoints is rounded {}.",
     lambda v: {"shrunk": lambda d, by, n: d // by + _ROUNDED[v](d // by / n)}, _ROUNDED),
    ("numpoints is {} more than it should be, but 1 at least.",
     lambda v: {"numpoints": lambda n, b: max(n + v, 1)}, range(-9, 10)),
    ("numpoints is always {}.", lambda v: {"numpoints": lambda n, b: v}, range(1, 65)),
    ("numpoints is one more than the number of basic code points.", lambda _: {"numpoints": lambda n, b: b + 1}, _ONCE),
    ("numpoints is the length of the whole text.", lambda _: _whole_length(), _ONCE),
    ("The loop divides while delta > {}, not 455.",
     lambda v: {"bound": lambda base, tmin, tmax: v}, (*range(40), *range(400, 1001))),
    ("The loop divides {} times at most.",
     lambda v: {"passes": lambda d, bound, k: d > bound and k < 36 * v}, range(4)),
    ("The loop divides by {}, not 35.", lambda v: {"divided": lambda d, span: d // v}, range(2, 101)),
    ("The division in the loop is rounded {}.", lambda v: {"divided": lambda d, span: _ROUNDED[v](d / span)}, _ROUNDED),
    ("The division in the loop keeps its fraction.", lambda _: _UNCUT, _ONCE),
    ("No division before the last is cut to an integer.",
     lambda _: {"shrunk": lambda d, by, n: d / by + d / by / n, **_UNCUT}, _ONCE),
    ("k grows by {} for each division, not by 36.", lambda v: {"deeper": lambda k, base: k + v}, range(101)),
    ("The last term is {} * delta div (delta + skew), not 36 * delta div (delta + skew).",
     lambda v: {"biased": lambda k, s, d, skew: k + v * d // (d + skew)}, range(101)),
    ("The last term is rounded {}.",
     lambda v: {"biased": lambda k, s, d, skew: k + _ROUNDED[v]((s + 1) * d / (d + skew))}, _ROUNDED),
    # The delta that adapts the bias, and the result
    ("The bias is adapted with {} added to the delta, but with 0 at least.",
     lambda v: _delta(lambda d: max(d + v, 0)), (-3, -2, -1, 1, 2, 3)),
    ("The bias is not adapted after a delta of {}.", _kept_after, range(3)),
    ("After the first delta all thresholds are tmax, as if the bias were 0.", lambda _: _delta(lambda d: 0), _ONCE),
    ("The bias is adapted with the last q, the value of the last digit.", lambda _: _rest_of_q(), _ONCE),
    ("The bias is adapted after i is reduced{}.", lambda v: _reduced(_SIGNED[v]), _SIGNED),
    ("numpoints is one too great, and no delta is the first, as if h had grown before.",
     lambda _: {"numpoints": lambda n, b: n + 1, "first": lambda first, i, n, b: False}, _ONCE),
    *_cut("The bias is adapted with delta", _delta, range(6, 33)),
    *_cut("delta + delta div numpoints is", lambda cut: {"shrunk": lambda d, by, n: cut(spread(d, by, n))}, range(6, 33)),
    ("adapt returns {} more than it should.", lambda v: _result(lambda new: new + v), range(-72, 73)),
    ("The adapted bias is {} at least.", lambda v: _result(lambda new: max(new, v)), range(1, 256)),
    *_cut("The adapted bias is", _result, range(3, 9)),
    # Thresholds
    ("Thresholds do not change with a bias above {}.", lambda v: _clamped(lambda k, bias: k - min(bias, v)), range(256)),
    ("{} is added to k - bias.", lambda v: _clamped(lambda k, bias: k - bias + v), range(-72, 73)),
    ("The threshold is bias - k + {}.", lambda v: _clamped(lambda k, bias: bias - k + v), range(-72, 73)),
    ("k grows by {} from digit to digit, not by 36.",
     lambda v: _clamped(lambda k, bias: 36 + (k // 36 - 1) * v - bias), range(73)),
    ("k is 1, 2, 3 and so on, not a multiple of 36.", lambda _: _clamped(lambda k, bias: k // 36 - bias), _ONCE),
    ("The threshold is tmin if k <= bias + {}.",
     lambda v: {"threshold": lambda k, bias, tmin, tmax: tmin if k <= bias + v else min(k - bias, tmax)}, range(-9, 26)),
    ("The threshold is tmax if k >= bias + {}, not bias + 26.",
     lambda v: {"threshold": lambda k, bias, tmin, tmax: tmax if k >= bias + v else max(k - bias, tmin)}, range(-9, 61)),
    *_cut("k is", lambda cut: _clamped(lambda k, bias: cut(k) - bias), range(4, 10)),
    *_cut("k - bias is", lambda cut: _clamped(lambda k, bias: cut(k - bias)), range(4, 10)),
    ("k is not set back to base for another delta.", lambda _: _k_kept(), _ONCE),
    # Digits
    ("q is divided by base - {}, not base - t.",
     lambda v: {"taken": lambda q, b, t: (t + (q - t) % (b - t), (q - t) // (b - v))}, (0, 1, 26)),
    ("w is multiplied by base - {}, not base - t.", lambda v: {"weighed": lambda w, b, t: w * (b - v)}, (1, 26)),
    # Not of bias and thresholds, but the real bug of Mojolicious before 2026-02
    ("Code points are sorted as numerals, and one that is below n when its turn comes is left out.",
     lambda _: {"order": lambda points: list(dict.fromkeys(accumulate(sorted(points, key=str), max)))}, _ONCE),
)  # fmt: skip


@cache
def every() -> tuple[Misreading, ...]:
    """All misreadings: the faults of both sides first, since a row of one side may be the same codec."""
    from . import FAULTS  # its themes are beside this module

    faults = [
        Misreading(fault.says, None, fault.sides, fault.steps, Malleable(**fault.steps))
        for fault in sorted(FAULTS.values(), key=lambda fault: -len(fault.sides))
        if fault.ends and not fault.keeps_state and fault.steps and fault.steps.keys() <= NAMES
    ]
    others = ((says, value, steps(value)) for says, steps, values in _FAMILIES for value in values)
    return (
        *faults,
        *(Misreading(says, v, ("encode", "decode"), steps, Malleable(**steps)) for says, v, steps in others),
    )
