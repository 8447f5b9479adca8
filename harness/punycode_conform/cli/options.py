"""Options: a table, from which the command line's parser is made and by which a configuration file is checked."""

import argparse
import math
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from ..errors import ConformError, meant
from ..notation import plain
from ..render import FORMS
from ..suite import LAYERS

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

    from ..run.setup import Setup

    Group = argparse._ActionsContainer
    Verbs = argparse._SubParsersAction["Parser"]

_USAGE = "conform {0} [OPTIONS] TARGET | conform {0} [OPTIONS] -- COMMAND ..."
_TARGETS = "TARGET: pkg.mod | pkg.mod:obj | pkg.mod:enc,dec | codec:NAME | adapter:NAME | fault:NAME"


# Start-up time: tuples with names, since a verb that runs no target would import dataclasses for these alone.
class Kind(NamedTuple):
    """The values that an option takes.

    Attributes:
        says: a noun phrase, which follows "must be".
        read: makes the value of a text, or raises ValueError.
        types: the types that the value may have in TOML.
    """

    says: str
    read: Callable[[str], Any]
    types: tuple[type, ...] = (str,)

    def parse(self, text: str) -> Any:
        """The value of an argument, for argparse."""
        try:
            return self.read(text)
        except ValueError:
            raise argparse.ArgumentTypeError(f"must be {self.says}, not {text!r}") from None

    def word(self, value: object) -> str:
        """The argument that means a value of a configuration.

        Raises:
            ValueError: the value is of another kind; the message says which values there are.
        """
        text = str(value)
        try:
            # isinstance() counts True as an integer; no argument of a program can hold a NUL.
            if isinstance(value, bool) or not isinstance(value, self.types) or not text.strip() or "\0" in text:
                raise ValueError
            self.read(text)
        except ValueError:
            raise ValueError(self.says) from None
        return text


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


def _shard(text: str) -> tuple[int, int]:
    one, _, of = text.partition("/")
    if not 0 < int(one) <= int(of) <= 1_000_000:
        raise ValueError
    return int(one), int(of)


def _seed(text: str) -> int:
    if text == "random":
        import secrets  # start-up time: only for a new seed

        return secrets.randbelow(1 << 32)
    value: int = whole(0).read(text)
    return value


def _code_points(text: str) -> str:
    from ..targets.protocol import lacking  # start-up time: for this option only

    lacking(text)
    return text


TEXT = Kind("text", str)
CODE_POINTS = Kind("a few code points in hexadecimal, such as 2e,3002", _code_points)
FLAG = Kind("true or false", bool)
PATH = Kind("a path", Path)
STREAM = Kind("a path, or - for standard output", str)
SECONDS = Kind("a number of seconds above 0", _seconds, (int, float))
SEED = Kind("a whole number from 0 to 2^62, or random", _seed, (int, str))


class Option(NamedTuple):
    """An option of some verbs, and a key of a configuration.

    Attributes:
        name: without hyphens in front; the key's, too.
        kind: what its values are.
        metavar: the value's name in the help, empty for a flag.
        help: what it does; a default and that it may be repeated are added.
        default: its value if it is not given; a list if it is repeatable.
        many: whether it is repeatable; its value in a configuration is a list then.
        dest: the attribute of the parsed options if it is not the name.
    """

    name: str
    kind: Kind
    metavar: str
    help: str
    default: object = None
    many: bool = False
    dest: str = ""

    @property
    def flag(self) -> str:
        """The option as it is written."""
        return f"--{self.name}"

    @property
    def attribute(self) -> str:
        """The attribute of the parsed options."""
        return self.dest or self.name.replace("-", "_")

    def add(self, group: "Group") -> None:
        """Add it to a parser."""
        if self.kind is FLAG:
            # store_true allows neither a type nor a metavar.
            group.add_argument(self.flag, action="store_true", help=self.help, dest=self.attribute)
            return
        action, default = ("append", []) if self.many else ("store", self.default)
        group.add_argument(
            self.flag,
            action=action,
            default=default,
            type=self.kind.parse,
            metavar=self.metavar,
            dest=self.attribute,
            help=self._about(),
        )

    def _about(self) -> str:
        # argparse hides an option only if its help is exactly this.
        if self.help == argparse.SUPPRESS:
            return self.help
        if self.many:
            return f"{self.help}; repeatable"
        shown = self.default if isinstance(self.default, str | int) and self.default != "" else None
        shown = f"{self.default:g}" if isinstance(self.default, float) else shown
        return self.help if shown is None else f"{self.help}; default {shown}"

    def words(self, value: object) -> list[str]:
        """The arguments that mean a value of a configuration.

        Raises:
            ValueError: the value is of another kind; the message says which values there are.
        """
        if self.kind is FLAG:
            if not isinstance(value, bool):
                raise ValueError(self.kind.says)
            return [self.flag] if value else []
        if not self.many:
            # With an equals sign, so that a value may begin with a hyphen.
            return [f"{self.flag}={self.kind.word(value)}"]
        try:
            if not isinstance(value, list) or not value:
                raise ValueError
            return [f"{self.flag}={self.kind.word(one)}" for one in value]
        except ValueError:
            raise ValueError("a list of text, and not empty") from None


