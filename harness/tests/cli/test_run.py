"""``conform run``: how targets are named, what is selected, what is written, which status it ends with."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ..conftest import Conform

pytestmark = pytest.mark.usefixtures("in_targets")


def results(report: Path) -> dict[str, str]:
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    return {line["case"]: line["verdict"] for line in lines if line["type"] == "result"}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("option", ["--report", "--junit", ""])
def test_a_full_disk_is_one_line_and_leaves_no_half_a_file(vectors: Path, tmp_path: Path, option: str) -> None:
    # A limit on the size of files, since a device that is full is none.
    code = (
        "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (9, 9)); from punycode_conform.cli import command"
    )
    path = tmp_path / "old"
    path.write_text("old")
    arguments = ["run", "codec:punycode", "--vectors", str(vectors), *([option, str(path)] if option else [])]
    with Path("/dev/full").open("w") as full:
        out = subprocess.DEVNULL if option else full
        done = subprocess.run(
            [sys.executable, "-c", f"{code}; command()", *arguments],
            stdout=out, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip

    assert done.returncode == 2
    assert ("File too large" if option else "No space left on device") in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not [*tmp_path.glob(".conform-*")]


def test_jobs_share_the_cases_and_agree_with_one(conform: Conform, vectors: Path, tmp_path: Path) -> None:
    one, three = tmp_path / "one.jsonl", tmp_path / "three.jsonl"
    conform("run", "codec:punycode", "--vectors", vectors, "--report", one)
    conform("run", "codec:punycode", "--vectors", vectors, "--report", three, "--jobs", "3")

    assert results(three) == results(one)
