"""Configuration: ``conform.toml``, or ``tool.conform`` in ``pyproject.toml``, in the current folder.

A key is an option of the command line, and is read as one.
"""

import argparse
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec

from .. import data, files
from ..data import Record
from ..errors import ConformError, NothingRan, meant
from ..notation import plain
from ..run.setup import FLAG, PATH, ROWS, STREAM, Configured, Option
from ..suite import PUNYCODE
from .output import WORST, complain
from .parser import namespace, parse
from .verbs import BUDGET, REPORTS, VERBS, setup

_FILES = {"conform.toml": (), "pyproject.toml": ("tool", "conform")}
_MAX_BYTES = 1 << 20


def _table(name: str, *fields: Any, rows: Iterable[Option] = ()) -> Any:
    """A type of tables; the options among its keys may be left out."""
    kinds = {row.attribute: bool if row.kind is FLAG else list[str] if row.many else int | float | str for row in rows}
    options = [(attribute, kind | msgspec.UnsetType, msgspec.UNSET) for attribute, kind in kinds.items()]
    return msgspec.defstruct(name, [*fields, *options], bases=(Record,), frozen=True)


_Width = Annotated[int, msgspec.Meta(ge=0, lt=1 << 62)]
_SIDES = dict[str, str | _Width | dict[str, str | _Width]]
_ROWS = [row for field, row in ROWS.items() if field != "choices"]
_TARGET = _table("Target", ("target", str, ""), ("command", list[str], []), ("choices", _SIDES, {}), rows=_ROWS)
_REPORTS, _FUZZ = _table("Reports", rows=REPORTS), _table("Fuzz", rows=BUDGET)
_FILE = _table("File", ("targets", dict[str, Any], {}), ("reports", _REPORTS, _REPORTS()), ("fuzz", _FUZZ, _FUZZ()))


class Configuration(NamedTuple):
    """A configuration file, and its tables."""

    file: str
    tables: Any

    def plan(self, name: str, options: argparse.Namespace) -> argparse.Namespace:
        """The options of a target: those of the file, and those of the command line, which override them."""
        verb, rows = options.verb, VERBS[options.verb].rows
        table = self.tables.targets[name]
        tables = [table, *({"run": [self.tables.reports], "fuzz": [self.tables.fuzz]}.get(verb, []))]
        words = [word.replace("{target}", name) for its in tables for word in _words(rows.values(), its)]
        last = [table.target] if table.target else ["--", *table.command]
        try:
            configured = parse([verb, *words, *last])
            alone = setup(configured)
        except ConformError as error:
            raise ConformError(f"{self.file}: targets.{name}: {error.message}", error.hint) from None
        values, given = configured.explicit, {**options.explicit}
        for key in _files(verb) & given.keys():
            given[key] = type(given[key])(str(given[key]).replace("{target}", name))
        if given.keys() & {"cases", "time"}:  # the budget is one thing
            values = {key: value for key, value in values.items() if key not in ("cases", "time")}
        if given.keys() & {"only", "vectors"}:  # a part of the suite, of which there is no badge
            values = {key: value for key, value in values.items() if not key.startswith("badge")}
        if verb == "fuzz":
            values = {"out": Path("conform-findings", name), **values}
        choices = [*values.get("choices", []), *given.get("choices", [])]
        plan = namespace(verb, {**values, **given, "choices": choices}, configured.command)
        plan.explicit, plan.configured = options.explicit, Configured(name, alone)
        return plan


