"""Right codecs of different make, as functions of a call: each answers as RFC 3492 says, or refuses where it leaves that
open.

What they refuse is decided by what they compute on the way, by the trace of the codec, so that nothing here follows from how
the suite counts bits and lengths.
"""

import functools
from collections.abc import Callable, Sequence
from typing import NamedTuple

from punycode_conform.codec import encode_annotated
from punycode_conform.codec.trace import decoding, encoding
from punycode_conform.suite.outcome import Call, Operation, Outcome, Rejected, Returned

Codec = Callable[[Call], Outcome]
Points = tuple[int, ...]


class Step(NamedTuple):
    """The integers of a delta, as in sections 6.2 and 6.3; an encoder has no i and w."""

    delta: int
    n: int
    h: int  # the number of code points before the insertion
    i: int = 0  # with the delta added
    w: int = 0  # the last weight


class Way(NamedTuple):
    """How a call goes: both sides, and the steps between them."""

    operation: Operation
    decoded: Points
    encoded: Points
    steps: tuple[Step, ...]


@functools.cache
def way(call: Call) -> Way | None:
    """None if RFC 3492 refuses the call."""
    if call.operation is Operation.ENCODE:
        to = encoding(call.input)
        return Way(
            call.operation, call.input, to.output, tuple(Step(s.delta, s.after.n, s.before.length) for s in to.steps)
        )
    back = decoding(call.input)
    if back.error:
        return None
    steps = (Step(s.delta, s.after.n, s.before.length, s.total, s.digits[-1].weight) for s in back.steps)
    return Way(call.operation, back.result, call.input, tuple(steps))


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
    "only n in 31 bits": codec(steps(lambda s: s.n < 2**31)),
    "n in 31 bits, the rest in 64": codec(steps(lambda s: s.n < 2**31 and max(s.i, s.w, s.delta) < 2**64)),
    "wraps at 32 bits and encodes again": codec(only(DECODE, wraps_and_encodes_again)),
    "code point times length in 36 bits": codec(lambda w: max(w.decoded, default=0) * (len(w.decoded) + 1) < 2**36),
    "255 octets of UTF-8": codec(up_to(255, lambda w: octets(w.decoded))),
    "999 UTF-16 units to encode, 2000 characters to decode": codec(
        only(ENCODE, up_to(999, lambda w: units(w.decoded))), only(DECODE, up_to(2000, lambda w: len(w.encoded)))
    ),
    "100 insertions": codec(up_to(100, lambda w: len(w.steps))),
    "a fixed effort": codec(up_to(100_000, lambda w: len(w.decoded) * len({s.n for s in w.steps}))),
}
RIGHT = PLAIN | ODD
