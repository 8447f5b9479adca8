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

from ..errors import ConformError, NothingRan, meant
from ..notation import plain
from ..render import FORMS
from ..run.setup import Configured
from ..suite import PUNYCODE
from .configuration import Configuration, find
from .options import BASELINE, FINDINGS, ONLY, OUT, REPORTS, VECTORS, setup
from .parser import parse
from .terminal import complain

# The status that hides the most comes first: nothing is known of a target that did not run, and a failure outweighs a stale
# entry.
_WORST = (3, 2, 1, 5, 4, 0)
_PATHS = (*REPORTS, BASELINE, OUT, FINDINGS)

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
        raise ConformError("the current folder does not exist any more", "change into one that does") from None
    if found is None:
        if options.targets:
            hint = f"it names a target of a conform.toml; an import path needs no option: {options.targets[0]}"
            raise ConformError("--target: nothing is configured", hint)
        verb = f"conform {options.asked}"
        hint = f"name one: {verb} mylib.punycode, or {verb} -- ./my-adapter; or configure it in conform.toml"
        raise ConformError("no target", hint)
    names = _names(options.targets, found)
    targets = [Configured(name, setup(_named(parse(found.arguments(options.asked, name)), name))) for name in names]
    if options.asked == "fuzz":
        targets = _fuzzable(targets, options.targets, found.file)
    plans = {target.name: _merged(options, found, target, several=len(targets) > 1) for target in targets}
    with contextlib.chdir(found.file.absolute().parent):
        results = {name: _one(name, partial(one, plan)) for name, plan in plans.items()}
    if len(results) > 1:
        print("\nSummary", *(f"  {name}: {line}" for name, (_, line) in results.items()), sep="\n")
    return min((status for status, _ in results.values()), key=_WORST.index)


def instead(options: argparse.Namespace) -> str:
    """The hint where a target that cannot be run has the name of one that is configured; else empty."""
    with contextlib.suppress(ConformError, OSError):
        found = find(Path.cwd())
        if found and options.target in found.targets:
            return f"{found.file} configures a target of this name: --target {options.target}"
    return ""


def _names(wanted: list[str], found: Configuration) -> list[str]:
    for name in wanted:
        if name not in found.targets:
            like = meant(name, found.targets)
            raise ConformError(f"{found.file}: no target is named {name!r}{like}", f"named: {', '.join(found.targets)}")
    return list(dict.fromkeys(wanted)) or list(found.targets)


def _fuzzable(targets: list[Configured], wanted: list[str], file: Path) -> list[Configured]:
    """The targets without those that take whole labels and that nobody named; these are reported."""
    able = [target for target in targets if target.name in wanted or target.setup.layer == PUNYCODE]
    for target in targets:
        if target not in able:
            why = "fuzzing makes raw Punycode, and its layer is a-label"
            print(f"conform: {target.name}: not fuzzed: {why}", file=sys.stderr)
    if not able:
        raise NothingRan(f"{file}: no target to fuzz")
    return able


def _merged(
    options: argparse.Namespace, found: Configuration, target: Configured, *, several: bool
) -> argparse.Namespace:
    """The options of a target: those of the command line, and the configured ones that they don't override.

    Args:
        options: of the command line.
        found: the configuration.
        target: the target, as the configuration alone sets it up.
        several: whether there are several targets, so that paths must have the name in them.
    """
    made = parse(found.arguments(options.asked, target.name, options.arguments, options.given))
    for option in _PATHS:
        if option.flag in options.given:
            path = getattr(made, option.attribute)
            if several and "{target}" not in str(path):
                hint = "write {target} in it, or name one: --target NAME"
                raise ConformError(f"{option.flag} {path}: there are several targets", hint)
            setattr(made, option.attribute, path if path == "-" else type(path)(Path(path).absolute()))
    if VECTORS.flag in options.given:
        made.vectors = [path.absolute() for path in made.vectors]
    if options.given & {ONLY.flag, VECTORS.flag}:
        _without_badges(made, options)
    if options.asked == "fuzz" and made.out is None:
        folder = Path(os.path.normpath(found.file.absolute())).parent
        # Commands with this path are printed to be pasted, so it is as short as can be.
        made.out = (Path() if folder == Path.cwd() else folder) / "conform-findings" / target.name
    made.given, made.configured = options.given, target
    return _named(made, target.name)


def _without_badges(made: argparse.Namespace, options: argparse.Namespace) -> None:
    """Leave out configured forms that a part of the suite, which the command line selects, cannot have."""
    for form in FORMS:
        attribute = form.name.replace("-", "_")
        if form.whole and form.flag not in options.given and getattr(made, attribute, None):
            setattr(made, attribute, None)
            print(f"conform: {form.flag} is not written: a part of the suite gets no badge", file=sys.stderr)


def _named(options: argparse.Namespace, name: str) -> argparse.Namespace:
    """The options with the target's name in their paths."""
    for option in _PATHS:
        if path := getattr(options, option.attribute, None):
            setattr(options, option.attribute, type(path)(str(path).replace("{target}", name)))
    return options


def _one(name: str, one: Callable[[], tuple[int, str]]) -> tuple[int, str]:
    """A target's status and verdict line; one that cannot be run does not stop the others."""
    try:
        status, line = one()
    except ConformError as error:
        complain(error, f"conform: {name}")
        status, line = error.exit_status, plain(f"not judged: {error.message}", 600)
    return status, line
