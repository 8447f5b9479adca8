"""The score as a matrix: by how many vectors of each family each fault is detected."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..suite.vector import Vector
from .score import Score, Trial


@dataclass(frozen=True, slots=True)
class Row:
    """A fault or a control, and for each family the number of its vectors that detect it."""

    trial: Trial
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """The whole.

    Attributes:
        families: the themes of vector files and how many vectors each has, in alphabetical order.
        faults: rows by clause of RFC 3492; inside a clause they keep their order.
        controls: rows that should be empty.
    """

    families: Mapping[str, int]
    faults: Mapping[str, tuple[Row, ...]]
    controls: tuple[Row, ...]


def matrix(score: Score, vectors: Iterable[Vector]) -> Matrix:
    """The matrix of a score; ``vectors`` says which family each vector of the score belongs to."""
    family_of = {vector.id: family(vector) for vector in vectors}
    families = Counter(family_of[vector] for vector in score.vectors)
    sizes = dict(sorted(families.items()))

    def row(trial: Trial) -> Row:
        counts = Counter(family_of[vector] for vector in trial.vectors)
        return Row(trial, tuple(counts[name] for name in sizes))

    by_clause: dict[str, list[Row]] = {clause: [] for clause in sorted({trial.clause for trial in score.faults})}
    for trial in score.faults:
        by_clause[trial.clause].append(row(trial))
    faults = {clause: tuple(rows) for clause, rows in by_clause.items()}
    return Matrix(sizes, faults, tuple(map(row, score.controls)))


def family(vector: Vector) -> str:
    """The theme of the file that a vector stands in; what a generator writes belongs to the theme of the same name."""
    name = vector.file.rpartition("/")[2].rpartition(".")[0]
    return name.removeprefix("generated-")
