"""Code points by plane and by power of two, and invisible ones."""

from collections.abc import Iterator

from .vector import MAX_UNICODE, File, Vector, from_points

SURROGATES = range(0xD800, 0xE000)


def ends_of_planes() -> Iterator[Vector]:
    """One value of the low 16 bits in every plane, upwards and downwards; above FFFF those of a surrogate are like any
    others. Each string fits a label, so no choice allows a refusal."""
    for low in (0x0000, 0x0001, 0x00FC, 0x8000, 0xD800, 0xDBFF, 0xDC00, 0xDFFF, 0xFFFD, 0xFFFE, 0xFFFF):
        points = [c for c in range(low, MAX_UNICODE + 1, 0x10000) if c >= 0x80 and c not in SURROGATES]
        for half, planes in (("first", points[:9]), ("last", points[8:])):
            yield from_points(f"planes-{low:04x}-{half}", planes)
        yield from_points(f"planes-{low:04x}-downwards", points[::-2])


def powers_of_two() -> Iterator[Vector]:
    """Both sides of each boundary that binary numbers, UTF-8, UTF-16 and the repertoire have."""
    boundaries = [*(2**k for k in range(8, 21)), 0xA0, 0xE000, 0xF900, 0xFDD0, 0xFDF0, 0xFEFF, 0xFFF0, 0xE0100, 0xF0000]
    points = sorted({c + off for c in boundaries for off in (-1, 0, 1)} - set(SURROGATES))
    for start in range(0, len(points), 15):
        yield from_points(f"boundaries-from-{points[start]:04x}", points[start : start + 15])
    yield from_points("boundaries-downwards", points[::-1])


# Invisible or ignorable, or blank: what trimming and filtering functions know.
INVISIBLE = (
    *(0x61C, 0x1680, 0x180E, 0x200B, 0x200E, 0x200F, 0x2028, 0x2029, 0x202E, 0x202F, 0x205F, 0x2061, 0x2069, 0x2800),
    *(0x3164, 0xFFA0, 0xFFFC, 0x1D173, 0xE0020, 0xE007F),
)


def invisible_at_the_ends() -> Iterator[Vector]:
    """Each at the start once, and at the end once."""
    for first, last in zip(INVISIBLE, (*INVISIBLE[1:], INVISIBLE[0]), strict=True):
        yield from_points(
            f"invisible-{first:04x}-first-{last:04x}-last",
            [first, ord("a"), ord("b"), last],
            bug="invisible-characters-dropped",
        )


FILE = File(
    "planes",
    "Code points by plane, at the boundaries of ranges, and invisible ones at the ends of a string: each comes back.",
    "5",
    "valid-code-point-refused",
    (ends_of_planes, powers_of_two, invisible_at_the_ends),
)
