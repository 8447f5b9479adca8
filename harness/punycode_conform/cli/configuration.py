"""Configuration: ``conform.toml``, or ``tool.conform`` in ``pyproject.toml``. Its keys are the names of options.

An error begins with the file and the key's path.
"""

import os
import re
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from .. import files
from ..errors import ConformError, meant
from ..notation import plain
from ..run.option import TEXT, Option
from ..run.setup import ROWS
from ..suite.choices import NAMES, Choices
from .options import BUDGET, REPORTS
from .verbs import VERBS

_FILES = {"conform.toml": (), "pyproject.toml": ("tool", "conform")}
_MAX_BYTES = 1 << 20
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*", re.IGNORECASE | re.ASCII)
_COMMAND = Option("command", TEXT, "", "", many=True)
_TARGET = {row.name: row for row in (*ROWS.values(), Option("target", TEXT, "", ""), _COMMAND) if row.name != "choice"}
_REPORTS = {row.name: row for row in REPORTS}
_FUZZ = {row.name: row for row in BUDGET} | {"seconds": BUDGET[1]}  # once the name of the time

Values = dict[str, Any]
"""Values of options, by their attributes."""


class Configuration(NamedTuple):
    """The content of a configuration file, checked; paths of ``reports`` may have ``{target}`` in them."""

    file: Path
    targets: dict[str, Values]
    reports: Values
    fuzz: Values

    def options(self, verb: str, name: str) -> Values:
        """The options of a verb that are configured for a target."""
        known = {*VERBS[verb].rows, "layer"}  # fuzzing refuses the other layer
        values = {attribute: value for attribute, value in self.targets[name].items() if attribute in known}
        return values | {"run": self.reports, "fuzz": self.fuzz}.get(verb, {})


def find(folder: Path) -> Configuration | None:
    """The configuration of a folder: its own, or in a repository that of the nearest folder above it, up to the root."""
    above = [folder, *folder.parents]
    root = next((number for number, here in enumerate(above, 1) if os.path.exists(here / ".git")), 1)  # noqa: PTH110  # pathlib's raises where a folder may not be read
    # Outside of a repository only the folder itself: anyone may write above it.
    for path in (here / name for here in above[:root] for name in _FILES):
        if os.path.isfile(path):  # noqa: PTH113  # as above
            place = _Place(os.path.relpath(path, folder))
            table: Any = _load(path, place)
            for key in _FILES[path.name]:
                table, place = table.get(key) if isinstance(table, dict) else None, place / key
            if table is not None:
                return _configuration(table, Path(os.path.relpath(path, folder)), place)
    return None


class _Place(str):
    """The file and the path of a key, with which each error begins."""

    def __truediv__(self, key: str) -> "_Place":
        return _Place(f"{self}{'.' if ': ' in self else ': '}{plain(key, 60)}")

    def error(self, message: str, hint: str = "") -> ConformError:
        return ConformError(f"{self}: {message}", hint)

    def table(self, value: object, known: Collection[str] = (), what: str = "key") -> Values:
        """A table, all of whose keys are known, if it is said which."""
        if not isinstance(value, dict):
            raise self.error("must be a table")
        for key in value if known else ():
            if key not in known:
                raise (self / key).error(f"no such {what}{meant(key, known)}", f"known: {', '.join(known)}")
        return value

    def options(self, table: object, known: Mapping[str, Option]) -> Values:
        """The options that a table sets."""
        values = {}
        for key, value in self.table(table, known).items():
            try:
                values[known[key].attribute] = known[key].of_toml(value)
            except ValueError as wrong:
                raise (self / key).error(f"must be {wrong}") from None
        return values


def _load(path: Path, place: _Place) -> Values:
    try:
        return tomllib.loads(files.read(path, _MAX_BYTES, place).decode("utf-8-sig"))  # editors write a byte order mark
    except UnicodeDecodeError:
        raise place.error("not UTF-8", "save it in that encoding") from None
    except (ValueError, RecursionError) as error:
        hint = "quote text, and write one pair of key and value on a line"
        raise place.error(f"broken TOML: {plain(str(error))}", hint) from None


def _configuration(table: object, file: Path, place: _Place) -> Configuration:
    top = place.table(table, ("targets", "reports", "fuzz"))
    targets = (place / "targets").table(top.get("targets", {}))
    if not targets:
        raise (place / "targets").error("no target", 'for example [targets.mylib] target = "mylib.punycode"')
    reports = (place / "reports").options(top.get("reports", {}), _REPORTS)
    for attribute, value in reports.items():
        if len(targets) > 1 and "{target}" not in str(value):
            key = place / "reports" / attribute.replace("_", "-")
            raise key.error("there are several targets, so it needs {target} in it")
    values = {name: _target(name, target, place / "targets" / name) for name, target in targets.items()}
    return Configuration(file, values, reports, (place / "fuzz").options(top.get("fuzz", {}), _FUZZ))


def _target(name: str, value: object, place: _Place) -> Values:
    if not _NAME.fullmatch(name):
        raise place.error("a name has only letters, digits, hyphens, dots and underscores")
    table = place.table(value, (*_TARGET, "choices"))
    if ("target" in table) == ("command" in table):
        hint = 'target = "mylib.punycode", or command = ["./adapter"]'
        raise place.error("one of target and command must be there", hint)
    options = place.options({key: value for key, value in table.items() if key != "choices"}, _TARGET)
    if options.get("target", "").startswith("-"):
        hint = 'an adapter is configured by command = ["./adapter"]'
        raise (place / "target").error("must not begin with a hyphen", hint)
    return {"target": None, "command": [], **options, "choices": _choices(table.get("choices", {}), place / "choices")}


def _choices(value: object, place: _Place) -> list[tuple[str, str]]:
    """Sides by choice, or by choice and operation; widths and limits may be written as numbers."""
    sides: Values = {}
    for name, side in place.table(value, NAMES, "choice").items():
        # TOML reads surrogates.encode as an inner table.
        sides |= {f"{name}.{key}": its for key, its in side.items()} if isinstance(side, dict) else {name: side}
    for name, side in sides.items():
        if isinstance(side, bool) or not isinstance(side, str | int) or (isinstance(side, int) and side >> 64):
            raise (place / name).error("must be text or a whole number")
        try:
            Choices().declare(name, str(side))
        except ConformError as error:
            raise (place / name).error(error.message, error.hint) from None
    # The last word counts, and a choice's own comes before that for one operation.
    return sorted(((name, str(side)) for name, side in sides.items()), key=lambda pair: "." in pair[0])
