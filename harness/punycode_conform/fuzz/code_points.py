"""Code points that codecs get wrong, and sequences of them: the input of encode cases."""

from collections.abc import Sequence
from unicodedata import ucd_3_2_0  # of one version for ever, so that every Python makes the same cases

from ..suite.oracle import MAX_UNICODE
from . import words
from .randomness import Source


def listed(text: str) -> tuple[int, ...]:
    """The code points of hexadecimal numbers."""
    return tuple(int(word, 16) for word in text.split())


def _ranges(text: str) -> tuple[tuple[int, int], ...]:
    """First and last code points of ``first-last``."""
    return tuple((int(first, 16), int(last, 16)) for first, _, last in (word.partition("-") for word in text.split()))


# Where a width, an encoding or a class of characters begins or ends.
EDGES = listed("""
80 81 FF 100 7FF 800 FFF 1000 3FFF 7FFF 8000 D7FE D7FF E000 E001 F8FF FDCF FDD0 FDEF FDF0 FFEF FFFD FFFE FFFF 10000
10001 1FFFE 1FFFF 20000 3FFFF DFFFF E0000 EFFFF F0000 FFFFD FFFFF 100000 10FFFD 10FFFE 10FFFF
""")
SURROGATES = listed("D800 D801 D83D D87F D880 DBFF DC00 DC01 DE00 DFEF DFF0 DFFE DFFF")
BEYOND = (0x110000, 0x110001, 0x1FFFFF, 0x200000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
# Blocks of scripts, planes and classes.
BLOCKS = _ranges("""
80-FF 100-24F 370-3FF 400-4FF 5D0-5EA 620-64A 905-939 E01-E3A 3041-3096 30A1-30FA 4E00-9FFF AC00-D7A3 E000-F8FF
10000-100FF 1F300-1F64F 20000-2A6DF E0100-E01EF F0000-10FFFF 80-9F 80-FFFF 80-10FFFF 30000-DFFFF
""")
# Characters that a layer above or a careless library changes: folded, mapped, normalised, dropped, stripped. Then those that
# are allowed in some contexts only (RFC 5892), ignorable by default, deprecated, annotations, descriptions.
FRAGILE = listed("""
85 91 A0 AA AD B5 C0 C5 DC DF E4 E9 FC 130 131 17F 1C4 1C5 300 301 308 30A 327 340 345 34F 37E 387 391 3A3 3C2 3C3 410
430 585 5B0 61C 640 64B 660 6F0 958 966 1100 1161 11A8 1680 180E 1E9E 1E9B 2000 2009 200B 200C 200D 200E 200F 2010
2011 2028 2029 202E 2044 2060 2066 2069 2126 212A 212B 2160 2170 2212 2F00 3000 3002 3042 304C 3099 3164 4E00 AB70
AC00 AC01 F900 FB01 FE00 FE0E FE0F FEFF FF01 FF0D FF0E FF10 FF21 FF41 FF61 FF76 FFFC 10400 10428 1D15E 1D400 1F600
2F800 E0001 E0020 E0061 E007F E0100 E01EF B7 375 5F3 5F4 30FB 115F 1160 17B4 17B5 180B 180C 180D FFA0 1BCA0 1D173 149
673 F77 17A3 206A 206F 2329 232A FFF9 FFFA FFFB 2FF0 2FFB
""")
# White space and what looks like none, dots and full stops: they are stripped from the ends of a text.
TRIMMED = listed("""
20 9 A D 0 2E B C 1A 1C 1D 1E 1F 85 A0 AD 1680 180E 2000 2003 200A 200B 200C 200D 200E 200F 2028 2029 2060 3000 3002
FEFF FEFF FF0E FF61
""")
# Blocks with many characters that are a letter and a mark to a layer that decomposes them.
COMPOSED = _ranges("""
C0-17E 1CD-233 386-3CE 400-4F9 622-626 929-95F 9CB-B5D B94-DDE F43-FB9 1E00-1EF9 1F00-1FFC 219A-22ED 304C-30FE
AC00-D7A3 F900-FB4E 1D15E-1D1C0 2F800-2FA1D
""")
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
