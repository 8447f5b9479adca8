"""The overview: all implementations, and tables of what they fail and of the choices that they take."""

from collections.abc import Mapping, Sequence

from ..suite import PUNYCODE
from ..suite.choices import NAMES
from ..suite.outcome import Operation
from ..suite.verdict import BAD
from .published import Implementation, Published

Line = tuple[str, str, list[int]]


def page(what: Published) -> str:
    """The overview."""
    every = what.implementations
    # Older versions have rows, but no columns: they would only repeat their neighbours.
    columns = [one for one in every if one.newest and not one.result.conforms]
    cited = {vector.clause for vector in what.suite.vectors}
    return what.draw(
        "index.html",
        root="./",
        rows=every,
        columns=columns,
        cases=max((sum(one.result.tally.values()) for one in every), default=0),
        labels=any(one.result.layer != PUNYCODE for one in every),
        bugs=_lines("classes", what.titles, columns),
        clean=_clean("classes", what.titles, every),
        clauses=_lines("clauses", what.sections, columns),
        all=[(name, title) for name, title in what.sections.items() if name in cited],
        choices=NAMES,
        sides=_sides,
    )


def _lines(tally: str, titles: Mapping[str, str], columns: Sequence[Implementation]) -> list[Line]:
    """The number of failed cases of each class that any implementation fails."""
    lines = ((name, title, [_failed(one, tally, name) for one in columns]) for name, title in titles.items())
    return [line for line in lines if any(line[2])]


def _clean(tally: str, titles: Mapping[str, str], every: Sequence[Implementation]) -> list[tuple[str, str]]:
    return [(name, text) for name, text in titles.items() if not any(_failed(one, tally, name) for one in every)]


def _failed(one: Implementation, tally: str, name: str) -> int:
    counts = getattr(one.result, tally).get(name, {})
    return sum(counts.get(verdict, 0) for verdict in BAD)


def _sides(observed: Mapping[str, str], name: str) -> str:
    """The observed side of a choice, of each operation if they differ."""
    each = {one.value: observed.get(f"{name}.{one.value}") for one in Operation}
    return observed.get(name) or ", ".join(f"{operation} {side}" for operation, side in each.items() if side)
