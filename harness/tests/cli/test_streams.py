"""Streams, files and the exit status: what is no verdict is never 0 or 1, no line in a CI log is obeyed, old files stay."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from punycode_conform.cli import output, parser

from ..conftest import Conform, adapter


def test_a_bug_of_ours_is_one_line_and_no_verdict(conform: Conform, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(arguments: list[str]) -> None:
        raise KeyError("a\x1b\nb")

    monkeypatch.setattr(parser, "parse", broken)
    done = conform("run")
    monkeypatch.setenv("CONFORM_TRACEBACK", "1")
    whole = conform("run")

    assert (done.status, done.out, whole.status) == (2, "", 2)
    assert done.err.startswith("conform: internal error: KeyError: 'a\\\\x1b\\\\nb'\n")
    assert len(done.err.splitlines()) <= 2
    assert "Traceback" in whole.err


@pytest.mark.parametrize(
    ("pieces", "shown"),
    [
        (["  ::error::x\nplain ##[group]y\n"], "|   ::error::x\nplain # #[group]y\n"),
        (["a ::error::x", "\n", "::warning::y", "\n"], "a ::error::x\n| ::warning::y\n"),
    ],
)
def test_no_line_of_a_log_is_a_command(monkeypatch: pytest.MonkeyPatch, pieces: list[str], shown: str) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setattr(sys, "stdout", io.StringIO(newline=""))
    stream = sys.stdout
    with output.log("stdout"):
        for piece in pieces:
            sys.stdout.write(piece)
        print("::notice::ours", file=stream)

    assert isinstance(stream, io.StringIO)
    assert stream.getvalue() == f"{shown}::notice::ours\n"
    assert sys.stdout is stream


HOSTILE = "##[add-mask]x"


@pytest.fixture
def hostile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose name is a command, with a codec and vectors that speak in commands; the current folder."""
    folder = tmp_path / HOSTILE
    folder.mkdir()
    (folder / "shouts.py").write_text(
        f"def decode(text):\n    raise ValueError('{HOSTILE}')\n\ndef encode(text):\n    raise KeyError('{HOSTILE}')\n",
        encoding="utf-8",
    )
    (folder / "own.yaml").write_text(
        f'about: x\nclause: "6.2"\nvectors:\n  - {{id: u, decoded: U+00FC, encoded: "tda", note: "{HOSTILE}"}}\n',
        encoding="utf-8",
    )
    monkeypatch.chdir(folder)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    return folder


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["run", "shouts", "--vectors", "own.yaml"], 1),
        (["vectors", "show", "u", "--vectors", "own.yaml"], 0),
        (["fuzz", "shouts", "--cases", "2", "--out", "{}/found"], 1),
        (["baseline", "shouts", "--vectors", "own.yaml", "--baseline", "{}/known.yaml"], 0),
    ],
    ids=lambda words: "-".join(words[:1] + words[-1:]) if isinstance(words, list) else "",
)
def test_what_a_target_a_vector_or_a_folder_says_is_no_command(
    conform: Conform, hostile: Path, words: list[str], status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [word.format(hostile) for word in words]
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    done = conform(*words)

    assert done.status == status
    assert "add-mask" in done.out + done.err
    assert "##[" not in done.out + done.err


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_stream_is_refused_in_a_line(closed: str) -> None:
    script = f'"$0" -m punycode_conform run codec:punycode --only leading-* --quiet {closed}'
    done = subprocess.run(["sh", "-fc", script, sys.executable], capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert done.stdout + done.stderr == "conform: a standard stream is closed; redirect it to /dev/null\n"


@pytest.mark.parametrize(
    ("words", "status"),
    [(["no.such.module"], 3), (adapter("exits_at_once"), 3), (["codec:punycode", "--baseline", "no-such.yaml"], 2)],
    ids=str,
)
def test_older_reports_stay_where_the_target_cannot_be_run(
    conform: Conform, vectors: Path, tmp_path: Path, words: list[object], status: int
) -> None:
    files = {form: tmp_path / form for form in ("junit", "markdown", "html", "report")}
    for path in files.values():
        path.write_text("old", encoding="utf-8")
    named = [word for form, path in files.items() for word in (f"--{form}", path)]
    done = conform("run", "--vectors", vectors, *named, *words)

    assert done.status == status
    assert [path.read_text(encoding="utf-8") for path in files.values()] == ["old"] * 4


@pytest.mark.skipif(os.name == "nt", reason="has no such names")
@pytest.mark.parametrize(
    "words",
    [
        "init c",
        "init python",  # whose workflow has the folder in its name
        pytest.param("vectors corpus", marks=pytest.mark.slow),
        "vectors packages",
        "fuzz fault:leading-delimiter-consumed",
    ],
)
def test_a_folder_cannot_control_the_terminal(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = "e\x1b[31m\r\u202e\x85\u2028"
    option, more = ("--out", ["--cases", 300]) if words.startswith("fuzz") else ("--output", [])
    (tmp_path / ".git").mkdir()
    done = conform(*words.split(), option, folder, *more)

    assert done.status == ("fuzz" in words)
    assert r"e\x1b[31m\r\u{202e}\x85\u{2028}" in done.out
    assert not set("\x1b\r\u202e\x85\u2028") & {*done.out, *done.err}


def test_standard_input_is_taken_line_by_line(conform: Conform, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("bücher\r\nabc\n".encode()), encoding="utf-8"))

    assert conform("encode").out == "bcher-kva\nabc-\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("decode", "b\x1b[31mü-kva"), "non-basic"),
        (("encode", "a\udcff"), "not valid UTF-8"),
        (("explain", "a\udcff"), "surrogates not allowed"),
        (("explain", "a" * 1001), "at most 1,000 characters"),
        (("explain", "--number", "1" * 1001), "at most 1,000"),
    ],
)
def test_what_cannot_be_encoded_or_is_too_long_is_refused_without_control_characters(
    conform: Conform, arguments: tuple[str, ...], message: str
) -> None:
    done = conform(*arguments)

    assert (done.status, done.out) == (2, "")
    assert message in done.err
    assert "\x1b" not in done.err


@pytest.mark.slow
@pytest.mark.parametrize(("gate", "status", "verdict"), [("50", 0, "WITHIN THE GATE"), ("0.01", 1, "TOO STEEP")])
def test_a_gate_decides_the_exit_status_of_growth(
    conform: Conform, tmp_path: Path, gate: str, status: int, verdict: str
) -> None:
    path = tmp_path / "growth.json"
    short = ("--only", "encode", "--time", "1")
    done = conform("growth", "punycode_conform.codec", *short, "--gate", gate, "--json", path)
    rows = json.loads(path.read_text(encoding="utf-8"))

    assert (done.status, done.err) == (status, "")
    assert re.search(rf"^{verdict}: punycode_conform.codec: \d of \d grow faster than n\^{gate}", done.out, re.M)
    assert {row["operation"] for row in rows} == {"encode"}
