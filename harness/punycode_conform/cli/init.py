"""``conform init``: write an adapter to fill in, and a CI workflow that builds it and runs the suite."""

import argparse
import json
import os
import posixpath
import re
import sys
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from .. import files
from ..errors import ConformError
from ..notation import plain
from . import skeletons
from .origin import requirement
from .skeletons import Skeleton

WORKFLOW = Path(".github", "workflows", "conform.yml")
# These characters need no escape in the source of any language, nor in a handshake.
_NAME = re.compile(r"[\w.-]{1,60}", re.ASCII)
_IMPORT_PATH = re.compile(r"[\w.]+(:[\w.,]+)?")
# Nor do these in YAML and in a shell.
_FILE = re.compile(r"[\w./-]{1,200}", re.ASCII)
_PACKAGES = ("pyproject.toml", "setup.py", "setup.cfg")
_HEAD = """\
# Whether the Punycode codec conforms to RFC 3492: https://www.rfc-editor.org/rfc/rfc3492
name: Punycode conformance

on:
  push:
  pull_request:

permissions:
  contents: read

env:
  # Where pip gets the suite from. Nothing else here needs to change for another version.
  CONFORM: "{requirement}"

jobs:
  conform:
    runs-on: ubuntu-latest
    timeout-minutes: 10
{inside}    steps:
"""


class Place(NamedTuple):
    """The workflow's path, and the project's folder below the root of its repository: empty for the root."""

    path: Path
    inside: str


def init(options: argparse.Namespace) -> int:
    """Write the files for a language and say what to do next."""
    folder = options.output
    skeleton = skeletons.find(options.language, folder)
    name, baseline = _name(skeleton, options.target), _baseline(options.baseline)
    target = f"-- {skeleton.run}" if skeleton.run else name
    package = not skeleton.run and any((folder / file).exists() for file in _PACKAGES)
    source, place = requirement(), _place(folder)
    gate = workflow(skeleton, target, source, package=package, baseline=baseline, inside=place.inside)
    _write(folder, {**skeleton.files(name), place.path: gate}, options.force)
    lines = ["", "Next:", *([f"  cd {quote(str(folder))}"] if folder != Path() else [])]
    lines += _next(skeleton, folder, target, baseline, place.path.name)
    if "file:" in source:
        lines += (
            "  (the suite was installed from this machine alone:",
            f"   set CONFORM in {place.path.name} to its address)",
        )
    print("\n".join(plain(line, None) for line in lines))
    return 0


def _name(skeleton: Skeleton, target: str | None) -> str:
    shape = _NAME if skeleton.run else _IMPORT_PATH
    name = target or ("my-punycode" if skeleton.run else "mylib.punycode")
    if not shape.fullmatch(name):
        wanted = "letters, digits, and . _ -" if skeleton.run else "an import path, such as mylib.punycode"
        raise ConformError(f"--target {name!r} is not {wanted}", "the name is written into the files")
    return name


def _baseline(path: Path | None) -> str:
    """The option of a baseline for a command."""
    if path is None:
        return ""
    if not _FILE.fullmatch(path.as_posix()):
        hint = "the workflow needs a name of letters, digits, and . _ - /"
        raise ConformError(f"--baseline {str(path)!r} has characters that act in a workflow", hint)
    return f"--baseline {path.as_posix()} "


def _write(folder: Path, texts: dict[Path, str], force: bool) -> None:
    """Write all files, or none if one of them exists."""
    there = [str(file) for file in texts if (folder / file).exists()]
    if there and not force:
        raise ConformError(f"{', '.join(there)}: already there; nothing was written", "--force overwrites")
    for file, text in texts.items():
        path = folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        files.write(path, text)
        print(f"wrote {plain(str(path), None)}")


def _next(skeleton: Skeleton, folder: Path, target: str, baseline: str, gate: str) -> list[str]:
    """The next steps."""
    lines = []
    if skeleton.run:
        lines.append(f"  (call your codec where {skeleton.adapter.as_posix()} says YOUR CODEC)")
    if skeleton.needs:
        lines.append(f"  (add {skeleton.needs}, here and in {gate})")
    lines += [f"  {skeleton.build}"] if skeleton.build else []
    built = skeleton.unignored(folder)
    lines += [f"  (add {' and '.join(built)} to .gitignore)"] if built else []
    # For Python the tool brings the adapter, so there is none to check.
    lines += [f"  conform doctor {target}"] if skeleton.run else []
    lines += [f"  conform baseline {baseline}{target}"] if baseline else []
    return [*lines, f"  conform run {baseline}{target}"]


def _place(folder: Path) -> Place:
    """The place of a project's workflow: forges read only those at the root of the repository."""
    whole = Path(os.path.realpath(folder))
    for root in whole.parents if not (whole / ".git").exists() else ():
        if (root / ".git").exists():
            inside = whole.relative_to(root)
            # Another project of the repository may have a workflow too.
            return Place(root / WORKFLOW.with_stem("-".join((WORKFLOW.stem, *inside.parts))), inside.as_posix())
    return Place(WORKFLOW, "")


def workflow(
    skeleton: Skeleton, target: str, requirement: str, *, package: bool, baseline: str = "", inside: str = ""
) -> str:
    """A workflow for GitHub Actions: it builds, runs the suite and keeps the results; the doctor looks at a failure.

    Args:
        skeleton: of the adapter.
        target: the words that name the target.
        requirement: what pip installs the suite from.
        package: whether the project is a Python package, which its codec's import path needs.
        baseline: the option of a baseline, or empty.
        inside: the project's folder below the root of the repository.
    """
    steps = (
        "- uses: actions/checkout@v4",
        "- uses: actions/setup-python@v5",
        "  with:",
        # The version here, since a codec in Python may fail in other cases with another one.
        f'    python-version: "{sys.version_info[0]}.{sys.version_info[1]}"',
        *skeleton.set_up,
        '- run: pip install "$CONFORM"',
        *(("- run: pip install .",) if package else ()),
        *((f"- run: {skeleton.build}",) if skeleton.build else ()),
        f"- run: conform run --junit punycode.xml {baseline}{target}",
        *((f"- run: conform doctor {target}", "  if: failure()") if skeleton.run else ()),
        "- uses: actions/upload-artifact@v4",
        "  if: always()",  # the results matter most when the run has failed
        "  with:",
        "    name: punycode",
        # A step's own inputs are not relative to the folder in which commands run.
        f"    path: {json.dumps(posixpath.join(inside, 'punycode.xml')) if inside else 'punycode.xml'}",
    )
    defaults = f"    defaults:\n      run:\n        working-directory: {json.dumps(inside)}\n" if inside else ""
    return _HEAD.format(requirement=requirement, inside=defaults) + "".join(f"      {line}\n" for line in steps)
