"""Code points in a page: both sides of a difference, cut so that the place where they part is always shown and marked."""

from collections.abc import Sequence

from ..suite.notation import quote, show
from .excerpt import excerpt
from .markup import Element, tag, together


def marked(points: Sequence[int], at: int, *, encoded: bool) -> Element:
    """Code points with the one at ``at`` marked, then the whole as text; of an encoded form, the text alone."""
    part = excerpt(points, at)
    start, end = part.start, part.end
    cut = f" {part.place}" if part.cut else ""
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
