"""``conform vectors score``: what it prints, writes and exits with."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from punycode_conform.cli.faults import score
from punycode_conform.cli.parser import parse
from punycode_conform.errors import ConformError

from ..conftest import Conform

MADE_UP = "tests.fakes.made_up_faults"


def scored(capsys: pytest.CaptureFixture[str], vectors: Path, *arguments: object) -> tuple[int, str]:
    """The status and output of scoring a handful of vectors with codecs of the made-up register."""
    words = ["vectors", "score", "--vectors", str(vectors), "--jobs", "1", *map(str, arguments)]
    status = score(parse(words), MADE_UP)
    return status, capsys.readouterr().out


def test_a_wrong_base_is_detected_and_sound_codecs_are_not(conform: Conform) -> None:
    done = conform("vectors", "score", "--only", "rfc-*", "--fault", "base-*", "--fault", "*-codec")

    assert (done.status, done.err) == (0, "")
    assert "6 of 6 faults detected, no false alarm from 3 correct codecs, by 52 vectors" in done.out


def test_the_samples_are_scored_beside_all_vectors(conform: Conform, tmp_path: Path) -> None:
    path = tmp_path / "score.json"
    done = conform("vectors", "score", "--fault", "damp-69?", "--no-laws", "--report", path)
    report = json.loads(path.read_text(encoding="utf-8"))

    # A divisor that is off by one shows at large deltas only, which no sample has.
    assert done.status == 0
    assert "The RFC's samples alone\n  0 of 1 faults detected" in done.out
    assert report["samples"]["detected"] == []
    assert [fault["detected"] for fault in report["faults"]] == [True]
    assert report["faults"][0]["laws"] is None
    assert set(report["cover"]) <= set(report["faults"][0]["vectors"])
    assert len(report["idle"]) + len(report["faults"][0]["vectors"]) == report["vectors"]


def test_a_survivor_is_told_and_gates(capsys: pytest.CaptureFixture[str], vectors: Path) -> None:
    status, out = scored(capsys, vectors, "--fault", "survives", "--fault", "reverses", "--fault", "sound")

    assert status == 1
    assert "Survivors: faults that nothing detects\n  survives: Nothing is wrong. (RFC 3492 section 6.2)\n" in out
    assert out.splitlines()[-1].startswith("1 of 2 faults detected, no false alarm from 1 correct codecs")


def test_a_side_that_nothing_detects_alone_is_shown_and_gates(
    capsys: pytest.CaptureFixture[str], vectors: Path, tmp_path: Path
) -> None:
    path = tmp_path / "score.json"
    status, out = scored(capsys, vectors, "--fault", "both-sides-wrong", "--fault", "half-survives", "--report", path)
    report = json.loads(path.read_text(encoding="utf-8"))

    assert status == 1
    assert "\n  2 faults are wrong on both sides: 3 of 4 sides detected\n" in out
    assert "alone\n  half-survives, encode: The decoder doubles. (RFC 3492 section 6.2)\n" in out
    assert report["half_survivors"] == {"half-survives": ["encode"]}
    assert report["survivors"] == []


def test_a_side_that_is_not_asked_does_not_survive(capsys: pytest.CaptureFixture[str], vectors: Path) -> None:
    status, out = scored(capsys, vectors, "--fault", "half-survives", "--only", "*/decode")

    assert status == 0
    assert "0 faults are wrong on both sides" in out


def test_a_false_alarm_is_told_and_gates(capsys: pytest.CaptureFixture[str], vectors: Path) -> None:
    status, out = scored(capsys, vectors, "--fault", "reverses", "--fault", "false-alarm")

    assert status == 1
    assert "False alarms: correct codecs that fail\n  false-alarm: It gives the text backwards.\n  umlaut, law " in out


def test_a_fault_detected_by_one_vector_is_told_but_does_not_gate(
    capsys: pytest.CaptureFixture[str], vectors: Path
) -> None:
    status, out = scored(capsys, vectors, "--fault", "weak", "--no-laws", "--verbose")

    assert status == 0
    told = "\n  weak  vector leading\n        It takes a delimiter alone.\n        why: no reason is known"
    assert f"Detected by fewer than two vectors, and why{told}" in out
    assert "Vectors that detect no fault: 6 of 7\n  plain, empty, umlaut, trigger, surrogate, kanji\n" in out
    assert "A set of 1 vectors detects every fault that any vector detects" in out


def test_laws_alone_can_be_selected(capsys: pytest.CaptureFixture[str], vectors: Path, tmp_path: Path) -> None:
    path = tmp_path / "score.json"
    status, _ = scored(capsys, vectors, "--fault", "weak", "--only", "law/decode-uniqueness", "--report", path)
    (fault,) = json.loads(path.read_text(encoding="utf-8"))["faults"]

    assert (status, fault["vectors"], fault["laws"]) == (0, [], ["decode-uniqueness"])


@pytest.mark.parametrize(
    ("fault", "row"),
    [
        ("dies-of-zzzz", "1  dies-of-zzzz  case-blind-digits"),  # ZZZZ, which the law asks for, is refused
        pytest.param("dies", "5  dies (stopped: it crashed or hung too often)", marks=pytest.mark.slow),
    ],
)
def test_a_codec_that_dies_is_tried_in_a_child_process(
    capsys: pytest.CaptureFixture[str], vectors: Path, fault: str, row: str
) -> None:
    status, out = scored(capsys, vectors, "--fault", fault, "--verbose")

    assert status == 0
    assert f"\n      {row}\n" in out


@pytest.mark.slow
def test_a_codec_that_hangs_is_tried_in_a_child_process(capsys: pytest.CaptureFixture[str], vectors: Path) -> None:
    status, out = scored(capsys, vectors, "--fault", "hangs")

    assert status == 0
    assert out.splitlines()[-1].startswith("1 of 1 faults detected")


def test_a_codec_that_dies_unannounced_is_an_error_that_names_it(
    capsys: pytest.CaptureFixture[str], vectors: Path
) -> None:
    with pytest.raises(ConformError) as caught:
        scored(capsys, vectors, "--fault", "dies-unannounced")

    assert (caught.value.message, caught.value.exit_status) == ("a process died with one of dies-unannounced", 2)


def test_laws_are_looked_at_where_few_vectors_detect_or_everywhere(
    capsys: pytest.CaptureFixture[str], vectors: Path, tmp_path: Path
) -> None:
    path = tmp_path / "score.json"
    found = {}
    for option in ("", "--all-laws", "--no-laws"):
        scored(
            capsys,
            vectors,
            *option.split(),
            "--report",
            path,
            "--fault",
            "appends",
            "--fault",
            "weak",
            "--fault",
            "sound",
        )
        report = json.loads(path.read_text(encoding="utf-8"))
        found[option] = {trial["name"]: trial["laws"] for trial in report["faults"] + report["controls"]}

    assert found[""] == {"weak": ["round-trip", "decode-uniqueness"], "appends": None, "sound": []}
    assert found["--all-laws"] == {"weak": ["round-trip", "decode-uniqueness"], "appends": ["round-trip"], "sound": []}
    assert found["--no-laws"] == {"weak": None, "appends": None, "sound": None}


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["--fault", "no-such-*"], 4, "--fault 'no-such-*' matches no fault"),
        (["--only", "no-such-*"], 4, "--only 'no-such-*' matches no case"),
        (["--report", "no-such-folder/score.json"], 2, "--report no-such-folder/score.json: cannot be written"),
        (["--jobs", "0"], 2, "argument --jobs: must be a whole number from 1 to 64, not '0'"),
    ],
)
def test_what_makes_no_sense_is_one_line_and_a_hint(
    conform: Conform, arguments: list[str], status: int, says: str
) -> None:
    done = conform("vectors", "score", *arguments)

    assert (done.status, done.err.splitlines()[0]) == (status, f"conform: {says}")
    assert len(done.err.splitlines()) == 2


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a group of processes is interrupted otherwise there")
def test_an_interrupt_ends_it_without_a_trace() -> None:
    running = subprocess.Popen(
        [sys.executable, "-m", "punycode_conform", "vectors", "score"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    time.sleep(1.5)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to all its processes
    out, err = running.communicate(timeout=30)

    assert (running.returncode, out, err) == (130, "", "conform: interrupted\n")
    assert gone(running.pid)


def gone(group: int) -> bool:
    """Whether no process of a group is left; the system may need a moment to put the dead away."""
    for _ in range(50):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False
