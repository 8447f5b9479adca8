"""Reports of ``conform run`` and ``conform report``: what is written, drawn again, or refused."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Conform, vector_files, verdicts

pytestmark = pytest.mark.usefixtures("in_targets")
Lines = list[dict[str, Any]]


@pytest.fixture
def ran(conform: Conform, vectors: Path, tmp_path: Path) -> Path:
    """The report of a codec that does not conform."""
    path = tmp_path / "ran.jsonl"
    assert conform("run", "codec:punycode", "--vectors", vectors, "--report", path).status == 1
    return path


def change(path: Path, edit: Callable[[Lines], object]) -> None:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    edit(lines)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


@pytest.mark.parametrize("target", ["faulty_codec:raises_index_error", "fault:second-call-wrong"])
def test_a_saved_report_is_drawn_as_by_the_run(conform: Conform, vectors: Path, tmp_path: Path, target: str) -> None:
    path = tmp_path / "ran.jsonl"

    def forms(name: str) -> dict[str, Path]:
        return {f"--{form}": tmp_path / f"{name}.{form}" for form in ("junit", "markdown", "html")}

    def words(name: str) -> list[object]:
        return [word for pair in forms(name).items() for word in pair]

    run = conform("run", target, "--vectors", vectors, "--report", path, *words("run"))
    again = conform("report", path, *words("report"))

    # How long the run took is in no file, and the first lines are broken where it was.
    shown = [
        re.sub(r",\d+\.\ds(?=\()|allofthem:.*?(?=xlaw|again:)", "", "".join(one.out.split())) for one in (run, again)
    ]
    assert (again.status, shown[1], again.err) == (run.status, shown[0], run.err)
    for first, second in zip(forms("run").values(), forms("report").values(), strict=True):
        # When it ran, and for how long, is in the run's own page alone.
        drawn = re.sub(r"<dt>(date|duration)</dt>.*\n|<p class=.date.*\n", "", first.read_text(encoding="utf-8"))
        assert second.read_text(encoding="utf-8") == drawn != ""


def _set(at: int, **fields: Any) -> Callable[[Lines], object]:
    return lambda lines: lines[at].update(fields)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda lines: lines.pop(), "it has no footer"),
        (lambda lines: lines.pop(0), ":1: a report is a header, results with different ids, and a footer"),
        (lambda lines: lines.insert(1, lines[1]), ":3: a report is a header, results with different ids"),
        (_set(0, format=2), ":1: format: 2 is not known"),
        (_set(0, sweep={}), ":1: unknown key 'sweep'"),
        (_set(1, advisory=True), ":2: unknown key 'advisory'"),  # of an older version
        (_set(1, verdict="splendid"), ":2: verdict: 'splendid' is not known"),
        (_set(1, got={"returned": [-1]}), ":2: Expected `int` >= 0 - at `$.returned[0]`"),
        (_set(1, got={"returned": [1], "crashed": ""}), ":2: got: must have one of "),
        (_set(1, got={"timed_out": 10**400}), ":2: "),
        (_set(1, case=7), ":2: case: must be text, not a whole number"),
        (_set(-1, verdict="conforms"), "the footer's tally or verdict is not that of the results"),
        (_set(-1, resembles=[{"fault": "f"}]), "resembles[0]: no 'says'"),
    ],
)
def test_what_no_run_writes_is_refused_in_a_line(
    conform: Conform, ran: Path, edit: Callable[[Lines], object], says: str
) -> None:
    change(ran, edit)
    done = conform("report", ran)

    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"conform: {ran}:")
    assert says in done.err.splitlines()[0]
    assert "hint: conform report takes what conform run --report writes" in done.err


def test_terminal_controls_in_a_report_are_escaped(conform: Conform, ran: Path) -> None:
    def hostile(lines: Lines) -> None:
        lines[0]["target"]["label"] = "\x1b[2J\u202e"
        lines[0]["command"].append("\x1b]0;owned\x07")
        for line in lines[1:-1]:
            line["why"] = "\x9b31m"

    change(ran, hostile)
    done = conform("report", ran)

    assert done.status == 1
    assert not set(done.out) & set("\x1b\x07\x9b\u202e")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("option", ["--report", "--junit", ""])
def test_a_full_disk_is_one_line_and_leaves_no_half_a_file(vectors: Path, tmp_path: Path, option: str) -> None:
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
    assert not [*tmp_path.glob(".conform-*")]


def test_jobs_share_the_cases_and_agree_with_one(conform: Conform, vectors: Path, tmp_path: Path) -> None:
    one, three = tmp_path / "one.jsonl", tmp_path / "three.jsonl"
    conform("run", "codec:punycode", "--vectors", vectors, "--report", one)
    conform("run", "codec:punycode", "--vectors", vectors, "--report", three, "--jobs", "3")

    assert verdicts(three) == verdicts(one)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "files"),
    [("second-call-wrong", []), ("leading-delimiter-consumed", []), ("cached-by-nfc", vector_files("text-fidelity"))],
)
def test_each_command_that_is_printed_shows_the_failure_again(
    conform: Conform, vectors: Path, monkeypatch: pytest.MonkeyPatch, target: str, files: list[object]
) -> None:
    monkeypatch.setattr("punycode_conform.run.new_process._FAILING", 9.0)
    done = conform("run", f"fault:{target}", *(files or ("--vectors", vectors)))

    assert (done.status, bool(done.commands)) == (1, True)
    for command in done.commands:
        assert conform(*shlex.split(command)[1:]).status == 1


def test_half_a_codec_has_a_badge_that_says_so(conform: Conform, suite: Path, tmp_path: Path) -> None:
    badge, lines = tmp_path / "badge.json", tmp_path / "ran.jsonl"
    done = conform("run", "punycode_conform.codec:encode,", "--badge-json", badge, "--report", lines)
    again = conform("report", lines, "--badge-json", tmp_path / "again.json")
    lacking = conform("run", "punycode_conform.codec", "--lacks", "61", "--badge-json", tmp_path / "lacking.json")

    assert (done.status, again.status, lacking.status) == (0, 0, 0)
    assert "not asked: decode" in done.out.splitlines()[-1]
    assert "the target has no decode, or cannot take these inputs" in " ".join(done.out.split())
    assert json.loads(badge.read_text(encoding="utf-8"))["message"] == "RFC 3492 conforms, not asked: decode"
    assert (tmp_path / "again.json").read_bytes() == badge.read_bytes()
    assert "conforms, not asked: inputs with U+0061" in (tmp_path / "lacking.json").read_text(encoding="utf-8")
