"""Shared: vectors written as text, and read."""

from pathlib import Path

from punycode_conform.errors import DataError
from punycode_conform.suite import vector_file
from punycode_conform.suite.catalogue import Bug
from punycode_conform.suite.vector import Vector

BUGS = {"dropped": Bug("dropped", "Dropped", "It drops.", "Two inputs, one output.", ())}
HEAD = "about: Some vectors.\nvectors:\n"


def read(folder: Path, content: str) -> list[Vector]:
    path = folder / "some.yaml"
    path.write_text(content, encoding="utf-8")
    vectors = []
    for entry in vector_file.read(path, BUGS):
        if isinstance(entry, DataError):
            raise entry
        vectors.append(entry.derived())
    return vectors


def one(folder: Path, entry: str) -> Vector:
    """The vector of one entry in braces."""
    return read(folder, f"{HEAD}  - {{id: x, {entry}}}\n")[0]
