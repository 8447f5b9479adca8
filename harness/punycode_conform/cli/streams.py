"""The standard streams: open, unable to fail for a character, and in a CI log without effect on the runner.

Standard error may be full or closed. What is lost there is no verdict, so it changes no exit status.
"""

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Any, TextIO, cast


def open_closed() -> None:
    """Open closed standard streams, so that nothing else gets their descriptors; using them fails, except stderr."""
    for name, way in (("stdin", os.O_WRONLY), ("stdout", os.O_RDONLY), ("stderr", os.O_WRONLY)):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, os.fdopen(os.open(os.devnull, way), mode, encoding="utf-8"))


def escape_unknown() -> None:
    """Let no output fail for an encoding that lacks a character."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def drop_output() -> None:
    """Discard what is still buffered for standard output."""
    # The interpreter flushes once more at its end, and would fail once more.
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


class _Lossy(io.RawIOBase):
    """A stream's descriptor on which no write fails: what cannot be written is lost."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream  # a stream that nothing refers to closes its descriptor, which a pipe would then get
        self._descriptor = stream.fileno()

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._descriptor

    def isatty(self) -> bool:
        return os.isatty(self._descriptor)

    def write(self, data: Any) -> int:
        try:
            return os.write(self._descriptor, data)
        except OSError:
            return len(data)


def keep_going() -> None:
    """Let no write to standard error fail, for a program that ends with this process."""
    raw = io.BufferedWriter(_Lossy(sys.stderr))
    sys.stderr = io.TextIOWrapper(raw, sys.stderr.encoding, "backslashreplace", line_buffering=True)


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
    """Make what is written to a standard stream inert, where a CI system obeys commands in its log.

    Args:
        name: ``stdout`` or ``stderr``.
    """
    stream: TextIO = getattr(sys, name)
    if os.environ.get("GITHUB_ACTIONS") != "true":
        yield
        return
    setattr(sys, name, cast(TextIO, _Inert(stream)))
    try:
        yield
    finally:
        setattr(sys, name, stream)


def obeyed(stream: TextIO) -> TextIO:
    """The stream on which workflow commands of our own are obeyed."""
    return stream.stream if isinstance(stream, _Inert) else stream
