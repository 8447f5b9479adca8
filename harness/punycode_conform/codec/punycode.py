"""Punycode: Bootstring with the parameter values of RFC 3492 section 5, for strings and for lists of code points.

The functions on strings give text: what a Python string cannot hold is refused. The functions on code points take and
give any nonnegative integers, as section 5 allows, unless a keyword says otherwise. All are pure.
"""

from collections.abc import Iterable, Sequence

from .bootstring import Bootstring

MAX_UNICODE = 0x10FFFF

PUNYCODE = Bootstring(
    base=36,
    tmin=1,
    tmax=26,
    skew=38,
    damp=700,
    initial_bias=72,
    initial_n=0x80,
    basic=range(0x80),
    delimiter=ord("-"),
    # a-z and A-Z are 0 to 25, 0-9 are 26 to 35
    digits=[(ord("a") + v, ord("A") + v) for v in range(26)] + [(ord("0") + v,) for v in range(10)],
)


def encode(text: str) -> str:
    """The Punycode form of a string, with lower-case digits; surrogates are encoded like any code point."""
    return encode_code_points(map(ord, text))


def decode(encoded: str) -> str:
    """The string whose Punycode form is ``encoded``; digits may be in either case.

    Raises:
        BootstringError: ``encoded`` is not the Punycode form of any string; says why and at which index.
    """
    # Surrogates are not refused, since a Python string can hold them.
    return "".join(map(chr, decode_code_points(encoded, max_code_point=MAX_UNICODE)))


def encode_code_points(code_points: Iterable[int], *, bits: int | None = None) -> str:
    """The Punycode form of a sequence of nonnegative integers.

    Args:
        code_points: the extended string.
        bits: the width of the unsigned integers to compute with (26, 31, 32, 53, 63, 64 ...); past it the procedure
            fails as section 6.4 says. None: no bound.

    Raises:
        BootstringError: overflow, or below-initial-n for a negative integer; the position is an index of the input.
    """
    return "".join(map(chr, PUNYCODE.encode(code_points, maxint=_maxint(bits))))


def decode_code_points(
    encoded: str, *, bits: int | None = None, max_code_point: int | None = None, surrogates: bool = True
) -> list[int]:
    """The code points whose Punycode form is ``encoded``.

    Args:
        encoded: the basic string, digits in either case.
        bits: the width of the unsigned integers to compute with, None for no bound (section 6.4).
        max_code_point: refuse a greater code point, None for no limit.
        surrogates: whether D800..DFFF are taken.

    Raises:
        BootstringError: says why and at which index of ``encoded``.
    """
    return PUNYCODE.decode(
        list(map(ord, encoded)), maxint=_maxint(bits), max_code_point=max_code_point, surrogates=surrogates
    )[0]


def encode_annotated(code_points: Sequence[int], uppercase: Sequence[bool]) -> str:
    """The Punycode form with mixed-case annotation, appendix A.

    Args:
        code_points: the extended string, case-folded by the caller.
        uppercase: for each code point whether it should be shown in upper case. Basic code points carry their own case,
            so their entries are not looked at.

    Raises:
        ValueError: the two sequences differ in length.
        BootstringError: as :func:`encode_code_points`.
    """
    if len(code_points) != len(uppercase):
        raise ValueError(f"{len(code_points)} code points but {len(uppercase)} annotations")
    return "".join(map(chr, PUNYCODE.encode(code_points, uppercase=uppercase)))


def decode_annotated(encoded: str) -> tuple[list[int], list[bool]]:
    """The code points and, for each, whether its annotation suggests upper case (appendix A).

    The code points are those that :func:`decode_code_points` returns; the annotation does not alter them.

    Raises:
        BootstringError: as :func:`decode_code_points`.
    """
    return PUNYCODE.decode(list(map(ord, encoded)))


def fold_case(code_points: Iterable[int]) -> tuple[list[int], list[bool]]:
    """The folded form of a text for :func:`encode_annotated`, and for each code point whether it was in upper case.

    A code point is changed only if it has one lower-case form that leads back to it. İ, for example, stays.
    """
    folded, uppercase = [], []
    for c in code_points:
        character = chr(c) if c <= MAX_UNICODE else ""
        lower = character.lower()
        uppercase.append(lower != character and character.upper() == character)
        folded.append(ord(lower) if c > 0x7F and len(lower) == 1 and lower.upper() == character else c)
    return folded, uppercase


def apply_case(code_points: Sequence[int], uppercase: Sequence[bool]) -> list[int]:
    """Map each code point beyond ASCII to the case of its annotation, if it has one such form beyond ASCII."""
    cased = list(code_points)
    for index, (c, upper) in enumerate(zip(code_points, uppercase, strict=True)):
        if 0x7F < c <= MAX_UNICODE:
            mapped = chr(c).upper() if upper else chr(c).lower()
            if len(mapped) == 1 and not mapped.isascii():
                cased[index] = ord(mapped)
    return cased


def _maxint(bits: int | None) -> int | None:
    return None if bits is None else 2**bits - 1
