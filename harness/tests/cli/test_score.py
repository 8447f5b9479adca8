"""``conform vectors score``: what it prints and exits with."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from punycode_conform.cli.parser import parse
from punycode_conform.cli.vectors import score
from punycode_conform.errors import ConformError
from punycode_conform.faults import CONTROLS, FAULTS

from ..conftest import Conform, until

Words = tuple[str, ...]


def scored(capsys: pytest.CaptureFixture[str], vectors: Path, faults: str, *options: str) -> tuple[int, str]:
    """The status and the output of scoring a handful of vectors with codecs of a made-up register."""
    words = ["vectors", "score", "--vectors", str(vectors), "--jobs", "1", "--verbose", *options]
    status = score(parse([*words, *(f"--fault={name}" for name in faults.split())]), "tests.fakes.made_up_faults")
    return status, capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("faults", "options", "status", "words"),
    [
        ("survives", (), 1, ("Survivors: faults that nothing detects\n  survives: Nothing is wrong. (RFC 3492",)),
        ("survives reverses sound", (), 1, ("\n1 of 2 faults detected, 0 false alarms from 1 correct codec",)),
        ("both-sides-wrong half-survives", (), 1, ("alone\n  half-survives, encode: The decoder doubles. (RFC 3492",)),
        # A side that is not asked does not survive.
        ("half-survives", ("--only=*/decode",), 0, ()),
        ("reverses false-alarm", (), 1, ("False alarms: correct codecs that fail\n  false-alarm: umlaut, law/",)),
        ("weak", (), 0, ("Detected by fewer than two vectors, and why\n  weak, by leading: no reason is known",)),
        ("weak", (), 0, ("detect no fault\n  plain\n  empty\n  umlaut\n  trigger\n  surrogate\n  kanji\n",)),
        # Laws are checked where few vectors detect a fault.
        ("appends weak", (), 0, ("  appends\n", "  weak  round-trip, decode-uniqueness\n")),
        ("appends weak", ("--only=law/decode-uniqueness",), 1, ("  appends\n", "  weak  decode-uniqueness\n")),
        # Codecs that die or hang are tried in a child process; a law asks for ZZZZ, which is refused.
        ("dies-of-zzzz", (), 0, ("\n      1  dies-of-zzzz  case-blind-digits\n",)),
        ("dies hangs", (), 0, ("\n      5  dies\n", "\n2 of 2 faults detected")),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_is_not_detected_or_a_false_alarm_is_shown_and_gates(
    capsys: pytest.CaptureFixture[str], vectors: Path, faults: str, options: Words, status: int, words: Words
) -> None:
    ended, out = scored(capsys, vectors, faults, *options)

    assert (ended, [text for text in words if text not in out]) == (status, [])


def test_a_codec_that_dies_unannounced_is_an_error(capsys: pytest.CaptureFixture[str], vectors: Path) -> None:
    with pytest.raises(ConformError, match="a codec has ended its process"):
        scored(capsys, vectors, "dies-unannounced")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a group of processes is interrupted differently there")
def test_an_interrupt_ends_it_without_a_trace() -> None:
    command = [sys.executable, "-m", "punycode_conform", "vectors", "score"]
    running = subprocess.Popen(command, stdout=-1, stderr=-1, text=True, start_new_session=True)
    time.sleep(4)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to all its processes
    out, err = running.communicate(timeout=60)

    assert (running.returncode, out, err) == (130, "", "conform: interrupted\n")
    until(lambda: gone(running.pid))


def gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def test_the_list_has_a_line_for_each_fault_with_its_clause(conform: Conform) -> None:
    rows = [line.split("\t") for line in conform("vectors", "faults").out.splitlines()]

    assert [row[0] for row in rows] == [*FAULTS, *CONTROLS]
    assert ["base-35", "5", FAULTS["base-35"].says] in rows
    assert rows[-1] == [[*CONTROLS][-1], "control", [*CONTROLS.values()][-1].says]
