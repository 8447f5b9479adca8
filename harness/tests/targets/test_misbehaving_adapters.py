"""The faulty-adapter table: each misbehaviour has its exit status and verdicts, in bounded time, and leaves no process."""

import os
import unicodedata
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from ..conftest import Conform, adapter, mostly_slow, verdicts

QUICK = ("--timeout", "30", "--restarts", "3")  # a failure that comes at once does so however slow the machine is
WAITS = ("--timeout", "1", "--restarts", "3")  # for a call that is never answered among some that are
ONCE = ("--timeout", "0.2", "--restarts", "1")  # for calls that are never answered, however long one waits


def assert_safe(text: str) -> None:
    """Nothing in this output can act on a terminal, and nothing is a traceback."""
    acting = {c for c in text if c != "\n" and unicodedata.category(c) in ("Cc", "Cf", "Cs")}
    assert acting == set()
    assert "Traceback" not in text


@pytest.mark.parametrize(
    ("behaviour", "says"),
    [
        ("fails_at_once", "libpuny.so"),
        ("never_greets", "no handshake within 0.5 s"),
        ("speaks_another_version", "protocol"),
        ("declares_nonsense", "surrogates"),
        ("greets_without_line_end", "a line of more than"),
    ],
)
def test_a_target_that_does_not_start_is_status_3_with_one_line(
    conform: Conform, vectors: Path, behaviour: str, says: str
) -> None:
    patience = ("--start-timeout", "0.5") if behaviour == "never_greets" else QUICK
    done = conform("run", "--vectors", vectors, *patience, *adapter(behaviour))

    assert (done.status, done.out) == (3, "")
    assert says in done.err
    assert len([line for line in done.err.splitlines() if not line.startswith("  hint:")]) == 1
    assert_safe(done.err)


@pytest.mark.parametrize(
    ("behaviour", "verdict", "says"),
    [
        pytest.param("hangs_on_one", "timeout", "no answer within 1 s", marks=pytest.mark.slow),
        ("segfaults_on_one", "crash", "SIGSEGV" if os.name == "posix" else "exit status"),
        ("exits_on_one_and_blames_stderr", "crash", "failed: n < 0x110000"),
        ("prints_noise_on_one", "crash", "undefined offset"),
        pytest.param("closes_its_output", "crash", "closed its output", marks=pytest.mark.slow),
    ],
)
def test_one_bad_case_ends_the_case_and_not_the_run(
    conform: Conform, vectors: Path, tmp_path: Path, behaviour: str, verdict: str, says: str
) -> None:
    report = tmp_path / "report.jsonl"
    patience = WAITS if verdict == "timeout" else QUICK
    done = conform("run", "--vectors", vectors, "--report", report, *patience, *adapter(behaviour))
    of_cases = {name: verdict for name, verdict in verdicts(report).items() if not name.startswith("law/")}

    assert done.status == 1
    assert of_cases.pop("trigger/decode") == verdict
    assert Counter(of_cases.values()) == {"pass": 11}
    assert says in done.out
    assert_safe(done.out)
    assert '"footer"' in report.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("behaviour", "verdict"),
    mostly_slow(
        [
            ("dies_always", "crash"),
            ("never_answers", "timeout"),
            ("answers_twice", "crash"),
            ("floods_without_line_end", "crash"),
            ("answers_at_great_length", "crash"),
        ],
        4,
    ),
)
def test_a_target_that_is_always_bad_stops_early_and_never_conforms(
    conform: Conform, vectors: Path, tmp_path: Path, behaviour: str, verdict: str
) -> None:
    report = tmp_path / "report.jsonl"
    patience = ONCE if behaviour == "never_answers" else QUICK
    done = conform("run", "--vectors", vectors, "--report", report, *patience, *adapter(behaviour))

    assert done.status == 1
    assert verdict in verdicts(report).values()
    assert "stopped early" in " ".join(done.out.split())
    assert_safe(done.out)


@pytest.mark.parametrize(
    "behaviour", ["sound", "ends_lines_with_crlf", "upper-case-digits", "floods_stderr", "answers_out_of_order"]
)
def test_an_unusual_but_sound_adapter_conforms(conform: Conform, vectors: Path, behaviour: str) -> None:
    done = conform("run", "--vectors", vectors, *adapter(behaviour))

    assert (done.status, done.out.splitlines()[0].partition(":")[0]) == (0, "THE SELECTED PART CONFORMS")


@pytest.mark.parametrize(
    ("behaviour", "status", "says"),
    [
        ("dies_once", 1, "not when it was repeated"),
        pytest.param("hangs_once", 0, 'slow once: decode "zzzz" gives no answer', marks=pytest.mark.slow),
        ("answers_differently_later", 1, 'decode "zzzz" is refused, but later it gives U+0061'),
    ],
)
def test_a_failure_that_depends_on_the_past_is_told_from_one_that_does_not_repeat(
    conform: Conform, vectors: Path, tmp_path: Path, behaviour: str, status: int, says: str
) -> None:
    patience = WAITS if behaviour == "hangs_once" else QUICK
    done = conform("run", "--vectors", vectors, *patience, *adapter(behaviour, tmp_path / "memory"))

    assert done.status == status
    assert says in " ".join(done.out.split())
    assert ("law/stability" in done.out) == (behaviour in ("dies_once", "answers_differently_later"))


def test_a_target_that_supports_nothing_is_status_4(conform: Conform, vectors: Path) -> None:
    done = conform("run", "--vectors", vectors, *adapter("supports_nothing"))

    assert done.status == 4
    assert done.out.startswith("NOTHING RAN: fake 1 (Python): every answer is 'unsupported'")
    assert "1. Every call is answered with 'unsupported'.\n   If the adapter is not filled in: " in done.out
    assert done.err.endswith("call your codec where its file says YOUR CODEC\n")


def test_unsupported_for_what_every_string_can_hold_fails_unless_it_is_declared(
    conform: Conform, vectors: Path, tmp_path: Path
) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    done = conform("run", "--vectors", vectors, "--report", first, *adapter("supports_no_hyphen"))
    declared = conform("run", "--vectors", vectors, "--report", second, "--lacks", "2d", *adapter("supports_no_hyphen"))
    failed = {case for case, verdict in verdicts(first).items() if verdict == "fail" and not case.startswith("law/")}

    assert (done.status, declared.status) == (1, 0)
    assert "unsupported by this interface" in done.out
    assert failed
    assert failed == {case for case, verdict in verdicts(second).items() if verdict == "skip" and "law/" not in case}
    assert ", not asked: inputs with U+002D, " in declared.out


def test_hostile_words_are_inert_in_every_form(conform: Conform, vectors: Path, tmp_path: Path) -> None:
    xml, md, report = tmp_path / "junit.xml", tmp_path / "summary.md", tmp_path / "report.jsonl"
    done = conform(
        "run", "--vectors", vectors, "--junit", xml, "--markdown", md, "--report", report,
        *adapter("rejects_with_hostile_text"),
    )  # fmt: skip
    (failure,) = ET.parse(xml).getroot().iterfind(".//testcase[@name='plain/encode']/failure")

    assert done.status == 1
    assert "refuses valid input" in done.out
    assert_safe(done.out + md.read_text(encoding="utf-8"))
    assert "<script>" not in md.read_text(encoding="utf-8")
    assert "</failure>]]>&<script>" in failure.get("message", "")
    assert "\x1b" not in report.read_text(encoding="utf-8")
