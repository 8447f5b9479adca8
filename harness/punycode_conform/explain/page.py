"""An explanation as a page of HTML that needs no other file: something to show in a lecture."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from ..render.template import draw
from .blocks import Block, Heading
from .shown import character, named

_SINGLE = 12  # places of a run that are drawn one by one; a longer run is one box

Section = tuple[Heading | None, list[Block]]


def html(title: str, blocks: Iterable[Block]) -> str:
    """The page: what comes under a heading of a step is a card."""
    cards = groupby(_sections(blocks), key=lambda section: section[0] is None or section[0].level == 1)
    values = {
        "title": title,
        "cards": [(titles, list(sections)) for titles, sections in cards],
        "character": character,
        "named": named,
        "single": _SINGLE,
    }
    return draw("explanation.html", values, style=("style.css", "explanation.css"))


def _sections(blocks: Iterable[Block]) -> Iterator[Section]:
    heading: Heading | None = None
    inner: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading):
            if heading or inner:
                yield heading, inner
            heading, inner = block, []
        else:
            inner.append(block)
    yield heading, inner
