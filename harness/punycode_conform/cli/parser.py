"""The arguments of ``conform``."""

import argparse
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from .. import __version__
from ..errors import ConformError
from ..suite.notation import plain

_LAYERS = ("punycode", "a-label")
_TARGETS = "TARGET: pkg.mod | pkg.mod:obj | pkg.mod:enc,dec | codec:NAME | adapter:NAME"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise ConformError(plain(message), f"{self.prog} --help shows the options")


def parse(arguments: list[str]) -> argparse.Namespace:
    """The arguments as a namespace; ``verb`` is the function to call with it.

    Raises:
        ConformError: they make no sense.
    """
    parser = _Parser(
        prog="conform",
        description="Judge Punycode (RFC 3492) codecs in any language.",
        epilog="exit status: 0 conforms, 1 does not, 2 usage or data error, 3 the target could not be run, "
        "4 nothing was selected or ran, 5 the baseline is stale",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"conform {__version__}")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True, parser_class=_Parser)
    # Each verb's options take milliseconds to define: only those of the verb that is asked for, all for help and errors.
    asked = _VERBS.get(arguments[0] if arguments else "")
    for define in [asked] if asked else dict.fromkeys(_VERBS.values()):
        define(verbs)
    command = []
    # A command after -- is taken as it stands, its options included; the other verbs use -- for text that begins with -.
    if arguments[:1] in (["run"], ["fuzz"]) and "--" in arguments:
        at = arguments.index("--")
        arguments, command = arguments[:at], arguments[at + 1 :]
        if not command:
            raise ConformError("no command after --", f"conform {arguments[0]} -- ./my-adapter")
    parsed = parser.parse_args(arguments)
    parsed.command = command
    return parsed


def _lazily(module: str, function: str) -> Callable[[argparse.Namespace], int]:
    """A verb whose module is imported when it is called, so that no verb pays for another's imports."""

    def verb(options: argparse.Namespace) -> int:
        from importlib import import_module

        status: int = getattr(import_module(f".{module}", __package__), function)(options)
        return status

    return verb


def _run(verbs: Any) -> None:
    run = verbs.add_parser(
        "run",
        help="judge an implementation",
        description="Judge an implementation by the suite's vectors and laws.",
        usage="conform run [OPTIONS] TARGET | conform run [OPTIONS] -- COMMAND ...",
        epilog=_TARGETS,
        allow_abbrev=False,
    )
    run.set_defaults(verb=_lazily("run", "run"))
    what = run.add_argument_group("what to run")
    what.add_argument("--only", action="append", default=[], metavar="GLOB", help="cases by id; repeatable")
    what.add_argument("--vectors", action="append", default=[], type=Path, metavar="PATH", help="your own vectors")
    what.add_argument("--layer", choices=_LAYERS, default="punycode", help="default: punycode")
    how = run.add_argument_group("how to judge")
    _choice(how)
    how.add_argument("--strict", action="store_true", help="what RFC 3492 says SHOULD be gates too")
    _target(run)
    out = run.add_argument_group("output")
    out.add_argument("--report", metavar="FILE", help="JSON Lines, written as the run goes; - for standard output")
    out.add_argument("--junit", type=Path, metavar="FILE", help="JUnit XML")
    out.add_argument("--markdown", type=Path, metavar="FILE", help="Markdown")
    out.add_argument("--quiet", action="store_true", help="the verdict line alone")
    _color(out)


def _fuzz(verbs: Any) -> None:
    fuzz = verbs.add_parser(
        "fuzz",
        help="find what breaks an implementation",
        description="Find what breaks an implementation: generated cases, minimised findings, written as vectors.",
        usage="conform fuzz [OPTIONS] TARGET | conform fuzz [OPTIONS] -- COMMAND ...",
        epilog=_TARGETS,
        allow_abbrev=False,
    )
    fuzz.set_defaults(verb=_lazily("fuzz", "fuzz"))
    what = fuzz.add_argument_group("what to run")
    what.add_argument("--engine", choices=("auto", "blackbox", "atheris"), default="auto", help="default: auto")
    what.add_argument("--cases", type=_many, metavar="N", help="default 20000, or no end with --time")
    what.add_argument("--time", type=_seconds, metavar="S", help="seconds after which no case is begun")
    what.add_argument("--seed", type=_seed, default=0, metavar="N", help="a number, or random; default 0")
    what.add_argument("--shard", type=_shard, default=(0, 1), metavar="I/N", help="every Nth case, from the Ith")
    _choice(fuzz.add_argument_group("how to judge"))
    _target(fuzz)
    out = fuzz.add_argument_group("output")
    out.add_argument("--out", type=Path, metavar="DIR", help="for findings; default conform-findings, if there are any")
    out.add_argument("--report", metavar="FILE", help="JSON Lines, written as the run goes; - for standard output")
    out.add_argument("--quiet", action="store_true", help="the last line alone")
    _color(out)


