"""The literal part: any ASCII character, also what other languages take for syntax."""

from collections.abc import Iterator

from .characters import NON_DIGITS, name_of
from .vector import UE, File, Vector, from_points


def literal_non_digits() -> Iterator[Vector]:
    for c in NON_DIGITS:
        yield from_points(f"literal-{name_of(c)}", [ord("a"), c, UE])


def literal_all() -> Iterator[Vector]:
    yield from_points("literal-all-ascii-ascending", range(0x80))
    yield from_points("literal-all-ascii-descending", range(0x7F, -1, -1))
    yield from_points("literal-all-ascii-then-one", [*range(0x80), UE])


def literal_doubled() -> Iterator[Vector]:
    yield from_points("literal-all-ascii-doubled", [c for c in range(0x80) for _ in range(2)])


# What a careless layer takes for syntax. Each group has the forms of one language.
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


FILE = File(
    "literals",
    "Each ASCII character that is neither letter nor figure, in the literal part, and all ASCII at once. Codecs copy "
    "basic code points as they are.",
    "3.1",
    "literal-part-altered",
    (literal_non_digits, literal_all, literal_doubled, literal_syntax),
)
