"""``--baseline`` and ``conform baseline``: what gates, what is shown, and what is written."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from punycode_conform.run.report_file import load

from ..conftest import ONE_FAULT, Conform, files

pytestmark = pytest.mark.usefixtures("in_targets")

RIGHT, REGISTRY = "faulty_codec:sound", "codec:punycode"  # the registry's codec takes a leading delimiter
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
    ("target", "more", "options", "status", "stale"),
    [
        (REGISTRY, "flaky: [plain/decode]\n", [], 0, []),
        (RIGHT, "", [], 5, ["1: law/decode-uniqueness: the case passes", "2: law/round-trip:", "3: leading/decode:"]),
        (RIGHT, "", ["--only", "leading"], 5, ["3: leading/decode: the case passes"]),
        (REGISTRY, "no-such/decode: x\n", [], 5, ["6: no-such/decode: no case or law has this id"]),
        (REGISTRY, "no-such/decode: x\n", ["--only", "leading"], 0, []),
        (REGISTRY, "leadin?/d*: x\n", [], 0, []),
        (
            REGISTRY,
            "plai*: x\n",
            [],
            5,
            ["6: plain/encode: the case passes; it is covered by plai*", "6: plain/decode:"],
        ),
        ("faulty_codec:raises_index_error", "", [], 1, ["2: law/round-trip: the case passes", "3: leading/decode: "]),
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
    stale: list[str],
) -> None:
    baseline.write_text(FAILS + more, encoding="utf-8")
    done = conform("run", target, "--vectors", vectors, "--baseline", baseline, *options)

    assert (done.status, done.err) == (status, "")
    assert [line for line in stale if f"{baseline}:{line}" not in done.out] == []
    assert done.out.count(f"{baseline}:") == len(stale) or status == 1


def test_the_report_and_the_forms_drawn_from_it_have_the_known_and_the_stale(
    conform: Conform, vectors: Path, baseline: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    baseline.write_text(FAILS.replace("nothing", "U+0061") + "plain/decode: x\nno-such/decode: x\n", encoding="utf-8")
    report, xml, page = (tmp_path / name for name in ("r.jsonl", "r.xml", "r.md"))
    out = ["--report", report, "--junit", xml, "--markdown", page]
    done = conform("run", REGISTRY, "--vectors", vectors, "--baseline", baseline, *out)
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    verdicts = {line["case"]: (line["verdict"], line.get("known")) for line in lines if line["type"] == "result"}
    cases = {case.get("name"): [child.tag for child in case] for case in ET.parse(xml).iter("testcase")}

    assert done.status == 5
    assert f"::error file={baseline},line=3,title=The baseline is stale::leading/decode: the case fails" in done.out
    assert verdicts["leading/decode"] == ("xfail", "the delimiter is dropped")
    assert verdicts["law/round-trip"] == ("xfail", "as below")
    assert verdicts["plain/decode"] == ("xpass", "x")
    assert [(entry["id"], entry["line"]) for entry in lines[-1]["stale"]] == [
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
    assert "### Stale in the baseline" in page.read_text(encoding="utf-8")
    assert load(report).status == 5


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
    assert written.out == f"{path}: 3 known failures: 3 added, 0 changed, 0 removed\n"
    assert again.out == f"{path}: 3 known failures: 0 added, 0 changed, 0 removed\n"
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

    assert "9 known failures: 3 added" in written.out
    assert f"fault/leading-delimiter-consumed:\n  reason: {reason}\n  cases: 7\n" in text
    assert "leading-delimiter-alone" not in text
    assert conform("run", ONE_FAULT, *options).status == 0
    # The same fault, and one more: what the entry does not explain fails.
    worse = conform("run", "faulty_codec:drops_leading_delimiter_and_reads_underscore", *options)
    failed = worse.out.partition("Known failures")[0]
    assert (worse.status, "U+005F" in failed, "leading-delimiter-alone/decode" in failed) == (1, True, False)
    # It is fixed in part, and then altogether.
    path.write_text(text.replace("cases: 7", "cases: 8"), encoding="utf-8")
    part = conform("run", ONE_FAULT, *options)
    fixed = conform("run", "punycode_conform.codec", *options, *files("delimiter"))
    where = f"{path}:4: fault/leading-delimiter-consumed: "
    assert (part.status, fixed.status) == (5, 5)
    assert f"{where}7 failed cases have the answer of this fault, 8 are recorded" in part.out
    assert f"{where}no failed cases have the answer of this fault" in fixed.out
    assert conform("run", ONE_FAULT, *options, "--only", "leading-delimiter-alone").status == 0
    assert "0 added, 1 changed, 0 removed" in conform("baseline", ONE_FAULT, *options).out
    assert path.read_text(encoding="utf-8") == text
    removed = conform("baseline", "punycode_conform.codec", *options, *files("delimiter"))
    assert "0 known failures: 0 added, 0 changed, 3 removed" in removed.out


def test_writing_keeps_what_people_wrote_and_fixes_what_is_stale(
    conform: Conform, vectors: Path, baseline: Path
) -> None:
    baseline.write_text(
        "# Ours.\n\n# Seen by Ann.\nlaw/round-trip: as below  # really\n# Gone.\nno-such/decode: x\n"
        "leading/decode:\n  got: crashed  # once\n  reason: the delimiter\n  issue: a/b#1\n# Passes.\nplain/decode: x\n",
        encoding="utf-8",
    )
    done = conform("baseline", REGISTRY, "--vectors", vectors, "--baseline", baseline)

    assert (done.status, done.out) == (0, f"{baseline}: 3 known failures: 1 added, 1 changed, 2 removed\n")
    assert baseline.read_text(encoding="utf-8") == (
        "# Ours.\n\nlaw/decode-uniqueness:\n  reason: 'unexplained: laws are broken, over several calls'\n  got: broken\n"
        "# Seen by Ann.\nlaw/round-trip: as below\n"
        "leading/decode:\n  reason: the delimiter\n  issue: 'a/b#1'\n  got: returned nothing\n"
    )


def test_writing_a_part_leaves_the_rest_alone(conform: Conform, vectors: Path, baseline: Path) -> None:
    baseline.write_text(FAILS + "no-such/decode: x\n", encoding="utf-8")
    conform("baseline", RIGHT, "--vectors", vectors, "--baseline", baseline, "--only", "leading")

    assert baseline.read_text(encoding="utf-8") == "\n".join([*FAILS.splitlines()[:2], "no-such/decode: x", ""])


@pytest.mark.slow
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
    assert "0 known failures" in conform("baseline", *words).out
    assert conform("run", *words).status == 0


def test_nothing_is_written_of_a_run_that_ended_early(conform: Conform, vectors: Path, baseline: Path) -> None:
    options = ["--vectors", vectors, "--baseline", baseline, "--restarts", "1", "--timeout", "0.3"]
    done = conform("baseline", "faulty_codec:never_returns", *options)

    assert (done.status, "not written" in done.err) == (3, True)
    assert baseline.read_text(encoding="utf-8") == FAILS


def test_the_baseline_of_another_target_stays(conform: Conform, vectors: Path, tmp_path: Path) -> None:
    file = tmp_path / "known.yaml"
    words = ("--vectors", vectors, "--baseline", file)
    conform("baseline", REGISTRY, *words)
    text = file.read_text(encoding="utf-8")
    done = conform("baseline", RIGHT, *words)

    assert (done.status, done.out, file.read_text(encoding="utf-8")) == (2, "", text)
    assert done.err.splitlines()[0] == f"conform: {file}: the baseline of {REGISTRY}, not of {RIGHT}"


# The finding is case 365 at the latest, whichever vectors are mixed in; with fewer cases a new vector breaks these tests.
FEW = ["--cases", "400"]
SIGNATURE = "decode: accepted: bad-digit leading-delimiter [round-trip decode-uniqueness]"
FINDINGS = f"""\
findings:
  # Seen in May.
  '{SIGNATURE}':
    reason: a leading delimiter is dropped
    issue: https://example.org/issues/1
    date: 2026-05-01
    got: returned nothing
    calls: [decode: '-']
