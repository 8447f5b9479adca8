"""From bytes to a case, by a scheme with a number: the same bytes make the same case as long as the number stays.

Findings keep the case, never the bytes, which mean another case to another scheme.
"""

from collections.abc import Sequence

from ..suite.outcome import Call, Operation
from . import code_points, words
from .corner_cases import CORNERS, OFTEN
from .defect import bad_digit, damaged
from .label import label
from .randomness import Source, seeded
from .variation import relative, varied

SCHEME = 4  # raised whenever the same bytes come to mean another case
_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE
_SHORT = tuple(b"a-A09zb_ Zy1\n.@x8")
_BEFORE = (b"", b"", b"b", b"b-", b"tda")
_TURN = 13  # every 13th case is a corner's; a prime, so that each shard gets some
_PLACES = range(1, 11, 3)  # which of 13 cases are unchanged vectors; the first 18,500 cases then ask each
_RELATIVE = 6  # which of 13 is nearly like the one before, if that is asked too: in a shard it is not
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
    if rest == _RELATIVE:
        return relative(numbered(seed, number - 1, vectors), source)
    return drawn(source, vectors)


def drawn(source: Source, vectors: Sequence[Call] = ()) -> Call:
    """The case that a source's next decisions make."""
    kind = source.below(16)
    if kind < 5:
        return Call(_DECODE, tuple(damaged(label(source), source)))
    if kind < 10:
        return Call(_ENCODE, tuple(code_points.sequence(source)))
    if kind < 12 and vectors:
        return varied(source.one(vectors), source)
    if kind < 14:
        return _short(source)
    if kind < 15:
        return _worded(source)
    # Engines that bring bytes have no turns, so they meet all corners by chance.
    return source.one(CORNERS if source.chance(40) else OFTEN)(source)


def seeds(calls: Sequence[Call]) -> tuple[Call, ...]:
    """The calls that are fit to be varied, each once."""
    return tuple(dict.fromkeys(call for call in calls if len(call.input) <= LONGEST_SEED))


def _short(source: Source) -> Call:
    """One of the few thousand shortest strings, or a form in which a single character is no digit."""
    kind = source.below(6)
    if kind < 2:
        return Call(_DECODE, tuple(source.one(_SHORT) for _ in range(source.below(4))))
    if kind < 5:
        # Whatever a digit is worth, or if it is left out or delimits, an a after it makes the form a valid one.
        return Call(_DECODE, (*source.one(_BEFORE), bad_digit(source), *source.one((b"a", b"a", b"a", b""))))
    pick = (0x61, 0x2D, 0x80, 0x20, 0xFC, 0x4E2D, 0x10FFFF, 0)
    return Call(_ENCODE, tuple(source.one(pick) for _ in range(source.below(4))))


def _worded(source: Source) -> Call:
    """Basic text that means something elsewhere: to encode, as a literal part, or as if it were an encoded form."""
    text = words.words(source) if source.chance(4) else words.value(source)
    kind = source.below(8)
    if kind < 5:
        return Call(_ENCODE, tuple(words.enclosed(text, source) if source.chance(8) else text))
    return Call(_DECODE, (*text, *(b"-", b"-tda", b"")[kind - 5]))
