"""Code points that codecs get wrong, and sequences of them: the input of encode cases."""

from . import words
from .randomness import Source

# Where a width, an encoding or a class of characters begins or ends.
EDGES = (
    *(0x80, 0x81, 0xFF, 0x100, 0x7FF, 0x800, 0xFFF, 0x1000, 0x3FFF, 0x7FFF, 0x8000, 0xD7FE, 0xD7FF),
    *(0xE000, 0xE001, 0xF8FF, 0xFDCF, 0xFDD0, 0xFDEF, 0xFDF0, 0xFFEF, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x10001),
    *(0x1FFFE, 0x1FFFF, 0x20000, 0x3FFFF, 0xDFFFF, 0xE0000, 0xEFFFF, 0xF0000, 0xFFFFD, 0xFFFFF, 0x100000),
    *(0x10FFFD, 0x10FFFE, 0x10FFFF),
)
SURROGATES = (0xD800, 0xD801, 0xD83D, 0xD87F, 0xD880, 0xDBFF, 0xDC00, 0xDC01, 0xDE00, 0xDFEF, 0xDFF0, 0xDFFE, 0xDFFF)
BEYOND = (0x110000, 0x110001, 0x1FFFFF, 0x200000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)

# Blocks of scripts, planes and classes, first and last code point.
BLOCKS = (
    *((0x80, 0xFF), (0x100, 0x24F), (0x370, 0x3FF), (0x400, 0x4FF), (0x5D0, 0x5EA), (0x620, 0x64A), (0x905, 0x939)),
    *((0xE01, 0xE3A), (0x3041, 0x3096), (0x30A1, 0x30FA), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3), (0xE000, 0xF8FF)),
    *((0x10000, 0x100FF), (0x1F300, 0x1F64F), (0x20000, 0x2A6DF), (0xE0100, 0xE01EF), (0xF0000, 0x10FFFF)),
    *((0x80, 0x9F), (0x80, 0xFFFF), (0x80, 0x10FFFF), (0x30000, 0xDFFFF)),
)

# Characters that a layer above or a careless library changes: folded, mapped, normalised, dropped, stripped.
FRAGILE = (
    *(0x85, 0x91, 0xA0, 0xAA, 0xAD, 0xB5, 0xC0, 0xC5, 0xDC, 0xDF, 0xE4, 0xE9, 0xFC, 0x130, 0x131, 0x17F, 0x1C4, 0x1C5),
    *(0x300, 0x301, 0x308, 0x30A, 0x327, 0x340, 0x345, 0x34F, 0x37E, 0x387, 0x391, 0x3A3, 0x3C2, 0x3C3, 0x410, 0x430),
    *(0x585, 0x5B0, 0x61C, 0x640, 0x64B, 0x660, 0x6F0, 0x958, 0x966, 0x1100, 0x1161, 0x11A8, 0x1680, 0x180E, 0x1E9E),
    *(0x1E9B, 0x2000, 0x2009, 0x200B, 0x200C, 0x200D, 0x200E, 0x200F, 0x2010, 0x2011, 0x2028, 0x2029, 0x202E, 0x2044),
    *(0x2060, 0x2066, 0x2069, 0x2126, 0x212A, 0x212B, 0x2160, 0x2170, 0x2212, 0x2F00, 0x3000, 0x3002, 0x3042, 0x304C),
    *(0x3099, 0x3164, 0x4E00, 0xAB70, 0xAC00, 0xAC01, 0xF900, 0xFB01, 0xFE00, 0xFE0E, 0xFE0F, 0xFEFF, 0xFF01, 0xFF0D),
    *(0xFF0E, 0xFF10, 0xFF21, 0xFF41, 0xFF61, 0xFF76, 0xFFFC, 0x10400, 0x10428, 0x1D15E, 0x1D400, 0x1F600, 0x2F800),
    *(0xE0001, 0xE0020, 0xE0061, 0xE007F, 0xE0100, 0xE01EF),
    # Allowed in some contexts only (RFC 5892), ignorable by default, deprecated, annotations, descriptions.
    *(0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0xFFA0, 0x1BCA0),
    *(0x1D173, 0x149, 0x673, 0xF77, 0x17A3, 0x206A, 0x206F, 0x2329, 0x232A, 0xFFF9, 0xFFFA, 0xFFFB, 0x2FF0, 0x2FFB),
)

