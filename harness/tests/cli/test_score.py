"""``conform vectors score`` and ``faults``: what they print, write and exit with."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from punycode_conform.cli.parser import parse
from punycode_conform.cli.score import score
from punycode_conform.errors import ConformError
from punycode_conform.faults import CONTROLS, FAULTS

from ..conftest import Conform, until

Scored = tuple[int, str, Any]


def scored(capsys: pytest.CaptureFixture[str], vectors: Path, faults: str, *options: str) -> Scored:
    """The status, the output and the report of scoring a handful of vectors with codecs of a made-up register."""
    path = vectors.with_name("score.json")
    words = ["vectors", "score", "--vectors", str(vectors), "--jobs", "1", "--report", str(path), *options]
    status = score(parse([*words, *(f"--fault={name}" for name in faults.split())]), "tests.fakes.made_up_faults")
    return status, capsys.readouterr().out, json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("faults", "options", "status", "words"),
    [
        (
            "survives reverses sound",
            (),
            1,
            (
                "Survivors: faults that nothing detects\n  survives: Nothing is wrong. (RFC 3492 section 6.2)\n",
                "\n1 of 2 faults detected, no false alarm from 1 correct codecs",
            ),
        ),
        (
            "both-sides-wrong half-survives",
            (),
            1,
            (
                "\n  2 faults are wrong on both sides: 3 of 4 sides detected\n",
                "alone\n  half-survives, encode: The decoder doubles. (RFC 3492 section 6.2)\n",
            ),
        ),
        # A side that is not asked does not survive.
        ("half-survives", ("--only=*/decode",), 0, ("0 faults are wrong on both sides",)),
        (
            "reverses false-alarm",
            (),
            1,
            ("False alarms: correct codecs that fail\n  false-alarm: It gives the text backwards.\n  umlaut, law ",),
        ),
        (
            "weak",
            ("--no-laws", "--verbose"),
            0,
            (
                "Detected by fewer than two vectors, and why\n  weak  vector leading\n"
                "        It takes a delimiter alone.\n        why: no reason is known",
                "Vectors that detect no fault: 6 of 7\n  plain, empty, umlaut, trigger, surrogate, kanji\n",
                "A set of 1 vectors detects every fault that any vector detects",
            ),
        ),
        # Codecs that die or hang are tried in a child process; a law asks for ZZZZ, which is refused.
        ("dies-of-zzzz", ("--verbose",), 0, ("\n      1  dies-of-zzzz  case-blind-digits\n",)),
        pytest.param(
            *("dies", ("--verbose",), 0, ("\n      5  dies (stopped: it crashed or hung too often)\n",)),
            marks=pytest.mark.slow,
        ),
        pytest.param("hangs", (), 0, ("\n1 of 1 faults detected",), marks=pytest.mark.slow),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_is_not_detected_or_a_false_alarm_is_shown_and_gates(
    capsys: pytest.CaptureFixture[str],
    vectors: Path,
    faults: str,
    options: tuple[str, ...],
    status: int,
    words: tuple[str, ...],
) -> None:
    ended, out, _ = scored(capsys, vectors, faults, *options)

    assert ended == status
    for text in words:
        assert text in out


def test_the_samples_are_scored_beside_all_vectors(conform: Conform, tmp_path: Path) -> None:
    path = tmp_path / "score.json"
    done = conform("vectors", "score", "--fault", "damp-69?", "--no-laws", "--report", path)
    report = json.loads(path.read_text(encoding="utf-8"))
    (fault,) = report["faults"]

    # A divisor that is off by one shows at large deltas only, which no sample has.
    assert (done.status, report["samples"]["detected"]) == (0, [])
    assert (fault["detected"], fault["laws"]) == (True, None)
    assert set(report["cover"]) <= set(fault["vectors"])
    assert len(report["idle"]) + len(fault["vectors"]) == report["vectors"]


def test_a_codec_that_dies_unannounced_is_an_error_that_names_it(
    capsys: pytest.CaptureFixture[str], vectors: Path
) -> None:
    with pytest.raises(ConformError) as caught:
        scored(capsys, vectors, "dies-unannounced")

    assert (caught.value.message, caught.value.exit_status) == ("a process died with one of dies-unannounced", 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "laws"),
    [
        ((), {"weak": ["round-trip", "decode-uniqueness"], "appends": None, "sound": []}),
        (("--all-laws",), {"weak": ["round-trip", "decode-uniqueness"], "appends": ["round-trip"], "sound": []}),
        (("--no-laws",), {"weak": None, "appends": None, "sound": None}),
        (("--only=law/decode-uniqueness",), {"weak": ["decode-uniqueness"], "appends": [], "sound": []}),
    ],
)
def test_laws_are_checked_where_few_vectors_detect_or_everywhere(
    capsys: pytest.CaptureFixture[str], vectors: Path, options: tuple[str, ...], laws: dict[str, list[str] | None]
) -> None:
    _, _, report = scored(capsys, vectors, "appends weak sound", *options)

    assert {trial["name"]: trial["laws"] for trial in report["faults"] + report["controls"]} == laws


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a group of processes is interrupted differently there")
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
    until(lambda: gone(running.pid))


def gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "headline"),
    [
        ("surrogates-refused-from-d880", "DOES NOT CONFORM"),
        ("scalar-values-in-31-bits", "THE SELECTED PART CONFORMS"),
    ],
)
def test_a_fault_does_not_conform_to_all_vectors_and_a_control_does(conform: Conform, name: str, headline: str) -> None:
    assert conform("run", f"fault:{name}", "--quiet", "--only", "*").out.startswith(f"{headline}: fault:{name}")


def test_the_list_has_a_line_for_each_fault_with_its_clause(conform: Conform) -> None:
    rows = [line.split("\t") for line in conform("vectors", "faults").out.splitlines()]

    assert [row[0] for row in rows] == [*FAULTS, *CONTROLS]
    assert ["base-35", "5", FAULTS["base-35"].says] in rows
    assert ["linked-list", "control", CONTROLS["linked-list"].says] in rows
