"""Punycode as RFC 3492 section 6 writes it, with every constant and step as a field that can be replaced.

Unchanged it is a third right codec. A fault is an instance with one field that is wrong. Steps are plain functions; the
text beside each says what the RFC has there.
"""

import contextlib
import operator
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, fields
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


def refusing(is_refused: Callable[[Any], object]) -> Callable[[Any], Any]:
    """A function that refuses some values and gives the others back."""
    return lambda value: refuse() if is_refused(value) else value


def raising(is_wrong: Callable[[Any], bool], error: type[Exception], message: str) -> Callable[[Any], Any]:
    """A function that raises an error of its own for some values and gives the others back."""

    def check(value: Any) -> Any:
        if is_wrong(value):
            raise error(message)
        return value

    return check


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


def is_digit(c: str) -> bool:
    """Whether a character is a digit (section 5)."""
    return c in _VALUES


def parts(encoded: str, delimiter: str = "-") -> tuple[str, str]:
    """The literal part and the digits: 6.2 consumes the last delimiter if there is something before it."""
    at = encoded.rfind(delimiter)
    return (encoded[:at], encoded[at + 1 :]) if at > 0 else ("", encoded)


def inside_unicode(n: int) -> int:
    """A Python string ends at 10FFFF."""
    return n if n <= MAX_UNICODE else refuse("beyond Unicode")


def characters(points: Iterable[int]) -> str:
    """A text of code points."""
    return "".join(map(chr, points))


def replaced(old: str, new: str) -> Callable[[str], str]:
    """A function that puts one text in place of another."""
    return lambda s: s.replace(old, new)


def each(change: Callable[[int], int]) -> Callable[[str], list[int]]:
    """An encoder's reading of a text, in which each code point is changed."""
    return lambda text: [change(ord(c)) for c in text]


def joined_each(change: Callable[[int], int]) -> Callable[[list[int]], str]:
    """A decoder's writing of a text, in which each code point is changed."""
    return lambda points: characters(map(change, points))


