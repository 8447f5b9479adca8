"""The literal part: any ASCII character, also what is syntax in other languages."""

from collections.abc import Iterator

from .characters import NON_DIGITS, name_of
from .vector import UE, File, Vector, from_encoded, from_points


def literal_non_digits() -> Iterator[Vector]:
    for c in NON_DIGITS:
        yield from_points(f"literal-{name_of(c)}", [ord("a"), c, UE])


def literal_all() -> Iterator[Vector]:
    yield from_points("literal-all-ascii-ascending", range(0x80))
    yield from_points("literal-all-ascii-descending", range(0x7F, -1, -1))
    yield from_points("literal-all-ascii-then-one", [*range(0x80), UE])


def literal_doubled() -> Iterator[Vector]:
    yield from_points("literal-all-ascii-doubled", [c for c in range(0x80) for _ in range(2)])


# What a careless layer treats as syntax. Each group has the forms of one language.
SYNTAX = {
    "printf": "%s%d%n%%",
    "percent-escapes": "%41%2d%zz",
    "braces": "{}{0}{{a}}",
    "dollars": "$&$1$$${a}",
    "backslashes": r"\\1\0\n\u0041\\",
    "entities": "&amp;&#65;&lt;",
    "quotes": "'a'\"b\"`c`",
    "plus-as-space": "a+b+",
    "comments": "a#b//c;d--",
    "glob": "*?[a-z]{a,b}~",
    "equals-as-padding": "YQ==",
    "number": "0012.50e3",
    "negative-number": "-1",
}


def literal_syntax() -> Iterator[Vector]:
    """The literal part is not a template, a pattern, a number or a string of some language."""
    for name, text in SYNTAX.items():
        yield from_points(f"literal-{name}", [*map(ord, text), UE])


# What programs treat as data of another kind: numbers, truth values, nulls, members of an object, variables, formulas,
# templates, and what is in quotes or brackets.
WORDS = {
    "zeros": "00",
    "leading-zeros": "007",
    "trailing-zero": "1.50",
    "version": "1.10",
    "exponent": "1e3",
    "great-exponent": "9e99",
    "hexadecimal": "0x10",
    "minus-zero": "-0",
    "thousand": "1_000",
    "decimal-comma": "12,5",
    "signed-number": "+5",
    "past-2-32": "4294967297",
    "past-2-53": "90071992547409931",
    "date": "1-2",
    "date-in-order": "2024-01-02",
    "time": "12:30",
    "two-double-quotes": 'a""b',
    "two-single-quotes": "a''b",
    **{word.lower(): word for word in ("true", "false", "yes", "no", "on", "null", "None", "nil", "undefined", "NaN")},
    "inf": "inf",
    "constructor": "constructor",
    "to-string": "toString",
    "value-of": "valueOf",
    "has-own-property": "hasOwnProperty",
    "proto": "__proto__",
    "length": "length",
    "variable": "$HOME",
    "variable-in-braces": "${HOME}",
    "variable-in-percent-signs": "%PATH%",
    "home": "~",
    "path-in-home": "~/a",
    "command": "$(x)",
    "formula-equals": "=a",
    "formula-plus": "+a",
    "formula-at": "@a",
    "place-in-braces": "{0}",
    "place-in-two-braces": "{{a}}",
    "place-by-percent": "%s",
}
# What a shell, a pattern, a mail program or a markup reads as its own, as a whole text or at its start or end.
COMMANDS = {
    **{f"option-{word.strip('-')}": word for word in ("-n", "-e", "--help", "--version")},
    "option-n-and-text": "-n a",
    "option-e-and-text": "-e a",
    "plus-minus": "+-",
    "typography": "(c)(tm)<<a>>1/2",
    "emoticons": ":-) <3 :smile:",
    "replacement": r"\&\1\g<0>",
    "history": "!!",
    "first-argument": "$1",
    "all-arguments": "$@",
    "status": "$?",
    "process": "$$",
    "pipe": "a|b",
    "two-commands": "a;b&&c",
    "redirection": ">a<b",
    "hash-first": "#a",
    "star": "*",
    "question-marks": "??",
    "class": "[!a]",
    "any-text": ".*",
    "anchors": "^a$",
    "alternatives": "(a|b)+",
    "pattern-digit": r"\d\w\b",
    "pattern-count": "a{2,3}",
    "pattern-flag": "(?i)a",
    "escaped-octet": r"\x41\101",
    "escaped-nul": r"\0",
    "backslash-last": "ab\\",
    "two-percent-signs": "%%",
    "percent-nul": "%00",
    "utf-7": "+AGE-",
    "utf-7-plus": "a+-b",
    "mail-word": "=?utf-8?q?a?=",
    "quoted-printable": "=3D=\r\n",
    "mail-end": "\r\n.\r\n",
    "mail-from": "\nFrom a",
    "dot-first": ".a",
    "parent": "../a",
    "back-path": "C:\\a",
    "comment-of-sql": "a'--",
    "null-of-sql": r"\N",
    "entity-by-number": "&#x41;",
    "tag": "<b>a</b>",
    "cdata-end": "]]>",
    "template-tag": "{% a %}",
    "interpolation": "#{a}",
    "server-tag": "<%= a %>",
    "emphasis": "*a* __b__ ~c~",
    "forum-code": "[b]a[/b]",
    "telnet-return": "\r\0a",
    "charset-prefix": "utf-8''a",
    "reference": "@{a}",
    "short-name": ":a:",
    "tabs-last": "a\t\t",
    "spaces-last": "a  ",
    "carriage-return-last": "ab\r",
    "prompt": "\x04\x03",
    "colour": "\x1b[0m",
}
WRAPPERS = {
    "double-quotes": ('"', '"'),
    "single-quotes": ("'", "'"),
    "back-quotes": ("`", "`"),
    "angle-brackets": ("<", ">"),
    "parentheses": ("(", ")"),
    "brackets": ("[", "]"),
    "braces": ("{", "}"),
    "bars": ("|", "|"),
}


