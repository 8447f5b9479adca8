"""A set of vectors: from the built JSON, the suite's YAML, or a user's own files.

Faulty data is refused when it is read, with file and line or id, so that it never looks like a fault of a target. That
includes a vector whose expected value is not the one that RFC 3492 gives.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .. import __version__, data, places
from ..errors import DataError, meant
from . import A_LABEL, LAYERS, catalogue
from .catalogue import Bug
from .vector import Vector

if TYPE_CHECKING:
    from .vector_file import Entry

FORMAT = 2


class Built(Struct, frozen=True, rename="kebab"):
    """The built JSON, as far as a run reads it."""

    format: int
    version: str
    digest: str
    bugs: dict[str, dict[str, Any]]  # by id
    sections: tuple[str, ...]
    vectors: tuple[Vector, ...]
    a_label_vectors: tuple[Vector, ...]
    sources: str = ""

    def __post_init__(self) -> None:
        if self.format != FORMAT:
            raise ValueError(f"format {self.format}, but this version reads {FORMAT}")
        try:
            self.named_bugs()
        except msgspec.ValidationError as error:
            raise ValueError(f"bugs: {str(error).partition(' - at ')[0]}") from None

    def named_bugs(self) -> dict[str, Bug]:
        """The bug classes by id."""
        return {name: msgspec.convert({"id": name, **bug}, Bug) for name, bug in self.bugs.items()}

    def corpus(self) -> "Corpus":
        """The vectors of both lists, with their layers."""
        labels = [replace(vector, layer=A_LABEL) for vector in self.a_label_vectors]
        return Corpus((*self.vectors, *labels), self.version, self.digest, self.named_bugs(), self.sections)


class Corpus(Struct, frozen=True):
    """A set of vectors, those of each layer in file order."""

    vectors: tuple[Vector, ...]
    version: str  # of the suite; of the tool if these are a user's own files
    digest: str  # of all that a verdict can depend on, see digest
    bugs: dict[str, Bug]
    sections: tuple[str, ...] = ()
    note: str = ""  # a message to the user about the source of the vectors

    @property
    def release(self) -> str:
        """The minor release of this version; its new vectors are advisory."""
        return ".".join(self.version.split(".")[:2])


def suite() -> Corpus:
    """The suite's own vectors: from the built JSON, or from the YAML if that is newer."""
    if (corpus := _built(places.BUILT_VECTORS)) is not None:
        return corpus
    note = "the built vectors are missing, broken or older than their YAML; run conform vectors build"
    return replace(from_yaml(), note=note)


def _built(path: Path) -> Corpus | None:
    """The suite from its built JSON, or none if that must be made again from the YAML."""
    try:
        content = path.read_bytes()
        built = data.json(Built, content, str(path))
        # Nobody edits the YAML of an installed package, so its checksum need not be computed.
        if not places.INSTALLED and built.sources != sources():
            return None
        intact = is_intact(content)
    except (OSError, DataError):
        if not places.INSTALLED:
            return None
        intact = False
    # With one changed vector, correct targets would fail.
    if not intact:
        again = "install the package again" if places.INSTALLED else "run conform vectors build"
        raise DataError(f"{path}: damaged: its checksum is not that of its content", again)
    return built.corpus()


def is_intact(content: bytes) -> bool:
    """Whether a sealed document is still what was written, apart from line endings."""
    if b"\r" in content:  # the JSON has none of its own; to look for both characters takes 20 times as long
        content = content.replace(b"\r\n", b"\n")
    return content.startswith(checksum(content[len(checksum(b"")) :]).encode())


def checksum(rest: bytes) -> str:
    """The first lines of a sealed document, by what follows them."""
    # CRC-32 finds every changed character, in a third of a millisecond; hashlib alone takes several to import.
    return f'{{\n"checksum": "crc32:{zlib.crc32(rest):08x}",\n'


def sources() -> str:
    """A checksum of the YAML files, apart from line endings, to notice that they have changed."""
    checksum = 0
    for path in (*_yaml_files(places.VECTORS), *(places.VECTORS / name for name in catalogue.FILES)):
        # The name is part of it, so that text which moves between files is noticed; git may write CRLF.
        content = path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0"
        checksum = zlib.crc32(content, checksum)
    return f"crc32:{checksum:08x}"


