"""What runs inside libFuzzer: the target with instruments, bytes to cases, and the check after each.

Atheris is imported here and nowhere else. What is found is handed on at once and the run goes on: a libFuzzer that stops at
its first crash would hide the second fault behind the first. Only the death of the process ends a run.
"""

import ctypes
import os
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

from ..errors import ConformError, TargetError
from ..run.check import Check
from ..run.problem import Problem
from ..suite.choices import Choices
from ..suite.outcome import Call, Operation, Outcome
from ..targets import worker
from ..targets.local import Local
from . import dictionary
from .generator import case, seeds

HINT = "pip install 'punycode-conform[fuzz]' (atheris has wheels for x86-64 Linux only), or --engine blackbox"
_ENOUGH = 3  # problems of one sort that are handed on
_REFERENCE = "punycode_conform.codec"
Found = Callable[[Problem, int], None]
_HANDLERS: list[object] = []  # C functions that must not be collected


def raw(data: bytes) -> Call:
    """The case of the leg without a scheme: decode the bytes as they are, as UTF-8 where they are."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return Call(Operation.DECODE, tuple(map(ord, text)))


def by_scheme() -> Callable[[bytes], Call]:
    """The generator's mapping, with the suite's vectors mixed in."""
    vectors = seeds(dictionary.calls())
    return lambda data: case(data, vectors)


class Watch:
    """A test function for libFuzzer.

    Attributes:
        runs, calls: how often it was called, and how often it called the target.
        check: knows how many cases were answered, and how many accepted.
    """

    def __init__(self, target: Local, found: Found, choices: Choices, *, bytes_only: bool = False) -> None:
        self.runs = self.calls = 0
        self.check = Check(choices)
        self._target = target
        self._found = found
        self.case = raw if bytes_only else by_scheme()
        self._seen: Counter[tuple[str, ...]] = Counter()

    def __call__(self, data: bytes) -> None:
        self.runs += 1
        for problem in self.check.batch([self.case(data)], self._ask):
            sort = problem.sort
            self._seen[sort] += 1
            if self._seen[sort] <= _ENOUGH:
                self._found(problem, self.runs)

    def _ask(self, calls: Sequence[Call]) -> list[Outcome | None]:
        self.calls += len(calls)
        return [outcome for _, outcome in self._target.ask(calls)]


def atheris() -> Any:
    """The package atheris.

    Raises:
        ConformError: it is not installed.
    """
    try:
        return import_module("atheris")  # of the extra fuzz; whoever does not come here needs none
    except ImportError as error:
        raise ConformError(f"atheris is not installed: {error}", HINT) from None


def instrumented(target: str, rejects: Sequence[str] = ()) -> Local:
    """A target in this process, its own package with instruments.

    Args:
        target: an import path or ``codec:NAME``.
        rejects: exception classes that count as a refusal.

    Raises:
        TargetError: it cannot be imported.
    """
    sys.path.insert(0, str(Path.cwd()))
    top = "encodings" if target.startswith("codec:") else target.partition(":")[0].partition(".")[0]
    with _copied(_REFERENCE if top == "punycode_conform" else ""), atheris().instrument_imports(include=[top]):
        try:
            module, encoder, decoder = worker.resolve(target)
            refusals = worker.rejections(list(rejects))
        except worker.Broken as error:
            raise TargetError(f"{target} cannot be run: {error}") from None
    package = (getattr(module, "__name__", "") or "").partition(".")[0]
    return Local(encoder, decoder, package, refusals=refusals)


def reference() -> Local:
    """The reference codec, with instruments: a guide for targets that cannot have any."""
    return instrumented(_REFERENCE)


@contextmanager
def _copied(package: str) -> Iterator[None]:
    """Import a package of ours once more: a target gets instruments, while the check keeps what is fast and known."""
    kept = {name: module for name, module in sys.modules.items() if package and (name + ".").startswith(package + ".")}
    for name in kept:
        del sys.modules[name]
    try:
        yield
    finally:
        sys.modules.update(kept)


def at_success(end: Callable[[], object]) -> None:
    """Call a function when libFuzzer ends this process with status 0, as after ``-max_total_time`` or the replay of files.

    It does so without coming back to Python, so that nothing else could tell of findings.
    """
    kind = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p)
    handler = kind(lambda status, _: None if status else end())
    _HANDLERS.append(handler)
    ctypes.CDLL(None).on_exit(handler, None)  # of glibc, which atheris needs anyway


def die_on_exit(say: Callable[[str], None]) -> None:
    """Make a target that calls ``os._exit`` abort instead: it has no handlers, and 0 would be the status of a good end."""
    own, leave = os.getpid(), os._exit

    def ended(status: int) -> NoReturn:
        if os.getpid() != own:  # a fork's
            leave(status)
        say(f"the target ended the process with status {status}")
        os.abort()

    vars(os)["_exit"] = ended


def fuzz(watch: Callable[[bytes], None], flags: Sequence[str], program: Sequence[str]) -> None:
    """Hand over to libFuzzer; comes back only after ``-atheris_runs``.

    Args:
        watch: the test function.
        flags: libFuzzer's.
        program: the words that start this process again, without flags.
    """
    engine = atheris()

    def test_one_input(data: bytes) -> None:
        watch(data)

    # So that a target without any Python, such as a C extension, is not refused as uninteresting.
    engine.instrument_func(test_one_input)

    # -fork, -jobs and -minimize_crash give argv[0] to a shell.
    engine.Setup([shlex.join(program), *flags], test_one_input)
    try:
        engine.Fuzz()
    except SystemExit as ended:  # the way in which atheris ends; what interpreter and libFuzzer then undo may crash
        if ended.code:  # of an exception libFuzzer tells while the interpreter exits
            raise


def seeded(flags: Sequence[str], *, bytes_only: bool, folder: Path) -> list[str]:
    """Flags with the suite's seeds, and for bytes without a scheme its dictionary, unless they name others.

    Args:
        flags: libFuzzer's.
        bytes_only: whether bytes are taken as they are.
        folder: of a cache; what is there already is used.
    """
    given = {flag.partition("=")[0] for flag in flags}
    more = []
    if not given & {"-seed_inputs", "-merge", "-minimize_crash"}:
        more.append(f"-seed_inputs=@{dictionary.listed(folder, bytes_only=bytes_only)}")
    if bytes_only and "-dict" not in given:
        more.append(f"-dict={folder / dictionary.NAME}")
    if "-len_control" not in given:
        more.append("-len_control=0")  # growing inputs slowly from nothing costs ten to a hundred times the cases
    if "-max_len" not in given:
        more.append("-max_len=256")
    return [*more, *flags]
