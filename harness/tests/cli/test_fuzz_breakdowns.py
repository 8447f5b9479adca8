"""``conform fuzz`` on targets that break down for real: findings, least inputs, an end in bounded time, no process left."""

import json
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ..conftest import TARGETS, Conform

pytestmark = pytest.mark.usefixtures("in_targets")
PATIENCE = 90  # seconds; a guard against hangs, far above what any row takes
CRASHES = Path(__file__).parent / "crashes.c"


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> "Processes":
    monkeypatch.setenv("CONFORM_TEST_MARK", str(tmp_path))
    return Processes(f"CONFORM_TEST_MARK={tmp_path}".encode())


class Processes:
    """Those that this test started, directly or not: they inherited its mark, which its own process began without."""

    def __init__(self, mark: bytes) -> None:
        self._mark = mark

    def left(self) -> list[int]:
        until = time.monotonic() + 5
        while (found := self._found()) and time.monotonic() < until:
            time.sleep(0.05)
        return found

    def _found(self) -> list[int]:
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                if self._mark in (entry / "environ").read_bytes().split(b"\0"):
                    found.append(int(entry.name))
            except OSError:
                pass
        return found


def records(folder: Path) -> list[dict[str, object]]:
    return [json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))]


CAPITAL = [{"operation": "decode", "input": [0x41]}]
ASTRAL = [{"operation": "encode", "input": [0x10000]}]
DEATHS = [
    ("segfaults", "decode: crash (killed by SIGSEGV)", CAPITAL),
    ("segfaults_in_encode", "encode: crash (killed by SIGSEGV)", ASTRAL),
    ("exits", "decode: crash (it ended with exit status 3)", CAPITAL),
    ("forks_and_dies", "decode: crash (killed by SIGABRT)", CAPITAL),
    ("quits", "decode: crash (SystemExit): upper-case-digits", CAPITAL),
    ("recurses", "decode: crash (RecursionError): upper-case-digits", CAPITAL),
    ("interrupts", "decode: crash (KeyboardInterrupt): upper-case-digits", CAPITAL),
]
HANGS = [
    ("spins", "decode: timeout", CAPITAL),
    ("deadlocks", "decode: timeout", CAPITAL),
    ("hangs_on_nearly_all", "decode: timeout", [{"operation": "decode", "input": [0x61] * 4}]),
    ("hangs_in_encode", "encode: timeout", ASTRAL),
]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="signals, and looks into /proc")
@pytest.mark.parametrize(("name", "signature", "calls"), DEATHS + HANGS)
def test_a_breakdown_is_a_finding_with_its_least_input(
    conform: Conform, processes: Processes, name: str, signature: str, calls: object, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    words = ("--cases", 120, "--restarts", 3, "--timeout", 0.5 if "timeout" in signature else 1, "--out", out)
    done = conform("fuzz", f"breaking_codec:{name}", *words)
    found = records(out)

    assert (done.status, done.err) == (1, "")
    assert [(one["signature"], one["calls"]) for one in found] == [(signature, calls)]
    assert done.out.splitlines()[-1].startswith(f"1 finding: breaking_codec:{name}: ")
    assert " 0 cases" not in done.out
    assert processes.left() == []


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("cc") is None, reason="compiles a target")
def test_an_index_out_of_bounds_in_c_is_a_finding(conform: Conform, tmp_path: Path) -> None:
    """The classic one: a digit's value is looked up in a table, and a number from elsewhere is the index."""
    program, out = tmp_path / "crashes", tmp_path / "out"
    subprocess.run(["cc", "-O0", "-o", program, CRASHES], check=True)
    done = conform("fuzz", "--cases", 300, "--restarts", 5, "--out", out, "--", program)
    crashes = [one for one in records(out) if one["kind"] == "crash"]

    assert done.status == 1
    assert [one["signature"] for one in crashes] == ["decode: crash (killed by SIGSEGV): bad-digit non-ascii"]
    assert [len(call["input"]) for one in crashes for call in one["calls"]] == [1]  # type: ignore[attr-defined]