def spread(delta: int, by: int, numpoints: int) -> int:
    """6.1: let delta = delta div damp, or div 2; let delta = delta + (delta div numpoints)."""
    delta //= by
    return delta + delta // numpoints


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
    digits: str = DIGITS
    value: Callable[[str], int] = value_of

    # 6.4: every computed integer goes through here
    fit: Callable[[int, str], int] = lambda value, variable: value  # the variable is i, w, n or delta

    # 6.1, and what it is called with. ``by`` is damp or 2; ``place`` is i before the delta, -1 in the encoder.
    shrunk: Callable[[int, int, int], int] = spread
    passes: Callable[[int, int, int], bool] = lambda delta, bound, k: delta > bound
    bound: Callable[[int, int, int], int] = lambda base, tmin, tmax: (base - tmin) * tmax // 2
    divided: Callable[[int, int], int] = operator.floordiv  # delta div (base - tmin)
    deeper: Callable[[int, int], int] = operator.add  # k + base
    biased: Callable[[int, int, int, int], int] = lambda k, span, delta, skew: k + (span + 1) * delta // (delta + skew)
    rebias: Callable[[Any, int], Any] = lambda bias, adapted: adapted
    first: Callable[[bool, int, int, int], bool] = lambda first, place, n, b: first
    numpoints: Callable[[int, int], int] = lambda length, b: length  # the new code point included
    threshold: Callable[[int, Any, int, int], int] = lambda k, bias, tmin, tmax: min(max(k - bias, tmin), tmax)

    # 6.2
    last: Callable[[int, int], bool] = operator.lt  # if digit < t then break
    product: Callable[[int, int], int] = operator.mul  # digit * w
    weighed: Callable[[int, int, int], int] = lambda w, base, t: w * (base - t)
    gone: Callable[[int, int], int] = operator.sub  # i - oldi
    split: Callable[[str], tuple[str, str]] = parts
    basic: Callable[[str], str] = lambda literal: literal if literal.isascii() else refuse("non-basic")
    unread: Callable[[str], str] = same  # the digits, before they are read
    ended: Callable[[], int] = refuse  # where a digit is due
    carry: Callable[[int, int, int], tuple[int, int]] = lambda n, i, length: (n + i // length, i % length)
    code_point: Callable[[int], int] = inside_unicode
    insert: Callable[[list[int], int, int], None] = list.insert
    next_i: Callable[[int], int] = lambda i: i + 1
    joined: Callable[[list[int]], str] = characters

    # 6.3
    points: Callable[[str], list[int]] = lambda text: list(map(ord, text))
    is_basic: Callable[[int], bool] = lambda c: c < 0x80
    literal: Callable[[str], str] = lambda literal: literal and literal + "-"
    order: Callable[[set[int]], list[int]] = sorted  # "the minimum code point >= n", one after the other
    jump: Callable[[int, int, int], int] = lambda steps, h, b: steps * (h + 1)  # steps is m - n
    counts: Callable[[int, int], bool] = operator.lt  # if c < n then increment delta
    reset: Callable[[int], int] = lambda delta: 0
    next_delta: Callable[[int], int] = lambda delta: delta + 1
    next_n: Callable[[int], int] = lambda n: n + 1
    more: Callable[[int, int], bool] = operator.ge  # until q < t
    # The digit, and q for the next one
    taken: Callable[[int, int, int], tuple[int, int]] = lambda q, b, t: (t + (q - t) % (b - t), (q - t) // (b - t))

    def encode(self, text: str) -> str:
        """6.3."""
        points = self.points(text)
        literal = "".join(chr(c) for c in points if self.is_basic(c))
        output = [self.literal(literal)]
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
        literal, digits = self.split(encoded)
        output = list(map(ord, self.basic(literal)))
        with contextlib.suppress(Stop):
            self._insert_all(output, self.unread(digits))
        return self.joined(output)

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
            k = self.deeper(k, self.base)
        return self.rebias(bias, self.biased(k, span, delta, self.skew))

    def _written(self, delta: int, bias: Any) -> Iterator[str]:
        """One integer, as digits."""
        k = self.base
        while self.more(delta, t := self.threshold(k, bias, self.tmin, self.tmax)):
            digit, delta = self.taken(delta, self.base, t)
            yield self.digits[digit]
            k += self.base
        yield self.digits[delta]


# Only one side uses these fields: those of its section, and its way between digits and values.
_FIELDS = [field.name for field in fields(Malleable)]
NAMES = frozenset(_FIELDS)
DECODER = {"value", *_FIELDS[_FIELDS.index("last") : _FIELDS.index("points")]}
ENCODER = {"digits", *_FIELDS[_FIELDS.index("points") :]}

PARAMETERS: dict[str, int] = {
    field.name: field.default for field in fields(Malleable) if isinstance(field.default, int)
}
# The lines of the pseudo-code that fields stand for, with their section.
_PSEUDO_CODE = """
first shrunk              6.1  if firsttime then let delta = delta div damp
shrunk                    6.1  else let delta = delta div 2
shrunk                    6.1  let delta = delta + (delta div numpoints)
passes bound              6.1  while delta > ((base - tmin) * tmax) div 2 do begin
divided                   6.1  let delta = delta div (base - tmin)
deeper                    6.1  let k = k + base
biased                    6.1  return k + (((base - tmin + 1) * delta) div (delta + skew))
split                     6.2  consume all code points before the last delimiter (if there is one)
split                     6.2  if more than zero code points were consumed then consume one more
basic                     6.2  copy them to output, fail on any non-basic code point
ended                     6.2  consume a code point, or fail if there was none to consume
value unread              6.2  let digit = the code point's digit-value, fail if it has none
product                   6.2  let i = i + digit * w, fail on overflow
threshold                 6.2  let t = tmin if k <= bias {+ tmin}, or tmax if k >= bias + tmax, or k - bias otherwise
last                      6.2  if digit < t then break
weighed                   6.2  let w = w * (base - t), fail on overflow
first numpoints gone rebias 6.2  let bias = adapt(i - oldi, length(output) + 1, test oldi is 0?)
fit                       6.2  fail on overflow
carry                     6.2  let n = n + i div (length(output) + 1), fail on overflow
carry                     6.2  let i = i mod (length(output) + 1)
insert                    6.2  insert n into output at position i
next_i                    6.2  increment i
is_basic                  6.3  let h = b = the number of basic code points in the input
literal                   6.3  copy them to the output in order, followed by a delimiter if b > 0
order                     6.3  let m = the minimum {non-basic} code point >= n in the input
jump                      6.3  let delta = delta + (m - n) * (h + 1), fail on overflow
fit                       6.3  fail on overflow
counts                    6.3  if c < n {or c is basic} then increment delta, fail on overflow
threshold                 6.3  let t = tmin if k <= bias {+ tmin}, or tmax if k >= bias + tmax, or k - bias otherwise
more                      6.3  if q < t then break
taken                     6.3  output the code point for digit t + ((q - t) mod (base - t))
taken                     6.3  let q = (q - t) div (base - t)
digits                    5  61..7A (a-z) = 0 to 25, respectively
digits                    5  30..39 (0-9) = 26 to 35, respectively
first numpoints rebias    6.3  let bias = adapt(delta, h + 1, test h equals b?)
reset                     6.3  let delta = 0
next_delta next_n         6.3  increment delta and n
"""
_ROWS = [re.split(r" +([\d.]+)  ", row) for row in _PSEUDO_CODE.strip().splitlines()]
_ELSEWHERE = {"encode": "6.2", "decode": "6.3"}


def pseudo_code(steps: Iterable[str], sides: Collection[str]) -> str:
    """The lines of RFC 3492 that the first of some fields stands for, in a sentence; empty if it stands for none."""
    for step in steps:
        if step in PARAMETERS:
            return f'RFC 3492 has "{step} = {PARAMETERS[step]}" (5).'
        lines: dict[str, list[str]] = {}
        for names, section, line in _ROWS:
            if step in names.split() and (len(sides) > 1 or section != _ELSEWHERE[min(sides)]):
                lines.setdefault(line, []).append(section)
        if lines:
            quoted = (f'"{line}" ({", ".join(sections)})' for line, sections in lines.items())
            return f"RFC 3492 has {', '.join(quoted)}."
    return ""
