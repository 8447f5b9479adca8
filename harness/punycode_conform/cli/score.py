"""``conform vectors faults`` and ``score``: the faulty codecs and the controls, and what the vectors detect."""

import argparse
import sys
from fnmatch import fnmatchcase

from ..errors import NothingRan
from ..faults import CONTROLS, FAULTS
from ..run.plan import Plan, plan
from ..score import REGISTER, Questions, Score, trials
from ..suite.laws import LAWS
from ..terminal import use_color
from .output import Status
from .vectors import load


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
    asked = Plan(chosen.cases, () if options.no_laws else chosen.laws or LAWS, chosen.unreported)
    questions = Questions(register, asked, options.all_laws)
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
