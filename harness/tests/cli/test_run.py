"""``conform run``: how targets are named, what is selected, what is written, which status it ends with."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ..conftest import TARGETS, Conform, adapter, until
from ..targets.test_misbehaving_adapters import is_alive

pytestmark = pytest.mark.usefixtures("in_targets")


def results(report: Path) -> dict[str, str]:
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    return {line["case"]: line["verdict"] for line in lines if line["type"] == "result"}


@pytest.mark.parametrize(
    "target",
    [
        "punycode_conform.codec",
        "punycode_conform.codec:encode,decode",
        "faulty_codec:sound",
        "faulty_codec:in_bytes",
        "faulty_codec:raises_own_exception",
        "faulty_codec:prints",
        "faulty_codec:sound.encode,sound.decode",
        "faulty_codec:has_no_decode.encode,",
    ],
)
def test_a_sound_codec_conforms_however_it_is_named(conform: Conform, vectors: Path, target: str) -> None:
    done = conform("run", target, "--vectors", vectors)

    assert (done.status, done.err) == (0, "")
    assert done.out.startswith("THE SELECTED PART CONFORMS: ")


def test_the_registrys_codec_accepts_a_leading_delimiter(conform: Conform, vectors: Path) -> None:
    done = conform("run", "codec:punycode", "--vectors", vectors)

    assert done.status == 1
    assert "x leading/decode" in done.out
    assert '"" and "-" decode alike' in done.out


@pytest.mark.parametrize(
    ("target", "verdict", "case"),
    [
        ("faulty_codec:raises_index_error", "crash", "trigger/decode"),
        ("faulty_codec:returns_none_on_error", "crash", "trigger/decode"),
        ("faulty_codec:quits", "crash", "plain/decode"),
        ("faulty_codec:eats_memory", "crash", "plain/decode"),
        pytest.param("faulty_codec:never_returns", "timeout", "plain/decode", marks=pytest.mark.slow),
        ("faulty_codec:remembers", "fail", "surrogate/decode"),
    ],
)
def test_a_faulty_codec_gets_the_verdict_of_its_fault(
    conform: Conform, vectors: Path, tmp_path: Path, target: str, verdict: str, case: str
) -> None:
    report = tmp_path / "report.jsonl"
    timeout = "0.4" if verdict == "timeout" else "20"
    done = conform("run", target, "--vectors", vectors, "--report", report, "--timeout", timeout, "--restarts", "2")

    assert done.status == 1
    assert results(report)[case] == verdict


@pytest.mark.parametrize(
    ("target", "refusal"),
    [
        ("faulty_codec:raises_index_error", "IndexError"),
        ("faulty_codec:raises_index_error", "builtins:IndexError"),
        ("faulty_codec:returns_none_on_error", "None"),
        ("typed_codec:integers_or_none", "None"),
    ],
)
def test_rejects_names_how_a_codec_refuses(conform: Conform, vectors: Path, target: str, refusal: str) -> None:
    assert conform("run", target, "--vectors", vectors, "--rejects", refusal).status == 0
    assert conform("run", target, "--vectors", vectors).status == 1


@pytest.mark.slow
def test_none_as_a_refusal_is_in_the_command_that_repeats_a_run(conform: Conform) -> None:
    done = conform("run", "faulty_codec:returns_none_on_error", "--rejects", "None", "--choice", "surrogates=reject")

    command = "conform run faulty_codec:returns_none_on_error --rejects None --choice surrogates=reject --only"
    assert all(one.startswith(command) for one in done.commands)
    assert done.commands


def test_only_selects_by_case_by_vector_and_by_law(conform: Conform, vectors: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"

    def selected(*globs: str) -> set[str]:
        only = [word for glob in globs for word in ("--only", glob)]
        conform("run", "codec:punycode", "--vectors", vectors, "--report", report, *only)
        return set(results(report))

    assert selected("plain/decode") == {"plain/decode"}
    assert selected("umlaut") == {"umlaut/encode", "umlaut/decode"}
    assert selected("plain/*", "lead*") == {"plain/encode", "plain/decode", "leading/decode"}
    assert selected("law/decode-uniqueness") == {"law/decode-uniqueness"}


def test_a_run_that_broke_down_before_any_answer_is_no_verdict_and_says_why(conform: Conform) -> None:
    done = conform("run", "--only", "law/round-trip", "--restarts", "2", *adapter("dies_always"))

    assert done.status == 3
    assert "nothing ran: " in done.err
    assert "every case was skipped" not in done.err


def test_the_report_has_a_header_a_line_a_result_and_a_footer(conform: Conform, vectors: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.jsonl"
    conform("run", "codec:punycode", "--vectors", vectors, "--report", report, "--choice", "surrogates=accept")
    header, *found, footer = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]

    assert (header["type"], header["format"], header["choices"]) == ("header", 1, {"surrogates": "accept"})
    assert header["target"] == {
        "name": "codec:punycode",
        "version": sys.version.split()[0],
        "language": "Python",
        "label": "codec:punycode",
    }
    assert header["suite"]["digest"].startswith("sha256:")
    assert {line["type"] for line in found} == {"result"}
    assert footer["verdict"] == "does not conform"
    assert list(footer["tally"]) == ["pass", "fail", "crash", "timeout", "skip", "xfail", "xpass"]
    laws = [line for line in found if line["case"].startswith("law/")]
    assert (
        (sum(footer["tally"].values()), sum(footer["laws"].values())) == (len(found) - len(laws), len(laws)) == (12, 7)
    )
    (leading,) = [line for line in found if line["case"] == "leading/decode"]
    assert {key: leading[key] for key in ("verdict", "expected", "got", "clause")} == {
        "verdict": "fail",
        "expected": {"rejects": "bad-digit"},
        "got": {"returned": []},
        "clause": "6.2",
    }


def test_a_report_to_standard_output_is_nothing_but_the_report(conform: Conform, vectors: Path) -> None:
    done = conform("run", "codec:punycode", "--vectors", vectors, "--report", "-")

    assert [json.loads(line)["type"] for line in done.out.splitlines()][-1] == "footer"
    assert "DOES NOT CONFORM" in done.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("option", ["--report", "--junit", ""])
def test_a_full_disk_is_one_line_and_leaves_what_was_there(vectors: Path, tmp_path: Path, option: str) -> None:
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
    assert option == "--report" or path.read_text() == "old"
    assert not [*tmp_path.glob(".conform-*")]


def test_jobs_share_the_cases_and_agree_with_one(conform: Conform, vectors: Path, tmp_path: Path) -> None:
    one, three = tmp_path / "one.jsonl", tmp_path / "three.jsonl"
    conform("run", "codec:punycode", "--vectors", vectors, "--report", one)
    conform("run", "codec:punycode", "--vectors", vectors, "--report", three, "--jobs", "3")

    assert results(three) == results(one)


def test_whole_labels_are_a_layer_of_their_own(conform: Conform) -> None:
    whole = conform("run", "faulty_codec:whole_labels", "--layer", "a-label")
    raw = conform("run", "punycode_conform.codec", "--layer", "a-label")
    mixed_up = conform("run", "faulty_codec:whole_labels", "--only", "rfc-sample-*")

    assert [done.status for done in (whole, raw, mixed_up)] == [0, 2, 2]
    assert "raw Punycode, without xn--" in raw.err
    assert "an IDNA codec" in mixed_up.err


def test_quiet_prints_the_verdict_line_alone(conform: Conform, vectors: Path) -> None:
    done = conform("run", "codec:punycode", "--vectors", vectors, "--quiet")

    assert len(done.out.splitlines()) == 1


def test_colour_is_for_terminals_or_on_request(
    conform: Conform, vectors: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "\x1b[" not in conform("run", "codec:punycode", "--vectors", vectors).out
    assert "\x1b[" in conform("run", "codec:punycode", "--vectors", vectors, "--color", "always").out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\x1b[" in conform("run", "codec:punycode", "--vectors", vectors).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in conform("run", "codec:punycode", "--vectors", vectors).out


def test_mixed_case_digits_gate_only_when_strict(conform: Conform, vectors: Path, tmp_path: Path) -> None:
    module = tmp_path / "mixed_case.py"
    module.write_text(
        "from punycode_conform.codec import decode, encode as plain\n"
        "def encode(text):\n"
        "    head, hyphen, digits = plain(text).rpartition('-')\n"
        "    return head + hyphen + digits[:1].upper() + digits[1:]\n"
    )
    os.chdir(tmp_path)  # undone by the fixture that changed it first
    loose = conform("run", "mixed_case", "--vectors", vectors)
    strict = conform("run", "mixed_case", "--vectors", vectors, "--strict")
    declared = conform("run", "mixed_case", "--vectors", vectors, "--choice", "digit-case=mixed")
    lower = conform("run", "mixed_case", "--vectors", vectors, "--choice", "digit-case=lower")

    assert [done.status for done in (loose, strict, declared, lower)] == [0, 1, 0, 1]
    assert "Remarks; they gate" in loose.out
    assert "Remarks; they gate" not in declared.out


def test_a_forges_summary_and_annotations_are_written_where_it_asks(
    conform: Conform, vectors: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = tmp_path / "summary.md"
    summary.write_text("before\n")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    done = conform("run", "codec:punycode", "--vectors", vectors)

    assert summary.read_text().startswith("before\n## ")
    assert len([line for line in done.out.splitlines() if line.startswith("::error title=")]) == 2


def test_another_interpreter_runs_the_target(conform: Conform, vectors: Path) -> None:
    done = conform("run", "codec:punycode", "--vectors", vectors, "--python", sys.executable)

    assert done.status == 1
    assert f"--python {sys.executable}" in done.out


@pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_to_end_ends_the_target_too(vectors: Path, tmp_path: Path, name: str) -> None:
    number = getattr(signal, name)
    pids = tmp_path / "pids"
    command = ["run", "--vectors", vectors, *adapter("leaves_children_and_hangs", pids)]
    inherited = signal.signal(number, signal.SIG_DFL)  # nohup ignores SIGHUP, for the command too
    process = subprocess.Popen(
        [sys.executable, "-m", "punycode_conform", *map(str, command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=TARGETS,
    )
    signal.signal(number, inherited)
    until(lambda: pids.exists() and len(pids.read_text().split()) >= 3)
    process.send_signal(number)
    process.communicate(timeout=60)

    assert process.returncode == 128 + number
    assert [pid for pid in map(int, pids.read_text().split()) if is_alive(pid)] == []
