"""From bytes to a case, by a scheme with a number: the same bytes make the same case as long as the number stays.

Findings keep the case, never the bytes, which mean another case to another scheme.
"""

from collections.abc import Sequence

from ..suite.outcome import Call, Operation
from . import code_points
from .corner_cases import CORNERS
from .defect import damaged
from .label import label
from .randomness import Source, seeded

SCHEME = 4  # raised whenever the same bytes come to mean another case
_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE
_SHORT = tuple(b"a-A09zb_ Zy1\n.@x8")
_TURN = 23  # every 23rd case is a corner's; a prime, so that each shard gets some
_PLACES = range(1, 20, 3)  # which of 23 cases are unchanged vectors; the first 18,500 cases then ask each
_LEAP = 7919  # neighbouring vectors are alike, so their turns lie far apart; a prime
_STRIDE = 389  # so do those of neighbouring corners; it has no factor in common with their number
LONGEST_SEED = 1200  # of a vector that is varied; longer ones are slow and have been run as they are


def case(data: bytes, vectors: Sequence[Call] = ()) -> Call:
    """The case that some bytes stand for.

    Args:
        data: any bytes; zeros follow their end.
        vectors: calls whose variations are mixed in; the case depends on them too.
    """
    return drawn(Source(data), vectors)


def numbered(seed: int, number: int, vectors: Sequence[Call] = ()) -> Call:
    """The case with a number in the run of a seed; no bytes are needed.

    In any 20,000 in a row each corner comes up. At first each vector has its turn as it is, too, so that whatever one of
    them shows is found without luck; later they are only varied.
    """
    turn, rest = divmod(number, _TURN)
    if rest in _PLACES and (vector := turn * len(_PLACES) + _PLACES.index(rest)) < len(vectors):
        # Another seed begins elsewhere, so that short runs with several seeds ask different vectors.
        return vectors[(vector + 101 * seed) * _LEAP % len(vectors)]
    source = seeded(SCHEME, seed, number)
    if rest == _TURN - 1:
        return CORNERS[(turn + 101 * seed) * _STRIDE % len(CORNERS)](source)
    return drawn(source, vectors)


def drawn(source: Source, vectors: Sequence[Call] = ()) -> Call:
    """The case that a source's next decisions make."""
    kind = source.below(16)
    if kind < 7:
        return Call(_DECODE, tuple(_defective(label(source), source)))
    if kind < 12:
        return Call(_ENCODE, tuple(code_points.sequence(source)))
    if kind < 14 and vectors:
        return _varied(source.one(vectors), source)
    if kind < 15:
        return _short(source)
    # Engines that bring bytes have no turns, so they meet corners by chance.
    if source.chance(40):
        return source.one(CORNERS)(source)
    return Call(_DECODE, tuple(label(source)))


def seeds(calls: Sequence[Call]) -> tuple[Call, ...]:
    """The calls that are fit to be varied, each once."""
    return tuple(dict.fromkeys(call for call in calls if len(call.input) <= LONGEST_SEED))


def _defective(encoded: list[int], source: Source) -> list[int]:
    for _ in range((0, 1, 1, 1, 1, 1, 2, 2)[source.below(8)]):
        encoded = damaged(encoded, source)
    return encoded


def _varied(seed: Call, source: Source) -> Call:
    """A vector's call with a change, with another's operation, or as it is."""
    points = list(seed.input)
    kind = source.below(8)
    if kind == 0:
        return seed
    if seed.operation is _DECODE:
        return Call(_DECODE, tuple(_defective(points, source)))
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


def _short(source: Source) -> Call:
    """One of the few thousand shortest strings."""
    if source.below(3):
        return Call(_DECODE, tuple(source.one(_SHORT) for _ in range(source.below(4))))
    pick = (0x61, 0x2D, 0x80, 0x20, 0xFC, 0x4E2D, 0x10FFFF, 0)
    return Call(_ENCODE, tuple(source.one(pick) for _ in range(source.below(4))))
