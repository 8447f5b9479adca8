"""Corner cases: inputs that chance seldom makes, so each has its turn. Exact lengths, sums near every power of two, ranges
of neighbouring code points, texts with many distinct ones.

Each corner is a class of inputs: a source of decisions fills in what the class leaves open.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from ..suite.outcome import Call, Operation
from . import code_points, words
from .label import Growing, congruent
from .randomness import Source

Corner = Callable[[Source], Call]

_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE
_FOLLOWED = 600  # of longer inputs the check makes no follow-up call, so both operations have a turn
_ALPHABET = bytes(range(0x61, 0x7B))
# Sizes that people give to buffers: powers of two and three times these, round numbers, the limits of DNS.
_SIZES = (
    *(16, 20, 24, 30, 32, 40, 48, 50, 59, 60, 63, 64, 80, 96, 100, 120, 128, 150, 192, 200, 250, 253, 255, 256),
    *(300, 384, 400, 500, 512, 600, 768, 1000, 1024, 1500, 1536, 2000, 2048, 3072, 4096, 4112, 8192, 16384),
)
_PAGES = (32768, 65536)  # each costs as much as hundreds of other cases, so only the input has such a length
# Of integers; those below 26 bits are too narrow for any code point, 53 is a double's, 63 some languages' own.
_WIDTHS = (8, 12, 16, 20, *range(24, 35), 36, 40, 48, 52, 53, 54, 56, *range(60, 67), 80, 96, 127, 128)
# One more than the sizes that people give to tables and buffers.
_DISTINCT = (17, 33, 51, 65, 101, 129, 151, 201, 257, 301, 401, 513, 1025)
_INSERTIONS = (65, 129, 257, 513)
_FAR = 65600  # past 16 bits; one costs as much as hundreds of other cases
# Where properties change every few code points: tables that a codec has no business with are about these.
_PATCHY = (
    (0x80, 0x3400),
    (0xA000, 0xAC00),
    (0xF900, 0x10000),
    (0x10000, 0x13000),
    (0x16000, 0x19000),
    (0x1B000, 0x20000),
)
_STRETCH = 48
# Values of the last fraction of 6.1 at which the bias goes one up.
_STEPS = [v for v in range(20, 456) if 36 * v // (v + 38) > 36 * (v - 1) // (v + 37)]
_PLAIN = (0xE9, 0x80, 0x4E2D, 0x10FFFF, 0x3B1, 0xFFFF, 0x10000, 0x1F600)


def of_length(length: int, operation: Operation, encoded: bool, source: Source) -> Call:
    """A text of exactly this length, or one whose encoded form has it: basic code points, and a run of another."""
    kind = source.below(8 if length <= _FOLLOWED else 5)
    if kind == 1:
        text = [0x61 + source.below(26)] * (length - encoded)
        return Call(operation, tuple(text if operation is _ENCODE else [*text, 0x2D]))
    room = max(length - 12 - (source.below(4) if kind < 5 else source.below(length)), 0)  # 12 hold the widest delta
    literal = list((_ALPHABET * (room // 26 + 1))[:room])
    place = _place(len(literal), source)
    growing = Growing(literal)
    c = source.one(_PLAIN)
    # Most deltas fit 26 bits, since a codec may refuse for its integers what is asked for its length.
    c = 0xE9 if c * length >> 26 and not source.chance(4) else c
    growing.insert(growing.aim(c, place))
    growing.repeat(length - (len(growing.encoded) if encoded else growing.state.length))
    text = [*literal[:place], *[c] * (growing.state.length - len(literal)), *literal[place:]]
    return Call(operation, tuple(text if operation is _ENCODE else growing.encoded))


def _place(length: int, source: Source) -> int:
    """The end, the front, beside them, or beside a power of two."""
    kind = source.below(6)
    near = (length, 0, length - 1, 1, source.below(length + 1))
    place = near[kind] if kind < 5 else (1 << source.below(12)) - 1 + source.below(3)
    return min(max(place, 0), length)


def of_sum(bits: int, off: int, operation: Operation, source: Source) -> Call:
    """A text whose first delta is a power of two or beside it, and perhaps more code points that show its effect.

    ``off`` is how far beside; 2 is anywhere above, and 3 the next product of a step and a length, at place 0.
    """
    delta = (1 << bits) + (off if abs(off) < 2 else source.below(1 << bits - 2) if off == 2 else 0)
    # Half as high a code point leaves room for a second wide delta, whose digits show the bias after the first.
    b = delta // (0x80000 if bits < 30 and source.below(2) else 0x10FF00) + source.below(8)
    # A codec may refuse a surrogate, so one would not show whether the sum is right.
    while 0xD800 <= 0x80 + delta // (b + 1) < 0xE000 or delta // (b + 1) > 0x10FF7F:
        b += 1
    if off == 3:
        delta += -delta % (b + 1)
    text = list((_ALPHABET * (b // 26 + 1))[:b])
    growing = Growing(list(text))
    steps, place = divmod(delta, b + 1)
    growing.insert(delta)
    text.insert(place, 0x80 + steps)
    for _ in range(source.below(3)):
        c = source.one((growing.state.n, growing.state.n + source.below(40), 0x10FFFF, 0x10FFFF))
        c = growing.state.n if c > 0x10FFFF or 0xD800 <= c < 0xE000 else c
        behind = growing.state.i if c == growing.state.n else 0
        place = behind + source.below(growing.state.length + 1 - behind)
        growing.insert(growing.aim(c, place))
        text.insert(place, c)
    return Call(operation, tuple(text if operation is _ENCODE else growing.encoded))


def wrapping(bits: int, kind: int, source: Source) -> Call:
    """An encoded form with a delta that looks valid to integers of a width."""
    growing = Growing(code_points.basics(source)[:10])
    for _ in range(source.below(3)):
        growing.insert(source.below(4000))
    growing.insert(congruent(growing, bits, kind, source))
    return Call(_DECODE, tuple(growing.encoded))


def stretch(source: Source) -> Call:
    """Some dozen neighbours among the code points, in their order."""
    first, end = source.one(_PATCHY)
    start = first + source.below(end - first)
    return Call(_ENCODE, tuple(range(start, min(start + _STRETCH, end))))


def spread(operation: Operation, source: Source) -> Call:
    """Two dozen code points a block or less apart: any table of blocks has an entry among them."""
    step = source.one((16, 32, 48, 64, 128, 256))
    first, end = source.one((*_PATCHY, (0x80, 0x110000 - 24 * step)))
    start = first + source.below(end - first)
    points = [c for c in range(start, start + 24 * step, step) if c < 0xD800 or 0xE000 <= c < 0x110000]
    return _grown([], [(c, place) for place, c in enumerate(points)], operation)


def pairs(source: Source) -> Call:
    """Pairs of digits where the bias is 0 and all thresholds are 26: a figure and any digit."""
    growing = Growing([0x61] * source.below(8))
    for _ in range(16):
        first, second = 26 + source.below(10), source.below(36)
        growing.insert(0)
        growing.insert(first + 10 * second + (100 * source.below(26) if second > 25 else 0))
    return Call(_DECODE, tuple(growing.encoded))


def any_length(operation: Operation, source: Source) -> Call:
    """A text or a form of any length, not only beside those that buffers have."""
    return of_length(16 + source.below(1100), operation, bool(source.below(2)), source)


def usual_length(source: Source) -> Call:
    """A text or a form of a length that is not too long to be met often."""
    return of_length(code_points.long_size(source), (_ENCODE, _DECODE)[source.below(2)], bool(source.below(2)), source)


def distinct(count: int, source: Source) -> Call:
    """A number of distinct code points in no order."""
    start, step = source.one((0x80, 0x4E00, 0x10000, 0xAC00)), 1 + source.below(3)
    turned = source.below(count)
    # In steps of seven each comes up once, unless the count is a multiple of seven.
    points = [start + step * (index * 7 % count if count % 7 else index) for index in range(count)]
    return Call(_ENCODE, tuple(points[turned:] + points[:turned]))


def run(count: int, operation: Operation, source: Source) -> Call:
    """One code point, repeated."""
    growing = Growing([])
    growing.insert(growing.aim(c := source.one(_PLAIN), 0))
    growing.repeat(count - 1)
    return Call(operation, tuple([c] * count if operation is _ENCODE else growing.encoded))


def far(length: int, operation: Operation, source: Source) -> Call:
    """A very long text of a basic code point, with others at its front, at the borders of blocks, and at its end."""
    steps = ((0x80, 0), (0xE9, 1024), (0x4E2D, 4096), (0x10FFFF, length + 3 - source.below(2)))
    return _grown([0x61] * length, steps, operation)


def edged(length: int, operation: Operation, source: Source) -> Call:
    """A long text in which the count of code points alone keeps the bias below its next step (6.1)."""
    count = length + 2
    total = source.one(_STEPS)
    while total * 35 < 50_000 * count:
        total *= 35
    delta = 2 * -(-(total - 1) * count // (count + 1))
    steps = ((0x80, 0), (0x80 + (delta + 1) // count, (delta + 1) % count), (0x10FFFF, 0))
    return _grown([0x61] * length, steps, operation)


def successive(bits: int, operation: Operation, source: Source) -> Call:
    """Two wide deltas after a first one, so that neither is damped: the second has as many digits as there can be."""
    text = [0x61] * ((1 << bits) // 0x80000 + 1 + source.below(8))
    steps = ((0x80, source.below(len(text))), (0x80000 + source.below(0x8000), source.below(len(text))))
    return _grown(text, (*steps, (0x10FFFF, source.below(len(text)))), operation)


def _grown(text: list[int], steps: Sequence[tuple[int, int]], operation: Operation) -> Call:
    """A text of basic code points into which others are put at places, in ascending order."""
    growing = Growing(list(text))
    for c, place in steps:
        growing.insert(growing.aim(c, place))
        text.insert(place, c)
    return Call(operation, tuple(text if operation is _ENCODE else growing.encoded))


def divided(source: Source) -> Call:
    """Deltas that the count of code points divides without a rest, where a rounded quotient falls short (6.1)."""
    # 49 is the least number whose reciprocal, as a double, is too small. The sum is 35 squared times a step of the bias.
    exact = source.below(3)
    growing = Growing([0x61] * (47 if exact else 30 + source.below(90)))
    growing.insert(source.below(40))
    if exact:
        growing.insert(2 * 49 * (source.one(_STEPS) // 2 * 2 * 1225 // 50))
    for _ in range(0 if exact else 4):
        growing.insert(2 * (growing.state.length + 1) * (1 + source.below(60)))
    growing.insert(growing.aim(0x10FFFF, 0))
    return Call(_DECODE, tuple(growing.encoded))


def alike(text: str, operation: Operation, source: Source) -> Call:
    """A text that looks like something else."""
    return Call(operation, tuple(map(ord, text)))


def enclosed(pair: str, operation: Operation, source: Source) -> Call:
    """A text or an encoded form between two marks."""
    inner = source.one(("tda", "bcher-kva", "a")) if operation is _DECODE else source.one(("b\xfc", "\xfc", "a"))
    return Call(operation, tuple(map(ord, pair[0] + inner + pair[1])))


def outgrown(length: int, bits: int, source: Source) -> Call:
    """A long literal part, and a delta that outgrows integers of a width by itself or times the length."""
    growing = Growing(list((_ALPHABET * (length // 26 + 1))[:length]))
    growing.insert(congruent(growing, bits, source.below(4), source))
    return Call(_DECODE, tuple(growing.encoded))


def inserted(count: int, source: Source) -> Call:
    """A number of insertions at various places."""
    growing = Growing([0x61] * source.below(8))
    for _ in range(count):
        growing.insert(source.below(2 * growing.state.length + 2))
    return Call(_DECODE, tuple(growing.encoded))


def _corners() -> Iterator[Corner]:
    for length in sorted({size + off for size in _SIZES for off in (-1, 0, 1)}):
        for encoded in (False, True):
            for operation in (_ENCODE, _DECODE) if length > _FOLLOWED else ((_ENCODE, _DECODE)[encoded],):
                yield partial(of_length, length, operation, encoded)
    # No length of a form is left out: a follow-up asks each in the other direction.
    for length in range(8, 301):
        yield partial(of_length, length, (_ENCODE, _DECODE)[length % 2], True)
    for length in (size + off for size in _PAGES for off in (-1, 0, 1)):
        for encoded in (False, True):
            yield partial(of_length, length, (_ENCODE, _DECODE)[encoded], encoded)
    # From signed integers of 16 bits to unsigned ones of 32; wider sums need texts of over 7,000 characters.
    for bits in range(15, 33):
        for off in (-1, 0, 1, 2):
            for operation in (_ENCODE, _DECODE):
                yield partial(of_sum, bits, off, operation)
        yield partial(of_sum, bits, 3, _ENCODE)
    # Here only the product of the last digit and its weight wraps at 32 bits; with it the sum still fits.
    yield partial(of_sum, 33, -1, _DECODE)
    for bits in _WIDTHS:
        for kind in range(4):
            yield partial(wrapping, bits, kind)
    yield from (partial(distinct, count) for count in _DISTINCT)
    for operation in (_ENCODE, _DECODE):
        yield from (partial(run, count, operation) for count in (1025, 4099 if operation is _DECODE else 2049))
        yield partial(far, _FAR, operation)
        yield from (partial(edged, length, operation) for length in (1100, 4500))
        yield from (partial(enclosed, pair, operation) for pair in words.PAIRS)
        yield from (partial(successive, bits, operation) for bits in (24, 27, 30, 31, 32, 33))
    for text in words.VALUES:
        yield partial(alike, text, _ENCODE)
        if text.isalpha() or text[0] == "_":
            yield partial(alike, text, _DECODE)
    for length in (3001, 5000):
        yield from (partial(outgrown, length, bits) for bits in (31, 32, 53, 63, 64))
    yield partial(edged, _FAR, _ENCODE)
    yield from [divided] * 16
    yield from [pairs] * 10
    for operation in (_ENCODE, _DECODE):
        yield from [partial(spread, operation)] * 24
        yield from [partial(any_length, operation)] * 8
    yield from (partial(inserted, count) for count in _INSERTIONS)


# A stretch is 48 of some 63,000 code points, so it has fifty turns where most classes have one. All have one in any 20,000
# cases, so there may be 1,538 turns.
CORNERS: tuple[Corner, ...] = (*_corners(), *[stretch] * 50)

# Those that cost no more than any other case, which chance makes between the turns too.
OFTEN: tuple[Corner, ...] = (
    *(usual_length, usual_length, usual_length, usual_length, partial(spread, _ENCODE), partial(spread, _ENCODE)),
    *(partial(spread, _ENCODE), partial(spread, _ENCODE), partial(spread, _DECODE), stretch, stretch, pairs, divided),
)
