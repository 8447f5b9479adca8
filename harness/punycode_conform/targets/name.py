"""How the command line names a target, and the command that runs it."""

import math
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..errors import ConformError, NoRoom, NoTarget, TargetError, meant

_WORKER = Path(__file__).with_name("worker.py")
_IMPORT_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*(:[\w.]*(,[\w.]*)?)?")


class Target(NamedTuple):
    """A target that can be started.

    Attributes:
        label: how the user names it, for reports and for the command that reproduces a failure.
        command: the program and its arguments.
        install: what to install if it does not run, or empty.
        lacks: code points that it cannot be given, beside those of its handshake.
        python: the interpreter that imports it; empty for what is not imported.
    """

    label: str
    command: tuple[str, ...]
    install: str = ""
    lacks: frozenset[int] = frozenset()
    python: str = ""

    def hint(self, otherwise: str = "") -> str:
        """The advice if it does not run: install what it needs, if that is known."""
        return f"install what it needs: {self.install}" if self.install else otherwise

    def advised(self, error: TargetError) -> TargetError:
        """An error with the advice for this target, unless the machine is the cause."""
        return error if isinstance(error, NoRoom) else TargetError(error.message, self.hint(error.hint))


def resolve(
    named: str | None,
    command: Sequence[str],
    *,
    python: str | None = None,
    rejects: Sequence[str] = (),
    verb: str = "run",
    until: float = math.inf,
) -> Target:
    """The target that the user names: an import path, ``codec:NAME``, ``adapter:NAME`` or ``fault:NAME``, or a command.

    Args:
        named: the target's name, None if there is a command.
        command: the words after ``--``.
        python: the interpreter for import paths, the tool's own if None.
        rejects: exception classes that count as a refusal, for import paths.
        verb: what is asked for, for the hint.
        until: when an adapter must have been built, by the monotonic clock.

    Raises:
        ConformError: the name is none of these, or is not to be had.
    """
    if named is None and not command:
        hint = f"name one: conform {verb} mylib.punycode, or conform {verb} -- ./my-adapter"
        raise NoTarget("no target", hint)
    if named is not None and command:
        raise ConformError(f"two targets: {named!r} and a command after --", "name one of them")
    importable = named is not None and not named.startswith(("adapter:", "fault:"))
    if not importable and (python or rejects):
        option = "--python" if python else "--rejects"
        raise ConformError(f"{option} works with an import path only")
    if python and os.path.isdir(python):  # noqa: PTH112  # start-up time
        from . import slip  # start-up time: for an error only

        raise ConformError(f"--python {python}: a folder", slip.instead_of_python(python))
    if named is None:
        return Target("-- " + " ".join(command), tuple(command))
    if named.startswith("adapter:"):
        return _adapter(named, until)
    if named.startswith("fault:"):
        return Target(named, (sys.executable, str(_WORKER), _fault(named.removeprefix("fault:"))))
    # The name of a file, mylib.py, has the form of an import path too.
    path = named.partition(":")[0]
    dotted = _IMPORT_PATH.fullmatch(named) and not (path.endswith(".py") and os.path.isfile(path))  # noqa: PTH113
    if not named.startswith("codec:") and not dotted:
        from . import slip  # start-up time: for an error only

        raise NoTarget(f"{named!r} does not name a target", slip.instead_of_name(named))
    interpreter = python or sys.executable
    return Target(named, (interpreter, str(_WORKER), named, *rejects), python=interpreter)


def files(named: str | None, command: Sequence[str]) -> Iterator[Path]:
    """The files of a target, as far as they are known: the source that is named, and the words of a command that are files.

    Args:
        named, command: as for :func:`resolve`.
    """
    words = list(command)
    if named and named.startswith("adapter:"):
        from . import adapter  # not at the top, as below

        with suppress(NoTarget):  # which is reported when the target is started
            found = adapter.find(named.removeprefix("adapter:"))
            words += map(str, (found.source, *found.beside))
    elif named and _IMPORT_PATH.fullmatch(named):
        parts = named.partition(":")[0].split(".")
        # In the current folder, where imports begin.
        for part in ("/".join(parts[:number]) for number in range(1, len(parts) + 1)):
            words += f"{part}.py", f"{part}/__init__.py"
    yield from (Path(word) for word in words if os.path.isfile(word))  # noqa: PTH113  # pathlib's raises


def import_path(target: Target) -> str | None:
    """The import path of a target that this interpreter runs; None if something else runs it."""
    python, *more = target.command
    return more[1] if python == sys.executable and more[:1] == [str(_WORKER)] else None


def is_own(target: Target) -> bool:
    """Whether the tool's worker for Python is the target's adapter."""
    return str(_WORKER) in target.command[1:2]


def _adapter(named: str, until: float) -> Target:
    from . import adapter  # not at the top: start-up time of all other targets

    found = adapter.find(named.removeprefix("adapter:"))
    return Target(named, adapter.ready(found, until), found.install)


def _fault(name: str) -> str:
    """The import path of a wrong codec of ours, or of a control."""
    from .. import faults  # not at the top: start-up time of all other targets

    if name not in {**faults.FAULTS, **faults.CONTROLS}:
        like = meant(name, [*faults.FAULTS, *faults.CONTROLS])
        raise NoTarget(f"no fault is named {name!r}{like}", "conform vectors faults lists them")
    return f"{faults.__name__}:{name}"
