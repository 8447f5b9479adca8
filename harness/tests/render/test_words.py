"""What people read first: which group of failures, what of long answers, and which command shows a failure again."""

from typing import Any

import pytest

from punycode_conform.render import words
from punycode_conform.render.excerpt import around, excerpt, parting
from punycode_conform.render.junit import junit
from punycode_conform.render.markdown import markdown
from punycode_conform.render.page import html
from punycode_conform.render.text import text
from punycode_conform.run.report import Cause, Header, Report
from punycode_conform.run.result import CaseResult, Result
from punycode_conform.suite.laws import Breach
from punycode_conform.suite.oracle import Returns
from punycode_conform.suite.outcome import Call, Operation, Returned
from punycode_conform.suite.verdict import Verdict

from .. import results
from ..results import CALL

HEADER = Header("1.2.3", "sha256:" + "ab" * 32, "libpuny", "4.5", "C", "adapter:libpuny", {})


def case(name: str, verdict: Verdict, **more: Any) -> CaseResult:
    return results.case(f"{name}/decode", verdict, "wrong", **more)


def law(name: str, *calls: bytes) -> Result:
    return results.law(name, *(Breach((Call(Operation.DECODE, tuple(call)),), "this") for call in calls))


def report(*made: Result, resembles: tuple[Cause, ...] = ()) -> Report:
    report = Report(HEADER, made, command=["conform", "run", "libpuny", "--strict", "--", "./a b"])
    report.causes = list(resembles)
    return report


def several(bug: str, failed: int, passed: int) -> list[CaseResult]:
    verdicts = [Verdict.FAIL] * failed + [Verdict.PASS] * passed
    return [case(f"{bug}-{index}", verdict, bug=bug) for index, verdict in enumerate(verdicts)]


def order(made: Report) -> list[str]:
    return [group[0].bug or group[0].id for group in words.groups(made).values()]


def test_the_class_of_which_most_fails_comes_first_and_a_single_vector_does_not() -> None:
    some = [*several("single", 1, 0), *several("half", 50, 50), *several("all", 50, 0)]

    assert order(report(*some)) == ["all", "half", "single"]


def test_skipped_cases_do_not_count_against_a_class() -> None:
    some = [*several("all", 20, 0), *several("most", 20, 5)]
    some += [case(f"left-{index}", Verdict.SKIP, bug="all") for index in range(90)]

    assert order(report(*some)) == ["all", "most"]


def test_a_named_cause_comes_before_all_classes_and_broken_stability_before_it() -> None:
    cause = Cause("a-fault", "It is wrong.", "6.2", 1, 1, bug="named")
    some = [law("round-trip", b"-"), *several("all", 50, 0), case("clause", Verdict.FAIL), *several("named", 1, 9)]

    assert order(report(*some, resembles=(cause,))) == ["named", "all", "clause/decode", "law/round-trip"]
    assert order(report(*some, law("stability", b"-"), resembles=(cause,)))[:2] == ["law/stability", "named"]


def test_the_order_is_the_same_in_all_forms() -> None:
    made = report(*several("half", 5, 5), *several("all", 9, 0))
    drawn = [form(made) for form in (text, markdown, html)]

    assert all(form.index("all-0/decode") < form.index("half-0/decode") for form in drawn)


@pytest.mark.parametrize(
    ("likeness", "heading", "sentences"),
    [
        (
            Cause("a", "It is wrong.", "6.2", 2, 2),
            "Likely cause",
            ["gives the same wrong answer in all 2 failed cases, and no wrong answer where this target is right."],
        ),
        (
            Cause("a", "It is wrong.", "6.2", 1, 1),
            "Likely cause",
            ["gives the same wrong answer in the one failed case, and no wrong answer where this target is right."],
        ),
        (
            Cause("a", "It is wrong.", "6.2", 19, 20, "encode", 7),
            "Likely cause of a part of the failures",
            [
                "gives the same wrong answer in 19 of the 20 failed encode cases, and no wrong answer where this target is "
                "right.",
                "7 failed cases are not explained by this.",
            ],
        ),
    ],
)
def test_a_cause_is_told_with_what_it_explains_and_what_it_does_not(
    likeness: Cause, heading: str, sentences: list[str]
) -> None:
    made = report(*several("x", 27, 0), resembles=(likeness,))
    told = words.cause_sentences(made)

    assert heading == words.cause_heading(made)
    assert len(told) == len(sentences)
    assert all(one.endswith(end) for one, end in zip(told, sentences, strict=True))
    assert heading in text(made)
    assert f"### {heading}" in markdown(made)
    assert f"<h2>{heading}</h2>" in html(made)


