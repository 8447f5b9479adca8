"""The arguments of ``conform vectors``."""

import os
from pathlib import Path
from typing import Any

from .options import LAYERS, Parser, add_color, jobs, lazily


def add_vectors(verbs: Any) -> None:
    vectors = verbs.add_parser("vectors", help="list, show and build the vectors", allow_abbrev=False)
    actions = vectors.add_subparsers(title="verbs", metavar="VERB", required=True, parser_class=Parser)
    listing = actions.add_parser("list", help="the ids that --only takes, one a line", allow_abbrev=False)
    listing.set_defaults(verb=lazily("vectors", "list_ids"))
    listing.add_argument("--only", action="append", default=[], metavar="GLOB", help="cases by id; repeatable")
    listing.add_argument("--vectors", action="append", default=[], type=Path, metavar="PATH", help="your own vectors")
    listing.add_argument("--layer", choices=LAYERS, default="punycode", help="default: punycode")
    listing.add_argument("--clause", metavar="CLAUSE", help="what rests on this clause or anchor of the RFC")
    listing.add_argument("--bug", metavar="BUG", help="the vectors made for this bug class")
    listing.add_argument("--long", action="store_true", help="with clause, bug class and file")
    show = actions.add_parser(
        "show", help="all that is known about a vector, a bug class, an anchor", allow_abbrev=False
    )
    show.set_defaults(verb=lazily("vectors", "show"))
    show.add_argument(
        "id", metavar="ID", nargs="+", help="of a vector, a case, a bug class, a choice, a law, a clause or an anchor"
    )
    show.add_argument("--vectors", action="append", default=[], type=Path, metavar="PATH", help="your own vectors")
    coverage = actions.add_parser("coverage", help="what tests each clause of RFC 3492", allow_abbrev=False)
    coverage.set_defaults(verb=lazily("clauses", "coverage"))
    coverage.add_argument("--json", action="store_true", help="as JSON")
    build = actions.add_parser("build", help="check the YAML and write the JSON", allow_abbrev=False)
    build.set_defaults(verb=lazily("vectors", "build"))
    build.add_argument("--check", action="store_true", help="write nothing; exit 1 if the JSON is not current")
    build.add_argument("--output", type=Path, metavar="FILE", help="write there instead")
    faults = actions.add_parser("faults", help="the wrong codecs that conform run fault:NAME takes", allow_abbrev=False)
    faults.set_defaults(verb=lazily("faults", "faults"))
    faults.add_argument("name", metavar="NAME", nargs="*", help="all about these; default: list all, one a line")
    export = actions.add_parser("export", help="vectors as JSON, JSON Lines or CSV", allow_abbrev=False)
    export.set_defaults(verb=lazily("export", "export"))
    export.add_argument("--format", choices=("json", "jsonl", "csv"), default="json", help="default: json")
    export.add_argument("--output", default="-", metavar="FILE", help="default: -, standard output")
    export.add_argument(
        "--choice", action="append", default=[], metavar="NAME=SIDE", help="settle a choice; repeatable"
    )
    export.add_argument("--vectors", action="append", default=[], type=Path, metavar="PATH", help="your own vectors")
    what = export.add_argument_group("what to export", "Options narrow each other; an option that is repeated widens.")
    what.add_argument("--only", action="append", default=[], metavar="GLOB", help="cases by id; repeatable")
    what.add_argument("--layer", choices=LAYERS, default="punycode", help="default: punycode")
    for name in ("clause", "bug", "file"):
        what.add_argument(f"--{name}", action="append", default=[], metavar="GLOB", help=f"by {name}; repeatable")
    for name, sides in (("level", ("must", "should")), ("operation", ("encode", "decode"))):
        what.add_argument(f"--{name}", action="append", default=[], choices=sides)
    corpus = actions.add_parser("corpus", help="vectors for libFuzzer, AFL++, Go and cargo-fuzz", allow_abbrev=False)
    corpus.set_defaults(verb=lazily("corpus", "corpus"))
    corpus.add_argument("--output", type=Path, metavar="DIR", required=True, help="a new folder")
    changes = actions.add_parser("changes", help="what differs from an earlier version", allow_abbrev=False)
    changes.set_defaults(verb=lazily("changes", "changes"))
    changes.add_argument("old", type=Path, metavar="OLD.json", help="the built JSON of an earlier version")
    changes.add_argument("new", type=Path, metavar="NEW.json", nargs="?", help="default: this version")
    check = actions.add_parser("check", help="all that is wrong with vector files", allow_abbrev=False)
    check.set_defaults(verb=lazily("check", "check"))
    check.add_argument("files", nargs="*", type=Path, metavar="FILE", help="or folders; default: the suite's own")
    check.add_argument("--quiet", action="store_true", help="faults alone, no warnings and no count")
    _score(actions)


def _score(actions: Any) -> None:
    score = actions.add_parser(
        "score",
        help="try the vectors and laws on faulty codecs",
        description="Try the vectors and laws on faulty codecs, which they must tell from sound ones.",
        epilog="exit status: 0 all faults are detected and nothing else, 1 a fault survives or a sound codec fails",
        allow_abbrev=False,
    )
    score.set_defaults(verb=lazily("score", "score"))
    score.add_argument("--only", action="append", default=[], metavar="GLOB", help="vectors by id; repeatable")
    score.add_argument("--vectors", action="append", default=[], type=Path, metavar="PATH", help="your own vectors")
    score.add_argument("--fault", action="append", default=[], metavar="GLOB", help="faults by name; repeatable")
    laws = score.add_mutually_exclusive_group()
    laws.add_argument("--no-laws", action="store_true", help="vectors only")
    laws.add_argument("--all-laws", action="store_true", help="laws also where two vectors detect a fault; slower")
    score.add_argument("--jobs", type=jobs, default=os.cpu_count() or 1, metavar="N", help="default: one a processor")
    score.add_argument("--report", type=Path, metavar="FILE", help="JSON")
    forms = "faults by families of vectors, as .csv, .md or .svg; repeatable"
    score.add_argument("--matrix", action="append", default=[], type=Path, metavar="FILE", help=forms)
    score.add_argument("--verbose", action="store_true", help="each fault, and each vector that detects none")
    add_color(score)
