"""The matrix of faults and vector families as a picture: SVG that needs nothing else, for light and dark pages."""

from collections.abc import Iterator
from html import escape

from ..engine.matrix import Matrix, Row
from ..engine.score import Trial
from ..record import record

_CELL, _ROW, _GAP = 18, 11, 1
_CHARACTER = 6.1  # the width of a monospaced character of 10 px
_MARGIN, _TITLE, _HEAD = 14, 78, 118
_LABEL = 24  # characters, at least, for the names of faults
_WIDTH = 700
_HEADLINE = "Faulty Punycode codecs, and the vectors that detect them"
_ABOUT = "Shade: the share of a family of vectors that detects the fault. At the right: how many vectors do in all."
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


@record
class _Sheet:
    """Where things stand: ``left`` and ``right`` are the edges of the cells, ``top`` that of the first group."""

    matrix: Matrix
    left: int
    right: int
    top: int = _TITLE + _HEAD

    @property
    def height(self) -> int:
        return self.top + sum(2 * _ROW + _ROW * len(rows) for _, rows, _ in self.groups()) + _MARGIN

    def groups(self) -> Iterator[tuple[str, tuple[Row, ...], bool]]:
        """Headings and their rows, and whether these are sound codecs."""
        for clause, rows in self.matrix.faults.items():
            title = f", {_TITLES[clause]}" if clause in _TITLES else ""
            yield f"Section {clause}{title}" if clause else "Other faults", rows, False
        if self.matrix.controls:
            yield "Sound codecs", self.matrix.controls, True


def picture(matrix: Matrix, says: str) -> str:
    """The matrix as SVG: rows are faults by clause, columns families, shades the share of the family that detects.

    Args:
        matrix: what is drawn.
        says: the score in a line, for below the title.
    """
    names = [row.trial.name for rows in (*matrix.faults.values(), matrix.controls) for row in rows]
    left = _MARGIN + round(_CHARACTER * max(_LABEL, *map(len, names))) + 8
    sheet = _Sheet(matrix, left, left + (len(matrix.families) + 1) * _CELL)
    width, height = max(sheet.right + 54, _WIDTH), sheet.height
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
        *_families(sheet),
        *_rows(sheet),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _legend() -> Iterator[str]:
    for number, (shade, label) in enumerate(_LEGEND):
        x = _MARGIN + number * 76
        yield f'<rect class="{shade}" x="{x}" y="70" width="14" height="10"/>'
        yield f'<text class="dim" x="{x + 18}" y="79">{label}</text>'


def _families(sheet: _Sheet) -> Iterator[str]:
    for column, (name, size) in enumerate((*sheet.matrix.families.items(), ("laws", 0))):
        x, y = sheet.left + column * _CELL + 12, sheet.top - 4
        says = f"<title>{name}: {size:,} vectors</title>" if size else ""
        yield f'<text x="{x}" y="{y}" transform="rotate(-60 {x} {y})">{name}{says}</text>'


def _rows(sheet: _Sheet) -> Iterator[str]:
    y = sheet.top
    for heading, rows, sound in sheet.groups():
        y += 2 * _ROW
        yield f'<text class="clause" x="{_MARGIN}" y="{y - 6}">{escape(heading)}</text>'
        top = y
        for row in rows:
            yield from _labels(sheet, row.trial, y, sound)
            yield from _cells(sheet, row, y, "wrong" if sound else "")
            y += _ROW
        yield from _gaps(sheet, top, y)


def _labels(sheet: _Sheet, trial: Trial, y: int, sound: bool) -> Iterator[str]:
    """The fault's name at the left, the number of vectors at the right; what should not be so stands out."""
    says = f"<title>{escape(trial.says)}</title>"
    wrong = ' class="bad"' if trial.detected is sound else ""
    few = ' class="bad"' if not sound and len(trial.vectors) < 2 else ' class="dim"'
    yield f'<text{wrong} x="{sheet.left - 8}" y="{y + 9}" text-anchor="end">{escape(trial.name)}{says}</text>'
    yield f'<text{few} x="{sheet.right + 40}" y="{y + 9}" text-anchor="end">{len(trial.vectors):,}</text>'


def _cells(sheet: _Sheet, row: Row, y: int, always: str) -> Iterator[str]:
    """The cells of a row; ``always`` is the shade of all of them, empty if it tells the share."""
    height, name = _ROW - _GAP, row.trial.name
    yield f'<rect class="none" x="{sheet.left}" y="{y}" width="{sheet.right - sheet.left}" height="{height}"/>'
    cells = []
    for column, ((family, size), count) in enumerate(zip(sheet.matrix.families.items(), row.counts, strict=True)):
        if count:
            shade = always or next(shade for share, shade in _STEPS if count <= share * size)
            cells.append((column, shade, f"{name}, {family}: {count:,} of {size:,} vectors"))
    if row.trial.laws:
        cells.append((len(row.counts), always or "d", f"{name}, laws: {', '.join(row.trial.laws)}"))
    for column, shade, says in cells:
        x = sheet.left + column * _CELL
        yield f'<rect class="{shade}" x="{x}" y="{y}" width="{_CELL}" height="{height}">'
        yield f"<title>{escape(says)}</title></rect>"


def _gaps(sheet: _Sheet, top: int, bottom: int) -> Iterator[str]:
    """Lines in the page's colour between the columns."""
    for x in range(sheet.left, sheet.right + 1, _CELL):
        yield f'<line class="line" x1="{x}" x2="{x}" y1="{top}" y2="{bottom}"/>'
