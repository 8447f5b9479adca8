"""A whole ``conform run``, over a bare interpreter start and against pytest parametrised over the same cases."""

import sys
import tempfile
from pathlib import Path

from benchmarks import suite
from benchmarks.measure import CONFORM, Process, medians, ratio, seconds, table
from punycode_conform import places
from punycode_conform.suite import corpus

VECTORS = 500
REPETITIONS = 15
AIM, AIM_PYTEST = 10, 5
TARGET = "punycode_conform.codec"
_PYTEST = """
import json
from pathlib import Path

import pytest
from punycode_conform import codec

VECTORS = json.loads(Path({built!r}).read_bytes())["vectors"]
CASES = [pytest.param(v, op, id=v["id"] + "/" + op) for v in VECTORS for op in v["operations"]]


@pytest.mark.parametrize(("vector", "operation"), CASES)
def test_codec(vector, operation):
    if operation == "encode":
        assert codec.encode_code_points(vector["decoded"]) == vector["encoded"]
    else:
        assert codec.decode_code_points(vector["encoded"]) == vector["decoded"]
"""


def main() -> None:
    """Measure, and print the table."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        built = suite.install(folder, VECTORS) / places.BUILT_VECTORS.name
        (folder / "test_codec.py").write_text(_PYTEST.format(built=str(built)))
        (folder / "pytest.ini").write_text("[pytest]\n")
        pytest = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_codec.py")
        alone = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # other packages' plugins would count against pytest
        start, run, parametrised = "python -c pass", f"conform run, {2 * VECTORS:,} cases", "pytest, the same cases"
        works = {
            start: Process((sys.executable, "-c", "pass"), folder),
            "conform --version": Process((*CONFORM, "--version"), folder, path=folder),
            run: Process((*CONFORM, "run", TARGET), folder, path=folder),
            parametrised: Process(pytest, folder, path=folder, environment=alone),
        }
        if places.BUILT_VECTORS.exists():
            own = folder / "own"
            own.mkdir()
            suite.install_own(own)
            cases = sum(len(vector.operations) for vector in corpus.suite().vectors if vector.layer == "punycode")
            works[f"conform run, the suite's own {cases:,} cases"] = Process((*CONFORM, "run", TARGET), own, path=own)
        found = medians(works, REPETITIONS)
    rows = [[name, ratio(time / found[start]), ratio(time / found[run]), seconds(time)] for name, time in found.items()]
    table("Whole processes", ("process", "over a bare start", "over conform run", "median"), rows)
    print(f"\nconform run over a bare start: {ratio(found[run] / found[start])} (aim: at most {AIM})")
    print(f"pytest over conform run: {ratio(found[parametrised] / found[run])} (aim: at least {AIM_PYTEST})")


if __name__ == "__main__":
    main()
