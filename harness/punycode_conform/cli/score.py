"""``conform vectors score``: the vectors and laws against every fault and every control."""

import argparse
import json
import sys
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path

from ..errors import ConformError, NothingRan
from ..faults import Fault
from ..run.plan import Plan, plan
from ..score.matrix import Matrix, matrix
from ..score.matrix_text import as_csv, as_markdown
from ..score.picture import picture
from ..score.score import Score, report
from ..score.text import summary, text
from ..score.trials import REGISTER, Trials, registered
from ..suite import corpus
from ..suite.laws import LAWS
from .forms import check_writable
from .progress import Bar
from .terminal import use_color

_SAMPLES = "rfc-sample-*"
_FORMS = (".csv", ".md", ".svg")


def score(options: argparse.Namespace, register: str = REGISTER) -> int:
    """Score the vectors; the exit status is 1 if a fault survives or a control does not pass.

    Args:
        options: of ``conform vectors score``.
        register: the module that holds the faults and controls.
    """
    for path in (options.report, *options.matrix):
        check_writable(path)
    for path in options.matrix:
        if path.suffix not in _FORMS:
            raise ConformError(f"--matrix {path}: no form for this suffix", f"forms: {', '.join(_FORMS)}")
    vectors = corpus.bring(options.vectors) if options.vectors else corpus.suite()
    if vectors.note:
        print(f"conform: {vectors.note}", file=sys.stderr)
    plans = _plans(vectors, options)
    scores = _scores(plans, register, options)
    whole, samples = scores[0], scores[1] if len(scores) > 1 else None
    if options.report:
        made = report(whole, samples, version=vectors.version, digest=vectors.digest)
        _save(options.report, json.dumps(made, indent=1) + "\n")
    for path in options.matrix:
        _save(path, _drawn(matrix(whole, vectors.vectors), path.suffix, summary(whole)))
    suite = f"suite {vectors.version} {vectors.digest[:19]}"
    color = use_color(options.color, sys.stdout)
    print(text(whole, samples, suite=suite, color=color, verbose=options.verbose), end="")
    return 0 if whole.good else 1


def _plans(vectors: corpus.Corpus, options: argparse.Namespace) -> list[Plan]:
    """All that is selected; and the RFC's samples, unless the user selected something else."""
    chosen = plan(vectors.vectors, layer="punycode", only=options.only)
    # Globs select vectors; the laws look at whatever these show.
    laws = () if options.no_laws else chosen.laws or LAWS
    plans = [Plan(chosen.cases, laws, chosen.unreported)]
    samples = tuple(case for case in chosen.cases if fnmatchcase(case.vector.id, _SAMPLES))
    return [*plans, Plan(samples, laws)] if samples and not options.only else plans


def _scores(plans: list[Plan], register: str, options: argparse.Namespace) -> list[Score]:
    """A score for each plan."""
    faults, controls = (_selected(known, options.fault) for known in registered(register))
    if not faults and not controls:
        raise NothingRan(f"--fault {options.fault[0]!r} matches no fault", "conform vectors faults lists them")
    with Bar("vectors score", "codecs") as bar:
        tried = Trials(register, plans, options.all_laws, options.jobs, bar.update).of([*faults, *controls])
    return [
        Score(
            tuple(dict.fromkeys(case.vector.id for case in asked.cases or asked.unreported)),
            tuple(tried[fault.name][number] for fault in faults),
            tuple(tried[control.name][number] for control in controls),
        )
        for number, asked in enumerate(plans)
    ]


def _selected(known: Mapping[str, Fault], globs: list[str]) -> list[Fault]:
    return [fault for name, fault in known.items() if not globs or any(fnmatchcase(name, glob) for glob in globs)]


def _drawn(drawn: Matrix, form: str, says: str) -> str:
    match form:
        case ".csv":
            return as_csv(drawn)
        case ".md":
            return as_markdown(drawn)
        case _:
            return picture(drawn, says)


def _save(path: Path, content: str) -> None:
    try:
        path.write_text(content, encoding="utf-8", newline="\n")
    except OSError as error:
        raise ConformError(f"{path}: cannot be written: {error.strerror}") from None
