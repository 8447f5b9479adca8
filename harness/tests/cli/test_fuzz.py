"""``conform fuzz``: findings as vectors, exit statuses, targets that crash, hang or hoard memory."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from punycode_conform import places
from punycode_conform.faults import FAULTS
from punycode_conform.fuzz import blackbox, confirmer, finding_files, generator
from punycode_conform.suite.outcome import Call

from ..conftest import ONE_FAULT, Conform, adapter

pytestmark = pytest.mark.usefixtures("in_targets")
WORKER = Path(places.__file__).parent / "targets" / "worker.py"


def fault(name: str) -> list[object]:
    """The arguments that name a fault as the target."""
    assert name in FAULTS
    return ["--", sys.executable, WORKER, f"punycode_conform.faults:{name}"]


def test_a_correct_target_has_no_findings_and_writes_nothing(conform: Conform, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = conform("fuzz", "punycode_conform.codec", "--cases", 1500, "--out", out)

    assert done.status == 0
    assert done.out.startswith("no findings: punycode_conform.codec: 1,500 cases")
    assert "seed 0, scheme 5" in done.out
    assert (out.exists(), done.err) == (False, "")


@pytest.mark.parametrize("cases", [800, pytest.param(4000, marks=pytest.mark.slow)])
def test_a_codec_of_one_fault_has_one_finding(conform: Conform, tmp_path: Path, cases: int) -> None:
    done = conform("fuzz", ONE_FAULT, "--cases", cases, "--out", tmp_path)
    (record,) = [json.loads(path.read_text()) for path in tmp_path.glob("*.json")]

    assert done.status == 1
    assert record["calls"] == [{"operation": "decode", "input": [0x2D]}]
    assert record["bug"] == "leading-delimiter-dropped"
    assert "decode-uniqueness" in record["laws"]


def test_one_case_is_in_the_singular(conform: Conform) -> None:
    assert "1 case, " in conform("fuzz", "punycode_conform.codec", "--cases", 1).out


@pytest.mark.slow
def test_the_lines_of_a_finding_are_folded(conform: Conform, tmp_path: Path) -> None:
    done = conform("fuzz", "fault:length-in-an-octet", "--cases", 1500, "--out", tmp_path)
    lines = [line for line in done.out.splitlines() if line.startswith("    ") and len(line.split()) > 1]

    assert "(257 characters)" in done.out
    assert [line for line in lines if len(line) > 80] == []


def test_a_finding_goes_all_the_way(conform: Conform, tmp_path: Path) -> None:
    conform("fuzz", ONE_FAULT, "--cases", 1000, "--out", tmp_path)
    bad = conform("run", ONE_FAULT, "--vectors", tmp_path, "--only", "fuzz-*")
    good = conform("run", "punycode_conform.codec", "--vectors", tmp_path, "--only", "fuzz-*")

    assert (bad.status, good.status) == (1, 0)
    assert "Decode drops a delimiter that has nothing before it." in bad.out


@pytest.mark.slow
def test_the_same_seed_finds_the_same(conform: Conform, tmp_path: Path) -> None:
    for name in ("one", "other"):
        conform("fuzz", "--cases", 100, "--out", tmp_path / name, *fault("each-once"))
    one, other = (sorted(p.read_text() for p in (tmp_path / name).iterdir()) for name in ("one", "other"))

    assert one == other
    assert one


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "sign"),
    [
        (["faulty_codec:aborts_at_capitals"], "decode: crash (killed by SIGABRT)"),
        (["faulty_codec:raises_index_error"], "decode: crash (IndexError)"),
        (["faulty_codec:eats_memory"], "decode: crash (MemoryError)"),
        (["faulty_codec:returns_none_on_error"], "decode: crash (None)"),
        (["faulty_codec:remembers"], "decode answers differently after other calls"),
        (adapter("floods_with_lines"), "crash (protocol error)"),
        (adapter("dies_always"), "crash (killed by SIGABRT)"),
    ],
)
def test_crashes_and_broken_answers_give_findings(
    conform: Conform, target: list[object], sign: str, tmp_path: Path
) -> None:
    cut = target.index("--") if "--" in target else len(target)
    done = conform("fuzz", *target[:cut], "--cases", 300, "--restarts", 8, "--out", tmp_path, *target[cut:])

    assert done.status == 1
    assert sign in done.out
    assert list(tmp_path.glob("*.yaml"))


@pytest.mark.slow
def test_a_hang_gives_a_finding(conform: Conform, tmp_path: Path) -> None:
    done = conform(
        "fuzz", "faulty_codec:hangs_at_nul", "--cases", 400, "--restarts", 3, "--timeout", 1, "--out", tmp_path
    )

    assert done.status == 1
    assert "decode gives no answer in time" in done.out


@pytest.mark.slow
def test_slowness_gives_a_finding(conform: Conform, tmp_path: Path) -> None:
    done = conform("fuzz", "faulty_codec:dawdles", "--cases", 3000, "--out", tmp_path)

    assert "encode takes far longer than for other inputs of this size" in done.out


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="a child's memory is known on Linux only")
def test_a_passing_hunger_for_memory_gives_a_finding(conform: Conform, tmp_path: Path) -> None:
    done = conform("fuzz", "faulty_codec:hoards", "--cases", 500, "--out", tmp_path)

    assert "decode takes far more memory than its input can need" in done.out


@pytest.mark.parametrize("side", ["decode", "encode"])
def test_one_side_is_enough(conform: Conform, side: str, tmp_path: Path) -> None:
    named = f"punycode_conform.codec:{'encode,' if side == 'encode' else ',decode'}"
    done = conform("fuzz", named, "--cases", 500, "--out", tmp_path)

    assert (done.status, "no findings" in done.out) == (0, True)


def test_a_decoder_alone_is_checked_for_uniqueness(
    conform: Conform, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It has no encoder: the oracle's tells."""
    code = "import codecs\n\ndef decode(s):\n    return codecs.decode(s.encode('ascii'), 'punycode')\n"
    (tmp_path / "one_sided.py").write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = conform("fuzz", "one_sided:,decode", "--cases", 600, "--out", tmp_path / "out")

    assert done.status == 1
    assert "decode: accepted: bad-digit leading-delimiter [decode-uniqueness]" in done.out


