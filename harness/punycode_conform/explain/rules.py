"""The two procedures in a few sentences each, with all numbers that one needs on paper."""

from ..codec import Bootstring
from .blocks import Block, Paragraph, Rules, Table
from .shown import character


def decoding(codec: Bootstring) -> list[Block]:
    """The rules for decoding (6.2)."""
    delimiter = chr(codec.delimiter)
    return [
        Paragraph(
            "Punycode writes down how to build a string: it begins with the plain characters, and each number after "
            "them, a delta, inserts one character more. A pair of counters <n, i> says where the next one goes: n is the "
            "code point, i the place. The states are walked through in order: i goes from 0 to the end of the string, "
            "then n grows by 1 and i is 0 again. A delta is the number of states that are passed over."
        ),
        Rules(
            (
                f'Copy what comes before the last "{delimiter}". It is the string so far. Without a "{delimiter}", or '
                f"with nothing before it, the string is empty. After it come the digits. n = {codec.initial_n}, i = 0, "
                f"bias = {codec.initial_bias}.",
                f"Read a delta: digits up to the first that is below its threshold t. The first digit has k = "
                f"{codec.base}, the next k = {2 * codec.base}, and so on. t = k - bias, but at least {codec.tmin} and at "
                f"most {codec.tmax}. The first weight is 1, each next one is the weight before it × ({codec.base} - the "
                "t before it). Add up value × weight.",
                "Divide i + delta by the length of the string + 1. Add the quotient to n. The remainder is i. Insert the "
                "code point n at place i (place 0 is the front), then add 1 to i.",
                _adaptation(codec),
                "Go on with the next delta until no digits are left.",
            )
        ),
        digit_values(codec),
    ]


def encoding(codec: Bootstring) -> list[Block]:
    """The rules for encoding (6.3)."""
    delimiter = chr(codec.delimiter)
    return [
        Paragraph(
            "Punycode writes down how to build a string: it begins with the plain characters, and each number after "
            "them, a delta, inserts one character more. A pair of counters <n, i> says where the next one goes: n is the "
            "code point, i the place. The states are walked through in order: i goes from 0 to the end of the string, "
            "then n grows by 1 and i is 0 again. A delta is the number of states that are passed over."
        ),
        Rules(
            (
                f'Copy the basic (ASCII) characters in their order, and a "{delimiter}" after them if there is at least '
                f"one. They are the string so far. n = {codec.initial_n}, i = 0, bias = {codec.initial_bias}.",
                "Take the other characters by code point, the least first, and equal ones from left to right. The place "
                "of each is the number of characters to the left of it that are in the string so far.",
                "delta = (code point - n) × (length of the string so far + 1) + place - i.",
                f"Write the delta as digits. The first digit has k = {codec.base}, the next k = {2 * codec.base}, and so "
                f"on. Its threshold t is k - bias, but at least {codec.tmin} and at most {codec.tmax}. Begin with q = "
                f"delta. While q >= t, the digit is t + (q - t) mod ({codec.base} - t), and the next q is (q - t) div "
                f"({codec.base} - t). If q < t, the digit is q and the delta ends.",
                _adaptation(codec),
                "n is the code point just inserted, i its place + 1. Go on until no character is left.",
            )
        ),
        digit_values(codec),
    ]


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
    return (
        f"Compute the next bias from the delta: divide it by {codec.damp} if it is the first of all, otherwise by 2. Add to "
        "that its own div by the new length of the string. While the result is above "
        f"{limit}, divide it by {span}. The bias is {codec.base} × the number of divisions by {span} + ({span + 1} × "
        f"result) div (result + {codec.skew}). Here div is division that forgets the remainder."
    )
