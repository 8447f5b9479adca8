"""The verbs: what each does, its options as rows, and the function that does it; the setup that parsed options make."""

import os
from argparse import Namespace
from functools import partial
from importlib import import_module
from pathlib import Path

from .. import files
from ..errors import ConformError
from ..notation import parse
from ..render import FORMS
from ..run.setup import FLAG, PATH, ROWS, SECONDS, STREAM, TEXT, Kind, Option, Setup, one_of, whole_number
from ..suite import PUNYCODE


def _shard(text: str) -> tuple[int, int]:
    index, _, shards = text.partition("/")
    if not 0 < int(index) <= int(shards) <= 1_000_000:
        raise ValueError
    return int(index) - 1, int(shards)


def _seed(text: str) -> int:
    if text == "random":
        import secrets  # start-up time: only for a new seed

        return secrets.randbelow(1 << 32)
    seed: int = whole_number(0).read(text)
    return seed


def _symbols(text: str, *, notation: bool) -> tuple[int, ...]:
    points = parse(text) if notation else tuple(map(ord, text))
    if len({*points}) < len(points):
        raise ValueError
    return points


Rows = tuple[Option | str, ...]


def _rows(*fields: str) -> tuple[Option, ...]:
    return tuple(ROWS[field] for field in fields)


def argument(name: str, metavar: str, about: str, nargs: str = "1", kind: Kind = TEXT) -> Option:
    return Option(name, kind, metavar, about, nargs=nargs)


def flag(name: str, about: str, dest: str = "") -> Option:
    return Option(name, FLAG, "", about, dest=dest)


TARGET: Rows = (
    argument("target", "TARGET", "an import path, codec:NAME, adapter:NAME or fault:NAME", "?"),
    "the target",
    *_rows("python", "rejects", "lacks", "layer", "timeout", "start_timeout", "time_limit", "restarts", "jobs"),
)
# A destination of its own, since --only of other verbs is a list of globs.
OPERATION = Option("only", one_of("encode", "decode"), "OPERATION", "encode or decode; default: both", dest="operation")
SELECTS: Rows = ("what to run", *_rows("only", "vectors", "threads", "source", "no_aim"))
JUDGES: Rows = ("how to judge", *_rows("choices", "strict", "baseline"))
KNOWN: Rows = ("how to judge", *_rows("choices", "baseline"))
CHOICES, ONLY, VECTORS, LAYER = _rows("choices", "only", "vectors", "layer")
OF_LABELS = LAYER._replace(help="punycode, or a-label: whole labels with xn--", default=PUNYCODE)
CONFIGURED: Rows = (
    "without TARGET, each target of conform.toml, or of tool.conform in pyproject.toml",
    Option("target", TEXT, "NAME", "only this configured target", many=True, dest="targets"),
)
REPORT = Option("report", STREAM, "FILE", "JSON Lines, as the run goes; - for standard output")
OUT = Option("out", PATH, "DIR", "the folder for findings; default conform-findings, made at the first finding")
SHARD = Option("shard", Kind("a shard such as 1/4", _shard), "I/N", "only every Nth input, from the Ith on", (0, 1))
COLOR = Option("color", one_of("auto", "always", "never"), "WHEN", "auto, always or never", "auto")
_ALPHABET = Kind("distinct characters", partial(_symbols, notation=False))
_POINTS = Kind("distinct code points such as 'U+0061 U+00FC'", partial(_symbols, notation=True))
_NUMBERS = Kind("numbers with commas between them", lambda text: tuple(map(int, text.replace(",", " ").split())))
_SEED = Kind("a whole number from 0 to 2^62, or random", _seed)
SCREEN = (flag("quiet", "print only the verdict line"), COLOR)
REPORT_FORMS = tuple(Option(form.name, PATH, "FILE", form.help) for form in FORMS)
EXPONENT = SECONDS._replace(says="an exponent above 0")
PROCESSORS = os.cpu_count() or 1
REPORTS = (REPORT, *REPORT_FORMS)
BUDGET = (
    Option("cases", whole_number(1), "N", "stop after N cases; default 20000, or no limit with --time"),
    Option("time", SECONDS, "S", "stop after S seconds"),
    # The seed is fixed unless the user says so: two runs then make the same cases.
    Option("seed", _SEED, "N", "a number, or random", 0),
)
FOLDER = Option("output", PATH, "DIR", "a new folder")


class Verb:
    """A verb, or a verb of a verb."""

    def __init__(
        self,
        does: str,  # in a few words
        *options: Option | str,  # a text is the heading of those that follow it
        calls: str = "",  # ``module.function`` of this package; by default the first and the last word of the verb's name
        about: str = "",  # the beginning of its help
        epilog: str = "",
        runs: bool = False,  # whether it runs a target, by TARGET or a command after ``--``
        data: bool = False,  # whether its output is data for programs, which is printed as it is
    ) -> None:
        self.does, self.epilog, self.runs, self.data = does, epilog, runs, data
        self.about = about or f"{does[0].upper()}{does[1:]}."
        self.options = (*TARGET, *options) if runs else options
        self._calls = calls

    @property
    def rows(self) -> dict[str, Option]:
        """The options and arguments by their attributes."""
        return {each.attribute: each for each in self.options if isinstance(each, Option)}

    def run(self, options: Namespace) -> int:
        words = options.verb.split()
        module, _, function = (self._calls or f"{words[0]}.{words[-1]}").partition(".")
        # Start-up time: only the verb that is asked for is imported.
        status: int = getattr(import_module(f".{module}", __package__), function)(options)
        return status


