"""``conform fuzz --baseline`` and ``conform baseline --findings``: known findings, new ones, stale ones, and the file."""

import json
from pathlib import Path

import pytest

from ..conftest import ONE_FAULT, Conform

pytestmark = pytest.mark.usefixtures("in_targets")

WRONG, SOUND = ONE_FAULT, "punycode_conform.codec"
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
    calls:
      - decode: '-'
    got: returned nothing
"""


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


@pytest.fixture
def baseline(tmp_path: Path) -> Path:
    path = tmp_path / "known.yaml"
    path.write_text(FINDINGS, encoding="utf-8")
    return path


def test_fuzz_once_write_and_fuzz_again_is_green(conform: Conform, out: Path, tmp_path: Path) -> None:
    path = tmp_path / "new.yaml"
    first = conform("fuzz", WRONG, *FEW, "--out", out)
    written = conform("baseline", WRONG, "--findings", out, "--baseline", path)
    again = conform("fuzz", WRONG, *FEW, "--out", tmp_path / "none", "--baseline", path)
    content = path.read_text(encoding="utf-8")

    assert (first.status, written.status, again.status) == (1, 0, 0)
    assert written.out == f"{path}: 1 known finding: 1 added, 0 changed, 0 removed\n"
    assert content[content.index("findings:") :] == (
        f"findings:\n  '{SIGNATURE}':\n    reason: unexplained (perhaps leading-delimiter-dropped)\n"
        "    calls:\n      - decode: '-'\n    got: returned nothing\n"
    )
    assert again.out.splitlines()[0] == f"known {SIGNATURE}: unexplained (perhaps leading-delimiter-dropped)"
    assert again.out.splitlines()[-1].startswith(f"no new findings, 1 known: {WRONG}: 400 cases")
    assert not (tmp_path / "none").exists()


def test_a_finding_that_is_not_met_again_is_not_stale(conform: Conform, baseline: Path) -> None:
    """A single case does not meet it; its calls are asked."""
    done = conform("fuzz", WRONG, "--cases", 1, "--baseline", baseline)

    assert (done.status, ", 1 known" in done.out) == (0, True)


def test_a_finding_whose_calls_no_longer_show_it_is_stale(conform: Conform, baseline: Path, out: Path) -> None:
    done = conform("fuzz", SOUND, *FEW, "--baseline", baseline, "--out", out)
    removed = conform("baseline", SOUND, "--findings", out, "--baseline", baseline)
    after = baseline.read_text(encoding="utf-8")
    again = conform("fuzz", SOUND, *FEW, "--baseline", baseline, "--out", out)

    assert (done.status, removed.status, again.status) == (5, 0, 0)
    assert f"stale {baseline}:3: {SIGNATURE}: its calls no longer show it; delete the entry" in done.out
    assert "no new findings, 1 stale in the baseline" in done.out.splitlines()[-1]
    assert f"0 added, 0 changed, 1 removed (no findings in {out})" in removed.out
    assert after == ""


@pytest.mark.slow
def test_a_known_finding_does_not_hide_another(conform: Conform, baseline: Path, out: Path) -> None:
    both = "faulty_codec:both"
    done = conform(
        "fuzz", both, "--cases", 1500, "--baseline", baseline, "--out", out, "--report", out.with_suffix(".jsonl")
    )
    lines = [json.loads(line) for line in out.with_suffix(".jsonl").read_text(encoding="utf-8").splitlines()]
    found = {line["signature"]: line.get("known") for line in lines if line["type"] == "finding"}

    assert done.status == 1
    assert found == {
        SIGNATURE: "a leading delimiter is dropped",
        "decode: accepted: bad-digit underscore [round-trip decode-uniqueness]": None,
    }
    assert [json.loads(path.read_text())["signature"] for path in out.glob("*.json")] == [
        "decode: accepted: bad-digit underscore [round-trip decode-uniqueness]"
    ]
    assert (lines[-1]["findings"], lines[-1]["known"], lines[-1]["stale"]) == (1, 1, [])
    assert f"baseline {both} --findings {out} --baseline {baseline}" in done.out
    assert done.out.splitlines()[-1].startswith("1 finding, 1 known: faulty_codec:both")


def test_another_answer_than_recorded_is_stale_and_brought_up_to_date(
    conform: Conform, baseline: Path, out: Path
) -> None:
    before = baseline.read_text(encoding="utf-8")
    baseline.write_text(before.replace("returned nothing", "returned U+0080  # once"), encoding="utf-8")
    done = conform("fuzz", WRONG, *FEW, "--baseline", baseline, "--out", out)
    conform("baseline", WRONG, "--findings", out, "--baseline", baseline)

    assert done.status == 5
    assert "its calls give another answer than recorded: returned nothing, not returned U+0080" in done.out
    assert "delete" not in done.out
    assert baseline.read_text(encoding="utf-8") == before


def test_what_does_not_happen_is_not_written_down(conform: Conform, out: Path, baseline: Path) -> None:
    conform("fuzz", WRONG, *FEW, "--out", out)
    baseline.unlink()
    done = conform("baseline", SOUND, "--findings", out, "--baseline", baseline)

    assert done.status == 0
    assert done.out.startswith(f"not added: {out}/fuzz-decode-accepted-95504ddb.json: its calls no longer show it")
    assert "0 known findings" in done.out


def test_chance_is_not_asked_again(conform: Conform, baseline: Path) -> None:
    baseline.write_text("findings:\n  'decode: unrepeated': it has a clock\n  'decode: slow': so it is\n", "utf-8")

    assert conform("fuzz", SOUND, *FEW, "--baseline", baseline).status == 0


@pytest.mark.parametrize("verb", ["fuzz", "baseline"])
def test_a_faulty_file_is_one_line_with_its_place(conform: Conform, baseline: Path, out: Path, verb: str) -> None:
    baseline.write_text(FINDINGS.replace("'-'", "-"), encoding="utf-8")
    done = conform(verb, SOUND, "--baseline", baseline, *(FEW if verb == "fuzz" else ["--findings", out]))

    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"conform: {baseline}:8: ")


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (["fuzz", SOUND, "--baseline", "none.yaml"], 2, "none.yaml: there is no such baseline"),
        (["baseline", SOUND, "--findings", "none"], 2, "no baseline to write"),
        (["baseline", SOUND, "--findings", "none", "--baseline", "none.yaml"], 4, "none: no findings, and none known"),
        (["baseline", SOUND, "--findings", "adapter.py", "--baseline", "none.yaml"], 2, "adapter.py: not a folder"),
        (["baseline", SOUND, "--findings", "x", "--baseline", "x.yaml", "--only", "x"], 2, "--findings, and --only"),
    ],
)
def test_what_makes_no_sense_is_one_line(conform: Conform, arguments: list[str], status: int, says: str) -> None:
    done = conform(*arguments)

    assert (done.status, done.out) == (status, "")
    assert says in done.err
    assert len(done.err.splitlines()) == 2
