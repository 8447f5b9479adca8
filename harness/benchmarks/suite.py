"""A suite of any number of vectors, in a copy of the package that is laid out as when it is installed.

So a run is measured as users have it: from the built JSON, without the checkout's own vectors.
"""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

from benchmarks.measure import CONFORM, Process
from punycode_conform import codec, files
from punycode_conform.notation import show

# First code point and size of: Latin, Greek, Cyrillic, Hebrew, Arabic, Devanagari, Thai, Hiragana, CJK, Hangul, emoji.
_SCRIPTS = (
    (0xE0, 32), (0x3B1, 25), (0x430, 32), (0x5D0, 27), (0x621, 26), (0x904, 54), (0xE01, 46), (0x3041, 86),
    (0x4E00, 20_000), (0xAC00, 11_172), (0x1F600, 80),
)  # fmt: skip
_ASCII = "abcdefghijklmnopqrstuvwxyz0123456789-"


def labels(count: int, seed: int = 0) -> Iterator[list[int]]:
    """Strings like labels, as code points: one script each, some with ASCII between."""
    chance = random.Random(seed)
    for number in range(count):
        first, size = _SCRIPTS[number % len(_SCRIPTS)]
        points = [first + chance.randrange(size) for _ in range(chance.randint(1, 12))]
        for _ in range(chance.choice((0, 0, 0, 2, 5))):
            points.insert(chance.randint(0, len(points)), ord(chance.choice(_ASCII)))
        yield points


def install(folder: Path, count: int) -> Path:
    """Copy the package into a folder, with that many vectors, two cases each, in place of its own; the vectors' folder."""
    data = _copy(folder)
    data.mkdir(parents=True)
    (data / "bugs.yaml").write_text("bugs: []\n")
    (data / "retired.yaml").write_text("retired: []\n")
    for name in ("choices.yaml", "clauses.yaml"):
        shutil.copy(files.VECTORS / name, data / name)
    # A line at a time: this process must stay small, see Process.peak.
    with (data / "benchmark.yaml").open("w") as file:
        file.write('about: Random labels.\nclause: "6.3"\nvectors:\n')
        for number, points in enumerate(labels(count)):
            encoded = codec.encode_code_points(points)
            file.write(f'  - id: benchmark-{number:06}\n    decoded: {show(points)}\n    encoded: "{encoded}"\n')
    _build(folder)
    return data


def install_own(folder: Path) -> Path:
    """Copy the package into a folder, with its own vectors; their folder."""
    data = Path(shutil.copytree(files.VECTORS, _copy(folder)))
    _build(folder)  # in case the checkout's JSON is not current
    return data


def _copy(folder: Path) -> Path:
    package = folder / "punycode_conform"
    shutil.copytree(Path(files.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "data"))
    return package / "data" / "vectors"


def _build(folder: Path) -> None:
    Process((*CONFORM, "vectors", "build"), folder, path=folder)()
