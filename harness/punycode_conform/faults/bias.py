"""Faults in bias adaptation (6.1) and in what it is called with (3.4)."""

from collections.abc import Callable
from functools import partial

from .fault import bent
from .malleable import divided_and_spread

_adapt = partial(bent, clause="6.1", bug="bias-adaptation")
_first = partial(bent, clause="3.4", bug="first-time-test-wrong")
_numpoints = partial(bent, clause="3.4", bug="bias-counts-wrong-length")


def _of_the_first_code_point() -> Callable[[bool, int, int, int], bool]:
    seen: list[int] = []

    def test(first: bool, place: int, n: int, b: int) -> bool:
        if first:
            seen[:] = [n]
        return [n] == seen

    return test


FAULTS = (
    # The first delta
    _first("damp-always", "Every delta is divided by damp.", first=lambda first, place, n, b: True),
    _first("damp-never", "The first delta is halved like the others.", first=lambda first, place, n, b: False),
    _first(
        "damp-never-encoder",
        "The encoder tests h = b after h was increased, so it never damps.",
        side="encode",
        first=lambda first, place, n, b: False,
    ),
    _first(
        "damp-while-n-is-initial",
        "The decoder damps as long as n is still 128.",
        side="decode",
        first=lambda first, place, n, b: n == 0x80,
    ),
    _first(
        "damp-without-literal-only",
        "The first delta is damped only where there are no basic code points before it.",
        first=lambda first, place, n, b: first and b == 0,
    ),
    _first(
        "damp-with-literal-only",
        "The first delta is damped only where there are basic code points before it.",
        first=lambda first, place, n, b: first and b > 0,
    ),
    _first(
        "damp-after-insertion-at-start",
        "The decoder damps again after each insertion at place 0.",
        side="decode",
        first=lambda first, place, n, b: place <= 1,
    ),
    _first(
        "damp-for-the-first-code-point-encoder",
        "The encoder damps each delta of the smallest code point.",
        side="encode",
        first=_of_the_first_code_point(),
    ),
    # Dividing
    _adapt(
        "not-halved", "Later deltas are not halved.", shrunk=lambda d, by, n: d // (by if by > 2 else 1) * (n + 1) // n
    ),
    _adapt("not-damped-nor-halved", "No delta is divided.", shrunk=lambda d, by, n: d + d // n),
    _adapt(
        "damped-and-halved",
        "The first delta is halved too.",
        shrunk=lambda d, by, n: divided_and_spread(d, by if by == 2 else 2 * by, n),
    ),
    _adapt(
        "halving-rounds-up", "delta div 2 rounds up.", shrunk=lambda d, by, n: divided_and_spread(-(-d // by), 1, n)
    ),
    _adapt(
        "halving-rounds-to-even",
        "delta div 2 rounds to the nearest even number, as floating-point functions do.",
        shrunk=lambda d, by, n: divided_and_spread(round(d / by), 1, n),
    ),
    _adapt("spread-missing", "delta div numpoints is not added.", shrunk=lambda d, by, n: d // by),
    _adapt(
        "spread-first",
        "delta div numpoints is added before the division by 2 or damp.",
        shrunk=lambda d, by, n: (d + d // n) // by,
    ),
    _adapt("spread-rounds", "delta div numpoints is rounded.", shrunk=lambda d, by, n: d // by + round(d // by / n)),
    _adapt(
        "spread-by-reciprocal",
        "delta div numpoints is the product with a rounded reciprocal, cut to an integer.",
        bug="digits-by-floating-point",
        shrunk=lambda d, by, n: d // by + int(d // by * (1 / n)),
    ),
    _adapt(
        "spread-not-cut",
        "delta div numpoints keeps its fraction, as a division of floating-point numbers does.",
        bug="digits-by-floating-point",
        shrunk=lambda d, by, n: d // by + d // by / n,
        biased=lambda k, span, d, skew: k + int((span + 1) * d / (d + skew)),
    ),
    _adapt(
        "halving-not-cut",
        "delta div 2 keeps its fraction, as a division of floating-point numbers does.",
        bug="digits-by-floating-point",
        shrunk=lambda d, by, n: d / by + d / by // n,
        biased=lambda k, span, d, skew: k + int((span + 1) * d / (d + skew)),
    ),
    _adapt(
        "adapts-in-32-bits",
        "The bias is adapted with delta cut to 32 bits and a sign, as by operators for bits.",
        shrunk=lambda d, by, n: divided_and_spread((d + (1 << 31)) % (1 << 32) - (1 << 31), by, n),
    ),
    _adapt(
        "spread-twice",
        "delta div numpoints is added twice.",
        shrunk=lambda d, by, n: divided_and_spread(divided_and_spread(d, by, n), 1, n),
    ),
    # numpoints
    _numpoints(
        "numpoints-without-the-new",
        "numpoints does not count the new code point.",
        numpoints=lambda length, b: max(length - 1, 1),
    ),
    _numpoints("numpoints-one-too-many", "numpoints is one too great.", numpoints=lambda length, b: length + 1),
    _numpoints(
        "numpoints-one-too-many-decoder",
        "numpoints is one too great in the decoder.",
        side="decode",
        numpoints=lambda length, b: length + 1,
    ),
    _numpoints(
        "numpoints-without-basics",
        "numpoints counts the inserted code points only.",
        numpoints=lambda length, b: length - b,
    ),
    _numpoints(
        "numpoints-of-basics", "numpoints is the number of basic code points.", numpoints=lambda length, b: max(b, 1)
    ),
    _numpoints(
        "numpoints-with-delimiter", "numpoints counts the delimiter too.", numpoints=lambda length, b: length + (b > 0)
    ),
    _numpoints(
        "numpoints-in-an-octet", "numpoints is kept in 8 bits.", numpoints=lambda length, b: length % 256 or 256
    ),
    _numpoints("numpoints-at-most-63", "numpoints stops at 63.", numpoints=lambda length, b: min(length, 63)),
    _numpoints("numpoints-at-most-4096", "numpoints stops at 4096.", numpoints=lambda length, b: min(length, 4096)),
    _numpoints(
        "numpoints-in-16-bits", "numpoints is kept in 16 bits.", numpoints=lambda length, b: length % 65536 or 65536
    ),
    _numpoints(
        "numpoints-in-12-bits", "numpoints is kept in 12 bits.", numpoints=lambda length, b: length % 4096 or 4096
    ),
    # The loop
    _adapt(
        "bound-reached-divides",
        "The loop divides while delta >= 455, as with a bound of 454.",
        passes=lambda d, bound, k: d >= bound,
    ),
    _adapt("bound-456", "The bound is 456.", bound=lambda base, tmin, tmax: 456),
    _adapt(
        "bound-not-halved", "The bound is 910: div 2 is missing.", bound=lambda base, tmin, tmax: (base - tmin) * tmax
    ),
    _adapt("bound-of-base", "The bound is 468: base * tmax div 2.", bound=lambda base, tmin, tmax: base * tmax // 2),
    _adapt("divides-once", "The loop is an if.", passes=lambda d, bound, k: d > bound and k == 0),
    _adapt(
        "divides-twice-at-most", "The loop ends after two divisions.", passes=lambda d, bound, k: d > bound and k < 72
    ),
    _adapt("divides-by-base", "The loop divides by 36.", divided=lambda d, span: d // (span + 1)),
    _adapt("divides-by-tmax", "The loop divides by 26.", divided=lambda d, span: d // 26),
    _adapt("division-rounds", "The division by 35 rounds to the nearest.", divided=lambda d, span: round(d / span)),
    _adapt(
        "k-counts-divisions",
        "k grows by 1 for each division, not by base.",
        biased=lambda k, span, d, skew: k // 36 + 36 * d // (d + skew),
    ),
    _adapt(
        "k-grows-by-35",
        "k grows by base - tmin for each division.",
        biased=lambda k, span, d, skew: k // 36 * span + 36 * d // (d + skew),
    ),
    # The last term
    _adapt(
        "last-term-with-35",
        "The last term is (base - tmin) * delta.",
        biased=lambda k, span, d, skew: k + span * d // (d + skew),
    ),
    _adapt(
        "last-term-divided-first",
        "delta div (delta + skew) is computed before the product, so k alone is left.",
        biased=lambda k, span, d, skew: k + 36 * (d // (d + skew)),
    ),
    _adapt(
        "last-term-rounds",
        "The last term is rounded to the nearest.",
        biased=lambda k, span, d, skew: k + round(36 * d / (d + skew)),
    ),
    _adapt(
        "last-term-rounds-up",
        "The last term is rounded up.",
        biased=lambda k, span, d, skew: k - (-36 * d // (d + skew)),
    ),
    _adapt(
        "last-term-swallows-k",
        "k is added before the division: (k + 36 * delta) div (delta + skew).",
        biased=lambda k, span, d, skew: (k + 36 * d) // (d + skew),
    ),
    _adapt("last-term-alone", "k is not added.", biased=lambda k, span, d, skew: 36 * d // (d + skew)),
    _adapt(
        "skew-left-out",
        "The last term divides by delta alone.",
        biased=lambda k, span, d, skew: k + 36 * d // max(d, 1),
    ),
    # What becomes of the result
    _adapt("bias-never-adapted", "The bias stays 72.", rebias=lambda bias, adapted: bias),
    _adapt(
        "bias-never-adapted-encoder",
        "In the encoder the bias stays 72.",
        side="encode",
        rebias=lambda bias, adapted: bias,
    ),
    _adapt(
        "bias-never-adapted-decoder",
        "In the decoder the bias stays 72.",
        side="decode",
        rebias=lambda bias, adapted: bias,
    ),
    _adapt(
        "bias-adapted-once",
        "The bias is adapted after the first delta only.",
        rebias=lambda bias, adapted: adapted if bias == 72 else bias,
    ),
    _adapt(
        "bias-signed-octet",
        "The bias is kept in a signed octet, so from 128 on it is negative.",
        rebias=lambda bias, adapted: (adapted + 128) % 256 - 128,
    ),
    _adapt("bias-at-most-108", "The bias stops at 108.", rebias=lambda bias, adapted: min(adapted, 108)),
    _adapt("bias-at-most-180", "The bias stops at 180.", rebias=lambda bias, adapted: min(adapted, 180)),
    _adapt("bias-at-most-199", "The bias stops at 199.", rebias=lambda bias, adapted: min(adapted, 199)),
    _adapt(
        "bias-one-delta-late",
        "The bias takes effect one delta late.",
        initial_bias=(72, 72),
        rebias=lambda bias, adapted: (bias[1], adapted),
        threshold=lambda k, bias, tmin, tmax: min(max(k - bias[0], tmin), tmax),
    ),
    _adapt(
        "bias-adapted-eight-times",
        "The bias is adapted after the first eight deltas only.",
        initial_bias=(72, 0),
        rebias=lambda bias, adapted: (adapted, bias[1] + 1) if bias[1] < 8 else bias,
        threshold=lambda k, bias, tmin, tmax: min(max(k - bias[0], tmin), tmax),
    ),
    _adapt("adapts-with-i", "The decoder adapts with i in place of i - oldi.", side="decode", gone=lambda i, oldi: i),
    _adapt(
        "adapts-with-one-less",
        "The decoder adapts with i - oldi - 1.",
        side="decode",
        gone=lambda i, oldi: max(i - oldi - 1, 0),
    ),
)
