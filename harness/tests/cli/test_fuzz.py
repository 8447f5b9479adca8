"""``conform fuzz``: findings as vectors, exit statuses, targets that crash or hang."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from punycode_conform.fuzz.cases import Cases
from punycode_conform.suite.outcome import Call, Operation

from ..conftest import ONE_FAULT, Conform, until

pytestmark = pytest.mark.usefixtures("in_targets")
RIGHT = "punycode_conform.codec"
CALL = Call(Operation.DECODE, ())
CAPITAL = [{"operation": "decode", "input": [0x41]}]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "signature", "calls"),
    [
        ("faulty_codec:segfaults_at_capitals", "decode: crash (killed by SIGSEGV)", CAPITAL),
        ("faulty_codec:exits_at_capitals", "decode: crash (it ended with exit status 3)", CAPITAL),
        ("faulty_codec:recurses_at_capitals", "decode: crash (RecursionError): upper-case-digits", CAPITAL),
        ("faulty_codec:hangs_at_capitals", "decode: timeout", CAPITAL),
        ("faulty_codec:hangs_at_astral", "encode: timeout", [{"operation": "encode", "input": [0x10000]}]),
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
    records = [json.loads(path.read_text()) for path in tmp_path.glob("*.json")]
    by_signature = {record["signature"]: record["calls"] for record in records}

    assert (done.status, done.err) == (1, "")
    assert signature in by_signature
    assert calls is None or by_signature[signature] == calls


def test_jobs_and_shards_ask_every_case_once(conform: Conform) -> None:
    cases = [Cases(lambda number: CALL, 241, shard=(index, 4)) for index in range(4)]
    numbers = [number for each in cases for done in range(0, 100, 10) for number in each.numbers(done, 10)]

    assert sorted(numbers) == [*range(241)]
    assert ": 60 cases" in conform("fuzz", RIGHT, "--cases", 240, "--shard", "2/4", "--jobs", 2, "--quiet").out


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
    until(lambda: bool(list(tmp_path.glob("out/*.yaml"))))
    running.send_signal(signal.SIGTERM)

    assert running.wait(20) == 128 + signal.SIGTERM
    assert [json.loads(line)["type"] for line in report.read_text().splitlines()] == ["header", "finding"]
