"""Characters by what Unicode says of them: each property that some layer maps or drops characters by."""

import unicodedata
from collections.abc import Iterator, Mapping

from .vector import File, Vector, from_points

_MANY = 120  # an encoder takes as many passes over as many code points
# A few members of each class. They are written down, since properties grow with each version of Unicode.
DECOMPOSED: Mapping[str, tuple[int, ...]] = {
    "no-break": (0xA0, 0xF0C, 0x2007, 0x2011, 0x202F),
    "compat": (0xA8, 0x132, 0x140, 0x1C4, 0x2002, 0x2024, 0x2100, 0x2160, 0x2474, 0x2F00, 0x3131, 0xFB00),
    "super": (0xAA, 0xB2, 0xBA, 0x2B0, 0x2070, 0x2122, 0x3192, 0xA770),
    "sub": (0x1D62, 0x2080, 0x2090, 0x2C7C),
    "fraction": (0xBC, 0xBE, 0x2150, 0x215F, 0x2189),
    "font": (0x2102, 0x210E, 0xFB20, 0x1D400, 0x1D7CE, 0x1EE00),
    "circle": (0x2460, 0x24B6, 0x24EA, 0x3251, 0x32D0, 0x1F12B),
    "wide": (0x3000, 0xFF01, 0xFF10, 0xFF21, 0xFF41, 0xFFE0),
    "narrow": (0xFF61, 0xFF71, 0xFFA1, 0xFFC2, 0xFFE8),
    "small": (0xFE50, 0xFE58, 0xFE63, 0xFE6B),
    "square": (0x3300, 0x3371, 0x33FF, 0x1F130, 0x1F200),
    "vertical": (0x309F, 0x30FF, 0xFE10, 0xFE30, 0xFE47),
    "isolated": (0xFB50, 0xFE70, 0xFE80, 0xFEB1, 0xFEFB),
    "initial": (0xFB54, 0xFE8B, 0xFEB3, 0xFEDF),
    "medial": (0xFB55, 0xFE77, 0xFE8C, 0xFEB4),
    "final": (0xFB51, 0xFE82, 0xFEB2, 0xFEDE, 0xFEFC),
}
CHANGED: Mapping[str, tuple[int, ...]] = {
    "singletons": (0x340, 0x343, 0x374, 0x37E, 0x387, 0x1F71, 0x1FBE, 0x1FEF, 0x2000, 0x2126, 0x212A, 0x232A),
    "singletons-of-han": (0xF900, 0xFA30, 0xFAD9, 0x2F800, 0x2FA1D),
    "composition-exclusions": (0x344, 0x958, 0x9DC, 0xF43, 0x2ADC, 0xFB1D, 0xFB4E, 0x1D15E),
    "deprecated": (0x149, 0x673, 0xF77, 0xF79, 0x17A3, 0x17A4, 0x206A, 0x206F, 0x2329, 0xE0001),
}
FOLDED: Mapping[str, tuple[int, ...]] = {
    "longer": (0xDF, 0x130, 0x1F0, 0x390, 0x1E96, 0x1E9E, 0x1F80, 0xFB05, 0xFB17),
    "alike": (0xB5, 0x131, 0x17F, 0x345, 0x3C2, 0x3D0, 0x1C80, 0x1E9B, 0x212B),
    "title-case": (0x1C5, 0x1F2, 0x1F88, 0x1FFC),
    "upwards": (0x13F8, 0xAB70, 0xABBF),
    "of-late-scripts": (0x10A0, 0x1C90, 0x2C00, 0x10400, 0x104B0, 0x118A0, 0x1E900),
}
DROPPED: Mapping[str, tuple[int, ...]] = {
    "ignorable": (0xAD, 0x34F, 0x61C, 0x115F, 0x17B4, 0x180B, 0x180F, 0x200B, 0x2060, 0x2065, 0x206A, 0xFFF0),
    "ignorable-beyond": (0x1BCA0, 0x1D173, 0xE0000, 0xE0001, 0xE007F, 0xE0100, 0xE0FFF),
    "specials": (0xFFF9, 0xFFFA, 0xFFFB, 0xFFFC, 0xFFFD),
    "white-space": (0x85, 0xA0, 0x1680, 0x2000, 0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000),
}
MAPPED: Mapping[str, tuple[int, ...]] = {
    "decimal-digits": (0x660, 0x6F1, 0x966, 0xE50, 0x1040, 0x17E0, 0xA620, 0xFF10, 0x104A0, 0x1D7D8),
    "dashes": (0x58A, 0x5BE, 0x2010, 0x2014, 0x2015, 0x2212, 0x301C, 0xFE58, 0xFF0D, 0x10EAD),
    "quotation-marks": (0xAB, 0x2018, 0x2019, 0x201C, 0x201E, 0x2039, 0x300C, 0xFF02),
    "mirrored": (0x2208, 0x2264, 0x27E8, 0x2A79, 0xFF08, 0x1D6DB),
}
REFUSED: Mapping[str, tuple[int, ...]] = {
    "unassigned": (0x378, 0x5FF, 0x2FE0, 0x10FFF, 0x40000, 0x90000, 0xDFFFD),
    "private-use": (0xE000, 0xF8FF, 0xF0000, 0xFFFFD, 0x100000, 0x10FFFD),
    "noncharacters": (0xFDD0, 0xFDE0, 0xFDEF, 0xFFFE, 0x1FFFF, 0x8FFFE, 0x10FFFE),
}


