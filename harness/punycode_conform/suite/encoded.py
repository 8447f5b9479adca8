"""Encoded forms compared: the literal part counts exactly, digits without case (RFC 3492 section 5)."""

from collections.abc import Sequence

LONGEST_LABEL = 63  # octets, prefix included (RFC 5890 section 2.3.2.1)


def is_ascii(text: Sequence[int]) -> bool:
    """Whether there are no code points but ASCII's."""
    return max(text, default=0) < 0x80


def same_encoding(a: Sequence[int], b: Sequence[int]) -> bool:
    """Whether two encoded forms differ by no more than the case of digits."""
    return tuple(a) == tuple(b) or (len(a) == len(b) and canonical(a) == canonical(b))  # case never changes a length


def canonical(encoded: Sequence[int]) -> bytes | tuple[int, ...]:
    """An encoded form with its digits in lower case, equal to that of each form that is the same."""
    literal = literal_length(encoded)
    try:
        whole = bytes(encoded)
    except ValueError:
        return (*encoded[:literal], *fold(encoded[literal:]))
    return whole[:literal] + whole[literal:].lower()  # as bytes, which know ASCII only, and are quick


def literal_length(encoded: Sequence[int]) -> int:
    """The length of the literal part of an encoded form, its delimiter included (section 3.1)."""
    try:
        return bytes(encoded).rfind(b"-") + 1
    except ValueError:  # not all of it is ASCII
        return next((index for index in range(len(encoded), 0, -1) if encoded[index - 1] == 0x2D), 0)


def fold(digits: Sequence[int]) -> tuple[int, ...]:
    """ASCII letters in lower case; nothing else is touched."""
    try:
        return tuple(bytes(digits).lower())
    except ValueError:
        return tuple(c + 32 if 0x41 <= c <= 0x5A else c for c in digits)


def unfold(digits: Sequence[int]) -> tuple[int, ...]:
    """ASCII letters in upper case; nothing else is touched."""
    try:
        return tuple(bytes(digits).upper())
    except ValueError:
        return tuple(c - 32 if 0x61 <= c <= 0x7A else c for c in digits)


def other_case(encoded: Sequence[int]) -> tuple[int, ...] | None:
    """An encoded form with its digits in upper case, or in lower case if they were; None if it has no letters there."""
    literal = literal_length(encoded)
    digits = tuple(encoded[literal:])
    upper = unfold(digits)
    other = upper if upper != digits else fold(digits)
    return None if other == digits else (*encoded[:literal], *other)


def case_of_digits(encoded: Sequence[int]) -> str | None:
    """``lower``, ``upper`` or ``mixed``: the case of the letters after the literal part; None if there are none."""
    tail = encoded[literal_length(encoded) :]
    try:
        digits = bytes(tail)  # which know the case of ASCII only
    except ValueError:
        digits = bytes(c for c in tail if c < 0x80)
    if digits.islower():
        return "lower"
    return "upper" if digits.isupper() else "mixed" if digits.lower() != digits.upper() else None
