"""Renderers: a report with one of everything, drawn in each form."""

import re
import shlex
from xml.etree import ElementTree as ET

import pytest

from punycode_conform.render import failure, words
from punycode_conform.render.junit import annotations, badge, badge_json, junit
from punycode_conform.render.page import html, markdown
from punycode_conform.render.text import text
from punycode_conform.run.report import Cause, LawResult, Observation, Report, Result
from punycode_conform.run.report_file import as_json
from punycode_conform.suite.laws import Breach
from punycode_conform.suite.oracle import Returns
from punycode_conform.suite.outcome import Call, Crashed, Operation, Returned, TimedOut, Unsupported
from punycode_conform.suite.verdict import Judgement, Verdict

from ..results import CALL, case, header, law
from ..suite.answers import points

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
        case("should/decode", Verdict.PASS, "breaks a SHOULD: wrong <at> 0", warning=True),
        law("round-trip", Breach((), "this"), Breach((), "that"), why='encode "x" fails', total=7),
    ]
    made = Report(HEADER, results)
    made.observed = {"surrogates": "incoherent", "integers": "2^32"}
    return made


def test_text_says_the_verdict_first_and_last_and_how_long_it_took_as_the_page_does_alone(report: Report) -> None:
    report.seconds = 31.25
    counts = "4 of 8 cases failed (1 crashed, 1 not answered in time), 1 skipped, 1 of 1 law broken"
    full = f"DOES NOT CONFORM: adapter:libpuny libpuny 4.5 (C): {counts}, 31.2 s (suite 1.2.3 sha256:abababababab)"

    assert text(report, width=200).splitlines()[0] == text(report, quiet=True).strip() == full
    assert text(report).splitlines()[-1] == f"DOES NOT CONFORM: adapter:libpuny: {counts}"
    assert "<dt>duration</dt><dd><code>31.2 s</code></dd>" in html(report)
    others = junit, markdown, badge, badge_json, annotations, lambda made: str(as_json(made))
    assert not any("31.2" in form(report) for form in others)


@pytest.mark.parametrize(
    ("results", "counts"),
    [
        # A law that nothing could break is no input that was skipped.
        ([case("a/decode", Verdict.PASS), kept("x"), kept("y", Verdict.SKIP)], "1 of 1 case passed, 1 of 1 law kept"),
        ([case("a/decode", Verdict.SKIP), case("b/decode", Verdict.PASS)], "1 of 2 cases passed, 1 skipped"),
        ([case("a/decode", Verdict.CRASH), case("b/decode", Verdict.FAIL)], "2 of 2 cases failed (1 crashed)"),
        # A law that is known to be broken is not kept.
        ([case("a/decode", Verdict.XFAIL), kept("x", Verdict.XFAIL)], "0 of 1 case passed, 0 of 1 law kept"),
    ],
)
def test_cases_and_laws_are_counted_apart(results: list[Result], counts: str) -> None:
    made = Report(HEADER, results)

    assert words.short_line(made).endswith(f": adapter:libpuny: {counts}")
    assert words.laws(made.laws).partition(" ")[2] in html(made)
    says = {False: ("RFC 3492 conforms", "brightgreen"), True: ("2 known failures", "orange")}[bool(made.known)]
    if made.conforms:
        assert all(word in badge_json(made) for word in says)


def test_what_a_cause_explains_is_under_it_in_every_form(report: Report) -> None:
    ids = ("swapped/decode", "slow/decode", "law/round-trip")
    report.causes = [Cause("swap", "Digits are swapped.", "5", 2, 4, cases=ids, together=("slow/decode",))]
    heading = "Digits are swapped. (RFC 3492 section 5)"
    explained = "Explains 2 of 4 failed cases"
    drawn = text(report, width=200)
    group = drawn[drawn.index(f"1. {heading}") :].split("\n\n")[0]
    tests = [test for test in ET.fromstring(junit(report)).iter("testcase") if test.get("name") in ids]

    assert [name in group for name in (*ids, "other/decode", "dead/decode")] == [True, True, True, False, False]
    assert f"{explained}: fault swap gives the same wrong answers, in 1 of these cases only together with" in group
    assert heading.replace("(", "&#40;").replace(")", "&#41;") in markdown(report)
    assert heading in html(report)
    assert all(explained in form(report) for form in (html, markdown))
    assert [test[0].get("message", "").startswith(heading) for test in tests] == [True] * 3
    assert annotations(report).startswith(f"::error title={heading}::swapped/decode: ")


