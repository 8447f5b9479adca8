"""A set of vectors: from the built JSON, the suite's YAML, or a user's own files.

Faulty data is refused when it is read, with file, line and id, so that it never looks like a fault of a target. That
includes a vector whose expected value is not the one that RFC 3492 gives.
"""

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import __version__, places
from ..errors import DataError
from ..notation import plain
from . import LAYERS, built, catalogue
from .catalogue import Bug
from .vector import Vector

if TYPE_CHECKING:
    from .vector_file import Entry


class Corpus(NamedTuple):
    """A set of vectors."""

    vectors: tuple[Vector, ...]
    version: str
    digest: str
    bugs: dict[str, Bug]
    note: str = ""

    @property
    def release(self) -> str:
        """The minor release of this version; its new vectors are advisory."""
        return ".".join(self.version.split(".")[:2])


def suite() -> Corpus:
    """The suite's own vectors: from the built JSON, or from the YAML if that is newer.

    Raises:
        DataError: the files are missing, damaged or faulty.
    """
    if (found := _built(places.BUILT_VECTORS)) is not None:
        return found
    note = "the built vectors are missing, broken or older than their YAML; run conform vectors build"
    return from_yaml()._replace(note=note)


def _built(path: Path) -> Corpus | None:
    """The suite from its built JSON, or none if that must be made again from the YAML."""
    try:
        content = path.read_bytes()
        data = json.loads(content)
        # Nobody edits the YAML of an installed package, so its checksum need not be computed.
        if not places.INSTALLED and data["sources"] != _sources():
            return None
    except (OSError, ValueError, KeyError, TypeError):
        if not places.INSTALLED:
            return None
        content = b""
    # With one changed vector, correct targets would fail.
    if not built.is_intact(content):
        again = "install the package again" if places.INSTALLED else "run conform vectors build"
        raise DataError(f"{path}: damaged: its checksum is not that of its content", again)
    return _from_json(data, path)


def from_yaml() -> Corpus:
    """The suite's vectors, read from their YAML files and checked."""
    corpus = _corpus(_yaml_files(places.VECTORS))
    # A list for each layer, as in the built JSON.
    corpus = corpus._replace(vectors=tuple(v for layer in LAYERS for v in corpus.vectors if v.layer == layer))
    used = {vector.id for vector in corpus.vectors}
    for name in catalogue.retired():
        if name in used:
            raise DataError(f"{places.VECTORS / catalogue.RETIRED}: id {name!r} is retired and must not be used again")
    return corpus


def bring(paths: Sequence[Path]) -> Corpus:
    """A user's own vectors: YAML files, folders of them, or built JSON.

    Raises:
        DataError: they cannot be read or are faulty.
    """
    return _corpus([file for path in paths for file in vector_files(path)])


def as_built(path: Path) -> Corpus:
    """The vectors of built JSON of any version of the suite. They are not compared with RFC 3492.

    Raises:
        DataError: it cannot be read, or is not built JSON.
    """
    corpus = _from_json(built.load(path), path)
    for number, vector in enumerate(corpus.vectors, 1):
        if not built.is_valid(vector):
            raise DataError(f"{path}: not a built vector file: vector {number} has a value of a wrong type")
    return corpus


def vector_files(path: Path) -> list[Path]:
    """The vector files at a path: those in the folder, or the file itself.

    Raises:
        DataError: the folder cannot be read, or contains none.
    """
    try:
        found = _yaml_files(path) if path.is_dir() else [path]
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror}") from None
    if not found:
        raise DataError(f"{path}: no vector files in this folder", "they end in .yaml")
    return found


def write(corpus: Corpus) -> str:
    """The text of the built JSON."""
    from . import build  # start-up time: a run reads the built JSON

    head = {
        "version": corpus.version,
        "digest": corpus.digest,
        "sources": _sources(),
        "choices": build.by_id(catalogue.choices().choices),
        "clauses": build.clauses_json(catalogue.clauses()),
    }
    return build.sealed(build.document(head, corpus.vectors, corpus.bugs.values()))


def short(corpus: Corpus) -> Corpus:
    """The corpus without its longest vectors."""
    from . import build  # see write

    vectors = build.short(corpus.vectors)
    return corpus._replace(vectors=vectors, digest=build.digest(vectors))


def _corpus(files: Iterable[Path]) -> Corpus:
    from . import build  # see write

    # A user's vectors may name the bug classes of the suite; they have none of their own.
    known = catalogue.bugs()
    vectors: list[Vector] = []
    seen: dict[str, str] = {}
    for path in files:
        for entry in entries(path, known):
            if isinstance(entry, DataError):
                raise entry
            vector = entry.derived()
            if vector.id in seen:
                raise DataError(f"{entry.place}: {vector.id}: this id is already used at {seen[vector.id]}")
            seen[vector.id] = entry.place
            vectors.append(vector)
    return Corpus(tuple(vectors), __version__, build.digest(vectors), known)


def entries(path: Path, bugs: dict[str, Bug]) -> Iterator["Entry | DataError"]:
    """Each entry of a vector file (YAML or built JSON), or the error in it.

    Raises:
        DataError: the file as a whole is faulty.
    """
    from . import vector_file  # see write

    if path.suffix != ".json":
        yield from vector_file.read(path, bugs)
        return
    data = built.load(path)
    # Without the vectors: each is read by itself below, so that all errors are reported.
    _from_json(
        data | dict.fromkeys(built.LISTS, ()) if isinstance(data, dict) else data, path
    )  # is it built JSON at all?
    yield from built.read(data, path, bugs)


def _from_json(data: Any, path: Path) -> Corpus:
    try:
        if data["format"] != built.FORMAT:
            raise DataError(f"{path}: format {data['format']!r}, but this version reads {built.FORMAT}")
        lists = [(layer, data[key]) for key, layer in built.LISTS.items()]
        vectors = tuple(built.vector(entry, layer, data["sections"]) for layer, entries in lists for entry in entries)
        bugs = {name: built.bug(name, entry) for name, entry in data["bugs"].items()}
        return Corpus(vectors, str(data["version"]), str(data["digest"]), bugs)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        why = f"{type(error).__name__}: {plain(str(error), 80)}"
        raise DataError(f"{path}: not a built vector file: {why}") from None


def _yaml_files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.suffix in (".yaml", ".yml") and p.name not in catalogue.FILES)


def _sources() -> str:
    """A checksum of the YAML files, apart from line endings, to notice that they have changed."""
    # Not SHA-256, since hashlib takes long to import and every run from a checkout comes here.
    checksum = 0
    for path in (*_yaml_files(places.VECTORS), *(places.VECTORS / name for name in catalogue.FILES)):
        # The name is part of it, so that text which moves between files is noticed; git may write CRLF.
        content = path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0"
        checksum = zlib.crc32(content, checksum)
    return f"crc32:{checksum:08x}"
