"""Right codecs of different make, as functions of a call: each answers as RFC 3492 says, or refuses where it leaves that
open.

What they refuse is decided by what they compute on the way, in the sections' own pseudo-code, so that nothing here
follows from how the suite counts bits and lengths.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from punycode_conform.codec import BootstringError, decode_code_points, encode_annotated, encode_code_points
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned

Codec = Callable[[Call], Outcome]
Points = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """What a codec holds while it reads or writes one delta.

    Attributes:
        delta, i, n, h: as in sections 6.2 and 6.3; i with the delta added, h code points before the insertion.
        w: the last weight, for a decoder.
        digits: of the delta, for a decoder.
        product: (m - n) * (h + 1), for an encoder.
    """

    delta: int
    n: int
    h: int
    i: int = 0
    w: int = 0
    digits: int = 0
    product: int = 0


@dataclass(frozen=True, slots=True)
class Way:
    """How a call goes: both sides, and the steps between them."""

    operation: Operation
    decoded: Points
    encoded: Points
    steps: tuple[Step, ...]


def adapted(delta: int, numpoints: int, first: bool) -> int:
    delta = delta // 700 if first else delta // 2
    delta += delta // numpoints
    k = 0
    while delta > 455:
        delta //= 35
        k += 36
    return k + 36 * delta // (delta + 38)


def decoder_steps(encoded: str) -> list[Step]:
    """Section 6.2 without the insertions."""
    literal, _, digits = encoded.rpartition("-")
    n, i, bias, h, place, steps = 128, 0, 72, len(literal), 0, []
    while place < len(digits):
        start, w, k, count = i, 1, 36, 0
        while True:
            value = "abcdefghijklmnopqrstuvwxyz0123456789".index(digits[place].lower())
            place, count = place + 1, count + 1
            i += value * w
            t = min(max(k - bias, 1), 26)
            if value < t:
                break
            w *= 36 - t
            k += 36
        total = i
        bias = adapted(i - start, h + 1, start == 0)
        n, i = n + i // (h + 1), i % (h + 1)
        steps.append(Step(total - start, n, h, total, w, count))
        h, i = h + 1, i + 1
    return steps


def encoder_steps(decoded: Points) -> list[Step]:
    """Section 6.3 without the output."""
    n, delta, steps = 128, 0, []
    h = sum(c < 128 for c in decoded)
    while h < len(decoded):
        m = min(c for c in decoded if c >= n)
        product = (m - n) * (h + 1)
        delta, n = delta + product, m
        for c in decoded:
            if c < n:
                delta += 1
            elif c == n:
                steps.append(Step(delta, n, h, product=product))
                delta, h, product = 0, h + 1, 0
        delta, n = delta + 1, n + 1
    return steps


@functools.cache
def way(call: Call) -> Way | None:
    """None if RFC 3492 refuses the call."""
    if call.operation is Operation.ENCODE:
        encoded = tuple(map(ord, encode_code_points(call.input)))
        return Way(call.operation, call.input, encoded, tuple(encoder_steps(call.input)))
    text = "".join(map(chr, call.input))
    try:
        decoded = tuple(decode_code_points(text))
    except BootstringError:
        return None
    return Way(call.operation, decoded, call.input, tuple(decoder_steps(text)))


def codec(*takes: Callable[[Way], bool], digits: str = "lower") -> Codec:
    """A codec that answers what it takes, by every one of the given conditions."""

    def answer(call: Call) -> Outcome:
        went = way(call)
        if went is None or not all(condition(went) for condition in takes):
            return Rejected("no")
        if call.operation is Operation.DECODE:
            return Returned(went.decoded)
        if digits == "mixed":
            return Returned(tuple(map(ord, encode_annotated(call.input, [c % 2 == 0 for c in call.input]))))
        delimiter = len(went.encoded) - 1 - went.encoded[::-1].index(0x2D) if 0x2D in went.encoded else -1
        tail = bytes(went.encoded[delimiter + 1 :])
        return Returned((*went.encoded[: delimiter + 1], *(tail.upper() if digits == "upper" else tail)))

    return answer


def only(operation: Operation, condition: Callable[[Way], bool]) -> Callable[[Way], bool]:
    return lambda went: went.operation is not operation or condition(went)


def steps(condition: Callable[[Step], bool]) -> Callable[[Way], bool]:
    return lambda went: all(map(condition, went.steps))


def unsigned(bits: int) -> Callable[[Way], bool]:
    """Section 6.4: all that is computed fits."""
    return steps(lambda step: max(step.delta, step.i, step.n, step.w) < 2**bits)


def wraps_and_encodes_again(went: Way) -> bool:
    """Section 6.4's other way with 32 bits: decode with wrapped integers, and refuse what does not encode back."""
    i = 0
    for step in went.steps:
        i = (i + step.delta) % 2**32
        if i != step.i or step.n >= 2**32:
            return False
        i = step.i % (step.h + 1) + 1
    return True


