"""An explanation on a terminal: columns aligned by what characters take there, lines that fit the width."""

from collections.abc import Iterable, Iterator, Sequence

from ..render.style import BOLD, DIM, GREEN, WIDTH, Style, style
from .blocks import Answer, Block, Cell, Heading, Marked, Paragraph, Parts, Places, Pointer, Rules, Sums, Table, Walk
from .shown import character, columns, name, number

_INDENT = "   "
_AROUND = 8  # places shown on either side of an insertion into a longer string
_NO_BREAK = "\u00a0"  # inside formulas; one of the input is shown in U+ notation
_LRM = "\u200e"  # keeps letters that are written from right to left in their columns


def text(blocks: Iterable[Block], *, width: int = WIDTH, color: bool = False) -> str:
    """The blocks as lines of a width in columns."""
    styled = style(color)
    lines: list[str] = []
    for block in blocks:
        drawn = list(_lines(block, width, styled))
        # A heading has an empty line before it, and so has what is of several lines.
        if lines and drawn:
            lines.append("")
        lines += drawn
    return "".join(f"{line.rstrip()}\n" for line in lines).replace(_NO_BREAK, " ")


def _lines(block: Block, width: int, styled: Style) -> Iterator[str]:
    match block:
        case Heading(words, level):
            yield from (styled(line, BOLD) for line in _wrapped(words, width))
            if level == 1:
                yield "=" * min(columns(words), width)
        case Paragraph(words):
            yield from _wrapped(words, width, _INDENT, _INDENT)
        case Answer(words):
            yield from (styled(line, BOLD) for line in _wrapped(words, width, _INDENT, _INDENT))
        case Rules(items):
            for count, item in enumerate(items, 1):
                yield from _wrapped(item, width, f"{count:>2}. ", "    ")
        case Sums(lines):
            yield from _sums(lines, width, styled)
        case Parts(parts):
            yield from _parts(parts, width)
        case Places(points, new):
            yield from _places(points, new, width, styled)
        case Pointer(points, at, says):
            yield from _pointer(points, at, says, width, styled)
        case Table():
            yield from _table(block, width, styled)


def _sums(lines: Sequence[tuple[str, str]], width: int, styled: Style) -> Iterator[str]:
    reach = max(columns(formula) for formula, _ in lines)
    for formula, reason in lines:
        line = f"{_INDENT}{_padded(formula, reach)}"
        if reason and columns(line) + 3 + columns(reason) <= width:
            yield f"{line}   {styled(reason, DIM)}"
        else:
            yield line.rstrip()
            if reason:
                yield from (styled(more, DIM) for more in _wrapped(f"({reason})", width, _INDENT * 2, _INDENT * 2))


