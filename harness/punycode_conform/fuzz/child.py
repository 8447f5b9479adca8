"""The process that ``conform fuzz --engine atheris`` starts: libFuzzer, and a pipe on which it tells of cases.

A target of this Python is checked here, and what looks wrong is told. Of any other target each case is told, for the
parent to ask; then the reference codec's coverage leads the search.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any, NoReturn

from ..run.problem import Problem
from ..suite.choices import Choices
from ..suite.outcome import Call
from . import libfuzzer

_BATCH, _PAUSE = 256, 0.25  # cases, and seconds, after which is told what there is


class Teller:
    """Writes lines of JSON: what was counted since the last one, and cases with their numbers."""

    def __init__(self, pipe: int) -> None:
        self._pipe = os.fdopen(pipe, "w", encoding="ascii")
        self._cases: list[tuple[int, str, tuple[int, ...]]] = []
        self._next = time.monotonic() + _PAUSE
        self._told = [0, 0, 0, 0]

    def add(self, number: int, call: Call) -> None:
        """A case to tell of."""
        self._cases.append((number, call.operation.value, call.input))

    def due(self) -> bool:
        """Whether it is time to tell."""
        return len(self._cases) >= _BATCH or time.monotonic() > self._next

    def tell(self, *counts: int) -> None:
        """Write a line. A parent that is gone ends this process too."""
        since = [now - before for now, before in zip(counts, self._told, strict=True)]
        self._pipe.write(json.dumps({"counts": since, "cases": self._cases}) + "\n")
        self._pipe.flush()
        self._told, self._cases, self._next = list(counts), [], time.monotonic() + _PAUSE

    def end(self) -> None:
        """Tell that libFuzzer came to its end: without this line it was the target that ended the process."""
        self._pipe.write(json.dumps({"end": True}) + "\n")
        self._pipe.flush()


def main() -> None:
    """The first argument is an order as JSON; the others are libFuzzer's flags."""
    order: dict[str, Any] = json.loads(sys.argv[1])
    teller = Teller(order["pipe"])
    if order["target"] is None:
        _lead(teller, order)
    else:
        _judge(teller, order)


def _judge(teller: Teller, order: dict[str, Any]) -> None:
    choices = Choices().declare_all(order["choices"])
    target = libfuzzer.instrumented(order["target"], order["rejects"])

    def found(problem: Problem, number: int) -> None:
        for call in problem.calls:
            teller.add(number, call)
        tell()

    watch = libfuzzer.Watch(target, found, choices, bytes_only=order["raw"])

    def tell() -> None:
        teller.tell(watch.runs, watch.calls, watch.check.answered, watch.check.accepted)

    def one(data: bytes) -> None:
        watch(data)
        if teller.due():
            tell()

    _run(one, teller, tell)


def _lead(teller: Teller, order: dict[str, Any]) -> None:
    guide = libfuzzer.reference()
    case = libfuzzer.raw if order["raw"] else libfuzzer.by_scheme()
    runs = 0

    def one(data: bytes) -> None:
        nonlocal runs
        runs += 1
        call = case(data)
        teller.add(runs, call)
        for _ in guide.ask([call]):
            pass
        if teller.due():
            tell()

    def tell() -> None:
        teller.tell(runs, 0, 0, 0)

    _run(one, teller, tell)


def _run(one: Callable[[bytes], None], teller: Teller, tell: Callable[[], None]) -> NoReturn:
    def end() -> None:
        tell()
        teller.end()

    libfuzzer.at_success(end)
    libfuzzer.fuzz(one, sys.argv[2:], [sys.executable])
    end()
    os._exit(0)


if __name__ == "__main__":
    main()
