"""A finding as files: vectors that the suite's door lets in, a record, tests to paste."""

import json
from pathlib import Path

import pytest

from punycode_conform.fuzz import pasted_tests
from punycode_conform.fuzz.finding import Finding, Origin
from punycode_conform.fuzz.finding_files import page, save, vector_file
from punycode_conform.fuzz.text import finding_lines
from punycode_conform.run.problem import Problem
from punycode_conform.suite import corpus
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut
from punycode_conform.suite.vector import cases

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
ORIGIN = Origin("blackbox", 0, "codec:x", Choices())


def found(kind: str, *calls: Call, outcome: Outcome = Rejected()) -> Finding:  # noqa: B008 — a record never changes
    return Finding(Problem(kind, calls, outcome), calls[-1], 7)


FINDINGS = [
    found("accepted", Call(DECODE, (0x2D,)), outcome=Returned(())),
    found("refused", Call(DECODE, tuple(b"tda"))),
    found("wrong", Call(ENCODE, (0xFC, 0xFC)), outcome=Returned(tuple(b"tda"))),
    found("crash", Call(DECODE, (0x2D, 0x22, 0x5C, 0x0A, 0, 0x85, 0x2028, 0xFEFF, 0x1F600)), outcome=Crashed("x")),
    found("timeout", Call(ENCODE, ()), outcome=TimedOut(5.0)),
    found("crash", Call(ENCODE, (0xD800, 0x61, 0x20)), outcome=Crashed("killed by SIGSEGV")),
    found("crash", Call(DECODE, tuple(b"ft46y")), outcome=Crashed("OverflowError: x")),
    found("stability", Call(DECODE, (0x2D,)), Call(ENCODE, (0xFC,)), outcome=Returned(())),
]


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: finding.id)
def test_a_finding_is_a_vector_file_that_the_suite_takes(finding: Finding, tmp_path: Path) -> None:
    path = save(finding, ORIGIN, tmp_path)
    made = cases(list(corpus.bring([path]).vectors))

    assert [case.call for case in made] == list(finding.problem.calls)
    assert made[-1].vector.id == finding.id


@pytest.mark.parametrize("points", [(0xD800,), (0x110000,)])
def test_what_yaml_cannot_hold_is_written_without_a_vector(points: tuple[int, ...], tmp_path: Path) -> None:
    finding = found("crash", Call(DECODE, points), outcome=Crashed("x"))
    path = save(finding, ORIGIN, tmp_path)

    assert sorted(p.suffix for p in tmp_path.iterdir()) == [".json", ".md"]
    assert "No vector can hold this case" in path.read_text()


def test_the_record_says_how_to_make_the_case_again(tmp_path: Path) -> None:
    finding = FINDINGS[0]
    save(finding, ORIGIN, tmp_path)
    record = json.loads((tmp_path / f"{finding.id}.json").read_text())

    assert (record["seed"], record["case"], record["scheme"], record["engine"]) == (0, 7, 6, "blackbox")
    assert record["calls"] == [{"operation": "decode", "input": [0x2D]}]
    assert (record["expected"], record["got"]) == ({"rejects": "bad-digit"}, {"returned": []})


@pytest.mark.parametrize(
    ("finding", "bug"),
    [
        (FINDINGS[0], "leading-delimiter-dropped"),
        (found("accepted", Call(DECODE, tuple(b"0"))), "truncated-delta-accepted"),
        (found("accepted", Call(DECODE, tuple(b"_"))), "underscore-as-digit"),
        (found("accepted", Call(DECODE, (0xFC, 0x2D))), "non-ascii-literal-accepted"),
        (FINDINGS[5], "process-aborted"),
        (FINDINGS[6], "undeclared-error"),
        (FINDINGS[4], "endless-loop"),
        (FINDINGS[1], ""),
    ],
)
def test_a_bug_class_is_named_where_the_signs_are_clear(finding: Finding, bug: str) -> None:
    assert finding.bug == bug
    assert not bug or bug in corpus.suite().bugs
    assert (f"bug: {bug}" in vector_file(finding, ORIGIN)) == bool(bug)


@pytest.mark.parametrize(
    ("text", "value", "bug"),
    [
        ("-a", "\x80", "leading-delimiter-dropped"),
        ("-a", "\x80-", "non-digit-accepted"),
        (" tda", "ü", "white-space-stripped"),
        # A literal part may begin with a space, and what is accepted is another character.
        (" a-td!a", " aü", "non-digit-accepted"),
    ],
)
def test_what_was_left_out_is_named_only_where_the_result_is_the_right_one_without_it(
    text: str, value: str, bug: str
) -> None:
    finding = found("accepted", Call(DECODE, tuple(map(ord, text))), outcome=Returned(tuple(map(ord, value))))

    assert finding.bug == bug


def test_the_expected_and_the_wrong_answer_are_shown_as_code_points_and_text(tmp_path: Path) -> None:
    finding = found("wrong", Call(DECODE, tuple(b"tda")), outcome=Returned((0x161,)))
    lines = [*finding_lines(finding, tmp_path, Choices(), color=False)]

    assert [line.split(maxsplit=1) for line in lines[1:4]] == [
        ["decode", '"tda"'],
        ["expected", 'U+00FC  "ü"'],
        ["got", 'U+0161  "š"'],
    ]
    assert "\n".join(lines[1:4]) in page(finding, ORIGIN)


@pytest.mark.parametrize("kind", ["coherence", "case-blind-digits"])
def test_where_no_answer_is_wrong_by_itself_none_is_shown(kind: str, tmp_path: Path) -> None:
    finding = found(kind, Call(DECODE, tuple(b"tda")), outcome=Returned((0xFC,)))

    assert "expected" not in "".join(finding_lines(finding, tmp_path, Choices(), color=False))
    assert "expected" not in page(finding, ORIGIN)


def test_nothing_foreign_ends_the_code_in_which_the_page_shows_it() -> None:
    foreign = "``` <img src=x onerror=1>"
    finding = found("crash", Call(DECODE, tuple(foreign.encode())), outcome=Crashed(f"RuntimeError: {foreign}"))
    problem = Problem("crash", finding.problem.calls, finding.problem.outcome, shows=foreign)
    finding = Finding(problem, finding.call, 7)
    told = page(finding, ORIGIN).partition("\n## ")[0].splitlines()

    assert [line[:4] for line in told if "<img" in line] == ["    "] * 3


def test_the_page_has_a_test_for_every_language_if_one_answer_shows_the_finding() -> None:
    shown, not_shown = (page(f, ORIGIN) for f in (FINDINGS[0], found("coherence", FINDINGS[0].call)))

    assert [line[3:] for line in shown.splitlines() if line.startswith("## ")] == list(pasted_tests.LANGUAGES)
    assert "## " not in not_shown
