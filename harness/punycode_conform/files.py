"""Files: where the project's own are, and files read with a bound and written whole.

A file is written under another name beside it and then renamed, so at every moment it is the old one or the new one.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from .errors import DataError

# The project's folders: `data/` inside an installed package, the checkout's root otherwise.
_PACKAGE = Path(__file__).resolve().parent
_DATA = _PACKAGE / "data"
_CHECKOUT = _PACKAGE.parent.parent

INSTALLED = _DATA.is_dir()
VECTORS = (_DATA if INSTALLED else _CHECKOUT) / "vectors"
ADAPTERS = _DATA / "adapters" if INSTALLED else _CHECKOUT / "harness" / "adapters"
BUILT_VECTORS = VECTORS / "punycode-vectors.json"
FAULT_ANSWERS = VECTORS / "fault-answers.json.gz"
FUZZ = _DATA / "fuzz" if INSTALLED else _CHECKOUT / "fuzz"
RESULTS = (_DATA if INSTALLED else _CHECKOUT) / "reports" / "results"
TEMPLATES = (_DATA if INSTALLED else _CHECKOUT) / "reports" / "templates"


def read(path: Path, most: int, hint: str = "") -> bytes:
    """The content of a file of at most ``most`` bytes; ``hint`` is for a larger one."""
    with _refusal(path, "read"), path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise DataError(f"{path}: larger than {most >> 20} MiB", hint)
    return content


def write(path: Path, content: str | bytes | Iterable[str]) -> None:
    """Write a file whole, text as UTF-8 and with the line ends that it has."""
    if not isinstance(content, bytes):
        content = "".join(content).encode("utf-8", "backslashreplace")
    check_writable(path)
    with _refusal(path, "written"), _scratch(path) as scratch:
        scratch.write_bytes(content)
        _rename(scratch, path)


@contextmanager
def stream(path: Path, named: object = "") -> Iterator[Callable[[str], None]]:
    """A function that adds a text to a new file, which has its name at the end of the block.

    After an exception too, so that a run that is interrupted leaves its results so far; but an empty file gets no name.
    """
    with _scratch(path) as scratch:
        with _refusal(named or path, "written"):
            file = scratch.open("wb", 0)

        def add(text: str) -> None:
            with _refusal(named or path, "written"):
                file.write(text.encode("utf-8", "backslashreplace"))

        try:
            yield add
        finally:
            file.close()
            with _refusal(named or path, "written"):
                if scratch.stat().st_size:
                    _rename(scratch, path)


def check_writable(path: Path, named: object = "") -> None:
    """Refuse a path that cannot be written, before the work."""
    with _refusal(named or path, "written"):
        real = Path(os.path.realpath(path))
        if not (real.is_file() or (real.parent.is_dir() and not real.exists())):
            hint = "the folder must exist, and the name must be free or a file's"
            raise DataError(f"{named or path}: cannot be written", hint)
    check_folder(real.parent, named or path)


def check_folder(folder: Path, named: object) -> None:
    """Refuse a folder in which no files can be written; it need not be there yet."""
    with _refusal(named, "written"):
        nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
        if not (nearest.is_dir() and os.access(nearest, os.W_OK)):
            raise DataError(f"{named}: cannot be written", f"{nearest} must be a folder in which you may write")


@contextmanager
def _refusal(named: object, done: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise DataError(f"{named}: cannot be {done}: {error.strerror}") from None


@contextmanager
def _scratch(path: Path) -> Iterator[Path]:
    """A name for a new file beside a file; what still has it at the end is deleted."""
    scratch = Path(os.path.realpath(path)).with_name(f".conform-{os.urandom(6).hex()}.new")
    try:
        yield scratch
    finally:
        scratch.unlink(missing_ok=True)


def _rename(scratch: Path, path: Path) -> None:
    """Give a new file its name. A link remains a link, and a file keeps its mode."""
    real = Path(os.path.realpath(path))
    if real.exists():
        scratch.chmod(real.stat().st_mode)
    scratch.replace(real)
