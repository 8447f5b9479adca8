"""A fuzz target that is run by itself: ``python fuzz_NAME.py TARGET [OPTIONS] [libFuzzer's flags, corpora, inputs]``.

Findings are confirmed, minimised and written while libFuzzer goes on. ``--abort`` raises instead, for services that
collect crashes.
"""

import atexit
import os
import re
import sys
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from ..errors import ConformError
from ..run.problem import Problem
from ..suite.choices import Choices
from ..suite.notation import plain, quote, show
from ..suite.outcome import Call, Operation
from ..targets import adapter, name
from ..targets.limits import Limits
from . import libfuzzer
from .confirmer import Confirmer
from .finding import Finding, as_json
from .finding_files import save

_FOLDER = Path("conform-findings")
_BREAKDOWNS = ("crash", "timeout")  # no invariant can hold where there is no answer
_AGAIN = ("-fork=", "-jobs=", "-workers=", "-merge=", "-minimize_crash=")  # libFuzzer starts further processes
_exit = os._exit  # a target's is another
_INNER = ("-stop_file=", "-merge_inner=", "-minimize_crash_internal_step=")  # and this is one of them


@dataclass(frozen=True, slots=True)
class Words:
    """What stands on the command line.

    Attributes:
        target: an import path or ``codec:NAME``.
        rejects: exception classes that count as a refusal.
        out: where findings go.
        raw: decode bytes as they are.
        abort: raise at the first finding.
        rest: for libFuzzer.
    """

    target: str
    rejects: tuple[str, ...] = ()
    out: Path = _FOLDER
    raw: bool = False
    abort: bool = False
    rest: tuple[str, ...] = ()

    def again(self) -> list[str]:
        """The words before libFuzzer's."""
        rejects = [word for one in self.rejects for word in ("--rejects", one)]
        return [self.target, *rejects, "--out", str(self.out), *["--raw"] * self.raw, *["--abort"] * self.abort]


def words(arguments: Sequence[str]) -> Words:
    """The command line, taken apart.

    Raises:
        ConformError: there is no target, or an unknown option.
    """
    if not arguments or arguments[0].startswith("-"):
        raise ConformError("no target", "name it first: mylib.punycode, pkg.mod:obj, pkg.mod:enc,dec or codec:NAME")
    rejects: list[str] = []
    rest: list[str] = []
    out, flags = _FOLDER, set()
    left = iter(arguments[1:])
    for word in left:
        if word in ("--rejects", "--out"):
            value = next(left, None)
            if value is None:
                raise ConformError(f"{word} needs a value")
            if word == "--out":
                out = Path(value)
            else:
                rejects.append(value)
        elif word in ("--raw", "--abort"):
            flags.add(word)
        elif word.startswith("--"):
            raise ConformError(f"unknown option {plain(word)}", "--rejects CLASS, --out DIR, --raw, --abort")
        else:
            rest.append(word)
    return Words(arguments[0], tuple(rejects), out, "--raw" in flags, "--abort" in flags, tuple(rest))


def main(laws: Collection[str] = (), arguments: Sequence[str] | None = None) -> NoReturn:
    """Fuzz until libFuzzer is told to stop; then the exit status is 1 if there was a finding.

    Args:
        laws: which breaches count, beside breakdowns; all that is wrong if there are none.
        arguments: the command line, ``sys.argv`` by default.
    """
    try:
        given = words(sys.argv[1:] if arguments is None else arguments)
        libfuzzer.die_on_exit(_say)
        target = libfuzzer.instrumented(given.target, given.rejects)
        wanted = frozenset(laws)
        found = _Found(given, wanted)
        watch = libfuzzer.Watch(target, found, Choices(), bytes_only=given.raw)
        flags = libfuzzer.seeded(_graceful(given.rest), bytes_only=given.raw, folder=adapter.cache().parent / "fuzz")
        _say_what(given, watch)
    except ConformError as error:
        hint = f"\n  {error.hint}" if error.hint else ""
        print(f"{error.message}{hint}", file=sys.stderr)
        sys.exit(error.exit_status)
    # A bundle made for a fuzzing service is its own interpreter.
    program = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, sys.argv[0]]
    libfuzzer.at_success(lambda: found.end(watch.runs))
    libfuzzer.fuzz(watch, flags, [*program, *given.again()])
    found.end(watch.runs)


