"""Lines that fit a terminal."""

from collections.abc import Iterable, Iterator


def folded(lines: Iterable[str], width: int, hang: int) -> Iterator[str]:
    """The lines, of which those that are too wide are broken at spaces, never inside a word, as words are pasted.

    Args:
        lines: without line ends.
        width: in columns.
        hang: the columns before what is left of a broken line.
    """
    for line in lines:
        if len(line) <= width:
            yield line
        else:
            from textwrap import wrap  # start-up time: most lines fit

            yield from wrap(line, width, subsequent_indent=" " * hang, break_on_hyphens=False, break_long_words=False)
