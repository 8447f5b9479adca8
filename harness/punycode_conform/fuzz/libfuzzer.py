"""The fuzz targets in a process of libFuzzer: ``python fuzz_round_trip.py TARGET [OPTIONS] [libFuzzer's flags, corpora]``.

It raises at the first problem, so libFuzzer leaves the input in a file. With ``--report``, which the engine atheris gives,
inputs with problems are only reported, in lines of JSON: if it stopped at the first, the second fault would stay hidden
behind it. The engine runs it in a process of its own, and the campaign asks the suspicious inputs. If libFuzzer's process
dies, the input that it left behind is one more case.
"""

import argparse
import json
import math
import os
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from .. import files
from ..errors import ConformError, TargetError
from ..notation import quote
from ..run.check import Check, Problem
from ..suite.choices import Choices
from ..suite.outcome import Call, Operation, Outcome
from ..targets import adapter, worker
from ..targets.child import Process
from ..targets.pool import Local
from . import dictionary
from .campaign import Campaign
from .cases import SCHEME, drawn
from .code_points import Source

_SHOWN = 3  # problems of one sort that are reported
_MOST = 256  # octets of an input; a longer seed would be cut, and be another input
_STEP = 16  # every 16th vector is a seed: conform run asks the others anyway
_NO_ANSWER = ("crash", "timeout")  # kinds of problems that count for each fuzz target
_BATCH = 256  # inputs after which counts are reported


def calls(data: bytes) -> list[Call]:
    """The calls that bytes mean: their text, decoded and encoded, and the case that the generator makes of them."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # so that any bytes are a text
    points = tuple(map(ord, text))
    return [
        Call(Operation.DECODE, points),
        Call(Operation.ENCODE, points),
        drawn(Source(SCHEME, first=data), dictionary.seeds()),
    ]


def atheris() -> Any:
    """The package atheris, of the extra ``fuzz``, which no other engine needs."""
    try:
        return import_module("atheris")
    except Exception as error:  # a damaged installation may raise anything
        hint = "pip install atheris (it has wheels for x86-64 Linux only), or --engine blackbox"
        raise ConformError(f"atheris is not installed: {type(error).__name__}: {error}", hint) from None


def main(arguments: Sequence[str], laws: Collection[str] = ()) -> None:
    """Fuzz until libFuzzer ends; if laws are named, only problems that break one count, and crashes and hangs."""
    parser = argparse.ArgumentParser(allow_abbrev=False, usage="%(prog)s TARGET [OPTIONS] [libFuzzer's flags]")
    parser.add_argument("target", help="an import path or codec:NAME")
    parser.add_argument("--rejects", action="append", default=[], help="an exception class that counts as a refusal")
    parser.add_argument("--choice", action="append", default=[], help="a declared side, NAME=SIDE")
    parser.add_argument("--report", type=Path, help="where problems are reported instead of raised")
    options, flags = parser.parse_known_args(arguments)
    try:
        choices = Choices().declare_all(dict(pair.split("=", 1) for pair in options.choice))
        watch = _Watch(_instrumented(options.target, options.rejects), choices, laws)
        flags = _with_seeds(flags)
    except ConformError as error:
        parser.error(f"{error.message}; {error.hint}")
    report = options.report and options.report.open("w", encoding="ascii")

    def test_one_input(data: bytes) -> None:
        problems = list(watch.problems(data))
        if report:
            watch.report(report, data if problems else b"")
        elif problems:
            text = quote(problems[0].call.input, 200)
            raise AssertionError(f"{problems[0].title}: {text}")

    engine = atheris()
    # libFuzzer refuses a target without any instruments, as a C extension is, so this function has them.
    engine.instrument_func(test_one_input)
    # -fork, -jobs and -minimize_crash give argv[0] to a shell.
    own = [word for word in sys.argv if word not in flags]
    program = own if getattr(sys, "frozen", False) else [sys.executable, *own]
    engine.Setup([shlex.join(program), *flags], test_one_input)
    try:
        engine.Fuzz()
    except SystemExit as ended:  # atheris ends this way; the clean-up of interpreter and libFuzzer after it may crash
        if ended.code:  # libFuzzer reports an exception of the test while the interpreter exits
            raise
    if report:
        watch.report(report, b"", last=True)
    os._exit(0)


class _Watch:
    """A target in this process and its check."""

    def __init__(self, target: Local, choices: Choices, laws: Collection[str]) -> None:
        self._target, self._check, self._laws = target, Check(choices), {*laws}
        self._runs = self._calls = 0
        self._seen: Counter[tuple[str, ...]] = Counter()

    def problems(self, data: bytes) -> Iterator[Problem]:
        """Check an input, and yield its problems but for those of a sort that has come up often."""
        self._runs += 1
        for problem in self._check.batch(calls(data), self._ask):
            self._seen[problem.sort] += 1
            counts = not self._laws or problem.kind in _NO_ANSWER or self._laws & {problem.kind, *problem.laws}
            if counts and self._seen[problem.sort] <= _SHOWN:
                yield problem

    def report(self, file: IO[str], suspect: bytes, *, last: bool = False) -> None:
        """Report an input with problems, and the counts so far."""
        if suspect or last or not self._runs % _BATCH:
            counts = (self._runs, self._calls, self._check.answered, self._check.accepted)
            file.write(json.dumps({"counts": counts, "suspect": suspect.hex()}) + "\n")
            file.flush()

    def _ask(self, calls: Sequence[Call]) -> list[Outcome | None]:
        self._calls += len(calls)
        return [outcome for _, outcome in self._target.ask(calls)]


def _instrumented(target: str, rejects: Sequence[str]) -> Local:
    """A target in this process, an import path or ``codec:NAME``; its own package has instruments."""
    # A target is looked up from the current folder, as the worker does.
    sys.path.insert(0, str(Path.cwd()))
    # Atheris compares top-level names only. Python's own codecs are in the package encodings.
    top = "encodings" if target.startswith("codec:") else target.partition(":")[0].partition(".")[0]
    with atheris().instrument_imports(include=[top]):
        try:
            module, encoder, decoder = worker.resolve(target)
            refusals = worker.rejections(list(rejects))
        except worker.Broken as error:
            raise TargetError(f"{target} cannot be run: {error}") from None
    package = (getattr(module, "__name__", "") or "").partition(".")[0]
    return Local(encoder, decoder, package, refusals=refusals)


def _with_seeds(flags: Sequence[str]) -> list[str]:
    """Flags with the suite's seeds and dictionary, unless they name others."""
    folder = adapter.cache().parent / "fuzz"
    seeds = [data for operation in Operation for data in dictionary.inputs(operation) if len(data) <= _MOST]
    paths = dictionary.save(folder / "seeds", seeds[::_STEP])
    (folder / dictionary.NAME).write_text(dictionary.dictionary(), encoding="ascii")
    (folder / "list").write_text(",".join(map(str, paths)), encoding="utf-8")
    usual = {"-len_control": "0", "-max_len": str(_MOST), "-dict": str(folder / dictionary.NAME)}
    named = {flag.partition("=")[0] for flag in flags}
    if not named & {"-merge", "-minimize_crash"}:
        usual["-seed_inputs"] = f"@{folder / 'list'}"
    return [*(f"{flag}={value}" for flag, value in usual.items() if flag not in named), *flags]


