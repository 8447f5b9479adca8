"""The adapters that come with the tool: one source file each, whose head says how to build and run it."""

import hashlib
import os
import re
import shlex
import shutil
import stat
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .. import files, places
from ..errors import NoTarget, TargetError, meant
from .child import Child

_DIRECTIVE = re.compile(r"^\W*conform-([a-z]+):\s*(.*\S)", re.MULTILINE)
_HEAD_LINES = 40
_OURS = 0o700  # the mode of a folder for one user, whatever the usual one is
_BUILD_LIMIT = 600  # seconds; a first build may fetch packages


@dataclass(frozen=True, slots=True)
class Adapter:
    """An adapter file and the directives in its head.

    Attributes:
        name: the file's stem.
        source: the file.
        about: what it adapts.
        needs: programs that must be there.
        install: how to get what is missing.
        build: commands, run in order in the build folder.
        run: the command that speaks the protocol.
    """

    name: str
    source: Path
    about: str
    needs: tuple[str, ...]
    install: str
    build: tuple[str, ...]
    run: str


def every() -> list[Adapter]:
    """All adapters, by name."""
    files = (path for path in places.ADAPTERS.glob("*/*") if path.is_file())
    return sorted((a for a in map(_read, files) if a is not None), key=lambda a: a.name)


def find(name: str) -> Adapter:
    """The adapter of that name.

    Raises:
        ConformError: there is none.
    """
    known = every()
    for one in known:
        if one.name == name:
            return one
    names = [one.name for one in known]
    raise NoTarget(f"no adapter is named {name!r}{meant(name, names)}", f"adapters: {', '.join(names)}")


def _read(path: Path) -> Adapter | None:
    try:
        with path.open(encoding="utf-8") as file:
            head = "".join(line for _, line in zip(range(_HEAD_LINES), file, strict=False))
    except (OSError, UnicodeDecodeError):
        return None
    found = _DIRECTIVE.findall(head)
    one = dict(found)
    if "run" not in one:
        return None
    build = tuple(value for key, value in found if key == "build")
    needs = tuple(one.get("needs", "").split())
    return Adapter(path.stem, path, one.get("about", ""), needs, one.get("install", ""), build, one["run"])


def ready(adapter: Adapter) -> tuple[str, ...]:
    """Build an adapter if need be, and give the command that runs it.

    Builds are kept in the user's cache folder, by the content of the source and the interpreter; a build is moved there
    whole, so two runs at once do no harm.

    Raises:
        TargetError: a program that it needs is missing, or the build fails; the hint says what to install.
    """
    missing = [program for program in adapter.needs if shutil.which(program) is None]
    if missing:
        raise _unready(adapter, f"{', '.join(missing)} not found")
    # A build may have the interpreter in it, since its commands may name {python}.
    digest = hashlib.sha256(adapter.source.read_bytes() + sys.executable.encode()).hexdigest()[:16]
    home = cache() / f"{adapter.name}-{digest}"
    home.parent.mkdir(mode=_OURS, parents=True, exist_ok=True)
    _check_own(adapter, home.parent)
    if not home.is_dir():
        if adapter.build:
            _build(adapter, home)
        else:
            home.mkdir(mode=_OURS, exist_ok=True)
    _check_own(adapter, home)
    return tuple(_words(adapter, adapter.run, home))


def _check_own(adapter: Adapter, folder: Path) -> None:
    """Refuse a folder that another user could have put a program in."""
    if files.is_foreign(folder) or (os.name != "nt" and folder.stat().st_mode & stat.S_IWOTH):
        why = f"{folder} belongs to another user, or all can write to it"
        raise TargetError(f"adapter:{adapter.name} cannot be run: {why}", "CONFORM_CACHE names a folder of yours")


def _build(adapter: Adapter, home: Path) -> None:
    # Built under a name of its own and renamed when whole, so that an interrupted build leaves nothing half done.
    with tempfile.TemporaryDirectory(prefix=adapter.name + "-", dir=home.parent) as scratch:
        room = Path(scratch) / "build"
        room.mkdir(mode=_OURS)
        for step in adapter.build:
            _step(adapter, step, room)
        try:
            # Renaming fails where another run has built the adapter meanwhile: its build is as good.
            room.rename(home)
        except OSError:
            if not home.is_dir():
                raise


def _step(adapter: Adapter, step: str, room: Path) -> None:
    child = Child(_words(adapter, step, room), folder=room)
    try:
        why = child.failure(_BUILD_LIMIT)
    except TargetError as error:
        why = error.message
    finally:
        child.close()
    if why:
        raise _unready(adapter, f"build step {step!r} failed: {why}")


def _words(adapter: Adapter, command: str, home: Path) -> list[str]:
    values = {
        "source": str(adapter.source),
        "build": str(home),
        "exe": ".exe" if os.name == "nt" else "",
        "python": sys.executable,
    }
    return [re.sub(r"\{(source|build|exe|python)\}", lambda m: values[m[1]], word) for word in shlex.split(command)]


def _unready(adapter: Adapter, why: str) -> TargetError:
    hint = f"install what it needs: {adapter.install}" if adapter.install else ""
    return TargetError(f"adapter:{adapter.name} cannot be run: {why}", hint)


def cache() -> Path:
    """Where built adapters are kept: ``$CONFORM_CACHE``, or the user's cache folder."""
    if folder := os.environ.get("CONFORM_CACHE"):
        return Path(folder)
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "punycode-conform" / "adapters"
