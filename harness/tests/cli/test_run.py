"""``conform run``: how targets are named, what is selected, what is written, which status it ends with."""

import json
import shlex
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


@pytest.mark.slow
@pytest.mark.parametrize("target", ["fault:second-call-wrong", "fault:leading-delimiter-consumed"])
def test_each_command_that_is_printed_shows_the_failure_again(conform: Conform, vectors: Path, target: str) -> None:
    done = conform("run", target, "--vectors", vectors)

    assert done.status == 1
    assert done.commands
    for command in done.commands:
        assert conform(*shlex.split(command)[1:]).status == 1


def test_the_whole_has_a_badge(conform: Conform, suite: Path, tmp_path: Path) -> None:
    badge, lines = tmp_path / "a.svg", tmp_path / "a.jsonl"
    done = conform("run", "punycode_conform.codec", "--badge", badge, "--report", lines)
    again = conform("report", lines, "--badge", tmp_path / "again.svg")

    assert (done.status, again.status) == (0, 0)
    assert ">RFC 3492 conforms<" in badge.read_text(encoding="utf-8")
    assert (tmp_path / "again.svg").read_bytes() == badge.read_bytes()


def test_half_a_codec_has_a_badge_that_says_so(conform: Conform, suite: Path, tmp_path: Path) -> None:
    badge, lines = tmp_path / "badge.json", tmp_path / "ran.jsonl"
    done = conform("run", "punycode_conform.codec:encode,", "--badge-json", badge, "--report", lines)
    again = conform("report", lines, "--badge-json", tmp_path / "again.json")
    lacking = conform("run", "punycode_conform.codec", "--lacks", "61", "--badge-json", tmp_path / "lacking.json")

    assert (done.status, again.status, lacking.status) == (0, 0, 0)
    assert "not asked: decode" in done.out.splitlines()[-1]
    assert "the target has no decode, or cannot take these inputs" in " ".join(done.out.split())
    assert json.loads(badge.read_text(encoding="utf-8"))["message"] == "RFC 3492 conforms, not asked: decode"
    assert (tmp_path / "again.json").read_bytes() == badge.read_bytes()
    assert "conforms, not asked: inputs with U+0061" in (tmp_path / "lacking.json").read_text(encoding="utf-8")
