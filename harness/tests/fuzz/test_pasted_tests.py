"""Tests to paste: they hold in their own languages with a right codec, and not with a wrong one.

The codecs are stubs that answer from a table of numbers, so that a slip in how a string is written shows.
"""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from punycode_conform.fuzz import pasted_tests as pasted
from punycode_conform.fuzz.finding import Finding
from punycode_conform.run.problem import Problem
from punycode_conform.suite import oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Call, Operation, Rejected

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
STUBS = Path(__file__).parent / "pasted"
HOSTILE = "a\"\\'`${x}%s#{y}\\u000a??=??/*/\n\r\t\0" + "1\x7f\x1b[31m\u202e\u2028\ufeffü\U0001f600"
PAIR = (0xD83D, 0xDE00)
Run = Callable[[str, Path], bool]
"""Whether the test of that name passes with the codec of that table."""


def numbers(text: str) -> tuple[int, ...]:
    return tuple(map(ord, text))


def found(kind: str, *calls: Call) -> Finding:
    return Finding(Problem(kind, calls, Rejected()), calls[-1], 7)


FINDINGS = {
    "accepted": found("accepted", Call(DECODE, (0x2D,))),
    "refused": found("refused", Call(DECODE, numbers("tda"))),
    "wrong": found("wrong", Call(ENCODE, (0xFC, 0xFC))),
    "crash": found("crash", Call(DECODE, numbers("a" * 9 + "zzz"))),
    "two calls": found("stability", Call(DECODE, (0x2D,)), Call(ENCODE, numbers(HOSTILE)), Call(ENCODE, (0xFC,))),
    "hostile": found("wrong", Call(ENCODE, numbers(HOSTILE))),
    "hostile and refused": found("accepted", Call(DECODE, numbers(HOSTILE))),
    "surrogate": found("crash", Call(ENCODE, (0xD800, 0x61, 0x20))),
    "surrogate as a result": found("wrong", Call(DECODE, numbers("ib9b"))),
    "pair as a result": found("wrong", Call(DECODE, oracle.encode_fast(PAIR))),
    "beyond Unicode": found("crash", Call(DECODE, numbers("ft46y"))),
    "empty, encoded": found("timeout", Call(ENCODE, ())),
}
PYTHON_ONLY = {"surrogate", "surrogate as a result", "pair as a result"}


def held(language: str) -> dict[str, Finding]:
    """The findings that a language's strings can hold."""
    return {name: finding for name, finding in FINDINGS.items() if language == "Python" or name not in PYTHON_ONLY}


def codes(finding: Finding) -> dict[str, str]:
    """The tests by language."""
    return {test.language: test.code for test in pasted.tests(finding, Choices())}


def rows(finding: Finding, language: str) -> dict[str, list[str]]:
    """What right codecs, and wrong ones, answer in a language."""
    expected = oracle.expect(oracle.facts(finding.call), Choices())
    value = None if isinstance(expected, oracle.Rejects) else expected.value
    if value is not None and max(value, default=0) > 0x10FFFF:
        value = None
    given = " ".join([finding.call.operation.value, *(f"{c:x}" for c in finding.call.input)])
    other = "ok" + " 61" * (len(value or ()) + 1)
    if value is None:
        right, wrong = ["reject"], [other]
    else:
        right, wrong = [" ".join(["ok", *(f"{c:x}" for c in value)])], ["reject", other]
        if isinstance(expected, oracle.Either):
            right, wrong = [*right, "reject"], [other]
    if language != "JavaScript":  # there any exception may be a refusal
        wrong.append("crash")
    return {"right": [f"{given} = {said}" for said in right], "wrong": [f"{given} = {said}" for said in wrong]}


def python(source: str, folder: Path) -> Run:
    def answer(operation: str, text: str) -> str:
        given = " ".join([operation, *(f"{ord(c):x}" for c in text)])
        answers = dict(line.split(" = ") for line in Path(os.environ["TABLE"]).read_text().splitlines())
        said = answers.get(given, "reject").split()
        if said[0] == "crash":
            raise IndexError("list index out of range")
        if said[0] == "reject":
            raise ValueError
        return "".join(chr(int(c, 16)) for c in said[1:])

    names: dict[str, Any] = {"pytest": pytest, "contextlib": contextlib}
    names |= {op.value: lambda text, op=op: answer(op.value, text) for op in Operation}
    exec(source, names)

    def run(test: str, table: Path) -> bool:
        os.environ["TABLE"] = str(table)
        try:
            names[test]()
        except (AssertionError, IndexError, ValueError, pytest.fail.Exception):
            return False
        return True

    return run


