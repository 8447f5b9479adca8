"""Bias adaptation, on both sides of each boundary."""

import itertools
from collections.abc import Iterator

from .delta import cycled, least_delta, next_bias, threshold, thresholds, with_digit, written
from .vector import MAX_UNICODE, File, Vector, from_encoded, from_points


def bias_boundaries() -> Iterator[Vector]:
    """Both sides of each boundary of the loop in 6.1, reached by the first delta (divided by damp) and by a later one
    (divided by 2), each followed by a delta whose digits show the bias."""
    for which, lengths_of_literal in (("first", (15, 15, 399)), ("later", (14, 14, 14, 40, 1400))):
        for loops, basics in enumerate(lengths_of_literal):
            for scaled in (456 * 35**loops - 1, 456 * 35**loops):
                name = f"bias-{which}-delta-scaled-to-{scaled}"
                yield biased(name, which == "first", basics, scaled, 90 * 35**loops)


def bias_values() -> Iterator[Vector]:
    """Each bias from 10 (threshold 26) to 33 (threshold 3), by the least delta that gives it."""
    for bias in range(10, 34):
        scaled = least_scaled(bias)
        yield biased(f"bias-{bias}-from-the-least-first-delta", True, 15, scaled, 777)
    for bias in range(12, 34, 3):
        yield biased(f"bias-just-below-{bias}-from-a-first-delta", True, 15, least_scaled(bias), 777, less=1)
        yield biased(f"bias-just-below-{bias}-from-a-later-delta", False, 14, least_scaled(bias), 777, less=1)


def threshold_edges() -> Iterator[Vector]:
    """The greatest delta of one digit and the least of two, at thresholds 26, 25, 14 and 3."""
    for bias in (10, 11, 22, 33):
        t = 36 - bias
        yield biased(f"threshold-{t}-greatest-single-digit", True, 15, least_scaled(bias), t - 1, clause="3.3")
        yield biased(f"threshold-{t}-least-of-two-digits", True, 15, least_scaled(bias), t, clause="3.3")


def great_biases() -> Iterator[Vector]:
    """Biases after three and four divisions in the loop of 6.1, by the least delta and by one less. The delta that follows
    has four or five digits, and another one if the bias is one less."""
    for bias in (*range(118, 140, 3), 153, 157, 161):
        for less in (0, 1)[: 1 + bias % 2]:
            j = bias // 36
            for basics in itertools.count(14):
                least = least_delta(bias, basics + 2)
                follow = with_digit(bias, j, threshold(bias, j))
                if (least + follow) // (basics + 2) < MAX_UNICODE - 0x100:
                    break
            name = f"bias-{bias}-" + ("from-just-less" if less else "from-the-least-later-delta")
            yield from_encoded(name, written("a" * basics, (5, least - less, follow)), bug="bias-adaptation")


def greatest_biases() -> Iterator[Vector]:
    """Biases after five divisions, which take a long literal part, by the least delta. The delta that follows has seven
    digits, and six if the bias is one less: a table of biases or of thresholds must not end before. The first fits
    integers of 32 bits; 191 is the least above 180 that has thresholds of its own."""
    for bias in (191, 200):
        follow = with_digit(bias, 5, threshold(bias, 5))
        for basics in itertools.count(1200, 10):
            if (least := least_delta(bias, basics + 2)) + follow < (basics + 2) * (MAX_UNICODE - 0x100):
                break
        name = f"bias-{bias}-from-the-least-later-delta"
        yield from_encoded(name, written("a" * basics, (5, least, follow)), bug="bias-adaptation")


def every_threshold() -> Iterator[Vector]:
    """Each bias up to 141 by the least delta, and after it one whose digits are the thresholds up to the first of 26, and
    1: a table of thresholds by bias and place may have one wrong entry."""
    for loops, basics, number in ((0, 10, 34), (1, 10, 25), (2, 41, 25), (3, 320, 5)):
        biases = range(36 * loops + 9 * (loops > 0), 36 * loops + 34)
        for some in (biases[at : at + number] for at in range(0, len(biases), number)):
            deltas = [5]
            for bias in some:
                deltas.append(least_delta(bias, basics + len(deltas) + 1))
                deltas.append(with_digit(bias, len(thresholds(bias)), 1))
            yield from_encoded(f"thresholds-of-biases-{some[0]}-to-{some[-1]}", written("a" * basics, deltas))


def exact_small_deltas() -> Iterator[Vector]:
    """Numbers of section 6, and numbers common in computers, each as a delta with another after it."""
    numbers = (
        *(25, 26, 27, 34, 35, 36, 37, 38, 64, 70, 71, 72, 100, 127, 128, 255, 256, 350, 454, 455, 456, 511, 512, 699),
        *(700, 701, 910, 911, 912, 1000, 1023, 1024, 1225, 1259, 1260, 1261, 1295, 1296, 4095, 4096, 15960, 32767),
        *(32768, 46655, 46656, 65535, 65536, 2**20 - 1, 2**20),
    )
    yield from_encoded("deltas-ascending", written(cycled(20), (5, *numbers)))
    yield from_encoded("deltas-descending", written(cycled(20), (5, *numbers[::-1])))
    yield from_encoded(
        "deltas-with-7777-between", written(cycled(20), (5, *itertools.chain(*((n, 7777) for n in numbers))))
    )


def first_code_point_again() -> Iterator[Vector]:
    """The smallest code point again, far behind the first time, and then a greater one: only the first *delta* is
    damped, not every delta of the first code point."""
    for smallest, greater, gap in ((0xFC, 0x100, 34), (0xFC, 0x4E2D, 100), (0x3B1, 0x1F4A9, 700)):
        gap_of = [ord("a")] * gap
        for name, points in (
            ("", [smallest, *gap_of, smallest, greater]),
            ("-twice", [smallest, *gap_of, smallest, *gap_of, smallest, greater, ord("a"), greater]),
        ):
            yield from_points(
                f"first-code-point-again-after-{gap}{name}", points, bug="first-time-test-wrong", clause="3.4"
            )


