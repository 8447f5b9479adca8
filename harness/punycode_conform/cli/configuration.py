"""Configuration: ``conform.toml``, or ``tool.conform`` in ``pyproject.toml``.

Its keys are the names of options, and its values become arguments that the command line's parser reads. An error begins with
the file and the key's path.
"""

import os
import re
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import files
from ..errors import ConformError, meant
from ..notation import plain
from ..suite.choices import NAMES, Choices
from .options import BUDGET, CHOICE, CONFIGURED, JUDGES, REPORTS, RUNS, SELECTS, TEXT, TIME, Option

_FILES = {"conform.toml": (), "pyproject.toml": ("tool", "conform")}
_MAX_BYTES = 1 << 20
# A key of many parts: tomllib takes time that grows with the square of their number. Keys begin a line, or follow a brace,
# a bracket or a comma.
_LONG_KEY = re.compile(
    r"""(?m)(?:^[ \t\[]*|[{,][ \t]*)(?:(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){40}""", re.ASCII
)
_MAX_BITS = 64  # of a number; Python refuses to show one of thousands of digits

Table = dict[str, Any]
Words = Mapping[Option, list[str]]
"""Options with the arguments that set them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A target that is configured.

    Attributes:
        target: its name, None if there is a command.
        command: the program and its arguments.
        options: those that it sets.
    """

    target: str | None
    command: list[str]
    options: Words


@dataclass(frozen=True, slots=True)
class Configuration:
    """The content of a configuration file, checked.

    Attributes:
        file: relative to the current folder.
        targets: by name.
        reports: options of all runs; ``{target}`` in a path is the target's name.
        fuzz: options of all fuzzing.
    """

    file: Path
    targets: Mapping[str, Entry]
    reports: Words
    fuzz: Words

    def arguments(self, verb: str, name: str, more: Iterable[str] = (), given: Collection[str] = ()) -> list[str]:
        """The command line that means what is configured.

        Args:
            verb: of ``conform``.
            name: the target's.
            more: further arguments.
            given: the options among them, which override those that are configured; sides of choices are added.
        """
        entry = self.targets[name]
        bounded = {"--cases", "--time"} & set(given)  # the budget is one thing
        words = [verb, *([entry.target] if entry.target else [])]
        for option, its in {**self.reports, **self.fuzz, **entry.options}.items():
            overridden = option.flag in given or (bounded and option.flag in {"--cases", "--time"})
            if option in CONFIGURED[verb] and (option is CHOICE or not overridden):
                words += its
        return [*words, *more, *(["--", *entry.command] if entry.command else [])]


def find(folder: Path) -> Configuration | None:
    """The configuration of a folder: its own, or in a repository that of the nearest folder above it, up to the root.

    Raises:
        ConformError: it is faulty, or belongs to another user.
    """
    for here in _searched(folder):
        for name, keys in _FILES.items():
            path = here / name
            if not os.path.isfile(path):  # noqa: PTH113  # pathlib's raises where the folder may not be read
                continue
            shown = Path(os.path.relpath(path, folder))
            table: Any = _load(path, shown)
            for key in keys:
                table = table.get(key) if isinstance(table, dict) else None
            if table is not None:
                # It names programs to run, so another user could run them as this one.
                if files.is_foreign(path):
                    hint = "copy it, or change its owner; or name the target on the command line"
                    raise ConformError(f"{shown}: belongs to another user, so it is not used", hint)
                top = _Path(shown, ".".join(keys))
                _check_numbers(table, top)
                return _configuration(table, top)
    return None


def _searched(folder: Path) -> list[Path]:
    """The folders to look in: outside of a repository only the folder, since anyone may write above it."""
    found = []
    for here in (folder, *folder.parents):
        found.append(here)
        if os.path.exists(here / ".git"):  # noqa: PTH110  # pathlib's raises where the folder may not be read
            return found
    return [folder]


def _load(path: Path, shown: Path) -> Table:
    try:
        text = files.read(path, _MAX_BYTES, shown).decode("utf-8-sig")  # Windows editors write a byte order mark
        if found := _LONG_KEY.search(text):
            line = text.count("\n", 0, found.end()) + 1
            raise ConformError(f"{shown}: a key of more than 40 parts in line {line}")
        return tomllib.loads(text)
    except UnicodeDecodeError:
        raise ConformError(f"{shown}: not UTF-8", "save it in that encoding") from None
    except RecursionError:
        raise ConformError(f"{shown}: nested too deeply") from None
    except ValueError as error:
        if not isinstance(error, tomllib.TOMLDecodeError):  # Python's own limit on the digits of a number
            raise ConformError(f"{shown}: a number of thousands of digits") from None
        hint = "quote text, and write one pair of key and value on a line"
        raise ConformError(f"{shown}: broken TOML: {plain(str(error))}", hint) from None


