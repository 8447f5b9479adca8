"""Colours and width of a terminal, and messages that are safe to print."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import IO

from ..errors import ConformError
from ..notation import plain
from ..render.style import folded


def use_color(wish: str, stream: IO[str]) -> bool:
    """Whether to use colours: ``always``, ``never``, or ``auto``, which asks NO_COLOR, FORCE_COLOR and the stream."""
    if wish != "auto":
        return wish == "always"
    # As no-color.org has it, any value but an empty one counts.
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def columns(stream: IO[str], most: int) -> int:
    """The columns to write in: those of the terminal, between 40 and ``most``; ``most`` if the stream is no terminal."""
    with suppress(OSError, ValueError):
        # Some terminals do not know their width and say 0.
        return min(most, max(40, os.get_terminal_size(stream.fileno()).columns or most))
    return most


def fitted(lines: Iterable[str], stream: IO[str], hang: int) -> Iterator[str]:
    """The lines, folded if the stream is a terminal that is too narrow for them."""
    return folded(lines, columns(stream, sys.maxsize), hang)


def complain(error: ConformError, who: str = "conform") -> None:
    """Print an error in one line, and its hint; names and texts in it may come from a target."""
    # So that the error comes after the output where both streams go to one place.
    sys.stdout.flush()
    for text in (f"{who}: {error.message}", f"  hint: {error.hint}" if error.hint else ""):
        if text:
            print(plain(text, None), file=sys.stderr)
