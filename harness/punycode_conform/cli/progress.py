"""A status line for work of more than a second; it is drawn on a terminal only."""

import sys
import time
from collections.abc import Callable

from ..notation import plain
from ..terminal import columns

_PATIENCE = 1.0  # seconds before the line shows
_INTERVAL = 0.1  # seconds between two drawings
_WIDTH, _NARROWEST = 30, 5


class Status:
    """A line that is redrawn again and again. Use it as a context manager; the line is wiped at the end."""

    def __init__(self, line: Callable[[], str] = str) -> None:
        self.line = line
        self._due = time.monotonic() + _PATIENCE if sys.stderr.isatty() else float("inf")
        self._shown = False

    def __enter__(self) -> "Status":
        return self

    def __exit__(self, *_: object) -> None:
        self.wipe()

    def update(self) -> None:
        """Draw, if it is time."""
        if time.monotonic() >= self._due:
            self._due = time.monotonic() + _INTERVAL
            self.draw(self.line())

    def draw(self, line: str) -> None:
        """Draw a line over the last one; it is cut to the terminal's width, since a folded one could not be wiped."""
        if sys.stderr.isatty():
            self._shown = True
            print(f"\r\x1b[K{line[: columns(sys.stderr, 200) - 1]}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Wipe the line, before something else is written."""
        if self._shown:
            self._shown = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class Bar:
    """A progress bar, used as a status line.

    Args:
        label: the name of the work.
        unit: the things that are counted.
    """

    def __init__(self, label: str, unit: str = "calls") -> None:
        # A label may be a long command, and with all of it the bar would not fit a line.
        self._label, self._unit = plain(label, 40), unit
        self._status = Status()

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        self._status.wipe()

    def update(self, done: int, total: int) -> None:
        """Draw, if it is time."""
        self._status.line = lambda: self._drawn(done, total)
        self._status.update()

    def _drawn(self, done: int, total: int) -> str:
        share = done / max(total, 1)
        count = f"{share:4.0%}  {done:,} of about {total:,} {self._unit}"
        # The numbers say more than the bar, so the bar is what gets shorter.
        width = max(_NARROWEST, min(_WIDTH, columns(sys.stderr, 200) - len(f"{self._label}  [] {count} ")))
        return f"{self._label}  [{'#' * round(share * width):<{width}}] {count}"

    def say(self, step: str) -> None:
        """Draw the name of a step that is not counted."""
        self._status.draw(f"{self._label}  {step}")
