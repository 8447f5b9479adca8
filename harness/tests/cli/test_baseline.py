"""``--baseline`` and ``conform baseline``: what gates, what is told, and what is written."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from punycode_conform.render.junit import badge_json
from punycode_conform.run.report_file import load

from ..conftest import ONE_FAULT, Conform, files

pytestmark = pytest.mark.usefixtures("in_targets")

SOUND, REGISTRY = "faulty_codec:sound", "codec:punycode"  # the registry's codec takes a leading delimiter
# What the registry's codec does wrong on the small vector file.
FAILS = """\
law/decode-uniqueness: as below
law/round-trip: as below
leading/decode:
  reason: the delimiter is dropped
  got: returned nothing
"""


@pytest.fixture
def baseline(tmp_path: Path) -> Path:
    path = tmp_path / "baseline.yaml"
    path.write_text(FAILS, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("target", "more", "options", "status", "told"),
    [
        (REGISTRY, "", [], 0, []),
        (REGISTRY, "flaky: [plain/decode]\n", [], 0, []),
        (SOUND, "", [], 5, ["1: law/decode-uniqueness: the case passes", "2: law/round-trip:", "3: leading/decode:"]),
        (SOUND, "", ["--only", "plain"], 0, []),
        (SOUND, "", ["--only", "leading"], 5, ["3: leading/decode: the case passes"]),
        (REGISTRY, "no-such/decode: x\n", [], 5, ["6: no-such/decode: no case or law has this id"]),
        (REGISTRY, "no-such/decode: x\n", ["--only", "leading"], 0, []),
        (REGISTRY, "flaky: [no-such/decode]\n", [], 5, ["6: no-such/decode: no case or law has this id"]),
        (REGISTRY, "plain/encode:\n  reason: x\n", [], 5, ["6: plain/encode: the case passes"]),
        (REGISTRY, "leadin?/d*: x\n", [], 0, []),
        (REGISTRY, "l*/encode: x\n", [], 5, ["6: l*/encode: no case or law has an id that matches"]),
        (
            REGISTRY,
            "plai*: x\n",
            [],
            5,
            ["6: plain/encode: the case passes; it is covered by plai*", "6: plain/decode:"],
        ),
        ("faulty_codec:raises_index_error", "", [], 1, ["law/round-trip: the case passes"]),
        ("faulty_codec:raises_index_error", "trigger/decode: x\n", ["--only", "*/*code"], 5, ["3: leading/decode: "]),
    ],
)
def test_a_baseline_is_checked_in_both_directions(
    conform: Conform,
    vectors: Path,
    baseline: Path,
    target: str,
    more: str,
    options: list[str],
    status: int,
    told: list[str],
) -> None:
    baseline.write_text(FAILS + more, encoding="utf-8")
    done = conform("run", target, "--vectors", vectors, "--baseline", baseline, *options)

    assert (status, "") == (done.status, done.err)
    assert [line for line in told if f"{baseline}:{line}" not in done.out and line not in done.out] == []
    assert done.out.count(f"{baseline}:") == len(told) or status == 1


def test_the_report_and_the_forms_drawn_from_it_tell_known_and_stale(
    conform: Conform, vectors: Path, baseline: Path, tmp_path: Path
) -> None:
    baseline.write_text(FAILS.replace("nothing", "U+0061") + "plain/decode: x\nno-such/decode: x\n", encoding="utf-8")
    report, xml, page = (tmp_path / name for name in ("r.jsonl", "r.xml", "r.md"))
    out = ["--report", report, "--junit", xml, "--markdown", page]
    done = conform("run", REGISTRY, "--vectors", vectors, "--baseline", baseline, *out)
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    verdicts = {line["case"]: (line["verdict"], line.get("known")) for line in lines if line["type"] == "result"}
    suite = ET.parse(xml).getroot()[0]
    cases = {case.get("name"): [child.tag for child in case] for case in suite.iter("testcase")}

    assert done.status == 5
    assert verdicts["leading/decode"] == ("xfail", "the delimiter is dropped")
    assert verdicts["law/round-trip"] == ("xfail", "as below")
    assert verdicts["plain/decode"] == ("xpass", "x")
    assert (lines[-1]["tally"]["xfail"], lines[-1]["laws"]["xfail"], lines[-1]["tally"]["xpass"]) == (1, 2, 1)
    assert [(one["id"], one["line"]) for one in lines[-1]["stale"]] == [
        ("leading/decode", 3),
        ("plain/decode", 6),
        ("no-such/decode", 7),
    ]
    assert {name: tags for name, tags in cases.items() if tags} == {
        "leading/decode": ["failure"],
        "plain/decode": ["failure"],
        "no-such/decode": ["failure"],
        "law/round-trip": ["skipped"],
        "law/decode-uniqueness": ["skipped"],
    }
    assert (suite.get("failures"), suite.get("skipped"), suite.get("tests")) == ("3", "2", str(len(cases)))
    assert "### Stale in the baseline" in page.read_text(encoding="utf-8")
    drawn = conform("report", report, "--quiet")
    assert (drawn.status, drawn.out.startswith("THE BASELINE IS STALE")) == (5, True)
    assert json.loads(badge_json(load(report)))["color"] == "red"


def test_a_stale_entry_is_an_annotation_at_its_line(
    conform: Conform, vectors: Path, baseline: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    done = conform("run", SOUND, "--vectors", vectors, "--baseline", baseline)

    assert f"::error file={baseline},line=3,title=The baseline is stale::leading/decode: the case passes" in done.out


def test_hostile_text_in_a_baseline_is_inert(conform: Conform, vectors: Path, baseline: Path, tmp_path: Path) -> None:
    evil = '"\\e[31m<script>\\u202e|`x`"'
    baseline.write_text(FAILS.replace("as below", evil) + f'"{evil[1:-1]}/decode": x\n', encoding="utf-8")
    xml, page = tmp_path / "r.xml", tmp_path / "r.md"
    done = conform("run", REGISTRY, "--vectors", vectors, "--baseline", baseline, "--junit", xml, "--markdown", page)
    ET.parse(xml)

    for shown in (done.out, xml.read_text(encoding="utf-8"), page.read_text(encoding="utf-8")):
        assert "\x1b" not in shown
        assert "\u202e" not in shown
    assert "<script" not in page.read_text(encoding="utf-8")


def test_a_new_baseline_makes_the_run_green_and_writing_it_again_changes_nothing(
    conform: Conform, vectors: Path, tmp_path: Path
) -> None:
    path = tmp_path / "new.yaml"
    arguments = [REGISTRY, "--vectors", vectors, "--baseline", path]
    written = conform("baseline", *arguments)
    first = path.read_bytes()
    again = conform("baseline", *arguments)

    ran = conform("run", *arguments)
    assert (written.status, again.status, ran.status) == (0, 0, 0)
    assert "\nTHE SELECTED PART CONFORMS AS THE BASELINE EXPECTS: 3 known failures: codec:punycode" in ran.out
    assert "3 known failures in 3 entries: 3 added, 0 changed, 0 removed" in written.out
    assert "3 known failures in 3 entries: 0 added, 0 changed, 0 removed" in again.out
    assert path.read_bytes() == first
    reason = "'unexplained: decode drops a delimiter that has nothing before it'"
    assert first.decode().endswith(f"\nleading/decode:\n  reason: {reason}\n  got: returned nothing\n")


@pytest.mark.slow
def test_the_failures_of_a_cause_are_one_entry_that_holds_in_both_directions(conform: Conform, tmp_path: Path) -> None:
    path = tmp_path / "new.yaml"
    options = ["--baseline", path]
    written = conform("baseline", ONE_FAULT, *options)
    text = path.read_text(encoding="utf-8").replace(f" of {ONE_FAULT},", ",", 1)  # else no other codec may have it
    path.write_text(text, encoding="utf-8")
    reason = "A leading delimiter is dropped. (RFC 3492 section 6.2)"
    entry = f"fault/leading-delimiter-consumed:\n  reason: {reason}\n  cases: 7\n"

    assert "9 known failures in 3 entries: 3 added" in written.out
    assert entry in text
    assert "leading-delimiter-alone" not in text
    assert conform("run", ONE_FAULT, *options).status == 0
    # The same fault, and one more: what the entry does not explain fails.
    worse = conform("run", "faulty_codec:drops_leading_delimiter_and_reads_underscore", *options)
    failed = worse.out.partition("Known failures")[0]
    assert (worse.status, "U+005F" in failed, "leading-delimiter-alone/decode" in failed) == (1, True, False)
    # It is repaired in part, and then altogether.
    path.write_text(text.replace("cases: 7", "cases: 8"), encoding="utf-8")
    part = conform("run", ONE_FAULT, *options)
    fixed = conform("run", "punycode_conform.codec", *options, *files("delimiter"))
    where = f"{path}:4: fault/leading-delimiter-consumed: "
    assert (part.status, fixed.status) == (5, 5)
    assert f"{where}7 failed cases have the answer of this fault, 8 are recorded" in part.out
    assert f"{where}no failed case has the answer of this fault" in fixed.out
    assert conform("run", ONE_FAULT, *options, "--only", "leading-delimiter-alone").status == 0
    assert "0 added, 1 changed, 0 removed" in conform("baseline", ONE_FAULT, *options).out
    assert path.read_text(encoding="utf-8") == text
    assert (
        "0 known failures in 0 entries: 0 added, 0 changed, 3 removed"
        in conform("baseline", "punycode_conform.codec", *options, *files("delimiter")).out
    )


@pytest.mark.parametrize("name", ["no-such", "hangs-at-nul"])
def test_an_entry_for_an_unknown_fault_is_refused(conform: Conform, vectors: Path, tmp_path: Path, name: str) -> None:
    path = tmp_path / "b.yaml"
    path.write_text(f"fault/{name}: x\n", encoding="utf-8")
    done = conform("run", REGISTRY, "--vectors", vectors, "--baseline", path)

    assert (done.status, f"{path}:1: no fault is named {name}" in done.err) == (2, True)


def test_writing_keeps_what_people_wrote_and_fixes_what_is_stale(
    conform: Conform, vectors: Path, baseline: Path
) -> None:
    before = (
        "# Ours.\n\n# Seen by Ann.\nlaw/round-trip: as below  # really\n# Gone.\nno-such/decode: x\n"
        "leading/decode:\n  got: crashed  # once\n  reason: the delimiter\n  issue: a/b#1\n# Passes.\nplain/decode: x\n"
    )
    after = (
        "# Ours.\n\nlaw/decode-uniqueness:\n  reason: 'unexplained: laws are broken, over several calls'\n  got: broken\n"
        "# Seen by Ann.\nlaw/round-trip: as below\n"
        "leading/decode:\n  reason: the delimiter\n  issue: 'a/b#1'\n  got: returned nothing\n"
    )
    baseline.write_text(before, encoding="utf-8")
    done = conform("baseline", REGISTRY, "--vectors", vectors, "--baseline", baseline)

    assert (done.status, baseline.read_text(encoding="utf-8")) == (0, after)
    assert "3 known failures in 3 entries: 1 added, 1 changed, 2 removed" in done.out


def test_writing_a_part_leaves_the_rest_alone(conform: Conform, vectors: Path, baseline: Path) -> None:
    baseline.write_text(FAILS + "no-such/decode: x\n", encoding="utf-8")
    conform("baseline", SOUND, "--vectors", vectors, "--baseline", baseline, "--only", "leading")

    assert baseline.read_text(encoding="utf-8") == "\n".join([*FAILS.splitlines()[:2], "no-such/decode: x", ""])


def test_a_baseline_of_answers_that_vary_holds_until_they_no_longer_do(
    conform: Conform, vectors: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    sound = "def encode(text): return text.encode('punycode').decode()\ndef decode(text): return codec.decode(text)\n"
    by_chance = "def decode(text): return codec.decode(text) + chr(256 + os.urandom(1)[0])\n"
    head, known = "import os\nfrom punycode_conform import codec\n", tmp_path / "known.yaml"
    Path("varies.py").write_text(head + sound + by_chance, encoding="utf-8")
    words = ["--vectors", vectors, "--baseline", known, "varies"]

    assert "Answers vary, so none is recorded" in conform("baseline", *words).out
    written = known.read_text(encoding="utf-8")
    assert "law/stability" in written
    assert "got:" not in written
    assert [conform("run", *words).status for _ in range(2)] == [0, 0]
    conform("baseline", *words)
    assert known.read_text(encoding="utf-8") == written

    Path("varies.py").write_text(head + sound, encoding="utf-8")
    fixed = conform("run", *words)
    assert (fixed.status, "law/stability: the case passes" in fixed.out) == (5, True)
    assert "0 known failures in 0 entries" in conform("baseline", *words).out
    assert conform("run", *words).status == 0


def test_nothing_is_written_of_a_run_that_was_broken_off(conform: Conform, vectors: Path, baseline: Path) -> None:
    options = ["--vectors", vectors, "--baseline", baseline, "--restarts", "1", "--timeout", "0.3"]
    done = conform("baseline", "faulty_codec:never_returns", *options)

    assert (done.status, "not written" in done.err) == (3, True)
    assert baseline.read_text(encoding="utf-8") == FAILS


def test_the_baseline_of_another_target_is_one_line_and_stays(
    conform: Conform, vectors: Path, tmp_path: Path, in_targets: None
) -> None:
    file = tmp_path / "known.yaml"
    words = ("--vectors", vectors, "--baseline", file)
    assert conform("baseline", "codec:punycode", *words).status == 0
    text = file.read_text(encoding="utf-8")
    ran = conform("run", "faulty_codec:sound", *words)
    written = conform("baseline", "faulty_codec:sound", *words)

    for done in (ran, written):
        assert (done.status, done.out) == (2, "")
        assert done.err.splitlines()[0] == f"conform: {file}: the baseline of codec:punycode, not of faulty_codec:sound"
        assert len(done.err.splitlines()) == 2
    assert file.read_text(encoding="utf-8") == text
    file.write_text(text.replace("codec:punycode", "faulty_codec", 1), encoding="utf-8")
    assert conform("run", "faulty_codec:sound", *words).status == 5