def literal_words() -> Iterator[Vector]:
    """A whole text that programs treat as something else, alone and before ü."""
    wrapped = {f"in-{name}": f"{left}a{right}" for name, (left, right) in WRAPPERS.items()}
    for name, word in {**WORDS, **wrapped}.items():
        yield from_points(f"literal-word-{name}", map(ord, word))
        yield from_points(f"literal-word-{name}-and-ue", [*map(ord, word), UE])


def literal_commands() -> Iterator[Vector]:
    """Before ü; and alone where a program reads the whole text, as it reads an option."""
    for name, word in COMMANDS.items():
        if name.startswith(("option", "plus", "dot", "star", "mail-end")):
            yield from_points(f"literal-command-{name}", map(ord, word))
        yield from_points(f"literal-command-{name}-and-ue", [*map(ord, word), UE])


def words_to_decode() -> Iterator[Vector]:
    """These words as encoded strings. Where they have no hyphen they are digits, with a value or without."""
    for name, word in WORDS.items():
        bug = "delimiter-required" if word.isalnum() else "non-digit-accepted"
        yield from_encoded(f"word-as-digits-{name}", word, bug=bug, clause="6.2")


def literal_not_basic() -> Iterator[Vector]:
    """One character that is not basic, at an end or at the edge of a chunk of a literal part: 4 to 32 octets are checked
    at once in some codecs, and what is left over by another loop."""
    for length in (7, 8, 9, 15, 16, 17, 31, 32, 33, 40):
        chunks = range(0, length, 8) if length == 40 else (0, (length - 1) // 8 * 8)
        for place in sorted({*chunks, length - 1}):
            encoded = "a" * place + "\u00fc" + "a" * (length - place - 1) + "-tda"
            name = f"literal-of-{length}-not-basic-at-{place}"
            yield from_encoded(name, encoded, clause="6.2", bug="non-ascii-literal-accepted")


FILE = File(
    "literals",
    "Each ASCII character that is neither letter nor figure, in the literal part, and all ASCII at once. Codecs copy "
    "basic code points as they are.",
    "3.1",
    "literal-part-altered",
    (
        *(literal_non_digits, literal_all, literal_doubled, literal_syntax, literal_words, literal_commands),
        *(words_to_decode, literal_not_basic),
    ),
)
