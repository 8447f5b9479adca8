"""The arguments of ``conform``."""

import argparse
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import ConformError
from .options import (
    Parser,
    add_baseline,
    add_choice,
    add_color,
    add_configured,
    add_forms,
    add_judging,
    add_verb,
    length,
    many,
    seconds,
    seed,
    shard,
)


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
    asked = arguments[0] if arguments else ""
    for define in [_VERBS[asked]] if asked in _VERBS else dict.fromkeys(_VERBS.values()):
        define(verbs)
    command = []
    # After -- a command is taken as it stands, its options included; verbs that run no target have text there.
    if "--" in arguments and asked in _VERBS and verbs.choices[asked].get_default("command") is not None:
        at = arguments.index("--")
        arguments, command = arguments[:at], arguments[at + 1 :]
        if not command:
            raise ConformError("no command after --", f"conform {asked} -- ./my-adapter")
    parsed = parser.parse_args(arguments)
    parsed.command, parsed.asked = command, asked
    # An option's value never begins with two hyphens, and no option is abbreviated.
    parsed.given = {word.partition("=")[0] for word in arguments if word.startswith("--")}
    return parsed


def _run(verbs: Any) -> None:
    run = add_verb(
        verbs,
        "run",
        "judge an implementation",
        description="Judge an implementation by the suite's vectors and laws; without TARGET, those that are configured.",
        runs=True,
    )
    add_judging(run)
    out = run.add_argument_group("output")
    out.add_argument("--report", metavar="FILE", help="JSON Lines, written as the run goes; - for standard output")
    add_forms(out)
    out.add_argument("--quiet", action="store_true", help="the verdict line alone")
    add_color(out)


def _baseline(verbs: Any) -> None:
    baseline = add_verb(
        verbs,
        "baseline",
        "write down the known failures of an implementation",
        description="Run an implementation, and write what fails into the baseline, or bring that up to date.",
        runs=True,
    )
    add_judging(baseline)
    what = baseline.add_argument_group("findings in place of cases")
    what.add_argument("--findings", type=Path, metavar="DIR", help="what conform fuzz --out has written there")


def _fuzz(verbs: Any) -> None:
    fuzz = add_verb(
        verbs,
        "fuzz",
        "find what breaks an implementation",
        description="Find what breaks an implementation: generated cases, minimised findings, written as vectors; "
        "without TARGET, those that are configured.",
        runs=True,
    )
    what = fuzz.add_argument_group("what to run")
    what.add_argument("--engine", choices=("auto", "blackbox", "atheris"), default="auto", help="default: auto")
    what.add_argument("--cases", type=many, metavar="N", help="default 20000, or no end with --time")
    what.add_argument("--time", type=seconds, metavar="S", help="seconds after which nothing more is asked")
    what.add_argument("--seed", type=seed, default=0, metavar="N", help="a number, or random; default 0")
    what.add_argument("--shard", type=shard, default=(1, 1), metavar="I/N", help="every Nth case, from the Ith")
    how = fuzz.add_argument_group("how to judge")
    add_choice(how)
    add_baseline(how)
    add_configured(fuzz)
    out = fuzz.add_argument_group("output")
    out.add_argument("--out", type=Path, metavar="DIR", help="for findings; default conform-findings, if there are any")
    out.add_argument("--report", metavar="FILE", help="JSON Lines, written as the run goes; - for standard output")
    out.add_argument("--quiet", action="store_true", help="the last line alone")
    add_color(out)


def _sweep(verbs: Any) -> None:
    sweep = add_verb(
        verbs,
        "sweep",
        "compare an implementation with the oracle on every input of a small domain",
        description="Ask every string over an alphabet and every sequence over some code points, up to a length, and "
        "compare each answer with the oracle's.",
        runs=True,
    )
    what = sweep.add_argument_group("what to ask")
    what.add_argument("--only", choices=("encode", "decode"), dest="operation", help="one operation; default: both")
    what.add_argument("--alphabet", metavar="STRING", help="of what is decoded; default: a-z, 0-9, - and A")
    what.add_argument("--length", type=length, default=4, metavar="N", help="up to how many of them; default 4")
    what.add_argument(
        "--code-points", metavar="POINTS", help="what is encoded, as 'U+0061 U+00FC'; default: boundaries"
    )
    what.add_argument("--code-point-length", type=length, default=4, metavar="N", help="up to how many; default 4")
    what.add_argument("--no-round-trip", action="store_true", help="do not encode again what was decoded")
    what.add_argument("--shard", type=shard, default=(1, 1), metavar="I/N", help="every Nth input, from the Ith on")
    add_choice(sweep.add_argument_group("how to judge"))
    out = sweep.add_argument_group("output")
    out.add_argument("--report", metavar="FILE", help="JSON Lines; - for standard output")
    out.add_argument("--quiet", action="store_true", help="the verdict line alone")
    add_color(out)


def _report(verbs: Any) -> None:
    verb = add_verb(
        verbs,
        "report",
        "draw saved reports again, or compare them",
        description="Draw what conform run --report wrote again, in any form; several reports are compared.",
    )
    verb.set_defaults(report=None)
    verb.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JSON Lines of conform run --report")
    out = verb.add_argument_group("output")
    add_forms(out)
    out.add_argument("--quiet", action="store_true", help="the verdict lines alone")
    add_color(out)


def _doctor(verbs: Any) -> None:
    doctor = add_verb(
        verbs,
        "doctor",
        "check an adapter and say what to fix",
        description="Check an adapter, whatever the codec behind it does, and say what to fix.",
        epilog="exit status: 0 correct, 1 faulty or unclear, 2 usage error, 3 no handshake",
        runs=True,
    )
    out = doctor.add_argument_group("output")
    out.add_argument("--transcript", action="store_true", help="show all lines that were exchanged")
    add_color(out)


def _init(verbs: Any) -> None:
    init = add_verb(
        verbs,
        "init",
        "write an adapter to fill in, and a CI workflow",
        description="Write an adapter to fill in, and a CI workflow.",
    )
    languages = "python, c, c++, rust, go, java, javascript, ruby, php, perl, c# or shell"
    init.add_argument("language", metavar="LANGUAGE", help=languages)
    init.add_argument("--output", type=Path, default=Path(), metavar="DIR", help="default: the current folder")
    init.add_argument("--target", metavar="NAME", help="the codec's name; for Python its import path")
    init.add_argument("--force", action="store_true", help="overwrite files that are there")


def _codec(verbs: Any) -> None:
    for name, what in (("encode", "text to Punycode"), ("decode", "Punycode to text")):
        verb = add_verb(verbs, name, what, calls=f"codec.{name}", description=f"{what}, by the reference codec")
        verb.add_argument("text", nargs="*", metavar="TEXT", help="default: the lines of standard input")
        verb.add_argument("--code-points", action="store_true", help="write or read code points in U+ notation")


def _vectors(verbs: Any) -> None:
    from .vectors_parser import add_vectors  # many verbs, for maintainers: no run should define their options

    add_vectors(verbs)


_VERBS = {
    "run": _run,
    "baseline": _baseline,
    "report": _report,
    "fuzz": _fuzz,
    "sweep": _sweep,
    "doctor": _doctor,
    "init": _init,
    "vectors": _vectors,
    "encode": _codec,
    "decode": _codec,
}
