"""Renderers: a report with one of everything, drawn in each form."""

import json
import re
import shlex
from xml.etree import ElementTree as ET

import msgspec
import pytest

from punycode_conform.render import words
from punycode_conform.render.junit import annotations, badge, badge_json, junit
from punycode_conform.render.page import html, markdown
from punycode_conform.render.text import text
from punycode_conform.run.report import Cause, Observation, Report
from punycode_conform.run.report_file import as_json
from punycode_conform.run.result import LawResult, Result
from punycode_conform.suite.laws import Breach
from punycode_conform.suite.outcome import Call, Crashed, Operation, Returned, TimedOut, Unsupported
from punycode_conform.suite.verdict import Judgement, Verdict

from ..results import CALL, case, header, law

HEADER = header(command=("conform", "run", "adapter:libpuny"), choices={"surrogates": "accept"})


def kept(name: str, verdict: Verdict = Verdict.PASS) -> LawResult:
    """A law that was not broken, or that does not apply."""
    return law(name)._replace(judgement=Judgement(verdict), total=0)


@pytest.fixture
def report() -> Report:
    """One of everything."""
    results: list[Result] = [
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
    made = Report(HEADER, results)
    made.observed = {"surrogates": "incoherent", "integers": "2^32"}
    return made


def test_text_says_the_verdict_first_and_last(report: Report) -> None:
    report.seconds = 1.25
    counts = "4 of 8 cases failed (1 crashed, 1 not answered in time), 1 skipped, 1 of 1 law broken"
    full = f"DOES NOT CONFORM: adapter:libpuny libpuny 4.5 (C): {counts}, 1.2 s (suite 1.2.3 sha256:abababababab)"

    assert text(report, width=200).splitlines()[0] == text(report, quiet=True).strip() == full
    assert text(report).splitlines()[-1] == f"DOES NOT CONFORM: adapter:libpuny: {counts}"


def test_how_long_it_took_is_in_no_file_but_the_page(report: Report) -> None:
    forms = junit, markdown, badge, badge_json, lambda made: json.dumps(as_json(made)), annotations
    before = [form(report) for form in forms]
    report.seconds, report.date = 1.25, "2026-01-02 03:04 UTC"

    assert "<dt>date</dt><dd><code>2026-01-02 03:04 UTC</code></dd>" in html(report)
    assert "<dt>duration</dt><dd><code>1.2 s</code></dd>" in html(report)
    assert [form(report) for form in forms] == before


@pytest.mark.parametrize(
    ("results", "counts"),
    [
        ([case("a/decode", Verdict.PASS)], "1 of 1 case passed"),
        ([case("a/decode", Verdict.PASS), kept("x")], "1 of 1 case passed, 1 of 1 law kept"),
        # A law that nothing could break is no input that was skipped.
        ([case("a/decode", Verdict.PASS), kept("x"), kept("y", Verdict.SKIP)], "1 of 1 case passed, 1 of 1 law kept"),
        ([case("a/decode", Verdict.SKIP), case("b/decode", Verdict.PASS)], "1 of 2 cases passed, 1 skipped"),
        ([case("a/decode", Verdict.PASS), law("x")], "0 of 1 case failed, 1 of 1 law broken"),
        ([case("a/decode", Verdict.XFAIL), case("b/decode", Verdict.PASS)], "1 of 2 cases passed"),
        ([case("a/decode", Verdict.CRASH), case("b/decode", Verdict.FAIL)], "2 of 2 cases failed (1 crashed)"),
        ([kept("x")], "1 of 1 law kept"),
    ],
)
def test_cases_and_laws_are_counted_apart(results: list[Result], counts: str) -> None:
    made = Report(HEADER, results)

    assert words.short_line(made).endswith(f": adapter:libpuny: {counts}")


def test_text_shows_a_group_with_examples_and_a_command(report: Report) -> None:
    shown = text(report)
    begin = shown.index("1. ")

    assert shown[begin:].split("\n\n")[0] == "\n".join(
        [
            "1. Decode gives a wrong result: the code points are wrong.",
            "   2 failed cases.",
            "   x swapped/decode  fail",
            '    decode     "tda"',
            '    expected   U+00FC  "ü"',
            '    got        "a"',
            "    clause     RFC 3492 section 6.2",
            "    note       A note.",
            "   x other/decode  fail",
            '    decode     "tda"',
            '    expected   U+00FC  "ü"',
            '    got        "a"',
            "    clause     RFC 3492 section 6.2",
            "   again: conform run adapter:libpuny --only swapped/decode",
        ]
    )


def test_what_a_cause_explains_is_under_it_in_every_form(report: Report) -> None:
    ids = ("swapped/decode", "slow/decode", "law/round-trip")
    report.causes = [Cause("swap", "Digits are swapped.", "5", 2, 4, cases=ids)]
    heading, explained = (
        "1. Digits are swapped. (RFC 3492 section 5)",
        "Explains 2 of 4 failed cases and 1 of 1 broken law",
    )
    drawn = text(report, width=200)
    group = drawn[drawn.index(heading) :].split("\n\n")[0]
    failures = {test.get("name"): test.find("*") for test in ET.fromstring(junit(report)).iter("testcase")}

    assert [name in group for name in (*ids, "other/decode", "dead/decode")] == [True, True, True, False, False]
    assert f"{explained}: fault swap gives the same wrong answers." in group
    report.causes = [msgspec.structs.replace(report.causes[0], together=("slow/decode", "other/decode"))]
    assert "swap gives the same wrong answers, in 1 of these cases only together with another fault." in text(
        report, width=200
    )
    assert heading.replace("(", "&#40;").replace(")", "&#41;") in markdown(report)
    assert heading[3:] in html(report)
    assert explained in html(report)
    assert explained in markdown(report)
    for name in ids:
        element = failures[name]
        assert element is not None
        assert element.get("message", "").startswith("Digits are swapped. (RFC 3492 section 5) ")
    assert annotations(report).startswith("::error title=Digits are swapped. (RFC 3492 section 5)::swapped/decode: ")


def test_no_line_is_wider_than_the_terminal_and_no_command_is_cut(report: Report) -> None:
    command_words = [
        "conform",
        "run",
        "--choice",
        "digit-case=lower",
        "--choice",
        "length=none",
        "--",
        "./my adapter",
        "-x",
    ]
    report.header = header(command=tuple(command_words), choices=report.header.choices)
    drawn = text(report, width=60)
    command = re.search(r"again: ((?:.*\\\n)*.*)", drawn)

    assert [line for line in drawn.splitlines()[:-1] if len(line) > 60] == []
    assert command is not None
    assert shlex.split(re.sub(r"\\\n", "", command[1])) == [
        *command_words[:6],
        "--only",
        "swapped/decode",
        *command_words[6:],
    ]


@pytest.mark.parametrize(
    ("label", "has_handshake"),
    [
        ("-- ./a", True),
        ("adapter:libpuny", True),
        ("mylib.punycode", False),
        ("codec:punycode", False),
        ("fault:x", False),
    ],
)
def test_only_an_adapter_is_shown_what_its_handshake_can_declare(
    report: Report, label: str, *, has_handshake: bool
) -> None:
    report.header, report.observed = header(label), {"digit-case": "upper"}

    for drawn in (text(report), markdown(report), html(report)):
        assert "--choice digit-case=upper" in drawn
        assert ("handshake" in drawn) is has_handshake


def test_observed_choices_are_shown_as_declarations_and_incoherent_ones_are_none(report: Report) -> None:
    report.observed = {"surrogates": "incoherent", "integers": "2^32", "digit-case": "upper"}
    options, words = "--choice integers=2^32 --choice digit-case=upper", "integers=2^32 digit-case=upper"

    assert f"\n  to make them binding: {options}\n  in an adapter's handshake: {words}\n" in text(report, width=100)
    assert options in markdown(report)
    assert words in markdown(report)
    report.observed = {"surrogates": "incoherent"}
    assert "binding" not in text(report) + markdown(report)


def test_what_does_not_gate_is_shown_by_why_it_does_not(report: Report) -> None:
    case_of = {test.get("name"): test for test in ET.fromstring(junit(report)).iter("testcase")}

    for drawn in (text(report), markdown(report)):
        should, new = drawn.index("Remarks; they gate"), drawn.index("New in this release; gates from")
        assert should < drawn.index("mixed/encode") < new < drawn.index("young/decode")
    assert [child.tag for child in case_of["young/decode"]] == ["system-out"]
    assert case_of["young/decode"].findtext("system-out") == "warning: new in this release: wrong <at> 0"
    assert "young" not in annotations(report)


def test_text_of_a_conforming_run_is_short() -> None:
    good = Report(HEADER, [case("fine/decode", Verdict.PASS)])

    assert text(good) == (
        "CONFORMS: adapter:libpuny libpuny 4.5 (C): 1 of 1 case passed (suite 1.2.3\n"
        "  sha256:abababababab)\n"
        "\n"
        "CONFORMS: adapter:libpuny: 1 of 1 case passed\n"
    )


def test_a_run_that_stopped_early_does_not_conform() -> None:
    stopped = Report(HEADER, [case("fine/decode", Verdict.PASS)], stopped="the target crashed or hung too often")

    assert not stopped.conforms
    assert "Stopped early: the target crashed or hung too often." in text(stopped)
    assert text(stopped).endswith(": adapter:libpuny: 1 of 1 case passed, stopped early\n")
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


@pytest.mark.parametrize(
    "hostile", ["<script>", "](http://x)", "`code`", "| cell", "**bold**", "@someone", "a_b_c", "#1", "it's"]
)
def test_markdown_makes_foreign_text_inert(hostile: str) -> None:
    drawn = markdown(Report(HEADER, [case("x/decode", Verdict.FAIL, hostile)]))

    assert hostile not in drawn


def test_annotations_are_one_a_group_and_escaped() -> None:
    made = Report(HEADER, [case("x/decode", Verdict.FAIL, "100%: a, b\n::error::c", clause="")])

    assert annotations(made) == (
        "::error title=Decode gives a wrong result%3A the code points are wrong.::x/decode: 100%25: a, b%0A::error::c\n"
    )


def test_each_form_has_the_first_wrong_step() -> None:
    made = Report(HEADER, [case("x/decode", Verdict.FAIL, call=CALL, got=Returned((0xFD,)))])
    says = "Insertion 1 of 1 puts U+00FD at index 0, as delta 125 does; delta 124 puts U+00FC at index 0."

    assert as_json(made)["first_wrong"] == {"x/decode": says}
    assert "    step       Insertion 1 of 1 puts U+00FD" in text(made)
    assert "Insertion 1 of 1 puts U&#43;00FD" in markdown(made)
    assert "Insertion 1 of 1 puts U+00FD" in html(made)


def test_each_form_has_the_observations() -> None:
    made = Report(HEADER, [case("x/decode", Verdict.FAIL, call=CALL)])
    made.take(case("y/decode", Verdict.FAIL, call=Call(Operation.DECODE, (0x61,))))
    made.observations = [Observation("Decode is wrong when \x1b<b> is there.", "So in 1 \x1b<b>.", ("x/decode",))]

    assert as_json(made)["observations"] == [
        {"says": "Decode is wrong when \\x1b<b> is there.", "evidence": "So in 1 \\x1b<b>.", "cases": ["x/decode"]}
    ]
    assert "1. Decode is wrong when \\x1b<b> is there." in text(made)
    assert "   An observation, not a proof, of 1 of 2 failed cases." in text(made)
    assert "Left without a cause or an observation: 1 of 2 failed cases." in text(made)
    for form in (markdown(made), html(made)):
        assert "An observation, not a proof, of 1 of 2 failed cases. So in 1 " in form
        assert "Left without a cause or an observation" in form
    assert "&lt;b&gt; is there" in html(made)
    assert "\x1b" not in text(made) + html(made)
