"""Text on a terminal: styled words, labelled values, lines that fit the width."""

import re
from collections.abc import Callable, Iterable, Iterator

from ..notation import plain

WIDTH = 80  # columns, unless the terminal has fewer; a CI system's log has no more either
BOLD, RED, GREEN, YELLOW, DIM = "1", "31", "32", "33", "2"

Style = Callable[..., str]


def style(color: bool) -> Style:
    """A function that styles words by the codes that follow them; without ``color`` it leaves words as they are."""

    def styled(words: str, *codes: str) -> str:
        return f"\x1b[{';'.join(codes)}m{words}\x1b[0m" if color else words

    return styled


def labelled(label: str, value: str, width: int = WIDTH) -> list[str]:
    """A labelled value as lines."""
    return wrapped(value, width, f"    {label:<10} ", " " * 15) or [f"    {label}"]


def wrapped(words: str, width: int, first: str = "", others: str = "") -> list[str]:
    """Words as lines, broken at white space; ``first`` and ``others`` are what the lines begin with."""
    if words and words.isprintable() and len(first) + len(words) <= width:
        return [first + words]
    from textwrap import wrap  # start-up time: most lines fit

    # Not at hyphens, which options and encoded forms are full of.
    return wrap(words, width, initial_indent=first, subsequent_indent=others, break_on_hyphens=False)


def command(lead: str, words: str, width: int) -> Iterator[str]:
    """A shell command as lines: one that is too long goes on after a backslash, as a shell reads it.

    Args:
        lead: what comes before it.
        words: the command.
        width: in columns.
    """
    words = plain(words, None)
    line, hang = lead, " " * (len(lead) - len(lead.lstrip()) + 4)
    # A word ends outside of quotation marks; an option keeps its value.
    word_of_it = r"(?:'[^']*'|[^\s'])+"
    for word in re.findall(rf"--[\w-]+ (?!-){word_of_it}|{word_of_it}|'", words):
        if len(line) + len(word) + 2 > width and line.strip() and line != lead:
            yield f"{line}\\"
            line = hang
        line += f"{word} "
    yield line.rstrip()


def folded(lines: Iterable[str], width: int, hang: int) -> Iterator[str]:
    """The lines, those that are too wide broken at spaces. Words stay whole, since people paste them.

    Args:
        lines: without line ends.
        width: in columns.
        hang: the columns before the rest of a broken line.
    """
    for line in lines:
        if len(line) <= width:
            yield line
        else:
            from textwrap import wrap  # start-up time: most lines fit

            yield from wrap(line, width, subsequent_indent=" " * hang, break_on_hyphens=False, break_long_words=False)
