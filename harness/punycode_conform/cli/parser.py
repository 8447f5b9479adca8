"""The arguments of ``conform``."""

import argparse
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import ConformError
from .options import (
    TARGETS,
    USAGE,
    Parser,
    add_choice,
    add_color,
    add_forms,
    add_judging,
    add_target,
    lazily,
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
    asked = _VERBS.get(arguments[0] if arguments else "")
    for define in [asked] if asked else dict.fromkeys(_VERBS.values()):
        define(verbs)
    command = []
    # A command after -- is taken as it stands, its options included; the other verbs use -- for text that begins with -.
    if arguments[:1] in (["run"], ["baseline"], ["fuzz"], ["sweep"], ["doctor"]) and "--" in arguments:
        at = arguments.index("--")
        arguments, command = arguments[:at], arguments[at + 1 :]
        if not command:
            raise ConformError("no command after --", f"conform {arguments[0]} -- ./my-adapter")
    parsed = parser.parse_args(arguments)
    parsed.command = command
    # An option's value never begins with two hyphens, and no option is abbreviated.
    parsed.given = {word.partition("=")[0] for word in arguments if word.startswith("--")}
    return parsed


def _run(verbs: Any) -> None:
    run = verbs.add_parser(
        "run",
        help="judge an implementation",
        description="Judge an implementation by the suite's vectors and laws; without TARGET, those that are configured.",
        usage=USAGE.format("run"),
        epilog=TARGETS,
        allow_abbrev=False,
    )
    run.set_defaults(verb=lazily("run", "run"))
    add_judging(run)
    out = run.add_argument_group("output")
    out.add_argument("--report", metavar="FILE", help="JSON Lines, written as the run goes; - for standard output")
    add_forms(out)
    out.add_argument("--quiet", action="store_true", help="the verdict line alone")
    add_color(out)


def _baseline(verbs: Any) -> None:
    baseline = verbs.add_parser(
        "baseline",
        help="write down the known failures of an implementation",
        description="Run an implementation, and write what fails into the baseline, or bring that up to date.",
        usage=USAGE.format("baseline"),
        epilog=TARGETS,
        allow_abbrev=False,
    )
    baseline.set_defaults(verb=lazily("run", "baseline"), report=None)
    add_judging(baseline)


def _fuzz(verbs: Any) -> None:
    fuzz = verbs.add_parser(
        "fuzz",
        help="find what breaks an implementation",
        description="Find what breaks an implementation: generated cases, minimised findings, written as vectors.",
        usage=USAGE.format("fuzz"),
        epilog=TARGETS,
        allow_abbrev=False,
    )
    fuzz.set_defaults(verb=lazily("fuzz", "fuzz"))
    what = fuzz.add_argument_group("what to run")
    what.add_argument("--engine", choices=("auto", "blackbox", "atheris"), default="auto", help="default: auto")
    what.add_argument("--cases", type=many, metavar="N", help="default 20000, or no end with --time")
    what.add_argument("--time", type=seconds, metavar="S", help="seconds after which no case is begun")
    what.add_argument("--seed", type=seed, default=0, metavar="N", help="a number, or random; default 0")
    what.add_argument("--shard", type=shard, default=(1, 1), metavar="I/N", help="every Nth case, from the Ith")
    add_choice(fuzz.add_argument_group("how to judge"))
    add_target(fuzz)
    out = fuzz.add_argument_group("output")
    out.add_argument("--out", type=Path, metavar="DIR", help="for findings; default conform-findings, if there are any")
    out.add_argument("--report", metavar="FILE", help="JSON Lines, written as the run goes; - for standard output")
    out.add_argument("--quiet", action="store_true", help="the last line alone")
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


def _doctor(verbs: Any) -> None:
    doctor = verbs.add_parser(
        "doctor",
        help="find out whether an adapter is sound",
        description="Find out whether an adapter is sound, whatever the codec behind it is.",
        usage=USAGE.format("doctor"),
        epilog=f"{TARGETS}; exit status: 0 sound, 1 not proved to be, 2 usage error, 3 no handshake",
        allow_abbrev=False,
    )
    doctor.set_defaults(verb=lazily("doctor", "doctor"))
    add_target(doctor)
    out = doctor.add_argument_group("output")
    out.add_argument("--transcript", action="store_true", help="all lines that went over the wire")
    add_color(out)


def _init(verbs: Any) -> None:
    init = verbs.add_parser(
        "init",
        help="write an adapter to fill in, and a CI workflow",
        description="Write an adapter to fill in, and a CI workflow.",
        allow_abbrev=False,
    )
    init.set_defaults(verb=lazily("init", "init"))
    languages = "python, c, c++, rust, go, java, javascript, ruby, php, perl, c# or shell"
    init.add_argument("language", metavar="LANGUAGE", help=languages)
    init.add_argument("--output", type=Path, default=Path(), metavar="DIR", help="default: the current folder")
    init.add_argument("--target", metavar="NAME", help="the codec's name; for Python its import path")
    init.add_argument("--force", action="store_true", help="overwrite files that are there")


def _codec(verbs: Any) -> None:
    for name, what in (("encode", "text to Punycode"), ("decode", "Punycode to text")):
        verb = verbs.add_parser(name, help=what, allow_abbrev=False, description=f"{what}, by the reference codec")
        verb.set_defaults(verb=lazily("codec", name))
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