def add(group: "Group", *options: Option) -> None:
    """Add options to a parser or a group of its options."""
    for option in options:
        option.add(group)


CHOICE = Option("choice", TEXT, "NAME=SIDE", "declare your codec's side of a choice", many=True)
BASELINE = Option("baseline", PATH, "FILE", "the known failures, in YAML")
ONLY = Option("only", TEXT, "GLOB", "only the cases and laws whose id matches", many=True)
VECTORS = Option("vectors", PATH, "PATH", "your own vectors, in place of the suite's", many=True)
LAYER = Option(
    "layer", one_of(*LAYERS), "LAYER", "punycode, or a-label: labels with xn--; default punycode, or the adapter's"
)
JOBS = Option("jobs", whole(1, 64), "N", "processes side by side", 1)
REPORT = Option("report", STREAM, "FILE", "JSON Lines; - for standard output, as the run goes")
OUT = Option("out", PATH, "DIR", "the folder for findings; default conform-findings, made at the first finding")
FINDINGS = Option("findings", PATH, "DIR", "the folder of conform fuzz --out")
TARGETS = Option("target", TEXT, "NAME", "only this configured target", many=True, dest="targets")
SHARD = Option("shard", Kind("a shard such as 1/4", _shard), "I/N", "only every Nth input, from the Ith on", (1, 1))
COLOR = Option("color", one_of("auto", "always", "never"), "WHEN", "auto, always or never", "auto")
CASES = Option("cases", whole(1), "N", "stop after N cases; default 20000, or no limit with --time")
TIME = Option("time", SECONDS, "S", "stop after S seconds")

RUNS = (
    Option("python", TEXT, "PATH", "the interpreter for an import path"),
    Option(
        "rejects",
        TEXT,
        "CLASS",
        "an exception class that counts as a refusal, or None if the codec returns None",
        many=True,
    ),
    Option("lacks", CODE_POINTS, "HEX", "code points that your codec cannot be given, such as 2e,3002", ""),
    Option("timeout", SECONDS, "S", "seconds for each call; default 5, but for short strings only"),
    Option("start-timeout", SECONDS, "S", "seconds from the start to the handshake", 30.0),
    Option("time-limit", SECONDS, "S", "seconds for the whole run; default 3600, 86400 for a sweep"),
    Option("restarts", whole(1, 1_000_000), "N", "stop after N restarts of a target that crashes or hangs", 20),
    JOBS,
)
THREADS = Option("threads", whole(1, 64), "N", "repeat some calls in N threads at once", 1)
SELECTS = (ONLY, VECTORS, LAYER, THREADS)
JUDGES = (CHOICE, Option("strict", FLAG, "", "breaking a SHOULD of RFC 3492 is a failure too"), BASELINE)
# The seed is fixed unless the user says so: two runs then make the same cases.
BUDGET = (CASES, TIME, Option("seed", SEED, "N", "a number, or random", 0))
REPORTS = (REPORT, *(Option(form.name, PATH, "FILE", form.help) for form in FORMS))

# What a configuration can set for each verb that runs its targets; --choice is a table there.
CONFIGURED = {
    "run": (*RUNS, *SELECTS, *JUDGES, *REPORTS),
    "baseline": (*RUNS, *SELECTS, *JUDGES),
    "fuzz": (*RUNS, LAYER, CHOICE, BASELINE, *BUDGET),
}


def quiet(lines: str = "print only the verdict line") -> Option:
    """The option to print little; ``lines`` says what is left."""
    return Option("quiet", FLAG, "", lines)


class Help(argparse.HelpFormatter):
    """The help in the columns of the terminal. argparse asks shutil for them, also where no help is printed.

    Start-up time: shutil imports three modules for archives.
    """

    def __init__(self, prog: str) -> None:
        columns = os.environ.get("COLUMNS", "")
        width = int(columns) if columns.isdecimal() else 0
        if not width:
            with suppress(OSError):  # no standard output, or no terminal
                width = os.get_terminal_size().columns
        # 80 where nothing is known, and 2 less, both as argparse has it.
        super().__init__(prog, width=(width or 80) - 2)


