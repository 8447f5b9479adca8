"""A run of a part of the suite, or of other vectors, says so and never looks like a run of the whole."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from punycode_conform.suite import corpus

from ..conftest import Conform

pytestmark = pytest.mark.usefixtures("in_targets")

Lines = list[dict[str, Any]]
OWN = """\
about: A recommendation.
clause: "6.2"
level: should
vectors:
  - {id: recommended, encoded: "-", reject: bad-digit}
"""


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--only", "plain"], "--only plain; suite"),
        (["--only", "plain/*", "--only", "law/*"], "--only plain/*, --only law/*; suite"),
        (["--vectors", "own.yaml"], "--vectors own.yaml; suite"),
        (["--vectors", "own.yaml", "--only", "recommended"], "--only recommended, --vectors own.yaml; suite"),
    ],
)
def test_the_verdict_is_of_the_part_and_there_is_no_badge(
    conform: Conform, suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], part: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("own.yaml").write_text(OWN, encoding="utf-8")
    forms = ["--junit", "a.xml", "--markdown", "a.md", "--html", "a.html", "--report", "a.jsonl"]
    done = conform("run", "punycode_conform.codec", *words, *forms)
    refused = [
        conform("run", "punycode_conform.codec", *words, "--badge", "a.svg"),
        conform("report", "a.jsonl", "--badge-json", "a.json"),
    ]

    assert done.status == 0
    assert done.out.startswith("THE SELECTED PART CONFORMS: ")
    for text in (done.out, *(Path(form).read_text(encoding="utf-8") for form in ("a.xml", "a.md", "a.html"))):
        assert part in " ".join(text.replace("&#42;", "*").replace("\\", "").split()), text
    for one in refused:
        assert (one.status, one.out) == (2, "")
        assert "a part of the suite gets no badge: --" in one.err
    assert not Path("a.svg").exists()
    assert not Path("a.json").exists()


def test_the_whole_has_a_badge(conform: Conform, suite: Path, tmp_path: Path) -> None:
    badge, lines = tmp_path / "a.svg", tmp_path / "a.jsonl"
    done = conform("run", "punycode_conform.codec", "--badge", badge, "--report", lines)
    again = conform("report", lines, "--badge", tmp_path / "again.svg")

    assert (done.status, again.status) == (0, 0)
    assert ">RFC 3492 conforms<" in badge.read_text(encoding="utf-8")
    assert (tmp_path / "again.svg").read_bytes() == badge.read_bytes()


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


def test_a_configured_badge_is_left_out_of_a_part(
    conform: Conform, suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    table = '[targets.ours]\ntarget = "punycode_conform.codec"\n[reports]\nbadge = "ours.svg"\njunit = "ours.xml"\n'
    Path("conform.toml").write_text(table, encoding="utf-8")
    done = conform("run", "--only", "plain")

    assert (done.status, Path("ours.svg").exists(), Path("ours.xml").exists()) == (0, False, True)
    assert done.err.startswith("conform: --badge is not written: a part of the suite gets no badge\n")
    assert conform("run").status == 0
    assert Path("ours.svg").exists()


def _forge(lines: Lines, change: Callable[[dict[str, Any]], None]) -> None:
    """Change what failed, and make the footer agree."""
    for line in lines[1:-1]:
        if line["verdict"] == "fail":
            change(line)
    verdicts = [line["verdict"] for line in lines[1:-1]]
    for tally, law in (("tally", False), ("laws", True)):
        its = [line["verdict"] for line in lines[1:-1] if line["case"].startswith("law/") == law]
        lines[-1][tally] = {name: its.count(name) for name in lines[-1][tally]}
    lines[-1] |= {"resembles": [], "verdict": lines[-1]["verdict"] if "fail" in verdicts else "conforms"}


def _warn(line: dict[str, Any]) -> None:
    line |= {"verdict": "pass", "warning": True}


def _new(line: dict[str, Any]) -> None:
    line |= {"verdict": "pass", "warning": True, "advisory": True}


def _expect(line: dict[str, Any]) -> None:
    line |= {"verdict": "pass", "expected": line["got"] and {"returns": line["got"].get("returned", [])}, "why": ""}


def _other_input(line: dict[str, Any]) -> None:
    line |= {"verdict": "pass", "input": [], "expected": {"returns": []}, "got": {"returned": []}, "why": ""}


def _skip(line: dict[str, Any]) -> None:
    line |= {"verdict": "skip", "got": {"unsupported": "no"}, "why": ""}


def _drop(lines: Lines) -> None:
    lines[1:-1] = [line for line in lines[1:-1] if line["verdict"] != "fail"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (_warn, "leading/decode: a wrong answer is only a warning, and the suite does not say so"),
        (_new, "leading/decode: a wrong answer is only a warning, and the suite does not say so"),
        (_expect, "leading/decode: the suite expects something else"),
        (_other_input, "leading/decode: the suite expects something else"),
        (_skip, "leading/decode: it was skipped, and strings of every type can hold it"),
        (None, "1 of 12 cases are missing"),
    ],
)
@pytest.mark.parametrize("own", [False, True])
def test_no_report_makes_a_wrong_answer_right(
    conform: Conform, suite: Path, tmp_path: Path, change: Callable[[dict[str, Any]], None] | None, says: str, own: bool
) -> None:
    path = tmp_path / "ran.jsonl"
    words = ["--vectors", suite / "vectors.yaml"] if own else []
    assert conform("run", "codec:punycode", *words, "--report", path).status == 1
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if not str(line.get("case")).startswith("law/")]
    if change is None:
        _drop(lines)
    _forge(lines, change or (lambda line: None))
    lines[-1]["verdict"] = "the selected part conforms" if own else "conforms"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    done = conform("report", path)

    assert (done.status, done.out) == (2, "")
    assert says in done.err


def test_a_warning_of_vectors_that_are_not_at_hand_is_not_believed(
    conform: Conform, suite: Path, tmp_path: Path
) -> None:
    own, path = tmp_path / "own.yaml", tmp_path / "ran.jsonl"
    own.write_text(OWN, encoding="utf-8")
    ran = conform("run", "codec:punycode", "--vectors", own, "--only", "recommended", "--report", path)
    there = conform("report", path)
    own.unlink()
    gone = conform("report", path)

    assert (ran.status, there.status, gone.status) == (0, 0, 2)
    assert "recommended/decode: a wrong answer is only a warning, and the vectors" in gone.err


def test_a_report_of_another_version_is_read_if_nothing_needs_its_vectors(
    conform: Conform, suite: Path, tmp_path: Path
) -> None:
    path = tmp_path / "ran.jsonl"
    conform("run", "codec:punycode", "--report", path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(corpus.suite().digest, "sha256:" + "0" * 64), encoding="utf-8")

    assert conform("report", path).status == 1
