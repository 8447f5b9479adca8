"""An option is a row. The command line, a configuration, pytest and the words of a command to run again all read it."""

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple


# Start-up time: tuples with names, since the command line has these before all else.
class Kind(NamedTuple):
    """The values that an option takes.

    Attributes:
        says: a noun phrase, which follows "must be".
        read: makes the value of a text, or raises ValueError.
        types: the types that the value may have in TOML.
        show: the text that :attr:`read` makes the value of.
    """

    says: str
    read: Callable[[str], Any] = str
    types: tuple[type, ...] = (str,)
    show: Callable[[Any], str] = str

    def value(self, text: str) -> Any:
        """The value of an argument, for argparse; nothing is no value, and no program can be given a NUL."""
        try:
            if not text.strip() or "\0" in text:
                raise ValueError
            return self.read(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be {self.says}, not {text!r}") from None

    def of_toml(self, value: object) -> Any:
        """The value that a configuration means.

        Raises:
            ValueError: it is of another kind.
        """
        # isinstance() counts True as an integer.
        if isinstance(value, bool) is not (self is FLAG) or not isinstance(value, self.types):
            raise ValueError
        if self is FLAG:
            return value
        try:
            return self.value(str(value))
        except argparse.ArgumentTypeError:
            raise ValueError from None


def one_of(*words: str) -> Kind:
    """One of a few words."""
    # index() raises the ValueError that a reader has to raise.
    return Kind(f"one of {', '.join(words)}", lambda text: words[words.index(text)])


def whole(least: int, most: int = 1 << 62) -> Kind:
    """A whole number."""

    def read(text: str) -> int:
        if not least <= (value := int(text)) <= most:
            raise ValueError
        return value

    return Kind(f"a whole number from {least} to {most if most < 1 << 62 else '2^62'}", read, (int,))


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < math.inf:
        raise ValueError
    return value


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
FLAG = Kind("true or false", types=(bool,))
PATH = Kind("a path", _path)
STREAM = Kind("a path, or - for standard output")
SECONDS = Kind("a number of seconds above 0", _seconds, (int, float), "{:g}".format)
SIDE = Kind("NAME=SIDE, such as surrogates=reject", _side, show="=".join)
CODE_POINTS = Kind("a few code points in hexadecimal, such as 2e,3002", _code_points)


class Option(NamedTuple):
    """An option, or an argument by its position.

    Attributes:
        name: as it is written, without hyphens in front; also the key of a configuration.
        kind: what its values are.
        metavar: the value's name in the help, empty for a flag.
        help: what it does; a default and that it may be repeated are added.
        default: its value if it is not given.
        many: whether it is repeatable; its value in a configuration is a list then.
        dest: the attribute of the parsed options if it is not the name.
        const: its value if it is written without one, None if that is an error.
        nargs: for an argument by its position how many there may be, as argparse has it; an option has none.
    """

    name: str
    kind: Kind
    metavar: str
    help: str
    default: Any = None
    many: bool = False
    dest: str = ""
    const: Any = None
    nargs: str = ""

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
        """Add it to a parser; without a default, so that the parsed options show whether it was given.

        Args:
            add: ``add_argument`` of a parser, or ``addoption`` of pytest.
            before: what comes before the name.
        """
        more: dict[str, Any] = {"help": self.about}
        if self.nargs:
            # An argument may be empty: the empty string can be encoded.
            more |= {"type": self.kind.read, "metavar": self.metavar}
            add(self.attribute, **more, **({"nargs": self.nargs} if self.nargs != "1" else {}))
            return
        more["dest"] = before.lstrip("-").replace("-", "_") + self.attribute
        if self.kind is FLAG:
            more["action"] = "store_true"
        else:
            more |= {"type": self.kind.value, "metavar": self.metavar, "action": "append" if self.many else "store"}
        if self.const is not None:
            more |= {"nargs": "?", "const": self.const}
        add(before + self.name, **more)

    def words(self, value: Any, before: str = "--") -> list[str]:
        """The words of a command that give it a value."""
        if self.kind is FLAG:
            return [before + self.name]
        return [
            word for each in (value if self.many else [value]) for word in (before + self.name, self.kind.show(each))
        ]

    def of_toml(self, value: object) -> Any:
        """Its value, from that of a configuration.

        Raises:
            ValueError: it is of another kind; the message says which values there are.
        """
        try:
            if not self.many:
                return self.kind.of_toml(value)
            if isinstance(value, list) and value:
                return [self.kind.of_toml(each) for each in value]
            raise ValueError
        except ValueError:
            raise ValueError("a list of text, and not empty" if self.many else self.kind.says) from None
