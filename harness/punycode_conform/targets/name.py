"""How the command line names a target, and the command that runs it."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..errors import ConformError

_WORKER = Path(__file__).with_name("worker.py")
_IMPORT_PATH = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*(:[\w.]*(,[\w.]*)?)?")


class Target(NamedTuple):
    """A target that can be started.

    Attributes:
        label: how the user names it, for reports and for the command that reproduces a failure.
        command: the program and its arguments.
        install: what to install if it does not run, or empty.
        lacks: code points that it cannot be given, beside those of its handshake.
    """

    label: str
    command: tuple[str, ...]
    install: str = ""
    lacks: frozenset[int] = frozenset()

    def hint(self, otherwise: str = "") -> str:
        """The advice if it does not run: install what it needs, if that is known."""
        return f"install what it needs: {self.install}" if self.install else otherwise


def resolve(
    named: str | None,
    command: Sequence[str],
    *,
    python: str | None = None,
    rejects: Sequence[str] = (),
    verb: str = "run",
) -> Target:
    """The target that the user names: an import path, ``codec:NAME``, ``adapter:NAME`` or ``fault:NAME``, or a command.

    Args:
        named: the target's name, None if there is a command.
        command: the words after ``--``.
        python: the interpreter for import paths, the tool's own if None.
        rejects: exception classes that count as a refusal, for import paths.
        verb: what is asked for, for the hint.

    Raises:
        ConformError: the name is none of these, or is not to be had.
    """
    if named is None and not command:
        hint = f"name one: conform {verb} mylib.punycode, or conform {verb} -- ./my-adapter"
        raise ConformError("no target", hint)
    if named is not None and command:
        raise ConformError(f"two targets: {named!r} and a command after --", "name one of them")
    importable = named is not None and not named.startswith(("adapter:", "fault:"))
    if not importable and (python or rejects):
        option = "--python" if python else "--rejects"
        raise ConformError(f"{option} works with an import path only")
    if named is None:
        return Target("-- " + " ".join(command), tuple(command))
    if named.startswith("adapter:"):
        return _adapter(named)
    if named.startswith("fault:"):
        return Target(named, (sys.executable, str(_WORKER), _fault(named.removeprefix("fault:"))))
    if not named.startswith("codec:") and not _IMPORT_PATH.fullmatch(named):
        hint = "pkg.mod, pkg.mod:obj, pkg.mod:enc,dec, codec:NAME, adapter:NAME, fault:NAME, or a command after --"
        raise ConformError(f"{named!r} does not name a target", hint)
    return Target(named, (python or sys.executable, str(_WORKER), named, *rejects))


def import_path(target: Target) -> str | None:
    """The import path of a target that this interpreter runs; None if something else runs it."""
    python, *more = target.command
    return more[1] if python == sys.executable and more[:1] == [str(_WORKER)] else None


def _adapter(named: str) -> Target:
    from . import adapter  # not at the top: start-up time of all other targets

    found = adapter.find(named.removeprefix("adapter:"))
    return Target(named, adapter.ready(found), found.install)


def _fault(name: str) -> str:
    """The import path of a wrong codec of ours, or of a control."""
    from .. import faults  # not at the top: start-up time of all other targets

    if name not in {**faults.FAULTS, **faults.CONTROLS}:
        from difflib import get_close_matches  # start-up time: for a wrong name only

        close = get_close_matches(name, [*faults.FAULTS, *faults.CONTROLS])
        like = f"perhaps {' or '.join(close)}; " if close else ""
        raise ConformError(f"no fault is named {name!r}", f"{like}conform vectors faults lists them")
    return f"{faults.__name__}:{name}"
