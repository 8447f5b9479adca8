"""The setup: the target and how to judge it. The command line, a configuration file and pytest's options each make one.

Each option is a row. The command that repeats a run is built from the rows too. Nothing here needs the vectors or starts a
process.
"""

import argparse
import math
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ..errors import NoTarget
from ..suite import LAYERS, PUNYCODE

if TYPE_CHECKING:  # start-up time: pytest reads the rows in every run
    from ..targets.name import Target
    from ..targets.session import Limits


# Start-up time: named tuples, since every command loads this module first.
class Kind(NamedTuple):
    """The values that an option takes."""

    says: str  # follows "must be"
    read: Callable[[str], Any] = str  # raises ValueError
    show: Callable[[Any], str] = str  # the text that is read as the value

    def value(self, text: str) -> Any:
        """The value of an argument, for argparse. It must not be empty or contain a NUL."""
        try:
            if not text.strip() or "\0" in text:
                raise ValueError
            return self.read(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be {self.says}, not {text!r}") from None


def one_of(*words: str) -> Kind:
    """The kind of an option whose value is one of these words."""
    # index() raises the ValueError that ``read`` must raise.
    return Kind(f"one of {', '.join(words)}", lambda text: words[words.index(text)])


def whole_number(least: int, most: int = 1 << 62) -> Kind:
    """The kind of an option whose value is a whole number."""
    largest = most if most < 1 << 62 else "2^62"
    return Kind(f"a whole number from {least} to {largest}", lambda text: _in_range(int(text), least, most))


def _in_range(number: float, least: float, most: float) -> float:
    if not least <= number <= most:  # neither holds for a NaN
        raise ValueError
    return number


def _path(text: str) -> Path:
    if text == "-":  # only a STREAM may be standard output
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
SECONDS = Kind("a number of seconds above 0", lambda text: _in_range(float(text), _LEAST, 1e300), "{:g}".format)
SIDE = Kind("NAME=SIDE, such as surrogates=reject", _side, show="=".join)
CODE_POINTS = Kind("a few code points in hexadecimal, such as 2e,3002", _code_points)


class _Once(argparse.Action):
    """Store a value; refuse a second, different value."""

    def __call__(self, parser: object, namespace: argparse.Namespace, value: Any, *_: object) -> None:
        if getattr(namespace, self.dest, value) != value:
            raise argparse.ArgumentError(self, "two different values are given")
        setattr(namespace, self.dest, value)


class Option(NamedTuple):
    """An option, or a positional argument if ``nargs`` is set."""

    name: str  # without leading hyphens; also the key in a configuration file
    kind: Kind
    metavar: str  # empty for a flag
    help: str  # ``about`` adds the default and "repeatable"
    default: Any = None
    many: bool = False  # repeatable; a list in a configuration
    dest: str = ""  # the attribute of the parsed options, if not the name
    const: Any = None  # the value if the option is written without one
    nargs: str = ""  # as in argparse, or "1" for exactly one

    @property
    def attribute(self) -> str:
        """The attribute of the parsed options."""
        return self.dest or self.name.replace("-", "_")

    @property
    def default_value(self) -> Any:
        """The value if the option is not given."""
        if self.many or self.nargs in ("*", "+"):
            return []
        return False if self.kind is FLAG else self.default

    @property
    def about(self) -> str:
        """The help, with the default or "repeatable"."""
        if self.many:
            return f"{self.help}; repeatable"
        shown = isinstance(self.default, str | int | float) and self.kind is not FLAG and self.default != ""
        return f"{self.help}; default {self.kind.show(self.default)}" if shown else self.help

    def add(self, add: Callable[..., Any], prefix: str = "--") -> None:
        """Add the option to a parser; without a default, so that the parsed options show whether it was given."""
        if self.nargs:
            # A text may be empty: the empty string can be encoded.
            read = self.kind.read if self.kind is TEXT else self.kind.value
            number = None if self.nargs == "1" else self.nargs
            add(self.attribute, nargs=number, default=None, type=read, metavar=self.metavar, help=self.about)
            return
        keywords = {"help": self.about, "dest": prefix.lstrip("-").replace("-", "_") + self.attribute}
        if self.kind is FLAG:
            add(prefix + self.name, action="store_true", **keywords)
            return
        if self.const is not None:
            keywords |= {"nargs": "?", "const": self.const}
        # In pytest the command line overrides what addopts of a configuration sets.
        action: Any = "append" if self.many else _Once if prefix == "--" else "store"
        add(prefix + self.name, action=action, type=self.kind.value, metavar=self.metavar, **keywords)

    def words(self, value: Any, prefix: str = "--") -> list[str]:
        """The words of a command line that give the option this value."""
        if self.kind is FLAG:
            return [prefix + self.name]
        return [
            word for each in (value if self.many else [value]) for word in (prefix + self.name, self.kind.show(each))
        ]


class Setup(NamedTuple):
    """A target and how it is judged.

    Attributes:
        target: an import path, ``codec:NAME``, ``adapter:NAME`` or ``fault:NAME``; None if there is a command.
        command: a program and its arguments, in place of a target.
        layer: ``punycode`` or ``a-label``; by default what an adapter declares, and ``punycode`` for all other targets.
        choices: pairs of choice and declared side; of two for one choice the last wins.
        timeout: None for the default; then a late answer to a very long call is not a failure.
        time_limit: None for none.
        configured: the target of a configuration file from which this setup comes, or None.
    """

    target: str | None = None
    command: tuple[str, ...] = ()
    python: str | None = None
    rejects: tuple[str, ...] = ()
    lacks: str = ""
    timeout: float | None = None
    start_timeout: float = 30.0
    time_limit: float | None = None
    restarts: int = 20
    jobs: int = 1
    only: tuple[str, ...] = ()
    vectors: tuple[Path, ...] = ()
    layer: str = PUNYCODE
    threads: int = 1
    choices: tuple[tuple[str, str], ...] = ()
    strict: bool = False
    baseline: Path | None = None
    source: tuple[Path, ...] = ()
    no_aim: bool = False
    configured: "Configured | None" = None

    @classmethod
    def of(cls, target: str | None, command: Iterable[str] = (), **fields: Any) -> "Setup":
        """The setup with these fields; None is a field's default. Refuse a choice or a side that does not exist."""
        values = {name: value for name, value in fields.items() if value is not None}
        values |= {name: tuple(value) for name, value in values.items() if name in ROWS and ROWS[name].many}
        if choices := values.get("choices"):
            from ..suite.choices import Choices  # start-up time: most setups declare nothing

            for choice, side in choices:
                Choices().declare(choice, side)
        return cls(target, tuple(command), **({"layer": _default_layer(target)} | values))

    @property
    def label(self) -> str:
        """The target as the user names it."""
        return self.target if self.target is not None else "-- " + " ".join(self.command)

    @property
    def limits(self) -> "Limits":
        """The time limits and the number of restarts; the time of the whole run counts from now."""
        from ..targets.session import Limits  # start-up time, see above

        until = time.monotonic() + (self.time_limit or math.inf)
        return Limits(self.timeout or Limits().call, self.start_timeout, self.restarts, self.timeout is not None, until)

    @property
    def part(self) -> tuple[str, ...]:
        """The options that select a part of the suite, or other vectors; none for the whole suite."""
        return (*(f"--only {glob}" for glob in self.only), *(f"--vectors {path}" for path in self.vectors))

    def resolve(self, until: float = math.inf) -> "Target":
        """The target that can be started; an adapter is built if need be, until a time of the monotonic clock.

        Raises:
            ConformError: the name names no target.
        """
        from ..targets import name, protocol  # start-up time, see above

        target = name.resolve(self.target, self.command, python=self.python, rejects=self.rejects, until=until)
        return target._replace(lacks=protocol.lacking(self.lacks))

    def check(self) -> None:
        """Refuse a name that names no target; an adapter is found and built only when it is started."""
        if not self.label.startswith("adapter:"):
            self.resolve()

    def rerun_command(self, verb: str = "run", *more: object) -> list[str]:
        """The words of a command of ``conform`` for the same target, judged in the same way, with further options."""
        named = ["--target", self.configured.name] if self.configured else [self.target] if self.target else []
        words = ["conform", verb, *named, *self._options(), *map(str, more)]
        # Last, since all words after -- belong to the command.
        return [*words, "--", *self.command] if self.command and not self.configured else words

    def pytest_command(self) -> list[str]:
        """The words of a command that judges the target in pytest in the same way."""
        import shlex  # start-up time: only for pytest

        named = ["--conform", self.target] if self.target else ["--conform-command", shlex.join(self.command)]
        return ["pytest", *named, *self._options("--conform-")]

    def _options(self, prefix: str = "--") -> Iterator[str]:
        """The options that differ from the default, or from the configuration file."""
        defaults = self.configured.setup if self.configured else Setup(layer=_default_layer(self.target))
        for field in RERUN_OPTIONS:
            value, default = getattr(self, field), getattr(defaults, field)
            if field == "choices":  # those of the command line are added to those of a configuration
                value = tuple(side for side in value if side not in default)
            if value and value != default:
                yield from ROWS[field].words(value, prefix)


class Configured(NamedTuple):
    """A target of a configuration file: its name, and the setup without options of the command line."""

    name: str
    setup: Setup


_REJECTS = "an exception class that counts as a refusal, or None if the codec returns None"
_LAYER = "punycode, or a-label: labels with xn--; default punycode, or the adapter's"
_OPTIONS = (
    Option("python", TEXT, "PATH", "the interpreter for an import path"),
    Option("rejects", TEXT, "CLASS", _REJECTS, many=True),
    Option("lacks", CODE_POINTS, "HEX", "code points that your codec cannot be given, such as 2e,3002"),
    Option("timeout", SECONDS, "S", "seconds for each call; default 5, but for short strings only"),
    Option("start-timeout", SECONDS, "S", "seconds from the start to the handshake"),
    Option("time-limit", SECONDS, "S", "seconds for the whole run; default 3600, 86400 for a sweep"),
    Option("restarts", whole_number(1, 1_000_000), "N", "stop after N restarts of a target that crashes or hangs"),
    Option("jobs", whole_number(1, 64), "N", "processes side by side"),
    Option("only", TEXT, "GLOB", "only the cases and laws whose id matches", many=True),
    Option("vectors", PATH, "PATH", "your own vectors, in place of the suite's", many=True),
    Option("layer", one_of(*LAYERS), "LAYER", _LAYER),
    Option("threads", whole_number(1, 64), "N", "repeat some calls in N threads at once"),
    Option("choice", SIDE, "NAME=SIDE", "declare your codec's side of a choice", many=True, dest="choices"),
    Option("strict", FLAG, "", "breaking a SHOULD of RFC 3492 is a failure too"),
    Option("baseline", PATH, "FILE", "the known failures, in YAML"),
    Option("source", PATH, "PATH", "your codec's source code, a file or a folder, to read constants from", many=True),
    Option("no-aim", FLAG, "", "make no inputs of the constants in your codec's code"),
)
ROWS = {row.attribute: row._replace(default=Setup._field_defaults[row.attribute]) for row in _OPTIONS}
"""The options, by the fields that they set."""
ROWS["layer"] = ROWS["layer"]._replace(default=None)  # an adapter may declare another

IN_PYTEST = ("python", "rejects", "lacks", "timeout", "vectors", "layer", "choices", "strict", "baseline")
"""The fields that have an option of the pytest plugin."""

RERUN_OPTIONS = (
    "python",
    "timeout",
    "rejects",
    "lacks",
    "choices",
    "vectors",
    "layer",
    "strict",
    "threads",
    "source",
    "no_aim",
)
"""The fields that decide how each case is judged, in the order in which a command names them."""


def _default_layer(target: str | None) -> str:
    """The layer of a target unless the user names one: what an adapter declares, else ``punycode``."""
    if target and target.startswith("adapter:"):
        from ..targets import adapter  # start-up time: not for other targets

        with suppress(NoTarget):  # which is reported when the target is started
            return adapter.find(target.removeprefix("adapter:")).layer
    return PUNYCODE
