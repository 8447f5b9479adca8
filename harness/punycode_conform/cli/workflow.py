"""The CI workflow that ``conform init`` writes: it builds the adapter and runs the suite."""

import itertools
import json
import os
import posixpath
import re
import shlex
import sys
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from ..errors import ConformError
from .skeletons import Skeleton

PATH = Path(".github", "workflows", "conform.yml")
PYTHON = f'python-version: "{sys.version_info[0]}.{sys.version_info[1]}"'
"""The input of a step: the version here, since a codec in Python may fail in other cases with another one."""
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
    """Where a workflow is.

    Attributes:
        path: of the workflow, below the project's folder; absolute if the repository begins above that.
        inside: the project's folder below the root of the repository, empty for the root.
    """

    path: Path
    inside: str


def place(folder: Path) -> Place:
    """The place of a project's workflow: forges read only those at the root of the repository."""
    whole = Path(os.path.realpath(folder))
    for root in whole.parents if not (whole / ".git").exists() else ():
        if (root / ".git").exists():
            inside = whole.relative_to(root)
            # Another project of the repository may have a workflow too.
            return Place(root / PATH.with_stem("-".join((PATH.stem, *inside.parts))), inside.as_posix())
    return Place(PATH, "")


def workflow(
    skeleton: Skeleton, target: str, requirement: str, *, package: bool, baseline: Path | None, inside: str = ""
) -> str:
    """A workflow for GitHub Actions: it builds, runs the suite and keeps the results; the doctor looks at a failure.

    Args:
        skeleton: of the adapter.
        target: the words that name the target.
        requirement: what pip installs the suite from.
        package: whether the project is a Python package, which its codec's import path needs.
        baseline: the file of known failures, if there is one.
        inside: the project's folder below the root of the repository, empty for the root.
    """
    known = f" --baseline {quote(baseline.as_posix())}" if baseline else ""
    steps = (
        "- uses: actions/checkout@v4",
        "- uses: actions/setup-python@v5",
        "  with:",
        f"    {PYTHON}",
        *skeleton.set_up,
        '- run: pip install "$CONFORM"',
        *(("- run: pip install .",) if package else ()),
        *((f"- run: {skeleton.build}",) if skeleton.build else ()),
        f"- run: conform run --junit punycode.xml{known} {target}",
        # For Python the tool brings the adapter, so there is none to check. Elsewhere the doctor says whose fault it is.
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


def with_baseline(text: str, path: Path, baseline: Path) -> str:
    """A workflow that is there already, whose run knows the failures of a baseline.

    Raises:
        ConformError: no line of it runs the suite.
    """
    lines = [number for number, line in enumerate(text.splitlines()) if re.search(r"\bconform run\b", line)]
    if not lines:
        hint = f"add it yourself: conform run --baseline {quote(baseline.as_posix())} …"
        raise ConformError(f"{path}: no line runs conform run", hint)
    every = text.splitlines(keepends=True)
    known = f"conform run --baseline {quote(baseline.as_posix())}"
    for number in lines:
        if "--baseline" not in every[number]:
            every[number] = re.sub(r"\bconform run\b", lambda _: known, every[number], count=1)
    return "".join(every)


def step(text: str, path: Path) -> list[str]:
    """The words after ``conform run`` of a workflow's one command that runs the suite.

    Raises:
        ConformError: there are several, or it is a command that only a shell can read.
    """
    found = [one[1] for one in re.finditer(r"\bconform run\b(.*)", text.replace("\\\n", " "))]
    hint = "record it yourself: conform baseline, with the options and the target of that step"
    if len(found) != 1:
        raise ConformError(f"{path}: {len(found)} commands run the suite, and a baseline is of one target", hint)
    words = shlex.shlex(found[0], posix=True, punctuation_chars=True)
    words.whitespace_split = True
    try:
        only = [*itertools.takewhile(lambda word: not {*word} <= {*"();<>|&"}, words)]
        if any(character in word for word in only for character in "$`"):
            raise ValueError("only a shell knows what it stands for")
    except ValueError:  # as also for a quote that is not closed
        raise ConformError(f"{path}: the command that runs the suite cannot be read here", hint) from None
    return only
