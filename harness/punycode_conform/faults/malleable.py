"""Punycode as RFC 3492 section 6 writes it, with every constant and step as a field that can be replaced.

Unchanged it is a third right codec. A fault is an instance with one field that is wrong. Steps are plain functions; the
text beside each says what the RFC has there.
"""

import contextlib
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Any, NoReturn

DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"
MAX_UNICODE = 0x10FFFF
_VALUES = {c: v for v, c in enumerate(DIGITS)} | {c: v for v, c in enumerate(DIGITS[:26].upper())}


class Refused(ValueError):
    """The input is no encoded form, or cannot be encoded."""


class Stop(Exception):
    """A faulty decoder is content with what it has."""


def refuse(*about: object) -> NoReturn:
    """Raise, where only an expression is possible."""
    raise Refused(*about)


def stop(*about: object) -> NoReturn:
    """End decoding with a partial result."""
    raise Stop


def same(value: Any) -> Any:
    """The value itself."""
    return value


def value_of(c: str) -> int:
    """A digit's value (section 5)."""
    value = _VALUES.get(c)
    return refuse("bad digit") if value is None else value


def split_at_last(encoded: str, delimiter: str) -> tuple[str, str]:
    """The literal part and the digits: 6.2 consumes the last delimiter if there is something before it."""
    at = encoded.rfind(delimiter)
    return (encoded[:at], encoded[at + 1 :]) if at > 0 else ("", encoded)


def ascii_only(literal: str) -> str:
    """6.2: fail on any non-basic code point."""
    return literal if literal.isascii() else refuse("non-basic")


def ended_by_delimiter(literal: str, delimiter: str) -> str:
    """6.3: the basic code points, followed by a delimiter if there are some."""
    return literal + delimiter if literal else ""


def inside_unicode(n: int) -> int:
    """A Python string ends at 10FFFF."""
    return n if n <= MAX_UNICODE else refuse("beyond Unicode")


def unbounded(value: int, variable: str) -> int:
    """Python's integers do not overflow. ``variable`` is i, w, n or delta."""
    return value


def divided_and_spread(delta: int, by: int, numpoints: int) -> int:
    """6.1: let delta = delta div damp, or div 2; let delta = delta + (delta div numpoints)."""
    delta //= by
    return delta + delta // numpoints


def clamped(k: int, bias: int, tmin: int, tmax: int) -> int:
    """6.2 and 6.3: tmin if k <= bias + tmin, tmax if k >= bias + tmax, else k - bias."""
    return tmin if k <= bias + tmin else tmax if k >= bias + tmax else k - bias


def carried(n: int, i: int, length: int) -> tuple[int, int]:
    """6.2: n grows by i div length, i becomes i mod length; ``length`` counts the new code point."""
    return n + i // length, i % length


def digit_and_rest(q: int, base: int, t: int) -> tuple[int, int]:
    """6.3: the digit t + ((q - t) mod (base - t)), and (q - t) div (base - t) for the next."""
    return t + (q - t) % (base - t), (q - t) // (base - t)