def test_no_line_is_wider_than_the_terminal_and_no_command_is_cut(report: Report) -> None:
    run = shlex.split("conform run --choice digit-case=lower --choice length=none -- './my adapter' -x")
    report.header = header(command=tuple(run))
    drawn = text(report, width=60)
    command = re.search(r"again: ((?:.*\\\n)*.*)", drawn)

    assert [line for line in drawn.splitlines()[:-1] if len(line) > 60] == []
    assert command is not None
    assert shlex.split(re.sub(r"\\\n", "", command[1])) == [*run[:6], "--only", "swapped/decode", *run[6:]]


def test_observed_choices_are_shown_as_declarations_and_incoherent_ones_are_none(report: Report) -> None:
    report.observed = {"surrogates": "incoherent", "integers": "2^32", "digit-case": "upper"}
    options = "--choice integers=2^32 --choice digit-case=upper"

    assert f"\n  to make them binding: {options}\n" in text(report, width=100)
    assert all(options in form(report) for form in (markdown, html))
    report.observed = {"surrogates": "incoherent"}
    assert all("binding" not in form(report) for form in (text, markdown, html))


def test_what_does_not_gate_is_a_warning(report: Report) -> None:
    for form in (text, markdown, html):
        drawn = form(report)
        assert drawn.index("Warnings; they gate") < drawn.index("mixed/encode") < drawn.index("should/decode")
    assert "<system-out>warning: breaks a SHOULD: wrong &lt;at&gt; 0</system-out>" in junit(report)
    assert "should/decode" not in annotations(report)


def test_a_run_that_stopped_early_does_not_conform() -> None:
    stopped = Report(HEADER, [case("fine/decode", Verdict.PASS)], stopped="the target crashed or hung too often")

    assert not stopped.conforms
    assert "Stopped early: the target crashed or hung too often." in text(stopped)
    assert text(stopped).endswith(
        "NOT FINISHED: adapter:libpuny: 1 of 1 case passed, stopped early, so the rest is untested\n"
    )
    assert ET.fromstring(junit(stopped)).get("errors") == "1"
    assert "Stopped early" in markdown(stopped)


def test_junit_counts_what_it_holds(report: Report) -> None:
    suite = ET.fromstring(junit(report)).find("testsuite")

    assert suite is not None
    for name, path, number in (("tests", "", 9), ("failures", "/failure", 3), ("errors", "/error", 2)):
        assert (suite.get(name), len(suite.findall(f"testcase{path}"))) == (str(number), number)
    assert suite.get("skipped") == "1"
    assert all(test.get("name") and test.get("classname") for test in suite.iter("testcase"))


@pytest.mark.parametrize(
    "hostile", ["<script>", "](http://x)", "`code`", "| cell", "**bold**", "@someone", "a_b_c", "#1", "it's"]
)
def test_markdown_makes_foreign_text_inert(hostile: str) -> None:
    assert hostile not in markdown(Report(HEADER, [case("x/decode", Verdict.FAIL, hostile)]))


def test_annotations_are_one_a_group_and_escaped() -> None:
    made = Report(HEADER, [case("x/decode", Verdict.FAIL, "100%: a, b\n::error::c", clause="")])

    assert annotations(made) == ("::error title=Decode gives a wrong result.::x/decode: 100%25: a, b%0A::error::c\n")


def test_each_form_has_the_first_wrong_step() -> None:
    call, right, wrong = Call(Operation.ENCODE, (0xFC,)), Returns(points("tda")), Returned(points("wca"))
    made = Report(HEADER, [case("x/encode", Verdict.FAIL, call=call, expected=right, got=wrong)] * 2)
    says = "U+00FC at index 0 becomes U+00DC."

    assert as_json(made)["first_wrong"] == {"x/encode": says}
    assert text(made).count("    step       U+00FC at index 0 becomes U+00DC") == 1
    assert "U&#43;00FC at index 0 becomes" in markdown(made)
    assert "U+00FC at index 0 becomes" in html(made)


