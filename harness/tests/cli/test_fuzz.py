"""``conform fuzz``: findings as vectors, exit statuses, targets that crash or hang."""

import json
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from punycode_conform.fuzz.cases import Cases
from punycode_conform.suite.outcome import Call, Operation

from ..conftest import ONE_FAULT, Conform, adapter

pytestmark = pytest.mark.usefixtures("in_targets")
RIGHT = "punycode_conform.codec"
CALL = Call(Operation.DECODE, ())


def records(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]


def test_a_correct_target_has_no_findings_and_writes_nothing(conform: Conform, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = conform("fuzz", RIGHT, "--cases", 1000, "--out", out)

    assert done.status == 0
    assert done.out.startswith(f"no findings: {RIGHT}: 1,000 cases")
    assert "seed 0, scheme 6" in done.out
    assert (out.exists(), done.err) == (False, "")


def test_a_codec_of_one_fault_has_one_finding_that_is_replayed_and_reported(conform: Conform, tmp_path: Path) -> None:
    out, report = tmp_path / "out", tmp_path / "report.jsonl"
    words = ("--cases", 600, "--seed", 4, "--out", out, "--report", report)
    done, again = conform("fuzz", ONE_FAULT, *words), conform("fuzz", ONE_FAULT, *words)
    (record,) = records(out)
    header, finding, footer = (json.loads(line) for line in report.read_text().splitlines())
    (replay,) = [line for line in done.out.splitlines() if line.startswith("replay: ")]

    assert (done.status, done.out.splitlines()[:-1]) == (1, again.out.splitlines()[:-1])
    assert record == finding
    assert (record["calls"], record["scheme"]) == ([{"operation": "decode", "input": [0x2D]}], 6)
    assert (record["bug"], "decode-uniqueness" in record["laws"]) == ("leading-delimiter-dropped", True)
    assert (header["seed"], header["scheme"], header["cases"]) == (4, 6, 600)
    assert (footer["cases"], footer["findings"], footer["verdict"]) == (600, 1, "findings")
    assert conform(*shlex.split(replay)[2:]).status == 1
    assert conform("run", RIGHT, "--vectors", out).status == 0


CAPITAL = [{"operation": "decode", "input": [0x41]}]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "signature", "calls"),
    [
        ("breaking_codec:segfaults", "decode: crash (killed by SIGSEGV)", CAPITAL),
        ("breaking_codec:exits", "decode: crash (it ended with exit status 3)", CAPITAL),
        ("breaking_codec:recurses", "decode: crash (RecursionError): upper-case-digits", CAPITAL),
        ("breaking_codec:spins", "decode: timeout", CAPITAL),
        ("breaking_codec:hangs_in_encode", "encode: timeout", [{"operation": "encode", "input": [0x10000]}]),
        ("faulty_codec:returns_none_on_error", "decode: crash (None): truncated", None),
        ("faulty_codec:remembers", "decode: stability", None),
    ],
)
def test_a_breakdown_is_a_finding_with_its_least_input(
    conform: Conform, target: str, signature: str, calls: object, tmp_path: Path
) -> None:
    hangs = "timeout" in signature
    words = ("--cases", 300 - 180 * hangs, "--restarts", 8, "--timeout", 0.5 if hangs else 1)
    done = conform("fuzz", target, *words, "--out", tmp_path)
    by_signature = {record["signature"]: record["calls"] for record in records(tmp_path)}

    assert (done.status, done.err) == (1, "")
    assert signature in by_signature
    assert calls is None or by_signature[signature] == calls


def test_jobs_and_shards_ask_every_case_once(conform: Conform) -> None:
    cases = [Cases(lambda number: CALL, 241, shard=(index, 4)) for index in range(4)]
    numbers = [number for each in cases for done in range(0, 100, 10) for number in each.numbers(done, 10)]

    assert sorted(numbers) == [*range(241)]
    assert ": 60 cases" in conform("fuzz", RIGHT, "--cases", 240, "--shard", "2/4", "--jobs", 2, "--quiet").out


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["fuzz", "x", "--shard", "3/2"], 2, "shard"),
        (["fuzz", "x", "--cases", "0"], 2, "cases"),
        (["fuzz", "no_such_module_here"], 3, "no_such_module_here"),
        (["fuzz", RIGHT, "--cases", "5", "--shard", "7/9"], 4, "this shard has no case"),
        (["fuzz", RIGHT, "--time", "0.000001"], 4, "no time was left"),
        (["fuzz", RIGHT, "--out", f"{__file__}/x"], 2, "cannot be written"),
        (["sweep", RIGHT, "--alphabet", "aba"], 2, "--alphabet: symbols must be distinct"),
        (["sweep", RIGHT, "--code-points", "u+61"], 2, "is not a code point"),
        (["sweep", RIGHT, "--length", "64"], 2, "more than 1,000,000,000,000 inputs"),
        (["sweep", RIGHT, "--length", "0", "--only", "decode", "--shard", "2/2"], 4, "nothing to sweep"),
    ],
)
def test_what_cannot_run_is_one_line(conform: Conform, arguments: list[object], status: int, message: str) -> None:
    done = conform(*arguments)

    assert done.status == status
    assert message in done.err
    assert len(done.err.splitlines()) <= 2


@pytest.mark.slow
def test_unsupported_is_a_finding_where_strings_of_every_type_can_hold_the_input(
    conform: Conform, tmp_path: Path
) -> None:
    out = "--out", tmp_path, "--cases", "40"
    nothing = conform("fuzz", *out, *adapter("supports_nothing"))
    declared = conform("fuzz", *out, "--lacks", "2d", *adapter("supports_no_hyphen"))

    assert (nothing.status, declared.status) == (1, 0)
    assert declared.out.endswith("; not asked: inputs with U+002D\n")
    assert "decode answers unsupported to what strings of every type can hold" in nothing.out


def test_without_atheris_it_is_an_error_to_ask_for_it(conform: Conform, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    done = conform("fuzz", "codec:punycode", "--engine", "atheris")

    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("conform: atheris is not installed")
    assert "--engine blackbox" in done.err


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM")
def test_a_kill_loses_no_finding(tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    words = ["fuzz", ONE_FAULT, "--time", "60", "--out", str(tmp_path / "out"), "--report", str(report)]
    running = subprocess.Popen([sys.executable, "-m", "punycode_conform", *words], stdout=subprocess.DEVNULL)
    until = time.monotonic() + 30
    while time.monotonic() < until and not list(tmp_path.glob("out/*.yaml")):
        time.sleep(0.05)
    running.send_signal(signal.SIGTERM)

    assert running.wait(20) == 128 + signal.SIGTERM
    assert [json.loads(line)["type"] for line in report.read_text().splitlines()] == ["header", "finding"]


def test_a_configured_target_of_another_layer_is_not_fuzzed(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    targets = {"registry": ONE_FAULT, "labels": f'{RIGHT}"\nlayer = "a-label'}
    tables = "".join(f'[targets.{name}]\ntarget = "{target}"\n' for name, target in targets.items())
    Path("conform.toml").write_text(f"{tables}[fuzz]\ncases = 500\nseed = 8\n", encoding="utf-8")
    done = conform("fuzz")
    (replay,) = [line for line in done.out.splitlines() if line.startswith("replay: ")]

    assert (done.status, done.err) == (1, "conform: labels: not fuzzed: fuzzing makes raw Punycode\n")
    assert [path.name for path in Path("conform-findings").iterdir()] == ["registry"]
    assert conform(*shlex.split(replay)[2:]).status == 1
