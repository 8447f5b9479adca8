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

from .. import __version__, data, files
from ..errors import DataError, meant
from . import A_LABEL, LAYERS, catalogue
from .catalogue import Bug
from .vector import Vector

if TYPE_CHECKING:
    from .vector_file import Entry

FORMAT = 2


class Corpus(Struct, frozen=True):
    """A set of vectors, those of each layer in file order."""

    vectors: tuple[Vector, ...]
    version: str  # of the suite; of the tool if these are a user's own files
    digest: str  # of all that a verdict can depend on, see digest
    bugs: dict[str, Bug]
    sections: tuple[str, ...] = ()
    note: str = ""  # a message to the user about the source of the vectors


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

    def corpus(self) -> Corpus:
        """The vectors of both lists, with their layers, and no bug classes."""
        labels = [replace(vector, layer=A_LABEL) for vector in self.a_label_vectors]
        return Corpus((*self.vectors, *labels), self.version, self.digest, {}, self.sections)


def suite() -> Corpus:
    """The suite's own vectors: from the built JSON, or from the YAML if that is newer."""
    path, content, built = files.BUILT_VECTORS, b"", None
    try:
        content = path.read_bytes()
        built = data.json(Built, content, str(path))
    except (OSError, DataError):
        pass  # it is made again from the YAML
    # Nobody edits the YAML of an installed package, so its checksum need not be computed.
    if not files.INSTALLED and (built is None or built.sources != sources()):
        note = "the built vectors are missing, broken or older than their YAML; run conform vectors build"
        return replace(from_yaml(), note=note)
    # With one changed vector, correct targets would fail.
    if built is None or not is_intact(content):
        again = "install the package again" if files.INSTALLED else "run conform vectors build"
        raise DataError(f"{path}: damaged: its checksum is not that of its content", again)
    bugs = {name: msgspec.convert({"id": name, **bug}, Bug) for name, bug in built.bugs.items()}
    return replace(built.corpus(), bugs=bugs)


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
    for path in (*_yaml_files(files.VECTORS), *(files.VECTORS / name for name in catalogue.FILES)):
        # The name is part of it, so that text which moves between files is noticed; git may write CRLF.
        content = path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0"
        checksum = zlib.crc32(content, checksum)
    return f"crc32:{checksum:08x}"


def from_yaml() -> Corpus:
    """The suite's vectors, read from their YAML files and checked."""
    corpus = _corpus(_yaml_files(files.VECTORS))
    if used := {vector.id for vector in corpus.vectors}.intersection(catalogue.retired()):
        file = files.VECTORS / catalogue.RETIRED
        raise DataError(f"{file}: id {min(used)!r} is retired and must not be used again")
    # A list for each layer, as in the built JSON.
    return replace(corpus, vectors=tuple(v for layer in LAYERS for v in corpus.vectors if v.layer == layer))


def bring(paths: Sequence[Path]) -> Corpus:
    """A user's own vectors: YAML files, folders of them, or built JSON."""
    return _corpus([file for path in paths for file in vector_files(path)])


def vector_files(path: Path) -> list[Path]:
    """The vector files at a path: those in the folder, or the file itself."""
    paths = _yaml_files(path) if path.is_dir() else [path]
    if not paths:
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
    from .vector_file import read  # start-up time: it comes with PyYAML, and most runs read no YAML

    for entry in _built(path) if path.suffix == ".json" else read(path):
        if isinstance(entry, DataError) or entry.vector.bug in (None, *bugs):
            yield entry
        else:
            yield entry.error(f"bug {entry.vector.bug!r} is not known{meant(str(entry.vector.bug), bugs)}")


def _built(path: Path) -> Iterator["Entry"]:
    """The entries of built JSON of any version of the suite."""
    from ..yaml import read_bytes  # see entries
    from .vector_file import Entry, check

    corpus = data.json(Built, read_bytes(path), str(path)).corpus()
    sections = (*corpus.sections, "")  # the last is of those that have none
    for vector in corpus.vectors:
        try:
            check(vector, len(corpus.sections))
        except ValueError as wrong:
            raise DataError(f"{path}: {vector.id}: {wrong}") from None
        yield Entry(vector, str(path), sections[-1 if vector.section is None else vector.section])


def digest(vectors: Iterable[Vector]) -> str:
    """``sha256:`` and the digest of everything in the vectors that a verdict can depend on, in the order of their ids."""
    import hashlib  # start-up time: the built JSON has its digest
    import json

    keys = ("id", "layer", "operations", "decoded", "encoded", "reject", "choice", "bits", "level")
    judged = [
        {key: getattr(vector, key) for key in keys} | ({} if vector.right is None else {"right": vector.right})
        for vector in sorted(vectors, key=lambda vector: vector.id)  # a vector may move to another file
    ]
    content = json.dumps(judged, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(content.encode()).hexdigest()


def _yaml_files(folder: Path) -> list[Path]:
    return sorted(p for p in folder.iterdir() if p.suffix in (".yaml", ".yml") and p.name not in catalogue.FILES)
