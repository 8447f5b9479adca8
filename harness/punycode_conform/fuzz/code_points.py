"""Code points that codecs get wrong, and sequences of them: the input of encode cases."""

from collections.abc import Sequence
from unicodedata import ucd_3_2_0  # of one version for ever, so that every Python makes the same cases

from ..suite.oracle import MAX_UNICODE
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

# Blocks with many characters that are a letter and a mark to a layer that decomposes them.
COMPOSED = (
    *((0xC0, 0x17E), (0x1CD, 0x233), (0x386, 0x3CE), (0x400, 0x4F9), (0x622, 0x626), (0x929, 0x95F), (0x9CB, 0xB5D)),
    *((0xB94, 0xDDE), (0xF43, 0xFB9), (0x1E00, 0x1EF9), (0x1F00, 0x1FFC), (0x219A, 0x22ED), (0x304C, 0x30FE)),
    *((0xAC00, 0xD7A3), (0xF900, 0xFB4E), (0x1D15E, 0x1D1C0), (0x2F800, 0x2FA1D)),
)

# A code point count, or the length of an encoded form, at which a buffer, an octet or a rule ends. The last cost most.
LENGTHS = (16, 32, 33, 50, 59, 63, 64, 127, 128, 200, 255, 256, 300, 512)


def block(source: Source) -> int:
    """A code point of some block."""
    first, last = source.one(BLOCKS)
    return first + source.below(last - first + 1)


def special(source: Source) -> int:
    """A non-basic code point, more often than not one that some codec has got wrong."""
    return source.one(source.one((FRAGILE, FRAGILE, EDGES, EDGES, SURROGATES))) if source.below(4) else block(source)


def size(source: Source) -> int:
    """A small number; every code point count up to seventy comes up."""
    return 1 + source.below(source.one((3, 6, 6, 14, 6, 14, 6, 70)))


def long_size(source: Source) -> int:
    """A length beside an edge, or any up to 300; longer ones are left to the corners, since they cost as much as hundreds
    of others."""
    if source.chance(3):
        return 16 + source.below(285)
    return source.one(LENGTHS if source.chance(3) else LENGTHS[:12]) - 1 + source.below(4)


def basics(source: Source) -> list[int]:
    """Basic code points for a literal part."""
    kind = source.below(12)
    if kind < 3:
        return []
    if kind < 6:
        return [0x61 + source.below(26) for _ in range(size(source))]
    if kind < 8:
        return words.words(source) if source.below(3) else words.value(source)
    if kind < 10:
        return [source.one(b"abz019AZ-") for _ in range(size(source))]
    if kind < 11:
        return [source.below(0x80) for _ in range(size(source))]
    return [source.one(b"a-0A")] * long_size(source) if source.below(3) == 2 else [0x2D] * (1 + source.below(4))


def text(source: Source) -> list[int]:
    """A text to encode, nearly always of Unicode's code points: which ones, how many, in which order, between what."""
    if source.chance(16):
        return basics(source)
    points = _decomposed(source) if source.chance(12) else _drawn(source)
    order = source.below(6)
    points = sorted(points, reverse=order == 1) if order < 2 else points
    for c in basics(source)[:80] if source.below(2) else ():
        points.insert(source.below(len(points) + 1), c)
    if source.chance(8):  # something at an end that could be stripped, or that means something there
        edge = [source.one(TRIMMED)] if source.below(3) else words.points(source.one(("xn--", "XN--", "Xn--", "-")))
        points = points + edge if source.below(2) else edge + points
    return [*points, source.one(BEYOND)] if source.chance(100) else points


def _drawn(source: Source) -> list[int]:
    """Code points of one alphabet: many of few, neighbours, or different ones."""
    count = min(long_size(source), 300) if source.chance(16) else size(source)
    if source.chance(6):  # a run with steps of one
        start = special(source)
        return [min(start + step, MAX_UNICODE) for step in range(count)]
    alphabet = _alphabet(source)
    return [source.one(alphabet) for _ in range(count)]


def _alphabet(source: Source) -> Sequence[int]:
    kind = source.below(6)
    if kind < 2:
        # Letters of one word are near each other, which makes the short deltas of real names.
        first, last = source.one(BLOCKS)
        return range(first, first + min(last - first + 1, source.one((30, 4, 1 << 21))))
    return (*FRAGILE, *b"aeoinIOSs K") if kind < 3 else tuple(special(source) for _ in range(1 + source.below(8)))


def _decomposed(source: Source) -> list[int]:
    """Letters and marks in two forms that some layers map to each other."""
    points: list[int] = []
    for _ in range(1 + source.below(5)):
        first, last = source.one(COMPOSED)
        composed = chr(first + source.below(last - first + 1))
        points += map(ord, ucd_3_2_0.normalize(source.one(("NFD", "NFD", "NFC")), composed))
        points += [source.one(FRAGILE)] if source.chance(3) else []
    return points