def octets(points: Sequence[int]) -> int:
    return len("".join(chr(min(c, 0x10FFFF)) for c in points).encode("utf-8", "surrogatepass"))


def units(points: Sequence[int]) -> int:
    return sum(1 + (c > 0xFFFF) for c in points)


def no_surrogates(went: Way) -> bool:
    return not any(0xD800 <= c <= 0xDFFF for c in went.decoded)


def in_unicode(went: Way) -> bool:
    return max(went.decoded, default=0) <= 0x10FFFF


def up_to(limit: int, count: Callable[[Way], int]) -> Callable[[Way], bool]:
    return lambda went: count(went) <= limit


def basics(went: Way) -> int:
    return sum(c < 128 for c in went.decoded)


ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
BOUNDED = {f"{bits} bits": codec(unsigned(bits)) for bits in (26, 31, 32, 53, 63, 64)}
LIMITED = {f"{limit} characters": codec(up_to(limit, lambda w: len(w.encoded))) for limit in (59, 63, 255)}
# Those that people make.
PLAIN: dict[str, Codec] = {
    "unbounded": codec(),
    **BOUNDED,
    **LIMITED,
    "no surrogates": codec(no_surrogates),
    "Unicode only": codec(in_unicode),
    "Unicode only, 31 bits": codec(in_unicode, unsigned(31)),
    "scalar values, 32 bits, 63 characters": codec(
        in_unicode, no_surrogates, unsigned(32), up_to(63, lambda w: len(w.encoded))
    ),
    "upper-case digits": codec(digits="upper"),
    "mixed-case annotation": codec(in_unicode, digits="mixed"),
}
# Those that count in a way of their own.
ODD: dict[str, Codec] = {
    "31 bits to decode alone": codec(only(DECODE, unsigned(31))),
    "31 bits to encode alone": codec(in_unicode, only(ENCODE, unsigned(31))),
    "only i in 31 bits": codec(steps(lambda s: s.i < 2**31)),
    "only n in 31 bits": codec(steps(lambda s: s.n < 2**31)),
    "only delta in 32 bits": codec(steps(lambda s: s.delta < 2**32)),
    "n in 31 bits, the rest in 64": codec(steps(lambda s: s.n < 2**31 and max(s.i, s.w, s.delta) < 2**64)),
    "wraps at 32 bits and encodes again": codec(only(DECODE, wraps_and_encodes_again)),
    "a weight times the base in 40 bits": codec(only(DECODE, steps(lambda s: 36 * s.w < 2**40))),
    "a product in 31 bits": codec(only(ENCODE, steps(lambda s: s.product < 2**31))),
    "code point times length in 36 bits": codec(lambda w: max(w.decoded, default=0) * (len(w.decoded) + 1) < 2**36),
    "the number of the state in 34 bits": codec(steps(lambda s: s.n * (s.h + 1) + s.i % (s.h + 1) < 2**34)),
    "n times h in 36 bits": codec(steps(lambda s: s.n * (s.h + 1) < 2**36)),
    "i and h in 32 bits": codec(steps(lambda s: s.i + s.delta + s.h < 2**32)),
    "the sum of deltas in 33 bits": codec(lambda w: sum(s.delta for s in w.steps) < 2**33),
    "eight digits of a delta": codec(only(DECODE, steps(lambda s: s.digits <= 8))),
    "strings of 22 bits": codec(lambda w: max(w.decoded, default=0) < 2**22),
    "strings of 31 bits": codec(lambda w: max(w.decoded, default=0) < 2**31),
    "63 code points": codec(up_to(63, lambda w: len(w.decoded))),
    "128 code points to decode": codec(only(DECODE, up_to(128, lambda w: len(w.decoded)))),
    "255 octets of UTF-8": codec(up_to(255, lambda w: octets(w.decoded))),
    "999 UTF-16 units to encode, 2000 characters to decode": codec(
        only(ENCODE, up_to(999, lambda w: units(w.decoded))), only(DECODE, up_to(2000, lambda w: len(w.encoded)))
    ),
    "512 octets of either side": codec(up_to(512, lambda w: len(w.encoded) + octets(w.decoded))),
    "100 insertions": codec(up_to(100, lambda w: len(w.steps))),
    "100 basic code points": codec(up_to(100, basics)),
    "200 digits": codec(up_to(200, lambda w: len(w.encoded) - basics(w))),
    "60 different code points to insert": codec(up_to(60, lambda w: len({s.n for s in w.steps}))),
    "a fixed effort": codec(up_to(100_000, lambda w: len(w.decoded) * len({s.n for s in w.steps}))),
    "31 bits and 999 code points": codec(unsigned(31), up_to(999, lambda w: len(w.decoded))),
    "Unicode only, 63 characters to encode": codec(in_unicode, only(ENCODE, up_to(63, lambda w: len(w.encoded)))),
}
RIGHT = PLAIN | ODD