class Parser(argparse.ArgumentParser):
    """A parser that reports an error as everything else here does: in one line."""

    def __init__(self, **more: Any) -> None:
        super().__init__(formatter_class=Help, **more)

    def _print_message(self, message: str, file: "SupportsWrite[str] | None" = None) -> None:
        # argparse would pass over that it cannot be written.
        if message:
            (file or sys.stderr).write(message)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        known = list(map(str, action.choices or ()))
        if not known or str(value) in known:
            return
        named, shown = "/".join(action.option_strings), plain(str(value), 60)
        hint = f"one of {', '.join(known)}"
        if named:
            raise ConformError(f"{named} {shown!r} is not known{meant(str(value), known)}", hint)
        if any(character in shown for character in ".:/"):  # a target
            hint = f"to test it: conform run {shown}"
        raise ConformError(f"no verb is named {shown!r}{meant(str(value), known)}", hint)

    def options_of(self, arguments: Sequence[str]) -> list[str]:
        """The options of the verb, or the verb of a verb, that begins the arguments."""
        for action in self._actions:
            if isinstance(action.choices, dict) and arguments and arguments[0] in action.choices:
                verb: Parser = action.choices[arguments[0]]
                return verb.options_of(arguments[1:])
        return [option for action in self._actions for option in action.option_strings]

    def error(self, message: str) -> NoReturn:
        raise ConformError(plain(message), f"{self.prog} --help shows the options")


def add_verb(
    verbs: "Verbs",
    name: str,
    does: str,
    *,
    calls: str = "",
    description: str = "",
    epilog: str = "",
    runs: bool = False,
) -> Parser:
    """The parser of a verb.

    Args:
        verbs: the verbs that it is one of.
        name: of the verb.
        does: what it does, in a few words.
        calls: ``module.function`` of this package, both the verb's own name if empty.
        description, epilog: for its help.
        runs: whether it runs a target, by TARGET or a command after ``--``.
    """
    if runs:
        epilog = f"{_TARGETS}; {epilog}" if epilog else _TARGETS
    verb = verbs.add_parser(
        name,
        help=does,
        description=description or None,
        usage=_USAGE.format(name) if runs else None,
        epilog=epilog or None,
        # An abbreviation would change its meaning when another option begins like it.
        allow_abbrev=False,
    )
    module, _, function = (calls or f"{name}.{name}").partition(".")
    verb.set_defaults(verb=_lazily(module, function), data=False)
    if runs:
        # Options that not every verb has are as usual in its setup.
        verb.set_defaults(command=[], configured=None, choice=[], baseline=None)
        verb.set_defaults(layer=None, vectors=[], only=[], strict=False)
        about = "an import path, codec:NAME, adapter:NAME or fault:NAME"
        verb.add_argument("target", nargs="?", metavar="TARGET", help=about)
        add(verb.add_argument_group("the target"), *RUNS)
    return verb


def _lazily(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """A verb whose module is imported when it is called, so that no verb pays for another's imports."""

    def verb(options: argparse.Namespace) -> int:
        from importlib import import_module  # start-up time, see above

        status: int = getattr(import_module(f".{module}", __package__), function)(options)
        return status

    return verb


def time_limit(options: argparse.Namespace) -> float:
    """The seconds for the whole of what a verb does with one target; a user who asks for a day of fuzzing gets it."""
    return options.time_limit or (86_400 if options.asked == "sweep" else 3600 + (getattr(options, "time", 0) or 0))


def setup(options: argparse.Namespace) -> "Setup":
    """The setup that the options of a verb make.

    Raises:
        ConformError: they name no target, or a choice that does not exist.
    """
    if options.target is None and not options.command:
        verb = f"conform {options.asked}"
        raise ConformError("no target", f"name one: {verb} mylib.punycode, or {verb} -- ./my-adapter")
    from ..run.setup import Setup, declared, usual_layer  # start-up time: not for help and the version
    from ..targets.session import Limits

    return Setup(
        options.target,
        tuple(options.command),
        options.python,
        tuple(options.rejects),
        tuple(options.vectors),
        options.layer or usual_layer(options.target),
        tuple(options.only),
        declared(options.choice),
        options.strict,
        Limits.given(options.timeout, options.start_timeout, options.restarts, time_limit(options)),
        options.jobs,
        getattr(options, "threads", 1),  # of the verbs that run the vectors
        options.baseline,
        options.configured,
        options.lacks,
    )
