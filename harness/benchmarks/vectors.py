"""Time and memory against the number of vectors: loading them, and whole runs. Linear means 1.0 in every row."""

import sys
import tempfile
from pathlib import Path

from benchmarks import suite
from benchmarks.measure import CONFORM, Process, medians, ratio, seconds, table

FEW = 10
COUNTS = {1_000: 11, 10_000: 5, 100_000: 3}  # how often each is measured
_LOAD = "from punycode_conform.suite import corpus; assert len(corpus.{reader}().vectors) == {count}"


def works(folder: Path, count: int) -> dict[str, Process]:
    """The measurements on a suite of that many vectors."""
    folder.mkdir()
    suite.install(folder, count)

    def load(reader: str) -> Process:
        code = _LOAD.format(reader=reader, count=count)
        return Process((sys.executable, "-c", code), folder, path=folder)

    return {
        "Load the built JSON": load("suite"),
        "Load the YAML": load("from_yaml"),
        "conform run": Process((*CONFORM, "run", "punycode_conform.codec"), folder, path=folder),
    }


def main() -> None:
    """Measure, and print the tables."""
    rows: dict[str, list[list[str]]] = {}
    first: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as scratch:
        bases = works(Path(scratch) / str(FEW), FEW)
        for count, repetitions in COUNTS.items():
            for what, process in works(Path(scratch) / str(count), count).items():
                # What the process costs with next to no vectors is taken off, so that only their own cost is left.
                base = bases[what]
                found = medians({"few": base, "many": process}, repetitions, warm_up=count < max(COUNTS))
                each = (found["many"] - found["few"]) / (count - FEW)
                row = [
                    f"{count:,}",
                    ratio(each / first.setdefault(what, each)),
                    f"{(process.peak - base.peak) / (count - FEW) / 1024:.1f} KiB",
                    seconds(each),
                    seconds(found["many"]),
                    f"{process.peak / 2**20:,.0f} MiB",
                ]
                rows.setdefault(what, []).append(row)
    heads = ("vectors", "time each over 1,000's", "peak memory each", "time each", "median, whole", "peak, whole")
    for what, lines in rows.items():
        table(what, heads, lines)


if __name__ == "__main__":
    main()
