"""Files: where the project's own are, and files read with a bound and written whole.

A file is written under another name beside it and then renamed, so at every moment it is the old one or the new one. Only a
report of JSON Lines is written line by line; it shows by its footer that it is whole.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from io import FileIO
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


def under(paths: Iterable[Path]) -> list[Path]:
    """These files, and all files in these folders but hidden ones."""
    found = list[Path]()
    for path in paths:
        with _refusal(path, "read"):
            path.stat()
        below = sorted(each for each in path.rglob("*") if each.is_file())
        found += [each for each in below if not any(part.startswith(".") for part in each.relative_to(path).parts)]
        found += [path] if path.is_file() else []
    return found


def write(path: Path, content: str | bytes | Iterable[str]) -> None:
    """Write a file whole, text as UTF-8 and with the line ends that it has."""
    if not isinstance(content, bytes):
        content = "".join(content).encode("utf-8", "backslashreplace")
    check_writable(path)
    real = Path(os.path.realpath(path))  # a link remains a link
    scratch = real.with_name(f".conform-{os.urandom(6).hex()}.new")
    with _refusal(path, "written"):
        try:
            scratch.write_bytes(content)
            if real.exists():
                scratch.chmod(real.stat().st_mode)
            scratch.replace(real)
        finally:
            scratch.unlink(missing_ok=True)


@contextmanager
def stream(path: Path, named: object = "") -> Iterator[Callable[[str], None]]:
    """A function that adds a text to a file at once, so that others can read it meanwhile.

    The first text replaces an old content. Before that, nothing is lost if there is nothing to write.
    """
    with ExitStack() as opened:
        file: FileIO | None = None

        def add(text: str) -> None:
            nonlocal file
            with _refusal(named or path, "written"):
                file = file or opened.enter_context(path.open("wb", 0))
                file.write(text.encode("utf-8", "backslashreplace"))

        yield add


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
