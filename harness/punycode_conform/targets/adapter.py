"""The adapters that come with the tool: one source file each, whose head says how to build and run it.

One file can adapt several versions of an implementation: ``adapter:rust-idna`` is the first that its head lists,
``adapter:rust-idna@0.5.0`` another.
"""

import hashlib
import math
import os
import re
import shlex
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from .. import files, places
from ..errors import NoRoom, NoTarget, TargetError, meant
from ..suite import PUNYCODE
from .child import Child

_DIRECTIVE = re.compile(r"^\W*conform-([a-z]+):\s*(.*\S)", re.MULTILINE)
_HEAD_LINES = 40
_OURS = 0o700  # the mode of a folder for one user, whatever the usual one is
_BUILD_LIMIT = 600  # seconds for a command of a build; a first build may fetch packages
_CACHE_HINT = "CONFORM_CACHE names a folder of yours"


@dataclass(frozen=True, slots=True)
class Adapter:
    """An adapter file and the directives in its head.

    Attributes:
        name: the file's stem; for another version than the first, ``@`` and the version follow.
        source: the file.
        about: what it adapts.
        needs: programs that must be there.
        packages: Debian packages that bring these programs and the implementation.
        install: how to get what is missing, the packages included.
        build: commands, run in order in the build folder.
        run: the command that speaks the protocol.
        layer: of the implementation, ``punycode`` or ``a-label``.
        versions: of the implementation, if a build can choose one; the first is the default.
        version: the chosen one, or empty.
        beside: further files of the adapter.
        fickle: why the wrong answers of the implementation differ from run to run; empty if they do not.
    """

    name: str
    source: Path
    about: str
    needs: tuple[str, ...]
    packages: tuple[str, ...]
    install: str
    build: tuple[str, ...]
    run: str
    layer: str
    versions: tuple[str, ...]
    version: str
    beside: tuple[Path, ...]
    fickle: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names under which :func:`find` finds its versions, the default's first."""
        return (self.source.stem, *(f"{self.source.stem}@{version}" for version in self.versions[1:]))


def every() -> list[Adapter]:
    """All adapters, by name, each in its default version."""
    return sorted(_found(), key=lambda one: one.name)


def find(name: str) -> Adapter:
    """The adapter of that name, which may end in ``@`` and a version.

    Raises:
        ConformError: there is no such adapter, or it has no such version.
    """
    stem, at, version = name.partition("@")
    for one in _found(stem):
        return _of_version(one, version) if at else one
    names = [one.name for one in every()]
    raise NoTarget(f"no adapter is named {stem!r}{meant(stem, names)}", f"adapters: {', '.join(names)}")


def digest(adapter: Adapter) -> str:
    """The digest of an adapter: ``sha256:`` and 64 hexadecimal digits.

    A published result of an adapter is current only if it carries the adapter's digest of today. It covers the source and
    the files beside it that belong to it, with LF as line end on every platform. It does not cover the version, which is a
    part of the target's name, nor the packages that are installed.
    """
    made = hashlib.sha256()
    for path in (adapter.source, *adapter.beside):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        made.update(f"{path.name} {len(content)}\n".encode() + content)
    return f"sha256:{made.hexdigest()}"


def _found(stem: str = "") -> Iterator[Adapter]:
    for path in places.ADAPTERS.glob("*/*"):
        if stem in ("", path.stem) and path.is_file() and (one := _read(path)):
            yield one


def _of_version(adapter: Adapter, version: str) -> Adapter:
    if version in adapter.versions[:1]:
        return adapter
    if version not in adapter.versions:
        like = meant(version, adapter.versions)
        hint = f"versions: {', '.join(adapter.versions)}" if adapter.versions else f"name it without: {adapter.name}"
        raise NoTarget(f"adapter:{adapter.name} has no version {version!r}{like}", hint)
    return replace(adapter, name=f"{adapter.name}@{version}", version=version)


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
    words = {key: tuple(one.get(key, "").split()) for key in ("needs", "packages", "versions", "with")}
    install = [one.get("install", ""), " ".join(("apt-get install", *words["packages"])) if words["packages"] else ""]
    return Adapter(
        path.stem,
        path,
        one.get("about", ""),
        words["needs"],
        words["packages"],
        ": ".join(filter(None, install)),
        tuple(value for key, value in found if key == "build"),
        one["run"],
        one.get("layer", PUNYCODE),
        words["versions"],
        next(iter(words["versions"]), ""),
        tuple(path.parent / name for name in words["with"]),
        one.get("fickle", ""),
    )