def test_jobs_and_shards_ask_every_case_once(conform: Conform, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def numbered(seed: int, number: int, vectors: Sequence[Call]) -> Call:
        made.append(number)
        return generator.numbered(seed, number, vectors)

    def numbers(*words: object) -> list[int]:
        made.clear()
        done = conform("fuzz", "punycode_conform.codec", "--cases", 240, *words, "--quiet")
        assert f": {len(made)} cases" in done.out
        return sorted(made)

    monkeypatch.setattr(blackbox, "numbered", numbered)
    parts = [numbers("--shard", f"{i}/4") for i in (1, 2, 3, 4)]

    assert numbers("--jobs", 2) == [*range(240)] == sorted(number for part in parts for number in part)
    assert [len(part) for part in parts] == [60] * 4


def test_time_ends_a_run(conform: Conform) -> None:
    """The cases alone would take minutes."""
    began = time.monotonic()
    done = conform("fuzz", "punycode_conform.codec", "--time", 0.5, "--cases", 1_000_000, "--quiet")

    assert done.status == 0
    assert time.monotonic() - began < 30
    assert ": 1,000,000 cases" not in done.out


def test_the_report_is_json_lines_with_a_footer(conform: Conform, tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    conform("fuzz", ONE_FAULT, "--cases", 600, "--seed", 4, "--out", tmp_path / "out", "--report", report)
    lines = [json.loads(line) for line in report.read_text().splitlines()]

    assert [line["type"] for line in lines] == ["header", "finding", "footer"]
    assert (lines[0]["seed"], lines[0]["scheme"], lines[0]["cases"]) == (4, 5, 600)
    assert (lines[-1]["cases"], lines[-1]["findings"], lines[-1]["verdict"]) == (600, 1, "findings")


@pytest.mark.parametrize("folder", ["file", "file/below", "x" * 300, "one/two"])
def test_a_folder_that_cannot_be_written_is_detected_before_the_target_is_asked(
    conform: Conform, monkeypatch: pytest.MonkeyPatch, folder: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    done = conform("fuzz", "no_such_module_here", "--out", folder)
    good = folder == "one/two"  # what had to be made for that is gone

    assert (done.status, done.out) == (3 if good else 2, "")
    assert good or done.err.startswith(f"conform: --out {folder}: cannot be written: ")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_finding_that_cannot_be_written_is_shown(
    conform: Conform, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(finding_files, "check_folder", lambda folder: None)
    report, out = tmp_path / "report.jsonl", tmp_path / "file"
    out.touch()
    done = conform("fuzz", ONE_FAULT, "--cases", 600, "--out", out, "--report", report)

    assert (done.status, done.out.splitlines()[0]) == (2, "x decode accepts an invalid input")
    assert f"1 finding: {ONE_FAULT}: " in done.out
    assert f"; stopped early: --out {out}: cannot be written" in done.out
    assert [json.loads(line)["type"] for line in report.read_text().splitlines()] == ["header", "finding"]


def test_a_random_seed_is_shown(conform: Conform) -> None:
    done = conform("fuzz", "punycode_conform.codec", "--cases", 64, "--seed", "random", "--report", "-")

    assert f"seed {json.loads(done.out.splitlines()[0])['seed']}," in done.err


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["fuzz"], 2, "no target"),
        (["fuzz", "x", "--shard", "3/2"], 2, "shard"),
        (["fuzz", "x", "--seed", "-1"], 2, "seed"),
        (["fuzz", "x", "--cases", "0"], 2, "cases"),
        (["fuzz", "x", "--choice", "nonsense=1"], 2, "nonsense"),
        (["fuzz", "no_such_module_here"], 3, "no_such_module_here"),
        (["fuzz", "codec:punycode", "--cases", "5", "--shard", "7/9"], 4, "this shard has no case"),
        (["fuzz", "codec:punycode", "--time", "0.000001"], 4, "no time was left"),
    ],
)
def test_what_cannot_run_is_one_line(conform: Conform, arguments: list[object], status: int, message: str) -> None:
    done = conform(*arguments)

    assert done.status == status
    assert message in done.err
    assert "Traceback" not in done.err


def test_unsupported_is_a_finding_where_strings_of_every_type_can_hold_the_input(
    conform: Conform, tmp_path: Path
) -> None:
    out = "--out", tmp_path, "--cases", "40"
    nothing = conform("fuzz", *out, *adapter("supports_nothing"))
    declared = conform("fuzz", *out, "--lacks", "2d", *adapter("supports_no_hyphen"))

    assert (nothing.status, declared.status) == (1, 0)
    assert declared.out.endswith("; not asked: inputs with U+002D\n")
    assert "decode answers unsupported to what strings of every type can hold" in nothing.out


def test_without_atheris_auto_takes_the_black_box(
    conform: Conform, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    report = tmp_path / "report.jsonl"
    done = conform(
        "fuzz", "codec:punycode", "--cases", 400, "--engine", "auto", "--out", tmp_path / "out", "--report", report
    )
    lines = [json.loads(line) for line in report.read_text().splitlines()]

    assert (done.status, lines[0]["engine"], lines[-1]["cases"]) == (1, "blackbox", 400)
    assert done.err == ""


def test_without_atheris_it_is_an_error_to_ask_for_it(
    conform: Conform, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    done = conform("fuzz", "codec:punycode", "--engine", "atheris", "--out", tmp_path / "out")

    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("conform: atheris is not installed")
    assert "--engine blackbox" in done.err


def test_an_atheris_that_cannot_be_imported_is_an_error_of_its_own(
    conform: Conform, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delitem(sys.modules, "atheris", raising=False)
    (tmp_path / "atheris.py").write_text("raise OSError('libx.so: wrong ELF class')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    done = conform("fuzz", "codec:punycode", "--engine", "atheris", "--out", tmp_path / "out")

    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("conform: atheris cannot be imported: OSError: libx.so: wrong ELF class\n  hint: ")


@pytest.mark.parametrize(("interrupt", "status"), [(KeyboardInterrupt(), 130), (SystemExit(143), 143)])
def test_an_interrupt_while_it_minimises_loses_no_confirmed_finding(
    conform: Conform, monkeypatch: pytest.MonkeyPatch, interrupt: BaseException, status: int, tmp_path: Path
) -> None:
    def interrupted(*arguments: object, **bounds: object) -> None:
        raise interrupt

    monkeypatch.setattr(confirmer, "minimise", interrupted)
    done = conform("fuzz", ONE_FAULT, "--cases", 2000, "--out", tmp_path)

    assert done.status == status
    assert done.out.startswith("x decode accepts an invalid input\n")
    assert f"1 finding: {ONE_FAULT}: " in done.out
    assert done.out.rstrip().endswith("; stopped early: interrupted")
    assert len(list(tmp_path.glob("*.yaml"))) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM")
def test_a_kill_loses_no_finding_and_leaves_no_process(tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    words = ["fuzz", ONE_FAULT, "--time", "60", "--out", str(tmp_path / "out"), "--report", str(report)]
    running = subprocess.Popen([sys.executable, "-m", "punycode_conform", *words], stdout=subprocess.DEVNULL)
    until = time.monotonic() + 30
    while time.monotonic() < until and not list(tmp_path.glob("out/*.yaml")):
        time.sleep(0.05)
    running.send_signal(signal.SIGTERM)
    status = running.wait(20)
    kinds = [json.loads(line)["type"] for line in report.read_text().splitlines()]

    assert status == 128 + signal.SIGTERM
    assert kinds == ["header", "finding"]  # no footer: it was broken off
    assert len(list(tmp_path.glob("out/*.yaml"))) == 1
