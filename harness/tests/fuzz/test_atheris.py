"""The atheris engine and the fuzz targets that are run by themselves.

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

from ..conftest import TARGETS, Conform, adapter

FUZZ = Path(__file__).resolve().parents[3] / "fuzz"
SCRIPTS = ["fuzz_decode_unique.py", "fuzz_differential.py", "fuzz_round_trip.py"]
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("has_atheris", "in_targets")]


@pytest.fixture
def has_atheris(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Atheris is there, and seeds are kept in a folder of the test's own."""
    monkeypatch.setenv("CONFORM_CACHE", str(tmp_path / "cache" / "adapters"))
    if find_spec("atheris") is None:
        if os.environ.get("CONFORM_REAL"):
            pytest.fail("atheris is not installed: pip install atheris")
        pytest.skip("atheris is not installed; it has wheels for x86-64 Linux only")


def alone(script: str | Path, *words: object, cwd: Path = TARGETS) -> subprocess.CompletedProcess[str]:
    """Run a fuzz target by itself."""
    return subprocess.run(
        [sys.executable, str(FUZZ / script), *map(str, words)],
        cwd=cwd,
        capture_output=True,
        text=True,
        errors="replace",
        timeout=300,
        check=False,
    )


def test_pythons_fault_is_found_and_minimised(conform: Conform, tmp_path: Path) -> None:
    done = conform("fuzz", "--engine", "atheris", "--cases", 4000, "--out", tmp_path / "out", "codec:punycode")
    (record,) = [json.loads(path.read_text()) for path in (tmp_path / "out").glob("*.json")]

    assert done.status == 1
    assert ": 4,000 cases" in done.out
    assert (record["engine"], record["calls"]) == ("atheris", [{"operation": "decode", "input": [0x2D]}])


def test_a_target_that_this_python_cannot_import_is_refused(conform: Conform) -> None:
    done = conform("fuzz", "--engine", "atheris", *adapter("upper_case_digits"))

    assert (done.status, "atheris needs a target that this Python can import" in done.err) == (2, True)


def test_the_reference_has_no_findings(conform: Conform, tmp_path: Path) -> None:
    done = conform("fuzz", "punycode_conform.codec", "--engine", "atheris", "--cases", 3000, "--out", tmp_path / "out")

    assert (done.status, done.err, (tmp_path / "out").exists()) == (0, "", False)
    assert done.out.startswith("no findings: punycode_conform.codec: 3,000 cases")


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


LEAVES = """\
import os
from punycode_conform.codec import decode, encode as right
left = {calls}
def encode(text):
    global left
    left -= 1
    return right(text) if left > 0 else os._exit(0)
"""


@pytest.mark.parametrize("calls", [0, 500])
def test_a_target_that_ends_the_process_with_status_0_ends_no_run_well(
    conform: Conform, monkeypatch: pytest.MonkeyPatch, calls: int, tmp_path: Path
) -> None:
    """Among the seeds, and later."""
    (tmp_path / "leaves.py").write_text(LEAVES.format(calls=calls), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = conform("fuzz", "leaves", "--engine", "atheris", "--cases", 5000, "--out", "out")
    single = alone("fuzz_round_trip.py", "leaves", "-runs=5000", "-seed=1", cwd=tmp_path)

    assert (done.status, done.err) == (1, "")
    assert "the target ended the process with status 0" in done.out.splitlines()[-1]
    assert single.returncode not in (0, 1)
    assert "conform: the target ended the process with status 0" in single.stderr
    assert len(list(tmp_path.glob("crash-*"))) == 1


def test_time_ends_a_run(conform: Conform) -> None:
    """The cases alone would take many minutes."""
    began = time.monotonic()
    words = ("--time", 4, "--cases", 1_000_000, "--quiet")
    done = conform("fuzz", "punycode_conform.codec", "--engine", "atheris", *words)

    assert done.status == 0
    assert time.monotonic() - began < 60
    assert ": 1,000,000 cases" not in done.out


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_target_alone_ends_at_pythons_fault_and_leaves_an_input_that_shows_it(script: str, tmp_path: Path) -> None:
    right = alone(script, "punycode_conform.codec", "-runs=1000", "-seed=1", cwd=tmp_path)
    wrong = alone(script, "codec:punycode", "-runs=3000", "-seed=2", cwd=tmp_path)
    (left,) = tmp_path.glob("crash-*")
    again = alone(script, "codec:punycode", left.name, cwd=tmp_path)

    assert (right.returncode, wrong.returncode == 0, again.returncode == 0) == (0, False, False)
    assert "DecodeAccepted" in wrong.stdout + wrong.stderr
    assert f"conform: {left.name}: decode" in again.stderr


def test_a_declared_choice_holds_for_a_target_alone_too(tmp_path: Path) -> None:
    words = ("punycode_conform.codec", "--choice", "surrogates=reject", "-runs=3000", "-seed=2")
    done = alone("fuzz_differential.py", *words, cwd=tmp_path)

    assert "EncodeAccepted" in done.stdout + done.stderr


@pytest.mark.parametrize("words", [["-runs=0", "corpus"], ["corpus/dash"], ["-jobs=2", "-workers=1", "-runs=300"]])
def test_libfuzzers_flags_work(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "dash").write_text("-")

    assert alone("fuzz_decode_unique.py", "codec:punycode", "--raw", *words, cwd=tmp_path).returncode != 0
