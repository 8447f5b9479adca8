"""Code points in a page: both sides of a difference, cut so that the place where they part is always shown and marked."""

from collections.abc import Sequence
from itertools import takewhile

from ..suite.notation import quote, show
from .markup import Element, tag, together

_AROUND = 24  # code points that are shown on either side of the first difference, if there are many more


def parting(one: Sequence[int], other: Sequence[int]) -> int:
    """The index of the first difference, which may be the end of one of them."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def marked(points: Sequence[int], at: int, *, encoded: bool) -> Element:
    """Code points with the one at ``at`` marked, then the whole as text; of an encoded form, the text alone."""
    start = at - _AROUND if at > 2 * _AROUND else 0
    end = at + 1 + _AROUND if len(points) > at + 2 * _AROUND else len(points)
    cut = f" ({len(points):,} code points)" if start or end < len(points) else ""
    literal = encoded and all(0x20 <= c < 0x7F for c in points)
    shown, space = (_characters, "") if literal else (show, " ")
    before, after = points[start:at], points[at + 1 : end]
    parts: list[str | Element] = [
        "…" + space if start else "",
        shown(before) + space if before else "",
        tag("mark", shown(points[at : at + 1]) if at < len(points) else "(end)"),
        space + shown(after) if after else "",
        space + "…" if end < len(points) else "",
    ]
    if literal:
        return together('"', *parts, '"', cut)
    return together(*parts, cut, f"  {quote(points)}" if points else "")


def _characters(points: Sequence[int]) -> str:
    return quote(points)[1:-1]
