"""A choice in words, for a terminal."""

import textwrap
from collections.abc import Iterator

from ..suite.choice_file import Choice

WIDTH = 110  # columns, unless the terminal has fewer


def choice_text(choice: Choice, *, width: int = WIDTH) -> Iterator[str]:
    """The lines that explain a choice: what is open, its sides, and the groups of inputs that it decides."""
    yield f"choice {choice.id}: {choice.title}"
    yield from _labelled("clause", f"RFC 3492 section {choice.clause}", width)
    yield from _labelled("open", choice.open, width)
    for side in choice.sides:
        yield f"  --choice {choice.id}={side.side}"
        yield from _labelled("means", side.means, width, "    ")
        yield from _labelled("demands", side.demands, width, "    ")
        yield from _labelled("taken by", "; ".join(side.taken_by) or "no codec that we know", width, "    ")
    for wrong in choice.still_wrong:
        yield from _labelled("wrong", wrong, width)
    for title in choice.decides:
        yield from _labelled("decides", title, width)


def _labelled(label: str, text: str, width: int, indent: str = "  ") -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=f"{indent}{label:<10} ",
        subsequent_indent=indent + " " * 11,
        break_on_hyphens=False,
    )
