"""What people read of one failure: what of long answers, and which command shows it again."""

from typing import Any

import pytest

from punycode_conform.render import words
from punycode_conform.render.excerpt import facing
from punycode_conform.render.junit import junit
from punycode_conform.render.page import html, markdown
from punycode_conform.render.text import text
from punycode_conform.run.report import Report
from punycode_conform.run.result import CaseResult, Result
from punycode_conform.suite.laws import Breach
from punycode_conform.suite.oracle import Returns
from punycode_conform.suite.outcome import Call, Operation, Returned
from punycode_conform.suite.verdict import Verdict

from .. import results
from ..results import CALL


def case(name: str, verdict: Verdict, **more: Any) -> CaseResult:
    return results.case(f"{name}/decode", verdict, "wrong", **more)


def law(name: str, *calls: bytes) -> Result:
    return results.law(name, *(Breach((Call(Operation.DECODE, tuple(call)),), "this") for call in calls))


def report(*made: Result) -> Report:
    return Report(results.header(command=("conform", "run", "libpuny", "--strict", "--", "./a b")), made)


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


LONG, OTHER = [0x61, 0x62] * 300, [0x61, 0x62] * 256 + [0x7A, 0x79] + [0x61, 0x62] * 43


@pytest.mark.parametrize(
    ("one", "other", "lines"),
    [
        ([*b"abcdefgh"], [*b"abcdefgi"], None),
        ([0xFC, 0xFD, 0xFE], [0xFC, 0xFE], None),
        ([*b"bcher-kva"], [*b"bcher-kvb"], ['"bcher-kva"', '"bcher-kvb"', "         ^ index 8"]),
        ([*b"bcher-kva"], [*b"bcher-kv"], ['"bcher-kva"', '"bcher-kv"', "         ^ index 8"]),
        ([*b"bcher-kva"], [*b"cher-kva"], ['"bcher-kva"', '"cher-kva"', " ^ index 0"]),
        (
            [0x62, 0xFC, 0x63, 0x68],
            [0x62, 0xFD, 0x63, 0x68],
            ["U+0062 U+00FC U+0063 U+0068", "U+0062 U+00FD U+0063 U+0068", "       ^ index 1"],
        ),
        (
            [0xFC] * 9 + [0xFD],
            [0xFC] * 9,
            [
                f"…{' U+00FC' * 6} U+00FD",
                f"…{' U+00FC' * 6}",
                " " * 14 + "index 9; 10 and 9 code points ^",
            ],
        ),
        (
            [0x62, 0xFC, 0x63, 0x68, 0x65, 0x100000000],
            [0x62, 0xFC, 0x63, 0x68, 0x65, 0],
            [
                "U+0062 U+00FC U+0063 U+0068 U+0065 U+100000000",
                "U+0062 U+00FC U+0063 U+0068 U+0065 U+0000",
                " " * 35 + "^ index 5",
            ],
        ),
        (
            [*b"a" * 60],
            [*b"a" * 55],
            [f'"{"a" * 60}"', f'"{"a" * 55}"', " " * 47 + "index 55 ^"],
        ),
        (
            LONG,
            OTHER,
            [f'"…{"ab" * 24}…"', f'"…{"ab" * 12}zy{"ab" * 11}…"', " " * 26 + "^ index 512 of 600"],
        ),
    ],
)
def test_two_answers_face_each_other_around_their_difference(
    one: list[int], other: list[int], lines: list[str] | None
) -> None:
    found = facing(one, other)

    assert (list(found) if found else None) == lines


@pytest.mark.parametrize("operation", Operation)
def test_the_difference_of_long_answers_is_shown_in_every_form(operation: Operation) -> None:
    call = Call(operation, CALL.input)
    made = report(case("long", Verdict.FAIL, call=call, expected=Returns(tuple(LONG)), got=Returned(tuple(OTHER))))
    shown = text(made)
    lines = shown.splitlines()
    place = next(index for index, line in enumerate(lines) if line.endswith("^ index 512 of 600"))

    assert lines[place - 1][lines[place].index("^") :].startswith("zyab")
    assert lines[place - 2][lines[place].index("^") :].startswith("abab")
    assert all("zyab" in form(made) for form in (text, junit, markdown))
    assert "<mark>z</mark>y" in html(made) or "<mark>U+007A</mark> U+0079" in html(made)
    assert "from index 488 of 600 code points" in html(made)


@pytest.mark.parametrize("name", ["libpuny", ""])
def test_a_long_command_hides_neither_name_nor_version(name: str) -> None:
    label = "-- " + "/usr/lib/very/long/path/to/an/" * 9 + "adapter --some=option"
    shown = words.target(Report(results.header(label, name or label)))

    assert shown.endswith("4.5 (C)")
    assert ("libpuny" in shown) == bool(name)
    assert len(shown) < 100


def test_all_failures_are_in_a_file_only_if_there_is_one() -> None:
    made = report(*(case(f"one-{number}", Verdict.FAIL) for number in range(5)), law("round-trip", b"a", b"b", b"c"))

    assert "3 more; all of them: --report FILE or --html FILE\n" in text(made)
    assert "3 more; all of them: out.html\n" in text(made, saved="out.html")
    assert "and 1 more\n" in text(made)
    assert "in the report" not in text(made, saved="out.html")
