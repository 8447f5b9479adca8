"""The parts of an explanation, whatever they are drawn on."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; ``level`` 1 is the title of a label, 2 a step."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A sentence or more."""

    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The result: a string or a number."""

    text: str


@dataclass(frozen=True, slots=True)
class Rules:
    """Numbered sentences."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sums:
    """Lines of arithmetic, each with what it is for (which may be empty)."""

    lines: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Parts:
    """A string cut into parts, each with its name; the name of a part that explains itself is empty."""

    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Places:
    """A string with the number of each place, and the code point that was inserted last marked."""

    points: tuple[int, ...]
    new: int | None = None


@dataclass(frozen=True, slots=True)
class Pointer:
    """A string with a caret under one place, which may be its end."""

    points: tuple[int, ...]
    at: int
    says: str


@dataclass(frozen=True, slots=True)
class Marked:
    """A cell whose row is marked."""

    text: str


@dataclass(frozen=True, slots=True)
class Walk:
    """A cell with the places that a row of the state table walks over, from the first to the last, and what it inserts."""

    runs: tuple[tuple[int, int, int | None], ...]


Cell = str | Marked | Places | Walk


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        title: above it; may be empty.
        columns: the heading of each column; one that begins with ``>`` is of numbers, on the right.
        rows: their cells.
    """

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]


Block = Heading | Paragraph | Answer | Rules | Sums | Parts | Places | Pointer | Table