def missing(adapter: Adapter) -> list[str]:
    """The programs that an adapter needs and that are not here."""
    return [program for program in adapter.needs if shutil.which(program) is None]


def ready(adapter: Adapter, until: float = math.inf) -> tuple[str, ...]:
    """Build an adapter if need be, and give the command that runs it.

    Builds are kept in the user's cache folder, by the version, the content of the source and of the files beside it, and the
    interpreter; a build is moved there whole, so two runs at once do no harm.

    Args:
        adapter: to be built.
        until: when the build must have ended, by the monotonic clock.

    Raises:
        TargetError: a program that it needs is missing, or the build fails; the hint says what to install.
    """
    if programs := missing(adapter):
        raise _unready(adapter, f"{', '.join(programs)} not found")
    # A build may have the interpreter in it, since its commands may name {python}.
    key = hashlib.sha256(f"{digest(adapter)} {sys.executable}".encode()).hexdigest()[:16]
    home = cache() / f"{adapter.name}-{key}"
    try:
        home.parent.mkdir(mode=_OURS, parents=True, exist_ok=True)
        _check_own(adapter, home.parent)
        if not home.is_dir():
            if adapter.build:
                _build(adapter, home, until)
            else:
                home.mkdir(mode=_OURS, exist_ok=True)
        _check_own(adapter, home)
    except OSError as error:
        why = f"its build cannot be kept in {home.parent}: {error.strerror}"
        raise TargetError(f"adapter:{adapter.name} cannot be run: {why}", _CACHE_HINT) from None
    return tuple(_words(adapter, adapter.run, home))


def _check_own(adapter: Adapter, folder: Path) -> None:
    """Refuse a folder that another user could have put a program in."""
    if files.is_foreign(folder) or (os.name != "nt" and folder.stat().st_mode & stat.S_IWOTH):
        why = f"{folder} belongs to another user, or all can write to it"
        raise TargetError(f"adapter:{adapter.name} cannot be run: {why}", _CACHE_HINT)


def _build(adapter: Adapter, home: Path, until: float) -> None:
    # Built under a name of its own and renamed when whole, so that an interrupted build leaves nothing half done.
    with tempfile.TemporaryDirectory(prefix=adapter.name + "-", dir=home.parent) as scratch:
        room = Path(scratch) / "build"
        room.mkdir(mode=_OURS)
        for step in adapter.build:
            _step(adapter, step, room, until)
        try:
            # Renaming fails where another run has built the adapter meanwhile: its build is as good.
            room.rename(home)
        except OSError:
            if not home.is_dir():
                raise


def _step(adapter: Adapter, step: str, room: Path, until: float) -> None:
    child = Child(_words(adapter, step, room), folder=room)
    try:
        why = child.failure(min(_BUILD_LIMIT, until - time.monotonic()))
    except NoRoom:
        raise
    except TargetError as error:
        why = error.message
    finally:
        child.close()
    if why and time.monotonic() >= until:
        why = "the time limit of the whole run is over"
        raise TargetError(
            f"adapter:{adapter.name} cannot be run: build step {step!r}: {why}", "--time-limit S allows more"
        )
    if why:
        raise _unready(adapter, f"build step {step!r} failed: {why}")


def _words(adapter: Adapter, command: str, home: Path) -> list[str]:
    values = {
        "source": str(adapter.source),
        "build": str(home),
        "folder": str(adapter.source.parent),
        "version": adapter.version,
        "exe": ".exe" if os.name == "nt" else "",
        "python": sys.executable,
    }
    return [re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], m[0]), word) for word in shlex.split(command)]


def _unready(adapter: Adapter, why: str) -> TargetError:
    hint = f"install what it needs: {adapter.install}" if adapter.install else ""
    return TargetError(f"adapter:{adapter.name} cannot be run: {why}", hint)


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:  # neither in the environment nor in the list of users
        raise TargetError("no folder for built adapters: this user has no home folder", _CACHE_HINT) from None


def cache() -> Path:
    """Where built adapters are kept: ``$CONFORM_CACHE``, or the user's cache folder. Builds have a current folder of their
    own, so it is absolute."""
    if folder := os.environ.get("CONFORM_CACHE"):
        return Path(folder).absolute()
    if os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = _home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or _home() / ".cache")
    return base.absolute() / "punycode-conform" / "adapters"
