"""Differences of a measured result from the published one: classes, laws, choices and the verdict, never single answers."""

from collections import Counter

from ..suite.verdict import BAD
from .measurement import Implementation
from .result import Result


def changes(published: Result | None, measured: Result, *, fickle: str = "") -> list[str]:
    """The differences, a line each.

    Args:
        published: the published result, None if there is none.
        measured: the result of today.
        fickle: why the wrong answers differ from run to run, if they do; then only the verdict is compared.

    If other vectors were asked then, more failures are no change: a vector that was added may show them.
    """
    if published is None:
        return ["not published yet"]
    found = []
    if published.verdict != measured.verdict:
        found.append(f"verdict: {published.verdict} published, {measured.verdict} measured")
    if fickle:
        return found
    was, now = _failed(published), _failed(measured)
    lost, new = was - now, Counter[str]() if is_older(published, measured) else now - was
    found += [f"{name}: {was[name]:,} published, {now[name]:,} measured" for name in sorted({*lost, *new})]
    for choice in sorted({*published.observed, *measured.observed}):
        before, after = (one.observed.get(choice, "nothing") for one in (published, measured))
        if before != after:
            found.append(f"choice {choice}: {before} published, {after} measured")
    return found


def is_due(one: Implementation, published: Result | None) -> bool:
    """Whether the published result of an implementation is not of its adapter's files of today, or there is none."""
    return published is None or published.adapter_digest != one.digest


def is_older(published: Result, measured: Result) -> bool:
    """Whether the published result is of vectors that asked or expected something else."""
    return published.suite_digest != measured.suite_digest


def _failed(result: Result) -> Counter[str]:
    """The number of failed cases by verdict and class, and the broken laws."""
    found = Counter[str]()
    for name, tally in result.classes.items():
        found.update({f"{verdict}: {name}": tally[verdict] for verdict in BAD if verdict in tally})
    return found + Counter(f"broken law: {law}" for law in result.broken)
