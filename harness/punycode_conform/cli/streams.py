"""The standard streams: open, unable to fail for a character, and in a CI log without effect on the runner."""

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO, cast

from ..errors import ConformError
from ..notation import plain


def prepare() -> None:
    """Open closed standard streams, so that no pipe gets their descriptors; let no character fail to be written."""
    # So that using standard input or output fails, and standard error takes all.
    for name, flags, mode in (("stdin", os.O_WRONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def drop_output() -> None:
    """Discard what is still buffered for standard output."""
    # The interpreter flushes once more at its end, and would fail once more.
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def complain(error: ConformError, who: str = "conform") -> None:
    """Print an error in one line, and its hint; names and texts in it may come from a target."""
    # So that the error comes after the output where both streams go to one place.
    sys.stdout.flush()
    print(plain(f"{who}: {error.message}", None), file=sys.stderr)
    if error.hint:
        print(plain(f"  hint: {error.hint}", None), file=sys.stderr)


class _Inert:
    """A stream for a CI log: what is written to it holds no workflow command."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        self._inside = False  # of a line

    def write(self, text: str) -> int:
        safe = inert(text)
        # Only the beginning of a line can be a command.
        self.stream.write(safe.removeprefix("| ") if self._inside and not text.startswith("| ") else safe)
        self._inside = not text.endswith("\n") if text else self._inside
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def inert(text: str) -> str:
    """Text for a log in which no line or part of one is a workflow command."""
    # An older form of a command, which runners obey too.
    safe = text.replace("##[", "# #[")
    return "".join(f"| {line}" if line.lstrip().startswith("::") else line for line in safe.splitlines(keepends=True))


@contextlib.contextmanager
def log(name: str) -> Iterator[None]:
    """Make what is written to ``stdout`` or ``stderr`` inert, where a CI system obeys commands in its log."""
    stream: TextIO = getattr(sys, name)
    if os.environ.get("GITHUB_ACTIONS") == "true":
        setattr(sys, name, cast(TextIO, _Inert(stream)))
    try:
        yield
    finally:
        setattr(sys, name, stream)


def obeyed(stream: TextIO) -> TextIO:
    """The stream on which workflow commands of our own are obeyed."""
    return stream.stream if isinstance(stream, _Inert) else stream