def done(*command: object, table: Path, cwd: Path) -> bool:
    """Whether a command ends well; a broken stub, which ends with 9, is no failure of a test."""
    words = [str(word) for word in command]
    ended = subprocess.run(words, cwd=cwd, env={**os.environ, "TABLE": str(table)}, capture_output=True, check=False)
    assert ended.returncode != 9, ended.stderr
    return ended.returncode == 0


def compiled(*command: object, cwd: Path, **more: str) -> None:
    words = [str(word) for word in command]
    made = subprocess.run(words, cwd=cwd, env={**os.environ, **more}, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr


def javascript(source: str, folder: Path) -> Run:
    (folder / "test.js").write_text((STUBS / "codec.js").read_text() + source)
    return lambda test, table: done("node", f"--test-name-pattern=^{test}$", "test.js", table=table, cwd=folder)


def go(source: str, folder: Path) -> Run:
    shutil.copy(STUBS / "codec.go", folder)
    (folder / "go.mod").write_text("module pasted\n\ngo 1.19\n")
    (folder / "codec_test.go").write_text(f'package pasted\n\nimport "testing"\n\n{source}\n')
    compiled("gofmt", "-l", "-e", ".", cwd=folder)
    compiled("go", "vet", ".", cwd=folder, GOTOOLCHAIN="local", GOFLAGS="-mod=mod")
    compiled("go", "test", "-c", "-o", "tests", ".", cwd=folder, GOTOOLCHAIN="local", GOFLAGS="-mod=mod")
    return lambda test, table: done("./tests", f"-test.run=^{test}$", table=table, cwd=folder)


def rust(source: str, folder: Path) -> Run:
    (folder / "tests.rs").write_text((STUBS / "codec.rs").read_text() + source)
    compiled("rustc", "--test", "-D", "warnings", "--edition", "2021", "-o", "tests", "tests.rs", cwd=folder)
    return lambda test, table: done("./tests", "--exact", test, table=table, cwd=folder)


def java(source: str, folder: Path) -> Run:
    around = (STUBS / "Pasted.java").read_text()
    (folder / "Pasted.java").write_text(around.replace("// the tests are pasted here", source))
    compiled("javac", "-encoding", "US-ASCII", "-Xlint:all", "-Werror", "Pasted.java", cwd=folder)
    return lambda test, table: done(
        "java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "Pasted", test, table=table, cwd=folder
    )


MAKERS: dict[str, tuple[str, Callable[[str, Path], Run]]] = {
    "Python": ("", python),
    "JavaScript": ("node", javascript),
    "Go": ("go", go),
    "Rust": ("rustc", rust),
    "Java": ("javac", java),
}


def named(finding: Finding, language: str) -> str:
    """What a test is called in its language."""
    words = finding.id.split("-")
    camel = "".join(word[:1].upper() + word[1:] for word in words)
    return {
        "Python": "_".join(["test", *words]),
        "JavaScript": " ".join(words),
        "Go": "Test" + camel,
        "Java": "f" + camel[1:],
    }.get(language, "_".join(words))


@pytest.mark.parametrize("language", ["Python", *(pytest.param(one, marks=pytest.mark.slow) for one in [*MAKERS][1:])])
def test_a_right_codec_passes_and_a_wrong_one_fails(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, make = MAKERS[language]
    monkeypatch.setenv("TABLE", "")
    if program and shutil.which(program) is None:
        assert not os.environ.get("CONFORM_REAL"), f"{program} is not installed"
        pytest.skip(f"{program} is not installed")
    findings = held(language)
    run = make("\n".join(codes(finding)[language] + "\n" for finding in findings.values()), tmp_path)
    said: dict[str, list[tuple[str, str]]] = {"right": [], "wrong": []}
    for name, finding in findings.items():
        for kind, answers in rows(finding, language).items():
            for answer in answers:
                table = tmp_path / "table"
                table.write_text(answer + "\n")
                if run(named(finding, language), table) != (kind == "right"):
                    said[kind].append((name, answer))

    assert said == {"right": [], "wrong": []}


@pytest.mark.parametrize("kind", ["unrepeated", "coherence", "case-blind-digits"])
def test_what_one_answer_does_not_show_has_no_test(kind: str) -> None:
    assert list(pasted.tests(found(kind, Call(DECODE, (0x61,))), Choices())) == []
