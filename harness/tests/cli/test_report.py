"""``conform report``: what a run wrote is drawn alike; what no run writes is refused in a line."""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from punycode_conform.run import report_file

from ..conftest import Conform

pytestmark = pytest.mark.usefixtures("in_targets")

Lines = list[dict[str, Any]]


@pytest.fixture
def ran(conform: Conform, vectors: Path, tmp_path: Path) -> Path:
    """The report of a codec that does not conform."""
    path = tmp_path / "ran.jsonl"
    assert conform("run", "codec:punycode", "--vectors", vectors, "--report", path).status == 1
    return path


@pytest.mark.parametrize("target", ["faulty_codec:raises_index_error", "fault:second-call-wrong"])
def test_a_saved_report_is_drawn_as_the_run_drew_it(
    conform: Conform, vectors: Path, tmp_path: Path, target: str
) -> None:
    path = tmp_path / "ran.jsonl"

    def forms(name: str) -> list[object]:
        return [word for form in ("junit", "markdown", "html") for word in (f"--{form}", tmp_path / f"{name}.{form}")]

    run = conform("run", target, "--vectors", vectors, "--report", path, *forms("run"))
    again = conform("report", path, *forms("report"))

    # How long the run took is in no file, and the first lines are broken where it was.
    timed = re.sub(r",\d+\.\ds(?=\()", "", "".join(run.out.split()))
    assert (again.status, "".join(again.out.split()), again.err) == (run.status, timed, run.err)
    for one, other in zip(forms("run")[1::2], forms("report")[1::2], strict=True):
        assert isinstance(one, Path)
        assert isinstance(other, Path)
        # When it ran, and for how long, is in the run's own page alone.
        made = re.sub(r"<dt>(date|duration)</dt>.*\n", "", one.read_text(encoding="utf-8"))
        assert other.read_text(encoding="utf-8") == made != ""


def test_a_run_without_these_forms_imports_none_of_them(vectors: Path) -> None:
    code = (
        "import sys; from punycode_conform.cli import main; main(sys.argv[1:]);"
        "print([m for m in ('page', 'template', 'badge', 'comparison') if 'punycode_conform.render.' + m in sys.modules])"
    )
    words = [sys.executable, "-c", code, "run", "punycode_conform.codec", "--vectors", str(vectors)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"


def test_the_report_of_a_conforming_run_ends_with_success(conform: Conform, vectors: Path, tmp_path: Path) -> None:
    path = tmp_path / "ran.jsonl"
    conform("run", "punycode_conform.codec", "--vectors", vectors, "--report", path)

    assert conform("report", path, "--quiet").status == 0


def test_several_reports_make_a_table(conform: Conform, vectors: Path, ran: Path, tmp_path: Path) -> None:
    good, markdown = tmp_path / "good.jsonl", tmp_path / "table.md"
    conform("run", "punycode_conform.codec", "--vectors", vectors, "--report", good)
    done = conform("report", good, ran, "--markdown", markdown)

    assert done.status == 1
    assert [line.split() for line in done.out.splitlines() if "leading/decode" in line] == [
        ["leading/decode", "pass", "fail"]
    ]
    assert "| leading/decode | pass | fail |" in markdown.read_text(encoding="utf-8")
    assert conform("report", good, ran, "--badge", tmp_path / "badge.svg").status == 2


def _set(at: int, **fields: Any) -> Callable[[Lines], object]:
    return lambda lines: lines[at].update(fields)


def _resembles(*cases: object) -> Callable[[Lines], object]:
    fault = {"fault": "f", "says": "", "clause": "", "explains": 1, "failed": 1, "cases": cases}
    return _set(-1, resembles=[fault])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda lines: lines.pop(), "it has no footer"),
        (lambda lines: lines.pop(0), "does not begin with a header"),
        (lambda lines: lines.insert(1, lines[1]), ":3: plain/encode appears twice"),
        (lambda lines: lines.append(lines[-1]), "goes on after its footer"),
        (_set(0, format=2), ":1: has format 2; this version of conform reads 1"),
        (_set(0, sweep={}), "the report of a sweep"),
        (_set(1, verdict="splendid"), ":2: has the verdict splendid, which is unknown"),
        (_set(1, verdict="fail", got={"crashed": ""}), "does not follow"),
        (_set(1, got={"returned": [0x62]}), "plain/encode: the verdict pass does not follow"),
        (_set(1, got={"returned": [-1]}), "no code point"),
        (_set(1, got={"timed_out": 10**400}, verdict="timeout"), "'got' has what no run writes: timed_out"),
        (_set(1, case=7), "'case' is not of the type"),
        (_set(-1, verdict="conforms"), "the footer's verdict does not follow"),
        (_set(-1, tally={"pass": 1}), "the footer's tally is not that of the results"),
        (_resembles("plain/encode"), "a cause or an observation covers a result that did not fail"),
        (_resembles("leading/decode", "leading/decode"), "or one twice"),
        (_resembles(7), "'cases' is not a list of the type"),
    ],
)
def test_what_no_run_writes_is_refused_in_a_line(
    conform: Conform, ran: Path, change: Callable[[Lines], object], says: str
) -> None:
    lines = [json.loads(line) for line in ran.read_text(encoding="utf-8").splitlines()]
    change(lines)
    ran.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    done = conform("report", ran)

    assert (done.status, done.out) == (2, "")
    assert says in done.err.splitlines()[0]
    assert str(ran) in done.err.splitlines()[0]


