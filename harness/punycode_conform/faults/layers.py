"""Faults of doing the work of other layers (1.1, 8), and of taking text for data of some language (3.1)."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import partial

from .fault import Row, both, replacing, row
from .malleable import refusing, replaced

_stripped = replacing("text", "1.1", "white-space-stripped")
_form_stripped = replacing("to_decode", "6.2", "white-space-stripped")
_normalised = replacing("text", "8", "text-normalised")
_result_normalised = replacing("decoded", "8", "text-normalised")
_folded = replacing("text", "A", "text-case-folded")
_prefix = partial(row, clause="7.1", bug="ace-prefix-read")
_altered = replacing("text", "3.1", "literal-part-altered")

_nfc = partial(unicodedata.normalize, "NFC")
_nfd = partial(unicodedata.normalize, "NFD")
_nfkc = partial(unicodedata.normalize, "NFKC")


def _invisible(says: str, code_points: Iterable[int], step: str = "text") -> Row:
    return replacing(step, "8", "invisible-characters-dropped")(says, lambda s: s.translate(dict.fromkeys(code_points)))


def _bom_dropped(says: str, step: str) -> Row:
    return replacing(step, "8", "invisible-characters-dropped")(says, lambda s: s.removeprefix("\ufeff"))


def _each(change: Callable[[str], str], applies: Callable[[str], bool]) -> Callable[[str], str]:
    return lambda s: "".join(change(c) if applies(c) else c for c in s)


def _whole(pattern: str, change: Callable[[str], str]) -> Callable[[str], str]:
    return lambda s: change(s) if re.fullmatch(pattern, s) else s


def _trimmed(which: str, blank: str) -> Row:
    says = f"At the ends of the input {which} are dropped."
    return row(says, "1.1", "white-space-stripped", **both(lambda s: s.strip(blank)))


_MEMBERS = {"constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf", "__proto__"}


def _missing(s: str) -> str:
    """A lookup in an object that has members of its own."""
    if s in _MEMBERS:
        raise TypeError("a function is no string")
    return s


def _unwrapped(what: str, left: str, right: str) -> Row:
    says = f"The decoder takes off {what} around the encoded string."
    wrapped = re.escape(left) + "(?s:.*)" + re.escape(right)
    return row(says, "6.2", "non-digit-accepted", to_decode=_whole(wrapped, lambda s: s[1:-1]))


FAULTS: dict[str, Row] = {
    # White space
    "stripped-on-both-sides": _stripped("White space round the input is dropped.", str.strip, to_decode=str.strip),
    "stripped-encoder": _stripped("White space round the text is dropped.", str.strip),
    "stripped-decoder": _form_stripped("White space round the encoded string is dropped.", str.strip),
    "trimmed-as-in-c": _trimmed("U+0009 to U+000D and spaces", "\t\n\v\f\r "),
    "trimmed-as-in-go": _trimmed("U+0009 to U+000D, spaces, U+0085 and U+00A0", "\t\n\v\f\r \x85\xa0"),
    "trimmed-as-in-java": _trimmed("U+0000 to U+0020", "".join(map(chr, range(0x21)))),
    "trimmed-as-in-javascript": _trimmed(
        "U+0009 to U+000D, spaces, U+00A0, U+2028, U+2029, U+3000 and U+FEFF", "\t\n\v\f\r \xa0\u2028\u2029\u3000\ufeff"
    ),
    "trimmed-as-in-php": _trimmed("NUL, U+0009 to U+000B, U+000D and spaces", " \t\n\r\v\0"),
    "trimmed-as-in-sql": _trimmed("spaces", " "),
    "newline-chopped": _form_stripped("The decoder drops a line feed at the end.", lambda s: s.removesuffix("\n")),
    "newline-refused": _stripped(
        "A line feed in the text is refused, as by a pattern whose dot does not match it.",
        refusing(lambda s: "\n" in s),
        bug="literal-part-altered",
    ),
    "newlines-translated": _stripped("CR LF in text becomes LF.", replaced("\r\n", "\n")),
    "spaces-collapsed": _stripped("Two spaces in a row become one.", replaced("  ", " ")),
    "white-space-removed-decoder": _form_stripped(
        "The decoder drops white space anywhere.", lambda s: "".join(s.split())
    ),
    # Normalisation
    "text-in-nfc": _normalised("Text is brought to NFC.", _nfc),
    "text-in-nfd": _normalised("Text is brought to NFD.", _nfd),
    "text-in-nfkc": _normalised("Text is brought to NFKC.", _nfkc),
    "nfc-decoded": _result_normalised("Decoded text is brought to NFC.", _nfc),
    "nfd-decoded": _result_normalised("Decoded text is brought to NFD, as a file system does.", _nfd),
    "nfkc-encoded": row("The decoder brings its input to NFKC.", "8", "non-ascii-digit-accepted", to_decode=_nfkc),
    "singletons-mapped": _normalised(
        "The Kelvin, Ohm and Angstrom signs become letters.",
        lambda s: s.translate({0x212A: 0x4B, 0x2126: 0x3A9, 0x212B: 0xC5}),
    ),
    "full-width-narrowed": _normalised(
        "Full-width ASCII becomes ASCII.", _each(lambda c: chr(ord(c) - 0xFEE0), lambda c: "\uff01" <= c <= "\uff5e")
    ),
    "ideographic-full-stop-mapped": _normalised("U+3002 becomes a dot.", replaced("\u3002", ".")),
    "conjoining-jamo-composed": _normalised(
        "Text with conjoining jamo is brought to NFC.",
        lambda s: _nfc(s) if any("\u1100" <= c <= "\u11ff" for c in s) else s,
    ),
    "presentation-forms-mapped": _normalised(
        "U+FE70 to U+FEFC become NFKC.", _each(_nfkc, lambda c: "\ufe70" <= c <= "\ufefc")
    ),
    "deprecated-replaced": _normalised(
        "Deprecated letters become what Unicode prefers.",
        lambda s: s.translate({0x149: "\u02bcn", 0x673: "\u0627\u065f", 0x17A3: "\u17a2", 0x17A4: "\u17a2\u17b6"}),
    ),
    "decimal-digits-mapped": _normalised(
        "Decimal digits of all scripts become figures.", _each(lambda c: str(unicodedata.decimal(c)), str.isdecimal)
    ),
    "no-break-space-mapped": _normalised("U+00A0 becomes a space.", replaced("\xa0", " ")),
    # Case
    "case-folded": _folded("Text is case-folded.", str.casefold),
    "lower-cased": _folded("Text is lower-cased.", str.lower),
    "non-ascii-lower-cased": _folded("Non-basic code points are lower-cased.", _each(str.lower, lambda c: c >= "\x80")),
    "latin-1-lower-cased": _folded(
        "U+00C0 to U+00DE are lower-cased.", _each(str.lower, lambda c: "\xc0" <= c <= "\xde")
    ),
    "title-case-folded": _folded(
        "Letters in title case are folded.", _each(str.casefold, lambda c: unicodedata.category(c) == "Lt")
    ),
    "sharp-s-folded": _folded("U+00DF becomes ss.", replaced("\xdf", "ss")),
    "final-sigma-folded": _folded("U+03C2 becomes U+03C3.", replaced("\u03c2", "\u03c3")),
    "dotted-i-folded": _folded("U+0130 becomes i.", replaced("\u0130", "i")),
    "decoded-lower-cased": row("Decoded text is lower-cased.", "A", "text-case-folded", decoded=str.lower),
    "deseret-lower-cased": _folded("Astral letters are lower-cased.", _each(str.lower, lambda c: c > "\uffff")),
    # Invisible characters
    "soft-hyphen-dropped": _invisible("U+00AD is dropped.", [0xAD]),
    "joiners-dropped": _invisible("U+200C and U+200D are dropped.", [0x200C, 0x200D]),
    "variation-selectors-dropped": _invisible("U+FE00 to U+FE0F are dropped.", range(0xFE00, 0xFE10)),
    "variation-selectors-supplement-dropped": _invisible("U+E0100 to U+E01EF are dropped.", range(0xE0100, 0xE01F0)),
    "bidi-marks-dropped": _invisible(
        "The encoder drops bidirectional marks, embeddings, overrides and isolates.",
        [0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)],
    ),
    "annotation-characters-dropped": _invisible("U+FFF9 to U+FFFB are dropped.", range(0xFFF9, 0xFFFC)),
    "zero-width-space-dropped": _invisible("U+200B is dropped.", [0x200B]),
    "word-joiner-dropped": _invisible("U+2060 is dropped.", [0x2060]),
    "bom-dropped": _bom_dropped("U+FEFF at the start of text is dropped.", "text"),
    "bom-dropped-decoder": _bom_dropped("U+FEFF at the start of the encoded string is dropped.", "to_decode"),
    "bom-dropped-result": _bom_dropped("U+FEFF at the start of decoded text is dropped.", "decoded"),
    "tags-dropped": _invisible("U+E0000 to U+E007F are dropped.", range(0xE0000, 0xE0080)),
    "soft-hyphen-dropped-decoder": _invisible("U+00AD in the encoded string is dropped.", [0xAD], "to_decode"),
    # The prefix of IDNA
    "prefix-added": _prefix(
        "The encoder adds xn-- unless the encoded form ends with a hyphen.",
        encoded=lambda s: s if s.endswith("-") else "xn--" + s,
    ),
    "prefix-stripped": _prefix("The decoder takes xn-- off.", to_decode=lambda s: s.removeprefix("xn--")),
    "prefix-stripped-in-any-case": _prefix(
        "The decoder takes xn-- off, in either case.", to_decode=lambda s: s[4 * (s[:4].lower() == "xn--") :]
    ),
    "prefix-both-ways": _prefix(
        "The encoder writes xn--, and the decoder takes it off if it is there.",
        encoded=lambda s: "xn--" + s,
        to_decode=lambda s: s.removeprefix("xn--"),
    ),
    "prefixed-text-unchanged": _prefix(
        "The encoder returns basic text that begins with xn-- as it is.",
        encoded=lambda s: s.removesuffix("-") if s.startswith("xn--") else s,
    ),
    "prefixed-result-refused": _prefix(
        "The decoder refuses a result that begins with xn--.", decoded=refusing(lambda s: s.startswith("xn--"))
    ),
    "third-and-fourth-hyphen-refused": _prefix(
        "Text with hyphens in its third and fourth place is refused.", text=refusing(lambda s: s[2:4] == "--")
    ),
    # Text taken for data
    "double-quotes-taken-off": _unwrapped("double quotes", '"', '"'),
    "single-quotes-taken-off": _unwrapped("single quotes", "'", "'"),
    "angle-brackets-taken-off": _unwrapped("angle brackets", "<", ">"),
    "parentheses-taken-off": _unwrapped("parentheses", "(", ")"),
    "brackets-taken-off": _unwrapped("brackets", "[", "]"),
    "leading-zeros-lost": _altered(
        "Leading zeros of a text of figures are lost.", _whole("[0-9]+", lambda s: str(int(s)))
    ),
    "leading-zeros-lost-decoder": row(
        "Leading zeros of decoded text that is a number are lost.",
        "3.1",
        "literal-part-altered",
        decoded=_whole("[0-9]+", lambda s: str(int(s))),
    ),
    "fractions-reformatted": _altered(
        "Text that is a decimal fraction is reformatted: 1.50 becomes 1.5.",
        _whole("[0-9]+[.][0-9]+", lambda s: str(float(s))),
    ),
    "exponents-worked-out": _altered(
        "Text like 1e3 becomes 1000.", _whole("[0-9]+e[0-9]+", lambda s: str(int(float(s))))
    ),
    "truth-values-capitalised": _altered(
        "The text true or false gets a capital.", _whole("true|false", str.capitalize)
    ),
    "truth-values-read": _altered(
        "yes and no become true and false.", lambda s: {"yes": "true", "no": "false"}.get(s, s)
    ),
    "nulls-emptied": _altered("null, None, nil or NaN becomes empty text.", _whole("null|None|nil|NaN", lambda s: "")),
    "members-found": _altered("The encoder crashes for names of an object's members, as constructor.", _missing),
    "members-found-decoder": row(
        "The decoder crashes for an encoded form that is the name of an object's member, such as constructor.",
        "3.1",
        "undeclared-error",
        to_decode=_missing,
    ),
    "great-numbers-rounded": _altered(
        "Text of 17 or more figures is rounded as a floating-point number is.",
        _whole("[1-9][0-9]{16,}", lambda s: str(int(float(s)))),
    ),
    "signs-lost": _altered("Text like +5 becomes 5.", _whole("[+][0-9]+", lambda s: s[1:])),
    "dates-read": _altered(
        "1-2 and the like become 44563, as a day.", _whole("[0-9]{1,2}-[0-9]{1,2}", lambda s: "44563")
    ),
    "options-read": _altered("-n, -e or -E becomes the empty string, as with echo.", _whole("-[neE]", lambda s: "")),
    "comments-left-out": _altered("# and what follows it are dropped, as a comment.", lambda s: s.partition("#")[0]),
    "tags-left-out": _altered("Angle brackets and what is in them are dropped.", lambda s: re.sub("<[^>]*>", "", s)),
    "quotes-undoubled": _altered("Two quotes become one.", lambda s: s.replace('""', '"').replace("''", "'")),
    "places-filled": _altered("%s is dropped, as the place of a value.", replaced("%s", "")),
    "variables-expanded": _altered("$HOME becomes a path.", replaced("$HOME", "/home/me")),
    "home-expanded": _altered(
        "~ becomes a path at the start of text, alone or before a slash.",
        _whole("~(/.*)?", lambda s: "/home/me" + s[1:]),
    ),
    "formulas-guarded": _altered(
        "Text that begins with = or @ gets an apostrophe.", _whole("[=@].*", lambda s: "'" + s)
    ),
}
