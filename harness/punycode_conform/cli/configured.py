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
from ..run.option import PATH, STREAM
from ..run.setup import Configured, Setup
from ..suite import PUNYCODE
from .configuration import Configuration, Values, find
from .options import setup
from .parser import namespace
from .streams import complain
from .verbs import VERBS

# The status that hides the most comes first: nothing is known of a target that did not run, and a failure outweighs a stale
# entry.
_WORST = (3, 2, 1, 5, 4, 0)

One = Callable[[argparse.Namespace], tuple[int, str]]


def each(options: argparse.Namespace, one: One) -> int:
    """Run the targets that the command line names, all if it names none; gives the worst exit status.

    Args:
        options: of the command line.
        one: runs a target by its options; gives the exit status and the verdict line.
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
    plans = [_merged(options, configuration, name) for name in _names(options, configuration)]
    for key, value in _paths(options.asked, options.given).items() if len(plans) > 1 else ():
        if "{target}" not in str(value):
            hint = "write {target} in it, or name one: --target NAME"
            raise ConformError(f"--{key.replace('_', '-')} {value}: there are several targets", hint)
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


def _names(options: argparse.Namespace, configuration: Configuration) -> list[str]:
    """The targets to run, without those that cannot be fuzzed and that nobody named; these are reported."""
    known = configuration.targets
    for name in options.targets:
        if name not in known:
            message = f"{configuration.file}: no target is named {name!r}{meant(name, known)}"
            raise ConformError(message, f"named: {', '.join(known)}")
    if options.targets or options.asked != "fuzz":
        return list(dict.fromkeys(options.targets)) or list(known)
    names = []
    for name in known:
        if _alone(options.asked, configuration, name).layer == PUNYCODE:
            names.append(name)
        else:
            why = "fuzzing makes raw Punycode, and its layer is a-label"
            print(f"conform: {name}: not fuzzed: {why}", file=sys.stderr)
    if not names:
        raise NothingRan(f"{configuration.file}: no target to fuzz")
    return names


def _alone(verb: str, configuration: Configuration, name: str) -> Setup:
    """The setup that the configuration makes without the command line."""
    return setup(_namespace(verb, _named(verb, configuration.options(verb, name), name), configuration, name))


def _namespace(verb: str, values: Values, configuration: Configuration, name: str) -> argparse.Namespace:
    return namespace(verb, values, configuration.targets[name]["command"])


def _merged(options: argparse.Namespace, configuration: Configuration, name: str) -> argparse.Namespace:
    """The options of a target: those of the command line, and the configured ones that they do not override."""
    verb, configured = options.asked, configuration.options(options.asked, name)
    given = _absolute(verb, options.given)
    given["choices"] = [*configured["choices"], *given.get("choices", [])]
    if given.keys() & {"cases", "time"}:  # the budget is one thing
        configured = {key: value for key, value in configured.items() if key not in ("cases", "time")}
    if given.keys() & {"only", "vectors"}:
        for form in FORMS:  # a part of the suite, which the command line selects, cannot have these
            if form.whole and configured.pop(form.name.replace("-", "_"), None):
                print(f"conform: {form.flag} is not written: a part of the suite gets no badge", file=sys.stderr)
    merged = _namespace(verb, _named(verb, {**configured, **given}, name), configuration, name)
    if verb == "fuzz" and merged.out is None:
        # Commands with this path are printed to be pasted, so it is as short as can be.
        folder = Path(os.path.normpath(configuration.file.absolute())).parent
        merged.out = (Path() if folder == Path.cwd() else folder) / "conform-findings" / name
    merged.given, merged.configured = options.given, Configured(name, _alone(verb, configuration, name))
    return merged


def _paths(verb: str, values: Values) -> Values:
    """The values that are paths of what is written, or of a baseline."""
    rows = VERBS[verb].rows
    return {
        key: values[key] for key in values if key in rows and rows[key].kind in (PATH, STREAM) and not rows[key].many
    }


def _absolute(verb: str, given: Values) -> Values:
    paths = {key: type(path)(Path(path).absolute()) for key, path in _paths(verb, given).items() if path != "-"}
    vectors = {"vectors": [path.absolute() for path in given["vectors"]]} if "vectors" in given else {}
    return given | paths | vectors


def _named(verb: str, values: Values, name: str) -> Values:
    """The options with the target's name in their paths."""
    paths = _paths(verb, values)
    return values | {key: type(path)(str(path).replace("{target}", name)) for key, path in paths.items()}


def _one(name: str, one: Callable[[], tuple[int, str]]) -> tuple[int, str]:
    """A target's status and verdict line; one that cannot be run does not stop the others."""
    try:
        return one()
    except ConformError as error:
        complain(error, f"conform: {name}")
        return error.exit_status, plain(f"not judged: {error.message}", 600)
