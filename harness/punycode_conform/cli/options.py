"""What the verbs' options share: their parser, the options of all that run a target, and types."""

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from ..errors import ConformError
from ..render import FORMS
from ..run.setup import LAYERS, PUNYCODE, Setup, declared
from ..suite.notation import plain
from ..targets.session import Limits

USAGE = "conform {0} [OPTIONS] TARGET | conform {0} [OPTIONS] -- COMMAND ..."
TARGETS = "TARGET: pkg.mod | pkg.mod:obj | pkg.mod:enc,dec | codec:NAME | adapter:NAME | fault:NAME"


def setup(options: argparse.Namespace) -> Setup:
    """The setup that the options of a verb make.

    Raises:
        ConformError: they name no target, or a choice that does not exist.
    """
    if options.target is None and not options.command:
        verb = f"conform {options.asked}"
        raise ConformError("no target", f"name one: {verb} mylib.punycode, or {verb} -- ./my-adapter")
    return Setup(
        options.target,
        tuple(options.command),
        options.python,
        tuple(options.rejects),
        tuple(options.vectors),
        options.layer,
        tuple(options.only),
        declared(options.choice),
        options.strict,
        Limits(options.timeout, options.start_timeout, options.restarts),
        options.jobs,
        options.baseline,
        options.configured,
    )


def each(options: argparse.Namespace, one: Callable[[argparse.Namespace], tuple[int, str]]) -> int:
    """Do something with the target that the options name, or with each that is configured; gives the exit status.

    Args:
        options: of the command line.
        one: takes the options of one target; gives the exit status and a line for the summary.
    """
    if options.target is None and not options.command:
        from . import configured  # start-up time: a target that is named needs no configuration

        return configured.each(options, one)
    if options.targets:
        raise ConformError(f"--target {options.targets[0]}, and another target", "--target is for configured ones")
    return one(options)[0]


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, as everything else here does."""

    def error(self, message: str) -> NoReturn:
        raise ConformError(plain(message), f"{self.prog} --help shows the options")


def lazily(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """A verb whose module is imported when it is called, so that no verb pays for another's imports."""

    def verb(options: argparse.Namespace) -> int:
        from importlib import import_module

        status: int = getattr(import_module(f".{module}", __package__), function)(options)
        return status

    return verb


def add_verb(
    verbs: Any, name: str, does: str, *, calls: str = "", description: str = "", epilog: str = "", runs: bool = False
) -> Any:
    """A verb's parser; what it calls is imported only then.

    Args:
        verbs: what it is one of.
        name: of the verb.
        does: what it does, in a few words.
        calls: ``module.function`` of this package, both the verb's own name if empty.
        description, epilog: for its help.
        runs: whether it runs a target, by TARGET or a command after ``--``.
    """
    if runs:
        epilog = f"{TARGETS}; {epilog}" if epilog else TARGETS
    verb = verbs.add_parser(
        name,
        help=does,
        description=description or None,
        usage=USAGE.format(name) if runs else None,
        epilog=epilog or None,
        allow_abbrev=False,
    )
    module, _, function = (calls or f"{name}.{name}").partition(".")
    verb.set_defaults(verb=lazily(module, function))
    if runs:
        add_target(verb)
    return verb


def repeatable(group: Any, option: str, metavar: str, about: str) -> None:
    """An option that may be given several times."""
    group.add_argument(option, action="append", default=[], metavar=metavar, help=f"{about}; repeatable")


def own_vectors(group: Any) -> None:
    """Vectors in place of the suite's."""
    group.add_argument("--vectors", action="append", default=[], type=Path, metavar="PATH", help="your own vectors")


def add_judging(verb: Any) -> None:
    """The options of the verbs that judge a target by vectors and laws."""
    what = verb.add_argument_group("what to run")
    repeatable(what, "--only", "GLOB", "cases by id")
    own_vectors(what)
    what.add_argument("--layer", choices=LAYERS, default=PUNYCODE, help="default: punycode")
    how = verb.add_argument_group("how to judge")
    add_choice(how)
    how.add_argument("--strict", action="store_true", help="what RFC 3492 says SHOULD be gates too")
    add_baseline(how)
    add_configured(verb)


