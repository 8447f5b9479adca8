"""A fuzz target that is run by itself: ``python fuzz_NAME.py TARGET [OPTIONS] [libFuzzer's flags, corpora, inputs]``.

It raises at the first problem, so libFuzzer leaves the input in a file. With ``--report``, which ``conform fuzz --engine
atheris`` gives, problems are only reported: the lines of JSON are a ``case`` to examine, ``counts`` since the last ones, and
the ``end`` of libFuzzer.
"""

import argparse
import atexit
import json
import os
import re
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NoReturn

from ..errors import ConformError
from ..notation import plain, quote, show
from ..run.problem import Problem
from ..suite.choices import Choices
from ..suite.outcome import Call, Operation
from ..targets import adapter
from . import libfuzzer

_NO_ANSWER = ("crash", "timeout")  # these break every invariant
_AGAIN = ("-fork=", "-jobs=", "-workers=", "-merge=", "-minimize_crash=")  # libFuzzer starts further processes
_BATCH = 256  # cases after which counts are reported
_exit = os._exit  # a target's is another


class Options(argparse.Namespace):
    """The command line."""

    target: str  # an import path or codec:NAME
    rejects: list[str]  # exception classes that count as a refusal
    choice: list[str]  # what the target has declared, as NAME=SIDE
    report: Path | None  # where problems are reported instead of raised
    raw: bool  # decode bytes as they are
    rest: list[str]  # for libFuzzer


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ConformError(plain(message), "--rejects CLASS, --choice NAME=SIDE, --raw")


def parse(arguments: Sequence[str]) -> Options:
    """The command line, parsed."""
    # Elsewhere a corpus of libFuzzer's could be treated as the target.
    if not arguments or arguments[0].startswith("-"):
        raise ConformError("no target", "name it first: mylib.punycode, pkg.mod:obj, pkg.mod:enc,dec or codec:NAME")
    parser = _Parser(allow_abbrev=False)
    parser.add_argument("target")
    for option in ("--rejects", "--choice"):
        parser.add_argument(option, action="append", default=[])
    parser.add_argument("--report", type=Path)
    parser.add_argument("--raw", action="store_true")
    options, rest = parser.parse_known_args(arguments, Options())
    if unknown := next((word for word in rest if word.startswith("--")), ""):
        parser.error(f"unknown option {unknown}")
    options.rest = rest
    return options


def main(laws: Collection[str] = (), arguments: Sequence[str] | None = None) -> NoReturn:
    """Fuzz until libFuzzer ends.

    ``laws`` says which broken laws count, beside crashes and hangs; if it is empty, every problem counts.
    """
    try:
        words = list(sys.argv[1:] if arguments is None else arguments)
        options = parse(words)
        words = [word for word in words if word not in options.rest]  # those that start this process again
        libfuzzer.die_on_exit(_say)
        choices = Choices().declare_all(dict(pair.split("=", 1) for pair in options.choice))
        target = libfuzzer.instrumented(options.target, options.rejects)
        watch = libfuzzer.Watch(target, choices, bytes_only=options.raw)
        report = _Report(options.report, watch) if options.report else None
        flags = _graceful(options.rest)
        flags = libfuzzer.seeded(flags, bytes_only=options.raw, folder=adapter.cache().parent / "fuzz")
    except ConformError as error:
        hint = f"\n  {error.hint}" if error.hint else ""
        print(f"{error.message}{hint}", file=sys.stderr)
        sys.exit(error.exit_status)
    for path in filter(Path.is_file, map(Path, options.rest)):
        _say(f"{path}: {_shown(watch.case(path.read_bytes()))}")

    def test(data: bytes) -> None:
        for problem in watch(data):
            if not laws or problem.kind in _NO_ANSWER or {problem.kind, *problem.laws} & {*laws}:
                raise _named(problem)

    # A bundle made for a fuzzing service is its own interpreter.
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, sys.argv[0]]
    if report:
        libfuzzer.at_success(report.end)
    libfuzzer.fuzz(report.test if report else test, flags, [*program, *words])
    if report:
        report.end()
    atexit._run_exitfuncs()  # a service's measure of coverage is saved there; _exit runs none
    _exit(0)


def _graceful(flags: Sequence[str]) -> list[str]:
    """``-runs`` in the form after which atheris returns to Python, where this process is the only one."""
    if any(flag.startswith(_AGAIN) for flag in flags):
        return list(flags)
    # With 0 libFuzzer runs the seeds only, and atheris for ever.
    return [re.sub(r"^-runs=(?=0*[1-9])", "-atheris_runs=", flag) for flag in flags]


def _shown(call: Call) -> str:
    text = quote(call.input, 200) if call.operation is Operation.DECODE else show(call.input, 40)
    return f"{call.operation.value} {text}"


def _say(text: str) -> None:
    print(f"conform: {text}", file=sys.stderr, flush=True)


def _named(problem: Problem) -> Exception:
    """An exception of a class for each sort, so that a service that groups by the class keeps them apart."""
    title = "".join(word.title() for part in problem.sort for word in part.split() if word.isalpha())
    raised: Exception = type(title, (Exception,), {})("; ".join(map(_shown, problem.calls[-4:])))
    return raised


class _Report:
    """Reports the calls of problems, and counts."""

    def __init__(self, path: Path, watch: libfuzzer.Watch) -> None:
        self._file, self._watch = path.open("w", encoding="ascii"), watch
        self._counted = (0, 0, 0, 0)

    def test(self, data: bytes) -> None:
        suspects = [call for problem in self._watch(data) for call in problem.calls]
        for call in suspects:
            self._write({"case": self._watch.runs, "operation": call.operation.value, "input": call.input})
        if suspects or not self._watch.runs % _BATCH:
            self._counts()

    def _counts(self) -> None:
        """Report what was counted since the last time."""
        watch, check = self._watch, self._watch.check
        before, self._counted = self._counted, (watch.runs, watch.calls, check.answered, check.accepted)
        self._write({"counts": [now - then for now, then in zip(self._counted, before, strict=True)]})
        self._file.flush()

    def end(self) -> NoReturn:
        self._counts()
        self._write({"end": True})
        self._file.flush()
        _exit(0)

    def _write(self, line: dict[str, object]) -> None:
        self._file.write(json.dumps(line) + "\n")