"""


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


@pytest.fixture
def findings(tmp_path: Path) -> Path:
    path = tmp_path / "known.yaml"
    path.write_text(FINDINGS, encoding="utf-8")
    return path


def test_fuzz_once_write_and_fuzz_again_is_green(conform: Conform, out: Path, tmp_path: Path) -> None:
    path = tmp_path / "new.yaml"
    first = conform("fuzz", ONE_FAULT, *FEW, "--out", out)
    written = conform("baseline", ONE_FAULT, "--findings", out, "--baseline", path)
    again = conform("fuzz", ONE_FAULT, *FEW, "--out", tmp_path / "none", "--baseline", path)
    content = path.read_text(encoding="utf-8")

    assert (first.status, written.status, again.status) == (1, 0, 0)
    assert written.out == f"{path}: 1 known finding: 1 added, 0 changed, 0 removed\n"
    assert content[content.index("findings:") :] == (
        f"findings:\n  '{SIGNATURE}':\n    reason: unexplained (perhaps leading-delimiter-dropped)\n"
        "    got: returned nothing\n    calls: [decode: '-']\n"
    )
    assert again.out.splitlines()[0] == f"known {SIGNATURE}: unexplained (perhaps leading-delimiter-dropped)"
    assert again.out.splitlines()[-1].startswith(f"no new findings, 1 known: {ONE_FAULT}: 400 cases")
    assert not (tmp_path / "none").exists()
    unconfirmed = conform("baseline", RIGHT, "--findings", out, "--baseline", tmp_path / "other.yaml")
    assert unconfirmed.out.startswith(
        f"not added: {out}/fuzz-decode-accepted-95504ddb.json: its calls no longer show it"
    )


def test_a_finding_is_stale_only_if_its_calls_no_longer_show_it(conform: Conform, findings: Path, out: Path) -> None:
    unmet = conform("fuzz", ONE_FAULT, "--cases", 1, "--baseline", findings)
    done = conform("fuzz", RIGHT, *FEW, "--baseline", findings, "--out", out)
    removed = conform("baseline", RIGHT, "--findings", out, "--baseline", findings)

    assert (unmet.status, done.status, removed.status) == (0, 5, 0)
    assert ", 1 known" in unmet.out
    assert f"stale {findings}:3: {SIGNATURE}: its calls no longer show it; delete the entry" in done.out
    assert "no new findings, 1 stale in the baseline" in done.out.splitlines()[-1]
    assert "0 added, 0 changed, 1 removed" in removed.out
    assert findings.read_text(encoding="utf-8").strip() == ""


@pytest.mark.slow
def test_a_known_finding_does_not_hide_another(conform: Conform, findings: Path, out: Path) -> None:
    both, report, new = (
        "faulty_codec:both",
        out.with_suffix(".jsonl"),
        SIGNATURE.replace("leading-delimiter", "underscore"),
    )
    done = conform("fuzz", both, "--cases", 1500, "--baseline", findings, "--out", out, "--report", report)
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    found = {line["signature"]: line.get("known") for line in lines if line["type"] == "finding"}

    assert done.status == 1
    assert found == {SIGNATURE: "a leading delimiter is dropped", new: None}
    assert [json.loads(path.read_text())["signature"] for path in out.glob("*.json")] == [new]
    assert (lines[-1]["findings"], lines[-1]["known"], lines[-1]["stale"]) == (1, 1, [])
    assert f"baseline {both} --findings {out} --baseline {findings}" in done.out
    assert done.out.splitlines()[-1].startswith("1 finding, 1 known: faulty_codec:both")


def test_another_answer_than_recorded_is_stale_and_brought_up_to_date(
    conform: Conform, findings: Path, out: Path
) -> None:
    findings.write_text(FINDINGS.replace("returned nothing", "returned U+0080  # once"), encoding="utf-8")
    done = conform("fuzz", ONE_FAULT, *FEW, "--baseline", findings, "--out", out)
    conform("baseline", ONE_FAULT, "--findings", out, "--baseline", findings)

    assert done.status == 5
    assert "its calls give another answer than recorded: returned nothing, not returned U+0080" in done.out
    assert findings.read_text(encoding="utf-8") == FINDINGS


def test_chance_is_not_asked_again(conform: Conform, findings: Path) -> None:
    findings.write_text("findings:\n  'decode: unrepeated': it has a clock\n", "utf-8")

    assert conform("fuzz", RIGHT, *FEW, "--baseline", findings).status == 0


CODEC = "punycode_conform.codec"


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["run", CODEC, "--baseline", "wrong.yaml"], 2, "wrong.yaml:1: 'name' is the id of no case, law or fault"),
        (["fuzz", CODEC, "--baseline", "wrong.yaml"], 2, "wrong.yaml:1: 'name' is the id of no case, law or fault"),
        (["baseline", CODEC, "--baseline", "wrong.yaml"], 2, "wrong.yaml:1: 'name' is the id of no case, law or fault"),
        (["fuzz", CODEC, "--baseline", "none.yaml"], 2, "none.yaml: there is no such baseline"),
        (["baseline", CODEC, "--findings", "none"], 2, "no baseline to write"),
        (
            ["baseline", CODEC, "--findings", "none", "--baseline", "none.yaml"],
            4,
            "none: no findings, and none known in none.yaml",
        ),
        (["baseline", CODEC, "--findings", "x", "--baseline", "x.yaml", "--only", "x"], 2, "--findings, and --only"),
    ],
)
def test_what_makes_no_sense_is_one_line(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], status: int, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("wrong.yaml").write_text("name: a file of something else\n", encoding="utf-8")
    done = conform(*arguments)

    assert (done.status, done.out, done.err.partition("\n")[0]) == (status, "", f"conform: {says}")
