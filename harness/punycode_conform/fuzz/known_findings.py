"""Known findings: the entries of a baseline, and whether they still hold.

Fuzzing is random, so it proves nothing if a run does not meet a finding again. Instead its calls are asked again in a new
process, and the check that found it judges the answers.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..run.baseline import Entry, form, read
from ..run.problem import KINDS, UNREPEATED, kind_of
from ..run.report import Stale
from ..suite.laws import LAWS
from .confirmer import Confirmer


class Rechecked(NamedTuple):
    """A known finding after its calls were asked again: why its entry is stale, if it is, and what the target did now."""

    holds: bool
    why: str = ""
    got: str = ""


class KnownFindings:
    """The findings of a baseline in a campaign.

    Attributes:
        holding: the entries that still hold, or that are not asked again, by signature.
        known: those of them that were seen to hold.
        stale: the entries that are stale, each with the reason.
    """

    def __init__(self, baseline: Path | None = None) -> None:
        hint = "conform baseline TARGET --findings DIR --baseline FILE writes one"
        self._entries = read(baseline, hint).findings if baseline else {}
        self.holding: dict[str, Entry] = {}
        self.known: dict[str, Entry] = {}
        self.stale: list[Stale] = []

    def recheck(self, confirmer: Confirmer) -> Iterator[tuple[Entry, Rechecked]]:
        """Ask the calls of the findings again, and yield each entry with what has become of it."""
        for entry in self._entries.values():
            now = recheck(entry, confirmer)
            if now.holds:
                self.holding[entry.id] = entry
            if now.why:
                self.stale.append(entry.stale(now.why))
            elif now.got:
                self.known[entry.id] = entry
            yield entry, now


def recheck(entry: Entry, confirmer: Confirmer) -> Rechecked:
    """Whether an entry still holds; one that chance showed, or that has no calls, is not asked again."""
    kind = kind_of(entry.id)
    if kind not in (*KINDS, *(law.name for law in LAWS)):
        return Rechecked(False, "no finding has this signature")
    if kind == UNREPEATED or not entry.asked:
        return Rechecked(True)
    same = [problem for problem in confirmer.shown(entry.calls, kind) if problem.signature == entry.id]
    if not same:
        return Rechecked(False, "its calls no longer show it")
    # A follow-up of the calls may show the finding too: the calls' own answer counts first, as when it was confirmed.
    problem = next((problem for problem in same if problem.calls == entry.calls), same[0])
    # The answer to one of several calls shows nothing, unless the others only come before it.
    got = form(problem.outcome if len(problem.calls) == 1 or problem.kind == "stability" else None)
    if entry.got and got != entry.got:
        return Rechecked(True, f"its calls give another answer than recorded: {got}, not {entry.got}", got)
    return Rechecked(True, got=got)
