"""``conform init``: write an adapter to fill in, and a CI workflow that runs the suite."""

import argparse
import re
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from shlex import quote, split

from ..errors import ConformError
from ..files import write, writing
from . import skeletons, workflow
from .origin import requirement
from .skeletons import Skeleton

# These characters need no escape in the source of any language, nor in a handshake.
_NAME = re.compile(r"[\w.-]{1,60}", re.ASCII)
_IMPORT_PATH = re.compile(r"[\w.]+(:[\w.,]+)?")
_PACKAGES = ("pyproject.toml", "setup.py", "setup.cfg")


def init(options: argparse.Namespace) -> int:
    """Write the files for a language, record today's failures if asked, and say what to do next."""
    folder, baseline = options.output, options.baseline
    skeleton = skeletons.find(options.language, folder)
    name = _name(skeleton, options.target)
    target = f"-- {skeleton.run}" if skeleton.run else name
    package = not skeleton.run and any((folder / file).exists() for file in _PACKAGES)
    source = requirement()
    place = workflow.place(folder)
    gate = workflow.workflow(skeleton, target, source, package=package, baseline=baseline, inside=place.inside)
    files = {**skeleton.files(name), place.path: gate}
    # An adapter that is there has been filled in, so it can be asked.
    recorded = baseline is not None and (not skeleton.run or (folder / skeleton.adapter).exists())
    if recorded:
        files = _kept(folder, files, place.path, baseline) if not options.force else {place.path: gate}
        with _inside(folder):
            _record(target, baseline, options.python)
    _write(folder, files, options.force or recorded)
    print("\n".join(_next(skeleton, folder, target, baseline, place.path.name, recorded=recorded)))
    if "file:" in source:
        print(f"  (the suite was installed from this machine alone: set CONFORM in {place.path.name} to its address)")
    return 0


def _name(skeleton: Skeleton, given: str | None) -> str:
    shape = _NAME if skeleton.run else _IMPORT_PATH
    name = given or ("my-punycode" if skeleton.run else "mylib.punycode")
    if not shape.fullmatch(name):
        wanted = "letters, digits, and . _ -" if skeleton.run else "an import path, such as mylib.punycode"
        raise ConformError(f"--target {name!r} is not {wanted}", "the name is written into the files")
    return name


def _kept(folder: Path, files: Mapping[Path, str], gate: Path, baseline: Path) -> dict[Path, str]:
    """The files that are not there yet, and the workflow: one that is there only learns of the baseline."""
    path = folder / gate
    found = {file: text for file, text in files.items() if not (folder / file).exists()}
    if path.exists():
        try:
            there = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConformError(f"{path}: cannot be read: {error}") from None
        found[gate] = workflow.with_baseline(there, path, baseline)
    return found


def _inside(folder: Path) -> "chdir[Path]":
    if not folder.is_dir():
        raise ConformError(f"{folder}: no such folder", "name the folder of your project: --output DIR")
    return chdir(folder)


def _record(target: str, baseline: Path, python: str | None) -> None:
    """Write today's failures into the baseline, as ``conform baseline`` does."""
    from .parser import parse  # not at the top: the parser names this module's verb

    there = [f"--python={python}"] if python else []
    command = parse(["baseline", f"--baseline={baseline}", *there, *split(target)])
    command.verb(command)


def _write(folder: Path, files: Mapping[Path, str], force: bool) -> None:
    """Write all files, or none if one of them exists."""
    there = [str(file) for file in files if (folder / file).exists()]
    if there and not force:
        raise ConformError(f"{', '.join(there)}: already there; nothing was written", "--force overwrites")
    for file, content in files.items():
        path = folder / file
        with writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
        write(path, content)
        print(f"wrote {path}")


def _next(
    skeleton: Skeleton, folder: Path, target: str, baseline: Path | None, gate: str, *, recorded: bool
) -> list[str]:
    lines = ["", "Next:"]
    lines += [f"  cd {folder}"] if folder != Path() else []
    if skeleton.run and not recorded:
        lines.append(f"  (call your codec where {skeleton.adapter.as_posix()} says YOUR CODEC)")
    if skeleton.needs and not recorded:
        lines.append(f"  (add {skeleton.needs}, here and in {gate})")
    known = f"--baseline {quote(str(baseline))} " if baseline else ""
    if not recorded:  # otherwise it has just been asked
        lines += [f"  {skeleton.build}"] if skeleton.build else []
        built = skeleton.unignored(folder)
        lines += [f"  (add {' and '.join(built)} to .gitignore)"] if built else []
        lines.append(f"  conform doctor {target}")
        lines += [f"  conform baseline {known}{target}"] if baseline else []
    return [*lines, f"  conform run {known}{target}"]
