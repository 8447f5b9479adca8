"""What a stream can show."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import IO

from ..render.folded import folded


def use_color(wish: str, stream: IO[str]) -> bool:
    """Whether to use colours: ``always``, ``never``, or ``auto``, which asks NO_COLOR, FORCE_COLOR and the stream."""
    if wish != "auto":
        return wish == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def columns(stream: IO[str], most: int) -> int:
    """The columns to write in: those of the terminal, between 40 and ``most``, which it is for everything else."""
    with suppress(OSError, ValueError):
        return min(most, max(40, os.get_terminal_size(stream.fileno()).columns or most))
    return most


def fitted(lines: Iterable[str], stream: IO[str], hang: int) -> Iterator[str]:
    """The lines, folded if the stream is a terminal that is too narrow for them."""
    return folded(lines, columns(stream, sys.maxsize), hang)
