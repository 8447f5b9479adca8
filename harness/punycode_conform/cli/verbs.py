"""The verbs: what each does, its options as rows, and the function that does it.

To add a verb, add an entry to VERBS. Its function takes the parsed options and returns the exit status.
"""

from argparse import Namespace
from importlib import import_module
from pathlib import Path

from .. import places
from ..run.option import PATH, SECONDS, STREAM, TEXT, Option, one_of, whole
from . import options as row


class Verb:
    """A verb, or a verb of a verb.

    Args:
        does: what it does, in a few words.
        options: the rows; a text is the heading of those that follow it.
        calls: ``module.function`` of this package; both the verb's own name if empty.
        about, epilog: the beginning and the end of its help.
        runs: whether it runs a target, by TARGET or a command after ``--``.
        data: whether its output is data for programs, which is printed as it is.
        apart: attributes of two options that exclude each other.
    """

    def __init__(
        self,
        does: str,
        *options: Option | str,
        calls: str = "",
        about: str = "",
        epilog: str = "",
        runs: bool = False,
        data: bool = False,
        apart: tuple[str, ...] = (),
    ) -> None:
        self.does, self.epilog, self.runs, self.data, self.apart = does, epilog, runs, data, apart
        self.about = about or f"{does[0].upper()}{does[1:]}."
        self.options = (*row.TARGET, *options) if runs else options
        self._calls = calls

    @property
    def rows(self) -> dict[str, Option]:
        """The options and arguments by their attributes."""
        return {each.attribute: each for each in self.options if isinstance(each, Option)}

    def run(self, options: Namespace) -> int:
        """Do it; gives the exit status."""
        module, _, function = (self._calls or f"{options.asked}.{options.asked}").partition(".")
        # Start-up time: only the verb that is asked for is imported.
        status: int = getattr(import_module(f".{module}", __package__), function)(options)
        return status


