"""The atheris engine and the fuzz target that is run by itself.

Where atheris is not installed they are skipped; with CONFORM_REAL set, as in CI, that is a failure.
"""

import json
import os
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path

import pytest

from ..conftest import CHECKOUT, TARGETS, Conform, adapter, run_tool

SCRIPTS = CHECKOUT / "fuzz"
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("has_atheris", "in_targets")]


@pytest.fixture
def has_atheris(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Atheris is there, and seeds are kept in a folder of the test's own."""
    monkeypatch.setenv("CONFORM_CACHE", str(tmp_path / "cache" / "adapters"))
    if find_spec("atheris") is None:
        if os.environ.get("CONFORM_REAL"):
            pytest.fail("atheris is not installed: pip install atheris")
        pytest.skip("atheris is not installed; it has wheels for x86-64 Linux only")


def alone(*words: object, cwd: Path = TARGETS, script: str = "differential") -> subprocess.CompletedProcess[str]:
    """Run a fuzz target by itself."""
    return run_tool(sys.executable, SCRIPTS / f"fuzz_{script}.py", *words, cwd=cwd)


def test_pythons_fault_is_found_and_minimised(conform: Conform, tmp_path: Path) -> None:
    done = conform("fuzz", "--engine", "atheris", "--cases", 4000, "--out", tmp_path / "out", "codec:punycode")
    (record,) = [json.loads(path.read_text()) for path in (tmp_path / "out").glob("*.json")]

    assert done.status == 1
    assert ": 4,000 cases" in done.out
    assert (record["engine"], record["calls"]) == ("atheris", [{"operation": "decode", "input": [0x2D]}])


def test_a_target_that_this_python_cannot_import_is_refused(conform: Conform) -> None:
    done = conform("fuzz", "--engine", "atheris", *adapter("upper-case-digits"))

    assert (done.status, "atheris needs a target that this Python can import" in done.err) == (2, True)


@pytest.mark.parametrize(
    ("target", "sign"),
    [("faulty_codec:aborts_at_capitals", "killed by SIGABRT"), ("faulty_codec:hangs_at_nul", "in time")],
)
def test_a_death_or_a_hang_of_libfuzzers_process_is_a_finding(
    conform: Conform, target: str, sign: str, tmp_path: Path
) -> None:
    done = conform(
        *("fuzz", target, "--engine", "atheris", "--cases", 1500, "--restarts", 1, "--timeout", 1),
        *("--out", tmp_path / "out"),
    )

    assert done.status == 1
    assert sign in done.out


def test_a_target_that_ends_the_process_with_status_0_ends_no_run_well(
    conform: Conform, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code = "import os\nfrom punycode_conform.codec import decode\ndef encode(text):\n    os._exit(0)\n"
    (tmp_path / "leaves.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = conform("fuzz", "leaves", "--engine", "atheris", "--cases", 500, "--out", "out")

    assert (done.status, done.err) == (1, "")
    assert "stopped early: libFuzzer's process ended with status 0" in done.out.splitlines()[-1]


def test_time_ends_a_run(conform: Conform) -> None:
    """The cases alone would take many minutes."""
    began = time.monotonic()
    words = ("--time", 4, "--cases", 1_000_000, "--quiet")
    done = conform("fuzz", "punycode_conform.codec", "--engine", "atheris", *words)

    assert done.status == 0
    assert time.monotonic() - began < 60
    assert ": 1,000,000 cases" not in done.out


def test_a_target_alone_ends_at_pythons_fault_and_leaves_an_input_that_shows_it(tmp_path: Path) -> None:
    right = alone("punycode_conform.codec", "-runs=300", "-seed=1", cwd=tmp_path)
    wrong = alone("codec:punycode", "-runs=3000", "-seed=2", cwd=tmp_path)
    (left,) = tmp_path.glob("crash-*")
    again = alone("codec:punycode", left.name, cwd=tmp_path)

    assert (right.returncode, wrong.returncode == 0, again.returncode == 0) == (0, False, False)
    assert "decode accepts an invalid input" in wrong.stdout + wrong.stderr


@pytest.mark.parametrize(
    ("script", "words", "ends"),
    [
        ("round_trip", ["punycode_conform.faults:damp-699"], False),  # wrong alike on both sides
        ("round_trip", ["punycode_conform.faults:damp-699-encoder"], True),
        ("decode_unique", ["punycode_conform.faults:damp-699-encoder"], False),
        ("decode_unique", ["codec:punycode"], True),
        ("differential", ["punycode_conform.codec", "--choice", "digit-case=upper"], True),
    ],
)
def test_each_fuzz_target_ends_at_its_own_problems(script: str, words: list[str], ends: bool, tmp_path: Path) -> None:
    done = alone(*words, "-runs=1500", "-seed=2", cwd=tmp_path, script=script)

    assert (done.returncode != 0) is ends, done.stderr[-2000:]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "the following arguments are required: target"),
        (["no_such_module_here"], "no_such_module_here cannot be run"),
        (["mine", "--choice"], "--choice: expected one argument"),
    ],
)
def test_a_wrong_command_line_is_one_line(words: list[str], message: str) -> None:
    done = alone(*words)

    assert done.returncode == 2
    assert message in done.stderr.splitlines()[-1]
