"""The score as text for a terminal; the verdict is the last line, where people look."""

import sys
import textwrap
from collections.abc import Iterable, Iterator

from ..faults import RARELY_DETECTED
from ..render.words import cited
from ..terminal import BOLD, GREEN, RED, style
from .score import Score, Trial

_WIDTH = 110
_SHOWN = 8  # vectors of a false alarm
_BAR = 40  # characters
_STEPS = (("none", 0, 0), ("one", 1, 1), ("2 to 9", 2, 9), ("10 to 99", 10, 99), ("100 and more", 100, sys.maxsize))


def text(score: Score, samples: Score | None, *, suite: str, color: bool = False, verbose: bool = False) -> str:
    """The score as text.

    Args:
        score: of all vectors.
        samples: of the RFC's samples alone; None to leave them out.
        suite: the suite's version and digest, in words.
        color: whether to use terminal colours.
        verbose: list each fault with its number of vectors, and each vector that detects none.
    """
    styled = style(color)

    def heading(words: str, *codes: str) -> list[str]:
        return ["", styled(words, BOLD, *codes)]

    lines: list[str] = []
    if verbose:
        lines += [*heading("Faults: how many vectors, and which laws, detect each"), *_each(score.faults)]
    lines += [*heading("Faults by the number of vectors that detect them"), *_spread(score)]
    if score.weak:
        lines += [*heading("Detected by fewer than two vectors, and why"), *_weak(score)]
    idle, cover = score.idle(), score.cover()
    lines += heading(f"Vectors that detect no fault: {len(idle):,} of {len(score.vectors):,}")
    lines += _listed(idle) if verbose else ["  --verbose lists them"] if idle else []
    lines += heading(f"A set of {len(cover):,} vectors detects every fault that any vector detects")
    lines += ["  chosen greedily: a smaller set may exist", *_listed(cover)]
    if samples is not None:
        lines += [*heading("The RFC's samples alone"), *_samples(samples)]
    lines += [*heading("Each side alone, beside a right other side"), *_sides(score)]
    if score.half_survivors:
        lines += [*heading("Sides that nothing detects alone", RED), *_half_survivors(score.half_survivors)]
    if score.survivors:
        lines += [*heading("Survivors: faults that nothing detects", RED), *_survivors(score.survivors)]
    if score.false_alarms:
        lines += [*heading("False alarms: correct codecs that fail", RED), *_alarms(score.false_alarms)]
    lines += heading(f"{summary(score)} ({suite})", GREEN if score.good else RED)
    return "\n".join(lines[1:]) + "\n"


def summary(score: Score) -> str:
    """The score in a line."""
    alarms = len(score.false_alarms)
    return (
        f"{len(score.detected):,} of {len(score.faults):,} faults detected, "
        f"{alarms or 'no'} false alarm{'s' if alarms > 1 else ''} from {len(score.controls):,} correct codecs, "
        f"by {len(score.vectors):,} vectors"
    )


def _spread(score: Score) -> Iterator[str]:
    counts = [len(trial.vectors) for trial in score.faults]
    steps = {name: sum(low <= count <= high for count in counts) for name, low, high in _STEPS}
    for name, number in steps.items():
        yield f"  {name:<13} {number:>5,}  {'#' * -(-number * _BAR // max(*steps.values(), 1))}".rstrip()


def _weak(score: Score) -> Iterator[str]:
    width = max(len(trial.name) for trial in score.weak)
    for trial in score.weak:
        by = f"vector {trial.vectors[0]}" if trial.vectors else f"laws alone: {', '.join(trial.laws or ())}"
        yield f"  {trial.name:<{width}}  {by}{_stopped(trial)}"
        yield f"  {'':<{width}}  {trial.says}"
        yield f"  {'':<{width}}  why: {RARELY_DETECTED.get(trial.name, 'no reason is known; add another vector')}"


def _each(trials: Iterable[Trial]) -> Iterator[str]:
    for trial in trials:
        yield f"  {len(trial.vectors):>5,}  {trial.name}{_stopped(trial)}  {', '.join(trial.laws or ())}".rstrip()


def _stopped(trial: Trial) -> str:
    return " (stopped: it crashed or hung too often)" if trial.stopped else ""


def _sides(score: Score) -> Iterator[str]:
    found = [found for trial in score.faults if len(trial.alone) > 1 for found in trial.alone.values()]
    yield f"  {len(found) // 2:,} faults are wrong on both sides: {sum(map(bool, found)):,} of {len(found):,} sides detected"


def _half_survivors(trials: Iterable[Trial]) -> Iterator[str]:
    for trial in trials:
        yield f"  {trial.name}, {' and '.join(trial.hidden)}: {trial.says} ({cited(trial.clause)})"


def _survivors(trials: Iterable[Trial]) -> Iterator[str]:
    for trial in trials:
        yield f"  {trial.name}: {trial.says} ({cited(trial.clause)})"


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
        yield f"  {len(samples.detected):,} of {total:,} when the laws are checked too"


def _listed(names: Iterable[str]) -> list[str]:
    return textwrap.wrap(", ".join(names), _WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)