VERBS = {
    "run": Verb(
        "test an implementation",
        *row.SELECTS,
        *row.JUDGES,
        *row.CONFIGURED,
        "output",
        *row.REPORTS,
        *row.SCREEN,
        row.flag("why", "take up to a minute, not two seconds, to find what failures without a cause have in common"),
        runs=True,
    ),
    "baseline": Verb(
        "record the known failures of an implementation",
        *row.SELECTS,
        *row.JUDGES,
        Option("findings", PATH, "DIR", "record findings of conform fuzz --out DIR in place of failed cases"),
        *row.CONFIGURED,
        runs=True,
    ),
    "report": Verb(
        "convert saved reports, or compare them",
        row.argument("files", "FILE", "JSON Lines of conform run --report", "+", PATH),
        "output",
        *row.REPORT_FORMS,
        *row.SCREEN,
        calls="run.report",
    ),
    "fuzz": Verb(
        "find inputs that an implementation handles wrongly",
        "what to ask",
        Option("engine", one_of("auto", "blackbox", "atheris"), "ENGINE", "auto, blackbox or atheris", "auto"),
        *row.BUDGET,
        row.SHARD,
        *row.KNOWN,
        *row.CONFIGURED,
        "output",
        row.OUT,
        row.REPORT,
        *row.SCREEN,
        runs=True,
    ),
    "sweep": Verb(
        "compare an implementation with the oracle on every input of a small domain",
        "what to ask",
        row.OPERATION,
        Option("alphabet", TEXT, "STRING", "the characters of what is decoded; default: a-z, 0-9, - and A"),
        Option("length", whole(0, 64), "N", "the longest string", 4),
        Option("code-points", TEXT, "POINTS", "what is encoded, as 'U+0061 U+00FC'; default: boundaries"),
        Option("code-point-length", whole(0, 64), "N", "the longest sequence", 4),
        row.flag("no-round-trip", "do not encode again what was decoded"),
        row.SHARD,
        *row.KNOWN,
        "output",
        row.OUT._replace(help="the folder for findings; default: none are written"),
        row.REPORT,
        *row.SCREEN,
        calls="fuzz.sweep",
        runs=True,
    ),
    "growth": Verb(
        "measure how the time that an implementation takes grows with the length of its input",
        "what to ask",
        row.OPERATION,
        Option("time", SECONDS, "S", "measure for about S seconds", 30.0),
        Option("gate", row.EXPONENT, "EXPONENT", "fail if the time grows faster than n^EXPONENT; 1.5 allows n log n"),
        "output",
        Option("json", STREAM, "FILE", "the exponents as JSON; - for standard output"),
        *row.SCREEN,
        epilog="exit status 1 only with --gate",
        runs=True,
    ),
    "matrix": Verb(
        "test many implementations side by side, and compare them with their published results",
        row.argument("targets", "TARGET", "adapter:NAME, codec:NAME ...; default: all adapters that can run here", "*"),
        row.flag("due", "also those whose adapter has changed since their result was published"),
        Option("jobs", whole(1, 64), "N", "implementations side by side", row.PROCESSORS),
        Option("time-limit", SECONDS, "S", "seconds for the run of each implementation", 1800.0),
        Option("growth", SECONDS, "S", "also measure for about S seconds each how its time grows"),
        Option("since", PATH, "FOLDER", "show changes since these results, or the published", const=places.RESULTS),
        Option("output", PATH, "FOLDER", "JSON for each result, an index, and the table in the README.md beside it"),
        Option("site", PATH, "FOLDER", "only make static pages of the published results"),
        row.flag("packages", "only list the Debian packages that these implementations need"),
        epilog="exit status: 0 all were run, whatever their verdict, and with --since nothing changed; 1 something "
        "changed; 3 an implementation could not be run; 4 none can be run here",
        calls="matrix.run",
    ),
    "doctor": Verb(
        "check an adapter and say what to fix",
        row.flag("strict", "exit with status 1 also if something is unclear"),
        row.flag("transcript", "show all lines that were exchanged"),
        row.COLOR,
        epilog="exit status: 0 correct or unclear, 1 faulty, 2 usage error, 3 no handshake",
        runs=True,
    ),
    "init": Verb(
        "write an adapter to fill in, and a CI workflow",
        row.argument("language", "LANGUAGE", "python, c, c++, rust, go, java, javascript, ruby, php, perl, c# ..."),
        Option("output", PATH, "DIR", "the project; default: the current folder", Path()),
        Option("target", TEXT, "NAME", "the codec's name; for Python its import path"),
        Option("baseline", PATH, "FILE", "let the workflow pass with the failures that conform baseline records there"),
        row.flag("force", "overwrite files that are there"),
    ),
    "vectors": Verb("list, show and build the vectors"),
    "vectors list": Verb(
        "list the ids that --only accepts",
        row.ONLY,
        row.VECTORS,
        row.OF_LABELS,
        row.flag("long", "with clause, bug class and file"),
        calls="vectors.list_ids",
    ),
    "vectors show": Verb(
        "everything about a vector, a bug class, a clause",
        row.argument(
            "id", "ID", "of a vector, a case, a bug class, a choice, a law, a clause, an anchor or a fault", "+"
        ),
        row.VECTORS,
        calls="show.show",
    ),
    "vectors build": Verb(
        "check the YAML and write the JSON",
        row.flag("check", "write nothing; exit 1 if the JSON is not current"),
        Option("output", PATH, "FILE", "write there instead"),
        calls="build.build",
    ),
    "vectors faults": Verb("list the faulty codecs that conform run fault:NAME runs", calls="score.faults"),
    "vectors export": Verb(
        "vectors as JSON or JSON Lines",
        Option("format", one_of("json", "jsonl"), "FORMAT", "json or jsonl", "json"),
        Option("output", STREAM, "FILE", "- for standard output", "-"),
        row.CHOICES,
        row.VECTORS,
        row.ONLY,
        row.OF_LABELS,
        calls="vectors.export",
    ),
    "vectors corpus": Verb("vectors for libFuzzer, AFL++, Go and cargo-fuzz", row.FOLDER, calls="build.inputs"),
    "vectors packages": Verb("vectors as packages for npm, Cargo and Go", row.FOLDER, calls="build.packages"),
    "vectors check": Verb(
        "find all errors in vector files",
        row.argument("files", "FILE", "or folders; default: the suite's own", "*", PATH),
        row.flag("quiet", "errors only, no warnings and no count"),
        calls="build.check",
    ),
    "vectors score": Verb(
        "count the faulty codecs that the vectors detect",
        row.ONLY,
        row.VECTORS,
        Option("fault", TEXT, "GLOB", "faults by name", many=True),
        row.flag("no-laws", "vectors only"),
        row.flag("all-laws", "laws also where two vectors detect a fault; slower"),
        Option("jobs", whole(1, 64), "N", "processes side by side", row.PROCESSORS),
        row.flag("verbose", "list each fault, and each vector that detects none"),
        row.COLOR,
        about="Try the vectors and laws on faulty codecs, which must fail, and on correct ones, which must pass.",
        epilog="exit status: 0 all faults are detected and every correct codec passes, 1 otherwise",
        apart=("no_laws", "all_laws"),
        calls="score.score",
    ),
    "encode": Verb(
        "text to Punycode",
        row.argument("text", "TEXT", "default: the lines of standard input", "*"),
        row.flag("code-points", "read code points in U+ notation"),
        row.flag("annotate", "fold the case of the text and keep it in the case of digits (appendix A)", "annotated"),
        data=True,
        calls="codec.encode",
    ),
    "decode": Verb(
        "Punycode to text",
        row.argument("text", "TEXT", "default: the lines of standard input", "*"),
        row.flag("code-points", "write code points in U+ notation"),
        row.flag("annotations", "restore the case that the case of digits suggests (appendix A)", "annotated"),
        data=True,
        calls="codec.decode",
    ),
    "explain": Verb(
        "show how a string is encoded or decoded, step by step",
        row.argument("string", "STRING", "text or its encoded form, with or without xn--", "?"),
        "what to explain",
        row.flag("encode", "encode STRING, also if it could be decoded"),
        row.flag("decode", "decode STRING, also if it could be encoded"),
        row.flag("raw", "dots and xn-- are like all other characters"),
        row.flag("code-points", "STRING is code points in U+ notation"),
        row.flag("annotate", "encode with mixed-case annotation (appendix A)"),
        "the answer of a codec beside the right one",
        Option("case", TEXT, "ID", "a case of the suite, as conform run prints it"),
        Option("target", TEXT, "TARGET", "the codec to ask, named as for conform run", dest="beside"),
        "a number alone (section 3.3)",
        Option("number", TEXT, "DIGITS", "digits to read, or with --encode an integer to write"),
        Option("base", whole(2, 1_000_000), "N", "of the number; default 36, with the thresholds 1,1,26"),
        Option("thresholds", TEXT, "T,T,...", "of the number; the last is for all further digits"),
        "output",
        row.flag("brief", "only the table of insertions and the result"),
        row.flag("scan", "also how an encoder scans its input (section 6.3)"),
        Option("html", STREAM, "FILE", "a page that needs no other file; default standard output", const="-"),
        row.COLOR,
        about="Show the algorithm of RFC 3492 step by step, on a string, a domain or a single number.",
        apart=("encode", "decode"),
    ),
}
