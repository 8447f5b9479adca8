"""An explanation as a page of HTML that needs no other file: something to show in a lecture."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from ..render.markup import Element, frame, page, tag
from .blocks import Answer, Block, Cell, Heading, Marked, Paragraph, Parts, Places, Pointer, Rules, Sums, Table, Walk
from .shown import character, named

_SINGLE = 12  # places of a run that are drawn one by one; a longer run is one box
_STYLE = Path(__file__).with_name("page.css")


def html(title: str, blocks: Iterable[Block]) -> str:
    """The page: what comes under a heading of a step is a card."""
    main: list[Element] = []
    for heads, group in groupby(_sections(blocks), key=lambda section: section[0] is None or section[0].level == 1):
        for heading, inner in group:
            drawn = [element for block in inner for element in _drawn(block)]
            head = [] if heading is None else [tag("h1" if heading.level == 1 else "h2", heading.text)]
            main.append(tag("header" if heads else "section", *head, *drawn))
    about = tag("footer", "Punycode, RFC 3492. Made by conform explain, from the steps of the reference codec.")
    return page(title, tag("main", *main, id="results", tabindex="-1"), about, style=_STYLE)


def _sections(blocks: Iterable[Block]) -> Iterator[tuple[Heading | None, list[Block]]]:
    heading: Heading | None = None
    inner: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading):
            if heading or inner:
                yield heading, inner
            heading, inner = block, []
        else:
            inner.append(block)
    yield heading, inner


def _drawn(block: Block) -> Iterator[Element]:
    match block:
        case Paragraph(words):
            yield tag("p", tag("bdi", words))
        case Answer(words):
            yield tag("p", tag("bdi", words), class_="answer")
        case Rules(items):
            yield tag("ol", *(tag("li", item) for item in items))
        case Sums(lines):
            rows = (tag("div", tag("code", formula), tag("span", reason, class_="dim")) for formula, reason in lines)
            yield tag("div", *rows, class_="sums")
        case Parts(parts):
            yield _scrolled("The string in parts", tag("div", *map(_part, parts), class_="parts"))
        case Places():
            yield _scrolled("The string so far", _strip(block))
        case Pointer(points, at, says):
            boxes = [_box(character(c), "wrong" if place == at else "") for place, c in enumerate(points)]
            end = [] if at < len(points) else [_box("end", "wrong")]
            yield _scrolled("The place of the error", tag("div", *boxes, *end, class_="strip"))
            yield tag("p", tag("strong", f"Place {at}: "), says)
        case Table():
            yield from _table(block)


def _part(part: tuple[str, str]) -> Element:
    text, label = part
    return tag("span", tag("code", text), tag("small", label or "\u00a0"), class_="part" if label else "part between")


def _strip(places: Places) -> Element:
    if not places.points:
        return tag("p", "(empty)", class_="dim")
    cells = []
    for place, c in enumerate(places.points):
        attributes = {"class_": "box new"} if place == places.new else {"class_": "box"}
        cells.append(tag("span", tag("small", str(place)), tag("bdi", character(c)), **attributes))
    return tag("div", *cells, class_="strip")


def _box(text: str, kind: str = "") -> Element:
    return tag("span", tag("bdi", text), class_=f"box {kind}".strip())


def _table(table: Table) -> Iterator[Element]:
    if table.title:
        yield tag("h3", table.title)
    heads = [head.removeprefix(">") for head in table.columns]
    right = [head.startswith(">") for head in table.columns]
    columns = [tag("th", head, scope="col", **_aligned(at)) for head, at in zip(heads, right, strict=True)]
    head = [tag("thead", tag("tr", *columns))] if any(heads) else []
    body = tag("tbody", *(_row(row, right) for row in table.rows))
    yield _scrolled(table.title or "Table", tag("table", *head, body))


def _row(row: Sequence[Cell], right: Sequence[bool]) -> Element:
    cells = [tag("td", _cell(cell), **_aligned(at)) for cell, at in zip(row, right, strict=True)]
    marked = any(isinstance(cell, Marked) for cell in row)
    return tag("tr", *cells, **({"class_": "marked"} if marked else {}))


def _aligned(right: bool) -> dict[str, str]:
    return {"class_": "n"} if right else {}


def _cell(cell: Cell) -> Element:
    match cell:
        case str():
            return tag("bdi", cell)
        case Marked(words):
            return tag("b", tag("bdi", words))
        case Places(points, new):
            parts = (tag("mark", character(c)) if place == new else character(c) for place, c in enumerate(points))
            return tag("bdi", *parts) if points else tag("span", "(empty)", class_="dim")
        case Walk(runs):
            return tag("span", *(box for run in runs for box in _run(*run)), class_="walk")


def _run(first: int, last: int, inserted: int | None) -> Iterator[Element]:
    if inserted is not None:
        yield tag(
            "span", tag("small", str(first)), tag("bdi", character(inserted)), class_="box new", title=named(inserted)
        )
    elif last - first >= _SINGLE:
        yield tag("span", tag("small", f"{first}–{last}"), "·", class_="box long")
    else:
        yield from (tag("span", tag("small", str(place)), "·", class_="box") for place in range(first, last + 1))


def _scrolled(what: str, element: Element) -> Element:
    return frame(what, element)
