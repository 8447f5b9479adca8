"""A status line for work of more than a second; it is drawn on a terminal only."""

import sys
import time
from collections.abc import Callable

from ..notation import plain
from ..terminal import columns

_PATIENCE = 1.0  # seconds before the line shows
_INTERVAL = 0.1  # seconds between two drawings


class Status:
    """A line that is redrawn again and again. Use it as a context manager; the line is wiped at the end."""

    def __init__(self, line: Callable[[], str] = str) -> None:
        self._line = line
        self._due = time.monotonic() + _PATIENCE if sys.stderr.isatty() else float("inf")
        self._shown = False

    def __enter__(self) -> "Status":
        return self

    def __exit__(self, *_: object) -> None:
        self.wipe()

    def update(self, line: str = "", *, now: bool = False) -> None:
        """Draw, if it is time; the line is cut to the terminal's width, since a folded one could not be wiped."""
        if time.monotonic() >= self._due or (now and self._due < float("inf")):
            self._due, self._shown = time.monotonic() + _INTERVAL, True
            line = (line or self._line())[: columns(sys.stderr, 200) - 1]
            print(f"\r\x1b[K{line}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        """Wipe the line, before something else is written."""
        if self._shown:
            self._shown = False
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


class Bar:
    """A progress bar for a named work, whose things are counted in units. Use it as a context manager."""

    def __init__(self, label: str, unit: str = "calls") -> None:
        # A label may be a long command, and with all of it the bar would not fit a line.
        self._label, self._unit, self._status = plain(label, 40), unit, Status()

    def __enter__(self) -> "Bar":
        return self

    def __exit__(self, *_: object) -> None:
        self._status.wipe()

    def update(self, done: int, total: int) -> None:
        """Draw, if it is time."""
        share = done / max(total, 1)
        # The bar is last: on a narrow terminal it is cut, and the numbers are not.
        bar = f"[{'#' * round(share * 20):<20}]"
        self._status.update(f"{self._label}  {share:4.0%}  {done:,} of about {total:,} {self._unit}  {bar}")

    def say(self, step: str) -> None:
        """Draw the name of a step that is not counted."""
        self._status.update(f"{self._label}  {step}", now=True)