def numpoints() -> Iterator[Vector]:
    """Deltas whose bias is another if numpoints is one less or one more."""
    for firsttime, h, off in itertools.product((True, False), (4, 9, 20), (-1, 1)):
        divisor = 700 if firsttime else 2
        length = h + 1 if firsttime else h + 2
        for quotient in itertools.count(15):
            exact, other = (next_bias(quotient * divisor, n, firsttime) for n in (length, length + off))
            if exact != other:
                deltas = (quotient * divisor, 777) if firsttime else (5, quotient * divisor, 777)
                name = f"numpoints-{length}-not-{length + off}-{'first' if firsttime else 'second'}-delta"
                yield from_encoded(name, written("a" * h, deltas), bug="bias-counts-wrong-length", clause="3.4")
                break


def numpoints_of_few_bits() -> Iterator[Vector]:
    """A counter of numpoints that wraps, and one that stops at 2^k. A decoder with either gives an answer, by which it is
    detected: it may refuse such long strings."""
    for bits in (8, 9, 10, 11, 12, 13, 14, 16):
        numpoints = 2**bits + 1
        yield answered_with(f"narrow-numpoints-{numpoints}-not-1", numpoints, 1)
        if bits < 16:
            yield answered_with(f"narrow-numpoints-{numpoints}-not-{2 ** (bits - 1)}", numpoints, 2 ** (bits - 1))


def answered_with(name: str, numpoints: int, wrong: int) -> Vector:
    """The least first delta whose bias is another by the wrong numpoints, and a digit that ends the second delta under one
    of the two biases only. Zeros follow, so that under either bias the string is not truncated."""
    for delta in itertools.count(700, 700):
        bias, other = (next_bias(delta, n, True) for n in (numpoints, wrong))
        if thresholds(bias) != thresholds(other):
            break
    place = next(j for j in itertools.count() if threshold(bias, j) != threshold(other, j))
    digit = min(threshold(bias, place), threshold(other, place))
    encoded = written("a" * (numpoints - 1), (delta, with_digit(bias, place, digit), 0))
    return from_encoded(name, encoded, bug="bias-counts-wrong-length", clause="3.4")


def multiples_of_numpoints() -> Iterator[Vector]:
    """A delta that is an exact multiple of numpoints when it is divided by it, and whose bias is another if it is
    multiplied by the reciprocal, a floating-point number, instead: that falls just short of the quotient."""
    yield from_points(
        "place-49-divides-first-delta-exactly",
        [0x81, *[ord("a")] * 48],
        bug="digits-by-floating-point",
        clause="6.2",
        note="49 times the nearest number to 1/49 is just below 1.",
    )
    # Up to 250 there are these.
    for numpoints, firsttime in itertools.product((49, 98, 214, 237, 239, 249), (True, False)):
        multiple = next(m for m in itertools.count(numpoints, numpoints) if reciprocal_shows(m, numpoints))
        delta = multiple * (700 if firsttime else 2)
        bias = next_bias(delta, numpoints, firsttime)
        place = next(j for j in itertools.count() if threshold(bias, j) != threshold(bias - 1, j))
        basics, before = (numpoints - 1, ()) if firsttime else (numpoints - 2, (5,))
        yield from_encoded(
            f"numpoints-{numpoints}-divides-{'first' if firsttime else 'later'}-delta-exactly",
            written("a" * basics, (*before, delta, with_digit(bias, place, threshold(bias, place)))),
            bug="digits-by-floating-point",
        )


def reciprocal_shows(scaled: int, numpoints: int) -> bool:
    short = int(scaled * (1 / numpoints)) - scaled // numpoints
    # Steps 2 to 5 of 6.1, once with the sum of step 2, once with what the product makes of it.
    return short < 0 and bias_of(scaled + scaled // numpoints) != bias_of(scaled + scaled // numpoints + short)


def bias_of(scaled: int) -> int:
    """The bias that steps 3 to 5 of section 6.1 give."""
    k = 0
    while scaled > 455:
        scaled, k = scaled // 35, k + 36
    return k + 36 * scaled // (scaled + 38)


def biased(
    name: str, firsttime: bool, basics: int, scaled: int, follow: int, *, less: int = 0, clause: str = ""
) -> Vector:
    """A delta that steps 1 and 2 of section 3.4 turn into ``scaled``, or one just less, and then ``follow``."""
    length = basics + 1 if firsttime else basics + 2
    before = () if firsttime else (5,)
    quotient = next(q for q in itertools.count(scaled * length // (length + 1)) if q + q // length >= scaled)
    if quotient + quotient // length != scaled:
        raise SystemExit(f"{name}: step 2 passes over {scaled} with {length} code points")
    delta = quotient * (700 if firsttime else 2) - less
    return from_encoded(name, written("a" * basics, (*before, delta, follow)), bug="bias-adaptation", clause=clause)


def least_scaled(bias: int) -> int:
    return next(d for d in itertools.count() if 36 * d // (d + 38) >= bias)


FILE = File(
    "bias",
    "Bias adaptation: each number of divisions in its loop, both sides of each boundary, each threshold, the divisors "
    "damp and 2, and the division by numpoints. The delta that follows shows the bias in its digits.",
    "6.1",
    "",
    (
        *(bias_boundaries, bias_values, threshold_edges, great_biases, greatest_biases, every_threshold),
        *(exact_small_deltas, first_code_point_again, numpoints, numpoints_of_few_bits, multiples_of_numpoints),
    ),
)
