"""What is configured, run: each target by its options, one summary, the worst exit status.

Everything runs in the configuration's folder, as if ``conform`` had been started there, so import paths, commands and paths
mean the same wherever one stands. Paths of the command line are of the folder that one stands in. An option that the
command line gives goes before the configuration's, for all targets; sides of choices are added to it.
"""

import argparse
import contextlib
import sys
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ..errors import ConformError
from .configuration import Configuration, find

# What hides the most goes first: nothing is known of a target that did not run, and a failure outweighs a stale entry.
_WORST = (3, 2, 1, 5, 4, 0)
_PATHS = ("junit", "markdown", "report", "baseline")

One = Callable[[argparse.Namespace], tuple[int, str]]


def each(options: argparse.Namespace, one: One) -> int:
    """Run the targets that the command line names, all if it names none.

    Args:
        options: of the command line.
        one: runs a target by its options; gives the exit status and the verdict line.

    Returns:
        The worst of the exit statuses.
    """
    found = find(Path.cwd())
    if found is None:
        if options.targets:
            raise ConformError("--target: nothing is configured", "a conform.toml, or tool.conform in pyproject.toml")
        hint = "name one: conform run mylib.punycode, or conform run -- ./my-adapter; or configure it in conform.toml"
        raise ConformError("no target", hint)
    names = _names(options.targets, found)
    options = _absolute(options)
    plans = {name: _merged(options, found, name, several=len(names) > 1) for name in names}
    with contextlib.chdir(found.file.absolute().parent):
        told = {name: _one(plan, one) for name, plan in plans.items()}
    if len(names) > 1:
        print("\nSummary", *(f"  {name}: {line}" for name, (_, line) in told.items()), sep="\n")
    return min((status for status, _ in told.values()), key=_WORST.index)


def _names(wanted: list[str], found: Configuration) -> list[str]:
    for name in wanted:
        if name not in found.targets:
            close = get_close_matches(name, found.targets, 1)
            like = f"; did you mean {close[0]}?" if close else ""
            raise ConformError(f"{found.file}: no target is named {name!r}{like}", f"named: {', '.join(found.targets)}")
    return list(dict.fromkeys(wanted)) or list(found.targets)


def _one(options: argparse.Namespace, one: One) -> tuple[int, str]:
    """A target's status and verdict line. One that cannot be run does not keep the others from it."""
    try:
        return one(options)
    except ConformError as error:
        sys.stdout.flush()
        print(f"conform: {options.name}: {error.message}", file=sys.stderr)
        if error.hint:
            print(f"  hint: {error.hint}", file=sys.stderr)
        return error.exit_status, f"not judged: {error.message}"


def _absolute(options: argparse.Namespace) -> argparse.Namespace:
    """The options with their paths made independent of the current folder."""
    made = argparse.Namespace(**vars(options))
    made.vectors = [path.absolute() for path in options.vectors]
    for key in _PATHS:
        if (value := getattr(options, key, None)) and value != "-":
            setattr(made, key, type(value)(Path(value).absolute()))
    return made


def _merged(options: argparse.Namespace, found: Configuration, name: str, *, several: bool) -> argparse.Namespace:
    """A target's options: the command line's, and the configured ones where it gives none."""
    made = argparse.Namespace(**{**vars(options), "name": name, "again": _again(options, name)})
    configured = {**found.targets[name], **{key: value for key, value in found.reports.items() if hasattr(made, key)}}
    for key, value in configured.items():
        if key == "choice":
            made.choice = [*value, *options.choice]
        elif key == "target" or f"--{key.replace('_', '-')}" not in options.given:  # --target is another thing
            setattr(made, key, value)
    for key in _PATHS:
        if value := getattr(made, key, None):
            setattr(made, key, _of_target(key, value, name, several=several and f"--{key}" in options.given))
    return made


def _of_target(key: str, value: Any, name: str, *, several: bool) -> Any:
    if several and "{target}" not in str(value):
        raise ConformError(
            f"--{key} {value}: there are several targets", "write {target} in it, or name one: --target NAME"
        )
    return type(value)(str(value).replace("{target}", name))


def _again(options: argparse.Namespace, name: str) -> list[str]:
    """The words that run this target again."""
    words = ["conform", "run", "--target", name]
    for option in ("python", "layer"):
        words += [f"--{option}", getattr(options, option)] if f"--{option}" in options.given else []
    for option, values in (
        ("--rejects", options.rejects),
        ("--choice", options.choice),
        ("--vectors", options.vectors),
    ):
        for value in values:
            words += [option, str(value)]
    return [*words, "--strict"] if options.strict else words
