"""Slips in naming a target: what was probably meant, as a hint. Imported only where a target cannot be run."""

import errno
import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ParamSpec

from .. import places
from ..errors import meant

_KINDS = "pkg.mod, pkg.mod:obj, pkg.mod:enc,dec, codec:NAME, adapter:NAME, fault:NAME, or a command after --"
_PROGRAMS = ("bin/python", "bin/python3", "Scripts/python.exe")
_P = ParamSpec("_P")
_FOLDERS = (".venv", "venv", "env")  # in which the interpreter of a project is


def _as_far_as_it_is_known(hint: Callable[_P, str]) -> Callable[_P, str]:
    """A hint that is empty where a name is too long, or its folder may not be read."""

    def known(*arguments: _P.args, **named: _P.kwargs) -> str:
        try:
            return hint(*arguments, **named)
        except OSError:
            return ""

    return known


def is_program(named: str) -> bool:
    """Whether a name is that of a program, or of a file that is no module."""
    path = Path(named)
    return (path.is_file() and path.suffix != ".py") or (os.sep not in named and shutil.which(named) is not None)


@_as_far_as_it_is_known
def instead_of_name(named: str) -> str:
    """The hint for what names no target: a path, or a command without ``--``."""
    words, path = named.split(), Path(named.partition(":")[0])
    if len(words) > 1:
        return f"a command comes after --, without quotation marks around it all: -- {named}"
    if is_program(named):
        return f"a command comes after --: -- {_runnable(named) if path.is_file() else named}"
    file = path if path.suffix == ".py" else path.with_name(f"{path.name}.py")
    if path.suffix == ".py" or path.is_dir() or file.is_file():
        return _import_path(path if path.is_dir() else file, named.partition(":")[2])
    if adapter := _adapter(named):
        return adapter
    return f"there is no file {path}; {_KINDS}" if os.sep in named or path.suffix else _KINDS


def _adapter(named: str) -> str:
    """The hint for the name of an adapter; empty if none has this name."""
    # Not by the module adapter, which starts processes, as this one's callers do.
    sources = (path for path in places.ADAPTERS.glob("*/*") if path.stem == named and path.is_file())
    found = any(b"conform-run: " in path.read_bytes() for path in sources)
    return f"an adapter has this name: adapter:{named}" if found else ""


def _runnable(path: str) -> str:
    """A file as the name of a program: without a slash it would be looked for in PATH."""
    return shlex.quote(path if os.sep in path else f"./{path}")


def _import_path(path: Path, rest: str) -> str:
    """The import path of a file or a folder of Python."""
    if not path.exists():
        return f"there is no file {path}; an import path has dots and no .py: pkg.mod"
    full = path.absolute().with_suffix("")
    full = full.parent if full.name == "__init__" else full
    top = full.parent
    while (top / "__init__.py").exists():
        top = top.parent
    here = Path.cwd()
    # Without an __init__.py a folder may be a package all the same, and the current folder is where imports begin.
    inside = top == here or (top == full.parent and full.is_relative_to(here))
    name = ".".join(full.relative_to(here if inside else top).parts)
    if not all(part.isidentifier() for part in name.split(".")):
        return f"{name} is no name that Python can import; rename it, or run it by an adapter after --"
    said = f"an import path has dots: {name}{f':{rest}' if rest else ''}"
    return said if inside else f"{said}, from the folder {shlex.quote(os.path.relpath(top))}"


@_as_far_as_it_is_known
def instead_of_program(program: str, error: OSError | ValueError) -> str:
    """The hint for a command that cannot be started."""
    path = Path(program)
    number = getattr(error, "errno", None)
    if not program or "\0" in program:
        return _KINDS
    if path.is_dir():
        return "it is a folder"
    if number == errno.EACCES and path.is_file():
        return f"make it executable: chmod +x {shlex.quote(program)}"
    if path.is_file():
        here = f"a program of the current folder begins with ./: -- ./{program}"
        return _by_first_line(path) if os.sep in program else here
    if len(program.split()) > 1:
        return f"without quotation marks around it all: -- {program}"
    if program.startswith(("codec:", "adapter:", "fault:")) or _module(program.partition(":")[0]):
        return f"an import path comes without --: {program}"
    folder = path.parent
    names = [one.name for one in folder.iterdir()] if folder.is_dir() else []
    return f"there is no such program{meant(path.name, names)}"


