"""The atheris engine: drives a stand-alone fuzz target, and gives what it reports to the black box to confirm and minimise.

The target is never in our own process: when libFuzzer's process dies, the bytes that it left behind are one more case.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from .. import places
from ..suite.outcome import Call, Operation
from ..targets.process import Process
from . import libfuzzer
from .blackbox import BlackBox

_RAW = 4  # one case in four is raw bytes to decode: a short part, since the scheme finds more
_SCRIPT = places.FUZZ / "fuzz_differential.py"
_Batches = Iterator[Mapping[Call, int]]


class _End(NamedTuple):
    """How a process of libFuzzer's ended: its status, whether libFuzzer came to its end, the last that the process said."""

    status: int
    reported: bool
    said: str


class AtherisEngine:
    """A run in progress: :meth:`batches` is for :meth:`.BlackBox.findings`, which gets the counts too.

    Args:
        box: confirms and minimises. Its budget's seed, cases and shard are this engine's.
        target: an import path that this Python can import, None for any other target.
        rejects: exception classes that count as a refusal.
        seconds: after which libFuzzer ends, None for no limit.
    """

    def __init__(self, box: BlackBox, target: str | None, rejects: Sequence[str], seconds: float | None) -> None:
        words = [("--rejects", one) for one in rejects]
        words += [("--choice", f"{name}={side}") for name, side in box.check.choices.as_dict().items()]
        # The coverage of the reference codec leads where the target's own cannot be seen.
        named = [target] if target else [libfuzzer.REFERENCE, "--guide"]
        self._command = [sys.executable, str(_SCRIPT), *named, *(word for pair in words for word in pair)]
        self._box = box
        self._seconds = seconds
        self._deaths = 0

    def batches(self) -> Generator[Mapping[Call, int], None, None]:
        """Cases for the target with their numbers: first by the generator's scheme, then as raw bytes."""
        (index, shards), cases = self._box.budget.shard, self._box.budget.cases
        share = None if cases is None else len(range(index, cases, shards))
        with tempfile.TemporaryDirectory(prefix="conform-fuzz-") as folder:
            for raw in (False, True):
                part = None if share is None else share // _RAW if raw else share - share // _RAW
                seconds = None if self._seconds is None else self._seconds * (1 if raw else _RAW - 1) / _RAW
                yield from self._part(raw, part, seconds, Path(folder, "raw" if raw else "scheme"))

    def _part(self, raw: bool, cases: int | None, seconds: float | None, folder: Path) -> _Batches:
        """libFuzzer in a folder of its own, again and again until it has run to its end."""
        (folder / "corpus").mkdir(parents=True)
        until, before = monotonic() + (math.inf if seconds is None else seconds), self._box.cases
        while not self._box.stopped and (time := until - monotonic()) >= 0.5:
            left = None if cases is None else cases - (self._box.cases - before)
            if left is not None and left <= 0:
                return
            runs = [] if left is None else [f"-runs={left}"]
            limit = [] if seconds is None else [f"-max_total_time={math.ceil(time)}"]  # up, since 0 is no limit
            end = yield from self._process(folder, [*["--raw"] * raw, *runs, *limit])
            if end.status == 0:
                self._box.stopped = "" if end.reported else f"{libfuzzer.ENDED} 0"
                return
            yield from self._left_behind(folder, raw, end)

    def _left_behind(self, folder: Path, raw: bool, end: _End) -> _Batches:
        """The case at which libFuzzer's process died; if it left none, the target did not do it, or left no trace."""
        self._deaths += 1
        left = [path for kind in ("crash", "timeout", "oom") for path in folder.glob(f"{kind}-*")]
        before, case = self._box.problems.total(), libfuzzer.meaning(bytes_only=raw)
        for path in left:
            yield {case(path.read_bytes()): self._box.cases}
            path.unlink()
        crashed = any(path.name.startswith("crash") for path in left)  # the others may be due to the machine's load
        if libfuzzer.ENDED in end.said:
            self._box.stopped = end.said.removeprefix("conform: ")
        elif crashed and self._box.problems.total() == before:
            self._box.stopped = f"the target ended libFuzzer's process, by a call that alone goes well: {end.said}"
        elif not left:
            self._box.stopped = f"atheris ended with status {end.status}: {end.said}"
        elif self._deaths > self._box.limits.restarts:
            self._box.stopped = "the target crashed or hung too often"

    def _process(self, folder: Path, words: Sequence[str]) -> Generator[Mapping[Call, int], None, _End]:
        """One process of libFuzzer's."""
        # The report has a pipe of its own: what the target prints must not get into it.
        read, write = os.pipe()
        budget = self._box.budget
        # Each shard and each process that follows a death has a seed of its own, or it would make the same inputs again.
        flags = [
            f"-seed={(budget.seed + budget.shard[0] + self._deaths) % 0xFFFFFFFE + 1}",  # 0 would be random
            f"-timeout={math.ceil(self._box.limits.call)}",
            f"-artifact_prefix={folder}/",
            str(folder / "corpus"),
        ]
        # A file, since a full pipe that nobody reads would stop the process.
        with tempfile.TemporaryFile() as errors:
            child = Process(
                [*self._command, "--report", f"/dev/fd/{write}", *words, *flags],
                pass_fds=[write],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
            os.close(write)  # else reading would not end when the child does
            try:
                with os.fdopen(read, encoding="ascii") as lines:
                    reported = yield from self._read(lines)
                status = child.wait(math.inf) or 0
            finally:
                child.kill()
            errors.seek(0)
            return _End(status, reported, _last(errors.read()[-4000:]))

    def _read(self, lines: Iterable[str]) -> Generator[Mapping[Call, int], None, bool]:
        """Yield the reported cases whenever there are counts; gives whether the report has its end."""
        cases: dict[Call, int] = {}
        for line in lines:
            match json.loads(line) if line.endswith("\n") else {}:  # a death may cut the last line short
                case {"case": number, "operation": operation, "input": points}:
                    cases[Call(Operation(operation), tuple(points))] = number
                case {"counts": counts}:
                    self._box.count(*counts)
                    yield cases
                    cases = {}
                case {"end": True}:
                    return True
            self._box.progress()
        return False


def _last(said: bytes) -> str:
    """The line that says how a process ended: that the target ended it, or else its last line."""
    lines = [line.strip() for line in said.decode("utf-8", "replace").splitlines() if line.strip()]
    ended = [line for line in lines if libfuzzer.ENDED in line]
    return (ended or lines or ["it said nothing"])[-1]
