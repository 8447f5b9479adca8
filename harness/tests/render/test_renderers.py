"""Renderers: a report with one of everything, drawn in each form."""

import re
from xml.etree import ElementTree as ET

import pytest

from punycode_conform.render import words
from punycode_conform.render.junit import junit
from punycode_conform.render.markdown import markdown
from punycode_conform.render.text import text
from punycode_conform.render.workflow import annotations, inert
from punycode_conform.run.report import Header, Report
from punycode_conform.run.report_file import as_json
from punycode_conform.suite.laws import Breach
from punycode_conform.suite.outcome import Crashed, TimedOut, Unsupported
from punycode_conform.suite.verdict import Verdict

from ..results import case, law

HEADER = Header("1.2.3", "sha256:" + "ab" * 32, "libpuny", "4.5", "C", "adapter:libpuny", {"surrogates": "accept"})


@pytest.fixture
def report() -> Report:
    """One of everything."""
    made = Report(HEADER, command=["conform", "run", "adapter:libpuny"], titles={"swap": "Digits are swapped"})
    made.results += [
        case("fine/decode", Verdict.PASS),
        case("swapped/decode", Verdict.FAIL, "wrong at index 0", bug="swap", note="A note."),
        case("other/decode", Verdict.FAIL, "wrong at index 0"),
        case("dead/decode", Verdict.CRASH, "crashed: killed", got=Crashed("killed", "last words")),
        case("slow/decode", Verdict.TIMEOUT, "no answer within 5 s", got=TimedOut(5)),
        case("skipped/decode", Verdict.SKIP, "unsupported", got=Unsupported()),
        case("mixed/encode", Verdict.PASS, "digits in mixed case", warning=True),
        case("young/decode", Verdict.PASS, "new in this release: wrong <at> 0", warning=True, advisory=True),
        law("round-trip", Breach((), "this"), Breach((), "that"), why='encode "x" fails', total=7),
    ]
    made.observed = {"surrogates": "incoherent", "integers": "2^32"}
    return made


def test_text_says_the_verdict_first_and_last(report: Report) -> None:
    lines = text(report).splitlines()

    assert lines[0] == lines[-1]
    assert lines[0] == (
        "DOES NOT CONFORM: adapter:libpuny libpuny 4.5 (C): 3 failed, 1 crashed, 1 timed out, 3 passed, 1 skipped "
        "(suite 1.2.3 sha256:abababababab)"
    )


def test_text_groups_failures_by_bug_then_by_clause_and_laws_come_last(report: Report) -> None:
    headings = [line for line in text(report).splitlines() if line and not line.startswith(" ")]

    assert headings[1:4] == [
        "Vectors for: Digits are swapped [swap]",
        "Vectors for RFC 3492 section 6.2",
        "Laws, over several calls",
    ]


def test_text_tells_a_failure_in_full(report: Report) -> None:
    shown = text(report)
    begin = shown.index("  x swapped/decode")

    assert shown[begin:].split("\n\n")[0] == "\n".join(
        [
            "  x swapped/decode  fail",
            '    decode     "tda"',
            '    expected   U+00FC  "ü"',
            '    got        U+0061  "a"',
            "    why        wrong at index 0",
            "    clause     RFC 3492 section 6.2",
            "    note       A note.",
            "    again      conform run adapter:libpuny --only swapped/decode",
        ]
    )


def test_observed_choices_are_shown_as_declarations_and_incoherent_ones_are_none(report: Report) -> None:
    report.observed = {"surrogates": "incoherent", "integers": "2^32", "digit-case": "upper"}
    options, words = "--choice integers=2^32 --choice digit-case=upper", "integers=2^32 digit-case=upper"

    assert f"\n  to make them binding: {options}\n  in an adapter's handshake: {words}\n" in text(report)
    assert options in markdown(report)
    assert words in markdown(report)
    report.observed = {"surrogates": "incoherent"}
    assert "binding" not in text(report) + markdown(report)


