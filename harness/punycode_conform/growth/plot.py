"""Times over sizes, both axes logarithmic, so that a power law is a straight line: in characters."""

import math
from collections.abc import Sequence

_HEIGHT, _MARGIN = 14, 9
_UNITS = ((3600.0, "h"), (60.0, "min"), (1.0, "s"), (1e-3, "ms"), (1e-6, "µs"))

Marked = Sequence[tuple[str, Sequence[tuple[int, float]]]]


def plot(series: Marked, width: int) -> list[str]:
    """Series as lines of characters, each by its mark; a dot shows where n^1 from the first point would go.

    Args:
        series: each a mark and its points.
        width: in columns.
    """
    points = [(math.log2(size), math.log10(seconds)) for _, one in series for size, seconds in one]
    if len(points) < 2:
        return []
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = math.floor(min(y for _, y in points)), math.ceil(max(y for _, y in points))
    columns = min(width - _MARGIN - 1, 66)
    grid = [[" "] * columns for _ in range(_HEIGHT)]

    def place(x: float, y: float, mark: str, *, over: bool = True) -> None:
        column = round((x - left) / max(right - left, 1e-9) * (columns - 1))
        row = round((high - y) / max(high - low, 1e-9) * (_HEIGHT - 1))
        if 0 <= row < _HEIGHT and (over or grid[row][column] == " "):
            grid[row][column] = mark

    for mark, one in series:
        for size, seconds in one:
            place(math.log2(size), math.log10(seconds), mark)
    start = min(points)
    for step in range(columns):
        x = left + (right - left) * step / max(columns - 1, 1)
        place(x, start[1] + (x - start[0]) * math.log10(2), ".", over=False)
    lines = [f"{_scale(low, high, row):>{_MARGIN - 2}} |{''.join(cells)}".rstrip() for row, cells in enumerate(grid)]
    least, most = f"{round(2**left):,}", f"{round(2**right):,}"
    lines += [" " * (_MARGIN - 1) + "+" + "-" * columns]
    lines += [" " * _MARGIN + least + most.rjust(columns - len(least))]
    return lines


def _scale(low: int, high: int, row: int) -> str:
    """The label of a row: a power of ten, in the row that is nearest to it."""
    for power in range(low, high + 1):
        if round((high - power) / max(high - low, 1e-9) * (_HEIGHT - 1)) == row:
            return duration(10.0**power)
    return ""


def duration(seconds: float) -> str:
    """A time with about two digits and its unit."""
    size, unit = next((each for each in _UNITS if seconds >= each[0]), _UNITS[-1])
    value = seconds / size
    return f"{value:.2g} {unit}" if value < 10 else f"{value:,.0f} {unit}"
