"""Sequences that other layers map as a whole, where each code point alone is left as it is."""

import unicodedata
from collections.abc import Iterator, Mapping

from .vector import File, Vector, from_points

_LABEL = 59  # octets of an encoded form that no choice lets be refused
# For each script with compositions a pair, and the character that NFC makes of it.
COMPOSITIONS: Mapping[str, tuple[int, int, int]] = {
    "greek": (0x3B1, 0x301, 0x3AC),
    "cyrillic": (0x438, 0x306, 0x439),
    "arabic-madda": (0x627, 0x653, 0x622),
    "arabic-hamza": (0x6D5, 0x654, 0x6C0),
    "devanagari": (0x928, 0x93C, 0x929),
    "bengali": (0x9C7, 0x9BE, 0x9CB),
    "oriya": (0xB47, 0xB56, 0xB48),
    "tamil": (0xBC6, 0xBBE, 0xBCA),
    "telugu": (0xC46, 0xC56, 0xC48),
    "kannada": (0xCBF, 0xCD5, 0xCC0),
    "malayalam": (0xD46, 0xD3E, 0xD4A),
    "sinhala": (0xDD9, 0xDCA, 0xDDA),
    "myanmar": (0x1025, 0x102E, 0x1026),
    "hangul-to-lv": (0x1100, 0x1161, 0xAC00),
    "hangul-to-lvt": (0xAC00, 0x11A8, 0xAC01),
    "balinese": (0x1B05, 0x1B35, 0x1B06),
    "latin-two-marks": (0x1EA1, 0x302, 0x1EAD),
    "greek-iota-below": (0x1FBF, 0x301, 0x1FCE),
    "arrows": (0x2190, 0x338, 0x219A),
    "relations": (0x2208, 0x338, 0x2209),
    "equals-sign": (0x3D, 0x338, 0x2260),
    "hiragana": (0x304B, 0x3099, 0x304C),
    "katakana": (0x30CF, 0x309A, 0x30D1),
    "kaithi": (0x11099, 0x110BA, 0x1109A),
    "chakma": (0x11131, 0x11127, 0x1112E),
    "grantha": (0x11347, 0x1133E, 0x1134B),
    "tulu-tigalari": (0x11382, 0x113C9, 0x11383),
    "tirhuta": (0x114B9, 0x114BA, 0x114BB),
    "siddham": (0x115B8, 0x115AF, 0x115BA),
    "dives-akuru": (0x11935, 0x11930, 0x11938),
    "gurung-khema": (0x1611E, 0x1611E, 0x16121),
    "kirat-rai": (0x16D67, 0x16D67, 0x16D68),
}
# Of "do not emit" lists: what looks like one character, which is to be used in its place.
REPLACED: Mapping[str, tuple[int, ...]] = {
    "devanagari-aa": (0x905, 0x93E),
    "devanagari-eyelash-ra": (0x930, 0x94D, 0x200D),
    "bengali-aa": (0x985, 0x9BE),
    "gurmukhi-aa": (0xA05, 0xA3E),
    "tamil-shri": (0xBB8, 0xBCD, 0xBB0, 0xBC0),
    "sinhala-aa": (0xD85, 0xDCF),
    "khmer-da": (0x178F, 0x17D2, 0x178A),
    "arabic-alef-maksura-hamza": (0x649, 0x654),
    "latin-dotless-i-with-dot": (0x131, 0x307),
    "latin-l-with-middle-dot": (0x6C, 0xB7, 0x6C),
    "malayalam-chillu": (0xD28, 0xD4D, 0x200D),
    "bengali-khanda-ta": (0x9A4, 0x9CD, 0x200D),
    "myanmar-great-sa": (0x101E, 0x1039, 0x101E),
    "myanmar-vowel-first": (0x1031, 0x1000, 0x1031),
    "two-primes": (0x2032, 0x2032),
    "three-dots": (0x2E, 0x2E, 0x2E, 0xFC),
}
# Named sequences, standardized variants, tones: one character to the reader.
UNITS: Mapping[str, tuple[int, ...]] = {
    "latin-a-macron-grave": (0x100, 0x300),
    "latin-i-dot-acute": (0x69, 0x307, 0x301),
    "tones": (0x2E9, 0x2E5),
    "hiragana-bidakuon": (0x304B, 0x309A),
    "tamil-kssa": (0xB95, 0xBCD, 0xBB7, 0xBC8),
    "khmer-subscript": (0x1780, 0x17D2, 0x1780),
    "gurmukhi-bindi": (0xA15, 0xA4D, 0xA39),
    "zero-with-stroke": (0x30, 0xFE00, 0xFC),
    "han-variant": (0x4FAE, 0xFE00),
    "intersection-with-serifs": (0x2229, 0xFE00),
    "thai-sara-am": (0xE33, 0xE4D, 0xE32),
    "lao-am": (0xEB3, 0xECD, 0xEB2),
    "hangul-old-syllable": (0x1140, 0x119E, 0x11F0),
    "ideographic-description": (0x2FF0, 0x6C35, 0x4E2D),
    "han-iteration": (0x4EBA, 0x3005),
    "hiragana-iteration": (0x304B, 0x309D, 0x304B, 0x309E),
    "katakana-long-vowel": (0x30AB, 0x30FC, 0x304B, 0x30FC),
    "fraction": (0x31, 0x2044, 0x32),
    "ligatures": (0x6F, 0xFB03, 0x63, 0x65, 0xFB06),
    "square-units": (0x35, 0x2103, 0x338F, 0x33A1),
    "emoji-woman-health-worker": (0x1F469, 0x200D, 0x2695, 0xFE0F),
}
# Marks in another order than that of NFC and NFD, which sort them by class.
REORDERED: Mapping[str, tuple[int, ...]] = {
    "latin": (0x61, 0x302, 0x323, 0xE2, 0x323),
    "hebrew": (0x5E9, 0x5B8, 0x5C1, 0x5BC),
    "arabic": (0x628, 0x651, 0x64E),
    "devanagari": (0x915, 0x94D, 0x93C),
    "thai": (0xE01, 0xE48, 0xE38),
    "tibetan": (0xF40, 0xF74, 0xF71, 0xF72),
    "kana": (0x304B, 0x3099, 0x302A),
}
# Letters whose small or capital form depends on their neighbours, or is two letters.
CASED: Mapping[str, str] = {
    "sharp-s-among-capitals": "STRAßE",
    "capital-sharp-s-first": "ẞa",
    "sharp-s-doubled": "ßSS",
    "sigmas-capital": "ΣΑΣ ΟΔΟΣ",
    "sigma-small-at-the-end": "οδοσ",
    "sigma-final-inside": "ςας",
    "dotted-capital-i": "İI",
    "dotless-small-i": "ıi",
    "ligature-among-capitals": "DIJKSTRAĳ",
    "titlecase-digraph": "ǅUR",
    "iota-below-capital": "ᾼΙ",
}
# CONTEXTJ and CONTEXTO (RFC 5892): what IDNA allows beside some neighbours only, beside these and beside others.
IN_CONTEXT: Mapping[str, tuple[int, ...]] = {
    "middle-dot-between-l": (0x6C, 0xB7, 0x6C, 0xFC),
    "middle-dot-after-l": (0x6C, 0xB7, 0x61),
    "middle-dot-between-kana": (0x30A2, 0xB7, 0x30A4),
    "middle-dot-elsewhere": (0xB7, 0x61, 0xB7),
    "keraia-before-greek": (0x375, 0x3B1),
    "keraia-elsewhere": (0x61, 0x375),
    "geresh-after-hebrew": (0x5D0, 0x5F3),
    "geresh-elsewhere": (0x61, 0x5F3, 0x61),
    "gershayim-after-hebrew": (0x5D0, 0x5F4, 0x5D1),
    "gershayim-elsewhere": (0x5F4, 0x61),
    "katakana-dot-between-kana": (0x30A2, 0x30FB, 0x30A4),
    "katakana-dot-between-han": (0x4E2D, 0x30FB, 0x4E00),
    "katakana-dot-elsewhere": (0x61, 0x30FB, 0x62),
    "katakana-dot-alone": (0x30FB,),
    "arabic-indic-digits": (0x628, 0x660, 0x669),
    "extended-arabic-indic-digits": (0x628, 0x6F0, 0x6F9),
    "digits-of-both-kinds": (0x660, 0x6F0, 0x665, 0x6F5, 0x669, 0x6F9),
    "joiner-after-virama": (0xD15, 0xD4D, 0x200D),
    "joiner-elsewhere": (0x61, 0x200D, 0x628),
    "non-joiner-after-virama": (0x995, 0x9CD, 0x200C, 0x9B7),
    "non-joiner-elsewhere": (0x4E2D, 0x200C, 0x61),
}


