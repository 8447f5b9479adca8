"""The files that the tool reads and writes: plain files, read with a bound and written whole.

A file is written under another name and then renamed, so at every moment it is the old one or the new one. The other name
cannot be guessed, and is opened only if nothing has it. Whatever goes wrong is one line that names the file.
"""

import errno
import os
import signal
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO

from .errors import ConformError

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
# Without waiting: a pipe that nobody has open at the other end would never open.
_FLAGS = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))
_PATIENCE = 10.0  # seconds for another writer of the same folder


def opened(path: Path, named: object = "") -> BinaryIO:
    """A plain file, open for reading.

    Args:
        path: the file.
        named: for messages, if not its path.

    Raises:
        ConformError: it cannot be read, or is no plain file.
    """
    try:
        return os.fdopen(_plain(path, os.O_RDONLY), "rb")
    except (OSError, ValueError) as error:  # a name may have a NUL in it
        raise ConformError(f"{named or path}: cannot be read: {getattr(error, 'strerror', error)}") from None


def read(path: Path, most: int, named: object = "", hint: str = "") -> bytes:
    """The content of a plain file.

    Args:
        path: the file.
        most: the largest number of bytes.
        named, hint: for messages.

    Raises:
        ConformError: it cannot be read, is no plain file, or is larger.
    """
    with opened(path, named) as file:
        try:
            content = file.read(most + 1)  # a file may have no size, or grow
        except OSError as error:
            raise ConformError(f"{named or path}: cannot be read: {error.strerror}") from None
    if len(content) > most:
        raise ConformError(f"{named or path}: larger than {most >> 20} MiB", hint)
    return content


