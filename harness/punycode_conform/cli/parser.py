"""The arguments of ``conform``."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from .. import __version__, places
from ..errors import ConformError, meant
from ..notation import plain
from .options import (
    BASELINE,
    BUDGET,
    CHOICE,
    COLOR,
    FINDINGS,
    FLAG,
    JUDGES,
    LAYER,
    OUT,
    PATH,
    REPORT,
    REPORTS,
    SECONDS,
    SELECTS,
    SHARD,
    STREAM,
    TARGETS,
    TEXT,
    TIME,
    Option,
    Parser,
    add,
    add_verb,
    one_of,
    quiet,
    whole,
)

if TYPE_CHECKING:
    from .options import Verbs
else:
    # Start-up time: it looks for a translation of each of its words, and there are none.
    argparse._ = lambda text: text


def parse(arguments: list[str]) -> argparse.Namespace:
    """The arguments as a namespace; ``verb`` is the function to call with it.

    Raises:
        ConformError: they make no sense.
    """
    parser = Parser(
        prog="conform",
        description="Test Punycode (RFC 3492) codecs in any language.",
        epilog="exit status: 0 conforms, 1 does not, 2 usage or data error, 3 the target could not be run, "
        "4 nothing was selected or ran, 5 the baseline is stale",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"conform {__version__}")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True, parser_class=Parser)
    # Each verb's options take milliseconds to define: only those of the verb that is asked for, all for help and errors.
    asked = arguments[0] if arguments else ""
    if asked.startswith("-") and asked not in parser.options_of([]):
        like = _like(asked, parser.options_of([]))
        hint = "the verb comes first: conform run mylib.punycode"
        raise ConformError(f"no verb before {plain(asked, 60)}{like}", hint)
    if asked in _VERBS:
        _VERBS[asked](verbs)
    elif asked != "--version":
        for define in dict.fromkeys(_VERBS.values()):  # encode and decode share a definition
            define(verbs)
    command = []
    # After -- a command is taken unchanged, its options included; verbs that run no target have text there.
    if "--" in arguments and asked in _VERBS and verbs.choices[asked].get_default("command") is not None:
        at = arguments.index("--")
        arguments, command = arguments[:at], arguments[at + 1 :]
        if not command:
            raise ConformError("no command after --", f"conform {asked} -- ./my-adapter")
    parsed, unknown = parser.parse_known_args(arguments)
    if unknown:
        raise _unknown(unknown, arguments, parser.options_of(arguments), getattr(parsed, "target", None))
    parsed.command, parsed.asked, parsed.arguments = command, asked, arguments[1:]
    # An option's value never begins with two hyphens, and no option is abbreviated.
    parsed.given = frozenset(word.partition("=")[0] for word in arguments if word.startswith("--"))
    return parsed


def _unknown(unknown: list[str], arguments: list[str], options: list[str], target: str | None) -> ConformError:
    """The error for words that no option takes.

    Args:
        unknown: the words.
        arguments: all of the command line, up to ``--``.
        options: those that there are.
        target: the word in the place of the target, if there is one.
    """
    option = next((word.partition("=")[0] for word in unknown if word.startswith("-")), "")
    message = f"unknown option {plain(option, 60)}" if option else f"{plain(unknown[0], 60)!r} is one word too many"
    hint = f"conform {plain(arguments[0], 20)} --help shows the options"
    if arguments[0] in ("explain", "encode", "decode") and option:
        hint += f"; a string that begins with - comes after --: conform {arguments[0]} -- {plain(option, 60)}"
    if target:
        import shlex  # start-up time: for an error only

        from ..targets.target_hints import is_program  # start-up time, as above

        command = arguments[arguments.index(target) :] if target in arguments else [target]
        if is_program(target):
            return ConformError(message, f"a command comes after --: -- {shlex.join(command)}")
    return ConformError(f"{message}{_like(option, options)}", hint)


def _like(option: str, options: list[str]) -> str:
    """The known option that is meant, as the end of a message."""
    # Without hyphens, in which all are alike.
    return meant(option.lstrip("-"), [one.lstrip("-") for one in options]).replace("mean ", "mean --") if option else ""


_OF_CONFIGURATION = "configuration (conform.toml, or tool.conform in pyproject.toml)"


def _run(verbs: "Verbs") -> None:
    run = add_verb(
        verbs,
        "run",
        "test an implementation",
        description="Test an implementation with the suite's vectors and laws; without TARGET, test the configured ones.",
        runs=True,
    )
    add(run.add_argument_group("what to run"), *SELECTS)
    add(run.add_argument_group("how to judge"), *JUDGES)
    add(run.add_argument_group(_OF_CONFIGURATION), TARGETS)
    out = run.add_argument_group("output")
    add(out, *REPORTS, quiet(), COLOR)
    why = "look for up to a minute, instead of two seconds, for what is common to the failures without a likely cause"
    out.add_argument("--why", action="store_true", help=why)


def _baseline(verbs: "Verbs") -> None:
    baseline = add_verb(
        verbs,
        "baseline",
        "record the known failures of an implementation",
        description="Run an implementation and record its failures in the baseline, or bring the baseline up to date.",
        runs=True,
    )
    add(baseline.add_argument_group("what to run"), *SELECTS)
    add(baseline.add_argument_group("how to judge"), *JUDGES)
    add(baseline.add_argument_group(_OF_CONFIGURATION), TARGETS)
    add(baseline.add_argument_group("record findings of fuzzing in place of failed cases"), FINDINGS)


def _fuzz(verbs: "Verbs") -> None:
    fuzz = add_verb(
        verbs,
        "fuzz",
        "find inputs that an implementation handles wrongly",
        description="Generate inputs and report those that an implementation handles wrongly, minimised and "
        "written as vectors; without TARGET, fuzz the configured ones.",
        runs=True,
    )
    engine = Option("engine", one_of("auto", "blackbox", "atheris"), "ENGINE", "auto, blackbox or atheris", "auto")
    add(fuzz.add_argument_group("what to run"), engine, *BUDGET, SHARD)
    # The layer of a configured target is read so that it can be refused: fuzzing makes raw Punycode.
    add(fuzz.add_argument_group("how to judge"), CHOICE, BASELINE, LAYER._replace(help=argparse.SUPPRESS))
    add(fuzz.add_argument_group(_OF_CONFIGURATION), TARGETS)
    add(fuzz.add_argument_group("output"), OUT, REPORT, quiet("print only the last line"), COLOR)


def _sweep(verbs: "Verbs") -> None:
    sweep = add_verb(
        verbs,
        "sweep",
        "compare an implementation with the oracle on every input of a small domain",
        description="Ask every string over an alphabet and every sequence over some code points, up to a length, and "
        "compare each answer with the oracle's.",
        runs=True,
    )
    length = whole(0, 64)
    add(
        sweep.add_argument_group("what to ask"),
        # A destination of its own, since --only of other verbs is a list of globs.
        Option("only", one_of("encode", "decode"), "OPERATION", "encode or decode; default: both", dest="operation"),
        Option("alphabet", TEXT, "STRING", "the characters of what is decoded; default: a-z, 0-9, - and A"),
        Option("length", length, "N", "the longest string", 4),
        Option("code-points", TEXT, "POINTS", "what is encoded, as 'U+0061 U+00FC'; default: boundaries"),
        Option("code-point-length", length, "N", "the longest sequence", 4),
        Option("no-round-trip", FLAG, "", "do not encode again what was decoded"),
        SHARD,
    )
    add(sweep.add_argument_group("how to judge"), CHOICE, BASELINE)
    add(
        sweep.add_argument_group("output"),
        OUT._replace(help="the folder for findings; default: none are written"),
        REPORT,
        quiet(),
        COLOR,
    )


def _growth(verbs: "Verbs") -> None:
    growth = add_verb(
        verbs,
        "growth",
        "measure how the time that an implementation takes grows with the length of its input",
        description="Ask ever longer inputs of several families, and fit the exponent with which the time grows.",
        epilog="exit status 1 only with --gate",
        runs=True,
    )
    add(
        growth.add_argument_group("what to ask"),
        Option("only", one_of("encode", "decode"), "OPERATION", "encode or decode; default: both", dest="operation"),
        LAYER,
        Option("family", TEXT, "GLOB", "only the families whose name matches", many=True),
        TIME._replace(help="measure for about S seconds", default=30.0),
        Option(
            "clock",
            one_of("auto", "wall"),
            "CLOCK",
            "auto: processor time if it can be known; wall: passed time",
            "auto",
        ),
    )
    exponent = SECONDS._replace(says="an exponent above 0")
    judged = Option(
        "gate", exponent, "EXPONENT", "fail if the time grows faster than n^EXPONENT; 1.5 lets n log n pass"
    )
    add(growth.add_argument_group("how to judge"), judged)
    add(
        growth.add_argument_group("output"),
        Option("json", STREAM, "FILE", "all times and exponents as JSON; - for standard output"),
        quiet(),
        COLOR,
    )


def _report(verbs: "Verbs") -> None:
    verb = add_verb(
        verbs,
        "report",
        "convert saved reports, or compare them",
        description="Convert what conform run --report wrote to any form; several reports are compared.",
    )
    # Every output has this option, but JSON Lines are what this verb reads.
    verb.set_defaults(report=None)
    verb.add_argument("files", nargs="+", type=Path, metavar="FILE", help="JSON Lines of conform run --report")
    _, *forms = REPORTS
    add(verb.add_argument_group("output"), *forms, quiet("print only the verdict lines"), COLOR)


def _matrix(verbs: "Verbs") -> None:
    matrix = add_verb(
        verbs,
        "matrix",
        "test many implementations side by side, and compare them with their published results",
        calls="matrix.run",
        description="Test the implementations that have an adapter here; without TARGET and --due, all that can run.",
        epilog="exit status: 0 all were run, whatever their verdict, and with --since nothing changed; 1 something "
        "changed; 3 an implementation could not be run; 4 none can be run here",
    )
    matrix.add_argument(
        "targets", nargs="*", metavar="TARGET", help="adapter:NAME, adapter:NAME@VERSION, codec:NAME ..."
    )
    what = matrix.add_argument_group("what to run")
    due = "also those whose adapter has changed since their result was published"
    # All processors by default, as for the score.
    jobs = Option("jobs", whole(1, 64), "N", "implementations side by side", os.cpu_count() or 1)
    add(what, Option("due", FLAG, "", due), jobs)
    add(what, Option("time-limit", SECONDS, "S", "seconds for the run of each implementation", 1800.0))
    add(what, Option("growth", SECONDS, "S", "also measure for about S seconds each how its time grows"))
    output = matrix.add_argument_group("output")
    about = "show what changed since the results in FOLDER; default the published ones"
    output.add_argument("--since", nargs="?", type=Path, const=places.RESULTS, metavar="FOLDER", help=about)
    about = "a file of JSON for each result, an index, and the table in the README.md beside the folder"
    add(output, Option("output", PATH, "FOLDER", about))
    about = "static pages of the published results; without another option, nothing is run for them"
    add(output, Option("site", PATH, "FOLDER", about))
    add(output, Option("packages", FLAG, "", "only list the Debian packages that these implementations need"))


def _doctor(verbs: "Verbs") -> None:
    doctor = add_verb(
        verbs,
        "doctor",
        "check an adapter and say what to fix",
        description="Check an adapter, whatever the codec behind it does, and say what to fix.",
        epilog="exit status: 0 correct or unclear, 1 faulty, 2 usage error, 3 no handshake",
        runs=True,
    )
    strict = Option("strict", FLAG, "", "exit with status 1 also if something is unclear")
    transcript = Option("transcript", FLAG, "", "show all lines that were exchanged")
    add(doctor.add_argument_group("how to judge"), strict)
    add(doctor.add_argument_group("output"), transcript, COLOR)


def _init(verbs: "Verbs") -> None:
    init = add_verb(
        verbs,
        "init",
        "write an adapter to fill in, and a CI workflow",
        description="Write an adapter to fill in, and a CI workflow.",
    )
    languages = "python, c, c++, rust, go, java, javascript, ruby, php, perl, c#, mono or shell"
    init.add_argument("language", metavar="LANGUAGE", help=languages)
    init.add_argument(
        "--output", type=Path, default=Path(), metavar="DIR", help="the project; default: the current folder"
    )
    init.add_argument("--target", metavar="NAME", help="the codec's name; for Python its import path")
    about = "let the workflow pass with the failures that conform baseline records in FILE"
    init.add_argument("--baseline", type=Path, metavar="FILE", help=about)
    init.add_argument("--force", action="store_true", help="overwrite files that are there")


def _codec(verbs: "Verbs") -> None:
    for name, what in (("encode", "text to Punycode"), ("decode", "Punycode to text")):
        verb = add_verb(verbs, name, what, calls=f"codec.{name}", description=f"{what}, by the reference codec")
        verb.set_defaults(data=True)
        verb.add_argument("text", nargs="*", metavar="TEXT", help="default: the lines of standard input")
        verb.add_argument("--code-points", action="store_true", help="write or read code points in U+ notation")
        annotates, about = {
            "encode": ("--annotate", "fold the case of the text and keep it in the case of digits (appendix A)"),
            "decode": ("--annotations", "restore the case that the case of digits suggests (appendix A)"),
        }[name]
        verb.add_argument(annotates, action="store_true", help=about, dest="annotated")


def _explain(verbs: "Verbs") -> None:
    explain = add_verb(
        verbs,
        "explain",
        "show how a string is encoded or decoded, step by step",
        description="Show the algorithm of RFC 3492 step by step, on a string, a domain or a single number.",
    )
    explain.add_argument("string", nargs="?", metavar="STRING", help="text or its encoded form, with or without xn--")
    what = explain.add_argument_group("what to explain")
    direction = what.add_mutually_exclusive_group()
    direction.add_argument("--encode", action="store_true", help="encode STRING, also if it could be decoded")
    direction.add_argument("--decode", action="store_true", help="decode STRING, also if it could be encoded")
    what.add_argument("--raw", action="store_true", help="dots and xn-- are like all other characters")
    what.add_argument("--code-points", action="store_true", help="STRING is code points in U+ notation")
    what.add_argument("--annotate", action="store_true", help="encode with mixed-case annotation (appendix A)")
    answers = explain.add_argument_group("the answer of a codec beside the right one")
    add(
        answers,
        Option("case", TEXT, "ID", "a case of the suite, as conform run prints it"),
        Option("target", TEXT, "TARGET", "the codec to ask, named as for conform run", dest="beside"),
    )
    numbers = explain.add_argument_group("a number alone (section 3.3)")
    add(
        numbers,
        Option("number", TEXT, "DIGITS", "digits to read, or with --encode an integer to write"),
        Option("base", whole(2, 1_000_000), "N", "of the number; default 36, with the thresholds 1,1,26"),
        Option("thresholds", TEXT, "T,T,...", "of the number; the last is for all further digits"),
    )
    output = explain.add_argument_group("output")
    output.add_argument("--brief", action="store_true", help="only the table of insertions and the result")
    output.add_argument("--scan", action="store_true", help="also how an encoder scans its input (section 6.3)")
    for form, about in (("json", "every number as JSON"), ("html", "a page that needs no other file")):
        output.add_argument(f"--{form}", nargs="?", const="-", metavar="FILE", help=f"{about}; default standard output")
    add(output, COLOR)


def _vectors(verbs: "Verbs") -> None:
    from .vectors_parser import add_vectors  # many verbs, for maintainers: no run should define their options

    add_vectors(verbs)


_VERBS = {
    "run": _run,
    "baseline": _baseline,
    "report": _report,
    "fuzz": _fuzz,
    "sweep": _sweep,
    "growth": _growth,
    "matrix": _matrix,
    "doctor": _doctor,
    "init": _init,
    "vectors": _vectors,
    "encode": _codec,
    "decode": _codec,
    "explain": _explain,
}
