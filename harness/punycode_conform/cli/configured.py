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

Work = Callable[[argparse.Namespace], tuple[int, str]]
"""Runs a target by its options; gives the exit status and the verdict line."""


def each(options: argparse.Namespace, work: Work) -> int:
    """Run the targets that the command line names, all if it names none; gives the worst exit status."""
    try:
        configuration = find(Path.cwd())
    except FileNotFoundError:
        raise ConformError("the current folder does not exist any more", "change into one that does") from None
    if configuration is None and options.targets:
        hint = f"it names a target of a conform.toml; an import path needs no option: {options.targets[0]}"
        raise ConformError("--target: nothing is configured", hint)
    if configuration is None:
        verb = f"conform {options.asked}"
        hint = f"name one: {verb} mylib.punycode, or {verb} -- ./my-adapter; or configure it in conform.toml"
        raise ConformError("no target", hint)
    merged = _Merged(options, configuration)
    plans = {name: merged.options_of(name) for name in merged.names()}
    merged.refuse_same_paths(len(plans))
    with contextlib.chdir(configuration.file.absolute().parent):
        results = {name: _result(name, plan, work) for name, plan in plans.items()}
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


def _result(name: str, plan: argparse.Namespace, work: Work) -> tuple[int, str]:
    """A target's status and verdict line; one that cannot be run does not stop the others."""
    try:
        return work(plan)
    except ConformError as error:
        complain(error, f"conform: {name}")
        return error.exit_status, plain(f"not judged: {error.message}", 600)


class _Merged:
    """The options of the command line, merged with those of a configuration."""

    def __init__(self, options: argparse.Namespace, configuration: Configuration) -> None:
        self._options, self._configuration, self._verb = options, configuration, options.asked
        rows = VERBS[self._verb].rows.items()
        # Files that are written, and baselines.
        self._paths = {name for name, row in rows if row.kind in (PATH, STREAM) and not row.many}

    def names(self) -> list[str]:
        """The targets to run, without those that cannot be fuzzed and that nobody named; these are reported."""
        targets, file = self._configuration.targets, self._configuration.file
        for name in self._options.targets:
            if name not in targets:
                raise ConformError(
                    f"{file}: no target is named {name!r}{meant(name, targets)}", f"named: {', '.join(targets)}"
                )
        names = list(dict.fromkeys(self._options.targets)) or list(targets)
        if self._options.targets or self._verb != "fuzz":
            return names
        able = [name for name in names if self._alone(name).layer == PUNYCODE]
        for name in (name for name in names if name not in able):
            why = "fuzzing makes raw Punycode, and its layer is a-label"
            print(f"conform: {name}: not fuzzed: {why}", file=sys.stderr)
        if not able:
            raise NothingRan(f"{file}: no target to fuzz")
        return able

    def options_of(self, name: str) -> argparse.Namespace:
        """The options of a target."""
        configured, given = self._configuration.options(self._verb, name), self._absolute(self._options.given)
        if given.keys() & {"cases", "time"}:  # the budget is one thing
            configured = {key: value for key, value in configured.items() if key not in ("cases", "time")}
        if given.keys() & {"only", "vectors"}:
            for form in FORMS:  # a part of the suite, which the command line selects, cannot have these
                if form.whole and configured.pop(form.name.replace("-", "_"), None):
                    print(f"conform: {form.flag} is not written: a part of the suite gets no badge", file=sys.stderr)
        choices = [*configured["choices"], *given.get("choices", [])]
        merged = self._namespace(name, {**configured, **given, "choices": choices})
        if self._verb == "fuzz" and merged.out is None:
            # Commands with this path are printed to be pasted, so it is as short as can be.
            folder = Path(os.path.normpath(self._configuration.file.absolute())).parent
            merged.out = (Path() if folder == Path.cwd() else folder) / "conform-findings" / name
        merged.given, merged.configured = self._options.given, Configured(name, self._alone(name))
        return merged

    def refuse_same_paths(self, targets: int) -> None:
        """Refuse a path of the command line that is one for several targets."""
        for key in self._paths & self._options.given.keys():
            if targets > 1 and "{target}" not in str(path := self._options.given[key]):
                hint = "write {target} in it, or name one: --target NAME"
                raise ConformError(f"--{key.replace('_', '-')} {path}: there are several targets", hint)

    def _alone(self, name: str) -> Setup:
        """The setup that the configuration makes without the command line."""
        return setup(self._namespace(name, self._configuration.options(self._verb, name)))

    def _namespace(self, name: str, values: Values) -> argparse.Namespace:
        """The options of a target with its name in their paths."""
        for key in self._paths & values.keys():
            values = values | {key: type(values[key])(str(values[key]).replace("{target}", name))}
        return namespace(self._verb, values, self._configuration.targets[name]["command"])

    def _absolute(self, given: Values) -> Values:
        for key in self._paths & given.keys():
            given = given | {key: type(given[key])(Path(given[key]).absolute()) if given[key] != "-" else "-"}
        return given | ({"vectors": [path.absolute() for path in given["vectors"]]} if "vectors" in given else {})