def _plain(path: Path, flags: int) -> int:
    """The descriptor of a plain file that is there, or is made if the flags say so."""
    descriptor = os.open(path, flags | _FLAGS, 0o666)
    try:
        _check_plain(os.fstat(descriptor))
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _check_plain(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is a device, pipe or socket, not a file")


def check_writable(path: Path | None, named: object = "") -> None:
    """Refuse a path that cannot be written, before the work and without touching what is there.

    Raises:
        ConformError: its folder does not exist, or something other than a file has the name.
    """
    if path is None:
        return
    real = _behind_links(path)
    with writing(named or path):  # a name may be too long to be looked up
        free = real.is_file() if real.exists() or real.is_symlink() else real.parent.is_dir()
    if not free:
        raise ConformError(
            f"{named or path}: cannot be written", "the folder must exist, and the name must be free or a file's"
        )
    with writing(named or path):
        _try_to_write(real.parent)


def check_folder(folder: Path, named: object, hint: str = "") -> None:
    """Check that files can be written in a folder, which need not be there yet; nothing is left behind.

    Raises:
        ConformError: they cannot.
    """
    with writing(named, hint):
        for there in (folder, *folder.absolute().parents):
            with suppress(FileNotFoundError):
                there.lstat()
                break
        _try_to_write(there)


def _try_to_write(folder: Path) -> None:
    scratch = folder / f".conform-{os.urandom(12).hex()}.new"
    with uninterrupted():
        scratch.open("xb").close()
        scratch.unlink()


def _behind_links(path: Path) -> Path:
    """The file that a name means in the end. Path.resolve() raises RuntimeError if links go in a circle."""
    return Path(os.path.realpath(path))


def check_apart(written: Iterable[tuple[str, Path]], taken: Iterable[tuple[str, Path]] = ()) -> None:
    """Refuse to write one file twice, or a file that is read.

    Args:
        written: the files to write, each with the option that names it.
        taken: the files to read, each with its option, or with what it is: "the ..."; from a folder all vector files are
            read.

    Raises:
        ConformError: two options name one file.
    """
    inputs = {_identity(path): option for option, path in taken}
    outputs: dict[object, str] = {}
    for option, path in written:
        here = _identity(path)
        folder = _identity(path.parent) if path.suffix in (".yaml", ".yml") else here
        if other := inputs.get(here) or inputs.get(folder) or outputs.get(here):
            why = f"it is {other}" if other.startswith("the ") else f"{other} names this file too"
            raise ConformError(f"{option} {path}: {why}", "name another file")
        outputs[here] = option


def _identity(path: Path) -> object:
    """A value that all names of one file or folder have in common."""
    with suppress(OSError, ValueError):
        status = path.stat()
        return status.st_dev, status.st_ino
    return os.path.realpath(path)


def write(path: Path, content: str | bytes | Iterable[str], named: object = "", hint: str = "") -> None:
    """Write a file whole, text as UTF-8 and with the line ends that it has.

    Args:
        path: the file.
        content: its bytes, its text, or the parts of its text.
        named, hint: for messages, if the file's own name says nothing to the user.

    Raises:
        ConformError: it cannot be written.
    """
    with written(path, named, hint) as file, writing(named or path, hint):
        if isinstance(content, bytes):
            file.write(content)
        else:
            for part in [content] if isinstance(content, str) else content:
                file.write(part.encode("utf-8", "backslashreplace"))


@contextmanager
def written(path: Path, named: object = "", hint: str = "", *, kept: bool = False) -> Iterator[IO[bytes]]:
    """A file to write, which has its name at the end of the block. A link remains a link, and a file keeps its mode.

    Args:
        path: the file.
        named, hint: for messages.
        kept: whether what was written before an exception is the file; if that is nothing, an older file is deleted.

    Raises:
        ConformError: it cannot be written.
    """
    path = _behind_links(path)
    scratch, file = path.with_name(f".conform-{os.urandom(12).hex()}.new"), None
    try:
        with writing(named or path, hint):
            mode = _mode(path)
            file = scratch.open("xb")
        try:
            yield file
        except BaseException:
            if kept:
                _keep(file, scratch, path, mode)
            raise
        with writing(named or path, hint):
            file.close()
            _finish(scratch, path, mode)
    finally:
        with suppress(OSError):
            if file is not None:
                file.close()
            scratch.unlink(missing_ok=True)


def _mode(path: Path) -> int | None:
    """The mode of a plain file, None if there is none yet."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    _check_plain(status)
    return stat.S_IMODE(status.st_mode)


def _finish(scratch: Path, path: Path, mode: int | None) -> None:
    if mode is not None:
        scratch.chmod(mode)
    scratch.replace(path)


def _keep(file: IO[bytes], scratch: Path, path: Path, mode: int | None) -> None:
    with uninterrupted(), suppress(OSError):
        file.close()
        if scratch.stat().st_size:
            _finish(scratch, path, mode)
        else:
            remove(path)


def append(path: Path, text: str) -> None:
    """Add a text to a file at once; it is made if it is not there.

    Raises:
        ConformError: it cannot be written.
    """
    with writing(path):
        descriptor = _plain(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        with os.fdopen(descriptor, "wb") as file:
            file.write(text.encode("utf-8", "backslashreplace"))


def change(path: Path, before: bytes | None, after: str) -> None:
    """Write a file that was read before, if it has not changed since.

    Args:
        path: the file.
        before: what was read, None if it was not there.
        after: its new text.

    Raises:
        ConformError: it cannot be written, or another program has written it meanwhile.
    """
    with locked(_behind_links(path).parent):
        now = path.read_bytes() if path.is_file() else None
        if now != before:
            raise ConformError(
                f"{path}: another program has changed it meanwhile; it was not written", "run this again"
            )
        write(path, after)


def remove(path: Path) -> None:
    """Delete a plain file if it is there and can be deleted; a link or a device stays."""
    if path.is_file() and not path.is_symlink():
        with suppress(OSError):
            path.unlink()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep other runs of the tool from writing files of a folder that belong together; Windows has no such lock.

    Raises:
        ConformError: another run is not done with it for a long time.
    """
    try:
        import fcntl  # not on Windows
    except ImportError:
        yield
        return
    with writing(folder):
        descriptor, until = os.open(folder, os.O_RDONLY | _FLAGS), time.monotonic() + _PATIENCE
    try:
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > until:
                    raise ConformError(f"{folder}: another run writes there", "try again when it has ended") from None
                time.sleep(0.01)
            except OSError:  # a file system without locks
                break
            else:
                break
        yield
    finally:
        os.close(descriptor)


def is_foreign(path: Path) -> bool:
    """Whether a file or folder, or a link that leads to it, belongs to another user, who may have put anything there.

    Windows does not say.
    """
    if os.name == "nt":
        return False
    own = {os.geteuid()}
    if os.geteuid() == 0 and os.environ.get("SUDO_UID", "").isdecimal():  # root for a user: the user's count as own
        own.add(int(os.environ["SUDO_UID"]))
    foreign = path.stat().st_uid not in own
    while path.is_symlink() and not foreign:
        # A link of root's is no danger, since root may change the file itself.
        foreign = path.lstat().st_uid not in own | {0}
        path = path.parent / path.readlink()
    return foreign


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
