"""A finding as files: vectors that the suite's door lets in, a record, tests in six languages."""

import ast
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from punycode_conform.fuzz import paste
from punycode_conform.fuzz.check import Problem
from punycode_conform.fuzz.finding import Finding, as_json
from punycode_conform.fuzz.written import save, vector_file
from punycode_conform.suite import corpus
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut
from punycode_conform.suite.vector import cases

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
RUN: dict[str, Any] = {"seed": 0, "engine": "blackbox", "target": {"label": "codec:x"}, "choices": {}}


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
    path = save(finding, as_json(finding, RUN, Choices()), tmp_path)
    made = cases(list(corpus.bring([path]).vectors))

    assert [case.call for case in made] == list(finding.problem.calls)
    assert made[-1].vector.id == finding.id


@pytest.mark.parametrize("points", [(0xD800,), (0x110000,)])
def test_what_yaml_cannot_hold_is_written_without_a_vector(points: tuple[int, ...], tmp_path: Path) -> None:
    finding = found("crash", Call(DECODE, points), outcome=Crashed("x"))
    path = save(finding, as_json(finding, RUN, Choices()), tmp_path)

    assert sorted(p.suffix for p in tmp_path.iterdir()) == [".json", ".md"]
    assert "No vector can hold this case" in path.read_text()


def test_the_record_says_how_to_make_the_case_again(tmp_path: Path) -> None:
    finding = FINDINGS[0]
    save(finding, as_json(finding, RUN, Choices()), tmp_path)
    record = json.loads((tmp_path / f"{finding.id}.json").read_text())

    assert (record["seed"], record["case"], record["scheme"], record["engine"]) == (0, 7, 1, "blackbox")
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
    assert (f"bug: {bug}" in vector_file(finding, as_json(finding, RUN, Choices()))) == bool(bug)


@pytest.mark.parametrize("finding", FINDINGS, ids=lambda finding: finding.id)
def test_the_python_test_is_python(finding: Finding) -> None:
    code = dict(paste.tests(finding.call)).get("Python", "pass")

    assert ast.parse(code)


def test_tests_are_there_for_every_language() -> None:
    assert list(dict(paste.tests(FINDINGS[0].call))) == ["Python", "JavaScript", "Go", "Rust", "Java", "C"]


def test_languages_without_surrogates_in_strings_have_no_test_with_them() -> None:
    assert {"Go", "Rust"} & set(dict(paste.tests(FINDINGS[5].call))) == set()


@pytest.mark.parametrize("finding", [f for f in FINDINGS if f.id != FINDINGS[6].id], ids=lambda finding: finding.id)
def test_the_javascript_and_c_tests_hold_for_what_the_oracle_gives(finding: Finding, tmp_path: Path) -> None:
    """Pasted beside stubs: the code is taken by the languages themselves."""
    code = dict(paste.tests(finding.call))
    if (node := shutil.which("node")) is not None:
        script = tmp_path / "test.js"
        script.write_text("const test = () => {}, assert = {}, punycode = {};\n" + code["JavaScript"], encoding="utf-8")
        subprocess.run([node, "--check", script], check=True, capture_output=True)
    if (cc := shutil.which("cc")) is not None:
        source = tmp_path / "test.c"
        head = "#include <assert.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <string.h>\n"
        head += "int punycode_encode(size_t, const uint32_t *, size_t *, char *);\n"
        head += "int punycode_decode(size_t, const char *, size_t *, uint32_t *);\n"
        name = f"{finding.call.operation.value}_found_by_fuzzing"
        source.write_text(f"{head}{code['C']}\nvoid all(void) {{ {name}(); }}\n", encoding="utf-8")
        subprocess.run([cc, "-fsyntax-only", "-Wall", source], check=True, capture_output=True)