def _choice(group: Any) -> None:
    group.add_argument("--choice", action="append", default=[], metavar="NAME=SIDE", help="declare a side; repeatable")


def _target(verb: Any) -> None:
    verb.add_argument("target", nargs="?", metavar="TARGET", help="an import path, codec:NAME or adapter:NAME")
    target = verb.add_argument_group("the target")
    target.add_argument("--python", metavar="PATH", help="the interpreter for an import path")
    target.add_argument("--rejects", action="append", default=[], metavar="CLASS", help="an exception that refuses")
    target.add_argument("--timeout", type=_seconds, default=5.0, metavar="S", help="per call; default 5")
    target.add_argument(
        "--start-timeout", type=_seconds, default=30.0, metavar="S", help="to the handshake; default 30"
    )
    target.add_argument("--restarts", type=_count, default=20, metavar="N", help="breakdowns to bear; default 20")
    target.add_argument("--jobs", type=_jobs, default=1, metavar="N", help="processes side by side; default 1")


def _color(group: Any) -> None:
    group.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="default: auto")


def _vectors(verbs: Any) -> None:
    vectors = verbs.add_parser("vectors", help="list, show and build the vectors", allow_abbrev=False)
    actions = vectors.add_subparsers(title="verbs", metavar="VERB", required=True, parser_class=_Parser)
    listing = actions.add_parser("list", help="the ids that --only takes, one a line", allow_abbrev=False)
    listing.set_defaults(verb=_lazily("vectors", "list_ids"))
    listing.add_argument("--only", action="append", default=[], metavar="GLOB", help="cases by id; repeatable")
    listing.add_argument("--vectors", action="append", default=[], type=Path, metavar="PATH", help="your own vectors")
    listing.add_argument("--layer", choices=_LAYERS, default="punycode", help="default: punycode")
    listing.add_argument("--clause", metavar="CLAUSE", help="what rests on this clause or anchor of the RFC")
    listing.add_argument("--bug", metavar="BUG", help="the vectors made for this bug class")
    listing.add_argument("--long", action="store_true", help="with clause, bug class and file")
    show = actions.add_parser(
        "show", help="all that is known about a vector, a bug class, an anchor", allow_abbrev=False
    )
    show.set_defaults(verb=_lazily("vectors", "show"))
    show.add_argument(
        "id", metavar="ID", nargs="+", help="of a vector, a case, a bug class, a law, a clause or an anchor"
    )
    show.add_argument("--vectors", action="append", default=[], type=Path, metavar="PATH", help="your own vectors")
    coverage = actions.add_parser("coverage", help="what tests each clause of RFC 3492", allow_abbrev=False)
    coverage.set_defaults(verb=_lazily("clauses", "coverage"))
    coverage.add_argument("--json", action="store_true", help="as JSON")
    build = actions.add_parser("build", help="check the YAML and write the JSON", allow_abbrev=False)
    build.set_defaults(verb=_lazily("vectors", "build"))
    build.add_argument("--check", action="store_true", help="write nothing; exit 1 if the JSON is not current")
    build.add_argument("--output", type=Path, metavar="FILE", help="write there instead")


def _codec(verbs: Any) -> None:
    for name, what in (("encode", "text to Punycode"), ("decode", "Punycode to text")):
        verb = verbs.add_parser(name, help=what, allow_abbrev=False, description=f"{what}, by the reference codec")
        verb.set_defaults(verb=_lazily("codec", name))
        verb.add_argument("text", nargs="*", metavar="TEXT", help="default: the lines of standard input")
        verb.add_argument("--code-points", action="store_true", help="write or read code points in U+ notation")


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value < math.inf:
        raise ValueError
    return value


def _count(text: str) -> int:
    value = int(text)
    if not 0 < value <= 1_000_000:
        raise ValueError
    return value


def _jobs(text: str) -> int:
    value = int(text)
    if not 0 < value <= 64:
        raise ValueError
    return value


def _many(text: str) -> int:
    value = int(text)
    if not 0 < value < 1 << 62:
        raise ValueError
    return value


def _seed(text: str) -> int:
    if text == "random":
        import secrets  # only for those who want a new one

        return secrets.randbelow(1 << 32)
    value = int(text)
    if not 0 <= value < 1 << 63:
        raise ValueError
    return value


def _shard(text: str) -> tuple[int, int]:
    index, shards = map(int, text.split("/"))
    if not 1 <= index <= shards <= 100_000:
        raise ValueError
    return index - 1, shards


_VERBS = {"run": _run, "fuzz": _fuzz, "vectors": _vectors, "encode": _codec, "decode": _codec}

# argparse names the type in its message.
_seconds.__name__, _count.__name__, _jobs.__name__ = "number of seconds", "whole number", "number of jobs from 1 to 64"
_many.__name__, _seed.__name__, _shard.__name__ = "number of cases", "seed", "shard such as 1/4"