def each(options: argparse.Namespace, work: Callable[[argparse.Namespace], tuple[int, str]]) -> int:
    """Run the targets that the command line names, all if it names none; gives the worst exit status."""
    verb, configuration = options.verb, find(Path())
    if configuration is None:
        hint = f"name one: conform {verb} mylib.punycode, or conform {verb} -- ./my-adapter; or configure it in conform.toml"
        raise ConformError("no target, and no configuration in the current folder", hint)
    targets = configuration.tables.targets
    for name in options.targets:
        if name not in targets:
            hint = f"named: {', '.join(targets)}"
            raise ConformError(f"{configuration.file}: no target is named {name!r}{meant(name, targets)}", hint)
    plans = {name: configuration.plan(name, options) for name in dict.fromkeys(options.targets) or targets}
    if verb == "fuzz" and not options.targets:
        for name in [name for name, plan in plans.items() if plan.configured.setup.layer != PUNYCODE]:
            print(f"conform: {name}: not fuzzed: fuzzing makes raw Punycode", file=sys.stderr)
            del plans[name]
    if not plans:
        raise NothingRan(f"{configuration.file}: no target to fuzz")
    for key in sorted(_files(verb)):
        values = [str(value) for plan in plans.values() if (value := getattr(plan, key)) is not None]
        if len({*values}) < len(values):
            hint = "write {target} in it, or name one: --target NAME"
            raise ConformError(f"--{key.replace('_', '-')} {values[0]}: there are several targets", hint)
    results: dict[str, tuple[int, str]] = {}
    for name, plan in plans.items():
        try:
            results[name] = work(plan)
        except ConformError as error:  # a target that cannot be run does not stop the others
            complain(error, f"conform: {name}")
            results[name] = error.exit_status, plain(f"not judged: {error.message}", 600)
    if len(results) > 1:
        print("\nSummary", *(f"  {plain(name)}: {line}" for name, (_, line) in results.items()), sep="\n")
    return min((status for status, _ in results.values()), key=WORST.index)


def _files(verb: str) -> set[str]:
    """The options of a verb that name one file or folder, by their attributes."""
    return {key for key, row in VERBS[verb].rows.items() if row.kind in (PATH, STREAM) and not row.many}


def _words(rows: Iterable[Option], table: Any) -> Iterator[str]:
    """The words of a command for the options that a table sets."""
    for row in rows:
        value = getattr(table, row.attribute, msgspec.UNSET)
        if value is msgspec.UNSET or row.nargs:
            continue
        if row.kind is FLAG:
            yield from [f"--{row.name}"] if value else []
        elif row.attribute == "choices":
            for choice, side in value.items():  # TOML reads a choice for one operation as a table
                sides = {f".{key}": its for key, its in side.items()} if isinstance(side, dict) else {"": side}
                yield from (f"--choice={choice}{key}={its}" for key, its in sides.items())
        else:
            yield from (f"--{row.name}={item}" for item in (value if row.many else [value]))


def find(folder: Path) -> Configuration | None:
    for name, keys in _FILES.items():
        if (folder / name).is_file():
            try:
                octets = files.read(folder / name, _MAX_BYTES)
                table: Any = tomllib.loads(octets.decode("utf-8-sig"))  # editors write a byte order mark
            except (ValueError, RecursionError) as error:
                hint = "quote text, and write one pair of key and value on a line"
                raise ConformError(f"{name}: broken TOML: {plain(str(error))}", hint) from None
            for key in keys:
                table = table.get(key, {})
            if table or not keys:
                return Configuration(name, _checked(name, table))
    return None


def _checked(file: str, table: Any) -> Any:
    tables = data.checked(_FILE, table, file)
    if not tables.targets:
        raise ConformError(f"{file}: no target", 'for example [targets.mylib] target = "mylib.punycode"')
    for name, value in tables.targets.items():
        if not name.strip() or "\0" in name:  # it becomes the value of an option, and part of a path
            raise ConformError(f"{file}: targets: a name must be text, not {name!r}")
        target = tables.targets[name] = data.checked(_TARGET, value, f"{file}: targets.{name}")
        if bool(target.target) == bool(target.command):
            hint = 'target = "mylib.punycode", or command = ["./adapter"]'
            raise ConformError(f"{file}: targets.{name}: one of target and command must be there", hint)
    return tables