@pytest.mark.slow
def test_time_bounds_a_run_of_hangs(conform: Conform, tmp_path: Path) -> None:
    """Without the bound each of the cases would take its time limit, and no number of restarts ends the run."""
    began = time.monotonic()
    words = ("--time", 3, "--timeout", 2, "--restarts", 100_000, "--out", tmp_path)
    done = conform("fuzz", "breaking_codec:hangs_on_nearly_all", *words)

    assert (done.status, done.err) == (1, "")
    assert "decode gives no answer in time" in done.out
    assert time.monotonic() - began < PATIENCE


@pytest.mark.slow
def test_a_hang_that_the_time_cuts_short_is_still_confirmed(conform: Conform, tmp_path: Path) -> None:
    done = conform("fuzz", "breaking_codec:hangs", "--time", 3, "--timeout", 5, "--out", tmp_path)

    assert done.status == 1
    assert "decode gives no answer in time" in done.out


def replayed(conform: Conform, out: str, vectors: Path) -> tuple[int, int]:
    """The exit status of the printed replay, and of the same vectors with the reference codec."""
    (line,) = [line for line in out.splitlines() if line.startswith("replay: ")]
    program, *words = shlex.split(line.removeprefix("replay: "))
    assert program == "conform"
    good = conform("run", "punycode_conform.codec", "--vectors", vectors).status
    return conform(*words, "--timeout", 1).status, good


@pytest.mark.parametrize(
    ("target", "kind"),
    [
        ("codec:punycode", "accepted"),
        pytest.param("fault:each-once", "wrong", marks=pytest.mark.slow),
        pytest.param("fault:upper-case-refused", "refused", marks=pytest.mark.slow),
        pytest.param("faulty_codec:raises_index_error", "crash", marks=pytest.mark.slow),
        pytest.param("faulty_codec:remembers", "stability", marks=pytest.mark.slow),
        pytest.param("breaking_codec:incoherent", "coherence", marks=pytest.mark.slow),
    ],
)
def test_the_printed_replay_shows_the_finding(conform: Conform, target: str, kind: str, tmp_path: Path) -> None:
    done = conform(
        "fuzz",
        target,
        "--cases",
        1500 if kind == "coherence" else 400,
        "--restarts",
        3,
        "--timeout",
        1,
        "--out",
        tmp_path,
    )

    assert kind in [one["kind"] for one in records(tmp_path)]
    assert replayed(conform, done.out, tmp_path) == (1, 0)


@pytest.mark.slow
def test_another_answer_to_the_same_call_is_confirmed_and_replayed(conform: Conform, tmp_path: Path) -> None:
    """Each answer is allowed, since a limit of length is a choice; only together they are wrong."""
    words = ("fuzz", "faulty_codec:tires", "--cases", 1000, "--out", tmp_path / "out")
    baseline = tmp_path / "baseline.yaml"
    done = conform(*words)
    (one,) = (found for found in records(tmp_path / "out") if found["kind"] == "stability")
    conform("baseline", "faulty_codec:tires", "--findings", tmp_path / "out", "--baseline", baseline)
    vectors = tmp_path / "out" / f"{one['id']}.yaml"

    assert (done.status, len({str(call) for call in one["calls"]})) == (1, 1)  # type: ignore[attr-defined]
    assert "but later it is refused" in str(one["shows"])
    assert "There is no test to paste" in vectors.with_suffix(".md").read_text()
    for name, status in (("tires", 1), ("sound", 0)):
        assert conform("run", f"faulty_codec:{name}", "--vectors", vectors).status == status
    assert conform(*words, "--baseline", baseline).status == 0
    assert conform("fuzz", "faulty_codec:sound", *words[2:], "--baseline", baseline).status == 5


@pytest.mark.slow
def test_what_no_run_shows_is_counted(conform: Conform, tmp_path: Path) -> None:
    done = conform("fuzz", "faulty_codec:dawdles", "--cases", 3000, "--out", tmp_path)

    assert "not replayed: 1 of 1 findings: a run does not judge time, memory and chance" in done.out
    assert "\nreplay: " not in done.out


def test_the_targets_are_there() -> None:
    """The module is imported by processes of its own only."""
    code = "import breaking_codec, sys; sys.exit(not all(hasattr(breaking_codec, name) for name in sys.argv[1:]))"
    names = [name for name, *_ in DEATHS + HANGS]
    assert subprocess.run([sys.executable, "-c", code, *names], cwd=TARGETS, check=False).returncode == 0