def test_what_does_not_gate_is_shown_by_why_it_does_not(report: Report) -> None:
    case_of = {test.get("name"): test for test in ET.fromstring(junit(report)).iter("testcase")}

    for drawn in (text(report), markdown(report)):
        should, new = drawn.index("Breaks a SHOULD"), drawn.index("New in this release; gates from")
        assert should < drawn.index("mixed/encode") < new < drawn.index("young/decode")
    assert [child.tag for child in case_of["young/decode"]] == ["system-out"]
    assert case_of["young/decode"].findtext("system-out") == "warning: new in this release: wrong <at> 0"
    assert "young" not in annotations(report)


def test_text_of_a_conforming_run_is_short() -> None:
    good = Report(HEADER, [case("fine/decode", Verdict.PASS)])

    assert text(good) == (
        "CONFORMS: adapter:libpuny libpuny 4.5 (C): 1 passed (suite 1.2.3 sha256:abababababab)\n"
        "\n"
        "CONFORMS: adapter:libpuny libpuny 4.5 (C): 1 passed (suite 1.2.3 sha256:abababababab)\n"
    )


def test_nothing_ran_is_no_conformance() -> None:
    empty = Report(HEADER, [case("skipped/decode", Verdict.SKIP)])

    assert words.verdict(empty) == "nothing ran"
    assert empty.verdict == "does not conform"


def test_a_run_that_stopped_early_does_not_conform() -> None:
    stopped = Report(HEADER, [case("fine/decode", Verdict.PASS)], stopped="the target crashed or hung too often")

    assert not stopped.conforms
    assert "Stopped early: the target crashed or hung too often." in text(stopped)
    assert ET.fromstring(junit(stopped)).get("errors") == "1"
    assert "Stopped early" in markdown(stopped)


def test_junit_counts_what_it_holds(report: Report) -> None:
    suite = ET.fromstring(junit(report)).find("testsuite")

    assert suite is not None
    assert {name: suite.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "9",
        "failures": "3",
        "errors": "2",
        "skipped": "1",
    }
    assert len(suite.findall("testcase")) == 9
    assert len(suite.findall("testcase/failure")) == 3
    assert len(suite.findall("testcase/error")) == 2
    assert len(suite.findall("testcase/skipped")) == 1
    assert all(test.get("name") and test.get("classname") for test in suite.iter("testcase"))


def test_markdown_has_a_table_a_group(report: Report) -> None:
    drawn = markdown(report)

    assert drawn.startswith("## ❌ Punycode: does not conform\n")
    assert len(re.findall(r"^\| case \| verdict \| why \|$", drawn, re.MULTILINE)) == 3
    assert "conform run adapter&#58;libpuny --only swapped/decode" in drawn


@pytest.mark.parametrize(
    "hostile", ["<script>", "](http://x)", "`code`", "| cell", "**bold**", "@someone", "a_b_c", "#1", "it's"]
)
def test_markdown_makes_foreign_text_inert(hostile: str) -> None:
    drawn = markdown(Report(HEADER, [case("x/decode", Verdict.FAIL, hostile)], command=["conform"]))

    assert hostile not in drawn


def test_annotations_are_one_a_group_and_escaped() -> None:
    made = Report(HEADER, [case("x/decode", Verdict.FAIL, "100%: a, b\n::error::c", clause="")])

    assert annotations(made) == "::error title=Other vectors::x/decode: 100%25: a, b%0A::error::c\n"


def test_a_log_line_is_no_workflow_command() -> None:
    assert inert("  ::error::x\nplain ##[group]y\n") == "|   ::error::x\nplain # #[group]y\n"


def test_the_report_footer_counts_by_verdict(report: Report) -> None:
    assert as_json(report) == {
        "type": "footer",
        "tally": {"pass": 3, "fail": 3, "crash": 1, "timeout": 1, "skip": 1, "xfail": 0, "xpass": 0},
        "verdict": "does not conform",
        "observed": {"surrogates": "incoherent", "integers": "2^32"},
        "titles": {"swap": "Digits are swapped"},
    }
