"""What is configured, run: each target by its options, one summary, the worst exit status.

Everything runs in the configuration's folder, as if ``conform`` had been started there, so import paths, commands and paths
mean the same wherever one stands. Paths of the command line are of the folder that one stands in. An option that the
command line gives goes before the configuration's, for all targets; sides of choices are added to it. The fuzzer's budget
is one thing: a number of cases or seconds that the command line gives goes before both that are configured.
"""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ..errors import ConformError, NothingRan
from ..run.setup import PUNYCODE, Configured, Setup, declared
from ..suite.notation import plain
from ..targets.session import Limits
from .configuration import Configuration, find
from .terminal import complain, logged

# What hides the most goes first: nothing is known of a target that did not run, and a failure outweighs a stale entry.
_WORST = (3, 2, 1, 5, 4, 0)
_PATHS = ("junit", "markdown", "report", "baseline", "out", "findings", "html", "badge", "badge_json")
_BUDGET = {"cases": "cases", "seconds": "time", "seed": "seed"}  # a key of the configuration, and its option

One = Callable[[argparse.Namespace], tuple[int, str]]


def each(options: argparse.Namespace, one: One) -> int:
    """Run the targets that the command line names, all if it names none.

    Args:
        options: of the command line.
        one: runs a target by its options; gives the exit status and the verdict line.

    Returns:
        The worst of the exit statuses.
    """
    try:
        found = find(Path.cwd())
    except FileNotFoundError:
        raise ConformError("the current folder is not there any more", "change into one that is") from None
    if found is None:
        if options.targets:
            raise ConformError("--target: nothing is configured", "a conform.toml, or tool.conform in pyproject.toml")
        verb = f"conform {options.asked}"
        hint = f"name one: {verb} mylib.punycode, or {verb} -- ./my-adapter; or configure it in conform.toml"
        raise ConformError("no target", hint)
    names = _names(options.targets, found)
    if options.asked == "fuzz":
        names = _fuzzable(names, options.targets, found)
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


def _fuzzable(names: list[str], wanted: list[str], found: Configuration) -> list[str]:
    """Without those that take whole labels and that nobody named; of these it is said."""
    able = [name for name in names if name in wanted or found.targets[name].get("layer", "punycode") == "punycode"]
    for name in names:
        if name not in able:
            print(f"conform: {name}: not fuzzed: fuzzing makes raw Punycode, and its layer is a-label", file=sys.stderr)
    if not able:
        raise NothingRan(f"{found.file}: no target to fuzz")
    return able


def _one(options: argparse.Namespace, one: One) -> tuple[int, str]:
    """A target's status and verdict line. One that cannot be run does not keep the others from it."""
    try:
        status, line = one(options)
    except ConformError as error:
        complain(error, f"conform: {options.name}")
        status, line = error.exit_status, plain(f"not judged: {error.message}", 600)
    return status, logged(line)


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
    made = argparse.Namespace(
        **{**vars(options), "name": name, "configured": Configured(name, _usual(found.targets[name], name))}
    )
    configured = {**found.targets[name], **_more(options, found, name)}
    for key, value in configured.items():
        if key == "choice":
            made.choice = [*value, *options.choice]
        elif key == "target" or f"--{key.replace('_', '-')}" not in options.given:  # --target is another thing
            setattr(made, key, value)
    for key in _PATHS:
        if value := getattr(made, key, None):
            option = f"--{key.replace('_', '-')}"
            setattr(made, key, _of_target(option, value, name, several=several and option in options.given))
    return made


def _more(options: argparse.Namespace, found: Configuration, name: str) -> dict[str, Any]:
    """What is configured for all targets, by the options of the verb."""
    if options.asked != "fuzz":
        return {key: value for key, value in found.reports.items() if hasattr(options, key)}
    folder = Path(os.path.normpath(found.file.absolute())).parent
    out = (Path() if folder == Path.cwd() else folder) / "conform-findings" / name  # it is told, and pasted
    bounded = options.given & {"--cases", "--time"}
    budget = {_BUDGET[key]: value for key, value in found.fuzz.items() if key == "seed" or not bounded}
    return {"out": out, **budget}


def _of_target(option: str, value: Any, name: str, *, several: bool) -> Any:
    if several and "{target}" not in str(value):
        raise ConformError(
            f"{option} {value}: there are several targets", "write {target} in it, or name one: --target NAME"
        )
    return type(value)(str(value).replace("{target}", name))


def _usual(table: dict[str, Any], name: str) -> Setup:
    """The setup that the configuration alone makes of a target."""
    return Setup(
        python=table.get("python"),
        rejects=tuple(table.get("rejects", ())),
        vectors=tuple(table.get("vectors", ())),
        layer=table.get("layer", PUNYCODE),
        choices=declared(table.get("choice", ())),
        strict=table.get("strict", False),
        limits=Limits(table.get("timeout", 5.0)),
        baseline=Path(str(table["baseline"]).replace("{target}", name)) if "baseline" in table else None,
    )
