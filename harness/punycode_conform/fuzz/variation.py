"""Variations of a call: of a vector's, and of the call before.

A codec that keeps something between calls goes wrong where two calls are nearly alike: one keystroke apart, or with one key
of a memo, such as the beginning, the length, the sum or the set of the code points, or the letters without their case.
"""

from collections.abc import Callable, Sequence
from unicodedata import ucd_3_2_0  # of one version for ever, so that every Python makes the same cases

from ..suite.outcome import Call, Operation
from . import code_points
from .defect import damaged
from .randomness import Source

_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE
_LONG = 600  # a relative of a longer call would cost as much as that


def varied(seed: Call, source: Source) -> Call:
    """A vector's call with a change, or as it is."""
    points = list(seed.input)
    kind = source.below(8)
    if kind == 0:
        return seed
    if seed.operation is _DECODE:
        return Call(_DECODE, tuple(damaged(points, source)))
    place = source.below(len(points) + 1)
    if kind < 4:
        points.insert(place, code_points.special(source))
    elif kind < 6 and points:
        points[place - 1] = code_points.special(source) if source.below(2) else points[place - 1] + 1
    elif kind < 7:
        points = points[place:] + points[:place]
    else:
        points = points[:place] + points[place + 1 :] + code_points.basics(source)[:4]
    return Call(_ENCODE, tuple(points))


def relative(before: Call, source: Source) -> Call:
    """A call nearly like the one before."""
    if len(before.input) > _LONG:
        before = before._replace(input=before.input[:_LONG])
    if source.chance(6) and (before.operation is _DECODE or decodable(before.input)):
        return before._replace(operation=_DECODE if before.operation is _ENCODE else _ENCODE)
    return before._replace(input=tuple(source.one(_RELATIVES)(list(before.input), source)))


def decodable(points: Sequence[int]) -> bool:
    """Whether a vector can hold these code points as an encoded form."""
    return all(c <= 0x10FFFF and not 0xD800 <= c <= 0xDFFF for c in points)


def _typed(points: list[int], source: Source) -> list[int]:
    return [*points, source.one(b"a-A0bz\x20")]


def _deleted(points: list[int], source: Source) -> list[int]:
    return points[:-1] if source.below(3) else points[1:]


def _ending_differently(points: list[int], source: Source) -> list[int]:
    """Another end of equal length."""
    place = source.one((max(len(points) - 1, 0), len(points) // 2, 8, 16, 32, 64))
    return points[:place] + [source.one(b"abcz09") for _ in points[place:]]


def _turned(points: list[int], source: Source) -> list[int]:
    """Another order."""
    place = source.below(len(points) + 1)
    return points[place:] + points[:place] if source.below(2) else points[::-1]


def _balanced(points: list[int], source: Source) -> list[int]:
    """An equal sum: a code point one more, and another one less."""
    if len(points) < 2:
        return points
    up, down = source.below(len(points)), source.below(len(points))
    changed = [c + (place == up) - (place == down) for place, c in enumerate(points)]
    return changed if min(changed) >= 0 else points


def _in_another_case(points: list[int], source: Source) -> list[int]:
    return [c ^ 0x20 if 0x41 <= c & ~0x20 <= 0x5A else c for c in points]


def _in_another_form(points: list[int], source: Source) -> list[int]:
    """Composed or decomposed."""
    text = "".join(chr(min(c, 0x10FFFF)) for c in points)
    other = [ord(c) for c in ucd_3_2_0.normalize(source.one(("NFC", "NFD")), text)]
    return other if other != points else _typed(points, source)


def _longer(points: list[int], source: Source) -> list[int]:
    """Something added that could be cut or stripped, or the whole once more."""
    return source.one(
        ([*points, 0, 0x61], [*points, 0x20], [0x20, *points], [*points, 0x0A], [*points, *points], [*points, 0])
    )


_RELATIVES: tuple[Callable[[list[int], Source], list[int]], ...] = (
    *(_typed, _deleted, _ending_differently, _turned, _balanced, _in_another_case, _in_another_form, _longer),
)
