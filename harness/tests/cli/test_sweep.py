"""``conform sweep``: what is asked, what is shown, the state file, and which status it ends with."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from ..conftest import ONE_FAULT, Conform, adapter

pytestmark = pytest.mark.usefixtures("in_targets")

SMALL = ("--alphabet", "ab0-A", "--length", "3", "--code-points", "U+0061 U+00FC U+10FFFF", "--code-point-length", "3")
INPUTS = 1 + 5 + 25 + 125 + 1 + 3 + 9 + 27


def report_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize(
    "target",
    [
        ["punycode_conform.codec"],
        ["faulty_codec:in_bytes"],
        ["faulty_codec:raises_own_exception"],
        ["faulty_codec:raises_index_error", "--rejects", "IndexError"],
        ["punycode_conform.codec", "--jobs", "3"],
        adapter("answers_out_of_order"),
        adapter("upper_case_digits"),
    ],
    ids=lambda target: str(target[-1]),
)
def test_a_sound_codec_agrees_however_it_is_named(conform: Conform, target: list[object]) -> None:
    done = conform("sweep", *SMALL, *target)

    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[-1].startswith("CONFORMS: ")
    assert f"{INPUTS:,} inputs, " in done.out
    assert "no collision, none differs from the oracle" in done.out


def test_the_registrys_codec_collides_first_at_a_delimiter_alone(conform: Conform) -> None:
    done = conform("sweep", "codec:punycode", *SMALL)
    lines = [line.strip() for line in done.out.splitlines()]
    first = next(number for number, line in enumerate(lines) if line.startswith("Decode: "))

    assert done.status == 1
    assert lines[first].startswith(
        "Decode: accepts an invalid input (bad-digit leading-delimiter), and another input decodes alike"
    )
    assert lines[first + 1 : first + 4] == [
        'decode     "-"',
        "expected   a refusal (bad-digit: a character is no digit)",
        "got        (empty)",
    ]
    assert lines[first + 5].startswith('collides   with ""')
    assert lines[-1].startswith("DOES NOT CONFORM: codec:punycode")


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        (["faulty_codec:raises_index_error"], "Decode: crashes (IndexError)"),
        (["faulty_codec:remembers"], "Decode: gives a wrong result"),
        (adapter("segfaults_on_one"), "Decode: crashes (killed by SIGSEGV)"),
        (adapter("dies_once", "{file}"), "Decode: went wrong once, and not again"),
    ],
    ids=lambda value: str(value[-1]) if isinstance(value, list) else None,
)
def test_a_faulty_codec_does_not_conform(conform: Conform, tmp_path: Path, target: list[object], kind: str) -> None:
    words = [str(word).replace("{file}", str(tmp_path / "died")) for word in target]
    done = conform("sweep", "--alphabet", "az", "--length", "4", "--code-point-length", "1", *words)

    assert done.status == 1
    assert kind in done.out


def test_the_command_that_is_printed_shows_the_difference_again(conform: Conform) -> None:
    decoding = conform("sweep", "codec:punycode", *SMALL)
    declared = conform("sweep", "--choice", "digit-case=lower", *SMALL, *adapter("upper_case_digits"))
    commands = [
        line.split(maxsplit=1)[1]
        for done in (decoding, declared)
        for line in done.out.splitlines()
        if line.strip().startswith("again")
    ]

    assert len(commands) == 3
    for command in commands:
        assert conform(*shlex.split(command)[1:]).status == 1


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        ([], 2, "no target"),
        (["--", "true", "--"], 3, "no handshake"),
        (["--"], 2, "no command"),
        (["no.such.module"], 3, "no module named no"),
        (["punycode_conform.codec", "--alphabet", ""], 2, "--alphabet: must be text"),
        (["punycode_conform.codec", "--alphabet", "aba"], 2, "names U+0061 twice"),
        (["punycode_conform.codec", "--code-points", ""], 2, "--code-points: must be text"),
        (["punycode_conform.codec", "--code-points", "u+61"], 2, "is not a code point"),
        (["punycode_conform.codec", "--length", "-1"], 2, "--length"),
        (["punycode_conform.codec", "--length", "64"], 2, "more than 1,000,000,000,000 inputs"),
        (["punycode_conform.codec", "--shard", "0/2"], 2, "--shard"),
        (["punycode_conform.codec", "--shard", "3/2"], 2, "--shard"),
        (["punycode_conform.codec", "--shard", "2"], 2, "--shard"),
        (["punycode_conform.codec", "--only", "both"], 2, "--only"),
        (["punycode_conform.codec", "--report", "/no/such/folder/report"], 2, "--report"),
        (["punycode_conform.codec", "--length", "0", "--only", "decode", "--shard", "2/2"], 4, "nothing to sweep"),
        (["faulty_codec:has_no_decode.encode,", "--only", "decode"], 4, "nothing to sweep"),
        (["--length", "1", "--only", "decode", *map(str, adapter("supports_nothing"))], 4, "nothing ran"),
        (["--length", "1", "--time-limit", "0.3", *map(str, adapter("never_answers"))], 3, "nothing ran: "),
    ],
)  # fmt: skip
def test_bad_usage_is_one_line_and_a_status(conform: Conform, arguments: list[str], status: int, says: str) -> None:
    done = conform("sweep", *arguments)

    assert done.status == status
    assert says in done.err
    assert done.err.startswith("conform: ")
    assert len(done.err.splitlines()) <= 2


def test_a_target_that_dies_always_stops_the_sweep(conform: Conform) -> None:
    done = conform("sweep", *SMALL, "--restarts", "2", *adapter("dies_always"))

    assert done.status == 1
    assert "Stopped early: the target crashed or hung too often" in done.out


def test_one_of_a_kind_is_counted_in_the_singular(conform: Conform) -> None:
    done = conform("sweep", "--length", "1", "--code-point-length", "0", "--quiet", "fault:leading-delimiter-consumed")

    assert " 1 collision, 1 difference from the oracle" in done.out


def test_the_report_has_a_header_the_first_differences_and_a_footer(conform: Conform, tmp_path: Path) -> None:
    path = tmp_path / "report.jsonl"
    conform("sweep", "codec:punycode", *SMALL, "--report", path)
    header, *differences, footer = report_lines(path)

    assert header["sweep"]["domains"][0] == {"operation": "decode", "symbols": [97, 98, 48, 45, 65], "length": 3}
    assert {line["type"] for line in differences} == {"difference"}
    assert {
        key: differences[0][key]
        for key in ("operation", "input", "expected", "got", "collides", "verdict", "signature")
    } == {
        "signature": "decode: accepted: bad-digit leading-delimiter [decode-uniqueness]",
        "operation": "decode",
        "input": [0x2D],
        "expected": {"rejects": "bad-digit"},
        "got": {"returned": []},
        "collides": [],
        "verdict": "fail",
    }
    assert (footer["type"], footer["inputs"], footer["verdict"]) == ("footer", INPUTS, "does not conform")
    assert sum(footer["kinds"].values()) == footer["counts"]["collisions"] >= len(differences)


def test_shards_find_together_what_the_whole_finds(conform: Conform, tmp_path: Path) -> None:
    def footer(*shard: str) -> dict[str, Any]:
        path = tmp_path / "report.jsonl"
        conform("sweep", "codec:punycode", *SMALL, "--report", path, *shard)
        return report_lines(path)[-1]

    whole, one, two = footer(), footer("--shard", "1/2"), footer("--shard", "2/2")

    assert {name: one["counts"].get(name, 0) + two["counts"].get(name, 0) for name in whole["counts"]} == whole[
        "counts"
    ]


@pytest.mark.slow
def test_a_shard_of_the_default_sweep_of_the_reference_codec_finds_nothing(conform: Conform) -> None:
    done = conform("sweep", "punycode_conform.codec", "--shard", "2/24")
    every = sum(38**n for n in range(5)) + sum(14**n for n in range(5))

    assert done.status == 0
    assert f"{len(range(1, every, 24)):,} inputs, " in done.out


@pytest.mark.slow
def test_differences_are_findings_that_a_baseline_knows_in_both_directions(conform: Conform, tmp_path: Path) -> None:
    out, known, report = tmp_path / "found", tmp_path / "known.yaml", tmp_path / "report.jsonl"
    first = conform("sweep", ONE_FAULT, *SMALL, "--out", out)
    replayed = conform("run", ONE_FAULT, "--vectors", out)
    recorded = conform("baseline", ONE_FAULT, "--findings", out, "--baseline", known)
    again = conform("sweep", ONE_FAULT, *SMALL, "--out", tmp_path / "none", "--baseline", known, "--report", report)
    (page,) = out.glob("*.md")

    assert (first.status, replayed.status, recorded.status, again.status) == (1, 1, 0, 0)
    assert f"conform run {ONE_FAULT} --vectors" in first.out
    assert "1 known finding: 1 added" in recorded.out
    assert "Found by conform sweep; minimised." in page.read_text(encoding="utf-8")
    assert again.out.splitlines()[-1].startswith(f"CONFORMS AS THE BASELINE EXPECTS: {ONE_FAULT}")
    assert report_lines(report)[-1]["verdict"] == "conforms as the baseline expects"
    assert not (tmp_path / "none").exists()
    # A further fault is new; a finding that is gone is stale. What conform fuzz knows is the same finding.
    worse = conform("sweep", "fault:delimiter-never-written", *SMALL, "--baseline", known)
    right = conform("sweep", "punycode_conform.codec", *SMALL, "--baseline", known)
    fuzzed = conform("fuzz", ONE_FAULT, "--cases", "400", "--seed", "1", "--baseline", known, "--out", out)
    assert (worse.status, right.status, fuzzed.status) == (1, 5, 0)
    assert "its calls no longer show it; delete lines 5 to 9" in right.out


def test_a_sweep_without_a_folder_writes_no_findings(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert conform("sweep", "codec:punycode", *SMALL).status == 1
    assert list(tmp_path.iterdir()) == []
