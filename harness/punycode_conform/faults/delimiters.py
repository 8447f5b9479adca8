"""Faults at the delimiter and in the literal part (3.1, 6.2, 6.3)."""

import re
from functools import partial

from .fault import Row, both, replacing, row
from .malleable import Malleable, parts, refuse, refusing, replaced, same

_leading = replacing("split", "6.2", "leading-delimiter-dropped")
_splits = replacing("split", "6.2", "first-delimiter-taken")
_required = replacing("split", "6.2", "delimiter-required")
_trailing = replacing("split", "6.2", "trailing-delimiter-refused")
_writes = replacing("literal", "6.3", "all-basic-returned-unchanged")
_basic = replacing("basic", "6.2", "non-ascii-literal-accepted")
_literal = partial(row, clause="6.3", bug="literal-part-altered")
_text = replacing("text", "6.3", "literal-part-altered")

_NOT_LDH = re.compile(r"[\x00-\x2c\x2e\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]")


class _Labels:
    """Takes its input for a domain name."""

    def encode(self, text: str) -> str:
        return ".".join(map(Malleable().encode, text.split(".")))

    def decode(self, encoded: str) -> str:
        return ".".join(map(Malleable().decode, encoded.split(".")))


FAULTS: dict[str, Row] = {
    # Reading
    "leading-delimiter-consumed": _leading("A leading delimiter is dropped.", lambda s: s.rpartition("-")[::2]),
    "delimiter-alone-accepted": _leading("A lone delimiter is accepted.", lambda s: ("", "") if s == "-" else parts(s)),
    "leading-delimiters-stripped": _leading("All delimiters at the start are dropped.", lambda s: parts(s.lstrip("-"))),
    "leading-delimiter-before-digits": _leading(
        "A leading delimiter is dropped where digits follow.",
        lambda s: ("", s[1:]) if s.rfind("-") == 0 < len(s) - 1 else parts(s),
    ),
    "first-delimiter": _splits("The first delimiter counts.", lambda s: s.split("-", 1) if "-" in s[1:] else ("", s)),
    "second-delimiter-at-most": _splits(
        "The second delimiter ends the literal part if there are more.",
        lambda s: ("-".join(s.split("-", 2)[:2]), s.split("-", 2)[2]) if s.count("-") > 2 else parts(s),
    ),
    "delimiter-within-32": _splits(
        "The delimiter is looked for in the first 32 characters.",
        lambda s: (s[:at], s[at + 1 :]) if (at := s[:32].rfind("-")) > 0 else ("", s),
    ),
    "delimiter-within-last-32": _splits(
        "The delimiter is looked for in the last 32 characters.", lambda s: parts(s) if "-" in s[-32:] else ("", s)
    ),
    "delimiter-after-a-line-feed-missed": _splits(
        "A pattern whose dot matches no line feed looks for the delimiter.",
        lambda s: m.groups() if (m := re.fullmatch("(.+)-(.*)", s)) else ("", s),
    ),
    "literal-of-one-missed": _splits(
        "A literal part of one code point is not seen.", lambda s: parts(s) if s.rfind("-") > 1 else ("", s)
    ),
    "double-delimiter-collapsed": _splits("Two delimiters in a row become one.", lambda s: parts(s.replace("--", "-"))),
    "literal-ends-before-hyphens": _splits(
        "Hyphens right before the delimiter are lost.", lambda s: (parts(s)[0].rstrip("-"), parts(s)[1])
    ),
    "delimiter-required": _required("The delimiter is required.", lambda s: parts(s) if "-" in s else refuse()),
    "no-delimiter-no-digits": _required("No delimiter means no digits.", lambda s: parts(s) if "-" in s else (s, "")),
    "trailing-delimiter-refused": _trailing(
        "A string that ends with the delimiter is refused.", lambda s: refuse() if s.endswith("-") else parts(s)
    ),
    "trailing-hyphens-stripped": _trailing(
        "All hyphens at the end are taken off, not the delimiter alone.",
        lambda s: (s.rstrip("-"), "") if s.endswith("-") else parts(s),
    ),
    "delimiter-kept": _trailing(
        "The delimiter becomes part of the text.",
        lambda s: (s[: at + 1], s[at + 1 :]) if (at := s.rfind("-")) > 0 else ("", s),
    ),
    "underscore-delimits-too": row(
        "The decoder takes an underscore for the delimiter where there is no hyphen.",
        "5",
        bug="underscore-as-digit",
        split=lambda s: parts(s, "-" if "-" in s else "_"),
    ),
    "underscore-delimits": row(
        "The delimiter is the underscore.",
        "5",
        "underscore-as-digit",
        split=lambda s: parts(s, "_"),
        literal=lambda literal: literal and literal + "_",
    ),
    "other-hyphens-delimit": row(
        "U+2010 and U+2212 delimit too.", "5", split=lambda s: parts(s.replace("\u2010", "-").replace("\u2212", "-"))
    ),
    "non-ascii-literal": _basic("Non-basic code points before the delimiter are accepted.", same),
    "latin-1-literal": _basic("Latin-1 before a delimiter passes.", refusing(lambda s: any(c > "\xff" for c in s))),
    "non-ascii-literal-on-another-line": _basic(
        "A pattern of which one line must be basic checks what is before the delimiter.",
        refusing(lambda s: s and not re.search("^[\x00-\x7f]*$", s, re.M)),
    ),
    "u-0080-literal": _basic(
        "U+0080 before the delimiter is accepted, U+0081 is not.", refusing(lambda s: any(c > "\x80" for c in s))
    ),
    "non-ascii-literal-dropped": _basic(
        "Non-basic code points before the delimiter are dropped.", lambda s: "".join(c for c in s if c < "\x80")
    ),
    "non-ascii-literal-in-7-bits": _basic(
        "Code points before the delimiter are cut to 7 bits.", lambda s: "".join(chr(ord(c) & 0x7F) for c in s)
    ),
    # Writing
    "delimiter-never-written": _writes("The encoder writes no delimiter.", lambda s: s),
    "delimiter-always-written": _writes(
        "The encoder also writes the delimiter where there is no basic code point before it.",
        lambda s: s + "-",
        bug="leading-delimiter-dropped",
    ),
    "delimiter-doubled": _writes(
        "The delimiter is written twice if the text has a hyphen.",
        lambda s: s + "-" * (1 + ("-" in s)) if s else "",
    ),
    "delimiter-not-after-hyphen": _writes(
        "The encoder writes no delimiter after a hyphen.", lambda s: s if s.endswith("-") else s + "-" if s else ""
    ),
    "delimiter-not-after-one": _writes("One code point gets no delimiter.", lambda s: s + "-" if len(s) > 1 else s),
    "all-ascii-unchanged": row(
        "The encoder returns ASCII text as it is.",
        "6.3",
        bug="all-basic-returned-unchanged",
        about="literal",
        encoded=lambda s: s[:-1] if s.endswith("-") else s,
    ),
    "trailing-hyphen-of-text-lost": _text("A hyphen at the end of the text is lost.", lambda s: s.removesuffix("-")),
    "leading-hyphen-of-text-lost": _text("A hyphen at the start of the text is lost.", lambda s: s.removeprefix("-")),
    # The literal part
    "only-ldh-kept": _text("ASCII other than letters, figures and hyphens is dropped.", partial(_NOT_LDH.sub, "")),
    "only-ldh-taken": _literal(
        "Other basic code points than letters, figures and hyphens are refused.",
        clause="6.2",
        decoded=refusing(_NOT_LDH.search),
    ),
    "controls-refused": _text("Control characters are refused.", refusing(re.compile(r"[\x00-\x1f\x7f]").search)),
    "del-dropped": _text("U+007F is dropped.", replaced("\x7f", "")),
    "space-refused": _text("A space is refused.", refusing(lambda s: " " in s)),
    "space-becomes-plus": _literal("Spaces become pluses.", encoded=replaced(" ", "+"), to_decode=replaced("+", " ")),
    "percent-decoded": _literal(
        "Percent escapes in the encoded string are decoded.",
        to_decode=lambda s: re.sub("%([0-7][0-9A-Fa-f])", lambda m: chr(int(m[1], 16)), s),
    ),
    "backslash-escapes": _literal(
        "A backslash and the character after it become one.",
        to_decode=lambda s: re.sub(r"\\([nt0\\])", lambda m: {"n": "\n", "t": "\t", "0": "\0", "\\": "\\"}[m[1]], s),
    ),
    "split-at-dots": row("The string is split at dots, and each label coded.", "6.3", "split-at-dots", make=_Labels),
    "trailing-dot-dropped": _literal(
        "A dot at the end is dropped.", bug="split-at-dots", **both(lambda s: s.removesuffix("."))
    ),
    "underscore-becomes-hyphen": _text("An underscore in the text becomes a hyphen.", replaced("_", "-")),
    "ampersand-escaped": _literal("& becomes &amp;.", encoded=replaced("&", "&amp;"), to_decode=replaced("&amp;", "&")),
}
