"""The atheris engine: a child process with libFuzzer makes cases, the black box confirms and minimises what they show.

The target is never in our own process: when libFuzzer's dies, the bytes that it left behind are one more case.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from ..suite.outcome import Call, Operation
from ..targets.adapter import cache
from . import libfuzzer
from .blackbox import BlackBox

_RAW = 4  # one case in so many is decoded as raw bytes


@dataclass(frozen=True, slots=True)
class Order:
    """What to run.

    Attributes:
        target: an import path that this Python can import, None for any other target.
        rejects: exception classes that count as a refusal.
        choices: the declared sides.
        seed, cases, seconds: as of :class:`~.blackbox.Budget`.
        timeout: seconds for a case.
        restarts: deaths after which the run ends.
    """

    target: str | None
    rejects: tuple[str, ...]
    choices: dict[str, str]
    seed: int
    cases: int | None
    seconds: float | None
    timeout: float
    restarts: int


class Guided:
    """A run in progress: :meth:`batches` is for :meth:`.BlackBox.findings`, which gets the counts too."""

    def __init__(self, order: Order, box: BlackBox) -> None:
        self._order = order
        self._box = box
        self._deaths = 0

    def batches(self) -> Generator[Mapping[Call, int], None, None]:
        """Cases for the target with their numbers: first by the generator's scheme, then as raw bytes."""
        order = self._order
        legs = ((False, 1 - 1 / _RAW), (True, 1 / _RAW))
        with tempfile.TemporaryDirectory(prefix="conform-fuzz-") as folder:
            for bytes_only, share in legs:
                cases = None if order.cases is None else math.ceil(order.cases * share)
                if bytes_only and order.cases is not None:
                    cases = order.cases - math.ceil(order.cases * (1 - share))
                seconds = None if order.seconds is None else order.seconds * share
                yield from self._leg(bytes_only, cases, seconds, Path(folder) / ("raw" if bytes_only else "scheme"))

    def _leg(
        self, bytes_only: bool, cases: int | None, seconds: float | None, folder: Path
    ) -> Iterator[Mapping[Call, int]]:
        """libFuzzer in a folder of its own, again and again until it has run to its end."""
        (folder / "corpus").mkdir(parents=True)
        meaning = libfuzzer.raw if bytes_only else libfuzzer.by_scheme()
        end, before = monotonic() + seconds if seconds is not None else None, self._box.cases
        while not self._box.stopped:
            left = None if cases is None else cases - (self._box.cases - before)
            if (left is not None and left <= 0) or (end is not None and end - monotonic() < 0.5):
                return
            status, ended, said = yield from self._run(folder, bytes_only, left, end and end - monotonic())
            if status == 0:
                if not ended:
                    self._box.stopped = "the target ended the process with status 0"
                return
            yield from self._remains(folder, meaning, status, said)

    def _remains(
        self, folder: Path, meaning: Callable[[bytes], Call], status: int, said: str
    ) -> Iterator[Mapping[Call, int]]:
        """The case at which libFuzzer died; none means that it was not the target's doing, or left no trace."""
        self._deaths += 1
        left = [path for kind in ("crash", "timeout", "oom") for path in folder.glob(f"{kind}-*")]
        shown = self._box.problems.total()
        for path in left:
            yield {meaning(path.read_bytes()): self._box.cases}
            path.unlink()
        died = any(path.name.startswith("crash") for path in left)  # the others may be the machine's doing
        if died and self._box.problems.total() == shown:
            self._box.stopped = f"the target ended libFuzzer's process, by a call that alone goes well: {said}"
        elif not left:
            self._box.stopped = f"atheris ended with status {status}: {said}"
        elif self._deaths > self._order.restarts:
            self._box.stopped = "the target broke down too often"

    def _run(
        self, folder: Path, bytes_only: bool, cases: int | None, seconds: float | None
    ) -> Generator[Mapping[Call, int], None, tuple[int, bool, str]]:
        """One process; gives its status, whether libFuzzer came to its end, and the last line of what it said."""
        order, ended = self._order, False
        read, write = os.pipe()
        orders = {"pipe": write, "target": order.target, "rejects": order.rejects, "choices": order.choices}
        flags = [
            f"-seed={(order.seed + self._deaths) % 0xFFFFFFFE + 1}",  # 0 would be chance
            f"-timeout={math.ceil(order.timeout)}",
            f"-artifact_prefix={folder}/",
            *([f"-atheris_runs={cases}"] if cases is not None else []),
            *([f"-max_total_time={math.ceil(seconds)}"] if seconds is not None else []),
        ]
        flags = libfuzzer.seeded(flags, bytes_only=bytes_only, folder=cache().parent / "fuzz")
        command = [sys.executable, "-m", f"{__package__}.child", json.dumps({**orders, "raw": bytes_only})]
        with tempfile.TemporaryFile() as errors:
            child = subprocess.Popen(
                [*command, *flags, str(folder / "corpus")],
                pass_fds=[write],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
            )
            os.close(write)
            try:
                with os.fdopen(read, encoding="ascii") as lines:
                    for line in lines:
                        if line.endswith("\n"):  # the last may be cut short by a death
                            told = json.loads(line)
                            ended = "end" in told
                            if not ended:
                                yield self._counted(told)
                        self._box.progress()
                status = child.wait()
            finally:
                child.kill()
                child.wait()
            errors.seek(0)
            return status, ended, _last(errors.read()[-4000:])

    def _counted(self, line: dict[str, Any]) -> Mapping[Call, int]:
        cases, calls, answered, accepted = line["counts"]
        self._box.cases += cases
        self._box.calls += calls
        self._box.check.answered += answered
        self._box.check.accepted += accepted
        return {Call(Operation(operation), tuple(points)): number for number, operation, points in line["cases"]}


def _last(said: bytes) -> str:
    lines = [line.strip() for line in said.decode("utf-8", "replace").splitlines() if line.strip()]
    return lines[-1] if lines else "it said nothing"
