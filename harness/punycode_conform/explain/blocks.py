"""The parts of an explanation, whatever they are drawn on."""

from collections.abc import Sequence

from msgspec import Struct


class Heading(Struct, frozen=True):
    """A heading; ``level`` 1 is the title of a label, 2 a step."""

    text: str
    level: int = 2


class Paragraph(Struct, frozen=True):
    """A sentence or more, or the result of an explanation."""

    text: str
    result: bool = False


class Rules(Struct, frozen=True):
    """Numbered sentences."""

    items: tuple[str, ...]


class Sums(Struct, frozen=True):
    """Lines of arithmetic, each with its reason, which may be empty."""

    lines: tuple[tuple[str, str], ...]


class Parts(Struct, frozen=True):
    """A string cut into parts, each with its name; a part that explains itself has an empty name."""

    parts: tuple[tuple[str, str], ...]


class Places(Struct, frozen=True):
    """A string with the number of each place, and the code point that was inserted last marked."""

    points: Sequence[int]
    new: int | None = None


class Pointer(Struct, frozen=True):
    """A string with a caret under one place, which may be its end."""

    points: Sequence[int]
    at: int
    says: str


class Marked(Struct, frozen=True):
    """A cell whose row is marked."""

    text: str


class Walk(Struct, frozen=True):
    """A cell with runs of places, from the first to the last, and the code point inserted at the last or None."""

    runs: tuple[tuple[int, int, int | None], ...]


Cell = str | Marked | Places | Walk


class Table(Struct, frozen=True):
    """A table; a column whose heading begins with ``>`` is of numbers, on the right."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]

    def without(self, *columns: str) -> "Table":
        """The table without some of its columns."""
        kept = [place for place, column in enumerate(self.columns) if column not in columns]
        rows = [tuple(row[place] for place in kept) for row in self.rows]
        return Table(self.title, tuple(self.columns[place] for place in kept), rows)


Block = Heading | Paragraph | Rules | Sums | Parts | Places | Pointer | Table
