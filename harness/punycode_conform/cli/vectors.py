"""``conform vectors``: list, export, faults and score."""

import argparse
import sys
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from ..errors import NothingRan
from ..faults import CONTROLS, FAULTS
from ..notation import plain
from ..run.plan import Plan, law_id, plan
from ..score import REGISTER, Questions, Score, trials
from ..suite import build, corpus
from ..suite.choices import Choices
from ..suite.laws import LAWS
from ..terminal import use_color
from .output import Status, check, put


def load(paths: Sequence[Path]) -> corpus.Corpus:
    """The user's vectors, or the suite's if none are named."""
    vectors = corpus.bring(paths) if paths else corpus.suite()
    if vectors.note:
        print(f"conform: {vectors.note}", file=sys.stderr)
    return vectors


def list_ids(options: argparse.Namespace) -> int:
    """Print the ids that ``--only`` accepts, one a line."""
    chosen = plan(load(options.vectors).vectors, layer=options.layer, only=options.only)
    rows: list[tuple[str, ...]] = [
        (case.id, case.vector.clause, case.vector.bug or "", plain(case.vector.file)) for case in chosen.cases
    ]
    rows += [(law_id(law), law.clause, "", "") for law in chosen.laws]
    for row in rows:
        print("\t".join(row) if options.long else row[0])
    return 0


def export(options: argparse.Namespace) -> int:
    """Write the selected cases in the chosen format."""
    check("--output", options.output)
    choices = Choices()
    for name, side in options.choices:
        choices = choices.declare(name, side)
    suite = load(options.vectors)
    cases = plan(suite.vectors, layer=options.layer, only=options.only).cases
    if not cases:
        raise NothingRan("no case is selected, only laws", "conform vectors list prints the ids")
    as_lines = options.format == "jsonl"
    put(options.output, "".join(build.json_lines(cases, choices)) if as_lines else build.export(suite, cases, choices))
    return 0


def faults(options: argparse.Namespace) -> int:
    """Print name, clause and mistake of the faulty codecs and the controls, a codec a line."""
    for name, codec in {**FAULTS, **CONTROLS}.items():
        print(f"{name}\t{codec.clause or 'control'}\t{codec.says}")
    return 0


def score(options: argparse.Namespace, register: str = REGISTER) -> int:
    """Score the vectors; the exit status is 1 if a fault survives or a control fails.

    ``register`` is the module that holds the faults and controls.
    """
    vectors = load(options.vectors)
    chosen = plan(vectors.vectors, layer="punycode", only=options.only)
    # --only selects vectors; the laws are checked on the answers to those.
    questions = Questions(register, Plan(chosen.cases, chosen.laws or LAWS, chosen.unreported))
    globs = options.fault or ["*"]
    codecs = [fault for name, fault in questions.codecs().items() if any(fnmatchcase(name, glob) for glob in globs)]
    if not codecs:
        raise NothingRan(f"--fault {globs[0]!r} matches no fault", "conform vectors faults lists them")
    with Status("vectors score", "codecs") as status:
        tried = trials(questions, [codec.name for codec in codecs], options.jobs, status.count)
    ids = tuple(dict.fromkeys(case.vector.id for case in chosen.cases or chosen.unreported))
    faults = tuple(trial for codec, trial in zip(codecs, tried, strict=True) if not codec.is_control)
    scored = Score(ids, faults, tuple(trial for codec, trial in zip(codecs, tried, strict=True) if codec.is_control))
    suite = f"suite {vectors.version} {vectors.digest[:19]}"
    color = use_color(options.color, sys.stdout)
    print(scored.text(suite, color=color, verbose=options.verbose), end="")
    return 0 if scored.good else 1
