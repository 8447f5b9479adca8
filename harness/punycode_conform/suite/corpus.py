"""A set of vectors and where it comes from: the built JSON, the suite's YAML, or a user's own files.

A fault in the data is refused at the door, with file, line and id; it must never look like a fault of a target. That
includes a vector whose expected value is not what RFC 3492 gives.
"""

import json
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from .. import __version__, places
from ..errors import DataError
from ..record import record, replace
from . import built
from .bug import Bug
from .notation import plain
from .vector import Vector

_BUGS, _RETIRED = places.VECTORS / "bugs.yaml", places.VECTORS / "retired.yaml"
_NOT_VECTORS = {"bugs.yaml", "retired.yaml", "choices.yaml", "clauses.yaml"}


@record
class Corpus:
    """A set of vectors.

    Attributes:
        vectors: in file order.
        version: of the suite; of the tool if these are a user's own files.
        digest: over the vectors' content.
        bugs: the bug classes, by id.
        note: a word to the user about where the vectors came from, or empty.
    """

    vectors: tuple[Vector, ...]
    version: str
    digest: str
    bugs: dict[str, Bug]
    note: str = ""


def suite() -> Corpus:
    """The suite's own vectors: from the built JSON, or from the YAML where that has changed since.

    Raises:
        DataError: the files are missing or faulty.
    """
    try:
        data = json.loads(places.BUILT_VECTORS.read_bytes())
        if places.INSTALLED or data["sources"] == _sources():
            return _from_json(data, places.BUILT_VECTORS)
    except (OSError, ValueError, KeyError, TypeError):
        pass
    note = "the vectors' YAML has changed since the JSON was built; conform vectors build brings it up to date"
    return replace(from_yaml(), note=note)


def from_yaml() -> Corpus:
    """The suite's vectors, read from their YAML files and checked."""
    from . import vector_file  # not at the top: PyYAML takes longer to import than the built JSON to read

    bugs = vector_file.read_bugs(_BUGS)
    corpus = _corpus(_yaml_files(places.VECTORS), bugs)
    used = {vector.id for vector in corpus.vectors}
    for node in vector_file.listed(vector_file.load(_RETIRED), "retired"):
        if node.text("id") in used:
            raise node.error(f"id {node.text('id')!r} is retired and must not be used again")
    return corpus


def bring(paths: Sequence[Path]) -> Corpus:
    """A user's own vectors: YAML files, folders of them, or built JSON.

    Raises:
        DataError: they cannot be read or are faulty.
    """
    from . import vector_file  # see from_yaml

    files: list[Path] = []
    for path in paths:
        try:
            found = _yaml_files(path) if path.is_dir() else [path]
        except OSError as error:
            raise DataError(f"{path}: cannot be read: {error.strerror}") from None
        if not found:
            raise DataError(f"{path}: no vector files in this folder", "they end in .yaml")
        files += found
    return _corpus(files, vector_file.read_bugs(_BUGS))


def write(corpus: Corpus) -> str:
    """The text of the built JSON: a vector a line, so that changes can be reviewed."""
    head = {
        "format": built.FORMAT,
        "suite": "punycode-conform",
        "version": corpus.version,
        "digest": corpus.digest,
        "sources": _sources(),
    }
    lines = [f"{json.dumps(key)}: {json.dumps(value)}," for key, value in head.items()]
    bugs = {bug.id: built.bug_json(bug) for bug in corpus.bugs.values()}
    lines.append(f'"bugs": {json.dumps(bugs, indent=1)},')
    vectors = ",\n".join(json.dumps(built.as_json(vector)) for vector in corpus.vectors)
    return "{\n" + "\n".join(lines) + '\n"vectors": [\n' + vectors + "\n]}\n"


def _corpus(files: Iterable[Path], bugs: dict[str, Bug]) -> Corpus:
    vectors: list[Vector] = []
    seen: dict[str, str] = {}
    for path in files:
        for vector, place in _read(path, bugs):
            if vector.id in seen:
                raise DataError(f"{place}: {vector.id}: this id is already used at {seen[vector.id]}")
            seen[vector.id] = place
            vectors.append(vector)
    return Corpus(tuple(vectors), __version__, built.digest(vectors), bugs)


def _read(path: Path, bugs: dict[str, Bug]) -> list[tuple[Vector, str]]:
    from . import strict_yaml, vector_file  # see from_yaml

    if path.suffix != ".json":
        return vector_file.read(path, bugs)
    try:
        data = json.loads(strict_yaml.read_bytes(path))
    except (ValueError, RecursionError) as error:
        raise DataError(f"{path}: broken JSON: {plain(str(error), 120)}") from None
    _from_json(data, path)  # finds out whether it is built JSON at all
    return [(vector_file.entry(entry, str(path), bugs), str(path)) for entry in data["vectors"]]


def _from_json(data: Any, path: Path) -> Corpus:
    try:
        if data["format"] != built.FORMAT:
            raise DataError(f"{path}: format {data['format']!r}, but this version reads {built.FORMAT}")
        vectors = tuple(map(built.vector, data["vectors"]))
        bugs = {name: built.bug(name, entry) for name, entry in data["bugs"].items()}
        return Corpus(vectors, str(data["version"]), str(data["digest"]), bugs)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        why = f"{type(error).__name__}: {plain(str(error), 80)}"
        raise DataError(f"{path}: not a built vector file: {why}") from None


def _yaml_files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.suffix in (".yaml", ".yml") and p.name not in _NOT_VECTORS)


def _sources() -> str:
    """A checksum of the YAML files as they stand, line endings apart: it tells that they have changed, no more."""
    checksum = 0
    for path in (*_yaml_files(places.VECTORS), _BUGS, _RETIRED):
        content = path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0"
        checksum = zlib.crc32(content, checksum)
    return f"crc32:{checksum:08x}"
