"""Faults at the delimiter and in the literal part (3.1, 6.2, 6.3)."""

import re
from functools import partial

from .fault import Fault, around, bent
from .malleable import Malleable, refuse, same, split_at_last

_leading = partial(bent, clause="6.2", bug="leading-delimiter-dropped", side="decode")
_splits = partial(bent, clause="6.2", bug="first-delimiter-taken", side="decode")
_required = partial(bent, clause="6.2", bug="delimiter-required", side="decode")
_trailing = partial(bent, clause="6.2", bug="trailing-delimiter-refused", side="decode")
_writes = partial(bent, clause="6.3", bug="all-basic-returned-unchanged", side="encode")
_non_ascii = partial(bent, clause="6.2", bug="non-ascii-literal-accepted", side="decode")
_literal = partial(around, clause="6.3", bug="literal-part-altered")


class _Labels:
    """Takes its input for a domain name."""

    def encode(self, text: str) -> str:
        return ".".join(map(Malleable().encode, text.split(".")))

    def decode(self, encoded: str) -> str:
        return ".".join(map(Malleable().decode, encoded.split(".")))


READING = (
    _leading(
        "leading-delimiter-consumed",
        "A leading delimiter is dropped.",
        like="CPython, encodings.punycode",
        split=lambda encoded, d: encoded.rpartition(d)[::2],
    ),
    _leading(
        "delimiter-alone-accepted",
        "A delimiter alone decodes to the empty string.",
        split=lambda encoded, d: ("", "") if encoded == d else split_at_last(encoded, d),
    ),
    _leading(
        "leading-delimiters-stripped",
        "All delimiters at the start are dropped.",
        split=lambda encoded, d: split_at_last(encoded.lstrip(d), d),
    ),
    _leading(
        "leading-delimiter-before-digits",
        "A leading delimiter is dropped where digits follow.",
        split=lambda encoded, d: (
            ("", encoded[1:]) if encoded.rfind(d) == 0 < len(encoded) - 1 else split_at_last(encoded, d)
        ),
    ),
    _splits(
        "first-delimiter",
        "The first delimiter ends the literal part.",
        like="mozilla-mobile/firefox-ios#10036",
        split=lambda encoded, d: encoded.split(d, 1) if d in encoded[1:] else ("", encoded),
    ),
    _splits(
        "second-delimiter-at-most",
        "The second delimiter ends the literal part if there are more.",
        split=lambda encoded, d: (
            (d.join(encoded.split(d, 2)[:2]), encoded.split(d, 2)[2])
            if encoded.count(d) > 2
            else split_at_last(encoded, d)
        ),
    ),
    _splits(
        "delimiter-within-32",
        "The delimiter is looked for in the first 32 characters.",
        split=lambda encoded, d: (
            (encoded[:at], encoded[at + 1 :]) if (at := encoded[:32].rfind(d)) > 0 else ("", encoded)
        ),
    ),
    _splits(
        "delimiter-within-last-32",
        "The delimiter is looked for in the last 32 characters.",
        split=lambda encoded, d: split_at_last(encoded, d) if d in encoded[-32:] else ("", encoded),
    ),
    _splits(
        "delimiter-after-a-line-feed-missed",
        "A pattern whose dot matches no line feed looks for the delimiter.",
        split=lambda encoded, d: m.groups() if (m := re.fullmatch("(.+)-(.*)", encoded)) else ("", encoded),
    ),
    _splits(
        "literal-of-one-missed",
        "A literal part of one code point is not seen.",
        split=lambda encoded, d: split_at_last(encoded, d) if encoded.rfind(d) > 1 else ("", encoded),
    ),
    _splits(
        "double-delimiter-collapsed",
        "Two delimiters in a row become one.",
        split=lambda encoded, d: split_at_last(encoded.replace(d + d, d), d),
    ),
    _splits(
        "literal-ends-before-hyphens",
        "Hyphens before the delimiter are lost.",
        split=lambda encoded, d: ((s := split_at_last(encoded, d))[0].rstrip(d), s[1]),
    ),
    _required(
        "delimiter-required",
        "A string without a delimiter is refused.",
        like="zendframework/zendframework PR #4636",
        split=lambda encoded, d: split_at_last(encoded, d) if d in encoded else refuse(),
    ),
    _required(
        "no-delimiter-no-digits",
        "A string without a delimiter is treated as the literal part.",
        split=lambda encoded, d: split_at_last(encoded, d) if d in encoded else (encoded, ""),
    ),
    _trailing(
        "trailing-delimiter-refused",
        "A string that ends with the delimiter is refused.",
        like="libidn2 2.3.3",
        split=lambda encoded, d: refuse() if encoded.endswith(d) else split_at_last(encoded, d),
    ),
    _trailing(
        "trailing-hyphens-stripped",
        "All hyphens at the end are taken off a string without digits.",
        split=lambda encoded, d: (encoded.rstrip(d), "") if encoded.endswith(d) else split_at_last(encoded, d),
    ),
    _trailing(
        "delimiter-kept",
        "The delimiter becomes part of the text.",
        split=lambda encoded, d: (
            (encoded[: at + 1], encoded[at + 1 :]) if (at := encoded.rfind(d)) > 0 else ("", encoded)
        ),
    ),
    bent(
        "underscore-delimits-too",
        "The decoder takes an underscore for the delimiter where there is no hyphen.",
        "5",
        bug="underscore-as-digit",
        side="decode",
        split=lambda encoded, d: split_at_last(encoded, d if d in encoded else "_"),
    ),
    bent(
        "underscore-delimits",
        "The delimiter is the underscore.",
        "5",
        bug="underscore-as-digit",
        like="Rust v0 symbol names",
        delimiter="_",
    ),
    bent(
        "other-hyphens-delimit",
        "U+2010 and U+2212 are treated as the delimiter.",
        "5",
        side="decode",
        split=lambda encoded, d: split_at_last(encoded.replace("\u2010", d).replace("\u2212", d), d),
    ),
    _non_ascii(
        "non-ascii-literal",
        "Non-basic code points before the delimiter are copied.",
        like="golang/go#81116",
        basic=same,
    ),
    _non_ascii(
        "latin-1-literal",
        "Latin-1 before the delimiter is copied.",
        basic=lambda literal: literal if all(c <= "\xff" for c in literal) else refuse(),
    ),
    _non_ascii(
        "non-ascii-literal-on-another-line",
        "A pattern of which one line must be basic checks what is before the delimiter.",
        basic=lambda literal: literal if not literal or re.search("^[\x00-\x7f]*$", literal, re.M) else refuse(),
    ),
    _non_ascii(
        "u-0080-literal",
        "U+0080 before the delimiter is copied: the test is c > 80.",
        basic=lambda literal: literal if all(c <= "\x80" for c in literal) else refuse(),
    ),
    _non_ascii(
        "non-ascii-literal-dropped",
        "Non-basic code points before the delimiter are dropped.",
        basic=lambda literal: "".join(c for c in literal if c < "\x80"),
    ),
    _non_ascii(
        "non-ascii-literal-in-7-bits",
        "Code points before the delimiter are cut to 7 bits.",
        basic=lambda literal: "".join(chr(ord(c) & 0x7F) for c in literal),
    ),
)
WRITING = (
    _writes("delimiter-never-written", "The encoder writes no delimiter.", literal=lambda literal, d: literal),
    _writes(
        "delimiter-always-written",
        "The encoder also writes the delimiter where there is no basic code point before it.",
        bug="leading-delimiter-dropped",
        literal=lambda literal, d: literal + d,
    ),
    _writes(
        "delimiter-doubled",
        "The encoder writes the delimiter twice where the text has a hyphen.",
        literal=lambda literal, d: literal + d * (1 + (d in literal)) if literal else "",
    ),
    _writes(
        "delimiter-not-after-hyphen",
        "The encoder writes no delimiter after a hyphen.",
        literal=lambda literal, d: literal if literal.endswith(d) else literal + d if literal else "",
    ),
    _writes(
        "delimiter-not-after-one",
        "The encoder writes no delimiter after a single basic code point.",
        literal=lambda literal, d: literal + d if len(literal) > 1 else literal,
    ),
    around(
        "all-ascii-unchanged",
        "The encoder returns ASCII text as it is.",
        "6.3",
        bug="all-basic-returned-unchanged",
        like="URI::_punycode 5.17",
        encoded=lambda s: s[:-1] if s.endswith("-") else s,
    ),
    around(
        "trailing-hyphen-of-text-lost",
        "A hyphen at the end of the text is lost.",
        "6.3",
        bug="literal-part-altered",
        text=lambda s: s.removesuffix("-"),
    ),
    around(
        "leading-hyphen-of-text-lost",
        "A hyphen at the start of the text is lost.",
        "6.3",
        bug="literal-part-altered",
        text=lambda s: s.removeprefix("-"),
    ),
)
LITERAL = (
    _literal(
        "only-ldh-kept",
        "Basic code points other than letters, figures and hyphens are dropped.",
        like="algo26-matthias/idna-convert#35",
        text=lambda s: re.sub(r"[\x00-\x2c\x2e\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]", "", s),
    ),
    _literal(
        "only-ldh-taken",
        "Other basic code points than letters, figures and hyphens are refused.",
        clause="6.2",
        like="libidn2 2.3.3",
        decoded=lambda s: refuse() if re.search(r"[\x00-\x2c\x2e\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]", s) else s,
    ),
    _literal(
        "controls-refused",
        "Control characters are refused.",
        text=lambda s: refuse() if re.search(r"[\x00-\x1f\x7f]", s) else s,
    ),
    _literal("del-dropped", "U+007F is dropped.", text=lambda s: s.replace("\x7f", "")),
    _literal("space-refused", "A space is refused.", text=lambda s: refuse() if " " in s else s),
    _literal(
        "space-becomes-plus",
        "Spaces are written as plus signs, as in a query.",
        encoded=lambda s: s.replace(" ", "+"),
        to_decode=lambda s: s.replace("+", " "),
    ),
    _literal(
        "percent-decoded",
        "Percent escapes in the encoded string are decoded.",
        to_decode=lambda s: re.sub("%([0-7][0-9A-Fa-f])", lambda m: chr(int(m[1], 16)), s),
    ),
    _literal(
        "backslash-escapes",
        "A backslash and the character after it become one.",
        to_decode=lambda s: re.sub(r"\\([nt0\\])", lambda m: {"n": "\n", "t": "\t", "0": "\0", "\\": "\\"}[m[1]], s),
    ),
    Fault("split-at-dots", "The string is split at dots, and each label coded.", "6.3", _Labels, "split-at-dots"),
    _literal(
        "trailing-dot-dropped",
        "A dot at the end is dropped.",
        bug="split-at-dots",
        text=lambda s: s.removesuffix("."),
        to_decode=lambda s: s.removesuffix("."),
    ),
    _literal(
        "underscore-becomes-hyphen", "An underscore in the text becomes a hyphen.", text=lambda s: s.replace("_", "-")
    ),
    _literal(
        "ampersand-escaped",
        "An ampersand is written as an entity.",
        encoded=lambda s: s.replace("&", "&amp;"),
        to_decode=lambda s: s.replace("&amp;", "&"),
    ),
)
FAULTS = READING + WRITING + LITERAL