def time_limit(options: Namespace) -> float:
    """The seconds for the whole of what a verb does with one target; a user who asks for a day of fuzzing gets it."""
    return options.time_limit or (86_400 if options.verb == "sweep" else 3600 + (getattr(options, "time", 0) or 0))


def setup(options: Namespace) -> Setup:
    if options.target is None and not options.command:
        verb = f"conform {options.verb}"
        raise ConformError("no target", f"name one: {verb} mylib.punycode, or {verb} -- ./my-adapter")
    values = {field: getattr(options, field, row.default_value) for field, row in ROWS.items()}
    values["time_limit"] = time_limit(options)
    return Setup.of(options.target, options.command, configured=options.configured, **values)


VERBS = {
    "run": Verb(
        "test an implementation",
        *SELECTS,
        *JUDGES,
        *CONFIGURED,
        "output",
        *REPORTS,
        *SCREEN,
        flag("why", "take up to a minute, not two seconds, to find what failures without a cause have in common"),
        runs=True,
    ),
    "baseline": Verb(
        "record the known failures of an implementation",
        *SELECTS,
        *JUDGES,
        Option("findings", PATH, "DIR", "record findings of conform fuzz --out DIR in place of failed cases"),
        *CONFIGURED,
        runs=True,
    ),
    "report": Verb(
        "convert saved reports, or compare them",
        argument("files", "FILE", "JSON Lines of conform run --report", "+", PATH),
        "output",
        *REPORT_FORMS,
        *SCREEN,
        calls="run.report",
    ),
    "fuzz": Verb(
        "find inputs that an implementation handles wrongly",
        "what to ask",
        Option("engine", one_of("auto", "blackbox", "atheris"), "ENGINE", "auto, blackbox or atheris", "auto"),
        *BUDGET,
        SHARD,
        *_rows("source", "no_aim"),
        Option("replay", PATH, "FILE", "ask only what a native fuzzer left in a file, or in a folder's", many=True),
        *KNOWN,
        *CONFIGURED,
        "output",
        OUT,
        REPORT,
        *SCREEN,
        runs=True,
    ),
    "sweep": Verb(
        "compare an implementation with the oracle on every input of a small domain",
        "what to ask",
        OPERATION,
        Option("alphabet", _ALPHABET, "STRING", "the characters of what is decoded; default: a-z, 0-9, - and A"),
        Option("length", whole_number(0, 64), "N", "the longest string", 4),
        Option("code-points", _POINTS, "POINTS", "what is encoded, as 'U+0061 U+00FC'; default: boundaries"),
        Option("code-point-length", whole_number(0, 64), "N", "the longest sequence", 4),
        flag("no-round-trip", "do not encode again what was decoded"),
        SHARD,
        *KNOWN,
        "output",
        OUT._replace(help="the folder for findings; default: none are written"),
        REPORT,
        *SCREEN,
        calls="fuzz.sweep",
        runs=True,
    ),
    "growth": Verb(
        "measure how the time that an implementation takes grows with the length of its input",
        "what to ask",
        OPERATION,
        Option("time", SECONDS, "S", "measure for about S seconds, longer if something seems steep", 30.0),
        Option("gate", EXPONENT, "EXPONENT", "fail if the time grows faster than n^EXPONENT; 1.5 allows n log n"),
        "output",
        Option("json", STREAM, "FILE", "the exponents as JSON; - for standard output"),
        *SCREEN,
        epilog="exit status 1 only with --gate",
        runs=True,
    ),
    "matrix": Verb(
        "test many implementations side by side, and compare them with their published results",
        argument("targets", "TARGET", "adapter:NAME, codec:NAME ...; default: all adapters that can run here", "*"),
        flag("due", "also those whose adapter has changed since their result was published"),
        Option("jobs", whole_number(1, 64), "N", "implementations side by side", PROCESSORS),
        Option("time-limit", SECONDS, "S", "seconds for the run of each implementation", 1800.0),
        Option("growth", SECONDS, "S", "also measure for about S seconds each how its time grows"),
        Option("since", PATH, "FOLDER", "show changes since these results, or the published", const=files.RESULTS),
        Option("output", PATH, "FOLDER", "JSON for each result, an index, and the table in the README.md beside it"),
        Option("site", PATH, "FOLDER", "only make static pages of the published results"),
        Option(
            "address", TEXT, "URL", "where these pages will be, for links from elsewhere: https://example.org/punycode/"
        ),
        flag("packages", "only list the Debian packages that these implementations need"),
        epilog="exit status: 0 all were run, whatever their verdict, and with --since nothing changed; 1 something "
        "changed; 3 an implementation could not be run; 4 none can be run here",
    ),
    "doctor": Verb(
        "check an adapter and say what to fix",
        flag("strict", "exit with status 1 also if something is unclear"),
        flag("transcript", "show all lines that were exchanged"),
        COLOR,
        epilog="exit status: 0 correct or unclear, 1 faulty, 2 usage error, 3 no handshake",
        runs=True,
    ),
    "init": Verb(
        "write an adapter to fill in, and a CI workflow",
        argument("language", "LANGUAGE", "python, c, c++, rust, go, java, javascript, ruby, php, perl, c# ..."),
        Option("output", PATH, "DIR", "the project; default: the current folder", Path()),
        Option("target", TEXT, "NAME", "the codec's name; for Python its import path"),
        Option("baseline", PATH, "FILE", "let the workflow pass with the failures that conform baseline records there"),
        flag("fuzz", "instead, write a fuzz target for libFuzzer, AFL++, cargo-fuzz or Go"),
        flag("force", "overwrite files that are there"),
    ),
    "vectors": Verb("list, show and build the vectors"),
    "vectors list": Verb(
        "list the ids that --only accepts",
        ONLY,
        VECTORS,
        OF_LABELS,
        flag("long", "with clause, bug class and file"),
        calls="vectors.list_ids",
    ),
    "vectors show": Verb(
        "everything about a vector, a bug class, a clause",
        argument("id", "ID", "of a vector, a case, a bug class, a choice, a law, a clause, an anchor or a fault", "+"),
        VECTORS,
    ),
    "vectors build": Verb(
        "check the YAML and write the JSON",
        flag("check", "write nothing; exit 1 if the JSON is not current"),
    ),
    "vectors faults": Verb("list the faulty codecs that conform run fault:NAME runs"),
    "vectors export": Verb(
        "vectors as JSON or JSON Lines",
        Option("format", one_of("json", "jsonl"), "FORMAT", "json or jsonl", "json"),
        Option("output", STREAM, "FILE", "- for standard output", "-"),
        CHOICES,
        VECTORS,
        ONLY,
        OF_LABELS,
    ),
    "vectors corpus": Verb("vectors for libFuzzer, AFL++, Go and cargo-fuzz", FOLDER, calls="vectors.inputs"),
    "vectors packages": Verb("vectors as packages for npm, Cargo and Go", FOLDER),
    "vectors check": Verb(
        "find all errors in vector files",
        argument("files", "FILE", "or folders; default: the suite's own", "*", PATH),
        flag("quiet", "errors only, no warnings and no count"),
    ),
    "vectors score": Verb(
        "count the faulty codecs that the vectors detect",
        ONLY,
        VECTORS,
        Option("fault", TEXT, "GLOB", "faults by name", many=True),
        Option("jobs", whole_number(1, 64), "N", "processes side by side", PROCESSORS),
        flag("verbose", "list each fault, and each vector that detects none"),
        COLOR,
        about="Try the vectors and laws on faulty codecs, which must fail, and on correct ones, which must pass.",
        epilog="exit status: 0 all faults are detected and every correct codec passes, 1 otherwise",
    ),
    "encode": Verb(
        "text to Punycode",
        argument("text", "TEXT", "default: the lines of standard input", "*"),
        flag("code-points", "read code points in U+ notation"),
        flag("annotate", "fold the case of the text and keep it in the case of digits (appendix A)", "annotated"),
        data=True,
        calls="codec.encode",
    ),
    "decode": Verb(
        "Punycode to text",
        argument("text", "TEXT", "default: the lines of standard input", "*"),
        flag("code-points", "write code points in U+ notation"),
        flag("annotations", "restore the case that the case of digits suggests (appendix A)", "annotated"),
        data=True,
        calls="codec.decode",
    ),
    "explain": Verb(
        "show how a string is encoded or decoded, step by step",
        argument("string", "STRING", "text or its encoded form, with or without xn--", "?"),
        "what to explain",
        flag("encode", "encode STRING, also if it could be decoded"),
        flag("decode", "decode STRING, also if it could be encoded"),
        flag("raw", "dots and xn-- are like all other characters"),
        flag("code-points", "STRING is code points in U+ notation"),
        flag("annotate", "encode with mixed-case annotation (appendix A)"),
        "the answer of a codec beside the right one",
        Option("case", TEXT, "ID", "a case of the suite, as conform run prints it"),
        Option("target", TEXT, "TARGET", "the codec to ask, named as for conform run", dest="beside"),
        "a number alone (section 3.3)",
        Option("number", TEXT, "DIGITS", "digits to read, or with --encode an integer to write"),
        Option("base", whole_number(2, 1_000_000), "N", "of the number; default 36, with the thresholds 1,1,26"),
        Option("thresholds", _NUMBERS, "T,T,...", "of the number; the last is for all further digits"),
        "output",
        flag("brief", "only the table of insertions and the result"),
        flag("scan", "also how an encoder scans its input (section 6.3)"),
        Option("html", STREAM, "FILE", "a page that needs no other file; default standard output", const="-"),
        COLOR,
        about="Show the algorithm of RFC 3492 step by step, on a string, a domain or a single number.",
    ),
}
