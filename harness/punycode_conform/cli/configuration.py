"""Configuration: ``conform.toml``, or ``tool.conform`` in ``pyproject.toml``, in the current folder.

A key is an option of the command line, and is read as one. Options of the command line override those of the configuration;
sides of choices are added to them.
"""

import argparse
import sys
import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from .. import data, files
from ..data import Record
from ..errors import ConformError, NothingRan, meant
from ..notation import plain
from ..run.option import FLAG, PATH, STREAM, Option
from ..run.setup import ROWS, Configured
from ..suite import PUNYCODE
from .options import BUDGET, REPORTS, setup
from .output import complain
from .parser import namespace, parse
from .verbs import VERBS

_FILES = {"conform.toml": (), "pyproject.toml": ("tool", "conform")}
_MAX_BYTES = 1 << 20
# The status that hides the most comes first: nothing is known of a target that did not run, and a failure outweighs a stale
# entry.
_WORST = (3, 2, 1, 5, 4, 0)


def _table(name: str, *fields: Any, rows: Iterable[Option] = ()) -> Any:
    """A type of tables; the options among its keys may be left out."""
    kinds = {row.attribute: bool if row.kind is FLAG else list[str] if row.many else int | float | str for row in rows}
    options = [(attribute, kind | msgspec.UnsetType, msgspec.UNSET) for attribute, kind in kinds.items()]
    return msgspec.defstruct(name, [*fields, *options], bases=(Record,), frozen=True)


_SIDES = dict[str, int | str | dict[str, int | str]]
_ROWS = [row for field, row in ROWS.items() if field != "choices"]
_TARGET = _table("Target", ("target", str, ""), ("command", list[str], []), ("choices", _SIDES, {}), rows=_ROWS)
_REPORTS, _FUZZ = _table("Reports", rows=REPORTS), _table("Fuzz", rows=BUDGET)
_FILE = _table("File", ("targets", dict[str, Any], {}), ("reports", _REPORTS, _REPORTS()), ("fuzz", _FUZZ, _FUZZ()))

Values = dict[str, Any]
"""Values of options, by their attributes."""

Work = Callable[[argparse.Namespace], tuple[int, str]]
"""Runs a target by its options; gives the exit status and the verdict line."""


class Configuration(NamedTuple):
    """The content of a configuration file; paths may have ``{target}`` in them."""

    file: str
    targets: dict[str, argparse.Namespace]
    verbs: dict[str, Values]

    def options(self, verb: str, name: str) -> Values:
        """The options of a verb that are configured for a target."""
        known = {*VERBS[verb].rows, "layer"}  # fuzzing refuses the other layer
        values = {key: value for key, value in self.targets[name].given.items() if key in known}
        return values | self.verbs.get(verb, {})

    def namespace(self, verb: str, name: str, values: Values) -> argparse.Namespace:
        """The options of a target, with its name in their paths."""
        for key in _paths(verb).keys() & values.keys():
            values = values | {key: type(values[key])(str(values[key]).replace("{target}", name))}
        return namespace(verb, values, self.targets[name].command)


def each(options: argparse.Namespace, work: Work) -> int:
    """Run the targets that the command line names, all if it names none; gives the worst exit status."""
    configuration = find(Path())
    if configuration is None:
        verb = f"conform {options.asked}"
        hint = f"name one: {verb} mylib.punycode, or {verb} -- ./my-adapter; or configure it in conform.toml"
        raise ConformError("no target, and no configuration in the current folder", hint)
    file, targets = configuration.file, configuration.targets
    for name in options.targets:
        if name not in targets:
            hint = f"named: {', '.join(targets)}"
            raise ConformError(f"{file}: no target is named {name!r}{meant(name, targets)}", hint)
    plans = {name: _plan(configuration, name, options) for name in dict.fromkeys(options.targets) or targets}
    if options.asked == "fuzz" and not options.targets:
        for name in [name for name, plan in plans.items() if plan.configured.setup.layer != PUNYCODE]:
            print(f"conform: {name}: not fuzzed: fuzzing makes raw Punycode", file=sys.stderr)
            del plans[name]
        if not plans:
            raise NothingRan(f"{file}: no target to fuzz")
    for key, option in _paths(options.asked).items():
        values = [str(value) for plan in plans.values() if (value := getattr(plan, key)) is not None]
        if len({*values}) < len(values):
            hint = "write {target} in it, or name one: --target NAME"
            raise ConformError(f"--{option} {values[0]}: there are several targets", hint)
    results = {name: _result(name, plan, work) for name, plan in plans.items()}
    if len(results) > 1:
        print("\nSummary", *(f"  {name}: {line}" for name, (_, line) in results.items()), sep="\n")
    return min((status for status, _ in results.values()), key=_WORST.index)