def batches(campaign: Campaign, rejects: Sequence[str]) -> Generator[Mapping[Call, int], None, None]:
    """The cases of the engine atheris that show problems, with their numbers; the others are counted."""
    target = campaign.started.target.import_path
    if target is None:
        raise ConformError("atheris needs a target that this Python can import", "--engine blackbox takes any target")
    cases, (index, shards) = campaign.cases, campaign.cases.shard
    count = math.inf if cases.count is None else len(range(index, cases.count, shards))
    with tempfile.TemporaryDirectory(prefix="conform-fuzz-") as folder:
        report, errors = Path(folder, "report"), Path(folder, "errors")
        words = [target, "--report", str(report), *(word for name in rejects for word in ("--rejects", name))]
        for choice, side in campaign.check.choices.as_dict().items():
            words += ["--choice", f"{choice}={side}"]
        words += [f"-seed={((cases.seed or 0) + index) % 0xFFFFFFFE + 1}"]  # 0 would be random
        words += [f"-timeout={math.ceil(campaign.limits.call)}", f"-artifact_prefix={folder}/"]
        words += [] if math.isinf(count) else [f"-atheris_runs={count}"]
        # Rounded up, since 0 is no limit.
        words += [] if math.isinf(cases.seconds) else [f"-max_total_time={math.ceil(cases.seconds)}"]
        command, began = [sys.executable, str(files.FUZZ / "fuzz_differential.py"), *words], time.monotonic()
        with errors.open("wb") as stream:
            child = Process(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=stream)
            try:
                status = child.wait(math.inf) or 0
            finally:
                child.kill()
        lines = report.read_text(encoding="ascii").splitlines(keepends=True) if report.exists() else []
        records = [json.loads(line) for line in lines if line.endswith("\n")]  # a death may cut the last line short
        campaign.count(*(records[-1]["counts"] if records else (0, 0, 0, 0)))
        data = {bytes.fromhex(record["suspect"]): record["counts"][0] for record in records if record["suspect"]}
        for path in (path for kind in ("crash", "timeout", "oom") for path in Path(folder).glob(f"{kind}-*")):
            data[path.read_bytes()] = campaign.asked
        yield {call: number for text, number in data.items() for call in calls(text)}
        # A target that ends the process may do so with status 0.
        if status or (campaign.asked < count and time.monotonic() - began < cases.seconds):
            last = next(reversed(errors.read_text(encoding="utf-8", errors="replace").splitlines()), "it said nothing")
            campaign.stopped = f"libFuzzer's process ended with status {status}: {last.strip()}"