def test_each_form_has_the_observations() -> None:
    made = Report(HEADER, [case("x/decode", Verdict.FAIL, call=CALL)])
    made.add(case("y/decode", Verdict.FAIL, call=Call(Operation.DECODE, (0x61,))))
    made.observations = [
        Observation(
            "Decode is wrong when \x1b<b> is there.", "So in 1 \x1b<b>.", ("x/decode",), ("y/decode", "x/decode")
        )
    ]
    made.unstable = True

    assert as_json(made)["observations"] == [
        {
            "says": "Decode is wrong when \\x1b<b> is there.",
            "evidence": "So in 1 \\x1b<b>.",
            "cases": ["x/decode"],
            "repeat": ["y/decode", "x/decode"],
        }
    ]
    assert failure.again(made, made.results[0]).endswith("--only y/decode --only x/decode")
    assert "1. Decode is wrong when \\x1b<b> is there." in text(made)
    for form in (text, markdown, html):
        drawn = " ".join(form(made).split())
        assert "An observation, not a proof; under it are 1 of 2 failed cases. So in 1 " in drawn
        assert "\x1b" not in drawn
    assert "&lt;b&gt; is there" in html(made)


def test_where_answers_depend_on_others_the_whole_run_is_to_be_repeated_but_for_laws() -> None:
    command = ("conform", "run", "libpuny", "--strict", "--", "./a b")
    wrong, broken = case("wrong/decode", Verdict.FAIL), law("stability", Breach((CALL,), "this"))
    alone, both = Report(header(command=command), [wrong]), Report(header(command=command), [wrong, broken])

    assert failure.again(alone, wrong) == "conform run libpuny --strict --only wrong/decode -- './a b'"
    assert failure.again(both, wrong) == "conform run libpuny --strict -- './a b'"
    assert failure.again(both, broken) == "conform run libpuny --strict --only law/stability -- './a b'"
    both.header = header(command=command, part=("--only a*", "--vectors v"))
    assert {failure.again(both, one) for one in (wrong, broken)} == {
        "conform run libpuny --strict --only 'a*' -- './a b'"
    }
    assert all("a case may pass alone" in " ".join(form(both).split()) for form in (text, markdown, html))


@pytest.mark.parametrize(
    ("right", "wrong", "lines"),
    [
        # Short results need no mark.
        ("abcdefgh", "abcdefgi", ['"abcdefgh"', '"abcdefgi"']),
        ("üýþ", "üþ", ['U+00FC U+00FD U+00FE  "üýþ"', 'U+00FC U+00FE  "üþ"']),
        ("bcher-kva", "bcher-kv", ['"bcher-kva"', '"bcher-kv"', "         ^ index 8"]),
        (
            *("büch", "bých"),
            ['U+0062 U+00FC U+0063 U+0068  "büch"', 'U+0062 U+00FD U+0063 U+0068  "bých"', f"{' ' * 7}^ index 1"],
        ),
        (
            *("ü" * 9 + "ý", "ü" * 9),
            [f"…{' U+00FC' * 6} U+00FD", f"…{' U+00FC' * 6} ", " " * 14 + "index 9; 10 and 9 code points ^"],
        ),
        ("a" * 60, "a" * 55, [f'"{"a" * 60}"', f'"{"a" * 55}"', " " * 47 + "index 55 ^"]),
        (
            *("ab" * 300, "ab" * 256 + "zy" + "ab" * 43),
            [f'"…{"ab" * 24}…"', f'"…{"ab" * 12}zy{"ab" * 11}…"', " " * 26 + "^ index 512 of 600"],
        ),
    ],
)
def test_two_answers_face_each_other_around_their_difference(right: str, wrong: str, lines: list[str]) -> None:
    result = case("x/decode", Verdict.FAIL, expected=Returns(points(right)), got=Returned(points(wrong)))

    assert [value for label, value in failure.labels(result) if label in ("expected", "got", "")] == lines


def test_all_failures_are_in_a_file_only_if_there_is_one() -> None:
    failures = (case(f"one-{number}/decode", Verdict.FAIL) for number in range(5))
    made = Report(HEADER, [*failures, law("round-trip", *(Breach((), "this"),) * 3)])

    assert "3 more; all of them: --report FILE or --html FILE\n" in text(made)
    assert "3 more; all of them: out.html\n" in text(made, saved="out.html")
    assert "and 2 more\n" in text(made)
