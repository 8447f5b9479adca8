"""The matrix of faults and vector families as a table: CSV for programs, Markdown for pages."""

import csv
import io
from collections.abc import Iterator

from ..render.markdown import inert
from ..suite import flat
from ..suite.notation import plain
from .matrix import Matrix, Row

_HEAD = ("clause", "fault")


def as_csv(matrix: Matrix) -> str:
    """A row for each fault and control; a cell is the number of the family's vectors that detect it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*_HEAD, *map(flat.inert, matrix.families), "vectors", "laws"])
    writer.writerows(_rows(matrix))
    return out.getvalue()


def as_markdown(matrix: Matrix) -> str:
    """The same; an empty cell is none."""
    families = [f"{inert(plain(name))} ({size:,})" for name, size in matrix.families.items()]
    lines = [
        "# Faults by family of vectors",
        "",
        "Each number says how many vectors of the family detect the fault; the family's size is at its head.",
        "",
        _line([*_HEAD, *families, "vectors", "laws"]),
        _line(["---", "---", *["--:"] * (len(families) + 1), "---"]),
    ]
    lines += [_line("" if cell == 0 else cell for cell in row) for row in _rows(matrix)]
    return "\n".join(lines) + "\n"


def _line(cells: Iterator[object] | list[str]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def _rows(matrix: Matrix) -> Iterator[list[object]]:
    for clause, rows in (*matrix.faults.items(), ("control", matrix.controls)):
        for row in rows:
            yield [clause, row.trial.name, *row.counts, _total(row), ", ".join(row.trial.laws or ())]


def _total(row: Row) -> int:
    return len(row.trial.vectors)