@pytest.mark.parametrize(
    ("verdicts", "says"),
    [
        ({"fail": "xpass"}, "leading/decode: the verdict xpass does not follow"),
        ({"pass": "xpass"}, "is missing among the stale"),
        ({"pass": "xpass", "fail": "xfail"}, "is missing among the stale"),
    ],
)
def test_no_baseline_makes_a_forged_report_green(
    conform: Conform, ran: Path, verdicts: dict[str, str], says: str
) -> None:
    lines = [json.loads(line) for line in ran.read_text(encoding="utf-8").splitlines()]
    for line in lines[1:-1]:
        line["verdict"] = verdicts.get(line["verdict"], line["verdict"])
        line.update({"known": "a reason"} if line["verdict"] in ("xfail", "xpass") else {})
    tally = Counter(line["verdict"] for line in lines[1:-1])
    lines[-1] |= {"tally": {name: tally[name] for name in lines[-1]["tally"]}, "verdict": "conforms", "resembles": []}
    ran.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    done = conform("report", ran)

    assert (done.status, done.out) == (2, "")
    assert says in done.err


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"verdict": "pass", "warning": True}, "law/decode-uniqueness: the verdict pass does not follow"),
        ({"verdict": "skip"}, "law/decode-uniqueness: the verdict skip does not follow"),
        ({"verdict": "pass", "got": {"breaches": []}}, "the number of breaches is not that of a run"),
        ({"verdict": "xfail"}, "law/decode-uniqueness: the verdict xfail does not follow"),
        ({"case": "leading/decode"}, "leading/decode: 'operation' is missing"),
    ],
)
def test_a_broken_law_cannot_be_made_a_warning_or_a_pass(
    conform: Conform, ran: Path, changes: dict[str, object], says: str
) -> None:
    lines = [json.loads(line) for line in ran.read_text(encoding="utf-8").splitlines()]
    law = next(line for line in lines if line.get("case") == "law/decode-uniqueness")
    assert law["verdict"] == "fail"
    law.update(changes)
    ran.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    done = conform("report", ran)

    assert (done.status, done.out) == (2, "")
    assert says in done.err


def test_a_crash_of_a_case_that_is_not_new_cannot_be_made_a_warning(conform: Conform, ran: Path) -> None:
    lines = [json.loads(line) for line in ran.read_text(encoding="utf-8").splitlines()]
    lines[1] |= {"got": {"crashed": "killed"}, "warning": True}
    ran.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    assert "the verdict pass does not follow" in conform("report", ran).err


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "an empty file"),
        (b"\xff\n", ":1: is not UTF-8"),
        (b"[" * 100_000, ":1: is not a line of JSON"),
        (b"[]\n", ":1: is not a JSON object"),
    ],
)
def test_a_file_that_is_no_report_is_refused(conform: Conform, tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "no.jsonl"
    path.write_bytes(content)
    done = conform("report", path)

    assert done.status == 2
    assert says in done.err


def test_a_line_that_is_too_long_is_refused(conform: Conform, ran: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_file, "MAX_LINE", 100)
    done = conform("report", ran)

    assert done.status == 2
    assert "is longer than 100 octets" in done.err


def test_terminal_controls_in_a_report_are_escaped(conform: Conform, ran: Path) -> None:
    lines = [json.loads(line) for line in ran.read_text(encoding="utf-8").splitlines()]
    lines[0]["target"]["label"] = "\x1b[2J\u202e"
    lines[0]["command"].append("\x1b]0;owned\x07")
    for line in lines[1:-1]:
        line["why"] = "\x9b31m\ud800"
    ran.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    done = conform("report", ran)

    assert done.status == 1
    assert not set(done.out) & set("\x1b\x07\x9b\u202e\ud800")
