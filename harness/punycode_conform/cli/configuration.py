"""Configuration: ``conform.toml``, or ``tool.conform`` in ``pyproject.toml``. Its keys are the names of options.

An error begins with the file and the key's path.
"""

import os
import re
import tomllib
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from .. import files
from ..errors import ConformError, meant
from ..notation import plain
from ..run.option import Option
from ..run.setup import ROWS
from ..suite.choices import NAMES, Choices
from .options import BUDGET, REPORTS
from .verbs import VERBS

_FILES = {"conform.toml": (), "pyproject.toml": ("tool", "conform")}
_MAX_BYTES = 1 << 20
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*", re.IGNORECASE | re.ASCII)
_TARGET = {row.name: row for field, row in ROWS.items() if field != "choices"}
_REPORTS = {row.name: row for row in REPORTS}
_FUZZ = {row.name: row for row in BUDGET}

Values = dict[str, Any]
"""Values of options, by their attributes."""


class Entry(NamedTuple):
    """A target that is configured: its name, or the program and its arguments, and the options that it sets."""

    target: str | None
    command: list[str]
    options: Values


class Configuration(NamedTuple):
    """The content of a configuration file, checked.

    Attributes:
        file: relative to the current folder.
        targets: by name.
        reports: options of all runs; ``{target}`` in a path is the target's name.
        fuzz: options of all fuzzing.
    """

    file: Path
    targets: Mapping[str, Entry]
    reports: Values
    fuzz: Values

    def options(self, verb: str, name: str) -> Values:
        """The options of a verb that are configured for a target."""
        entry = self.targets[name]
        known = {*VERBS[verb].rows, "layer"}  # fuzzing refuses the other layer
        values = {attribute: value for attribute, value in entry.options.items() if attribute in known}
        return {"target": entry.target, **values, **{"run": self.reports, "fuzz": self.fuzz}.get(verb, {})}


def find(folder: Path) -> Configuration | None:
    """The configuration of a folder: its own, or in a repository that of the nearest folder above it, up to the root.

    Raises:
        ConformError: it is faulty.
    """
    for here in _searched(folder):
        for name, keys in _FILES.items():
            path = here / name
            if path.is_file():
                shown = Path(os.path.relpath(path, folder))
                table: Any = _load(path, shown)
                for key in keys:
                    table = table.get(key) if isinstance(table, dict) else None
                if table is not None:
                    return _configuration(table, _Path(shown, keys))
    return None


def _searched(folder: Path) -> list[Path]:
    """The folders to look in: outside of a repository only the folder, since anyone may write above it."""
    folders = [folder, *folder.parents]
    with suppress(OSError):  # a folder above may not be read
        for number, here in enumerate(folders, 1):
            if (here / ".git").exists():
                return folders[:number]
    return [folder]


def _load(path: Path, shown: Path) -> Values:
    try:
        return tomllib.loads(files.read(path, _MAX_BYTES, shown).decode("utf-8-sig"))  # editors write a byte order mark
    except UnicodeDecodeError:
        raise ConformError(f"{shown}: not UTF-8", "save it in that encoding") from None
    except (ValueError, RecursionError) as error:
        hint = "quote text, and write one pair of key and value on a line"
        raise ConformError(f"{shown}: broken TOML: {plain(str(error))}", hint) from None


class _Path(NamedTuple):
    """A key's path in a file, with which every error begins."""

    file: Path
    keys: tuple[str, ...]

    def __truediv__(self, key: str) -> "_Path":
        return _Path(self.file, (*self.keys, plain(key, 60)))

    def error(self, message: str, hint: str = "") -> ConformError:
        return ConformError(": ".join(filter(None, (str(self.file), ".".join(self.keys), message))), hint)

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


def _configuration(table: object, path: _Path) -> Configuration:
    top = path.table(table, ("targets", "reports", "fuzz"))
    entries = (path / "targets").table(top.get("targets", {}))
    if not entries:
        raise (path / "targets").error("no target", 'for example [targets.mylib] target = "mylib.punycode"')
    for name in entries:
        if not _NAME.fullmatch(name):
            raise (path / "targets" / name).error("a name has only letters, digits, hyphens, dots and underscores")
    reports = (path / "reports").options(top.get("reports", {}), _REPORTS)
    for attribute, value in reports.items():
        if len(entries) > 1 and "{target}" not in str(value):
            key = path / "reports" / attribute.replace("_", "-")
            raise key.error("there are several targets, so it needs {target} in it")
    targets = {name: _entry(entry, path / "targets" / name) for name, entry in entries.items()}
    return Configuration(path.file, targets, reports, (path / "fuzz").options(top.get("fuzz", {}), _FUZZ))


def _entry(value: object, path: _Path) -> Entry:
    table = path.table(value, (*_TARGET, "target", "command", "choices"))
    if ("target" in table) == ("command" in table):
        hint = 'target = "mylib.punycode", or command = ["./adapter"]'
        raise path.error("one of target and command must be there", hint)
    options = path.options({key: value for key, value in table.items() if key in _TARGET}, _TARGET)
    options["choices"] = _choices(table.get("choices", {}), path / "choices")
    target, command = table.get("target"), table.get("command", [])
    if "command" in table and not (isinstance(command, list) and command and all(isinstance(w, str) for w in command)):
        raise (path / "command").error("must be a list of text, and not empty")
    if "target" in table and not (isinstance(target, str) and target.strip()):
        raise (path / "target").error("must be text")
    if target and target.startswith("-"):
        hint = 'an adapter is configured by command = ["./adapter"]'
        raise (path / "target").error("must not begin with a hyphen", hint)
    return Entry(target, command, options)


def _choices(value: object, path: _Path) -> list[tuple[str, str]]:
    """Sides by choice, or by choice and operation; widths and limits may be written as numbers."""
    sides: Values = {}
    for name, side in path.table(value, NAMES, "choice").items():
        # TOML reads surrogates.encode as an inner table.
        sides |= {f"{name}.{key}": its for key, its in side.items()} if isinstance(side, dict) else {name: side}
    for name, side in sides.items():
        if isinstance(side, bool) or not isinstance(side, str | int) or (isinstance(side, int) and side >> 64):
            raise (path / name).error("must be text or a whole number")
        try:
            Choices().declare(name, str(side))
        except ConformError as error:
            raise (path / name).error(error.message, error.hint) from None
    # The last word counts, and a choice's own comes before that for one operation.
    return sorted(((name, str(side)) for name, side in sides.items()), key=lambda pair: "." in pair[0])
