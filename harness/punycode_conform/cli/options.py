"""The options that several verbs have, as rows, and the setup that parsed options make."""

import argparse
import os

from ..errors import ConformError
from ..render import FORMS
from ..run.option import FLAG, PATH, SECONDS, STREAM, TEXT, Kind, Option, one_of, whole
from ..run.setup import ROWS, Setup, declared, usual_layer
from ..suite import PUNYCODE


def _shard(text: str) -> tuple[int, int]:
    index, _, shards = text.partition("/")
    if not 0 < int(index) <= int(shards) <= 1_000_000:
        raise ValueError
    return int(index), int(shards)


def _seed(text: str) -> int:
    if text == "random":
        import secrets  # start-up time: only for a new seed

        return secrets.randbelow(1 << 32)
    seed: int = whole(0).read(text)
    return seed


Rows = tuple[Option | str, ...]


def _rows(*fields: str) -> tuple[Option, ...]:
    return tuple(ROWS[field] for field in fields)


def argument(name: str, metavar: str, about: str, nargs: str = "1", kind: Kind = TEXT) -> Option:
    """An argument by its position."""
    return Option(name, kind, metavar, about, nargs=nargs)


def flag(name: str, about: str, dest: str = "") -> Option:
    """An option without a value."""
    return Option(name, FLAG, "", about, dest=dest)


TARGET: Rows = (
    argument("target", "TARGET", "an import path, codec:NAME, adapter:NAME or fault:NAME", "?"),
    "the target",
    *_rows("python", "rejects", "lacks", "layer", "timeout", "start_timeout", "time_limit", "restarts", "jobs"),
)
# A destination of its own, since --only of other verbs is a list of globs.
OPERATION = Option("only", one_of("encode", "decode"), "OPERATION", "encode or decode; default: both", dest="operation")
SELECTS: Rows = ("what to run", *_rows("only", "vectors", "threads"))
JUDGES: Rows = ("how to judge", *_rows("choices", "strict", "baseline"))
KNOWN: Rows = ("how to judge", *_rows("choices", "baseline"))
CHOICES = ROWS["choices"]
ONLY, VECTORS, LAYER = _rows("only", "vectors", "layer")
OF_LABELS = LAYER._replace(help="punycode, or a-label: whole labels with xn--", default=PUNYCODE)
CONFIGURED: Rows = (
    "without TARGET, each target of conform.toml, or of tool.conform in pyproject.toml",
    Option("target", TEXT, "NAME", "only this configured target", many=True, dest="targets"),
)
REPORT = Option("report", STREAM, "FILE", "JSON Lines; - for standard output, as the run goes")
OUT = Option("out", PATH, "DIR", "the folder for findings; default conform-findings, made at the first finding")
SHARD = Option("shard", Kind("a shard such as 1/4", _shard), "I/N", "only every Nth input, from the Ith on", (1, 1))
COLOR = Option("color", one_of("auto", "always", "never"), "WHEN", "auto, always or never", "auto")
_SEED = Kind("a whole number from 0 to 2^62, or random", _seed)
SCREEN = (flag("quiet", "print only the verdict line"), COLOR)
REPORT_FORMS = tuple(Option(form.name, PATH, "FILE", form.help) for form in FORMS)
EXPONENT = SECONDS._replace(says="an exponent above 0")
PROCESSORS = os.cpu_count() or 1
REPORTS = (REPORT, *REPORT_FORMS)
BUDGET = (
    Option("cases", whole(1), "N", "stop after N cases; default 20000, or no limit with --time"),
    Option("time", SECONDS, "S", "stop after S seconds"),
    # The seed is fixed unless the user says so: two runs then make the same cases.
    Option("seed", _SEED, "N", "a number, or random", 0),
)
FOLDER = Option("output", PATH, "DIR", "a new folder")


def time_limit(options: argparse.Namespace) -> float:
    """The seconds for the whole of what a verb does with one target; a user who asks for a day of fuzzing gets it."""
    return options.time_limit or (86_400 if options.asked == "sweep" else 3600 + (getattr(options, "time", 0) or 0))


def setup(options: argparse.Namespace) -> Setup:
    """The setup that the options of a verb make."""
    if options.target is None and not options.command:
        verb = f"conform {options.asked}"
        raise ConformError("no target", f"name one: {verb} mylib.punycode, or {verb} -- ./my-adapter")
    values = {field: getattr(options, field, row.usual) for field, row in ROWS.items()}
    values |= {field: tuple(values[field]) for field, row in ROWS.items() if row.many}
    values["choices"] = declared(values["choices"])
    values["layer"] = values["layer"] or usual_layer(options.target)
    values["time_limit"] = time_limit(options)
    return Setup(options.target, tuple(options.command), configured=options.configured, **values)
