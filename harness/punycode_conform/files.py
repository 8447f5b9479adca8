"""Writing files: what goes wrong is one line that names the file."""

import os
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .errors import ConformError

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


def check_writable(path: Path | None) -> None:
    """Refuse a path that cannot be written, before the work and without touching what is there.

    Raises:
        ConformError: its folder does not exist, or it is a folder itself.
    """
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        raise ConformError(f"{path}: cannot be written", "the folder must exist, and the name must not be a folder")


def write(path: Path, content: str, mode: str = "w") -> None:
    """Write a text as UTF-8, with the line ends that it has.

    Args:
        path: the file.
        content: the text.
        mode: ``w``, or ``a`` to add to the file.

    Raises:
        ConformError: it cannot be written.
    """
    with writing(path), path.open(mode, encoding="utf-8", errors="backslashreplace", newline="") as file:
        file.write(content)


def replace(path: Path, content: str) -> None:
    """Write a file whole under another name, and then rename it: at every moment it is the old one or the new one.

    A link remains a link, and the file keeps its mode.

    Raises:
        ConformError: it cannot be written.
    """
    path = path.resolve()
    scratch = path.with_name(f".{path.name}.{os.getpid()}.new")
    with writing(path):
        try:
            scratch.write_bytes(content.encode())
            if path.exists():
                shutil.copymode(path, scratch)
            scratch.replace(path)
        finally:
            scratch.unlink(missing_ok=True)


def remove(path: Path) -> None:
    """Delete a plain file if it is there and can be deleted; a link or a device stays."""
    if path.is_file() and not path.is_symlink():
        with suppress(OSError):
            path.unlink()


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Report that a file cannot be written in one line.

    Raises:
        ConformError: the block raised OSError.
    """
    try:
        yield
    except OSError as error:
        raise ConformError(f"{path}: cannot be written: {error.strerror}") from None


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Defer SIGINT, SIGTERM and SIGHUP until the block ends, for files that belong together."""
    came: list[int] = []
    before = {}
    with suppress(ValueError):  # not in the main thread: no signal comes to another
        for number in SIGNALS:
            before[number] = signal.signal(number, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        if came:
            signal.raise_signal(came[0])
