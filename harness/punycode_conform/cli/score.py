"""``conform vectors score``: the vectors and laws against every fault and every control."""

import argparse
import json
import sys
from fnmatch import fnmatchcase
from pathlib import Path

from ..errors import ConformError, NothingRan
from ..run.plan import Plan, plan
from ..score.score import Score, report
from ..score.text import text
from ..score.trials import REGISTER, Questions, Trials
from ..suite import corpus
from ..suite.laws import LAWS
from .forms import check_writable
from .progress import Bar
from .terminal import use_color

_SAMPLES = "rfc-sample-*"


def score(options: argparse.Namespace, register: str = REGISTER) -> int:
    """Score the vectors; the exit status is 1 if a fault survives or a control fails.

    Args:
        options: of ``conform vectors score``.
        register: the module that holds the faults and controls.
    """
    check_writable(options.report)
    vectors = corpus.bring(options.vectors) if options.vectors else corpus.suite()
    if vectors.note:
        print(f"conform: {vectors.note}", file=sys.stderr)
    plans = _plans(vectors, options)
    scores = _scores(plans, register, options)
    whole, samples = scores[0], scores[1] if len(scores) > 1 else None
    if options.report:
        made = report(whole, samples, version=vectors.version, digest=vectors.digest)
        _save(options.report, json.dumps(made, indent=1) + "\n")
    suite = f"suite {vectors.version} {vectors.digest[:19]}"
    color = use_color(options.color, sys.stdout)
    print(text(whole, samples, suite=suite, color=color, verbose=options.verbose), end="")
    return 0 if whole.good else 1


def _plans(vectors: corpus.Corpus, options: argparse.Namespace) -> list[Plan]:
    """The selected cases; and the RFC's samples alone, unless the user selected cases."""
    chosen = plan(vectors.vectors, layer="punycode", only=options.only)
    # --only selects vectors; the laws are checked on the answers to those.
    laws = () if options.no_laws else chosen.laws or LAWS
    plans = [Plan(chosen.cases, laws, chosen.unreported)]
    samples = tuple(case for case in chosen.cases if fnmatchcase(case.vector.id, _SAMPLES))
    return [*plans, Plan(samples, laws)] if samples and not options.only else plans


def _scores(plans: list[Plan], register: str, options: argparse.Namespace) -> list[Score]:
    """A score for each plan."""
    questions = Questions(register, plans, options.all_laws)
    globs = options.fault or ["*"]
    codecs = [fault for name, fault in questions.codecs().items() if any(fnmatchcase(name, glob) for glob in globs)]
    if not codecs:
        raise NothingRan(f"--fault {globs[0]!r} matches no fault", "conform vectors faults lists them")
    with Bar("vectors score", "codecs") as bar:
        tried = Trials(questions, options.jobs, bar.update).of(codecs)
    return [
        Score(
            tuple(dict.fromkeys(case.vector.id for case in asked.cases or asked.unreported)),
            tuple(tried[codec.name][number] for codec in codecs if not codec.is_control),
            tuple(tried[codec.name][number] for codec in codecs if codec.is_control),
        )
        for number, asked in enumerate(plans)
    ]


def _save(path: Path, content: str) -> None:
    try:
        path.write_text(content, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ConformError(f"{path}: cannot be written: {error.strerror}") from None