# What is stripped from the ends of a text, white space and what looks like none, dots and full stops.
TRIMMED = (
    *(*b" \t\n\r\0.\x0b\x0c\x1a\x1c\x1d\x1e\x1f", 0x85, 0xA0, 0xAD, 0x1680, 0x180E, 0x2000, 0x2003, 0x200A, 0x200B),
    *(0x200C, 0x200D, 0x200E, 0x200F, 0x2028, 0x2029, 0x2060, 0x3000, 0x3002, 0xFEFF, 0xFEFF, 0xFF0E, 0xFF61),
)

# Letters of a script, and what follows them: marks that compose with them, sort among themselves, or make one unit of them.
MARKED = (
    *(((0x41, 0x5A), (0x300, 0x345)), ((0x61, 0x7A), (0x300, 0x345)), ((0xC0, 0x233), (0x300, 0x345))),
    *(((0x391, 0x3C9), (0x300, 0x345)), ((0x410, 0x44F), (0x300, 0x30F)), ((0x5D0, 0x5EA), (0x5B0, 0x5C2))),
    *(((0x621, 0x64A), (0x64B, 0x655)), ((0x6C1, 0x6D5), (0x64B, 0x655)), ((0x904, 0x939), (0x93C, 0x94D))),
    *(((0x985, 0x9C7), (0x9BC, 0x9D7)), ((0xA05, 0xA39), (0xA3C, 0xA4D)), ((0xB05, 0xB47), (0xB3C, 0xB57))),
    *(((0xB85, 0xBC7), (0xBBE, 0xBD7)), ((0xC46, 0xC46), (0xC3E, 0xC56)), ((0xCBF, 0xCCA), (0xCC2, 0xCD6))),
    *(((0xD0E, 0xD47), (0xD3E, 0xD57)), ((0xD85, 0xDDC), (0xDCA, 0xDDF)), ((0xE01, 0xE33), (0xE34, 0xE4D))),
    *(((0xF40, 0xF6A), (0xF71, 0xF80)), ((0x1000, 0x1025), (0x102B, 0x103A)), ((0x1780, 0x17A2), (0x17B6, 0x17D2))),
    *(((0x1100, 0x1112), (0x1161, 0x1175)), ((0xAC00, 0xD7A3), (0x11A8, 0x11C2)), ((0x1820, 0x1842), (0x180B, 0x180E))),
    *(((0x1B05, 0x1B11), (0x1B34, 0x1B44)), ((0x2190, 0x22ED), (0x338, 0x338)), ((0x3046, 0x309D), (0x3099, 0x309A))),
    *(((0x30A6, 0x30FD), (0x3099, 0x309A)), ((0xFF66, 0xFF9D), (0xFF9E, 0xFF9F)), ((0x4E00, 0x9FFF), (0xFE00, 0xFE02))),
    *(((0x11099, 0x110A5), (0x110BA, 0x110BA)), ((0x11131, 0x11132), (0x11127, 0x11127)), ((0x41, 0x5A), (0xDF, 0xDF))),
    *(((0x1F3F4, 0x1F64F), (0x1F3FB, 0x1F3FF)), ((0x30A1, 0x30FA), (0x30FB, 0x30FE)), ((0x61, 0x7A), (0xB7, 0xB7))),
    *(((0x3B1, 0x3C9), (0x3C2, 0x3C3)), ((0x660, 0x669), (0x6F0, 0x6F9)), ((0x915, 0x939), (0x200C, 0x200D))),
)

# A code point count, or the length of an encoded form, at which a buffer, an octet or a rule ends.
LENGTHS = (16, 32, 33, 50, 59, 63, 64, 127, 128, 200, 255, 256, 300, 512)


def sequence(source: Source) -> list[int]:
    """A sequence of code points to encode, nearly all of them Unicode."""
    return source.one(_SEQUENCES)(source)


def block(source: Source) -> int:
    """A code point of some block."""
    first, last = source.one(BLOCKS)
    return first + source.below(last - first + 1)


def special(source: Source) -> int:
    """A non-basic code point, more often than not one with a history."""
    return source.one(source.one((FRAGILE, FRAGILE, EDGES, EDGES, SURROGATES))) if source.below(4) else block(source)


def size(source: Source) -> int:
    """A small number; every code point count up to seventy comes up."""
    return 1 + source.below((3, 6, 6, 14, 6, 14, 6, 70)[source.below(8)])


def long_size(source: Source) -> int:
    """A length beside an edge, or any up to 300; longer ones are left to the corners, since they cost as much as hundreds
    of others."""
    if source.chance(3):
        return 16 + source.below(285)
    # The last two lengths cost most, so they come up less often.
    return source.one(LENGTHS if source.chance(3) else LENGTHS[:12]) - 1 + source.below(4)


