"""Errors and warnings about vectors: all of them, not the first alone.

A vector with an error cannot be run: it cannot be read, or contradicts RFC 3492. A warning says what would make a vector
easier to read or to maintain.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from .. import __version__
from ..errors import DataError
from .vector import Vector, cases
from .vector_file import Entry


class Remark(NamedTuple):
    """An error or a warning about a vector."""

    text: str
    warning: bool = False


def lint(
    entries: Iterable[Entry | DataError], suite: Sequence[Vector] = (), retired: Collection[str] = ()
) -> Iterator[Remark]:
    """The errors and warnings about some vectors, in their order."""
    # Reversed, so that the first of several is the one that is named.
    same = {_content(vector): vector.id for vector in reversed(suite)}
    ids: dict[str, str] = {}
    calls: dict[object, str] = {}
    for entry in entries:
        if isinstance(entry, DataError):
            yield Remark(entry.message)
            continue
        name, warnings = entry.vector.id, list[str]()
        try:
            vector = entry.derived()
            warnings = [*_style(entry, vector), *_twice(vector, same, calls)]
        except DataError as fault:
            yield Remark(fault.message)
        if name in ids:
            yield Remark(entry.error(f"this id is already used at {ids[name]}").message)
        if name in retired:
            yield Remark(entry.error("this id is retired and must not be used again").message)
        ids.setdefault(name, entry.place)
        yield from (Remark(entry.error(f"warning: {words}").message, warning=True) for words in warnings)


def _content(vector: Vector) -> object:
    # The reason of a refusal is left out: it explains, and no verdict depends on it.
    return vector.layer, vector.operations, vector.decoded, vector.encoded, bool(vector.reject)


def _twice(vector: Vector, same: dict[object, str], calls: dict[object, str]) -> Iterator[str]:
    if name := same.get(_content(vector)):
        yield f"the suite has this vector, as {name}"
    first = {calls.setdefault((vector.layer, case.call), vector.id) for case in cases([vector])} - {vector.id}
    if first:
        yield f"it makes the same calls as {', '.join(sorted(first))}"


def _style(entry: Entry, vector: Vector) -> Iterator[str]:
    if not vector.clause:
        yield "no clause of RFC 3492"
    # The oracle adds the choice to the vector, but a reader of the file sees only the entry.
    if vector.choice and not vector.note and not entry.vector.choice:
        yield f"choice {vector.choice} applies to it, but neither choice nor note says so"
    if vector.since and _release(vector.since) > _release(__version__):
        yield f"since {vector.since} is later than this suite, which is {__version__}"


def _release(version: str) -> tuple[int, ...]:
    # Two numbers: a version has a patch number too, and since is a minor release.
    return tuple(int(number) for number in re.findall(r"[0-9]+", version)[:2])
