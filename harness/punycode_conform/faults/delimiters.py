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
    "leading-delimiter-consumed": _leading(
        "A delimiter with nothing before it is lost.", lambda s: s.rpartition("-")[::2]
    ),
    "delimiter-alone-accepted": _leading(
        'The encoded form "-" is accepted.', lambda s: ("", "") if s == "-" else parts(s)
    ),
    "leading-delimiters-stripped": _leading(
        "The decoder drops all hyphens at the start.", lambda s: parts(s.lstrip("-"))
    ),
    "leading-delimiter-before-digits": _leading(
        "A delimiter with nothing before it is dropped where digits follow.",
        lambda s: ("", s[1:]) if s.rfind("-") == 0 < len(s) - 1 else parts(s),
    ),
    "first-delimiter": _splits(
        "More than one hyphen in the encoded form is refused, as if the first were the delimiter.",
        lambda s: s.split("-", 1) if "-" in s[1:] else ("", s),
    ),
    "second-delimiter-at-most": _splits(
        "More than two hyphens in the encoded form are refused, as if the second were the delimiter.",
        lambda s: ("-".join(s.split("-", 2)[:2]), s.split("-", 2)[2]) if s.count("-") > 2 else parts(s),
    ),
    "delimiter-within-32": _splits(
        "A literal part of more than 31 code points is refused.",
        lambda s: (s[:at], s[at + 1 :]) if (at := s[:32].rfind("-")) > 0 else ("", s),
    ),
    "delimiter-within-last-32": _splits(
        "More than 31 digits after the delimiter are refused.", lambda s: parts(s) if "-" in s[-32:] else ("", s)
    ),
    "delimiter-after-a-line-feed-missed": _splits(
        "The decoder refuses a line feed, as a pattern does whose dot matches none.",
        lambda s: m.groups() if (m := re.fullmatch("(.+)-(.*)", s)) else ("", s),
    ),
    "literal-of-one-missed": _splits(
        "A literal part of one code point is refused.", lambda s: parts(s) if s.rfind("-") > 1 else ("", s)
    ),
    "double-delimiter-collapsed": _splits(
        "The decoder reads two hyphens in a row as one.", lambda s: parts(s.replace("--", "-"))
    ),
    "literal-ends-before-hyphens": _splits(
        "The decoder loses hyphens right before the delimiter.", lambda s: (parts(s)[0].rstrip("-"), parts(s)[1])
    ),
    "delimiter-required": _required("The decoder demands a delimiter.", lambda s: parts(s) if "-" in s else refuse()),
    "no-delimiter-no-digits": _required(
        "What has no delimiter is all literal.", lambda s: parts(s) if "-" in s else (s, "")
    ),
    "trailing-delimiter-refused": _trailing(
        "An encoded form that ends with the delimiter is refused.", lambda s: refuse() if s.endswith("-") else parts(s)
    ),
    "trailing-hyphens-stripped": _trailing(
        "If an encoded form ends with hyphens, the text is all that comes before them.",
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
        "The decoder reads U+2010 and U+2212 as hyphens.",
        "5",
        split=lambda s: parts(s.replace("\u2010", "-").replace("\u2212", "-")),
    ),
    "non-ascii-literal": _basic("Non-basic code points before the delimiter are accepted.", same),
    "latin-1-literal": _basic("Latin-1 before a delimiter passes.", refusing(lambda s: any(c > "\xff" for c in s))),
    "non-ascii-literal-on-another-line": _basic(
        "A pattern of which one line must be basic checks what is before the delimiter.",
        refusing(lambda s: s and not re.search("^[\x00-\x7f]*$", s, re.M)),
    ),
    "u-0080-literal": _basic(
        "Before the delimiter U+0080 is accepted, but no other non-basic code point.",
        refusing(lambda s: any(c > "\x80" for c in s)),
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
    "delimiter-not-after-one": _writes(
        "No delimiter after one basic code point.", lambda s: s + "-" if len(s) > 1 else s
    ),
    "all-ascii-unchanged": row(
        "The encoder returns ASCII text as it is.",
        "6.3",
        bug="all-basic-returned-unchanged",
        about="literal",
        encoded=lambda s: s[:-1] if s.endswith("-") else s,
    ),
    "trailing-hyphen-of-text-lost": _text(
        "The encoder loses a hyphen at the end of text.", lambda s: s.removesuffix("-")
    ),
    "leading-hyphen-of-text-lost": _text(
        "The encoder loses a hyphen at the start of text.", lambda s: s.removeprefix("-")
    ),
    # The literal part
    "only-ldh-kept": _text(
        "The encoder drops ASCII other than letters, figures and hyphens.", partial(_NOT_LDH.sub, "")
    ),
    "only-ldh-taken": _literal(
        "The decoder refuses basic code points other than letters, figures and hyphens.",
        clause="6.2",
        decoded=refusing(_NOT_LDH.search),
    ),
    "controls-refused": _text("The encoder refuses ASCII controls.", refusing(re.compile(r"[\x00-\x1f\x7f]").search)),
    "del-dropped": _text("The encoder drops U+007F.", replaced("\x7f", "")),
    "space-refused": _text("The encoder refuses a space.", refusing(lambda s: " " in s)),
    "space-becomes-plus": _literal(
        "Spaces are written as pluses, and pluses read as spaces.",
        encoded=replaced(" ", "+"),
        to_decode=replaced("+", " "),
    ),
    "percent-decoded": _literal(
        "Percent escapes of ASCII in the encoded form are decoded.",
        to_decode=lambda s: re.sub("%([0-7][0-9A-Fa-f])", lambda m: chr(int(m[1], 16)), s),
        clause="6.2",
    ),
    "backslash-escapes": _literal(
        "\\n, \\t, \\0 and \\\\ in the encoded form become one character.",
        to_decode=lambda s: re.sub(r"\\([nt0\\])", lambda m: {"n": "\n", "t": "\t", "0": "\0", "\\": "\\"}[m[1]], s),
        clause="6.2",
    ),
    "split-at-dots": row("The string is split at dots, and each label coded.", "6.3", "split-at-dots", make=_Labels),
    "trailing-dot-dropped": _literal(
        "One dot at the end of the input is dropped.", bug="split-at-dots", **both(lambda s: s.removesuffix("."))
    ),
    "underscore-becomes-hyphen": _text("The encoder takes underscores for hyphens.", replaced("_", "-")),
    "ampersand-escaped": _literal(
        "& is written as &amp;, and &amp; read as &.", encoded=replaced("&", "&amp;"), to_decode=replaced("&amp;", "&")
    ),
}