def _by_first_line(path: Path) -> str:
    """The hint for a file that is executable and cannot be run: its interpreter is not there, or not named."""
    with path.open("rb") as file:
        line = file.readline(200)
    named = line.removeprefix(b"#!").decode("utf-8", "replace")
    if not line.startswith(b"#!"):
        known = {
            ".py": "python3",
            ".sh": "sh",
            ".js": "node",
            ".rb": "ruby",
            ".pl": "perl",
            ".php": "php",
            ".lua": "lua",
        }
        by = known.get(path.suffix)
        return f"name its interpreter: -- {by} {_runnable(str(path))}" if by else "was it built for this machine?"
    if named.endswith("\r\n"):
        return "its first line ends in CRLF, so its interpreter is not found; save it with the line ends of Unix"
    return f"its first line names an interpreter that is not there: {ascii(named.strip())[1:-1]}"


@_as_far_as_it_is_known
def instead_of_python(python: str) -> str:
    """The hint for an interpreter that is a folder."""
    folder = Path(python)
    places = [folder, *(folder / name for name in _FOLDERS)]
    places += [folder.parent] if folder.name in ("bin", "Scripts") else []
    found = next((one for place in places for one in _interpreters(place)), None)
    return (
        f"name the interpreter in it: --python {found}" if found else "name an interpreter: --python .venv/bin/python"
    )


@_as_far_as_it_is_known
def instead_of_import(python: str, why: str) -> str:
    """The hint for a module that an interpreter cannot import.

    Args:
        python: the interpreter.
        why: the worker's message.
    """
    found = re.search(r"no module named '?([\w.]+)", why, re.IGNORECASE)
    if not found:
        return ""
    name = found[1]
    top, *below = name.split(".")
    if not below and (Path("src") / top).is_dir() | (Path("src") / f"{top}.py").is_file():
        return "it is in the folder src: change into that folder, or install the package"
    parent, _, last = name.rpartition(".")
    folder = Path(*parent.split("."))
    if below and folder.with_name(f"{folder.name}.py").is_file():
        own = last in ("encode", "decode")  # these two functions of a module need not be named
        return f"an object of a module comes after a colon: {parent}{'' if own else f':{last}'}"
    there = [one.stem for one in folder.iterdir() if _module(one.stem, folder)] if folder.is_dir() else []
    if meant(last, there):
        return meant(name, [".".join(filter(None, (parent, one))) for one in there]).removeprefix("; ")
    for interpreter in _environments(python):
        if any(_has(interpreter, top)):
            return f"{top} is in another environment: --python {shlex.quote(str(interpreter))}"
    if below:  # what it is in was imported
        libraries = (
            one.parent.joinpath(*parent.split("."))
            for one in _has(Path(shutil.which(python) or python).absolute(), top)
        )
        there = [one.stem for library in libraries if library.is_dir() for one in library.iterdir()]
        return f"{parent} has no module {last}{meant(last, there)}"
    if adapter := _adapter(name):
        return adapter
    if other := next(_environments(python), None):
        return f"if it is in another environment, name its interpreter: --python {shlex.quote(str(other))}"
    return "if it is in another environment, name its interpreter: --python .venv/bin/python"


def _module(name: str, folder: Path = Path()) -> bool:
    """Whether a dotted name is that of a module in a folder."""
    path = folder.joinpath(*name.split("."))
    return path.with_name(f"{path.name}.py").is_file() or (path / "__init__.py").is_file()


def _environments(python: str) -> Iterator[Path]:
    """The interpreters of other environments: the active one, and those in the usual folders."""
    used = Path(shutil.which(python) or python).absolute().parent
    active = [os.environ[name] for name in ("VIRTUAL_ENV", "CONDA_PREFIX") if os.environ.get(name)]
    for folder in map(Path, dict.fromkeys((*active, *_FOLDERS))):
        # Not resolved: the interpreter of an environment is a link to another one.
        yield from (one for one in _interpreters(folder) if one.absolute().parent != used)


def _interpreters(environment: Path) -> list[Path]:
    """The interpreter of an environment, if it has one."""
    return [path for program in _PROGRAMS if (path := environment / program).is_file()][:1]


def _has(interpreter: Path, top: str) -> Iterator[Path]:
    """The files by which an environment has a module."""
    environment = interpreter.parents[1]
    for libraries in (*environment.glob("lib/python*/site-packages"), environment / "Lib/site-packages"):
        yield from (path for path in (libraries / top, libraries / f"{top}.py") if path.exists())
