"""A whole ``conform run``, over a bare interpreter start and against pytest parametrised over the same cases."""

import json
import sys
import tempfile
from pathlib import Path
from statistics import median

from benchmarks import suite
from benchmarks.measure import CONFORM, Process, medians, ratio, seconds, table
from punycode_conform import files

VECTORS = 500
REPETITIONS = 15
AIM, AIM_PYTEST = 10, 5
START = "python -c pass"
# What people write without this tool: in the same process, each case asked once, no laws.
_PYTEST = """
import json
from pathlib import Path

import pytest
from punycode_conform import codec

VECTORS = json.loads(Path({built!r}).read_bytes())["vectors"]
CASES = [pytest.param(v, op, id=v["id"] + "/" + op) for v in VECTORS for op in v["operations"]]


@pytest.mark.parametrize(("vector", "operation"), CASES)
def test_codec(vector, operation):
    encoding = operation == "encode"
    ours, theirs = (vector["decoded"], vector["encoded"])[:: 1 if encoding else -1]
    call = codec.encode_code_points if encoding else codec.decode_code_points
    right = vector.get("right") or [int(c, 16) for c in vector.get("right-hex", ())]
    if vector["reject"] and not right:
        with pytest.raises(ValueError):
            call(ours)
        return
    got = call(ours)
    got = [ord(c) for c in got] if encoding and right else got
    assert got == (right or theirs)
"""


def works(folder: Path, vectors: int | None) -> dict[str, Process]:
    """A whole run and the same in pytest, of a suite of that many vectors, or of the suite itself."""
    folder.mkdir()
    data = suite.install_own(folder) if vectors is None else suite.install(folder, vectors)
    built = data / files.BUILT_VECTORS.name
    cases = json.loads(built.read_bytes())["counts"]["vectors"]["cases"]
    what = "the suite's own" if vectors is None else "short labels,"
    (folder / "test_codec.py").write_text(_PYTEST.format(built=str(built)))
    (folder / "pytest.ini").write_text("[pytest]\n")
    pytest = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_codec.py")
    alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # other packages' plugins would count against pytest
    return {
        f"conform run, {what} {cases:,} cases": Process((*CONFORM, "run", "punycode_conform.codec"), folder, folder),
        f"pytest, {what} {cases:,} cases": Process(pytest, folder, folder, alone),
    }


def main() -> None:
    """Measure, and print the table."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        pairs = [works(folder / "labels", VECTORS)]
        if files.BUILT_VECTORS.exists():
            pairs.append(works(folder / "own", None))
        start = Process((sys.executable, "-c", "pass"), folder)
        version = Process((*CONFORM, "--version"), folder / "labels", folder / "labels")
        pieces = {START: start, "conform --version": version} | {name: p for pair in pairs for name, p in pair.items()}
        found = medians(pieces, REPETITIONS)
    spent = {name: median(process.spent) for name, process in pieces.items()}
    rows = [
        [name, ratio(time / found[START]), ratio(spent[name] / spent[START]), seconds(time)]
        for name, time in found.items()
    ]
    table("Whole processes", ("process", "over a bare start", "processor time over it", "median"), rows)
    for pair in pairs:
        run, pytest = pair
        over = f"{ratio(found[run] / found[START])} bare starts; pytest over it: {ratio(found[pytest] / found[run])}"
        print(f"\n{run}: {over}")
    print(f"\naims, with 1,000 cases: at most {AIM} bare starts; pytest at least {AIM_PYTEST} times as long")


if __name__ == "__main__":
    main()
