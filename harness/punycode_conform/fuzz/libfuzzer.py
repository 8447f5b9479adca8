"""Inside a process of libFuzzer: the target with instruments, from bytes to cases, and the check after each.

Atheris is imported here and nowhere else. A problem does not stop libFuzzer: if it stopped at the first, the second fault
would stay hidden behind it. Only the death of the process ends a run.
"""

import ctypes
import os
import shlex
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
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

HINT = "pip install atheris (it has wheels for x86-64 Linux only), or --engine blackbox"
_SHOWN = 3  # problems of one sort that are passed on
ENDED = "the target ended the process with status"
_HANDLERS: list[object] = []  # C functions that must not be collected


def raw(data: bytes) -> Call:
    """The case without the generator's scheme: decode the bytes as they are, as UTF-8 where they are."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        text = data.decode("latin-1")  # so that any bytes are a case
    return Call(Operation.DECODE, tuple(map(ord, text)))


def meaning(*, bytes_only: bool) -> Callable[[bytes], Call]:
    """The mapping from bytes to a case: :func:`raw`, or the generator's with the suite's vectors mixed in."""
    return raw if bytes_only else partial(case, vectors=seeds(dictionary.calls()))


class Watch:
    """A target in this process and its check, called with libFuzzer's bytes.

    Attributes:
        case: the mapping from bytes to a case.
        runs, calls: how often it was called, and how often it called the target.
    """

    def __init__(self, target: Local, choices: Choices, *, bytes_only: bool = False) -> None:
        self.case = meaning(bytes_only=bytes_only)
        self.runs = self.calls = 0
        self.check = Check(choices)
        self._target = target
        self._seen: Counter[tuple[str, ...]] = Counter()

    def __call__(self, data: bytes) -> Iterator[Problem]:
        """Check one case, and yield its problems but for those of a sort that has come up often."""
        self.runs += 1
        for problem in self.check.batch([self.case(data)], self._ask):
            self._seen[problem.sort] += 1
            if self._seen[problem.sort] <= _SHOWN:
                yield problem

    def _ask(self, calls: Sequence[Call]) -> list[Outcome | None]:
        self.calls += len(calls)
        return [outcome for _, outcome in self._target.ask(calls)]


def atheris() -> Any:
    """The package atheris, of the extra ``fuzz``, which no other engine needs."""
    try:
        return import_module("atheris")
    except ImportError as error:
        raise ConformError(f"atheris is not installed: {error}", HINT) from None
    except Exception as error:  # a damaged installation may raise anything
        raise ConformError(f"atheris cannot be imported: {type(error).__name__}: {error}", HINT) from None


def instrumented(target: str, rejects: Sequence[str] = ()) -> Local:
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


def at_success(end: Callable[[], object]) -> None:
    """Call a function when libFuzzer ends this process with status 0, as after ``-max_total_time`` or the replay of files.

    libFuzzer does not come back to Python then, so nothing else could report findings.
    """
    kind = ctypes.CFUNCTYPE(None, ctypes.c_int, ctypes.c_void_p)
    handler = kind(lambda status, _: None if status else end())
    _HANDLERS.append(handler)
    ctypes.CDLL(None).on_exit(handler, None)  # of glibc, which atheris needs anyway


def die_on_exit(say: Callable[[str], None]) -> None:
    """Make a target that calls ``os._exit`` abort instead: no handler runs then, and status 0 would look like a good end."""
    own, leave = os.getpid(), os._exit

    def ended(status: int) -> NoReturn:
        if os.getpid() != own:  # in a process that the target forked
            leave(status)
        say(f"{ENDED} {status}")
        os.abort()

    vars(os)["_exit"] = ended


def fuzz(test: Callable[[bytes], None], flags: Sequence[str], program: Sequence[str]) -> None:
    """Hand over to libFuzzer; returns only after ``-atheris_runs``. ``program`` starts this process again."""
    engine = atheris()

    def test_one_input(data: bytes) -> None:
        test(data)

    # libFuzzer refuses a target without any instruments, as a C extension is, so this function has them.
    engine.instrument_func(test_one_input)

    # -fork, -jobs and -minimize_crash give argv[0] to a shell.
    engine.Setup([shlex.join(program), *flags], test_one_input)
    try:
        engine.Fuzz()
    except SystemExit as ended:  # atheris ends this way; the clean-up of interpreter and libFuzzer after it may crash
        if ended.code:  # libFuzzer reports an exception of the test while the interpreter exits
            raise


def seeded(flags: Sequence[str], *, bytes_only: bool, folder: Path) -> list[str]:
    """Flags with the suite's seeds, and with its dictionary for bytes without a scheme, unless they name others."""
    named = {flag.partition("=")[0] for flag in flags}
    more = {"-len_control": "0", "-max_len": "256"}  # growing from nothing is slow; most cases need fewer bytes
    if bytes_only:
        more["-dict"] = str(folder / dictionary.NAME)
    if not named & {"-merge", "-minimize_crash"}:
        more["-seed_inputs"] = f"@{dictionary.listed(folder, bytes_only=bytes_only)}"
    return [*(f"{flag}={value}" for flag, value in more.items() if flag not in named), *flags]