def compositions() -> Iterator[Vector]:
    """The pair and then the one: composing and taking apart both show."""
    for name, (base, mark, one) in COMPOSITIONS.items():
        yield from_points(f"sequence-composition-{name}", (base, mark, ord("a"), one))


def every_composition() -> Iterator[Vector]:
    """All pairs of Unicode 3.2, whose table every version of Python has: those that NFC composes, and those that it only
    takes apart. As many as a label holds, in the order of what they compose to."""
    group: list[int] = []
    first = last = 0
    for one in range(0x110000):
        parts = unicodedata.ucd_3_2_0.decomposition(chr(one)).split()
        if len(parts) != 2 or parts[0].startswith("<"):  # a form of another character, or a singleton
            continue
        pair = [int(part, 16) for part in parts]
        if group and len(from_points("", [*group, *pair]).encoded or "") > _LABEL:
            yield compositions_of(first, last, group)
            group = []
        first, last = first if group else one, one
        group += pair
    yield compositions_of(first, last, group)


def compositions_of(first: int, last: int, pairs: list[int]) -> Vector:
    return from_points(f"sequence-pairs-of-{first:04x}-to-{last:04x}", pairs)


def reordered() -> Iterator[Vector]:
    for name, points in REORDERED.items():
        yield from_points(f"sequence-marks-out-of-order-{name}", points)


