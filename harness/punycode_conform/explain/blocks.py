"""The parts of an explanation, drawn as text for a terminal, or as a page of HTML that needs no other file."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from ..notation import quote, show
from ..terminal import BOLD, DIM, GREEN, WIDTH, Style, style

_INDENT = "   "
_NO_BREAK = "\u00a0"  # inside formulas; one of the input is shown in U+ notation
_MOST = 10**13  # greater numbers are of no use on paper, and make tables too wide
_LRM = "\u200e"  # keeps letters that are written from right to left in their columns


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


Cell = str | Marked | Places


class Table(Struct, frozen=True):
    """A table; a column whose heading begins with ``>`` is of numbers, on the right."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]

    def without(self, column: str) -> "Table":
        at = self.columns.index(column)
        rows = [(*row[:at], *row[at + 1 :]) for row in self.rows]
        return Table(self.title, (*self.columns[:at], *self.columns[at + 1 :]), rows)


Block = Heading | Paragraph | Rules | Sums | Parts | Places | Pointer | Table


def html(title: str, blocks: Iterable[Block]) -> str:
    """The page: the blocks under a heading of a step are a card."""
    from ..render.page import draw  # start-up time: a library for this form only

    sections: list[list[Block]] = []
    for block in blocks:
        if isinstance(block, Heading):
            sections.append([])
        sections[-1].append(block)
    values = {"title": title, "sections": sections, "character": character}
    return draw("explanation.html", values, style=("style.css", "explanation.css"))


def text(blocks: Iterable[Block], *, width: int = WIDTH, color: bool = False) -> str:
    """The blocks as lines of a width in columns, with an empty line between them."""
    styled = style(color)
    drawn = ("\n".join(line.rstrip() for line in _lines(block, width, styled)) for block in blocks)
    return "\n\n".join(filter(None, drawn)).replace(_NO_BREAK, " ") + "\n"


def _lines(block: Block, width: int, styled: Style) -> Iterator[str]:
    match block:
        case Heading(words, level):
            yield from (styled(line, BOLD) for line in _wrapped(words, width, ""))
            if level == 1:
                yield "=" * min(columns(words), width)
        case Paragraph(words, result):
            yield from (styled(line, BOLD) if result else line for line in _wrapped(words, width))
        case Rules(items):
            for count, item in enumerate(items, 1):
                yield from _wrapped(item, width, f"{count:>2}. ")
        case Sums(sums):
            yield from _sums(sums, width, styled)
        case Parts(parts):
            yield from _parts(parts, width)
        case Places(points, new):
            yield from _places(points, new, width, styled)
        case Pointer():
            yield from _pointer(block, width, styled)
        case Table():
            yield from _table(block, width, styled)


def _sums(sums: Sequence[tuple[str, str]], width: int, styled: Style) -> Iterator[str]:
    reach = max(columns(formula) for formula, _ in sums)
    for formula, reason in sums:
        line = f"{_INDENT}{_padded(formula, reach)}"
        if reason and columns(line) + 3 + columns(reason) <= width:
            yield f"{line}   {styled(reason, DIM)}"
        else:
            yield line
            if reason:
                yield from (styled(more, DIM) for more in _wrapped(f"({reason})", width, _INDENT * 2))


def _parts(parts: Sequence[tuple[str, str]], width: int) -> Iterator[str]:
    lines = [(text, "-" * columns(text) if label else "", label) for text, label in parts]
    sizes = [max(map(columns, part)) for part in lines]
    if sum(sizes) + len(sizes) + len(_INDENT) > width:
        yield from _wrapped(" ".join(text for text, _ in parts), width)
    else:
        yield from (_INDENT + _row(cells, sizes) for cells in zip(*lines, strict=True) if any(cells))


def _places(points: Sequence[int], new: int | None, width: int, styled: Style) -> Iterator[str]:
    if not points:
        yield f"{_INDENT}(empty)"
        return
    cells = [_cell(c, place == new) for place, c in enumerate(points)]
    # A number is above its character, which has a column on each side for brackets.
    sizes = [max(columns(cell), len(str(place)) + 1) for place, cell in enumerate(cells)]
    start, end = _window([size + 1 for size in sizes], new or 0, width - len(f"{_INDENT}place ") - 4)
    before, after = "… " * (start > 0), " …" * (end < len(points))
    numbers = _row([f"{place} " for place in range(start, end)], sizes[start:end], right=True)
    yield styled(f"{_INDENT}place {before}{numbers}{after}", DIM)
    yield f"{_INDENT}      {before}{_row(cells[start:end], sizes[start:end], right=True)}{after}"


def _cell(c: int, new: bool) -> str:
    right_to_left = c <= 0x10FFFF and unicodedata.bidirectional(chr(c)) in ("R", "AL", "AN")
    shown = character(c) + _LRM * right_to_left
    return f"[{shown}]" if new else f" {shown} "


def _pointer(block: Pointer, width: int, styled: Style) -> Iterator[str]:
    shown = [*map(character, block.points), ""]
    start, end = _window(list(map(columns, shown)), block.at, width - len(_INDENT) - 1)
    line = _INDENT + "…" * (start > 0)
    column = columns(line + "".join(shown[start : block.at]))
    line += "".join(shown[start:end]) + "…" * (end < len(shown))
    yield line
    yield f"{'':{column}}{styled('^', BOLD)} place {block.at}"
    yield from _wrapped(block.says, width)