def from_yaml() -> Corpus:
    """The suite's vectors, read from their YAML files and checked."""
    corpus = _corpus(_yaml_files(places.VECTORS))
    used = {vector.id for vector in corpus.vectors}
    for name in catalogue.retired():
        if name in used:
            raise DataError(f"{places.VECTORS / catalogue.RETIRED}: id {name!r} is retired and must not be used again")
    # A list for each layer, as in the built JSON.
    return replace(corpus, vectors=tuple(v for layer in LAYERS for v in corpus.vectors if v.layer == layer))


def bring(paths: Sequence[Path]) -> Corpus:
    """A user's own vectors: YAML files, folders of them, or built JSON."""
    return _corpus([file for path in paths for file in vector_files(path)])


def as_built(path: Path) -> Corpus:
    """The vectors of built JSON of any version of the suite. They are not compared with RFC 3492."""
    from ..yaml import read_bytes  # start-up time: it comes with PyYAML, and most runs read no YAML
    from .vector_file import check

    corpus = data.json(Built, read_bytes(path), str(path)).corpus()
    for vector in corpus.vectors:
        try:
            check(vector, len(corpus.sections))
        except ValueError as wrong:
            raise DataError(f"{path}: {vector.id}: {wrong}") from None
    return corpus


def vector_files(path: Path) -> list[Path]:
    """The vector files at a path: those in the folder, or the file itself."""
    if not path.is_dir():
        return [path]
    if not (paths := _yaml_files(path)):
        raise DataError(f"{path}: no vector files in this folder", "they end in .yaml")
    return paths


def _corpus(files: Iterable[Path]) -> Corpus:
    # A user's vectors may name the bug classes of the suite; they have none of their own.
    bugs = catalogue.bugs()
    vectors: dict[str, Vector] = {}
    places: dict[str, str] = {}
    sections: dict[str, int] = {}
    for path in files:
        for entry in entries(path, bugs):
            if isinstance(entry, DataError):
                raise entry
            vector = entry.derived()
            if vector.id in vectors:
                raise entry.error(f"this id is already used at {places[vector.id]}")
            number = sections.setdefault(entry.section, len(sections)) if entry.section else None
            vectors[vector.id], places[vector.id] = replace(vector, section=number), entry.place
    return Corpus(tuple(vectors.values()), __version__, digest(vectors.values()), bugs, tuple(sections))


def entries(path: Path, bugs: dict[str, Bug]) -> Iterator["Entry | DataError"]:
    """Each entry of a vector file (YAML or built JSON), or the error in it; a DataError if the file as a whole is faulty."""
    from . import vector_file  # see as_built

    for entry in _entries_of_json(path) if path.suffix == ".json" else vector_file.read(path):
        if isinstance(entry, DataError) or entry.vector.bug in (None, *bugs):
            yield entry
        else:
            yield entry.error(f"bug {entry.vector.bug!r} is not known{meant(str(entry.vector.bug), bugs)}")


def _entries_of_json(path: Path) -> Iterator["Entry"]:
    from .vector_file import Entry  # see as_built

    corpus = as_built(path)
    for vector in corpus.vectors:
        yield Entry(vector, str(path), "" if vector.section is None else corpus.sections[vector.section])


def digest(vectors: Iterable[Vector]) -> str:
    """``sha256:`` and the digest of everything in the vectors that a verdict can depend on, in the order of their ids.

    Results are tied to it, so it changes when they may: with an input, an expectation, a choice, a level, a layer, a
    release that a vector is new in, or an id. New words, or another file for a vector, leave it as it is.
    """
    import hashlib  # start-up time: the built JSON has its digest
    import json

    # Sorted, since a vector that moves to another file changes its place among the others.
    judged = [_judged(vector) for vector in sorted(vectors, key=lambda vector: vector.id)]
    content = json.dumps(judged, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(content.encode()).hexdigest()


def _judged(vector: Vector) -> dict[str, Any]:
    # Not the entry of the built JSON: how the file writes a number, or in which list a vector is, changes no verdict.
    keys = ("id", "layer", "operations", "decoded", "encoded", "reject", "choice", "bits", "level")
    rare = {key: value for key in ("right", "since") if (value := getattr(vector, key)) is not None}
    return {key: getattr(vector, key) for key in keys} | rare


def _yaml_files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.suffix in (".yaml", ".yml") and p.name not in catalogue.FILES)