def replaced() -> Iterator[Vector]:
    for name, points in {**REPLACED, **UNITS}.items():
        yield from_points(f"sequence-{name}", points)


def cased() -> Iterator[Vector]:
    for name, text in CASED.items():
        yield from_points(f"sequence-{name}", map(ord, text), bug="text-case-folded")


# Two letters of each script in which U+200C and U+200D act on the letters beside them.
JOINING: Mapping[str, tuple[int, int]] = {
    "syriac": (0x712, 0x713),
    "nko": (0x7CA, 0x7CB),
    "mandaic": (0x841, 0x842),
    "bengali": (0x995, 0x9B7),
    "gurmukhi": (0xA15, 0xA39),
    "gujarati": (0xA95, 0xAB7),
    "oriya": (0xB15, 0xB37),
    "tamil": (0xB95, 0xBB7),
    "telugu": (0xC15, 0xC37),
    "kannada": (0xC95, 0xCB7),
    "malayalam": (0xD15, 0xD37),
    "sinhala": (0xD9A, 0xDC2),
    "tibetan": (0xF40, 0xF64),
    "myanmar": (0x1000, 0x1021),
    "khmer": (0x1780, 0x179F),
    "mongolian": (0x1820, 0x1828),
    "phags-pa": (0xA840, 0xA841),
    "rohingya": (0x10D00, 0x10D01),
    "adlam": (0x1E900, 0x1E922),
}


def joined() -> Iterator[Vector]:
    """A joiner between two letters, then a non-joiner: they are code points like any other."""
    for script, (one, other) in JOINING.items():
        yield from_points(f"joiners-{script}", [one, 0x200D, other, 0x200C, one], bug="invisible-characters-dropped")


# Unified ideographs that stand among the compatibility ones: no normalisation changes them.
UNIFIED = (0xFA0E, 0xFA0F, 0xFA11, 0xFA13, 0xFA14, 0xFA1F, 0xFA21, 0xFA23, 0xFA24, 0xFA27, 0xFA28, 0xFA29)


def unified() -> Iterator[Vector]:
    """A range of compatibility ideographs that is mapped as a whole changes these too."""
    yield from_points("unified-among-compatibility-ideographs", UNIFIED, bug="valid-code-point-refused")


def in_context() -> Iterator[Vector]:
    for name, points in IN_CONTEXT.items():
        yield from_points(f"context-{name}", points, bug="valid-code-point-refused")


FILE = File(
    "sequences",
    "Sequences that some layer maps to one character, or allows in one context only: pairs that normalisation composes, "
    "for each script that has such; sequences that Unicode names, or advises against; letters whose case depends on "
    "their neighbours; and what IDNA allows beside some letters. To Punycode all of them are code points.",
    "1.1",
    "text-normalised",
    (compositions, every_composition, reordered, replaced, cased, joined, unified, in_context),
)
