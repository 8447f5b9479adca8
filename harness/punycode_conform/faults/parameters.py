"""Faults in the parameters (5), in the adaptation of the bias (6.1, 3.4) and in thresholds and integers (6.2, 6.3, 3.3)."""

import operator
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from .fault import Row, replacing, row
from .malleable import spread

# Wrong on both sides alike, parameters survive every round trip. An initial bias from 71 to 82 gives the thresholds of 72,
# so it is no fault.
_PARAMETERS = {
    "base": (35, 37),
    "tmin": (2,),
    "tmax": (25, 27),
    "skew": (37, 39),
    "damp": (699, 701),
    "initial bias": (70, 83),
    "initial n": (0x7F, 0x81),
}
_SIDES = ("", "", "on both sides"), ("-encoder", "encode", "in the encoder"), ("-decoder", "decode", "in the decoder")


def _parameters() -> Iterator[tuple[str, Row]]:
    for parameter, values in _PARAMETERS.items():
        bug = "" if parameter == "initial n" else "bias-adaptation"
        for value in values:
            for suffix, side, where in _SIDES:
                change: dict[str, Any] = {parameter.replace(" ", "_"): value}
                yield (
                    f"{parameter.replace(' ', '-')}-{value}{suffix}",
                    row(f"{parameter} is {value} {where}.", "5", bug, side=side, **change),
                )


def _of_the_first_code_point() -> Callable[[bool, int, int, int], bool]:
    seen: list[int] = []

    def test(first: bool, place: int, n: int, b: int) -> bool:
        if first:
            seen[:] = [n]
        return [n] == seen

    return test


_first = replacing("first", "3.4", "first-time-test-wrong")
_length = replacing("numpoints", "3.4", "bias-counts-wrong-length")
_loop = partial(row, clause="6.1", bug="bias-adaptation")
_delta = replacing("shrunk", "6.1", "bias-adaptation")
_float = replacing("shrunk", "6.1", "digits-by-floating-point")
_next = replacing("rebias", "6.1", "bias-adaptation")
_digit = partial(row, clause="3.3", bug="threshold-wrong")


def _bias(says: str, change: Callable[[int, int, int], int]) -> Row:
    """A bias computed from k, delta and z = delta + skew, with base = 36 and tmin = 1."""
    return row(says, "6.1", "bias-adaptation", biased=lambda k, span, delta, skew: change(k, delta, delta + skew))


def _biased_float(k: int, span: int, delta: float, skew: int) -> int:
    return k + int((span + 1) * delta / (delta + skew))


def _clamp(says: str, change: Callable[[int, int], int], side: str = "") -> Row:
    """A threshold computed from k and from t = k - bias, with tmin = 1 and tmax = 26."""
    return row(says, "6.2", "threshold-wrong", side=side, threshold=lambda k, bias, tmin, tmax: change(k, k - bias))


def _right(t: int) -> int:
    return min(max(t, 1), 26)


