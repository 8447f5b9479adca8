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
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from .. import files
from ..errors import NoTarget, TargetError, meant
from ..suite import PUNYCODE
from .child import Child

_DIRECTIVE = re.compile(r"^\W*conform-([a-z]+):\s*(.*\S)", re.MULTILINE)
_HEAD_LINES = 40
_BUILD_LIMIT = 600  # seconds for a command of a build; a first build may fetch packages


class Adapter(NamedTuple):
    """An adapter file and the directives in its head."""

    name: str  # the file's stem; for another version than the first, ``@`` and the version follow
    source: Path
    about: str  # what it adapts
    needs: tuple[str, ...]  # programs that must be there
    packages: tuple[str, ...]  # Debian packages that bring these programs and the implementation
    install: str  # how to get what is missing, the packages included
    build: tuple[str, ...]  # commands, run in order in the build folder
    run: str  # the command that speaks the protocol
    layer: str  # ``punycode`` or ``a-label``
    versions: tuple[str, ...]  # of the implementation, if a build can choose one; the first is the default
    version: str  # the chosen one, or empty
    beside: tuple[Path, ...]  # further files of the adapter
    fickle: str  # why the wrong answers of the implementation differ from run to run; empty if they do not

    @property
    def names(self) -> tuple[str, ...]:
        """The names under which :func:`find` finds its versions, the default's first."""
        return (self.source.stem, *(f"{self.source.stem}@{version}" for version in self.versions[1:]))


def every() -> list[Adapter]:
    """All adapters, by name, each in its default version."""
    return sorted(_adapters())


def find(name: str) -> Adapter:
    """The adapter of that name, which may end in ``@`` and a version."""
    stem, at, version = name.partition("@")
    adapter = next(_adapters(stem), None)
    if adapter is None:
        names = [adapter.name for adapter in every()]
        raise NoTarget(f"no adapter is named {stem!r}{meant(stem, names)}", f"adapters: {', '.join(names)}")
    if not at or version in adapter.versions[:1]:
        return adapter
    if version not in adapter.versions:
        hint = f"versions: {', '.join(adapter.versions)}" if adapter.versions else f"name it without: {stem}"
        raise NoTarget(f"adapter:{stem} has no version {version!r}", hint)
    return adapter._replace(name=name, version=version)


def _adapters(stem: str | None = None) -> Iterator[Adapter]:
    """The adapter of a name, or all: of the files, those whose head says how to run them."""
    for path in files.ADAPTERS.glob("*/*"):
        if stem in (None, path.stem) and path.is_file():
            with path.open(encoding="utf-8", errors="replace") as file:
                directives = _DIRECTIVE.findall("".join(islice(file, _HEAD_LINES)))
            if "run" in dict(directives):
                yield _adapter(path, directives)


def _adapter(path: Path, directives: list[tuple[str, str]]) -> Adapter:
    texts = dict(directives)
    needs, packages, versions, beside = (
        tuple(texts.get(key, "").split()) for key in ("needs", "packages", "versions", "with")
    )
    apt = f"apt-get install {' '.join(packages)}" if packages else ""
    return Adapter(
        name=path.stem,
        source=path,
        about=texts.get("about", ""),
        needs=needs,
        packages=packages,
        install=": ".join(filter(None, (texts.get("install", ""), apt))),
        build=tuple(command for key, command in directives if key == "build"),
        run=texts["run"],
        layer=texts.get("layer", PUNYCODE),
        versions=versions,
        version=versions[0] if versions else "",
        beside=tuple(path.parent / name for name in beside),
        fickle=texts.get("fickle", ""),
    )


def digest(adapter: Adapter) -> str:
    """The digest of an adapter's files, which a published result carries: ``sha256:`` and 64 hexadecimal digits."""
    total = hashlib.sha256()
    for path in (adapter.source, *adapter.beside):
        content = path.read_bytes().replace(b"\r\n", b"\n")  # LF as line end on every platform
        total.update(f"{path.name} {len(content)}\n".encode() + content)
    return f"sha256:{total.hexdigest()}"


def missing(adapter: Adapter) -> list[str]:
    """The programs that an adapter needs and that are not here."""
    return [program for program in adapter.needs if shutil.which(program) is None]


def ready(adapter: Adapter, until: float = math.inf) -> tuple[str, ...]:
    """Build an adapter if it is not built yet, by ``until`` on the monotonic clock, and give the command that runs it.

    Builds are kept in the user's cache folder by the version, the content of the files and the interpreter.
    """
    if programs := missing(adapter):
        raise _unready(adapter, f"{', '.join(programs)} not found")
    # A build may have the interpreter in it, since its commands may name {python}.
    key = hashlib.sha256(f"{digest(adapter)} {sys.executable}".encode()).hexdigest()[:16]
    home = cache() / f"{adapter.name}-{key}"
    try:
        home.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not home.is_dir():
            _build(adapter, home, until)
    except OSError as error:
        why = f"adapter:{adapter.name} cannot be run: its build cannot be kept in {home.parent}: {error.strerror}"
        raise TargetError(why, "CONFORM_CACHE names a folder of yours") from None
    return tuple(_words(adapter, adapter.run, home))


def _build(adapter: Adapter, home: Path, until: float) -> None:
    # Built under a name of its own and renamed when complete, so that an interrupted build leaves nothing half done.
    with tempfile.TemporaryDirectory(prefix=adapter.name + "-", dir=home.parent) as scratch:
        folder = Path(scratch) / "build"
        folder.mkdir()
        for step in adapter.build:
            with closing(Child(_words(adapter, step, folder), folder=folder)) as child:
                try:
                    why = child.failure(min(_BUILD_LIMIT, until - time.monotonic()))
                except TargetError as error:
                    why = error.message
            if why:
                raise _unready(adapter, f"build step {step!r} failed: {why}")
        try:
            folder.rename(home)
        except OSError:
            if not home.is_dir():  # else another run has built it meanwhile
                raise


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


def cache() -> Path:
    """The folder where built adapters are kept, absolute: ``$CONFORM_CACHE``, or a folder of the user's cache."""
    if folder := os.environ.get("CONFORM_CACHE"):
        return Path(folder).absolute()
    base = os.environ.get("LOCALAPPDATA") or os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111  # never raises
    return Path(base, "punycode-conform", "adapters").absolute()
