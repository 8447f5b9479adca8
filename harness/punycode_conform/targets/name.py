"""How the command line names a target, the command that runs it, and hints for a name that is mistyped."""

import math
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import ConformError, NoTarget, TargetError, meant

_WORKER = Path(__file__).with_name("worker.py")
_IMPORT_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*(:[\w.]*(,[\w.]*)?)?")
_KINDS = "pkg.mod, pkg.mod:obj, pkg.mod:enc,dec, codec:NAME, adapter:NAME, fault:NAME, or a command after --"


class Target(NamedTuple):
    """A target that can be started."""

    label: str  # how the user names it, for reports and for the command that reproduces a failure
    command: tuple[str, ...]
    install: str = ""  # what to install if it does not run
    lacks: frozenset[int] = frozenset()  # code points that it cannot be given, in addition to those of its handshake

    def advised(self, error: TargetError) -> TargetError:
        """An error with the advice to install what the target needs."""
        return TargetError(error.message, f"install what it needs: {self.install}" if self.install else error.hint)

    @property
    def import_path(self) -> str | None:
        """The import path of a target that this interpreter runs; None if something else runs it."""
        return self.command[2] if self.is_own and self.command[0] == sys.executable else None

    @property
    def is_own(self) -> bool:
        """Whether the tool's worker for Python is the target's adapter."""
        return self.command[1:2] == (str(_WORKER),)


def resolve(
    named: str | None,
    command: Sequence[str],
    *,
    python: str | None = None,
    rejects: Sequence[str] = (),
    verb: str = "run",
    until: float = math.inf,
) -> Target:
    """The target of an import path, ``codec:NAME``, ``adapter:NAME`` or ``fault:NAME``, or of a command.

    ``python`` and ``rejects`` are options of an import path; an adapter must be built by ``until``, on the monotonic clock.
    """
    if named is None and not command:
        raise NoTarget("no target", f"name one: conform {verb} mylib.punycode, or conform {verb} -- ./my-adapter")
    if named is not None and command:
        raise ConformError(f"two targets: {named!r} and a command after --", "name one of them")
    if (named is None or named.startswith(("adapter:", "fault:"))) and (python or rejects):
        raise ConformError(f"{'--python' if python else '--rejects'} works with an import path only")
    if named is None:
        return Target("-- " + " ".join(command), tuple(command))
    if named.startswith("adapter:"):
        from . import adapter  # start-up time of all other targets

        source = adapter.find(named.removeprefix("adapter:"))
        return Target(named, adapter.ready(source, until), source.install)
    path = named
    if named.startswith("fault:"):
        from .. import faults  # start-up time of all other targets

        name, names = named.removeprefix("fault:"), [*faults.FAULTS, *faults.CONTROLS]
        if name not in names:
            raise NoTarget(f"no fault is named {name!r}{meant(name, names)}", "conform vectors faults lists them")
        path = f"{faults.__name__}:{name}"
    # The name of a file, mylib.py, has the form of an import path too.
    elif named.endswith((":", ":,")) or not (
        named.startswith("codec:") or (_IMPORT_PATH.fullmatch(named) and not named.partition(":")[0].endswith(".py"))
    ):
        raise NoTarget(f"{named!r} does not name a target", _hint(named))
    return Target(named, (python or sys.executable, str(_WORKER), path, *rejects))


def _hint(named: str) -> str:
    """The hint for a name that has no form of a target: a command without ``--``, or a path of Python code."""
    import shutil  # start-up time: for an error only

    program, path = (named.split(maxsplit=1) or [""])[0], Path(named.partition(":")[0])
    is_file = os.path.isfile(program)  # noqa: PTH113  # takes a name of any length
    if (is_file and not program.endswith(".py")) or (os.sep not in program and shutil.which(program)):
        return f"a command comes after --: -- {'./' * (is_file and os.sep not in named)}{named}"
    if path.name and (path.suffix == ".py" or os.sep in named):
        parts = [part for part in path.with_suffix("").parts if part not in ("src", "__init__", "..", path.anchor)]
        if _IMPORT_PATH.fullmatch(import_path := ".".join(parts)):
            return f"an import path has dots: {import_path}"
    return _KINDS