def _table(table: Table, width: int, styled: Style) -> Iterator[str]:
    yield from _wrapped(table.title, width) if table.title else ()
    heads = [head.removeprefix(">") for head in table.columns]
    rights = [head.startswith(">") for head in table.columns]
    cells = [[_plain(cell) for cell in row] for row in table.rows]
    sizes = [max(map(columns, column)) for column in zip(heads, *cells, strict=True)]
    room = width - len(_INDENT) - sum(size + 2 for size in sizes[:-1])
    sizes[-1] = min(sizes[-1], max(room, 12))
    if any(heads):
        yield from (styled(line, DIM) for line in _folded(heads, sizes, rights))
    for row, plain in zip(table.rows, cells, strict=True):
        if isinstance(string := row[-1], Places):
            plain[-1] = _string(string, sizes[-1])
        marked = any(isinstance(cell, Marked) for cell in row)
        yield from (styled(line, GREEN) if marked else line for line in _folded(plain, sizes, rights))


def _folded(cells: Sequence[str], sizes: Sequence[int], rights: Sequence[bool]) -> Iterator[str]:
    """A row as lines: the last cell goes on below if it is too long."""
    lead = "".join(f"{_padded(*cell)}  " for cell in zip(cells[:-1], sizes, rights, strict=False))
    for part in _pieces(cells[-1], sizes[-1]):
        yield f"{_INDENT}{lead}{_padded(part, sizes[-1], rights[-1])}"
        lead = " " * (sum(sizes[:-1]) + 2 * len(sizes[:-1]))


def _wrapped(words: str, width: int, lead: str = _INDENT) -> list[str]:
    """Text as lines of a width in columns; the first begins with ``lead``, the others with as many spaces."""
    pieces = _pieces(words, width - len(lead))
    return [f"{' ' * len(lead) if count else lead}{piece}" for count, piece in enumerate(pieces)]


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
    if isinstance(cell, Places):
        return _string(cell, 1 << 30)
    return cell.text if isinstance(cell, Marked) else cell


def _string(places: Places, size: int) -> str:
    """The string with the new code point in brackets, cut on both sides if it is too wide."""
    shown = [f"<{name(c)}>" if character(c) == name(c) else character(c)[-1] for c in places.points]
    if places.new is not None:
        shown[places.new] = f"[{character(places.points[places.new])}]"
    start, end = _window(list(map(columns, shown)), places.new or 0, size)
    return "…" * (start > 0) + "".join(shown[start:end]) + "…" * (end < len(shown))


def _window(sizes: Sequence[int], kept: int, room: int) -> tuple[int, int]:
    """The cells around one that fit into a room, each side that is cut with a column for its mark."""
    start, end, width = 0, len(sizes), sum(sizes)
    while width + (start > 0) + (end < len(sizes)) > room and end - start > 1:
        # The longer side loses one.
        if kept - start >= end - kept - 1:
            width -= sizes[start]
            start += 1
        else:
            end -= 1
            width -= sizes[end]
    return start, end


def _row(cells: Sequence[str], sizes: Sequence[int], *, right: bool = False) -> str:
    return " ".join(_padded(cell, size, right) for cell, size in zip(cells, sizes, strict=True))


def _padded(cell: str, size: int, right: bool = False) -> str:
    space = " " * (size - columns(cell))
    return space + cell if right else cell + space


def number(value: int) -> str:
    """A number in decimal, or the size of a number that is too long to read."""
    return str(value) if value < _MOST else f"~2^{value.bit_length() - 1}"


def name(c: int) -> str:
    """A code point in U+ notation, or the size of a number that is too great for it."""
    return f"U+{c:04X}" if c < _MOST else number(c)


def character(c: int) -> str:
    """A code point as a visible character: a mark is on a dotted circle, an invisible one in U+ notation."""
    if c > 0x10FFFF or (category := unicodedata.category(chr(c)))[0] in "CZ":
        return "\u2423" if c == 0x20 else name(c)
    return "\u25cc" + chr(c) if category[0] == "M" else chr(c)


def named(c: int) -> str:
    """A code point in U+ notation, and the character if it can be shown."""
    return name(c) if character(c) == name(c) else f"{name(c)} {character(c)}"


def raw(points: Sequence[int]) -> str:
    """Code points next to each other, each as a visible character."""
    return "".join(map(character, points))


def quoted(points: Sequence[int]) -> str:
    """A string in quotation marks, in full, or as code points if one of them is above 10FFFF."""
    return quote(points, len(points)) if max(points, default=0) <= 0x10FFFF else show(points, len(points))


def several(count: int, noun: str) -> str:
    return f"{count or 'no'} {noun}{'s' * (count != 1)}"


def columns(words: str) -> int:
    """The columns that words take on a terminal: two for a wide character, none for a mark or a format character."""
    return len(words) if words.isascii() else sum(map(_columns, words))


def _columns(c: str) -> int:
    if unicodedata.category(c) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(c) in "WF" else 1
