"""How the command line names a target, and the command that runs it."""

import math
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import ConformError, NoRoom, NoTarget, TargetError, meant

_WORKER = Path(__file__).with_name("worker.py")
_IMPORT_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*(:[\w.]*(,[\w.]*)?)?")


class Target(NamedTuple):
    """A target that can be started."""

    label: str  # how the user names it, for reports and for the command that reproduces a failure
    command: tuple[str, ...]
    install: str = ""  # what to install if it does not run
    lacks: frozenset[int] = frozenset()  # code points that it cannot be given, in addition to those of its handshake

    def advised(self, error: TargetError) -> TargetError:
        """An error with the advice to install what the target needs, unless the machine is the cause."""
        known = self.install and not isinstance(error, NoRoom)
        return TargetError(error.message, f"install what it needs: {self.install}" if known else error.hint)


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

    ``python`` and ``rejects`` are the options of these names; an adapter must be built by ``until``, on the monotonic clock.

    Raises:
        ConformError: the name is none of these, or nothing has this name.
    """
    if named is None and not command:
        raise NoTarget("no target", f"name one: conform {verb} mylib.punycode, or conform {verb} -- ./my-adapter")
    if named is not None and command:
        raise ConformError(f"two targets: {named!r} and a command after --", "name one of them")
    if (named is None or named.startswith(("adapter:", "fault:"))) and (python or rejects):
        raise ConformError(f"{'--python' if python else '--rejects'} works with an import path only")
    if python and os.path.isdir(python):  # noqa: PTH112  # start-up time
        raise ConformError(f"--python {python}: a folder", "name an interpreter: --python .venv/bin/python")
    if named is None:
        return Target("-- " + " ".join(command), tuple(command))
    if named.startswith("adapter:"):
        from . import adapter  # not at the top: start-up time of all other targets

        source = adapter.find(named.removeprefix("adapter:"))
        return Target(named, adapter.ready(source, until), source.install)
    if named.startswith("fault:"):
        return Target(named, (sys.executable, str(_WORKER), _fault(named.removeprefix("fault:"))))
    # The name of a file, mylib.py, has the form of an import path too.
    path = named.partition(":")[0]
    dotted = _IMPORT_PATH.fullmatch(named) and not (path.endswith(".py") and os.path.isfile(path))  # noqa: PTH113
    if not named.startswith("codec:") and not dotted:
        from . import target_hints  # start-up time: for an error only

        raise NoTarget(f"{named!r} does not name a target", target_hints.of_name(named))
    return Target(named, (python or sys.executable, str(_WORKER), named, *rejects))


def _fault(name: str) -> str:
    """The import path of a wrong codec of ours, or of a control."""
    from .. import faults  # not at the top: start-up time of all other targets

    names = [*faults.FAULTS, *faults.CONTROLS]
    if name not in names:
        raise NoTarget(f"no fault is named {name!r}{meant(name, names)}", "conform vectors faults lists them")
    return f"{faults.__name__}:{name}"


def import_path(target: Target) -> str | None:
    """The import path of a target that this interpreter runs; None if something else runs it."""
    python, *arguments = target.command
    return arguments[1] if python == sys.executable and arguments[:1] == [str(_WORKER)] else None


def is_own(target: Target) -> bool:
    """Whether the tool's worker for Python is the target's adapter."""
    return str(_WORKER) in target.command[1:2]
