"""The part of long answers around the first difference."""

from collections.abc import Sequence
from typing import NamedTuple

from ..notation import parting, quote

_REACH = 24  # code points on either side of the first difference, if there are many more
_REACHES = (24, 12, 6, 5, 4, 3, 2)  # as above, where there is little room
_SHORT, _FEW = 8, 3  # characters, and code points, in which the difference is seen without a mark
_LINE = 64  # columns next to a label


class Excerpt(NamedTuple):
    """Code points from ``start`` up to ``end``, and the place of the part in the whole: empty if nothing is cut."""

    start: int
    end: int
    place: str


def excerpt(points: Sequence[int], at: int, reach: int = _REACH) -> Excerpt:
    """The part of code points around an index: ``reach`` on either side, or up to twice that if nothing is left out then."""
    start = min(at - reach, len(points)) if at > 2 * reach else 0
    end = at + 1 + reach if len(points) > at + 2 * reach else len(points)
    shown = f"from index {start:,}" if start else f"the first {end:,}"
    return Excerpt(start, end, f" ({shown} of {len(points):,} code points)" if end - start < len(points) else "")


class Facing(NamedTuple):
    """Two sequences, one to be written below the other, and a line below both with a mark under the first difference."""

    one: str
    other: str
    mark: str


def facing(one: Sequence[int], other: Sequence[int]) -> Facing | None:
    """Two different sequences around their first difference: as quoted text if they are ASCII, else as code points.

    None if they are so short that no mark is needed, or have code points that are too wide for a line.
    """
    literal = all(0x20 <= c < 0x7F for c in (*one, *other))
    longest = max(len(one), len(other))
    if longest <= (_SHORT if literal else _FEW):
        return None
    at = parting(one, other)
    for reach in (longest, *_REACHES):  # the whole if there is room, else as much as there is room for
        start = max(0, at - reach)
        parts = _part(one, start, at + reach, literal), _part(other, start, at + reach, literal)
        if max(map(len, parts)) <= _LINE:
            break
    else:
        return None
    before = len(_part(one[:at], start, at, literal)) - literal  # without the quotation mark at its end
    column = before + (at > start and not literal)
    sizes = f" of {len(one):,}" if len(one) == len(other) else f"; {len(one):,} and {len(other):,} code points"
    words = f"index {at:,}{sizes * bool(longest > at + reach or start)}"
    # Where there is no room after the mark, there is in front of it.
    fits = column + len(words) + 2 <= _LINE
    return Facing(*parts, f"{'':{column}}^ {words}" if fits else f"{words:>{column - 1}} ^")


def _part(points: Sequence[int], start: int, end: int, literal: bool) -> str:
    part, before, after = points[start:end], "…" * bool(start), "…" * (end < len(points))
    if literal:
        text = quote(part, len(part))
        return f"{text[:1]}{before}{text[1:-1]}{after}{text[-1:]}"
    return " ".join(filter(None, (before, *(f"U+{c:04X}" for c in part), after)))
