"""The part of long answers around the first difference."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from ..suite.notation import quote, show

_REACH = 24  # code points on either side of the first difference, if there are many more
_REACH_OF_CODES = 8  # where each takes up seven columns


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


def parting(one: Sequence[int], other: Sequence[int]) -> int:
    """The index of the first difference, which may be the end of one of them."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def excerpt(points: Sequence[int], at: int, reach: int = _REACH) -> Excerpt:
    """The part of code points around an index: ``reach`` on either side, or up to twice that if nothing is left out then."""
    start = at - reach if at > 2 * reach else 0
    end = at + 1 + reach if len(points) > at + 2 * reach else len(points)
    return Excerpt(tuple(points), min(start, len(points)), end)


def around(points: Sequence[int], at: int, *, encoded: bool) -> str:
    """The part around an index as text: of an encoded form quoted, of others as code points and quoted."""
    part = excerpt(points, at, _REACH if encoded else _REACH_OF_CODES)
    shown = part.points[part.start : part.end]
    before, after = "…" if part.start else "", "…" if part.end < len(points) else ""
    text = before + (quote(shown, len(shown)) if shown else "(end)") + after
    if not (encoded and all(0x20 <= c < 0x7F for c in shown)):
        codes = " ".join(filter(None, (before, show(shown, len(shown)) if shown else "(end)", after)))
        text = f"{text}  {codes}" if encoded else f"{codes}  {text}"
    return f"{text} {part.place}" if part.cut else text
