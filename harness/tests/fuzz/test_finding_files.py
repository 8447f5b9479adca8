"""A finding as files: vectors that the suite takes, a record, and a page with tests to paste."""

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from punycode_conform import codec
from punycode_conform.faults import FAULTS
from punycode_conform.fuzz.finding import Finding, Origin
from punycode_conform.fuzz.finding_files import page, save, vector_file
from punycode_conform.render.failure import pasted_tests
from punycode_conform.run.check import Problem
from punycode_conform.run.report import Target
from punycode_conform.suite import corpus, oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut
from punycode_conform.suite.vector import cases

from ..suite.answers import decode

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
ORIGIN = Origin("blackbox", 0, Target("x", "1", "C", "codec:x"), Choices())
PAGES = Path(__file__).parent / "pages.txt"
HOSTILE = "a\"\\'`${x}%s#{y}\\u000a??=??/*/\n\r\t\0" + "1\x7f\x1b[31m\u202e\u2028\ufeffü\U0001f600"


def found(kind: str, *calls: Call, outcome: Outcome = Rejected(), shows: str = "") -> Finding:  # noqa: B008 — a record never changes
    return Finding(Problem(kind, calls, outcome, shows=shows), calls[-1], 7)


FINDINGS = [
    found("accepted", decode("-"), outcome=Returned(())),
    found("refused", decode("tda")),
    found("wrong", Call(ENCODE, (0xFC, 0xFC)), outcome=Returned(tuple(b"tda"))),
    found("crash", decode('-"\\\n\0\x85\u2028\ufeff\U0001f600'), outcome=Crashed("x")),
    found("timeout", Call(ENCODE, ()), outcome=TimedOut(5.0)),
    found("crash", Call(ENCODE, (0xD800, 0x61, 0x20)), outcome=Crashed("killed by SIGSEGV")),
    found("crash", decode("ft46y"), outcome=Crashed("OverflowError: x")),
    found("stability", decode("-"), Call(ENCODE, (0xFC,)), outcome=Returned(())),
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
        (found("accepted", decode("0"), outcome=Returned(())), "truncated-delta-accepted"),
        (found("accepted", decode("_"), outcome=Returned((0x80,))), "underscore-as-digit"),
        (found("accepted", decode("ü-"), outcome=Returned((0xFC,))), "non-ascii-literal-accepted"),
        # What was left out is named only if the result is the right one without it.
        (found("accepted", decode("-a"), outcome=Returned((0x80,))), "leading-delimiter-dropped"),
        (found("accepted", decode("-a"), outcome=Returned((0x80, 0x2D))), "non-digit-accepted"),
        (found("accepted", decode(" tda"), outcome=Returned((0xFC,))), "non-digit-accepted"),
        (found("wrong", Call(ENCODE, (0x61,)), outcome=Returned((0x61,))), "all-basic-returned-unchanged"),
        (found("refused", decode("")), "empty-string-refused"),
        # The input is of a class that the answer does not show.
        (found("wrong", decode("ib9b"), outcome=Returned((0x61,))), ""),
        (found("refused", decode("TDA")), ""),
        (FINDINGS[5], "process-aborted"),
        (FINDINGS[6], "undeclared-error"),
        (FINDINGS[4], ""),
        (FINDINGS[1], ""),
    ],
)
def test_a_bug_class_is_named_where_the_answer_shows_it(finding: Finding, bug: str) -> None:
    assert finding.bug == bug
    assert not bug or bug in corpus.suite().bugs
    assert (f"bug: {bug}" in vector_file(finding, ORIGIN)) == bool(bug)


def test_the_pages_are_as_they_were(request: pytest.FixtureRequest) -> None:
    """Each test to paste was run in its language, with a right codec and with wrong ones, when its form last changed."""
    findings = [
        *(FINDINGS[0], FINDINGS[2], found("crash", decode("a" * 60 + "-"), outcome=Crashed("x"))),
        found("stability", decode("-"), Call(ENCODE, tuple(map(ord, HOSTILE))), Call(ENCODE, (0xFC,))),
        found("wrong", decode("ib9b"), outcome=Returned((0x61,))),  # only strings of Python hold a surrogate
        # No single answer shows these.
        found("coherence", decode("tda"), outcome=Returned((0xFC,)), shows="``` <img src=x>"),
        found("case-blind-digits", decode("tda"), outcome=Returned((0xFC,))),
    ]
    pages = "\n".join(page(finding, ORIGIN) for finding in findings)
    if request.config.getoption("--update"):
        PAGES.write_text(pages, encoding="utf-8")

    assert pages == PAGES.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("fault", "finding"),
    [("leading-delimiter-consumed", FINDINGS[0]), ("base-35", FINDINGS[2]), ("index-error", FINDINGS[3])],
)
def test_a_pasted_test_passes_with_a_right_codec_and_fails_with_a_wrong_one(fault: str, finding: Finding) -> None:
    calls = finding.problem.calls
    expected = oracle.expect(oracle.facts(calls[-1]), Choices())
    code = {language: code for language, _, code in pasted_tests(finding.id, calls, expected)}["Python"]

    def run(encode: Callable[[str], str], decode: Callable[[str], str]) -> None:
        names: dict[str, Any] = {"pytest": pytest, "contextlib": contextlib, "encode": encode, "decode": decode}
        exec(code, names)
        names["test_" + finding.id.replace("-", "_")]()

    run(codec.encode, codec.decode)
    wrong = FAULTS[fault].make()
    with pytest.raises((AssertionError, IndexError, pytest.fail.Exception)):
        run(wrong.encode, wrong.decode)