# Fields of a Malleable that only one side uses.
ENCODER = frozenset(
    (
        "points",
        "is_basic",
        "literal",
        "order",
        "jump",
        "counts",
        "reset",
        "next_delta",
        "next_n",
        "more",
        "taken",
        "digits",
    )
)
DECODER = frozenset(
    (
        "value",
        "last",
        "product",
        "weighed",
        "gone",
        "split",
        "basic",
        "ended",
        "carry",
        "code_point",
        "insert",
        "next_i",
        "text",
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Malleable:
    """A Punycode codec, right until a field is replaced."""

    # Section 5
    base: int = 36
    tmin: int = 1
    tmax: int = 26
    skew: int = 38
    damp: int = 700
    initial_bias: Any = 72  # a fault may keep more than one number in it
    initial_n: int = 0x80
    delimiter: str = "-"
    digits: str = DIGITS
    value: Callable[[str], int] = value_of

    # 6.4: every computed integer goes through here
    fit: Callable[[int, str], int] = unbounded

    # 6.1, and what it is called with. ``by`` is damp or 2; ``place`` is i before the delta, -1 in the encoder.
    shrunk: Callable[[int, int, int], int] = divided_and_spread
    passes: Callable[[int, int, int], bool] = lambda delta, bound, k: delta > bound
    bound: Callable[[int, int, int], int] = lambda base, tmin, tmax: (base - tmin) * tmax // 2
    divided: Callable[[int, int], int] = operator.floordiv  # delta div (base - tmin)
    biased: Callable[[int, int, int, int], int] = lambda k, span, delta, skew: k + (span + 1) * delta // (delta + skew)
    rebias: Callable[[Any, int], Any] = lambda bias, adapted: adapted
    first: Callable[[bool, int, int, int], bool] = lambda first, place, n, b: first
    numpoints: Callable[[int, int], int] = lambda length, b: length  # the new code point included
    threshold: Callable[[int, Any, int, int], int] = clamped

    # 6.2
    last: Callable[[int, int], bool] = operator.lt  # if digit < t then break
    product: Callable[[int, int], int] = operator.mul  # digit * w
    weighed: Callable[[int, int, int], int] = lambda w, base, t: w * (base - t)
    gone: Callable[[int, int], int] = operator.sub  # i - oldi
    split: Callable[[str, str], tuple[str, str]] = split_at_last
    basic: Callable[[str], str] = ascii_only
    ended: Callable[[], int] = refuse  # where a digit is due
    carry: Callable[[int, int, int], tuple[int, int]] = carried
    code_point: Callable[[int], int] = inside_unicode
    insert: Callable[[list[int], int, int], None] = list.insert
    next_i: Callable[[int], int] = lambda i: i + 1
    text: Callable[[list[int]], str] = lambda points: "".join(map(chr, points))

    # 6.3
    points: Callable[[str], list[int]] = lambda text: list(map(ord, text))
    is_basic: Callable[[int], bool] = lambda c: c < 0x80
    literal: Callable[[str, str], str] = ended_by_delimiter
    order: Callable[[set[int]], list[int]] = sorted  # "the minimum code point >= n", one after the other
    jump: Callable[[int, int, int], int] = lambda steps, h, b: steps * (h + 1)  # steps is m - n
    counts: Callable[[int, int], bool] = operator.lt  # if c < n then increment delta
    reset: Callable[[int], int] = lambda delta: 0
    next_delta: Callable[[int], int] = lambda delta: delta + 1
    next_n: Callable[[int], int] = lambda n: n + 1
    more: Callable[[int, int], bool] = operator.ge  # until q < t
    taken: Callable[[int, int, int], tuple[int, int]] = digit_and_rest

    def encode(self, text: str) -> str:
        """6.3."""
        points = self.points(text)
        literal = "".join(chr(c) for c in points if self.is_basic(c))
        output = [self.literal(literal, self.delimiter)]
        b = h = len(literal)
        places: dict[int, list[int]] = {}
        for place, c in enumerate(points, 1):
            places.setdefault(c, []).append(place)
        n, delta, bias = self.initial_n, 0, self.initial_bias
        for m in self.order({c for c in places if not self.is_basic(c)}):
            delta += self.jump(m - n, h, b)
            n = self.fit(m, "n")
            counted = 0
            for place in places.get(n, ()):
                delta += sum(map(self.counts, points[counted:place], repeat(n)))
                counted = place
                delta = self.fit(delta, "delta")
                output.extend(self._written(delta, bias))
                h += 1
                bias = self._adapted(bias, delta, self.numpoints(h, b), self.first(h == b + 1, -1, n, b))
                delta = self.reset(delta)
            delta += sum(map(self.counts, points[counted:], repeat(n)))
            delta = self.fit(self.next_delta(delta), "delta")
            n = self.next_n(n)
        return "".join(output)

    def decode(self, encoded: str) -> str:
        """6.2."""
        literal, digits = self.split(encoded, self.delimiter)
        output = list(map(ord, self.basic(literal)))
        with contextlib.suppress(Stop):
            self._insert_all(output, digits)
        return self.text(output)

    def _insert_all(self, output: list[int], digits: str) -> None:
        b = len(output)
        n, i, bias = self.initial_n, 0, self.initial_bias
        position = 0
        while position < len(digits):
            oldi, w, k = i, 1, self.base
            while True:
                digit = self.value(digits[position]) if position < len(digits) else self.ended()
                position += 1
                i = self.fit(i + self.product(digit, w), "i")
                t = self.threshold(k, bias, self.tmin, self.tmax)
                if self.last(digit, t):
                    break
                w = self.fit(self.weighed(w, self.base, t), "w")
                k += self.base
            length = len(output) + 1
            bias = self._adapted(bias, self.gone(i, oldi), self.numpoints(length, b), self.first(oldi == 0, oldi, n, b))
            n, i = self.carry(n, i, length)
            n = self.fit(n, "n")
            self.insert(output, i, self.code_point(n))
            i = self.next_i(i)

    def _adapted(self, bias: Any, delta: int, numpoints: int, first: bool) -> Any:
        """6.1."""
        delta = self.shrunk(delta, self.damp if first else 2, numpoints)
        span, k = self.base - self.tmin, 0
        while self.passes(delta, self.bound(self.base, self.tmin, self.tmax), k):
            delta = self.divided(delta, span)
            k += self.base
        return self.rebias(bias, self.biased(k, span, delta, self.skew))

    def _written(self, delta: int, bias: Any) -> Iterator[str]:
        """One integer, as digits."""
        k = self.base
        while self.more(delta, t := self.threshold(k, bias, self.tmin, self.tmax)):
            digit, delta = self.taken(delta, self.base, t)
            yield self.digits[digit]
            k += self.base
        yield self.digits[delta]
