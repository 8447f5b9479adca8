"""The matrix of faults and vector families as a picture: SVG that needs nothing else, for light and dark pages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape

from .matrix import Matrix, Row
from .score import Trial

_CELL, _ROW, _GAP = 18, 11, 1
_CHARACTER = 6.1  # the width of a monospaced character of 10 px
_MARGIN, _TITLE, _HEAD = 14, 78, 118
_LABEL = 24  # characters, at least, for the names of faults
_WIDTH = 700
_LINES = 210  # of a panel
_HEADLINE = "Faulty Punycode codecs, and the vectors that detect them"
_ABOUT = (
    "Shade: the share of a family of vectors that detects the fault; laws are looked at where few vectors do. "
    "At the right: how many vectors in all."
)
_TITLES = {
    "1.1": "features",
    "3.1": "basic code points",
    "3.2": "insertion unsort",
    "3.3": "variable-length integers",
    "3.4": "bias adaptation",
    "4": "parameters of Bootstring",
    "5": "parameters of Punycode",
    "6.1": "bias adaptation function",
    "6.2": "decoding",
    "6.3": "encoding",
    "6.4": "overflow",
    "7.1": "sample strings",
    "8": "security considerations",
    "A": "mixed-case annotation",
}
# Shares of a family, and the shade for what is not more; the last is for all of it.
_STEPS = ((0.05, "a"), (0.2, "b"), (0.5, "c"), (0.999, "d"), (1, "e"))
_LEGEND = (("none", "none"), ("a", "to 5 %"), ("b", "to 20 %"), ("c", "to 50 %"), ("d", "more"), ("e", "all"))
_STYLE = """
text { font: 10px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #1f2328 }
.title { font: bold 15px system-ui, "DejaVu Sans", sans-serif } .about { font: 11px system-ui, "DejaVu Sans", sans-serif }
.clause { font-weight: bold } .dim { fill: #59636e } .bad { fill: #c62828; font-weight: bold }
.page { fill: #ffffff } .line { stroke: #ffffff } .none { fill: #eceff2 }
.a { fill: #c2dcf2 } .b { fill: #86bbe4 } .c { fill: #4792cc } .d { fill: #1c64a8 } .e { fill: #0a2f63 }
.wrong { fill: #c62828 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 } .dim { fill: #9198a1 } .bad { fill: #ff7b72 }
.page { fill: #0d1117 } .line { stroke: #0d1117 } .none { fill: #1b2129 }
.a { fill: #163a60 } .b { fill: #1d568f } .c { fill: #3381c4 } .d { fill: #6fb4ee } .e { fill: #c9e6ff }
.wrong { fill: #ff7b72 }
}
"""


_Group = tuple[str, Sequence[Row], bool]
"""A heading, its rows, and whether these are sound codecs."""


@dataclass(frozen=True, slots=True)
class _Panel:
    """One of the columns of rows that stand side by side; ``left`` and ``right`` are the edges of its cells."""

    groups: Sequence[_Group]
    families: Mapping[str, int]
    left: int
    right: int
    top: int = _TITLE + _HEAD

    @property
    def width(self) -> int:
        return self.right + 54

    @property
    def bottom(self) -> int:
        return self.top + _ROW * sum(2 + len(rows) for _, rows, _ in self.groups)


def picture(matrix: Matrix, says: str) -> str:
    """The matrix as SVG: rows are faults by clause, columns families, shades the share of the family that detects.

    Args:
        matrix: what is drawn.
        says: the score in a line, for below the title.
    """
    names = [row.trial.name for rows in (*matrix.faults.values(), matrix.controls) for row in rows]
    left = _MARGIN + round(_CHARACTER * max(_LABEL, *map(len, names))) + 8
    right = left + (len(matrix.families) + 1) * _CELL
    panels = [_Panel(groups, matrix.families, left, right) for groups in _shared_out(_groups(matrix))]
    width = max(len(panels) * panels[0].width, _WIDTH)
    height = max(panel.bottom for panel in panels) + _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img" aria-labelledby="title about">',
        f'<title id="title">{_HEADLINE}</title>',
        f'<desc id="about">{escape(says)}. {_ABOUT}</desc>',
        f"<style>{_STYLE}</style>",
        f'<rect class="page" width="{width}" height="{height}"/>',
        f'<text class="title" x="{_MARGIN}" y="26">{_HEADLINE}</text>',
        f'<text class="about" x="{_MARGIN}" y="44">{escape(says)}</text>',
        f'<text class="about dim" x="{_MARGIN}" y="60">{_ABOUT}</text>',
        *_legend(),
    ]
    for number, panel in enumerate(panels):
        lines += [f'<g transform="translate({number * panel.width})">', *_families(panel), *_rows(panel), "</g>"]
    return "\n".join([*lines, "</svg>"]) + "\n"


def _groups(matrix: Matrix) -> Iterator[_Group]:
    for clause, rows in matrix.faults.items():
        title = f", {_TITLES[clause]}" if clause in _TITLES else ""
        yield f"Section {clause}{title}" if clause else "Other faults", rows, False
    if matrix.controls:
        yield "Sound codecs", matrix.controls, True


def _shared_out(groups: Iterable[_Group]) -> list[list[_Group]]:
    """The groups for each panel; one that does not fit goes on in the next."""
    panels: list[list[_Group]] = [[]]
    room = _LINES
    for heading, rows, sound in groups:
        rest = rows
        while rest:
            if room < 4:  # no heading at the foot, with next to nothing below it
                panels.append([])
                room = _LINES
            panels[-1].append((heading if rest is rows else f"{heading}, continued", rest[: room - 2], sound))
            rest, room = rest[room - 2 :], room - 2 - len(rest[: room - 2])
    return panels


def _legend() -> Iterator[str]:
    for number, (shade, label) in enumerate(_LEGEND):
        x = _MARGIN + number * 76
        yield f'<rect class="{shade}" x="{x}" y="70" width="14" height="10"/>'
        yield f'<text class="dim" x="{x + 18}" y="79">{label}</text>'


def _families(panel: _Panel) -> Iterator[str]:
    for column, (name, size) in enumerate((*panel.families.items(), ("laws", 0))):
        x, y = panel.left + column * _CELL + 12, panel.top - 4
        says = f"<title>{name}: {size:,} vectors</title>" if size else ""
        yield f'<text x="{x}" y="{y}" transform="rotate(-60 {x} {y})">{name}{says}</text>'


def _rows(panel: _Panel) -> Iterator[str]:
    y = panel.top
    for heading, rows, sound in panel.groups:
        y += 2 * _ROW
        yield f'<text class="clause" x="{_MARGIN}" y="{y - 6}">{escape(heading)}</text>'
        top = y
        for row in rows:
            yield from _labels(panel, row.trial, y, sound)
            yield from _cells(panel, row, y, "wrong" if sound else "")
            y += _ROW
        yield from _gaps(panel, top, y)


def _labels(panel: _Panel, trial: Trial, y: int, sound: bool) -> Iterator[str]:
    """The fault's name at the left, the number of vectors at the right; what should not be so stands out."""
    says = f"<title>{escape(trial.says)}</title>"
    wrong = ' class="bad"' if trial.detected is sound else ""
    few = ' class="bad"' if not sound and len(trial.vectors) < 2 else ' class="dim"'
    yield f'<text{wrong} x="{panel.left - 8}" y="{y + 9}" text-anchor="end">{escape(trial.name)}{says}</text>'
    yield f'<text{few} x="{panel.right + 40}" y="{y + 9}" text-anchor="end">{len(trial.vectors):,}</text>'


def _cells(panel: _Panel, row: Row, y: int, always: str) -> Iterator[str]:
    """The cells of a row; ``always`` is the shade of all of them, empty if it tells the share."""
    height = _ROW - _GAP
    yield f'<rect class="none" x="{panel.left}" y="{y}" width="{panel.right - panel.left}" height="{height}"/>'
    cells = []
    for column, ((family, size), count) in enumerate(zip(panel.families.items(), row.counts, strict=True)):
        if count:
            shade = always or next(shade for share, shade in _STEPS if count <= share * size)
            cells.append((column, shade, f"{family}: {count:,} of {size:,} vectors"))
    if row.trial.laws:
        cells.append((len(row.counts), always or "d", f"laws: {', '.join(row.trial.laws)}"))
    for column, shade, says in cells:
        x = panel.left + column * _CELL
        yield f'<rect class="{shade}" x="{x}" y="{y}" width="{_CELL}" height="{height}">'
        yield f"<title>{escape(says)}</title></rect>"


def _gaps(panel: _Panel, top: int, bottom: int) -> Iterator[str]:
    """Lines in the page's colour between the columns."""
    for x in range(panel.left, panel.right + 1, _CELL):
        yield f'<line class="line" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>'
