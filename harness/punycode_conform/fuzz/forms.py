"""Encoded forms, built forward: the decoder's state is kept, so that each delta is aimed at where it hurts; and defects.

A defect is a small change that makes a form a bad one, or another one. A corner is an input that chance seldom makes, so it
has its turn: an exact length, a sum near a power of two, neighbouring code points, a text with many distinct ones.
It grows a form, and a source of decisions fills in what it leaves open. The form is decoded, or its text encoded.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product

from ..codec.arithmetic import write
from ..codec.trace import State
from ..suite.oracle import light_facts
from ..suite.outcome import Call, Operation, literal_length
from . import code_points
from .code_points import Source

_DIGITS = b"abcdefghijklmnopqrstuvwxyz0123456789"
# Widths at which a careless integer wraps, saturates or is cut. 26 bits are enough for any label (6.4), and 53 are what
# a double holds.
WIDTHS = (8, 16, 20, 24, 26, 31, 32, 53, 63, 64)
# No digits: all of ASCII, next to the digits, and congruent to digits in 7, 8 and 16 bits.
_ASCII = tuple(c for c in range(0x80) if not chr(c).isalnum())
_BESIDE = tuple(b"/:@[`{")  # where a test of a range is wrong by one
_ALIASES = (0x80, 0x100, 0x1000, 0x10000, 0x20)
# Digits by a compatibility mapping, by their value, or by their looks; what follows each is one, too.
_LOOK_ALIKE = code_points.listed("""
FF10 FF21 FF41 212A 17F 131 430 660 6F0 966 B2 1D2C 2070 2080 2090 2170 2460 2474 2488 249C 24B6 24D0 2776 3021 4E00
516B 1369 10A40 11052 1D400 1D5BA 1D7CE 1F100 1F110 1F130 1F150 1F170 1F1E6 1FBF0 E0030 E0061 3B1 13A0 E1 250
""")
_HYPHENS = (0x2D, 0x2D, 0x2D, 0x2D, 0x2010, 0x2011, 0x2012, 0x2013, 0x2212, 0xFE63, 0xFF0D, 0xAD, 0x5F)
_MARKS = code_points.listed("80 A0 FF E9 FC C3 161 430 4E2D 200B 200D 3002 FEFF E000 FFFD FFFF 1F600 10FFFF")
# Marks around a text that a layer may take off because it reads the text as quoted.
_PAIRS = ('""', "''", "<>", "()", "[]", "{}", "**", "__", "``", "//", "||", "%%", "$$", "::", "  ", "“”", "«»")


class Growing:
    """An encoded form that grows delta by delta, and the state of its decoder."""

    __slots__ = ("encoded", "state")

    def __init__(self, literal: list[int]) -> None:
        self.encoded = [*literal, 0x2D] if literal else []
        self.state = State(len(literal), len(literal))

    def insert(self, delta: int) -> None:
        """Append a delta; 0 instead of a negative one, since a decoder cannot go back."""
        delta = max(delta, 0)
        self.encoded += [_DIGITS[value] for value in write(delta, 36, self.state.thresholds)]
        self.state = self.state.after(delta)

    def repeat(self, times: int) -> None:
        """Append deltas of zero: each inserts the last code point again one place on, with a bias of zero (6.1)."""
        if times > 0 and self.state.length > self.state.literal:
            self.encoded += [_DIGITS[0]] * times
            self.state = self.state._replace(length=self.state.length + times, i=self.state.i + times, bias=0)

    def aim(self, code_point: int, place: int) -> int:
        """The delta that inserts this code point at this place, negative if it lies behind."""
        return (code_point - self.state.n) * (self.state.length + 1) + place - self.state.i


def form(source: Source) -> list[int]:
    """An encoded form; nearly all decode, perhaps past Unicode or past some width of integers."""
    growing = Growing(code_points.basics(source))
    for _ in range(source.below(80) if source.chance(24) else source.one((1, 2, 3, 1, 2, 4, 8, 0))):
        growing.insert(source.one(_DELTAS)(growing, source))
    if source.chance(12):
        growing.insert(congruent(growing, source.one(WIDTHS), source.below(4), source))
    if source.chance(40):
        growing.insert(_reached(growing, source.one(code_points.BEYOND), source))
    return growing.encoded


def congruent(growing: Growing, bits: int, kind: int, source: Source) -> int:
    """A delta that looks valid to integers of a width, since the code point, i or the delta itself wraps.

    ``kind`` is 0 if the delta wraps, 1 if the code point does, 2 if i comes to the very power of two, 3 if past it.
    """
    power, aimed = 1 << bits, max(_special(growing, source), 0)
    deltas = (
        aimed + power,
        aimed + power * (growing.state.length + 1),
        power - growing.state.i - source.below(2),
        aimed + power - growing.state.i,
    )
    return max(deltas[kind], 0)


def _reached(growing: Growing, code_point: int, source: Source) -> int:
    """A delta to a code point at the end, the front, next to last, where the last was put, or anywhere."""
    length = growing.state.length
    place = source.one((length, 0, max(length - 1, 0), growing.state.i, source.below(length + 1)))
    return growing.aim(max(code_point, growing.state.n), place)


def _near(growing: Growing, source: Source) -> int:
    return source.below(3 * growing.state.length + 4)


def _special(growing: Growing, source: Source) -> int:
    return _reached(growing, source.one((growing.state.n, *[code_points.special(source)] * 4)), source)


def _adapting(growing: Growing, source: Source) -> int:
    """A delta that brings the bias adaptation of 6.1 beside one of its edges: 455 times a power of 35, or a step."""
    edge = source.one((455, 456, 35, 36, 70, 1, 2, 38, 455 * 35, 456 * 35, 456 * 35 * 35)) * (1 + source.chance(3))
    if source.below(2):
        edge = 1 + source.below(1000)
    count = growing.state.length + 1
    # 6.1 divides the first delta by damp, all others by 2.
    part = 700 if growing.state.length == growing.state.literal else 2
    return (edge * count // (count + 1)) * part + source.below(2 * part + 1) - part


def _by_digits(growing: Growing, source: Source) -> int:
    """An integer by its digits, each beside its threshold: 3.3 ends at the first that is less."""
    value, weight = 0, 1
    thresholds, count = growing.state.thresholds, source.below(5)
    for j in range(count + 1):
        t = thresholds[min(j, len(thresholds) - 1)]
        higher, lower = (t, 35, min(t + 1, 35), t + source.below(36 - t)), (0, t - 1, source.below(t))
        value += source.one(higher if j < count else lower) * weight
        weight *= 36 - t
    return value


_DELTAS: tuple[Callable[[Growing, Source], int], ...] = (
    *(_near, _near, _near, _special, _special, _special, _special, _special, _special, _special, _special, _special),
    *(_adapting, _adapting, _by_digits, _by_digits),
)


def damaged(encoded: list[int], source: Source) -> list[int]:
    """An encoded form with up to two defects, most often one."""
    for _ in range(source.one((0, 1, 1, 1, 1, 1, 2, 2))):
        encoded = source.one(_DEFECTS)(encoded, source)
    return encoded


def bad_digit(source: Source) -> int:
    """A character that is no digit, or hardly one."""
    kind = source.below(8)
    if kind < 4:
        return source.one(_ASCII if kind else _BESIDE)
    if kind < 5:
        return source.one(_LOOK_ALIKE) + source.below(10)
    if kind < 6:
        return source.one(b"abz019AZ") + source.one(_ALIASES)
    return source.one(_MARKS) if kind < 7 else 0x80 + source.below(0x80)


def enclosed(inner: Sequence[int], source: Source) -> list[int]:
    """A text between two marks."""
    marks = source.one(_PAIRS)
    return [ord(marks[0]), *inner, ord(marks[1])]


def _truncated(encoded: list[int], source: Source) -> list[int]:
    """Cut at any place, most often by a character or two; or the digits alone, after a delimiter or some."""
    if source.chance(3):
        return [0x2D] * (1 + source.chance(3)) + encoded[literal_length(encoded) :][: source.one((1, 12))]
    return encoded[: -1 - source.below(2 if source.below(2) else max(len(encoded), 1))]


def _spoiled(encoded: list[int], source: Source) -> list[int]:
    """Another digit, a bad one or none, put in or in the place of one.

    A bad one may follow some of the highest, whose sum is greater than what a digit-value below zero takes off.
    """
    last = max(len(encoded) - 1, 0)
    start = min(literal_length(encoded), last)
    nines = [0x39] * (1 + source.below(4) if source.below(4) else 8 + source.below(16))
    bad, digit = [bad_digit(source)], [source.one(_DIGITS + b"ABYZ")]
    place = source.one((last, start, start + source.below(last - start + 1)))
    return _put(encoded, place, source.one((bad, bad, digit, [], nines + bad)), source)


def _delimited(encoded: list[int], source: Source) -> list[int]:
    """A delimiter more, less or only alike, at any place; or a non-basic code point before the delimiter."""
    split = max(literal_length(encoded) - 1, 0)
    if source.chance(4):
        return _put(encoded, source.below(split + 1), [source.one(_MARKS)], source)
    place = source.one((0, split, split, len(encoded), source.below(len(encoded) + 1)))
    return _put(encoded, place, [source.one(_HYPHENS)] if source.below(4) else [], source)


def _put(encoded: list[int], place: int, piece: Sequence[int], source: Source) -> list[int]:
    """A piece put in at a place, or put in the place of the character there."""
    return [*encoded[:place], *piece, *encoded[place + source.below(2) :]]


def _tailed(encoded: list[int], source: Source) -> list[int]:
    """Something at an end that could be stripped or overlooked, perhaps repeated; or between two marks."""
    if source.chance(3):
        return enclosed(encoded, source)
    more = [source.one(code_points.TRIMMED) if source.below(2) else bad_digit(source)] * (1 + source.chance(4))
    return encoded + more if source.below(3) else more + encoded


def _recased(encoded: list[int], source: Source) -> list[int]:
    """Letters in the other case: all digits, one character, or all."""
    start, place = literal_length(encoded), source.below(max(len(encoded), 1))
    first, last = source.one(((start, len(encoded)), (start, len(encoded)), (place, place + 1), (0, len(encoded))))
    return encoded[:first] + swapped(encoded[first:last]) + encoded[last:]


def swapped(points: Sequence[int]) -> list[int]:
    """Letters of ASCII in the other case."""
    return [c ^ 0x20 if 0x41 <= c & ~0x20 <= 0x5A else c for c in points]


_DEFECTS: tuple[Callable[[list[int], Source], list[int]], ...] = (
    *(_truncated, _truncated, _truncated, _spoiled, _spoiled, _spoiled, _spoiled, _delimited, _delimited, _delimited),
    *(_delimited, _tailed, _tailed, _recased, _recased, _recased),
)

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
_CORNER_WIDTHS = (8, 12, 16, 20, *range(24, 35), 36, 40, 48, 52, 53, 54, 56, *range(60, 67), 80, 96, 127, 128)
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
    yield from ((_DECODE, partial(wrapping, 0, bits, kind)) for bits in _CORNER_WIDTHS for kind in range(4))
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
