"""Code points and words that codecs get wrong, and texts of them: the input of encode cases.

A source of decisions makes each choice, so equal keys make equal texts on every platform and version of Python.
"""

import hashlib
from collections.abc import Callable, Sequence
from typing import TypeVar

from ..suite.oracle import MAX_UNICODE

_T = TypeVar("_T")
_FIRST = 256  # bytes that are drawn at once; most cases need fewer


class Source:
    """Decisions that a few integers determine, without end; ``first`` are bytes of a fuzzer that decide before them."""

    def __init__(self, *key: int, first: bytes = b"") -> None:
        digest = hashlib.shake_128(" ".join(map(str, key)).encode()).digest
        self._digest: Callable[[int], bytes] = lambda size: first + digest(size)
        self._data, self._position = self._digest(_FIRST), 0

    def below(self, bound: int) -> int:
        """An integer from 0 to ``bound`` - 1."""
        start = self._position
        end = self._position = start + (1 if bound <= 256 else ((bound - 1).bit_length() + 7) // 8)
        if end > len(self._data):
            self._data = self._digest(2 * end)  # made from its beginning each time, so its length doubles
        return int.from_bytes(self._data[start:end], "big") % bound

    def one(self, of: Sequence[_T]) -> _T:
        """One of a sequence; repeat an element to make it likelier."""
        return of[self.below(len(of))]

    def chance(self, of: int) -> bool:
        """True once in ``of`` times."""
        return self.below(of) == of - 1


def listed(text: str) -> tuple[int, ...]:
    """The code points of hexadecimal numbers."""
    return tuple(int(word, 16) for word in text.split())


def _ranges(text: str) -> tuple[range, ...]:
    """The ranges of ``first-last``."""
    pairs = (word.partition("-") for word in text.split())
    return tuple(range(int(first, 16), int(last, 16) + 1) for first, _, last in pairs)


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
_SIGNS = r"""
$HOME ${HOME} $PATH $1 $$ $(a) `a` ~ ~/a * ? !! !a #a ; | & > <a && {a,b} [a-z] %PATH% %HOME% ^a @a %s %d %% %n %1 {}
{0} {a} {{a}} {%a%} #{a} <%=a%> <?a?> [[a]] @@a@@ __a__ :a: \(a) -n -e -- --a - \(a) /? //a /*a*/ <!--a--> 'a' "a" ''
"" `` ' " \' \" \n \t \r \0 \\ \a \x41 \u0041 \101 \u{41} \N{TILDE} %41 %00 %2d %20 %C3%BC %u0041 + a+b &amp; &lt;
&#65; &#x41; &nbsp; &auml; &a; & =3D =41 =?utf-8?q?a?= +AGE- +- ??= ^A _x0041_ #x41 U+0041 <b> </b> <br/> ]]> **a**
_a_ [a](b) a@b.c http://a/ a.b .. ../ ./a ?a=b . / \ : = a:b (c) ... -> != :-) .* ^ $ \d \1 [^a] (?i) a|b % _ =1+1 1/2
xn-- XN-- Xn-- xn--tda xn- bq-- ab--c -a a- --- a--b tda- -tda
"""
SIGNS = (
    *_SIGNS.split(),
    *("\\\n", "=\r\n", "\\ ", "\r\n.\r\n", "\n.", "\nFrom ", "\r\n a", " ", "  ", "\t", "\n", "\r", "\r\n", "\x0b"),
    *("\x0c", "\x00", "\x00a", "\x01", "\x04", "\x08", "a\x08", "\x1a", "\x1b", "\x1b[0m", "\x1c", "\x1d", "\x1e"),
    *("\x1f", "\x7f", "\n\n", " \n", "\ta"),
)
# Whole texts that programs read as nothing, as a truth, as a member of every object, as a number, a date or an option.
_VALUES = """
true false null yes no True False TRUE FALSE on off y n NULL nil None undefined NaN nan inf Infinity -inf N/A
constructor toString valueOf hasOwnProperty __proto__ prototype __class__ length =1+1 @a +a ~ -n -h --help -- [] {} ()
'' 0 .. . 1 7 00 007 010 100 1024 2147483648 9007199254740993 18446744073709551617 -1 +1 1.0 1.50 .5 5. 1e5 1E-5 0x1F
0b11 0o7 1_000 1,000 10% 1/2 1n 1L 1:1:1 1:30 2-13 2020-01-13 2020-01-13T00:00:00Z 1/2/2020 1.2.3 127.0.0.1 ::1 -5 -0
00.5 1e400
"""
VALUES = (*_VALUES.split(), " 1", "1 ", " 5", "0 ")


def special(source: Source) -> int:
    """A non-basic code point, more often than not one that some codec has got wrong."""
    return (
        source.one(source.one((FRAGILE, FRAGILE, EDGES, EDGES, SURROGATES)))
        if source.below(4)
        else source.one(source.one(BLOCKS))
    )


def size(source: Source) -> int:
    """A small number; every code point count up to seventy comes up."""
    return 1 + source.below(source.one((3, 6, 6, 14, 6, 14, 6, 70)))


def basics(source: Source) -> list[int]:
    """Basic code points for a literal part."""
    kind = source.below(12)
    if kind < 3:
        return []
    if kind < 6:
        return [0x61 + source.below(26) for _ in range(size(source))]
    if kind < 8:
        return words(source)
    if kind < 10:
        return [source.one(b"abz019AZ-") for _ in range(size(source))]
    if kind < 11:
        return [source.below(0x80) for _ in range(size(source))]
    return [0x2D] * (1 + source.below(4))


def words(source: Source) -> list[int]:
    """A word that means something elsewhere, many at once, or a text that some layer changes as a whole."""
    if source.chance(3):
        return list(map(ord, source.one(VALUES)))
    between = source.one(("", " ", "a", "-", "\n"))
    return list(map(ord, between.join(source.one(SIGNS) for _ in range(1 + source.below(2) * source.below(20)))))


def text(source: Source) -> list[int]:
    """A text to encode, nearly always of Unicode's code points: which ones, how many, in which order, between what."""
    if source.chance(16):
        return basics(source)
    points = _drawn(source)
    order = source.below(6)
    points = sorted(points, reverse=order == 1) if order < 2 else points
    for c in basics(source)[:80] if source.below(2) else ():
        points.insert(source.below(len(points) + 1), c)
    if source.chance(8):  # something at an end that could be stripped, or that means something there
        edge = [source.one(TRIMMED)] if source.below(3) else [*source.one((b"xn--", b"XN--", b"Xn--", b"-"))]
        points = points + edge if source.below(2) else edge + points
    return [*points, source.one(BEYOND)] if source.chance(100) else points


def _drawn(source: Source) -> list[int]:
    """Code points of one alphabet: many of few, neighbours, or different ones."""
    count = 16 + source.below(285) if source.chance(16) else size(source)
    kind = source.below(7)
    if kind < 1:  # a run with steps of one
        start = special(source)
        return [min(start + step, MAX_UNICODE) for step in range(count)]
    if kind < 3:
        # Letters of one word are near each other, which makes the short deltas of real names.
        alphabet: Sequence[int] = source.one(BLOCKS)[: source.one((30, 4, 1 << 21))]
    else:
        alphabet = (*FRAGILE, *b"aeoinIOSs K") if kind < 4 else [special(source) for _ in range(1 + source.below(8))]
    return [source.one(alphabet) for _ in range(count)]
