"""``conform init``: write an adapter to fill in, and a CI workflow that runs the suite."""

import argparse
import re
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path
from shlex import join, quote

from ..errors import ConformError, TargetError
from ..files import check_apart, write, writing
from ..notation import plain
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
    if baseline is not None:
        check_apart([("--baseline", folder / baseline)], [("conform init", folder / file) for file in files])
    # An adapter that is there has been filled in, so it can be asked.
    recorded = baseline is not None and (not skeleton.run or (folder / skeleton.adapter).exists())
    if recorded:
        files = _kept(folder, files, place.path, baseline) if not options.force else {place.path: gate}
        step = workflow.step(files[place.path], place.path)
        with _inside(folder):
            _record(step, options)
    _write(folder, files, options.force or recorded)
    if recorded:
        lines = _after_recording(skeleton, files[place.path], place.path.name, step, options)
    else:
        lines = _before_recording(skeleton, folder, target, baseline, place.path.name)
    lines = ["", "Next:", *([f"  cd {quote(str(folder))}"] if folder != Path() else []), *lines]
    if "file:" in source:
        lines += (
            "  (the suite was installed from this machine alone:",
            f"   set CONFORM in {place.path.name} to its address)",
        )
    print("\n".join(plain(line, None) for line in lines))
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


def _record(step: list[str], options: argparse.Namespace) -> None:
    """Write today's failures into the baseline, as the step of the workflow will see them.

    Args:
        step: the words after ``conform run``.
        options: of this verb.
    """
    from .baseline import baseline  # not at the top: only for a codec that is there
    from .parser import parse  # the parser names this module's verb

    run = parse(["run", *step])
    other = "the workflow there runs {}, not {}"
    if options.target and run.target not in (options.target, None):
        raise ConformError(other.format(run.target, options.target), "--force writes it anew")
    if run.baseline != options.baseline:
        raise ConformError(other.format(f"with the baseline {run.baseline}", options.baseline), "name that one")
    run.python = options.python or run.python
    run.findings = None  # an option of that verb alone
    try:
        baseline(run)
    except TargetError as error:
        build = skeletons.find(options.language, Path()).build
        if not build or not run.command or "/" not in run.command[0] or Path(run.command[0]).exists():
            raise
        raise TargetError(error.message, f"build it first: {build}") from None


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
        print(f"wrote {plain(str(path), None)}")


def _before_recording(skeleton: Skeleton, folder: Path, target: str, baseline: Path | None, gate: str) -> list[str]:
    """The next steps with an adapter that is not filled in yet."""
    lines = []
    if skeleton.run:
        lines.append(f"  (call your codec where {skeleton.adapter.as_posix()} says YOUR CODEC)")
    if skeleton.needs:
        lines.append(f"  (add {skeleton.needs}, here and in {gate})")
    lines += [f"  {skeleton.build}"] if skeleton.build else []
    built = skeleton.unignored(folder)
    lines += [f"  (add {' and '.join(built)} to .gitignore)"] if built else []
    known = f"--baseline {quote(str(baseline))} " if baseline else ""
    lines.append(f"  conform doctor {target}")
    lines += [f"  conform baseline {known}{target}"] if baseline else []
    return [*lines, f"  conform run {known}{target}"]


def _after_recording(
    skeleton: Skeleton, workflow_text: str, gate: str, step: list[str], options: argparse.Namespace
) -> list[str]:
    """The next steps once the failures are known: only the run is left."""
    python = ["--python", options.python] if options.python else []
    lines = [f"  conform run {join([*python, *step])}"]
    if not skeleton.run and (python or workflow.PYTHON not in workflow_text):
        lines.append(f"  (recorded with another Python than {gate} has, where other cases may fail)")
    return lines
