"""Text on a terminal: colours, styled words, lines that fit the width."""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import IO

from .notation import plain

WIDTH = 80  # columns, unless the terminal has fewer; a CI system's log has no more either
BOLD, RED, GREEN, YELLOW, DIM = "1", "31", "32", "33", "2"

Style = Callable[..., str]


def use_color(wish: str, stream: IO[str]) -> bool:
    """Whether to use colours: ``always``, ``never``, or ``auto``, which asks NO_COLOR, FORCE_COLOR and the stream."""
    if wish != "auto":
        return wish == "always"
    # As no-color.org has it, any value but an empty one counts.
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def style(color: bool) -> Style:
    """A function that styles words by the codes that follow them; without ``color`` it leaves words as they are."""

    def styled(words: str, *codes: str) -> str:
        return f"\x1b[{';'.join(codes)}m{words}\x1b[0m" if color else words

    return styled


def columns(stream: IO[str], most: int) -> int:
    """The columns to write in: those of the terminal, between 40 and ``most``; ``most`` if the stream is no terminal."""
    with suppress(OSError, ValueError):  # no terminal, or a stream without a descriptor
        # Some terminals do not know their width and say 0.
        return min(most, max(40, os.get_terminal_size(stream.fileno()).columns or most))
    return most


def wrapped(words: str, width: int, first: str = "", others: str = "", *, whole: bool = False) -> list[str]:
    """Words as lines, broken at white space; with ``whole`` a word that is wider than a line stays whole."""
    if words and words.isprintable() and len(first) + len(words) <= width:
        return [first + words]
    from textwrap import wrap  # start-up time: most lines fit

    # Not at hyphens, which options and encoded forms are full of.
    return wrap(
        words,
        width,
        initial_indent=first,
        subsequent_indent=others,
        break_on_hyphens=False,
        break_long_words=not whole,
    )


def labelled(label: str, value: str, width: int = WIDTH) -> list[str]:
    """A labelled value as lines."""
    return wrapped(value, width, f"    {label:<10} ", " " * 15) or [f"    {label}"]


def folded(lines: Iterable[str], width: int, hang: int) -> Iterator[str]:
    """The lines, those that are too wide broken at spaces. Words stay whole, since people paste them."""
    for line in lines:
        yield from [line] if len(line) <= width else wrapped(line, width, "", " " * hang, whole=True)


def fitted(lines: Iterable[str], stream: IO[str], hang: int) -> Iterator[str]:
    """The lines, folded if the stream is a terminal that is too narrow for them."""
    return folded(lines, columns(stream, sys.maxsize), hang)


def command(lead: str, words: str, width: int) -> Iterator[str]:
    """A shell command as lines after ``lead``: one that is too long goes on after a backslash, as a shell reads it."""
    line, hang = lead, " " * (len(lead) - len(lead.lstrip()) + 4)
    # Never break a line inside quotation marks, or between an option and its value.
    word = r"(?:'[^']*'|[^\s'])+"
    for part in re.findall(rf"--[\w-]+ (?!-){word}|{word}|'", plain(words, None)):
        if len(line) + len(part) + 2 > width and line.strip() and line != lead:
            yield f"{line}\\"
            line = hang
        line += f"{part} "
    yield line.rstrip()