def decomposed() -> Iterator[Vector]:
    """Compatibility decompositions, by their type."""
    yield from each("decomposed", DECOMPOSED, "text-normalised")


def changed() -> Iterator[Vector]:
    """Characters that every form of normalisation changes, and deprecated ones."""
    yield from each("changed", CHANGED, "text-normalised")


def folded() -> Iterator[Vector]:
    """Case folding: what becomes longer, what becomes the same as another letter, title case, small letters that fold to
    capitals, and scripts whose pairs came late."""
    yield from each("folded", FOLDED, "text-case-folded")


def dropped() -> Iterator[Vector]:
    """Characters that are ignored, not shown, or treated as a space."""
    yield from each("dropped", DROPPED, "invisible-characters-dropped")


def mapped() -> Iterator[Vector]:
    """Characters that are mapped to ASCII for their meaning or their looks, or to the other of a pair."""
    yield from each("mapped", MAPPED, "text-normalised")


def refused() -> Iterator[Vector]:
    """Code points that programs refuse because they are no characters."""
    yield from each("refused", REFUSED, "valid-code-point-refused")


def every_decomposed() -> Iterator[Vector]:
    """Every code point that Unicode 3.2 decomposes; every version of Python has its table. The strings are longer than a
    label, so a codec may refuse them, but a codec that maps one of the characters gives a wrong answer."""
    found = [c for c in range(0x80, 0x110000) if unicodedata.ucd_3_2_0.decomposition(chr(c))]
    for start in range(0, len(found), _MANY):
        some = found[start : start + _MANY]
        yield from_points(f"decomposed-{some[0]:04x}-to-{some[-1]:04x}", some, bug="text-normalised")


def each(family: str, classes: Mapping[str, tuple[int, ...]], bug: str) -> Iterator[Vector]:
    """A string for each class, with a letter between any two."""
    for name, members in classes.items():
        points = [c for member in members for c in (member, ord("a"))][:-1]
        vector = from_points(f"property-{family}-{name}", points, bug=bug)
        if len(vector.encoded or "") > 59:
            raise SystemExit(f"{vector.id} is longer than a label, so that a codec may refuse it")
        yield vector


FILE = File(
    "properties",
    "A few characters of each class that normalisation, folding, filtering or other layers know: Punycode codes them as "
    "they are. Each string of a class fits a label, so that no choice lets it be refused. At the end is every code point "
    "that has a decomposition.",
    "1.1",
    "",
    (decomposed, changed, folded, dropped, mapped, refused, every_decomposed),
)
