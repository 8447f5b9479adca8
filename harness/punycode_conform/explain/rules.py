"""The two procedures in a few sentences each, with all numbers that one needs on paper."""

from ..codec import Bootstring
from .blocks import Block, Paragraph, Rules, Table
from .shown import character

_IDEA = (
    "Punycode writes down how to build a string. It begins with the plain characters, and each number after them, a delta, "
    "inserts one character more. Two counters <n, i> say where: n is the code point (the number of a character in Unicode; "
    "U+00FC is 252 in decimal), i the place (0 is the front). They pass through all states in order: i goes from 0 to the "
    "end of the string, then n grows by 1 and i is 0 again. A delta is the number of states before the next insertion."
)


def decoding(codec: Bootstring) -> list[Block]:
    """The rules for decoding (6.2)."""
    delimiter = chr(codec.delimiter)
    return [
        Paragraph(_IDEA),
        Rules(
            (
                f'Copy what comes before the last "{delimiter}": it is the string so far. The digits come after the '
                f'"{delimiter}". If there is none, or nothing before it, the string is empty and all are digits. '
                + _start(codec),
                f"Read a delta. Its first digit has {_sum('k', codec.base)} and weight 1. {_threshold(codec)} For the "
                f"next digit k is {codec.base} more, and the weight is {_sum(f'this weight × ({codec.base} - t)')}. The "
                "first digit whose value is below its t is the last. The delta is the sum of value × weight.",
                f"Divide {_sum('i + delta')} by the length of the string + 1. Add the quotient to n; the remainder is "
                "the new i. Insert the code point n at place i, then add 1 to i.",
                _adaptation(codec),
                "Go on with the next delta until no digits are left.",
            )
        ),
        digit_values(codec),
    ]


def encoding(codec: Bootstring) -> list[Block]:
    """The rules for encoding (6.3)."""
    delimiter = chr(codec.delimiter)
    next_digit, next_q = _sum(f"t + (q - t) mod ({codec.base} - t)"), _sum(f"(q - t) div ({codec.base} - t)")
    return [
        Paragraph(_IDEA),
        Rules(
            (
                f'Copy the {basic(codec)} characters in their order, and a "{delimiter}" after them if there is at least '
                f"one. They are the string so far. {_start(codec)}",
                "Take the other characters by code point, the least first, and equal ones from left to right. The place "
                "of each is the number of characters to the left of it that are in the string so far.",
                "delta = (code point - n) × (length of the string so far + 1) + place - i.",
                f"Write the delta. Its first digit has {_sum('k', codec.base)}, each next digit {codec.base} more. "
                f"{_threshold(codec)} Begin with {_sum('q', 'delta')}. While {_sum('q >= t')}, write the digit "
                f"{next_digit}, and the next q is {next_q}. When {_sum('q < t')}, write q: the last digit.",
                _adaptation(codec),
                "Now n is the code point just inserted, and i its place + 1. Go on until no character is left.",
            )
        ),
        digit_values(codec),
    ]


def basic(codec: Bootstring) -> str:
    """The word for basic code points: those of Punycode are ASCII, other profiles have others."""
    return "basic (ASCII)" if all(c in codec.basic for c in range(0x80)) else "basic"


def _start(codec: Bootstring) -> str:
    return f"Begin with {_sum('n', codec.initial_n)}, {_sum('i', 0)}, {_sum('bias', codec.initial_bias)}."


def _threshold(codec: Bootstring) -> str:
    return f"Its threshold t is {_sum('k - bias')}, but at least {codec.tmin} and at most {codec.tmax}."


def _sum(*sides: object) -> str:
    """A formula that no line end cuts: one side, or two with an equals sign between."""
    return " = ".join(map(str, sides)).replace(" ", "\u00a0")


def digit_values(codec: Bootstring) -> Table:
    """The digits and their values."""
    size = min(codec.base, 18 if codec.base > 16 else codec.base)
    rows: list[tuple[str, ...]] = []
    for start in range(0, codec.base, size):
        row = range(start, min(start + size, codec.base))
        rows += [("digit", *(_forms(codec, v) for v in row)), ("value", *map(str, row))]
    width = max(map(len, rows))
    filled = [row + ("",) * (width - len(row)) for row in rows]
    letters = any(len(forms) > 1 for forms in codec.digits)
    title = "Digits" + (" (capital letters are read too)" * letters)
    return Table(title, ("", *[">"] * (width - 1)), filled)


def _forms(codec: Bootstring, value: int) -> str:
    return character(codec.digits[value][0])


def _adaptation(codec: Bootstring) -> str:
    span = codec.base - codec.tmin
    limit = span * codec.tmax // 2
    more, less = _sum("d", "d + d div (new length of the string)"), _sum("d", f"d div {span}")
    return (
        f"Compute the next bias. {_sum('d', f'delta div {codec.damp}')} for the first delta of all, "
        f"{_sum('delta div 2')} for the others. Then {more}. While {_sum(f'd > {limit}')}, {less}; c is how often. "
        f"The next bias is {_sum(f'{codec.base} × c + ({span + 1} × d) div (d + {codec.skew})')}. Here div is division "
        "without the remainder, and mod is the remainder."
    )
