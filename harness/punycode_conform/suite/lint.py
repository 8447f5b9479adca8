"""Errors and warnings about vectors: all of them, not the first alone.

A vector with an error cannot be run: it cannot be read, it contradicts RFC 3492 or another vector, or the two codecs
disagree on it. A warning says what would make a vector easier to read or to maintain.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from .. import __version__
from ..errors import DataError
from ..notation import plain
from .encoded import fold, literal_length
from .laws import UNIQUENESS
from .oracle import MAX_UNICODE
from .vector import Vector, cases
from .vector_file import Entry

_NUMBERED = re.compile(r"[0-9-]+|(case|sample|string|tc|test|tv|v|vec|vector)-?[0-9]+")
_WORD = range(4, 25)  # code points: text helps the reader of a decoded side that is a word or a few
_BY_CHOICE = {"surrogate", "beyond-unicode", "overflow"}  # refused by one codec where another may answer

Claim = tuple[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Remark:
    """An error or a warning about a vector."""

    text: str
    warning: bool = False


@dataclass(frozen=True, slots=True)
class _Read:
    """An entry, its vector, and the error in it, if any."""

    entry: Entry
    vector: Vector
    fault: DataError | None = None


def lint(
    found: Iterable[Entry | DataError], suite: Sequence[Vector] = (), retired: Collection[str] = ()
) -> Iterator[Remark]:
    """Yield the errors and warnings about some vectors, in their order.

    Args:
        found: entries as they were read, or the errors in them.
        suite: other vectors, which these must not contradict.
        retired: ids that must not be used again.
    """
    every = [item if isinstance(item, DataError) else _derive(item) for item in found]
    claims = _claims(every, suite)
    # Reversed, so that the first of several is the one that is named.
    same = {_content(vector): vector.id for vector in reversed(suite)}
    ids: dict[str, str] = {}
    calls: dict[object, str] = {}
    for item in every:
        if isinstance(item, DataError):
            yield from (Remark(fault.message) for fault in (item, *item.also))
            continue
        vector, begin = item.vector, f"{item.entry.place}: {item.vector.id}: "
        if item.fault:
            yield Remark(item.fault.message)
        if vector.id in ids:
            yield Remark(f"{begin}this id is already used at {ids[vector.id]}")
        if vector.id in retired:
            yield Remark(f"{begin}this id is retired and must not be used again")
        yield from (Remark(begin + words) for words in _contradictions(item, claims))
        ids.setdefault(vector.id, item.entry.place)
        if not item.fault:
            yield from (Remark(f"{begin}warning: {words}", warning=True) for words in _style(item))
            yield from (Remark(f"{begin}warning: {words}", warning=True) for words in _twice(vector, same, calls))


def _derive(entry: Entry) -> _Read:
    try:
        return _Read(entry, entry.derived())
    except DataError as fault:
        return _Read(entry, entry.vector, fault)


def _said(vector: Vector) -> dict[Claim, tuple[int, ...] | None]:
    """For each side of a vector, digits without case, the other side, or None if it is refused."""
    if vector.layer != "punycode" or vector.reject in _BY_CHOICE or vector.encoded is None:
        return {}
    points = tuple(map(ord, vector.encoded))
    literal = literal_length(points)
    folded = points[:literal] + fold(points[literal:])
    said: dict[Claim, tuple[int, ...] | None] = {("encoded", folded): vector.decoded}
    return said if vector.decoded is None else said | {("decoded", vector.decoded): folded}


_Claims = dict[Claim, list[tuple[tuple[int, ...] | None, str, bool]]]


def _claims(every: Iterable[_Read | DataError], suite: Iterable[Vector]) -> _Claims:
    """For each side, the claims about it: the other side, the vector, and whether that vector has no error."""
    claims: _Claims = {}
    # The suite comes first, so that a contradiction names a vector of the suite if there is one.
    known = [(v, f"{v.id} of the suite", True) for v in suite]
    known += [(r.vector, r.vector.id, r.fault is None) for r in every if isinstance(r, _Read)]
    for vector, name, right in known:
        for side, other in _said(vector).items():
            claims.setdefault(side, []).append((other, name, right))
    return claims


def _contradictions(item: _Read, claims: _Claims) -> Iterator[str]:
    """The vectors that a vector contradicts. One without an error is not blamed for the errors of others."""
    for side, other in _said(item.vector).items():
        names = [name for said, name, right in claims[side] if said != other and (item.fault or right)]
        if names:
            others = names[0] + (f" and {len(names) - 1} more" if len(names) > 1 else "")
            if side[0] == "encoded":
                yield f"it contradicts {others}: the same encoded side gives something else there"
            else:
                yield f"it contradicts {others} by law/{UNIQUENESS.name}: two encoded sides decode alike"


def _content(vector: Vector) -> object:
    # The reason of a refusal is left out: it explains, and no verdict depends on it.
    return vector.layer, vector.operations, vector.decoded, vector.encoded, bool(vector.reject)


def _twice(vector: Vector, same: dict[object, str], calls: dict[object, str]) -> Iterator[str]:
    if name := same.get(_content(vector)):
        yield f"the suite has this vector, as {name}"
    first = {calls.setdefault((vector.layer, case.call), vector.id) for case in cases([vector])} - {vector.id}
    if first:
        yield f"it makes the same calls as {', '.join(sorted(first))}"


def _style(item: _Read) -> Iterator[str]:
    vector = item.vector
    if not vector.clause:
        yield "no clause of RFC 3492"
    # The oracle adds the choice to the vector, but a reader of the file sees only what is written there.
    if vector.choice and not vector.note and not item.entry.vector.choice:
        yield f"choice {vector.choice} applies to it, but neither choice nor note says so"
    if not item.entry.has_text and _is_word(vector.decoded or ()):
        yield "no text, though the decoded side can be read"
    if _NUMBERED.fullmatch(vector.id):
        yield "the id does not say what is tested"
    if vector.since and _release(vector.since) > _release(__version__):
        yield f"since {vector.since} is later than this suite, which is {__version__}"


def _release(version: str) -> tuple[int, ...]:
    # Two numbers: a version has a patch number too, and since is a minor release.
    return tuple(int(number) for number in re.findall(r"[0-9]+", version)[:2])


def _is_word(points: tuple[int, ...]) -> bool:
    """Whether people can read it: letters from left to right, some of them not ASCII, and safe to show."""
    if len(points) not in _WORD or max(points) > MAX_UNICODE:
        return False
    text = "".join(map(chr, points))
    left_to_right = not any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in text)
    letters = len({c for c in text if not c.isascii() and c.isalpha()})
    return letters > 2 and left_to_right and plain(text) == text
