"""The score as a table or a picture: how many vectors of each file detect each fault.

conform vectors score --report score.json
python harness/benchmarks/matrix.py score.json matrix.csv
python harness/benchmarks/matrix.py score.json matrix.svg
"""

import csv
import json
import sys
from collections import Counter
from collections.abc import Iterator
from html import escape
from pathlib import Path

from punycode_conform.suite import corpus

CELL, ROW, LEFT, TOP = 18, 11, 260, 120  # pixels


def main(report: Path, picture: Path) -> None:
    """Draw the score in the form that the file's suffix names."""
    score = json.loads(report.read_text(encoding="utf-8"))
    theme = {vector.id: Path(vector.file).stem.removeprefix("generated-") for vector in corpus.suite().vectors}
    sizes = Counter(theme.values())
    rows = [
        (trial["name"], Counter(theme[vector] for vector in trial["vectors"]))
        for trial in (*sorted(score["faults"], key=lambda trial: str(trial["clause"])), *score["controls"])
    ]
    themes = sorted(sizes)
    with picture.open("w", encoding="utf-8", newline="") as file:
        if picture.suffix == ".svg":
            file.writelines(svg(rows, themes, sizes))
        else:
            csv.writer(file).writerow(["codec", *themes])
            csv.writer(file).writerows([name, *(counts[theme] for theme in themes)] for name, counts in rows)


def svg(rows: list[tuple[str, Counter[str]]], themes: list[str], sizes: Counter[str]) -> Iterator[str]:
    """Rows are codecs, columns themes of vectors; the darker a cell, the more of the theme's vectors detect the fault."""
    width, height = LEFT + CELL * len(themes) + 60, TOP + ROW * len(rows) + 10
    yield f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-size="10">'
    yield '<rect width="100%" height="100%" fill="white"/>'
    for column, theme in enumerate(themes):
        x = LEFT + CELL * column
        yield f'<text transform="translate({x + 12} {TOP - 4}) rotate(-60)">{escape(theme)} ({sizes[theme]})</text>'
    for line, (name, counts) in enumerate(rows):
        y = TOP + ROW * line
        yield f'<text x="{LEFT - 8}" y="{y + 9}" text-anchor="end">{escape(name)}</text>'
        for column, theme in enumerate(themes):
            if share := counts[theme] / sizes[theme]:
                box = f'x="{LEFT + CELL * column}" y="{y}" width="{CELL - 1}" height="{ROW - 1}"'
                yield f'<rect {box} fill="#0a2f63" fill-opacity="{0.2 + 0.8 * share:.2f}"/>'
    yield "</svg>\n"


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