def basics(source: Source) -> list[int]:
    """Basic code points for a literal part."""
    kind = source.below(12)
    if kind < 3:
        return []
    if kind < 6:
        return [0x61 + source.below(26) for _ in range(size(source))]
    if kind < 8:
        return source.one(words.TEXTS)(source)
    if kind < 10:
        return [source.one(b"abz019AZ-") for _ in range(size(source))]
    if kind < 11:
        return [source.below(0x80) for _ in range(size(source))]
    return [source.one(b"a-0A")] * long_size(source) if source.below(3) == 2 else [0x2D] * (1 + source.below(4))


def _mixed(source: Source) -> list[int]:
    points = basics(source)
    for _ in range(size(source)):
        points.insert(source.below(len(points) + 1), special(source))
    return points


def _script(source: Source) -> list[int]:
    """Words of one script, with basic code points between."""
    first, last = source.one(BLOCKS)
    # Letters of one word are near each other, which makes the short deltas of real names.
    spread = min(last - first + 1, source.one((30, 4, 1 << 21)))
    points = [first + source.below(spread) for _ in range(size(source))]
    for c in basics(source)[:80] if source.below(2) else ():
        points.insert(source.below(len(points) + 1), c)
    return points


def _ordered(source: Source) -> list[int]:
    """Ascending, descending, or a run with steps of one."""
    start = special(source)
    points = [min(start + step, 0x10FFFF) for step in range(1 + size(source))]
    points += [source.one(points) for _ in range(source.below(4))]
    order = source.below(3)
    return sorted(points) if order == 0 else sorted(points, reverse=True) if order == 1 else points


def _repeated(source: Source) -> list[int]:
    """Few distinct code points, many times."""
    few = [special(source) for _ in range(1 + source.below(3))] + basics(source)[:2]
    return [source.one(few) for _ in range(1 + size(source))]


def _fragile(source: Source) -> list[int]:
    return [source.one(FRAGILE) if source.below(3) else source.one(b"aeoinIOSs\x20K") for _ in range(size(source))]


def _marked(source: Source) -> list[int]:
    """Letters with marks or neighbours that some layer maps together with them."""
    (first, last), (low, high) = source.one(MARKED)
    points: list[int] = []
    for _ in range(1 + source.below(6)):
        points.append(first + source.below(last - first + 1))
        for _ in range((1, 1, 1, 2, 0, 3)[source.below(6)]):
            points.append(low + source.below(high - low + 1))
        if source.chance(4):
            points.append(source.one(FRAGILE))
    return points


def _surrogates(source: Source) -> list[int]:
    points = [source.one(SURROGATES) for _ in range(1 + source.below(3))]
    return points if source.below(2) else basics(source)[:8] + points + basics(source)[:3]


def _ends(source: Source) -> list[int]:
    """Something at an end that could be stripped, or that means something there."""
    inner, kind = _mixed(source)[:12], source.below(4)
    if kind == 3:
        return [*words.prefix(source), *inner]
    edge = ([source.one(TRIMMED)], [source.one(FRAGILE)], words.word(source))[kind]
    return inner + edge if source.below(2) else edge + inner


def _long(source: Source) -> list[int]:
    """As long as some buffer: a run, a few distinct code points, or all distinct."""
    length = long_size(source)
    kind = source.below(4)
    if kind == 0:
        return [source.one((0x61, 0xE9, 0x4E2D, 0x10FFFF))] * length
    if kind == 1:
        last = 0x10FFFF if source.below(2) else special(source)  # the greatest delta that a text of this length has
        return [0x61 + index % 26 for index in range(length - 1)] + [last]
    if kind == 2:
        few = [special(source) for _ in range(3)] + [0x62]
        return [few[(index * index + index // 3) % 4] for index in range(length)]
    # The RFC's way of encoding distinct code points takes quadratic time: more than 300 are left to the corners.
    start, step = block(source), 1 + source.below(40)
    return [0x80 + (start + step * index) % 0x10FF80 for index in range(min(length, 300))]


def _beyond(source: Source) -> list[int]:
    return [*basics(source)[:4], source.one(BEYOND)]


_SEQUENCES = (
    *(_mixed, _mixed, _mixed, _mixed, _mixed, _script, _script, _script, _script, _ordered, _ordered, _ordered),
    *(_repeated, _repeated, _repeated, _repeated, _fragile, _fragile, _fragile, _fragile, _surrogates, _surrogates),
    *(_ends, _ends, _ends, _ends, _long, _long, basics, basics, basics, basics, _marked, _marked, _marked),
)
