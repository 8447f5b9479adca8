"""``conform sweep``: every input of a small domain is asked, and differences are findings."""

import json
from pathlib import Path
from typing import Any

import pytest

from ..conftest import ONE_FAULT, Conform, adapter

pytestmark = pytest.mark.usefixtures("in_targets")

SMALL = ("--alphabet", "ab0-A", "--length", "3", "--code-points", "U+0061 U+00FC U+10FFFF", "--code-point-length", "3")
INPUTS = 1 + 5 + 25 + 125 + 1 + 3 + 9 + 27


@pytest.mark.parametrize(
    "target",
    [
        ["punycode_conform.codec", "--jobs", "3"],
        ["faulty_codec:raises_index_error", "--rejects", "IndexError"],
        adapter("answers_out_of_order"),
        adapter("upper-case-digits"),
    ],
    ids=lambda target: str(target[-1]),
)
def test_a_correct_codec_agrees_however_it_is_named(conform: Conform, target: list[object]) -> None:
    done = conform("sweep", *SMALL, *target)

    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[-1].startswith("no findings: ")
    assert f"{INPUTS:,} inputs, " in done.out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "signature"),
    [
        (["codec:punycode"], "decode: accepted: bad-digit leading-delimiter [round-trip decode-uniqueness]"),
        (["faulty_codec:raises_index_error"], "decode: crash (IndexError): truncated"),
        (adapter("segfaults_on_one"), "decode: crash (killed by SIGSEGV): truncated"),
        (adapter("dies_once", "{file}"), "decode: unrepeated"),
        (["--restarts", "2", *adapter("dies_always")], "decode: crash (killed by SIGABRT): empty"),
    ],
    ids=lambda value: str(value[-1]) if isinstance(value, list) else None,
)
def test_a_difference_is_a_finding(conform: Conform, tmp_path: Path, target: list[object], signature: str) -> None:
    report = tmp_path / "report.jsonl"
    words = [str(word).replace("{file}", str(tmp_path / "died")) for word in target]
    domain = ("--alphabet", "az-", "--length", "4", "--code-point-length", "1")
    done = conform("sweep", *domain, "--report", report, *words)
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]

    assert done.status == 1
    assert signature in [line["signature"] for line in lines if line["type"] == "finding"]


def test_shards_ask_together_what_the_whole_asks(conform: Conform, tmp_path: Path) -> None:
    def footer(*shard: str) -> dict[str, Any]:
        path = tmp_path / "report.jsonl"
        conform("sweep", "codec:punycode", *SMALL, "--report", path, *shard)
        last: dict[str, Any] = json.loads(path.read_text(encoding="utf-8").splitlines()[-1])
        return last

    whole, *parts = footer(), footer("--shard", "1/2"), footer("--shard", "2/2")

    assert whole["cases"] == INPUTS
    assert whole["counts"] == {name: sum(part["counts"].get(name, 0) for part in parts) for name in whole["counts"]}
    assert whole["counts"]["decode accepted"] > whole["counts"]["decode oracle"]


@pytest.mark.slow
def test_findings_are_written_and_known_as_those_of_fuzzing_are(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out, known = tmp_path / "found", tmp_path / "known.yaml"
    assert conform("sweep", ONE_FAULT, *SMALL).status == 1
    assert list(tmp_path.iterdir()) == []  # without --out
    first = conform("sweep", ONE_FAULT, *SMALL, "--out", out)
    statuses = [
        conform("run", ONE_FAULT, "--vectors", out).status,
        conform("baseline", ONE_FAULT, "--findings", out, "--baseline", known).status,
        conform("sweep", ONE_FAULT, *SMALL, "--out", tmp_path / "none", "--baseline", known).status,
        conform("fuzz", ONE_FAULT, "--cases", "400", "--baseline", known, "--out", out).status,
        conform("sweep", "fault:delimiter-never-written", *SMALL, "--baseline", known).status,
        conform("sweep", "punycode_conform.codec", *SMALL, "--baseline", known).status,
    ]

    assert (first.status, statuses) == (1, [1, 0, 0, 0, 1, 5])
    assert f"conform run {ONE_FAULT} --vectors" in first.out
    assert "Found by conform sweep; minimised." in next(out.glob("*.md")).read_text(encoding="utf-8")
    assert not (tmp_path / "none").exists()
