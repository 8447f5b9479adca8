"""Writing files: what goes wrong is one line that names the file."""

import os
import signal
from collections.abc import Iterable, Iterator
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


def write(path: Path, content: str | Iterable[str], mode: str = "w") -> None:
    """Write a text as UTF-8, with the line ends that it has.

    Args:
        path: the file.
        content: the text, or its parts.
        mode: ``w``, or ``a`` to add to the file.

    Raises:
        ConformError: it cannot be written.
    """
    with writing(path), path.open(mode, encoding="utf-8", errors="backslashreplace", newline="") as file:
        file.writelines([content] if isinstance(content, str) else content)


def replace(path: Path, content: str, named: str = "", hint: str = "") -> None:
    """Write a file whole under another name, and then rename it: at every moment it is the old one or the new one.

    A link remains a link, and the file keeps its mode.

    Args:
        path: the file.
        content: its text.
        named, hint: for the message, if the file's own name says nothing to the user.

    Raises:
        ConformError: it cannot be written.
    """
    import shutil  # start-up time: it imports the compression modules

    path = path.resolve()
    scratch = path.with_name(f".{path.name}.{os.getpid()}.new")
    with writing(named or path, hint):
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
def writing(named: object, hint: str = "") -> Iterator[None]:
    """Report in one line that something cannot be written.

    Args:
        named: the file, or the option that names it.
        hint: what to do.

    Raises:
        ConformError: the block raised OSError.
    """
    try:
        yield
    except OSError as error:
        raise ConformError(f"{named}: cannot be written: {error.strerror}", hint) from None


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
