"""Corner cases: inputs that chance seldom makes, so each has its turn: exact lengths, sums near every power of two, ranges
of neighbouring code points, texts with many distinct ones.

A corner grows an encoded form, and a source of decisions fills in what the corner leaves open. The form is decoded, or the
text in it is encoded.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product

from ..suite.oracle import light_facts
from ..suite.outcome import Call, Operation
from . import code_points
from .code_points import Source
from .forms import Growing, congruent

Corner = Callable[[Source], Call]

_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE
_FOLLOWED = 600  # of longer inputs the check makes no follow-up call, so both operations have a turn
# Sizes that people give to buffers: powers of two and three times these, round numbers, the limits of DNS.
_SIZES = (
    *(16, 20, 24, 30, 32, 40, 48, 50, 59, 60, 63, 64, 80, 96, 100, 120, 128, 150, 192, 200, 250, 253, 255, 256),
    *(300, 384, 400, 500, 512, 600, 768, 1000, 1024, 1500, 1536, 2000, 2048, 3072, 4096, 4112, 8192, 16384),
)
_PAGES = (32768, 65536, 65600)  # each costs as much as hundreds of other cases, so only the input has such a length
# Of integers; those below 26 bits are too narrow for any code point, 53 is a double's, 63 some languages' own.
_WIDTHS = (8, 12, 16, 20, *range(24, 35), 36, 40, 48, 52, 53, 54, 56, *range(60, 67), 80, 96, 127, 128)
# One more than the sizes that people give to tables and buffers.
_DISTINCT = (17, 33, 51, 65, 101, 129, 151, 201, 257, 301, 401, 513, 1025)
_FAR = 65600  # past 16 bits; one costs as much as hundreds of other cases
# Values of the last fraction of 6.1 at which the bias goes one up.
_STEPS = [v for v in range(20, 456) if 36 * v // (v + 38) > 36 * (v - 1) // (v + 37)]
# Where properties change every few code points: tables that a codec has no business with are about these.
_PATCHY = (
    *((0x80, 0x3400), (0xA000, 0xAC00), (0xF900, 0x10000), (0x10000, 0x13000), (0x16000, 0x19000)),
    (0x1B000, 0x20000),
)
_PLAIN = (0xE9, 0x80, 0x4E2D, 0x10FFFF, 0x3B1, 0xFFFF, 0x10000, 0x1F600)


def of_length(length: int, encoded: bool, source: Source) -> Growing:
    """A text of exactly this length, or one whose encoded form has it: basic code points, and a run of another."""
    if source.chance(8):
        return Growing([0x61 + source.below(26)] * (length - encoded))
    run = source.one((source.below(length), length)) if length <= 4200 and source.below(2) else 0
    spare = run or source.below(4)
    growing = Growing(_letters(max(length - 12 - spare, 0)))  # 12 hold the widest delta
    c = source.one(_PLAIN)
    # Most deltas fit 26 bits, since a codec may refuse for its integers what is asked for its length.
    c = 0xE9 if c * length >> 26 and not source.chance(4) else c
    literal = growing.state.length
    power = (1 << source.below(12)) - 1 + source.below(3)
    place = source.one((literal, 0, literal - 1, 1, source.below(literal + 1), power))
    growing.insert(growing.aim(c, min(max(place, 0), literal)))
    growing.repeat(length - (len(growing.encoded) if encoded else growing.state.length))
    return growing


def of_sum(bits: int, off: int, source: Source) -> Growing:
    """A text whose first delta is a power of two or beside it, and perhaps more code points that show its effect.

    ``off`` is how far beside; 2 is anywhere above, and 3 the next product of a step and a length, at place 0.
    """
    delta = (1 << bits) + (off if abs(off) < 2 else source.below(1 << bits - 2) if off == 2 else 0)
    # Half as high a code point leaves room for a second wide delta, whose digits show the bias after the first.
    count = delta // (0x80000 if bits < 30 and source.below(2) else 0x10FF00) + source.below(8)
    # A codec may refuse a surrogate, so one would not show whether the sum is right.
    while 0xD800 <= 0x80 + delta // (count + 1) < 0xE000 or delta // (count + 1) > 0x10FF7F:
        count += 1
    growing = Growing(_letters(count))
    growing.insert(delta + (-delta % (count + 1) if off == 3 else 0))
    for _ in range(source.below(3)):
        n, length = growing.state.n, growing.state.length
        c = source.one((n, n + source.below(40), 0x10FFFF, 0x10FFFF))
        c = n if c > 0x10FFFF or 0xD800 <= c < 0xE000 else c
        behind = growing.state.i if c == n else 0
        growing.insert(growing.aim(c, behind + source.below(length + 1 - behind)))
    return growing


def wrapping(length: int, bits: int, kind: int, source: Source) -> Growing:
    """A delta that looks valid to integers of a width, perhaps after a long literal part, whose length it outgrows."""
    growing = Growing(_letters(length) or code_points.basics(source)[:10])
    for _ in range(0 if length else source.below(3)):
        growing.insert(source.below(4000))
    growing.insert(congruent(growing, bits, kind, source))
    return growing


def neighbours(source: Source) -> Growing:
    """Some dozen neighbours among the code points, or two dozen that are a block or less apart."""
    step = source.one((1, 1, 1, 16, 32, 48, 64, 128, 256))
    first, end = source.one(_PATCHY if step == 1 else (*_PATCHY, (0x80, 0x110000 - 24 * step)))
    start = first + source.below(end - first)
    points = range(start, start + (48 if step == 1 else 24 * step), step)
    return _grown(0, [(c, place) for place, c in enumerate(c for c in points if c < 0xD800 or 0xE000 <= c < 0x110000)])


def distinct(count: int, source: Source) -> Growing:
    """A number of distinct code points in no order."""
    start, step = source.one((0x80, 0x4E00, 0x10000, 0xAC00)), 1 + source.below(3)
    return _grown(0, [(start + step * index, source.below(index + 1)) for index in range(count)])


def far(length: int, source: Source) -> Growing:
    """A very long text of a basic code point, with others at its front, at the borders of blocks, and at its end."""
    return _grown(length, [(0x80, 0), (0xE9, 1024), (0x4E2D, 4096), (0x10FFFF, length + 3 - source.below(2))])


def edged(length: int, source: Source) -> Growing:
    """A long text in which the count of code points alone keeps the bias below its next step (6.1)."""
    count, total = length + 2, source.one(_STEPS)
    while total * 35 < 50_000 * count:
        total *= 35
    delta = 2 * -(-(total - 1) * count // (count + 1))
    return _grown(length, [(0x80, 0), (0x80 + (delta + 1) // count, (delta + 1) % count), (0x10FFFF, 0)])


def successive(bits: int, source: Source) -> Growing:
    """Two wide deltas after a first one, so that neither is damped: the second has as many digits as there can be."""
    length = (1 << bits) // 0x80000 + 1 + source.below(8)
    return _grown(length, [(c, source.below(length)) for c in (0x80, 0x80000 + source.below(0x8000), 0x10FFFF)])


def _letters(count: int) -> list[int]:
    return list((bytes(range(0x61, 0x7B)) * (count // 26 + 1))[:count])


def _grown(length: int, steps: list[tuple[int, int]]) -> Growing:
    """A text of a basic code point into which others are put at places, in ascending order."""
    growing = Growing([0x61] * length)
    for c, place in steps:
        growing.insert(growing.aim(c, place))
    return growing


def asked(operation: Operation, grow: Callable[[Source], Growing], source: Source) -> Call:
    """The form to decode, or its text to encode if it has one."""
    call = Call(_DECODE, tuple(grow(source).encoded))
    value = light_facts(call).value if operation is _ENCODE else None
    return call if value is None else Call(_ENCODE, value)


def _whole(text: str, source: Source) -> Call:
    return Call(_ENCODE, tuple(map(ord, text)))


def _rows() -> Iterator[tuple[Operation, Callable[[Source], Growing]]]:
    both, near = (_ENCODE, _DECODE), (-1, 0, 1)
    for length, encoded in product(sorted({size + off for size in _SIZES for off in near}), (False, True)):
        for operation in both if length > _FOLLOWED else (both[encoded],):
            yield operation, partial(of_length, length, encoded)
    # No length of a form is left out: a follow-up asks each in the other direction.
    yield from ((both[length % 2], partial(of_length, length, True)) for length in range(8, 301))
    for page, off, encoded in product(_PAGES, near, (False, True)):
        yield both[encoded], partial(of_length, page + off, encoded)
    # From signed integers of 16 bits to unsigned ones of 32; wider sums need texts of over 7,000 characters.
    for bits, off, operation in product(range(15, 33), (*near, 2, 3), both):
        yield operation, partial(of_sum, bits, off)
    # Here only the product of the last digit and its weight wraps at 32 bits; with it the sum still fits.
    yield _DECODE, partial(of_sum, 33, -1)
    yield from ((_DECODE, partial(wrapping, 0, bits, kind)) for bits in _WIDTHS for kind in range(4))
    yield from ((_DECODE, partial(wrapping, 3001, bits, bits % 4)) for bits in (31, 32, 53, 63, 64))
    yield from ((_ENCODE, partial(distinct, count)) for count in _DISTINCT)
    yield from ((operation, partial(far, _FAR)) for operation in both)
    yield from ((operation, partial(edged, length)) for operation in both for length in (1100, 4500, _FAR))
    yield from ((operation, partial(successive, bits)) for operation in both for bits in (24, 27, 30, 31, 32, 33))
    yield from [(operation, neighbours) for operation in both] * 60  # 48 of some 63,000 code points each


# All have a turn in any 20,000 cases, so there may be 1,538.
CORNERS: tuple[Corner, ...] = (
    *(partial(asked, operation, grow) for operation, grow in _rows()),
    *(partial(_whole, value) for value in code_points.VALUES),
)
