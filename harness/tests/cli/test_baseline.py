"""``--baseline`` and ``conform baseline``: what gates, what is shown, and what is written."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from punycode_conform.run.report_file import load

from ..conftest import ONE_FAULT, Conform, vector_files

pytestmark = pytest.mark.usefixtures("in_targets")

# Python's own codec drops a leading delimiter, and breaks the two laws.
FAILS = """\
law/decode-uniqueness: as below
law/round-trip: "\\e[31m<script>\\u202e|`x`"
leading/decode:
  reason: the delimiter is dropped
  got: returned U+0061
plain/decode: x
no-such/decode: x
"""


def test_the_report_and_the_forms_drawn_from_it_have_the_known_and_the_stale_and_hostile_text_is_inert(
    conform: Conform, vectors: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    baseline, report, xml, page = (tmp_path / name for name in ("baseline.yaml", "r.jsonl", "r.xml", "r.md"))
    baseline.write_text(FAILS, encoding="utf-8")
    out = ["--report", report, "--junit", xml, "--markdown", page]
    done = conform("run", "codec:punycode", "--vectors", vectors, "--baseline", baseline, *out)
    lines = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    verdicts = {line["case"]: (line["verdict"], line.get("known")) for line in lines if line["type"] == "result"}
    cases = {case.get("name"): [child.tag for child in case] for case in ET.parse(xml).iter("testcase")}

    assert done.status == 5
    assert f"::error file={baseline},line=3,title=The baseline is stale::leading/decode: the case fails" in done.out
    assert verdicts["leading/decode"] == ("xfail", "the delimiter is dropped")
    assert verdicts["law/decode-uniqueness"] == ("xfail", "as below")
    assert verdicts["plain/decode"] == ("xpass", "x")
    stale = {entry["id"]: entry["line"] for entry in lines[-1]["stale"]}
    assert stale == {"leading/decode": 3, "plain/decode": 6, "no-such/decode": 7}
    assert {name: tags for name, tags in cases.items() if tags} == {
        "leading/decode": ["failure"],
        "plain/decode": ["failure"],
        "no-such/decode": ["failure"],
        "law/round-trip": ["skipped"],
        "law/decode-uniqueness": ["skipped"],
    }
    for text in (done.out, xml.read_text(encoding="utf-8"), markdown := page.read_text(encoding="utf-8")):
        assert not set(text) & set("\x1b\u202e")
    assert "<script" not in markdown
    assert "### Stale in the baseline" in markdown
    assert load(report).status == 5


@pytest.mark.slow
def test_the_failures_of_a_cause_are_one_entry_that_holds_in_both_directions(conform: Conform, tmp_path: Path) -> None:
    path = tmp_path / "new.yaml"
    options = ["--baseline", path]
    written = conform("baseline", ONE_FAULT, *options)
    text = path.read_text(encoding="utf-8").replace(f" of {ONE_FAULT},", ",", 1)  # else no other codec may have it
    path.write_text(text, encoding="utf-8")
    reason = "A delimiter with nothing before it is lost. (RFC 3492 section 6.2)"

    assert "9 known failures: 3 added" in written.out
    assert f"fault/leading-delimiter-consumed:\n  reason: {reason}\n  cases: 7\n" in text
    assert "leading-delimiter-alone" not in text
    assert conform("run", ONE_FAULT, *options).status == 0
    # The same fault, and one more: what the entry does not explain fails.
    worse = conform("run", "faulty_codec:both", *options)
    failed = worse.out.partition("Known failures")[0]
    assert (worse.status, "leading-delimiter-alone/decode" in failed) == (1, False)
    assert "underscore-skipped" in failed
    # It is fixed in part, and then altogether.
    path.write_text(text.replace("cases: 7", "cases: 8"), encoding="utf-8")
    part = conform("run", ONE_FAULT, *options)
    fixed = conform("run", "punycode_conform.codec", *options, *vector_files("delimiter"))
    where = f"{path}:4: fault/leading-delimiter-consumed: "
    assert (part.status, fixed.status) == (5, 5)
    assert f"{where}7 failed cases have the answer of this fault, 8 are recorded" in part.out
    assert f"{where}no failed cases have the answer of this fault" in fixed.out
    assert conform("run", ONE_FAULT, *options, "--only", "leading-delimiter-alone").status == 0
    assert "0 added, 1 changed, 0 removed" in conform("baseline", ONE_FAULT, *options).out
    assert path.read_text(encoding="utf-8") == text
    removed = conform("baseline", "punycode_conform.codec", *options, *vector_files("delimiter"))
    assert "0 known failures: 0 added, 0 changed, 3 removed" in removed.out
