"""The tables that textbooks draw by hand: of the insertions, of the states, and of an encoder's scans."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..codec.trace import Encoding, Scanned, Step, scan
from .blocks import Cell, Marked, Places, Table, Walk
from .insertion import several
from .shown import named, number


def insertions(encoded: Sequence[int], steps: Sequence[Step], strings: Iterable[tuple[int, ...]]) -> Table:
    """The insertion table: a row for each insertion, in their order.

    Args:
        encoded: the form in which the digits are.
        steps: of its trace, at least one.
        strings: before the first step, then after each.
    """
    first, *after = strings
    rows: list[tuple[Cell, ...]] = [("", "", "", str(steps[0].before.bias), "", "", Places(first))]
    for count, (step, string) in enumerate(zip(steps, after, strict=False), 1):
        digits = "".join(map(chr, encoded[step.start : step.end]))
        rows.append(
            (
                str(count),
                digits,
                number(step.delta),
                str(step.after.bias),
                named(step.code_point),
                str(step.place),
                Places(string, step.place),
            )
        )
    return Table(
        "Insertion table", (">", "digits", ">delta", ">new bias", "code point", ">place", "string so far"), rows
    )


def states(steps: Sequence[Step]) -> Table:
    """The state table: a row for each value of n, with the places that i walks over; rounds without an insertion in one."""
    rows: list[tuple[Cell, ...]] = []
    for row in walk(steps):
        found = [c for *_, c in row.runs if c is not None]
        values = number(row.n) if row.rounds == 1 else f"{number(row.n)} to {number(row.n + row.rounds - 1)}"
        about = named(row.n) if found else several(row.rounds, "round") if row.rounds > 1 else ""
        rows.append((values, about, " ".join(map(hex_, row.absolute)), Walk(row.runs)))
    return Table(
        "State table: the places that i passes over. At a marked one n is inserted.",
        (">n", "", "absolute state", "places"),
        rows,
    )


@dataclass(frozen=True, slots=True)
class Row:
    """States with one n, or with several between which nothing is inserted.

    Attributes:
        n, rounds: the first value of n, and how many there are.
        runs: places from a first to a last, and the code point that is inserted at the last or None.
        absolute: the absolute state of each insertion.
    """

    n: int
    rounds: int
    runs: tuple[tuple[int, int, int | None], ...]
    absolute: tuple[int, ...] = ()


def walk(steps: Sequence[Step]) -> Iterator[Row]:
    """Yield the rows of the state table (3.2). What is left of the last row is not walked over."""
    runs: list[tuple[int, int, int | None]] = []
    absolute: list[int] = []
    for step in steps:
        before, i = step.before, step.before.i
        n, rounds = before.n, step.wraps
        if rounds and (runs or i):
            yield Row(n, 1, (*runs, (i, before.length, None)), tuple(absolute))
            n, rounds = n + 1, rounds - 1
        if rounds:
            yield Row(n, rounds, ((0, before.length, None),))
        if step.wraps:
            runs, absolute, i = [], [], 0
        if step.place > i:
            runs.append((i, step.place - 1, None))
        runs.append((step.place, step.place, step.code_point))
        absolute.append(step.absolute)
    if runs:
        yield Row(steps[-1].code_point, 1, tuple(runs), tuple(absolute))


def scans(trace: Encoding) -> list[Table]:
    """The scan tables: for each code point that is inserted, how an encoder looks through its input (6.3)."""
    return [
        Table(
            f"Scan for n = {number(one.n)} ({named(one.n)}): delta begins with {number(one.delta)}, "
            f"{number(one.skipped)} of it for the growth of n",
            (">place", "character", "compare", ">delta", ">h"),
            [_scanned(row, one.n) for row in one.scanned],
        )
        for one in scan(trace)
    ]


def _scanned(row: Scanned, n: int) -> tuple[Cell, ...]:
    place, shown = str(row.place), named(row.code_point)
    if row.inserted:
        return place, Marked(shown), Marked("= n: write delta, then 0"), Marked(number(row.delta)), str(row.h)
    compare = "< n: add 1" if row.code_point < n else "> n"
    return place, shown, compare, number(row.delta), str(row.h)


def hex_(value: int) -> str:
    """An absolute state in hexadecimal, as some texts count."""
    return f"0x{value:X}" if value < 1 << 48 else number(value)
