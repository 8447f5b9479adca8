"""Mixed-case annotation, RFC 3492 appendix A: the layer above a codec, which folds case before and restores it after.

The basic code points carry their own case. For each other code point the case of the last digit of its delta suggests
how to map it.
"""

from collections.abc import Iterable, Sequence


def fold(code_points: Iterable[int]) -> tuple[list[int], list[bool]]:
    """Fold the case of a text: what :func:`.encode_annotated` takes.

    A code point is changed only if it has one lower-case form that leads back to it. İ, for example, stays.

    Returns:
        The folded code points, and for each whether it was in upper case.
    """
    folded, uppercase = [], []
    for c in code_points:
        character = chr(c) if c <= 0x10FFFF else ""
        lower = character.lower()
        uppercase.append(lower != character and character.upper() == character)
        folded.append(ord(lower) if c > 0x7F and len(lower) == 1 and lower.upper() == character else c)
    return folded, uppercase


def apply(code_points: Sequence[int], uppercase: Sequence[bool]) -> list[int]:
    """Map each code point beyond ASCII to the case that its annotation suggests, if it has one such form beyond ASCII.

    Args:
        code_points: as :func:`.decode_annotated` gives them; those above 10FFFF have no case.
        uppercase: for each of them its annotation.
    """
    return [_mapped(c, upper) for c, upper in zip(code_points, uppercase, strict=True)]


def _mapped(c: int, upper: bool) -> int:
    if not 0x7F < c <= 0x10FFFF:
        return c
    mapped = chr(c).upper() if upper else chr(c).lower()
    return ord(mapped) if len(mapped) == 1 and not mapped.isascii() else c
