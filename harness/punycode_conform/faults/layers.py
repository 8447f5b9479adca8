"""Faults of doing what other layers do: text is altered on the way (1.1, 8)."""

import unicodedata
from functools import partial

from .fault import around
from .malleable import refuse

_stripped = partial(around, clause="1.1", bug="white-space-stripped")
_normalised = partial(around, clause="8", bug="text-normalised")
_folded = partial(around, clause="A", bug="text-case-folded")
_invisible = partial(around, clause="8", bug="invisible-characters-dropped")
_prefix = partial(around, clause="7.1", bug="ace-prefix-read")

FAULTS = (
    _stripped(
        "stripped-on-both-sides",
        "White space round the input is dropped on both sides.",
        text=str.strip,
        to_decode=str.strip,
    ),
    _stripped("stripped-encoder", "White space round the text is dropped.", text=str.strip),
    _stripped("stripped-decoder", "White space round the encoded string is dropped.", to_decode=str.strip),
    *(
        _stripped(
            f"trimmed-as-in-{language}",
            f"What trimming in {says} takes off is dropped at the ends of both inputs.",
            text=lambda s, blank=blank: s.strip(blank),
            to_decode=lambda s, blank=blank: s.strip(blank),
        )
        for language, says, blank in (
            ("c", "C", "\t\n\v\f\r "),
            ("go", "Go", "\t\n\v\f\r \x85\xa0"),
            ("java", "Java", "".join(map(chr, range(0x21)))),
            ("javascript", "JavaScript", "\t\n\v\f\r \xa0\u2028\u2029\u3000\ufeff"),
            ("php", "PHP", " \t\n\r\v\0"),
            ("sql", "SQL", " "),
        )
    ),
    _stripped(
        "newline-chopped",
        "A line feed at the end of the encoded string is dropped.",
        to_decode=lambda s: s.removesuffix("\n"),
    ),
    _stripped(
        "newline-refused",
        "A line feed in the text is refused: a dot in the pattern does not match it.",
        bug="literal-part-altered",
        like="URI::_punycode 5.17",
        text=lambda s: refuse() if "\n" in s else s,
    ),
    _stripped("newlines-translated", "CR LF in text becomes LF.", text=lambda s: s.replace("\r\n", "\n")),
    _stripped(
        "spaces-collapsed",
        "Two spaces in a row become one.",
        text=lambda s: s.replace("  ", " "),
    ),
    _stripped(
        "white-space-removed-decoder",
        "White space anywhere in the encoded string is dropped.",
        to_decode=lambda s: "".join(s.split()),
    ),
    _normalised("text-in-nfc", "Text is brought to NFC.", text=lambda s: unicodedata.normalize("NFC", s)),
    _normalised("text-in-nfd", "Text is brought to NFD.", text=lambda s: unicodedata.normalize("NFD", s)),
    _normalised("text-in-nfkc", "Text is brought to NFKC.", text=lambda s: unicodedata.normalize("NFKC", s)),
    _normalised("nfc-decoded", "Decoded text is brought to NFC.", decoded=lambda s: unicodedata.normalize("NFC", s)),
    _normalised(
        "nfd-decoded",
        "Decoded text is brought to NFD, as a file system does.",
        decoded=lambda s: unicodedata.normalize("NFD", s),
    ),
    _normalised(
        "nfkc-encoded",
        "The encoded string is brought to NFKC before it is decoded.",
        bug="non-ascii-digit-accepted",
        to_decode=lambda s: unicodedata.normalize("NFKC", s),
    ),
    _normalised(
        "singletons-mapped",
        "The Kelvin, Ohm and Angstrom signs become letters.",
        text=lambda s: s.translate({0x212A: 0x4B, 0x2126: 0x3A9, 0x212B: 0xC5}),
    ),
    _normalised(
        "full-width-narrowed",
        "Full-width ASCII becomes ASCII.",
        text=lambda s: s.translate({c: c - 0xFEE0 for c in range(0xFF01, 0xFF5F)}),
    ),
    _normalised("ideographic-full-stop-mapped", "U+3002 becomes a dot.", text=lambda s: s.replace("\u3002", ".")),
    _normalised(
        "conjoining-jamo-composed",
        "Conjoining Hangul jamo become syllables.",
        text=lambda s: unicodedata.normalize("NFC", s) if any("\u1100" <= c <= "\u11ff" for c in s) else s,
    ),
    _normalised(
        "presentation-forms-mapped",
        "Arabic presentation forms become letters.",
        text=lambda s: "".join(unicodedata.normalize("NFKC", c) if "\ufe70" <= c <= "\ufefc" else c for c in s),
    ),
    _normalised(
        "deprecated-replaced",
        "Deprecated letters become what Unicode prefers.",
        text=lambda s: s.translate({0x149: "\u02bcn", 0x673: "\u0627\u065f", 0x17A3: "\u17a2", 0x17A4: "\u17a2\u17b6"}),
    ),
    _normalised(
        "decimal-digits-mapped",
        "Decimal digits of all scripts become figures.",
        text=lambda s: "".join(str(unicodedata.decimal(c, c)) for c in s),
    ),
    _normalised("no-break-space-mapped", "U+00A0 becomes a space.", text=lambda s: s.replace("\xa0", " ")),
    _folded("case-folded", "Text is case-folded.", text=str.casefold),
    _folded("lower-cased", "Text is lower-cased.", text=str.lower),
    _folded(
        "non-ascii-lower-cased",
        "Non-basic code points are lower-cased.",
        text=lambda s: "".join(c if c < "\x80" else c.lower() for c in s),
    ),
    _folded(
        "latin-1-lower-cased",
        "U+00C0 to U+00DE are lower-cased.",
        text=lambda s: "".join(chr(ord(c) + 32) if "\xc0" <= c <= "\xde" and c != "\xd7" else c for c in s),
    ),
    _folded(
        "title-case-folded",
        "Letters in title case are folded.",
        text=lambda s: "".join(c.casefold() if unicodedata.category(c) == "Lt" else c for c in s),
    ),
    _folded("sharp-s-folded", "U+00DF becomes ss.", text=lambda s: s.replace("\xdf", "ss")),
    _folded("final-sigma-folded", "U+03C2 becomes U+03C3.", text=lambda s: s.replace("\u03c2", "\u03c3")),
    _folded("dotted-i-folded", "U+0130 becomes i.", text=lambda s: s.replace("\u0130", "i")),
    _folded("decoded-lower-cased", "Decoded text is lower-cased.", decoded=str.lower),
    _folded(
        "deseret-lower-cased",
        "Astral letters are lower-cased.",
        text=lambda s: "".join(c.lower() if c > "\uffff" else c for c in s),
    ),
    _invisible("soft-hyphen-dropped", "U+00AD is dropped.", text=lambda s: s.replace("\xad", "")),
    _invisible(
        "joiners-dropped", "U+200C and U+200D are dropped.", text=lambda s: s.translate({0x200C: None, 0x200D: None})
    ),
    _invisible(
        "variation-selectors-dropped",
        "U+FE00 to U+FE0F are dropped.",
        text=lambda s: s.translate(dict.fromkeys(range(0xFE00, 0xFE10))),
    ),
    _invisible(
        "variation-selectors-supplement-dropped",
        "U+E0100 to U+E01EF are dropped.",
        text=lambda s: s.translate(dict.fromkeys(range(0xE0100, 0xE01F0))),
    ),
    _invisible(
        "bidi-marks-dropped",
        "Bidirectional marks, embeddings and isolates are dropped.",
        text=lambda s: s.translate(
            dict.fromkeys([0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])
        ),
    ),
    _invisible(
        "annotation-characters-dropped",
        "U+FFF9 to U+FFFB are dropped.",
        text=lambda s: s.translate(dict.fromkeys(range(0xFFF9, 0xFFFC))),
    ),
    _invisible("zero-width-space-dropped", "U+200B is dropped.", text=lambda s: s.replace("\u200b", "")),
    _invisible("word-joiner-dropped", "U+2060 is dropped.", text=lambda s: s.replace("\u2060", "")),
    _invisible("bom-dropped", "U+FEFF at the start of text is dropped.", text=lambda s: s.removeprefix("\ufeff")),
    _invisible(
        "bom-dropped-decoder",
        "U+FEFF at the start of the encoded string is dropped.",
        to_decode=lambda s: s.removeprefix("\ufeff"),
    ),
    _invisible(
        "bom-dropped-result",
        "U+FEFF at the start of decoded text is dropped.",
        decoded=lambda s: s.removeprefix("\ufeff"),
    ),
    _invisible(
        "tags-dropped",
        "U+E0000 to U+E007F are dropped.",
        text=lambda s: s.translate(dict.fromkeys(range(0xE0000, 0xE0080))),
    ),
    _invisible(
        "soft-hyphen-dropped-decoder",
        "U+00AD in the encoded string is dropped.",
        to_decode=lambda s: s.replace("\xad", ""),
    ),
    _prefix(
        "prefix-added",
        "The encoder writes xn-- before what is not ASCII.",
        encoded=lambda s: s if s.endswith("-") else "xn--" + s,
    ),
    _prefix("prefix-stripped", "The decoder takes xn-- off.", to_decode=lambda s: s.removeprefix("xn--")),
    _prefix(
        "prefix-stripped-in-any-case",
        "The decoder takes XN-- off.",
        to_decode=lambda s: s[4:] if s[:4] == "XN--" else s,
    ),
    _prefix(
        "prefix-both-ways",
        "The encoder writes xn--, and the decoder takes it off if it is there.",
        encoded=lambda s: "xn--" + s,
        to_decode=lambda s: s.removeprefix("xn--"),
    ),
    _prefix(
        "prefixed-text-unchanged",
        "The encoder returns text that begins with xn-- as it is.",
        encoded=lambda s: s[:-1] if s.startswith("xn--") and s.endswith("-") else s,
    ),
    _prefix(
        "prefixed-result-refused",
        "The decoder refuses a result that begins with xn--.",
        like="ada-url/ada",
        decoded=lambda s: refuse() if s.startswith("xn--") else s,
    ),
    _prefix(
        "third-and-fourth-hyphen-refused",
        "Text with hyphens in third and fourth place is refused.",
        text=lambda s: refuse() if s[2:4] == "--" else s,
    ),
)