def _check_numbers(table: object, path: "_Path") -> None:
    left = [table]
    while left:
        match left.pop():
            case dict() as inner:
                left += inner.values()
            case list() as inner:
                left += inner
            case int() as number if number.bit_length() > _MAX_BITS:
                raise path.error(f"a number of more than {_MAX_BITS} bits")


@dataclass(frozen=True, slots=True)
class _Path:
    """A key's path in a file, with which every error begins."""

    file: Path
    keys: str

    def __truediv__(self, key: str) -> "_Path":
        return _Path(self.file, f"{self.keys}.{plain(key, 60)}" if self.keys else plain(key, 60))

    def error(self, message: str, hint: str = "") -> ConformError:
        return ConformError(f"{self.file}: {self.keys}: {message}" if self.keys else f"{self.file}: {message}", hint)

    def table(self, value: object, known: Collection[str] | None = None, what: str = "key") -> Table:
        """A table, all of whose keys are known."""
        if not isinstance(value, dict):
            raise self.error("must be a table")
        for key in value if known is not None else ():
            if key not in (known or ()):
                like = meant(key, known or ())
                raise (self / key).error(f"no such {what}{like}", f"known: {', '.join(known or ())}")
        return value

    def options(self, table: Table, known: Mapping[str, Option]) -> dict[Option, list[str]]:
        """The options that a table sets."""
        found = {}
        for key, value in self.table(table, known).items():
            try:
                found[known[key]] = known[key].words(value)
            except ValueError as wrong:
                raise (self / key).error(f"must be {wrong}") from None
        return found


_TARGET = {option.name: option for option in (*RUNS, *SELECTS, *JUDGES) if option is not CHOICE}
_REPORTS = {option.name: option for option in REPORTS}
_FUZZ = {option.name: option for option in BUDGET} | {"seconds": TIME}  # its name before the option's was the key


def _configuration(table: object, path: _Path) -> Configuration:
    top = path.table(table, ("targets", "reports", "fuzz"))
    targets = path / "targets"
    named = targets.table(top.get("targets", {}))
    if not named:
        raise targets.error("no target", 'for example [targets.mylib] target = "mylib.punycode"')
    for name in named:
        if not _is_name(name):
            raise (targets / name).error("a name has only letters, digits, hyphens, dots and underscores")
    reports = (path / "reports").options(top.get("reports", {}), _REPORTS)
    for option, words in reports.items():
        if len(named) > 1 and "{target}" not in words[0]:
            raise (path / "reports" / option.name).error("there are several targets, so it needs {target} in it")
    return Configuration(
        path.file,
        {name: _entry(entry, targets / name) for name, entry in named.items()},
        reports,
        (path / "fuzz").options(top.get("fuzz", {}), _FUZZ),
    )


def _is_name(name: str) -> bool:
    return name.isascii() and name.replace("-", "a").replace(".", "a").replace("_", "a").isalnum() and name[0].isalnum()


def _entry(value: object, path: _Path) -> Entry:
    table = path.table(value, (*_TARGET, "target", "command", "choices"))
    if ("target" in table) == ("command" in table):
        hint = 'target = "mylib.punycode", or command = ["./adapter"]'
        raise path.error("one of target and command must be there", hint)
    rest = {key: value for key, value in table.items() if key in _TARGET}
    options = path.options(rest, _TARGET)
    if sides := _choices(table.get("choices", {}), path / "choices"):
        options[CHOICE] = [f"{CHOICE.flag}={name}={side}" for name, side in sides.items()]
    if "command" in table:
        return Entry(None, _command(table["command"], path / "command"), options)
    try:
        target = TEXT.word(table["target"])
    except ValueError as wrong:
        raise (path / "target").error(f"must be {wrong}") from None
    if target.startswith("-"):
        raise (path / "target").error(
            "must not begin with a hyphen", 'an adapter is configured by command = ["./adapter"]'
        )
    return Entry(target, [], options)


def _command(value: object, path: _Path) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(one, str) and "\0" not in one for one in value):
        raise path.error("must be a list of text, and not empty")
    return value


def _choices(value: object, path: _Path) -> dict[str, str]:
    """Sides by choice, or by choice and operation; widths and limits may be written as numbers."""
    found = {}
    sides = _dotted(path.table(value))
    path.table({name.partition(".")[0]: side for name, side in sides.items()}, NAMES, "choice")
    for name, side in sides.items():
        if isinstance(side, bool) or not isinstance(side, str | int):
            raise (path / name).error("must be text or a whole number")
        try:
            Choices().declare(name, str(side))
        except ConformError as error:
            raise (path / name).error(error.message, error.hint) from None
        found[name] = str(side)
    # The last word counts, and a choice's own comes before that for one operation.
    return dict(sorted(found.items(), key=lambda pair: "." in pair[0]))


def _dotted(table: Table) -> Table:
    """A table whose inner tables are keys with a dot: TOML reads surrogates.encode as an inner table."""
    inner = {f"{name}.{key}": side for name, its in table.items() if isinstance(its, dict) for key, side in its.items()}
    return {name: side for name, side in table.items() if not isinstance(side, dict)} | inner