FAULTS: dict[str, Row] = {
    **dict(_parameters()),
    # The first delta
    "damp-always": _first("Every delta is divided by damp.", lambda first, i, n, b: True),
    "damp-never": _first("The first delta is halved like the others.", lambda first, i, n, b: False),
    "damp-never-encoder": _first(
        "The encoder halves the first delta like the others, as if h = b were tested after h has grown.",
        lambda first, i, n, b: False,
        side="encode",
    ),
    "damp-while-n-is-initial": _first(
        "The decoder damps as long as n is still 128.", lambda first, i, n, b: n == 0x80, side="decode"
    ),
    "damp-without-literal-only": _first(
        "The first delta is damped only without basic code points.",
        lambda first, i, n, b: first and b == 0,
    ),
    "damp-with-literal-only": _first(
        "The first delta is damped only after basic code points.",
        lambda first, i, n, b: first and b > 0,
    ),
    "damp-after-insertion-at-start": _first(
        "The decoder damps again after each insertion at place 0.", lambda first, i, n, b: i <= 1, side="decode"
    ),
    "damp-for-the-first-code-point-encoder": _first(
        "The encoder damps each delta of the smallest code point.", _of_the_first_code_point(), side="encode"
    ),
    # Dividing
    "not-halved": _delta("Later deltas are not halved.", lambda d, by, n: d // (by if by > 2 else 1) * (n + 1) // n),
    "not-damped-nor-halved": _delta("No delta is divided by damp or 2.", lambda d, by, n: d + d // n),
    "damped-and-halved": _delta(
        "The first delta is damped and halved.", lambda d, by, n: spread(d, by if by == 2 else 2 * by, n)
    ),
    "halving-rounds-up": _delta("delta div damp and delta div 2 round up.", lambda d, by, n: spread(-(-d // by), 1, n)),
    "halving-rounds-to-even": _delta(
        "delta div damp and delta div 2 round to the nearest, a half to the even one, as floating-point functions do.",
        lambda d, by, n: spread(round(d / by), 1, n),
    ),
    "spread-missing": _delta("delta div numpoints is not added.", lambda d, by, n: d // by),
    "spread-first": _delta("delta div numpoints is added before the division.", lambda d, by, n: (d + d // n) // by),
    "spread-rounds": _delta("delta div numpoints is rounded.", lambda d, by, n: d // by + round(d // by / n)),
    "spread-by-reciprocal": _float(
        "delta div numpoints is the product with a rounded reciprocal, cut to an integer.",
        lambda d, by, n: d // by + int(d // by * (1 / n)),
    ),
    "spread-not-cut": _float(
        "delta div numpoints keeps its fraction, as a division of floating-point numbers does.",
        lambda d, by, n: d // by + d // by / n,
        biased=_biased_float,
    ),
    "halving-not-cut": _float(
        "delta div damp and delta div 2 keep their fractions, as divisions of floating-point numbers do.",
        lambda d, by, n: d / by + d / by // n,
        biased=_biased_float,
    ),
    "divisions-not-cut": _loop(
        "The divisions by 35 are counted without cutting their results, as by a logarithm.",
        divided=operator.truediv,
        biased=lambda k, span, delta, skew: k + (span + 1) * int(delta) // (int(delta) + skew),
    ),
    "adapts-in-32-bits": _delta(
        "Adapting the bias cuts delta to 32 bits, as delta >> 1 may do in place of delta div 2.",
        lambda d, by, n: spread((d + (1 << 31)) % (1 << 32) - (1 << 31), by, n),
    ),
    "spread-twice": _delta("delta div numpoints is added twice.", lambda d, by, n: spread(spread(d, by, n), 1, n)),
    # numpoints
    "numpoints-without-the-new": _length(
        "numpoints lacks the new code point, but is 1 at least.", lambda n, b: max(n - 1, 1)
    ),
    "numpoints-one-too-many": _length("numpoints is one too great.", lambda n, b: n + 1),
    "numpoints-one-too-many-decoder": _length(
        "numpoints is one too great in the decoder.", lambda n, b: n + 1, side="decode"
    ),
    "numpoints-without-basics": _length("numpoints counts the inserted code points only.", lambda n, b: n - b),
    "numpoints-of-basics": _length(
        "numpoints counts basic code points alone, but is 1 at least.", lambda n, b: max(b, 1)
    ),
    "numpoints-with-delimiter": _length("numpoints counts the delimiter too.", lambda n, b: n + (b > 0)),
    "numpoints-in-an-octet": _length("numpoints starts again from 1 after 256.", lambda n, b: n % 256 or 256),
    "numpoints-at-most-63": _length("numpoints stops at 63.", lambda n, b: min(n, 63)),
    "numpoints-at-most-4096": _length("numpoints stops at 4096.", lambda n, b: min(n, 4096)),
    "numpoints-in-16-bits": _length("numpoints starts again from 1 after 65,536.", lambda n, b: n % 65536 or 65536),
    "numpoints-in-12-bits": _length("numpoints starts again from 1 after 4,096.", lambda n, b: n % 4096 or 4096),
    # The loop
    "bound-reached-divides": _loop("The loop divides while delta >= 455.", passes=lambda d, bound, k: d >= bound),
    "bound-456": _loop("The loop divides while delta > 456.", bound=lambda base, tmin, tmax: 456),
    "bound-not-halved": _loop("The bound is 910: div 2 is missing.", bound=lambda base, tmin, tmax: 35 * 26),
    "bound-of-base": _loop("The bound is 468: base * tmax div 2.", bound=lambda base, tmin, tmax: 36 * 26 // 2),
    "divides-once": _loop("The loop is an if.", passes=lambda d, bound, k: d > bound and k == 0),
    "divides-twice-at-most": _loop("The loop divides twice at most.", passes=lambda d, bound, k: d > bound and k < 72),
    "divides-by-base": _loop("The loop divides by 36.", divided=lambda d, span: d // (span + 1)),
    "divides-by-tmax": _loop("The loop divides by 26.", divided=lambda d, span: d // 26),
    "division-rounds": _loop("The division by 35 rounds to the nearest.", divided=lambda d, span: round(d / span)),
    "k-counts-divisions": _loop("k grows by 1 for each division, not by base.", deeper=lambda k, base: k + 1),
    "k-grows-by-35": _loop("k grows by base - tmin for each division.", deeper=lambda k, base: k + 35),
    # The last term
    "last-term-with-35": _bias("The last term has base - tmin, not 1 more.", lambda k, d, z: k + 35 * d // z),
    "last-term-divided-first": _bias(
        "The result is k alone, as if delta div (delta + skew) came before the product.",
        lambda k, d, z: k + 36 * (d // z),
    ),
    "last-term-without-brackets": _bias(
        "The result is k + base - tmin + delta div (delta + skew): brackets are missing.",
        lambda k, d, z: k + 35 + d // z,
    ),
    "last-term-rounds": _bias("The last term is rounded to the nearest.", lambda k, d, z: k + round(36 * d / z)),
    "last-term-rounds-up": _bias("The last term is rounded up.", lambda k, d, z: k - (-36 * d // z)),
    "last-term-swallows-k": _bias(
        "k is added before the division: (k + 36 * delta) div (delta + skew).", lambda k, d, z: (k + 36 * d) // z
    ),
    "last-term-alone": _bias("k is not added.", lambda k, d, z: 36 * d // z),
    "skew-left-out": _bias("The last term divides by delta alone.", lambda k, d, z: k + 36 * d // max(d, 1)),
    # What becomes of the result
    "bias-never-adapted": _next("The bias stays 72.", lambda old, new: old),
    "bias-never-adapted-encoder": _next("In the encoder the bias stays 72.", lambda old, new: old, side="encode"),
    "bias-never-adapted-decoder": _next("In the decoder the bias stays 72.", lambda old, new: old, side="decode"),
    "bias-adapted-once": _next("Only the first delta adapts the bias.", lambda old, new: new if old == 72 else old),
    "bias-signed-octet": _next("The bias is kept in a signed octet.", lambda old, new: (new + 128) % 256 - 128),
    "bias-one-delta-late": _next(
        "The bias takes effect one delta late.",
        lambda old, new: (old[1], new),
        initial_bias=(72, 72),
        threshold=lambda k, bias, tmin, tmax: min(max(k - bias[0], tmin), tmax),
    ),
    "bias-adapted-eight-times": _next(
        "The bias is adapted after the first eight deltas only.",
        lambda old, new: (new, old[1] + 1) if old[1] < 8 else old,
        initial_bias=(72, 0),
        threshold=lambda k, bias, tmin, tmax: min(max(k - bias[0], tmin), tmax),
    ),
    "adapts-with-i": _loop("The decoder adapts with i in place of i - oldi.", gone=lambda i, oldi: i),
    "adapts-with-one-less": _loop("The decoder adapts with i - oldi - 1.", gone=lambda i, oldi: max(i - oldi - 1, 0)),
    # Thresholds
    "tmin-clamp-missing": _clamp("Thresholds are not raised to tmin.", lambda k, t: min(t, 26)),
    "tmin-clamp-missing-decoder": _clamp("The decoder clamps without tmin.", lambda k, t: min(t, 26), side="decode"),
    "tmax-clamp-missing": _clamp("Thresholds are not lowered to tmax.", lambda k, t: max(t, 1)),
    "tmax-clamp-missing-decoder": _clamp("The decoder clamps without tmax.", lambda k, t: max(t, 1), side="decode"),
    "bias-at-most-108": _clamp("Above bias 108 the thresholds are those of 108.", lambda k, t: _right(max(t, k - 108))),
    "bias-at-most-180": _clamp("Above bias 180 the thresholds are those of 180.", lambda k, t: _right(max(t, k - 180))),
    "bias-at-most-199": _clamp("Above bias 199 the thresholds are those of 199.", lambda k, t: _right(max(t, k - 199))),
    "threshold-3-is-1": _clamp("The threshold is tmin if k is bias + 3.", lambda k, t: 1 if t <= 3 else min(t, 26)),
    "threshold-25-is-26": _clamp("The threshold is tmax if k is bias + 25.", lambda k, t: 26 if t >= 25 else max(t, 1)),
    "thresholds-of-five-digits": _clamp(
        "From the sixth digit on the threshold is tmax, as behind the end of a table of five.",
        lambda k, t: 26 if k > 180 else _right(t),
    ),
    "threshold-27": _clamp("The threshold is 27 where k is bias + 27.", lambda k, t: 27 if t == 27 else _right(t)),
    "threshold-13-is-14": _clamp(
        "The threshold is 14 where it should be 13, as in a table with one wrong entry.",
        lambda k, t: 14 if t == 13 else _right(t),
    ),
    "tmin-below-bias": _clamp(
        "tmin is for k < bias, not <=: at k = bias the threshold is 0.", lambda k, t: t and _right(t)
    ),
    "bias-minus-k": _clamp("The threshold is bias - k.", lambda k, t: _right(-t)),
    "k-from-0": _clamp("k starts at 0: the threshold is 36 * j - bias, with j from 0.", lambda k, t: _right(t - 36)),
    "k-by-35": _clamp("k grows by 35 from digit to digit.", lambda k, t: _right(t - k // 36 + 1)),
    "threshold-always-1": _clamp("All thresholds are 1.", lambda k, t: 1),
    "threshold-always-26": _clamp("All thresholds are 26.", lambda k, t: 26),
    "threshold-one-too-great": _clamp("The threshold is k - bias + 1.", lambda k, t: _right(t + 1)),
    "thresholds-all-like-the-first": _clamp("All digits have the first threshold.", lambda k, t: _right(t - k + 36)),
    "thresholds-turned-round": _clamp(
        "tmin and tmax change places: tmax if k <= bias, tmin if k >= bias + tmax.",
        lambda k, t: 26 if t <= 1 else 1 if t >= 26 else t,
    ),
    "threshold-of-fifth-digit": _clamp(
        "From the fifth digit on the threshold is tmin.", lambda k, t: 1 if k >= 180 else _right(t)
    ),
    "threshold-of-seventh-digit": _clamp(
        "From the seventh digit on the threshold is tmin.", lambda k, t: 1 if k >= 252 else _right(t)
    ),
    "k-in-an-octet": _clamp("k is kept in 8 bits.", lambda k, t: _right(t - k + k % 256)),
    "threshold-without-sign": _clamp("k - bias has no sign.", lambda k, t: 26 if t < 0 else _right(t)),
    # The variable-length integers themselves
    "digit-at-threshold-ends": _digit("A digit equal to the threshold ends an integer.", last=operator.le),
    "q-at-threshold-ends": _digit("The encoder ends the integer where q equals the threshold.", more=operator.gt),
    "weight-times-base": _digit("The weight is multiplied by base, not by base - t.", weighed=lambda w, b, t: w * b),
    "weight-of-fourth-digit": _digit(
        "The decoder's weight no longer grows once it is 2^16 or more.",
        weighed=lambda w, b, t: w * (b - t) if w < 1 << 16 else w,
    ),
    "q-not-lowered": _digit("q is divided, not q - t.", taken=lambda q, b, t: (t + (q - t) % (b - t), q // (b - t))),
    "digit-of-q": _digit(
        "The digit is the remainder of q, not of q - t.",
        taken=lambda q, b, t: (t + q % (b - t), (q - t) // (b - t)),
    ),
    "quotient-rounds": row(
        "The encoder's division by base - t rounds to the nearest.",
        "3.3",
        bug="digits-by-floating-point",
        taken=lambda q, b, t: (t + (q - t) % (b - t), round((q - t) / (b - t))),
    ),
}