def _parts(parts: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    if sum(columns(part) + 1 for part, _ in parts) + len(_INDENT) > width:
        yield from _wrapped(" ".join(part for part, _ in parts), width, _INDENT, _INDENT)
        return
    sizes = [max(columns(part), columns(label)) for part, label in parts]
    if sum(sizes) + len(sizes) + len(_INDENT) > width:
        sizes = [columns(part) for part, _ in parts]
    yield _row([part for part, _ in parts], sizes)
    if any(label for _, label in parts):
        yield _row(["-" * columns(part) if label else "" for part, label in parts], sizes)
        yield _row([label for _, label in parts], sizes)


def _places(points: Sequence[int], new: int | None, width: int, styled: Style) -> Iterator[str]:
    if not points:
        yield f"{_INDENT}(empty)"
        return
    start, end = 0, len(points)
    if new is not None and len(points) > 2 * _AROUND + 1:
        start, end = max(0, new - _AROUND), min(len(points), new + _AROUND + 1)
    cells = [_cell(points[place], place == new) for place in range(start, end)]
    # A number is above its character, which has a column on each side for brackets.
    sizes = [max(columns(cell), len(str(place)) + 1) for place, cell in enumerate(cells, start)]
    rows: list[list[int]] = [[]]
    room = width - len(_INDENT) - len("place ") - 4
    for place, size in enumerate(sizes):
        if rows[-1] and sum(sizes[at] + 1 for at in rows[-1]) + size > room:
            rows.append([])
        rows[-1].append(place)
    for row in rows:
        before = "… " if row[0] + start > 0 and row is rows[0] else ""
        after = " …" if row is rows[-1] and end < len(points) else ""
        numbers = _row([f"{start + at} " for at in row], [sizes[at] for at in row], right=True)
        shown = _row([cells[at] for at in row], [sizes[at] for at in row], right=True)
        yield styled(f"{_INDENT}place {before}{numbers[len(_INDENT) :]}{after}", DIM)
        yield f"{_INDENT}      {before}{shown[len(_INDENT) :]}{after}"


def _cell(c: int, new: bool) -> str:
    shown = character(c) + _LRM * _right_to_left(c)
    return f"[{shown}]" if new else f" {shown} "


def _right_to_left(c: int) -> bool:
    from unicodedata import bidirectional  # start-up time: as in shown

    return c <= 0x10FFFF and bidirectional(chr(c)) in ("R", "AL", "AN")


def _pointer(points: Sequence[int], at: int, says: str, width: int, styled: Style) -> Iterator[str]:
    shown = [character(c) for c in points]
    start = 0
    # Of a long string the end before the place is shown.
    while sum(map(columns, shown[start : at + 1])) > width - 12:
        start += 1
    line = _INDENT + "…" * bool(start)
    column = columns(line + "".join(shown[start:at]))
    for c in shown[start:]:
        if columns(line + c) >= width - 1:
            line += "…"
            break
        line += c
    yield line
    yield f"{'':{column}}{styled('^', BOLD)} place {at}"
    yield from _wrapped(says, width, _INDENT, _INDENT)


def _table(table: Table, width: int, styled: Style) -> Iterator[str]:
    if table.title:
        yield from _wrapped(table.title, width, _INDENT, _INDENT)
    *firsts, last = range(len(table.columns))
    heads = [head.removeprefix(">") for head in table.columns]
    cells = [[_plain(cell) for cell in row] for row in table.rows]
    sizes = [max(map(columns, column)) for column in zip(heads, *cells, strict=True)]
    room = width - len(_INDENT) - sum(sizes[at] + 2 for at in firsts)
    sizes[last] = min(sizes[last], max(room, 12))
    rights = [head.startswith(">") for head in table.columns]
    if any(heads):
        for line in _folded(heads, sizes, rights):
            yield styled(line, DIM)
    for row, plain in zip(table.rows, cells, strict=True):
        if isinstance(string := row[last], Places):
            plain[last] = _string(string, sizes[last])
        marked = any(isinstance(cell, Marked) for cell in row)
        for line in _folded(plain, sizes, rights):
            yield styled(line, GREEN) if marked else line


def _folded(cells: Sequence[str], sizes: Sequence[int], rights: Sequence[bool]) -> Iterator[str]:
    """A row as lines: the last cell goes on below if it is too long."""
    *firsts, last = cells
    parts = _pieces(last, sizes[-1])
    before = [_padded(cell, size, right=right) for cell, size, right in zip(firsts, sizes, rights, strict=False)]
    lead = "".join(f"{cell}  " for cell in before)
    hang = "".join(f"{'':{size}}  " for size in sizes[:-1])
    for count, part in enumerate(parts):
        yield f"{_INDENT}{hang if count else lead}{_padded(part, sizes[-1], right=rights[-1])}"


def _wrapped(words: str, width: int, first: str = "", others: str = "") -> list[str]:
    """Text as lines of a width in columns; ``first`` and ``others`` are what they begin with."""
    pieces = _pieces(words, width - max(len(first), len(others)))
    return [f"{others if count else first}{piece}" for count, piece in enumerate(pieces)]


def _pieces(words: str, size: int) -> list[str]:
    """Text broken at spaces into pieces of at most ``size`` columns; a longer word is broken inside."""
    lines = [""]
    for word in words.split(" "):
        if lines[-1] and columns(f"{lines[-1]} {word}") <= size:
            lines[-1] += f" {word}"
            continue
        lines.append("")
        for c in word:
            if columns(lines[-1] + c) > size:
                lines.append("")
            lines[-1] += c
    return lines[1:]


def _plain(cell: Cell) -> str:
    match cell:
        case str():
            return cell
        case Marked(words):
            return words
        case Places():
            return _string(cell, 1 << 30)
        case Walk(runs):
            return " ".join(_run(*run) for run in runs)


def _run(first: int, last: int, inserted: int | None) -> str:
    if inserted is not None:
        return f"[{first}]"
    return number(first) if first == last else f"{first}-{last}"


def _string(places: Places, size: int) -> str:
    """The string with the new code point in brackets, cut on both sides if it is too wide."""
    kept = 0 if places.new is None else places.new
    shown = [f"[{character(c)}]" if place == places.new else _joined(c) for place, c in enumerate(places.points)]
    widths = [columns(one) for one in shown]
    start, end, width = 0, len(shown), sum(widths)
    while width + (start > 0) + (end < len(shown)) > size and end - start > 1:
        # The longer side loses one.
        if kept - start >= end - kept - 1:
            width -= widths[start]
            start += 1
        else:
            end -= 1
            width -= widths[end]
    return "…" * (start > 0) + "".join(shown[start:end]) + "…" * (end < len(shown))


def _joined(c: int) -> str:
    """A code point beside others: a mark needs no circle here, but U+ notation needs an end."""
    shown = character(c)
    return f"<{shown}>" if shown == name(c) else shown[-1]


def _row(cells: Sequence[str], sizes: Sequence[int], *, right: bool = False) -> str:
    padded = (_padded(cell, size, right=right) for cell, size in zip(cells, sizes, strict=True))
    return _INDENT + " ".join(padded)


def _padded(words: str, size: int, *, right: bool = False) -> str:
    space = " " * max(size - columns(words), 0)
    return f"{space}{words}" if right else f"{words}{space}"
