"""An option is a row. The command line, a configuration, pytest and the words of a command to run again all read it."""

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple


# Start-up time: tuples with names, since the command line has these before all else.
class Kind(NamedTuple):
    """The values that an option takes."""

    says: str  # follows "must be"
    read: Callable[[str], Any] = str  # raises ValueError
    show: Callable[[Any], str] = str  # the text that is read as the value

    def value(self, text: str) -> Any:
        """The value of an argument, for argparse; nothing is no value, and no program can be given a NUL."""
        try:
            if not text.strip() or "\0" in text:
                raise ValueError
            return self.read(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be {self.says}, not {text!r}") from None


def one_of(*words: str) -> Kind:
    """One of a few words."""
    # index() raises the ValueError that a reader has to raise.
    return Kind(f"one of {', '.join(words)}", lambda text: words[words.index(text)])


def whole(least: int, most: int = 1 << 62) -> Kind:
    """A whole number."""
    largest = most if most < 1 << 62 else "2^62"
    return Kind(f"a whole number from {least} to {largest}", lambda text: _checked(int(text), least, most))


def _checked(number: float, least: float, most: float) -> float:
    if not least <= number <= most:  # neither holds for a NaN
        raise ValueError
    return number


def _path(text: str) -> Path:
    if text == "-":  # what takes standard output is a STREAM
        raise ValueError
    return Path(text)


def _side(text: str) -> tuple[str, str]:
    choice, equals, side = text.partition("=")
    if not equals:
        raise ValueError
    return choice, side


def _code_points(text: str) -> str:
    from ..targets.protocol import lacking  # start-up time: for this option only

    lacking(text)
    return text


TEXT = Kind("text")
FLAG = Kind("true or false")
PATH = Kind("a path", _path)
STREAM = Kind("a path, or - for standard output")
_LEAST = math.nextafter(0, 1)
SECONDS = Kind("a number of seconds above 0", lambda text: _checked(float(text), _LEAST, 1e300), "{:g}".format)
SIDE = Kind("NAME=SIDE, such as surrogates=reject", _side, show="=".join)
CODE_POINTS = Kind("a few code points in hexadecimal, such as 2e,3002", _code_points)


class _Once(argparse.Action):
    """Store a value; a second one that differs is refused."""

    def __call__(self, parser: object, namespace: argparse.Namespace, value: Any, *_: object) -> None:
        if getattr(namespace, self.dest, value) != value:
            raise argparse.ArgumentError(self, "two values are given, and it takes one")
        setattr(namespace, self.dest, value)


class Option(NamedTuple):
    """An option, or with ``nargs`` an argument by its position."""

    name: str  # without hyphens in front; the key of a configuration
    kind: Kind
    metavar: str  # empty for a flag
    help: str  # its default, and that it may be repeated, are added
    default: Any = None
    many: bool = False  # repeatable; a list in a configuration
    dest: str = ""  # the attribute of the parsed options, if not the name
    const: Any = None  # its value if it is written without one
    nargs: str = ""  # as argparse has it, or 1

    @property
    def attribute(self) -> str:
        """The attribute of the parsed options."""
        return self.dest or self.name.replace("-", "_")

    @property
    def usual(self) -> Any:
        """The value if none is given."""
        if self.many or self.nargs in ("*", "+"):
            return []
        return False if self.kind is FLAG else self.default

    @property
    def about(self) -> str:
        """The help."""
        if self.many:
            return f"{self.help}; repeatable"
        shown = isinstance(self.default, str | int | float) and self.kind is not FLAG and self.default != ""
        return f"{self.help}; default {self.kind.show(self.default)}" if shown else self.help

    def add(self, add: Callable[..., Any], before: str = "--") -> None:
        """Add it to a parser; without a default, so that the parsed options show whether it was given."""
        if self.nargs:
            # An argument may be empty: the empty string can be encoded.
            number = None if self.nargs == "1" else self.nargs
            add(self.attribute, nargs=number, default=None, type=self.kind.read, metavar=self.metavar, help=self.about)
            return
        more = {"help": self.about, "dest": before.lstrip("-").replace("-", "_") + self.attribute}
        if self.kind is FLAG:
            add(before + self.name, action="store_true", **more)
            return
        if self.const is not None:
            more |= {"nargs": "?", "const": self.const}
        # In pytest the command line overrides what addopts of a configuration sets.
        action: Any = "append" if self.many else _Once if before == "--" else "store"
        add(before + self.name, action=action, type=self.kind.value, metavar=self.metavar, **more)

    def words(self, value: Any, before: str = "--") -> list[str]:
        """The words of a command that give it a value."""
        if self.kind is FLAG:
            return [before + self.name]
        return [
            word for each in (value if self.many else [value]) for word in (before + self.name, self.kind.show(each))
        ]
