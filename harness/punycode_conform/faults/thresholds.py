"""Faults in the thresholds of the variable-length integers (6.2, 6.3) and in those integers (3.3)."""

import operator
from functools import partial

from .fault import bent

_threshold = partial(bent, clause="6.2", bug="threshold-wrong")
_varint = partial(bent, clause="3.3", bug="threshold-wrong")

FAULTS = (
    _threshold(
        "tmin-clamp-missing",
        "Thresholds are not raised to tmin.",
        threshold=lambda k, bias, tmin, tmax: min(k - bias, tmax),
    ),
    _threshold(
        "tmin-clamp-missing-decoder",
        "The decoder does not raise thresholds to tmin.",
        side="decode",
        threshold=lambda k, bias, tmin, tmax: min(k - bias, tmax),
    ),
    _threshold(
        "tmax-clamp-missing",
        "Thresholds are not lowered to tmax.",
        threshold=lambda k, bias, tmin, tmax: max(k - bias, tmin),
    ),
    _threshold(
        "tmax-clamp-missing-decoder",
        "The decoder does not lower thresholds to tmax.",
        side="decode",
        threshold=lambda k, bias, tmin, tmax: max(k - bias, tmin),
    ),
    _threshold(
        "threshold-3-is-1",
        "The threshold is tmin where k is bias + 3.",
        threshold=lambda k, bias, tmin, tmax: tmin if k - bias <= 3 else min(k - bias, tmax),
    ),
    _threshold(
        "threshold-25-is-26",
        "The threshold is tmax where k is bias + 25.",
        threshold=lambda k, bias, tmin, tmax: tmax if k - bias >= 25 else max(k - bias, tmin),
    ),
    _threshold(
        "thresholds-of-five-digits",
        "A table has the thresholds of five digits; from the sixth on they are tmax.",
        threshold=lambda k, bias, tmin, tmax: tmax if k > 180 else min(max(k - bias, tmin), tmax),
    ),
    _threshold(
        "threshold-27",
        "The threshold is 27 where k is bias + 27.",
        threshold=lambda k, bias, tmin, tmax: 27 if k - bias == 27 else min(max(k - bias, tmin), tmax),
    ),
    _threshold(
        "threshold-13-is-14",
        "The threshold is 14 where it should be 13, as in a table with one wrong entry.",
        threshold=lambda k, bias, tmin, tmax: 14 if k - bias == 13 else min(max(k - bias, tmin), tmax),
    ),
    _threshold("k-from-0", "k starts at 0.", threshold=lambda k, bias, tmin, tmax: min(max(k - 36 - bias, tmin), tmax)),
    _threshold(
        "k-by-35",
        "k grows by 35 from digit to digit.",
        threshold=lambda k, bias, tmin, tmax: min(max(k - k // 36 + 1 - bias, tmin), tmax),
    ),
    _threshold(
        "threshold-one-too-great",
        "The threshold is k - bias + 1.",
        threshold=lambda k, bias, tmin, tmax: min(max(k - bias + 1, tmin), tmax),
    ),
    _threshold(
        "thresholds-all-like-the-first",
        "The first digit's threshold is used for the whole integer.",
        threshold=lambda k, bias, tmin, tmax: min(max(36 - bias, tmin), tmax),
    ),
    _threshold(
        "thresholds-turned-round",
        "The comparisons that clamp are the other way round, so tmin and tmax change places.",
        threshold=lambda k, bias, tmin, tmax: tmax if k <= bias + tmin else tmin if k >= bias + tmax else k - bias,
    ),
    _threshold(
        "threshold-of-fifth-digit",
        "From the fifth digit on the threshold is tmin.",
        threshold=lambda k, bias, tmin, tmax: tmin if k >= 180 else min(max(k - bias, tmin), tmax),
    ),
    _threshold(
        "threshold-of-seventh-digit",
        "From the seventh digit on the threshold is tmin.",
        threshold=lambda k, bias, tmin, tmax: tmin if k >= 252 else min(max(k - bias, tmin), tmax),
    ),
    _threshold(
        "k-in-an-octet",
        "k is kept in 8 bits.",
        threshold=lambda k, bias, tmin, tmax: min(max(k % 256 - bias, tmin), tmax),
    ),
    _threshold(
        "threshold-without-sign",
        "k - bias has no sign, so that below 0 it is great.",
        threshold=lambda k, bias, tmin, tmax: tmax if k < bias else min(max(k - bias, tmin), tmax),
    ),
    # The variable-length integers themselves
    _varint(
        "digit-at-threshold-ends",
        "The decoder takes a digit equal to the threshold for the last one.",
        side="decode",
        last=operator.le,
    ),
    _varint(
        "q-at-threshold-ends",
        "The encoder ends the integer where q equals the threshold.",
        side="encode",
        more=operator.gt,
    ),
    _varint(
        "weight-times-base",
        "The decoder multiplies the weight by base, not by base - t.",
        side="decode",
        weighed=lambda w, base, t: w * base,
    ),
    _varint(
        "weight-of-fourth-digit",
        "The decoder's weights stop growing after 2^16.",
        side="decode",
        weighed=lambda w, base, t: w * (base - t) if w < 1 << 16 else w,
    ),
    _varint(
        "q-not-lowered",
        "The encoder divides q, not q - t, by base - t.",
        side="encode",
        taken=lambda q, base, t: (t + (q - t) % (base - t), q // (base - t)),
    ),
    _varint(
        "digit-of-q",
        "The encoder takes the remainder of q, not of q - t.",
        side="encode",
        taken=lambda q, base, t: (t + q % (base - t), (q - t) // (base - t)),
    ),
    bent(
        "quotient-rounds",
        "The encoder's division by base - t rounds to the nearest.",
        "3.3",
        bug="digits-by-floating-point",
        like="Mojolicious 2010, mojolicious/mojo PR #50",
        side="encode",
        taken=lambda q, base, t: (t + (q - t) % (base - t), round((q - t) / (base - t))),
    ),
)
