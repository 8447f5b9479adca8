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


def words_to_decode() -> Iterator[Vector]:
    """These words as encoded strings. Where they have no hyphen they are digits, with a value or without."""
    for name, word in WORDS.items():
        bug = "delimiter-required" if word.isalnum() else "non-digit-accepted"
        yield from_encoded(f"word-as-digits-{name}", word, bug=bug, clause="6.2")


FILE = File(
    "literals",
    "Each ASCII character that is neither letter nor figure, in the literal part, and all ASCII at once. Codecs copy "
    "basic code points as they are.",
    "3.1",
    "literal-part-altered",
    (literal_non_digits, literal_all, literal_doubled, literal_syntax, literal_words, words_to_decode),
)
