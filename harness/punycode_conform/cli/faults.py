"""``conform vectors faults`` and ``score``: the faulty codecs and the controls, and the vectors that detect them."""

import argparse
import json
import sys
from fnmatch import fnmatchcase

from ..errors import NothingRan
from ..faults import CONTROLS, FAULTS, Fault
from ..files import write
from ..render.words import cited
from ..run.plan import Plan, plan
from ..score import REGISTER, Questions, Score, report, text, trials
from ..suite import corpus
from ..suite.catalogue import Bug
from ..suite.laws import LAWS
from ..targets.name import resolve
from ..terminal import use_color
from .output import Status, check
from .vectors import load


def faults(options: argparse.Namespace) -> int:
    """Print name, clause and mistake, a codec a line; or everything about the named ones."""
    codecs = {**FAULTS, **CONTROLS}
    for name in options.name:
        resolve(f"fault:{name}", ())  # an unknown name is an error before anything is printed
    if options.name:
        bugs = corpus.suite().bugs
        print("\n\n".join(_shown(codecs[name], bugs) for name in options.name))
    else:
        print("\n".join(f"{name}\t{codec.clause or 'control'}\t{codec.says}" for name, codec in codecs.items()))
    return 0


def _shown(fault: Fault, bugs: dict[str, Bug]) -> str:
    rows = {
        "says": fault.says,
        "clause": cited(fault.clause) if fault.clause else "none: a control, which is correct",
        "bug class": fault.bug and f"{fault.bug}: {bugs[fault.bug].title}",
        "like": fault.like,
        "ends": "" if fault.ends else "not always: some call hangs, kills the process, or uses up memory or time",
        "run": f"conform run fault:{fault.name}",
    }
    return "\n".join((fault.name, *(f"  {what:10} {text}" for what, text in rows.items() if text)))


def score(options: argparse.Namespace, register: str = REGISTER) -> int:
    """Score the vectors; the exit status is 1 if a fault survives or a control fails.

    Args:
        options: of ``conform vectors score``.
        register: the module that holds the faults and controls.
    """
    check("--report", options.report)
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
    if options.report:
        made = report(scored, version=vectors.version, digest=vectors.digest)
        write(options.report, json.dumps(made, indent=1) + "\n")
    suite = f"suite {vectors.version} {vectors.digest[:19]}"
    color = use_color(options.color, sys.stdout)
    print(text(scored, suite=suite, color=color, verbose=options.verbose), end="")
    return 0 if scored.good else 1