def add_baseline(group: Any) -> None:
    """The file of what is known."""
    group.add_argument("--baseline", type=Path, metavar="FILE", help="the known failures, in YAML")


def add_configured(verb: Any) -> None:
    """Which of the configured targets."""
    configured = verb.add_argument_group("configuration (conform.toml, or tool.conform in pyproject.toml)")
    configured.add_argument(
        "--target", action="append", default=[], dest="targets", metavar="NAME", help="one of several; repeatable"
    )


def add_target(verb: Any) -> None:
    """The options of every verb that runs a target; ``command`` is what stands after ``--``."""
    verb.set_defaults(command=[], configured=None, choice=[], baseline=None)
    verb.set_defaults(layer=PUNYCODE, vectors=[], only=[], strict=False)  # not every verb has these options
    verb.add_argument(
        "target", nargs="?", metavar="TARGET", help="an import path, codec:NAME, adapter:NAME or fault:NAME"
    )
    target = verb.add_argument_group("the target")
    target.add_argument("--python", metavar="PATH", help="the interpreter for an import path")
    repeatable(target, "--rejects", "CLASS", "an exception that refuses")
    target.add_argument("--timeout", type=seconds, default=5.0, metavar="S", help="per call; default 5")
    target.add_argument("--start-timeout", type=seconds, default=30.0, metavar="S", help="to the handshake; default 30")
    target.add_argument("--restarts", type=count, default=20, metavar="N", help="breakdowns to bear; default 20")
    target.add_argument("--jobs", type=jobs, default=1, metavar="N", help="processes side by side; default 1")


def add_choice(group: Any) -> None:
    """Declared sides of choices."""
    repeatable(group, "--choice", "NAME=SIDE", "declare a side")


def add_forms(group: Any) -> None:
    """The forms of a report that are written to files."""
    for form in FORMS:
        group.add_argument(f"--{form.name}", type=Path, metavar="FILE", help=form.help)


def add_color(group: Any) -> None:
    """Colours on a terminal."""
    group.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="default: auto")


def seconds(text: str) -> float:
    """A time limit, for argparse."""
    value = float(text)
    if not 0 < value < math.inf:
        raise ValueError
    return value


def count(text: str) -> int:
    """A number of breakdowns, for argparse."""
    value = int(text)
    if not 0 < value <= 1_000_000:
        raise ValueError
    return value


def jobs(text: str) -> int:
    """A number of processes, for argparse."""
    value = int(text)
    if not 0 < value <= 64:
        raise ValueError
    return value


def length(text: str) -> int:
    """A length of inputs, for argparse."""
    value = int(text)
    if not 0 <= value <= 64:
        raise ValueError
    return value


def shard(text: str) -> tuple[int, int]:
    """A shard and the number of shards, for argparse."""
    one, _, of = text.partition("/")
    if not 0 < int(one) <= int(of) <= 1_000_000:
        raise ValueError
    return int(one), int(of)


def many(text: str) -> int:
    """A number of cases, for argparse."""
    value = int(text)
    if not 0 < value < 1 << 62:
        raise ValueError
    return value


def seed(text: str) -> int:
    """A seed, or ``random`` for a new one, for argparse."""
    if text == "random":
        import secrets  # only for those who want a new one

        return secrets.randbelow(1 << 32)
    value = int(text)
    if not 0 <= value < 1 << 63:
        raise ValueError
    return value


# argparse names the type in its message.
seconds.__name__, count.__name__, jobs.__name__ = "number of seconds", "whole number", "number of jobs from 1 to 64"
length.__name__, shard.__name__ = "length from 0 to 64", "shard, such as 1/4,"
many.__name__, seed.__name__ = "number of cases", "seed"
