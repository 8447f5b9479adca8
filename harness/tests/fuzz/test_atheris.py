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

from punycode_conform.targets import worker

from ..conftest import TARGETS, Conform

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
    done = conform("fuzz", "--engine", "atheris", "--", sys.executable, worker.__file__, "codec:punycode")

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
    assert "stopped early: the target ended the process with status 0" in done.out
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
def test_a_target_alone_finds_pythons_fault_and_goes_on(script: str, tmp_path: Path) -> None:
    done = alone(script, "codec:punycode", "--out", tmp_path, "-runs=1500", "-seed=2")

    assert done.returncode == 1
    assert 'decode "-": decode: accepted: bad-digit leading-delimiter' in done.stderr
    assert "1 finding in 1,500 runs" in done.stderr
    assert len(list(tmp_path.glob("*.yaml"))) == 1


def test_a_declared_choice_holds_for_a_target_alone_too(tmp_path: Path) -> None:
    words = ("punycode_conform.codec", "--choice", "surrogates=reject", "--out", tmp_path, "-runs=1500", "-seed=2")
    done = alone("fuzz_differential.py", *words)

    assert done.returncode == 1
    assert "encode accepts an invalid input" in done.stderr


@pytest.mark.parametrize(
    ("target", "words", "status"),
    [
        ("codec:punycode", ["-max_total_time=4", "-seed=1"], 1),
        ("codec:punycode", ["-runs=0", "corpus"], 1),
        ("codec:punycode", ["corpus/abc"], 0),
        ("codec:punycode", ["-jobs=2", "-workers=1", "-runs=300"], 1),
        ("punycode_conform.codec", ["-runs=0", "corpus"], 0),
    ],
)
def test_the_status_shows_findings_however_libfuzzer_ends(
    target: str, words: list[str], status: int, tmp_path: Path
) -> None:
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "dash").write_text("-")
    (tmp_path / "corpus" / "abc").write_text("abc")
    done = alone("fuzz_decode_unique.py", target, "--raw", *words, cwd=tmp_path)

    assert done.returncode == status, done.stderr
    assert ("conform: 1 finding" in done.stdout + done.stderr) == bool(status)


def test_what_is_to_be_done_at_the_end_is_done(tmp_path: Path) -> None:
    """A service measures coverage by a stub that it puts in front of the target."""
    source = (FUZZ / "fuzz_decode_unique.py").read_text(encoding="utf-8")
    stub = "import atexit\natexit.register(lambda: open('saved', 'w').close())\n"
    (tmp_path / "stubbed.py").write_text(stub + source, encoding="utf-8")
    done = alone(tmp_path / "stubbed.py", "punycode_conform.codec", "-atheris_runs=50", cwd=tmp_path)

    assert (done.returncode, (tmp_path / "saved").exists()) == (0, True)


def test_fork_starts_processes_that_fuzz(tmp_path: Path) -> None:
    words = ("codec:punycode", "--out", tmp_path / "out", "-fork=1", "-max_total_time=5")
    done = alone("fuzz_decode_unique.py", *words, cwd=tmp_path)

    assert done.returncode == 1
    assert "oom/timeout/crash: 0/0/0" in done.stderr
    assert len(list((tmp_path / "out").glob("*.yaml"))) == 1
    assert done.stderr.endswith("conform: 1 finding\n")


def test_a_crash_of_the_process_leaves_an_input_that_can_be_replayed_and_minimised(tmp_path: Path) -> None:
    (tmp_path / "dies.py").write_text(
        "import os\nfrom punycode_conform.codec import encode\n"
        "def decode(text):\n    if 'Z' in text:\n        os.abort()\n    raise ValueError\n",
        encoding="utf-8",
    )
    died = alone("fuzz_differential.py", "dies:,decode", "--raw", "-runs=100000", "-seed=1", cwd=tmp_path)
    (left,) = tmp_path.glob("crash-*")
    again = alone("fuzz_differential.py", "dies:,decode", "--raw", left.name, cwd=tmp_path)
    words = ("dies:,decode", "--raw", "-minimize_crash=1", "-runs=2000", "-exact_artifact_path=least", left.name)
    alone("fuzz_differential.py", *words, cwd=tmp_path)

    assert (died.returncode != 0, again.returncode != 0) == (True, True)
    assert "to replay it: python fuzz_differential.py dies:,decode" in died.stderr
    assert f'conform: {left.name}: decode "' in again.stderr
    assert (tmp_path / "least").read_bytes() in (b"Z", b"z")  # of "z" the other case of digits is asked too


def test_abort_raises_a_class_named_by_the_sort(tmp_path: Path) -> None:
    words = ("codec:punycode", "--abort", "-runs=1500", "-seed=2")
    done = alone("fuzz_decode_unique.py", *words, cwd=tmp_path)

    assert done.returncode == 77
    assert "DecodeAccepted" in done.stdout + done.stderr


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ([], 2, "no target"),
        (["-runs=1"], 2, "no target"),
        (["codec:punycode", "--nonsense"], 2, "unknown option --nonsense"),
        (["codec:punycode", "-runs=many"], 2, "-runs=many is no number of runs"),
        (["codec:punycode", "--out", os.devnull, "-runs=500", "-seed=1"], 2, f"--out {os.devnull}: cannot be written"),
        (["no_such_module_here"], 3, "no_such_module_here"),
    ],
)
def test_what_cannot_run_is_one_line(words: list[str], status: int, message: str) -> None:
    done = alone("fuzz_round_trip.py", *words)

    assert done.returncode == status
    assert message in done.stderr
    assert "Traceback" not in done.stderr