def _plan(configuration: Configuration, name: str, options: argparse.Namespace) -> argparse.Namespace:
    """The options of a target: those of the configuration and of the command line."""
    verb, given = options.asked, options.given
    configured = configuration.options(verb, name)
    try:
        alone = setup(configuration.namespace(verb, name, configured))
    except ConformError as error:
        raise ConformError(f"{configuration.file}: targets.{name}: {error.message}", error.hint) from None
    if given.keys() & {"cases", "time"}:  # the budget is one thing
        configured = {key: value for key, value in configured.items() if key not in ("cases", "time")}
    if given.keys() & {"only", "vectors"}:  # a part of the suite, of which there is no badge
        configured = {key: value for key, value in configured.items() if not key.startswith("badge")}
    choices = [*configured.get("choices", []), *given.get("choices", [])]
    usual = {"out": Path("conform-findings", name)} if verb == "fuzz" else {}
    plan = configuration.namespace(verb, name, {**usual, **configured, **given, "choices": choices})
    plan.given, plan.configured = given, Configured(name, alone)
    return plan


def _result(name: str, plan: argparse.Namespace, work: Work) -> tuple[int, str]:
    """A target's status and verdict line; one that cannot be run does not stop the others."""
    try:
        return work(plan)
    except ConformError as error:
        complain(error, f"conform: {name}")
        return error.exit_status, plain(f"not judged: {error.message}", 600)


def _paths(verb: str) -> dict[str, str]:
    """The options of a verb that name one file or folder, by their attributes."""
    rows = VERBS[verb].rows.items()
    return {key: row.name for key, row in rows if row.kind in (PATH, STREAM) and not row.many}


def find(folder: Path) -> Configuration | None:
    """The configuration of a folder."""
    for name, keys in _FILES.items():
        if (folder / name).is_file():
            try:
                octets = files.read(folder / name, _MAX_BYTES)
                table: Any = tomllib.loads(octets.decode("utf-8-sig"))  # editors write a byte order mark
                for key in keys:
                    table = table.get(key, {})
                if table or not keys:
                    return _configuration(name, table)
            except (ValueError, RecursionError) as error:
                hint = "quote text, and write one pair of key and value on a line"
                raise ConformError(f"{name}: broken TOML: {plain(str(error))}", hint) from None
    return None


def _configuration(name: str, table: Any) -> Configuration:
    content = data.checked(_FILE, table, name)
    if not content.targets:
        raise ConformError(f"{name}: no target", 'for example [targets.mylib] target = "mylib.punycode"')
    targets = {target: _target(f"{name}: targets.{target}", its) for target, its in content.targets.items()}
    verbs = {
        "run": _parsed(f"{name}: reports", "run", content.reports, REPORTS, []).given,
        "fuzz": _parsed(f"{name}: fuzz", "fuzz", content.fuzz, BUDGET, []).given,
    }
    return Configuration(name, targets, verbs)


def _target(place: str, value: Any) -> argparse.Namespace:
    """The options that the table of a target sets."""
    table = data.checked(_TARGET, value, place)
    if bool(table.target) == bool(table.command):
        hint = 'target = "mylib.punycode", or command = ["./adapter"]'
        raise ConformError(f"{place}: one of target and command must be there", hint)
    sides = []
    # The last word counts, so a choice's own comes before that for one operation, which TOML reads as an inner table.
    for choice, side in sorted(table.choices.items(), key=lambda pair: isinstance(pair[1], dict)):
        inner = {f"{choice}.{key}": its for key, its in side.items()} if isinstance(side, dict) else {choice: side}
        sides += [f"--choice={name}={its}" for name, its in inner.items()]
    last = [table.target] if table.target else ["--", *table.command]
    return _parsed(place, "run", table, _ROWS, [*sides, *last])


def _parsed(place: str, verb: str, table: Any, rows: Iterable[Option], more: Sequence[str]) -> argparse.Namespace:
    """The options that a table sets, read as those of the command line."""
    words = [verb]
    for row in rows:
        value = getattr(table, row.attribute)
        if row.kind is FLAG:
            words += [f"--{row.name}"] if value is True else []
        elif value is not msgspec.UNSET:
            words += [f"--{row.name}={one}" for one in (value if row.many else [value])]
    try:
        return parse([*words, *more])
    except ConformError as error:
        raise ConformError(f"{place}: {error.message}", error.hint) from None
