"""The arguments of ``conform vectors``."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from ..suite import PUNYCODE
from .options import CHOICE, COLOR, LAYER, ONLY, TEXT, VECTORS, Option, Parser, add, add_verb, one_of, whole

if TYPE_CHECKING:
    from .options import Verbs

_LAYER = LAYER._replace(help="punycode, or a-label: whole labels with xn--", default=PUNYCODE)


def add_vectors(verbs: "Verbs") -> None:
    vectors = verbs.add_parser("vectors", help="list, show and build the vectors", allow_abbrev=False)
    actions = vectors.add_subparsers(title="verbs", metavar="VERB", required=True, parser_class=Parser)
    listing = add_verb(actions, "list", "list the ids that --only accepts", calls="vectors.list_ids")
    add(listing, ONLY, VECTORS, _LAYER)
    listing.add_argument("--clause", metavar="CLAUSE", help="vectors and laws of this clause or anchor of the RFC")
    listing.add_argument("--bug", metavar="BUG", help="the vectors of this bug class")
    listing.add_argument("--long", action="store_true", help="with clause, bug class and file")
    show = add_verb(actions, "show", "everything about a vector, a bug class, a clause", calls="vectors.show")
    show.add_argument(
        "id", metavar="ID", nargs="+", help="of a vector, a case, a bug class, a choice, a law, a clause or an anchor"
    )
    add(show, VECTORS)
    coverage = add_verb(actions, "coverage", "what tests each clause of RFC 3492", calls="clauses.coverage")
    coverage.add_argument("--json", action="store_true", help="as JSON")
    build = add_verb(actions, "build", "check the YAML and write the JSON", calls="vectors.build")
    build.add_argument("--check", action="store_true", help="write nothing; exit 1 if the JSON is not current")
    build.add_argument("--output", type=Path, metavar="FILE", help="write there instead")
    faults = add_verb(actions, "faults", "list the faulty codecs that conform run fault:NAME runs")
    faults.add_argument("name", metavar="NAME", nargs="*", help="everything about these; default: list all, one a line")
    export = add_verb(actions, "export", "vectors as JSON, JSON Lines or CSV")
    export.add_argument("--format", choices=("json", "jsonl"), default="json", help="default: json")
    export.add_argument("--output", default="-", metavar="FILE", help="default: -, standard output")
    add(export, CHOICE, VECTORS)
    what = export.add_argument_group("what to export", "Different options narrow it; repeating an option widens it.")
    add(
        what, ONLY, _LAYER, *(Option(name, TEXT, "GLOB", f"by {name}", many=True) for name in ("clause", "bug", "file"))
    )
    add(what, Option("level", one_of("must", "should"), "LEVEL", "must or should", many=True))
    add(what, Option("operation", one_of("encode", "decode"), "OPERATION", "encode or decode", many=True))
    corpus = add_verb(actions, "corpus", "vectors for libFuzzer, AFL++, Go and cargo-fuzz", calls="export.corpus")
    corpus.add_argument("--output", type=Path, metavar="DIR", required=True, help="a new folder")
    packages = add_verb(actions, "packages", "vectors as packages for npm, Cargo and Go", calls="export.packages")
    packages.add_argument("--output", type=Path, metavar="DIR", required=True, help="a new folder")
    changes = add_verb(actions, "changes", "the changes since an earlier version", calls="vectors.changes")
    changes.add_argument("old", type=Path, metavar="OLD.json", help="the built JSON of an earlier version")
    changes.add_argument("new", type=Path, metavar="NEW.json", nargs="?", help="default: this version")
    check = add_verb(actions, "check", "find all errors in vector files")
    check.add_argument("files", nargs="*", type=Path, metavar="FILE", help="or folders; default: the suite's own")
    check.add_argument("--quiet", action="store_true", help="errors only, no warnings and no count")
    _score(actions)


def _score(actions: "Verbs") -> None:
    score = add_verb(
        actions,
        "score",
        "count the faulty codecs that the vectors detect",
        calls="faults.score",
        description="Try the vectors and laws on faulty codecs, which must fail, and on correct ones, which must pass.",
        epilog="exit status: 0 all faults are detected and every correct codec passes, 1 otherwise",
    )
    add(score, ONLY, VECTORS, Option("fault", TEXT, "GLOB", "faults by name", many=True))
    laws = score.add_mutually_exclusive_group()
    laws.add_argument("--no-laws", action="store_true", help="vectors only")
    laws.add_argument("--all-laws", action="store_true", help="laws also where two vectors detect a fault; slower")
    # All processors by default: hundreds of codecs are tried, and each keeps one busy.
    add(score, Option("jobs", whole(1, 64), "N", "processes side by side", os.cpu_count() or 1))
    score.add_argument("--report", type=Path, metavar="FILE", help="JSON")
    score.add_argument("--verbose", action="store_true", help="list each fault, and each vector that detects none")
    add(score, COLOR)
