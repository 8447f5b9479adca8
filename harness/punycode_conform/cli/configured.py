"""``conform run``, ``baseline`` and ``fuzz`` without a target: each configured target, a summary, the worst exit status.

Everything runs in the configuration's folder, as if ``conform`` had been started there, so import paths, commands and paths
mean the same in every folder. Paths of the command line are relative to the current folder. Options of the command line
override those of the configuration for all targets; sides of choices are added to them.
"""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ..errors import ConformError, NothingRan, meant
from ..notation import plain
from ..render import FORMS
from ..run.option import PATH, STREAM
from ..run.setup import Configured
from ..suite import PUNYCODE
from .configuration import Configuration, find
from .options import setup
from .parser import namespace
from .streams import complain
from .verbs import VERBS

# The status that hides the most comes first: nothing is known of a target that did not run, and a failure outweighs a stale
# entry.
_WORST = (3, 2, 1, 5, 4, 0)

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
        configuration = find(Path.cwd())
    except FileNotFoundError:
        raise ConformError("the current folder does not exist any more", "change into one that does") from None
    if configuration is None:
        if options.targets:
            hint = f"it names a target of a conform.toml; an import path needs no option: {options.targets[0]}"
            raise ConformError("--target: nothing is configured", hint)
        verb = f"conform {options.asked}"
        hint = f"name one: {verb} mylib.punycode, or {verb} -- ./my-adapter; or configure it in conform.toml"
        raise ConformError("no target", hint)
    plans = [_merged(options, configuration, name) for name in _names(options.targets, configuration)]
    if options.asked == "fuzz":
        plans = _fuzzable(plans, options.targets, configuration.file)
    _refuse_same_paths(options, several=len(plans) > 1)
    with contextlib.chdir(configuration.file.absolute().parent):
        results = {plan.configured.name: _one(plan.configured.name, partial(one, plan)) for plan in plans}
    if len(results) > 1:
        print("\nSummary", *(f"  {name}: {line}" for name, (_, line) in results.items()), sep="\n")
    return min((status for status, _ in results.values()), key=_WORST.index)


def instead(options: argparse.Namespace) -> str:
    """The hint where a target that cannot be run has the name of one that is configured; else empty."""
    with contextlib.suppress(ConformError, OSError):
        configuration = find(Path.cwd())
        if configuration and options.target in configuration.targets:
            return f"{configuration.file} configures a target of this name: --target {options.target}"
    return ""


def _names(wanted: list[str], configuration: Configuration) -> list[str]:
    known = configuration.targets
    for name in wanted:
        if name not in known:
            message = f"{configuration.file}: no target is named {name!r}{meant(name, known)}"
            raise ConformError(message, f"named: {', '.join(known)}")
    return list(dict.fromkeys(wanted)) or list(known)


def _merged(options: argparse.Namespace, configuration: Configuration, name: str) -> argparse.Namespace:
    """The options of a target: those of the command line, and the configured ones that they do not override."""
    verb, entry = options.asked, configuration.targets[name]
    configured = configuration.options(verb, name)
    alone = setup(namespace(verb, _named(verb, configured, name), entry.command))
    given = _named(verb, _absolute(verb, options.given), name)
    if given.keys() & {"cases", "time"}:  # the budget is one thing
        configured = {key: value for key, value in configured.items() if key not in ("cases", "time")}
    if given.keys() & {"only", "vectors"}:
        _leave_out_badges(configured)
    values = {**_named(verb, configured, name), **given, "choices": [*configured["choices"], *given.get("choices", [])]}
    merged = namespace(verb, values, entry.command)
    if verb == "fuzz" and merged.out is None:
        # Commands with this path are printed to be pasted, so it is as short as can be.
        folder = Path(os.path.normpath(configuration.file.absolute())).parent
        merged.out = (Path() if folder == Path.cwd() else folder) / "conform-findings" / name
    merged.given, merged.configured = options.given, Configured(name, alone)
    return merged


def _paths(verb: str, values: dict[str, Any]) -> dict[str, Any]:
    """The values that are paths."""
    rows = VERBS[verb].rows
    return {key: value for key, value in values.items() if key in rows and rows[key].kind in (PATH, STREAM)}


def _absolute(verb: str, values: dict[str, Any]) -> dict[str, Any]:
    def absolute(value: Any) -> Any:
        if isinstance(value, list):
            return [absolute(path) for path in value]
        return value if value == "-" else type(value)(Path(value).absolute())

    return values | {key: absolute(value) for key, value in _paths(verb, values).items()}


def _named(verb: str, values: dict[str, Any], name: str) -> dict[str, Any]:
    """The options with the target's name in their paths."""
    paths = {key: value for key, value in _paths(verb, values).items() if not isinstance(value, list)}
    return values | {key: type(value)(str(value).replace("{target}", name)) for key, value in paths.items()}


def _refuse_same_paths(options: argparse.Namespace, *, several: bool) -> None:
    for key, value in _paths(options.asked, options.given).items():
        if several and not isinstance(value, list) and "{target}" not in str(value):
            hint = "write {target} in it, or name one: --target NAME"
            raise ConformError(f"--{key.replace('_', '-')} {value}: there are several targets", hint)


def _fuzzable(plans: list[argparse.Namespace], wanted: list[str], file: Path) -> list[argparse.Namespace]:
    """The targets without those that take whole labels and that nobody named; these are reported."""
    able = [plan for plan in plans if plan.configured.name in wanted or plan.configured.setup.layer == PUNYCODE]
    for plan in plans:
        if plan not in able:
            why = "fuzzing makes raw Punycode, and its layer is a-label"
            print(f"conform: {plan.configured.name}: not fuzzed: {why}", file=sys.stderr)
    if not able:
        raise NothingRan(f"{file}: no target to fuzz")
    return able


def _leave_out_badges(configured: dict[str, Any]) -> None:
    """Leave out configured forms that a part of the suite, which the command line selects, cannot have."""
    for form in FORMS:
        if form.whole and configured.pop(form.name.replace("-", "_"), None):
            print(f"conform: {form.flag} is not written: a part of the suite gets no badge", file=sys.stderr)


def _one(name: str, one: Callable[[], tuple[int, str]]) -> tuple[int, str]:
    """A target's status and verdict line; one that cannot be run does not stop the others."""
    try:
        return one()
    except ConformError as error:
        complain(error, f"conform: {name}")
        return error.exit_status, plain(f"not judged: {error.message}", 600)