def _graceful(flags: Sequence[str]) -> list[str]:
    """``-runs`` in the form after which Python comes to its end, where this process is the only one.

    Raises:
        ConformError: it is no number; libFuzzer would take it for 0.
    """
    for flag in flags:
        if flag.startswith("-runs=") and not re.fullmatch(r"-runs=(-1|[0-9]+)", flag):
            raise ConformError(f"{plain(flag)} is no number of runs")
    if any(flag.startswith(_AGAIN) for flag in flags):
        return list(flags)
    # With 0 libFuzzer runs the seeds only, and atheris for ever.
    return [re.sub(r"^-runs=(?=0*[1-9])", "-atheris_runs=", flag) for flag in flags]


def _say_what(given: Words, watch: libfuzzer.Watch) -> None:
    inputs = [path for path in map(Path, given.rest) if path.is_file()]
    for path in inputs:
        _say(f"{path}: {_told(watch.case(path.read_bytes()))}")
    if not inputs:
        again = " ".join([Path(sys.argv[0]).name, *given.again()])
        _say(f"if the process dies, libFuzzer leaves a file; to replay it: python {again} FILE")


def _told(call: Call) -> str:
    return f"{call.operation.value} " + (
        quote(call.input, 200) if call.operation is Operation.DECODE else show(call.input, 40)
    )


def _say(text: str) -> None:
    print(f"conform: {text}", file=sys.stderr, flush=True)


class _Found:
    """Takes problems as they come."""

    def __init__(self, given: Words, laws: frozenset[str]) -> None:
        self._given = given
        self._laws = laws
        self._known: dict[str, Finding] = {}
        self._start = time.time()

    def __call__(self, problem: Problem, number: int) -> None:
        if self._laws and problem.kind not in _BREAKDOWNS and not self._laws & {problem.kind, *problem.laws}:
            return
        if self._given.abort:
            # A class for each sort, so that a service that groups by the exception keeps them apart.
            title = "".join(word.title() for part in problem.sort for word in part.split() if word.isalpha())
            raise type(title, (Exception,), {})("; ".join(map(_told, problem.calls[-4:])))
        choices = Choices()
        target = name.resolve(self._given.target, (), rejects=self._given.rejects)
        confirmer = Confirmer(target, Limits(), choices)
        try:
            examined = confirmer.examine(problem)
            if examined is None:
                _say(f"not confirmed in a fresh process: {problem.kind}: {_told(problem.calls[0])}")
                return
        finally:
            confirmer.close()
        finding = Finding(examined[0], problem.calls[0], number, examined[1])
        if finding.signature in self._known:
            return
        self._known[finding.signature] = finding
        about = {"seed": None, "engine": "atheris", "target": {"label": target.label}, "choices": {}}
        try:
            path = save(finding, as_json(finding, about, choices), self._given.out)
        except ConformError as error:  # raised, it would be a crash of the target to libFuzzer
            _say(error.message)
            _exit(error.exit_status)
        _say(f"{finding.title}: {_told(finding.call)}: {finding.signature}: {path}")

    def end(self, runs: int) -> NoReturn:
        """Say how it ended; the status is 1 with findings, but for a process of libFuzzer's, where that would be a crash."""
        count = len(self._known) or self._others()
        if runs or count:
            _say(f"{count or 'no'} finding{'s' * (count != 1)}" + (f" in {runs:,} runs" if runs else ""))
        inner = any(word.startswith(_INNER) for word in self._given.rest)
        atexit._run_exitfuncs()  # a service's measure of coverage is saved there; _exit runs none
        _exit(1 if count and not inner else 0)

    def _others(self) -> int:
        """Findings that processes of this one have written."""
        if not any(word.startswith(_AGAIN) for word in self._given.rest):
            return 0
        return sum(path.stat().st_mtime >= self._start for path in self._given.out.glob("*.json"))
