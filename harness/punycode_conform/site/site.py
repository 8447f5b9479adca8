"""The site: every page and file of it, made from the published results and the vectors alone.

Addresses are permanent: a page has the name of what it is about, and a vector's anchor is its id.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from .. import files, places
from ..errors import ConformError
from ..matrix.result import Result
from ..render.template import ASSETS, asset
from ..suite import choice_file, clause, corpus
from . import entries, implementations, overview
from .published import Published

_SUFFIXES = (".html", ".css", ".js")


def write(folder: Path, made: Mapping[str, str]) -> None:
    """Write the files of a site into a folder, and remove those of an older one.

    Args:
        folder: made if it is missing. It may hold an older site, and nothing else.
        made: the files by their names.

    Raises:
        ConformError: the folder has other files, or something cannot be written.
    """
    old = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    if other := [path for path in old if path.suffix not in _SUFFIXES]:
        raise ConformError(f"{folder}: has {other[0].name}, which is of no site", "name a folder of its own")
    for name, text in made.items():
        with files.writing(folder):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
        files.write(folder / name, text)
    for path in old:
        if path.relative_to(folder).as_posix() not in made:
            files.remove(path)


def published(results: Sequence[Result]) -> Published:
    """Results with the data of the suite."""
    return Published(
        tuple(results),
        corpus.suite(),
        clause.read(places.VECTORS / "clauses.yaml"),
        choice_file.read(places.VECTORS / "choices.yaml"),
    )


def pages(what: Published) -> Iterator[tuple[str, str]]:
    """The files of the site, each with its name in the folder."""
    yield from ((file, asset(file)) for file in ASSETS)
    yield "index.html", overview.page(what)
    yield from implementations.pages(what)
    yield from entries.pages(what)
