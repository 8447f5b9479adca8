"""The arguments of ``conform``."""

import argparse
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import ConformError
from .options import LAYERS, TARGETS, USAGE, Parser, add_choice, add_color, add_forms, add_target, lazily, length, shard


def parse(arguments: list[str]) -> argparse.Namespace:
    """The arguments as a namespace; ``verb`` is the function to call with it.

    Raises:
        ConformError: they make no sense.
    """
    parser = Parser(
        prog="conform",
        description="Judge Punycode (RFC 3492) codecs in any language.",
        epilog="exit status: 0 conforms, 1 does not, 2 usage or data error, 3 the target could not be run, "
        "4 nothing was selected or ran, 5 the baseline is stale",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"conform {__version__}")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True, parser_class=Parser)
    # Each verb's options take milliseconds to define: only those of the verb that is asked for, all for help and errors.
    asked = _VERBS.get(arguments[0] if arguments else "")
    for define in [asked] if asked else dict.fromkeys(_VERBS.values()):
        define(verbs)
    command = []
    # A command after -- is taken as it stands, its options included; the other verbs use -- for text that begins with -.
    if arguments[:1] in (["run"], ["sweep"]) and "--" in arguments:
        at = arguments.index("--")
        arguments, command = arguments[:at], arguments[at + 1 :]
        if not command:
            raise ConformError("no command after --", "conform run -- ./my-adapter")
    parsed = parser.parse_args(arguments)
    parsed.command = command
    return parsed


def _run(verbs: Any) -> None:
    run = verbs.add_parser(
        "run",
        help="judge an implementation",
        description="Judge an implementation by the suite's vectors and laws.",
        usage=USAGE.format("run"),
        epilog=TARGETS,
        allow_abbrev=False,
    )
    run.set_defaults(verb=lazily("run", "run"))
    what = run.add_argument_group("what to run")
    what.add_argument("--only", action="append", default=[], metavar="GLOB", help="cases by id; repeatable")
    what.add_argument("--vectors", action="append", default=[], type=Path, metavar="PATH", help="your own vectors")
    what.add_argument("--layer", choices=LAYERS, default="punycode", help="default: punycode")
    how = run.add_argument_group("how to judge")
    add_choice(how)
    how.add_argument("--strict", action="store_true", help="what RFC 3492 says SHOULD be gates too")
    add_target(run)
    out = run.add_argument_group("output")
    out.add_argument("--report", metavar="FILE", help="JSON Lines, written as the run goes; - for standard output")
    add_forms(out)
    out.add_argument("--quiet", action="store_true", help="the verdict line alone")
    add_color(out)


def _sweep(verbs: Any) -> None:
    sweep = verbs.add_parser(
        "sweep",
        help="compare an implementation with the oracle on every input of a small domain",
        description="Ask every string over an alphabet and every sequence over some code points, up to a length, and "
        "compare each answer with the oracle's.",
        usage=USAGE.format("sweep"),
        epilog=TARGETS,
        allow_abbrev=False,
    )
    sweep.set_defaults(verb=lazily("sweep", "sweep"))
    what = sweep.add_argument_group("what to ask")
    what.add_argument("--only", choices=("encode", "decode"), help="one operation; default: both")
    what.add_argument("--alphabet", metavar="STRING", help="of what is decoded; default: a-z, 0-9, - and A")
    what.add_argument("--length", type=length, default=4, metavar="N", help="up to how many of them; default 4")
    what.add_argument(
        "--code-points", metavar="POINTS", help="what is encoded, as 'U+0061 U+00FC'; default: boundaries"
    )
    what.add_argument("--code-point-length", type=length, default=4, metavar="N", help="up to how many; default 4")
    what.add_argument("--no-round-trip", action="store_true", help="do not encode again what was decoded")
    what.add_argument("--shard", type=shard, default=(1, 1), metavar="I/N", help="every Nth input, from the Ith on")
    add_choice(sweep.add_argument_group("how to judge"))
    add_target(sweep)
    out = sweep.add_argument_group("output")
    out.add_argument("--resume", type=Path, metavar="FILE", help="keep the state there, and go on from it")
    out.add_argument("--report", metavar="FILE", help="JSON Lines; - for standard output")
    out.add_argument("--quiet", action="store_true", help="the verdict line alone")
    add_color(out)


def _report(verbs: Any) -> None:
    verb = verbs.add_parser(
        "report",
        help="draw saved reports again, or compare them",
        description="Draw what conform run --report wrote again, in any form; several reports are compared.",
        allow_abbrev=False,
    )
    verb.set_defaults(verb=lazily("report", "report"))
    verb.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JSON Lines of conform run --report")
    out = verb.add_argument_group("output")
    add_forms(out)
    out.add_argument("--quiet", action="store_true", help="the verdict lines alone")
    add_color(out)


def _codec(verbs: Any) -> None:
    for name, what in (("encode", "text to Punycode"), ("decode", "Punycode to text")):
        verb = verbs.add_parser(name, help=what, allow_abbrev=False, description=f"{what}, by the reference codec")
        verb.set_defaults(verb=lazily("codec", name))
        verb.add_argument("text", nargs="*", metavar="TEXT", help="default: the lines of standard input")
        verb.add_argument("--code-points", action="store_true", help="write or read code points in U+ notation")


def _vectors(verbs: Any) -> None:
    from .vectors_parser import add_vectors  # many verbs, for maintainers: no run should define their options

    add_vectors(verbs)


_VERBS = {"run": _run, "report": _report, "sweep": _sweep, "vectors": _vectors, "encode": _codec, "decode": _codec}
