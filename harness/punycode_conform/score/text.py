"""The score of the vectors for people at a terminal: what is wrong first, the score itself last."""

import textwrap
from collections.abc import Iterable, Iterator

from ..faults import ALONE
from ..render.style import BOLD, GREEN, RED, style
from .score import Score, Trial, spread

_WIDTH = 110
_SHOWN = 8  # names of vectors that show a false alarm
_BAR = 40


def text(score: Score, samples: Score | None, *, suite: str, color: bool = False, verbose: bool = False) -> str:
    """The score as text.

    Args:
        score: of all vectors.
        samples: the same of the RFC's samples alone, None to leave that out.
        suite: the suite's version and digest in words.
        color: whether to use terminal colours.
        verbose: each fault with its number of vectors, and each vector that detects none.
    """
    styled = style(color)

    def heading(words: str, *codes: str) -> list[str]:
        return ["", styled(words, BOLD, *codes)]

    lines: list[str] = []
    if verbose:
        lines += [*heading("Faults, and by how many vectors and which laws they are detected"), *_each(score.faults)]
    lines += [*heading("Faults by the number of vectors that detect them"), *_spread(score)]
    if score.weak:
        lines += [*heading("Detected by fewer than two vectors, and why"), *_weak(score)]
    idle, cover = score.idle(), score.cover()
    lines += heading(f"Vectors that detect no fault: {len(idle):,} of {len(score.vectors):,}")
    lines += _listed(idle) if verbose else ["  --verbose lists them"] if idle else []
    lines += heading(f"A set of {len(cover):,} vectors detects every fault that any vector detects")
    lines += ["  picked greedily: a smaller set may exist", *_listed(cover)]
    if samples is not None:
        lines += [*heading("The RFC's samples alone"), *_samples(samples)]
    if score.survivors:
        lines += [*heading("Survivors: faults that nothing detects", RED), *_told(score.survivors)]
    if score.false_alarms:
        lines += [*heading("False alarms: sound codecs that fail", RED), *_alarms(score.false_alarms)]
    lines += heading(f"{summary(score)} ({suite})", GREEN if score.good else RED)
    return "\n".join(lines[1:]) + "\n"


def summary(score: Score) -> str:
    """The score in a line."""
    alarms = len(score.false_alarms)
    return (
        f"{len(score.detected):,} of {len(score.faults):,} faults detected, "
        f"{alarms or 'no'} false alarm{'s' if alarms > 1 else ''} from {len(score.controls):,} sound codecs, "
        f"by {len(score.vectors):,} vectors"
    )


def _spread(score: Score) -> Iterator[str]:
    counted = spread(score.faults)
    most = max(*counted.values(), 1)
    for name, number in counted.items():
        yield f"  {name:<13} {number:>5,}  {'#' * -(-number * _BAR // most)}".rstrip()


def _weak(score: Score) -> Iterator[str]:
    width = max(len(trial.name) for trial in score.weak)
    for trial in score.weak:
        by = f"vector {trial.vectors[0]}" if trial.vectors else f"laws alone: {', '.join(trial.laws or ())}"
        yield f"  {trial.name:<{width}}  {by}{_stopped(trial)}"
        yield f"  {'':<{width}}  {trial.says}"
        yield f"  {'':<{width}}  why: {ALONE.get(trial.name, 'no reason is known, so another vector is wanted')}"


def _each(trials: Iterable[Trial]) -> Iterator[str]:
    for trial in trials:
        yield f"  {len(trial.vectors):>5,}  {trial.name}{_stopped(trial)}  {', '.join(trial.laws or ())}".rstrip()


def _stopped(trial: Trial) -> str:
    return " (broke down too often to go on)" if trial.stopped else ""


def _told(trials: Iterable[Trial]) -> Iterator[str]:
    for trial in trials:
        yield f"  {trial.name}: {trial.says} (RFC 3492 section {trial.clause})"


def _alarms(trials: Iterable[Trial]) -> Iterator[str]:
    for trial in trials:
        yield f"  {trial.name}: {trial.says}"
        more = [f"and {len(trial.vectors) - _SHOWN:,} more"] if len(trial.vectors) > _SHOWN else []
        yield from _listed([*trial.vectors[:_SHOWN], *more, *(f"law {name}" for name in trial.laws or ())])


def _samples(samples: Score) -> Iterator[str]:
    by_vectors = sum(bool(trial.vectors) for trial in samples.faults)
    total = len(samples.faults)
    yield f"  {by_vectors:,} of {total:,} faults detected by {len(samples.vectors):,} vectors"
    if any(trial.laws for trial in samples.faults):
        yield f"  {len(samples.detected):,} of {total:,} when the laws are looked at too"


def _listed(names: Iterable[str]) -> list[str]:
    return textwrap.wrap(", ".join(names), _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
