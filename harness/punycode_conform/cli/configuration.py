"""Configuration: ``conform.toml``, or ``tool.conform`` in ``pyproject.toml``; every fault is told with its key's path.

Its values have the names of the command line's options, so that they can stand in for them.
"""

import math
import os
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from ..errors import ConformError
from ..run.setup import LAYERS
from ..suite.choices import NAMES, Choices
from ..suite.notation import plain

_FILES = {"conform.toml": (), "pyproject.toml": ("tool", "conform")}
_MAX_BYTES = 1 << 20
_MOST = 1 << 53

Table = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Configuration:
    """What is configured, checked.

    Attributes:
        file: relative to the current folder.
        targets: for each name the values of options, by the options' names with underscores; ``command`` is a list.
        reports: paths by option, with ``{target}`` in them where they differ by target.
        fuzz: the budget: ``cases``, ``seconds``, ``seed``.
    """

    file: Path
    targets: Mapping[str, Table]
    reports: Mapping[str, Any]
    fuzz: Mapping[str, Any]


def find(folder: Path) -> Configuration | None:
    """The configuration of a folder: its own, or that of the nearest folder above it, up to the root of its repository.

    Raises:
        ConformError: it is faulty.
    """
    for here in (folder, *folder.parents):
        for name, keys in _FILES.items():
            path = here / name
            if not os.path.isfile(path):  # noqa: PTH113  # pathlib's raises where the folder may not be read
                continue
            shown = Path(os.path.relpath(path, folder))
            table: Any = _load(path, shown)
            for key in keys:
                table = table.get(key) if isinstance(table, dict) else None
            if table is not None:
                return _configuration(table, shown, ".".join(keys))
        if os.path.exists(here / ".git"):  # noqa: PTH110  # pathlib's raises where the folder may not be read
            break
    return None


def _load(path: Path, shown: Path) -> Table:
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES + 1)
        if len(content) > _MAX_BYTES:
            raise ConformError(f"{shown}: larger than {_MAX_BYTES >> 20} MiB")
        return tomllib.loads(content.decode("utf-8"))
    except OSError as error:
        raise ConformError(f"{shown}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ConformError(f"{shown}: not UTF-8", "save it in that encoding") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ConformError(
            f"{shown}: broken TOML: {plain(str(error))}", "text is quoted, and one pair stands on a line"
        ) from None


def _configuration(table: Any, file: Path, at: str) -> Configuration:
    path = _Path(file, at)
    top = path.table(table, ("targets", "reports", "fuzz"))
    targets = path / "targets"
    named = targets.table(top.get("targets", {}))
    if not named:
        raise targets.error("no target", 'for example [targets.mylib] target = "mylib.punycode"')
    for name in named:
        if not _is_name(name):
            raise (targets / name).error("a name is of letters, figures, hyphens, dots and underscores")
    reports = (path / "reports").values(top.get("reports", {}), _REPORTS)
    for key, value in reports.items():
        if len(named) > 1 and "{target}" not in str(value):
            raise (path / "reports" / key).error("there are several targets, so it needs {target} in it")
    return Configuration(
        file,
        {name: _target(entry, targets / name) for name, entry in named.items()},
        reports,
        (path / "fuzz").values(top.get("fuzz", {}), _FUZZ),
    )


def _target(table: Any, path: "_Path") -> Table:
    found = path.values(table, _TARGET)
    if ("target" in found) == ("command" in found):
        raise path.error(
            "one of target and command must be there", 'target = "mylib.punycode", or command = ["./adapter"]'
        )
    sides = (path / "choices").table(found.pop("choices", {}), NAMES, "choice")
    for name, side in sides.items():
        try:
            Choices().declare(name, _side(side))
        except ConformError as error:
            raise (path / "choices" / name).error(error.message, error.hint) from None
        except ValueError as error:
            raise (path / "choices" / name).error(str(error)) from None
    return {key.replace("-", "_"): value for key, value in found.items()} | (
        {"choice": [f"{name}={side}" for name, side in sides.items()]} if sides else {}
    )


@dataclass(frozen=True, slots=True)
class _Path:
    """A key's path in a file, which begins every fault that is told of it."""

    file: Path
    keys: str

    def __truediv__(self, key: str) -> "_Path":
        return _Path(self.file, f"{self.keys}.{plain(key, 60)}" if self.keys else plain(key, 60))

    def error(self, message: str, hint: str = "") -> ConformError:
        return ConformError(f"{self.file}: {self.keys}: {message}" if self.keys else f"{self.file}: {message}", hint)

    def table(self, value: Any, known: Collection[str] | None = None, what: str = "key") -> Table:
        """A table, all of whose keys are known."""
        if not isinstance(value, dict):
            raise self.error("must be a table")
        for key in value if known is not None else ():
            if key not in (known or ()):
                close = get_close_matches(key, known or (), 1)
                like = f"; did you mean {close[0]}?" if close else ""
                raise (self / key).error(f"no such {what}{like}", f"known: {', '.join(known or ())}")
        return value

    def values(self, value: Any, kinds: Mapping[str, Callable[[Any], Any]]) -> Table:
        """A table, each of whose values is of its key's kind."""
        found = {}
        for key, given in self.table(value, kinds).items():
            try:
                found[key] = kinds[key](given)
            except ValueError as wrong:
                raise (self / key).error(f"must be {wrong}") from None
        return found


def _is_name(name: str) -> bool:
    return name.isascii() and name.replace("-", "a").replace(".", "a").replace("_", "a").isalnum() and name[0].isalnum()


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip() or "\0" in value:
        raise ValueError("text")
    return value


def _texts(value: Any) -> list[str]:
    if (
        not isinstance(value, list)
        or not value
        or not all(isinstance(item, str) and "\0" not in item for item in value)
    ):
        raise ValueError("a list of text, and not empty")
    return value


def _side(value: Any) -> str:
    """A side; widths and limits may be written as numbers."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise ValueError("must be text or a whole number")
    return str(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < math.inf:
        raise ValueError("a number of seconds above 0")
    return float(value)


def _whole(least: int, most: int) -> Callable[[Any], int]:
    def whole(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return value

    return whole


def _layer(value: Any) -> str:
    if value not in LAYERS:
        raise ValueError(f"one of {', '.join(LAYERS)}")
    return str(value)


def _path(value: Any) -> Path:
    return Path(_text(value))


def _same(value: Any) -> Any:
    return value


_TARGET: dict[str, Callable[[Any], Any]] = {
    "target": _text,
    "command": _texts,
    "python": _text,
    "rejects": _texts,
    "choices": _same,  # looked at on its own, for its keys' paths
    "baseline": _path,
    "layer": _layer,
    "vectors": lambda value: [Path(item) for item in _texts(value)],
    "only": _texts,
    "strict": _flag,
    "jobs": _whole(1, 64),
    "timeout": _seconds,
    "start-timeout": _seconds,
    "restarts": _whole(1, 1_000_000),
}
_REPORTS: dict[str, Callable[[Any], Any]] = {"report": _text, "junit": _path, "markdown": _path}
_FUZZ: dict[str, Callable[[Any], Any]] = {
    "cases": _whole(1, _MOST),
    "seconds": _seconds,
    "seed": _whole(0, _MOST),
}