def test_where_answers_depend_on_others_the_whole_run_is_to_be_repeated_but_for_laws() -> None:
    wrong, other, broken = (
        case("wrong", Verdict.FAIL),
        case("other", Verdict.FAIL, call=Call(Operation.DECODE, (0x2D,))),
        law("stability", b"-"),
    )
    alone, both = report(wrong), report(wrong, other, broken)

    assert words.again(alone, wrong) == "conform run libpuny --strict --only wrong/decode -- './a b'"
    assert words.again(both, wrong) == "conform run libpuny --strict -- './a b'"
    assert words.again(both, broken) == "conform run libpuny --strict --only law/stability -- './a b'"
    assert "order" not in dict(words.labels_and_command(wrong, alone))
    assert dict(words.labels_and_command(wrong, both))["order"].startswith(
        "The answer may depend on the calls before it"
    )
    assert dict(words.labels_and_command(other, both))["order"].startswith("The answer depends on the calls before it")


@pytest.mark.parametrize(
    ("points", "at", "reach", "start", "end", "place"),
    [
        ([0x61] * 4, 1, 2, 0, 4, ""),
        ([0x61] * 40, 4, 2, 0, 7, "(the first 7 of 40 code points)"),
        ([0x61] * 40, 5, 2, 3, 8, "(from index 3 of 40 code points)"),
        ([0x61] * 40, 37, 2, 35, 40, "(from index 35 of 40 code points)"),
        ([0x61] * 40, 40, 2, 38, 40, "(from index 38 of 40 code points)"),
        ([0x61] * 1200, 600, 24, 576, 625, "(from index 576 of 1,200 code points)"),
        ([], 0, 2, 0, 0, ""),
    ],
)
def test_an_excerpt_holds_the_place_and_a_few_on_either_side(
    points: list[int], at: int, reach: int, start: int, end: int, place: str
) -> None:
    part = excerpt(points, at, reach)

    assert (part.start, part.end, part.place) == (start, end, place)
    assert start <= at <= end


def test_the_place_where_two_answers_part_may_be_the_end_of_one() -> None:
    assert [parting("abc", "abd"), parting("ab", "abd"), parting("", "a"), parting("a", "a")] == [2, 2, 0, 1]  # type: ignore[arg-type]


def test_what_ends_before_the_place_says_so() -> None:
    assert around([0x61] * 300, 300, encoded=True).startswith('…"aaa')
    assert around([], 0, encoded=False) == "(end)  (end)"


@pytest.mark.parametrize("operation", Operation)
def test_the_difference_of_long_answers_is_shown_in_every_form(operation: Operation) -> None:
    wanted, got = [0x61, 0x62] * 300, [0x61, 0x62] * 300
    got[256], got[257] = 0x7A, 0x79
    made = report(
        case(
            "long",
            Verdict.FAIL,
            call=Call(operation, CALL.input),
            expected=Returns(tuple(wanted)),
            got=Returned(tuple(got)),
        ),
    )
    place = f"(from index {256 - (24 if operation is Operation.ENCODE else 8)} of 600 code points)"
    told = dict(words.labels_and_command(made.results[0], made))

    assert told["expected"] != told["got"]
    assert told["expected"].endswith(place)
    assert "zyab" in told["got"]
    assert all("zyab" in form(made) for form in (text, junit, markdown))
    assert "(from index 232 of 600 code points)" in html(made)
    assert "<mark>z</mark>y" in html(made) or "<mark>U+007A</mark> U+0079" in html(made)
