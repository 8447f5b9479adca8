"""Hints for a target that was named wrongly. Imported only where a target cannot be run."""

import errno
import os
import re
import shlex
import shutil
from contextlib import suppress
from pathlib import Path

from .. import places

_KINDS = "pkg.mod, pkg.mod:obj, pkg.mod:enc,dec, codec:NAME, adapter:NAME, fault:NAME, or a command after --"


def is_program(named: str) -> bool:
    """Whether a name is that of a program, or of a file that is no module."""
    path = Path(named)
    return (path.is_file() and path.suffix != ".py") or (os.sep not in named and shutil.which(named) is not None)


def of_name(named: str) -> str:
    """The hint for a name that has no form of a target: a path of Python code, or a command without ``--``."""
    path = Path(named.partition(":")[0])
    with suppress(OSError, ValueError):  # too long a name, or a folder that may not be read
        if len(named.split()) > 1:
            return f"a command comes after --, without quotation marks around it all: -- {named}"
        if is_program(named):
            return f"a command comes after --: -- {named if os.sep in named or not path.is_file() else f'./{named}'}"
        if path.suffix == ".py" or path.is_dir() or path.with_name(f"{path.name}.py").is_file():
            parts = [part for part in path.with_suffix("").parts if part not in ("src", "__init__", "..", path.anchor)]
            return f"an import path has dots: {'.'.join(parts)}"
    return _of_adapter(named) or _KINDS


def of_program(program: str, error: OSError | ValueError) -> str:
    """The hint for a command that cannot be started."""
    with suppress(OSError, ValueError):
        if Path(program).is_file() and getattr(error, "errno", 0) == errno.EACCES:
            return f"make it executable: chmod +x {shlex.quote(program)}"
        if Path(program).is_file() and os.sep not in program:
            return f"a program of the current folder begins with ./: -- ./{program}"
    if program.startswith(("codec:", "adapter:", "fault:")):
        return f"an import path comes without --: {program}"
    return ""


def of_import(reason: str) -> str:
    """The hint for a module that an interpreter cannot import; ``reason`` is the worker's message."""
    match = re.search(r"no module named '?([\w.]+)", reason, re.IGNORECASE)
    other = "if it is in another environment, name its interpreter: --python .venv/bin/python"
    return _of_adapter(match[1]) or other if match else ""


def _of_adapter(name: str) -> str:
    """The hint for the name of an adapter; empty if none has this name."""
    sources = (path for path in places.ADAPTERS.glob("*/*") if path.stem == name)
    named = any("conform-run: " in path.read_text(encoding="utf-8", errors="replace") for path in sources)
    return f"an adapter has this name: adapter:{name}" if named else ""
