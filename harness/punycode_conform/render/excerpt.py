"""The part of long answers around the first difference."""

from collections.abc import Sequence
from typing import NamedTuple

from ..notation import parting, quote

_REACH = 24  # code points on either side of the first difference, if there are many more
_REACHES = (24, 12, 6, 5, 4, 3, 2)  # as above, where there is little room
_SHORT, _FEW = 8, 3  # characters, and code points, in which the difference is seen without a mark
_LINE = 64  # columns beside a label


class Excerpt(NamedTuple):
    """Code points from ``start`` up to ``end``; the whole if nothing is cut."""

    points: tuple[int, ...]
    start: int
    end: int

    @property
    def cut(self) -> bool:
        """Whether something is left out."""
        return self.end - self.start < len(self.points)

    @property
    def place(self) -> str:
        """The place of the part in the whole; empty for the whole."""
        if not self.cut:
            return ""
        shown = f"from index {self.start:,}" if self.start else f"the first {self.end:,}"
        return f"({shown} of {len(self.points):,} code points)"


def excerpt(points: Sequence[int], at: int, reach: int = _REACH) -> Excerpt:
    """The part of code points around an index: ``reach`` on either side, or up to twice that if nothing is left out then."""
    start = at - reach if at > 2 * reach else 0
    end = at + 1 + reach if len(points) > at + 2 * reach else len(points)
    return Excerpt(tuple(points), min(start, len(points)), end)


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
    if max(len(one), len(other)) <= (_SHORT if literal else _FEW):
        return None
    at = parting(one, other)
    for reach in (
        max(len(one), len(other)),
        *_REACHES,
    ):  # the whole if there is room, else as much as there is room for
        start = max(0, at - reach)
        shown = _part(one, start, at + reach, literal), _part(other, start, at + reach, literal)
        if max(map(len, shown)) <= _LINE:
            break
    else:
        return None
    before = len(_part(one[:at], start, at, literal)) - literal  # without the quotation mark at its end
    cut = max(len(one), len(other)) > at + reach or start
    sizes = f" of {len(one):,}" if len(one) == len(other) else f"; {len(one):,} and {len(other):,} code points"
    column = before + (at > start and not literal)
    said = f"index {at:,}{sizes * bool(cut)}"
    # Where there is no room behind the mark, there is in front of it.
    fits = column + len(said) + 2 <= _LINE
    return Facing(*shown, f"{'':{column}}^ {said}" if fits else f"{said:>{column - 1}} ^")


def _part(points: Sequence[int], start: int, end: int, literal: bool) -> str:
    part = points[start:end]
    if literal:
        text = quote(part, len(part))
        return f"{text[:1]}{'…' * bool(start)}{text[1:-1]}{'…' * (end < len(points))}{text[-1:]}"
    codes = ["…"] * bool(start) + [f"U+{c:04X}" for c in part] + ["…"] * (end < len(points))
    return " ".join(codes)
