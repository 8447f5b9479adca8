"""Known findings: the entries of a baseline, and whether they still hold.

Fuzzing is random, so it proves nothing if a run does not meet a finding again. Instead its calls are asked again in a fresh
process, and the check that found it judges the answers.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ..run.baseline import Entry, did
from ..run.problem import KINDS, MEMORY, SLOW, UNREPEATED, Problem, kind_of
from ..run.report import Stale
from ..suite.laws import LAWS
from ..suite.outcome import Call
from .confirmer import Confirmer

_MOST = 16  # calls of an entry; nobody reads more
# The machine's load or chance has a part in these: asking them again would make a gate flaky.
_CHANCE = (UNREPEATED, SLOW, MEMORY)
_ALL_KINDS = {*KINDS, *(law.name for law in LAWS)}


@dataclass(frozen=True, slots=True)
class Rechecked:
    """A known finding after its calls were asked again.

    Attributes:
        holds: whether it still happens.
        why: why the entry is stale, empty if it is not.
        got: what the target did now, in the entry's form.
    """

    holds: bool
    why: str = ""
    got: str = ""


class KnownFindings:
    """The findings of a baseline in a run of the fuzzer or of a sweep.

    Attributes:
        holding: the entries that still hold, or that are not asked again, by signature.
        known: those of them that were seen to hold.
        stale: the entries that are stale, each with the reason.

    Raises:
        ConformError: the baseline cannot be read.
    """

    def __init__(self, baseline: Path | None) -> None:
        self._listed = _listed(baseline)
        self.holding: dict[str, Entry] = {}
        self.known: dict[str, Entry] = {}
        self.stale: list[Stale] = []

    def recheck(self, confirmer: Confirmer) -> Iterator[tuple[Entry, Rechecked]]:
        """Ask the calls of the findings again, and yield each entry with what has become of it."""
        for one in self._listed.values():
            now = recheck(one, confirmer)
            if now.holds:
                self.holding[one.id] = one
            if now.why:
                self.stale.append(one.stale(now.why))
            elif asked_again(one):
                self.known[one.id] = one
            yield one, now


def _listed(baseline: Path | None) -> Mapping[str, Entry]:
    if baseline is None:
        return {}
    from ..run import baseline_file  # only where used: it needs PyYAML

    return baseline_file.read(baseline, "conform baseline TARGET --findings DIR --baseline FILE writes one").findings


def entry(signature: str, calls: tuple[Call, ...], bug: str = "") -> Entry:
    """The entry of a finding for a baseline; the answer is added when the calls are asked again.

    Args:
        signature, calls: of the finding.
        bug: the bug class that it looks like, or empty.
    """
    reason = f"unexplained (perhaps {bug})" if bug else "unexplained"
    return Entry(signature, reason, "", 0, calls=calls if len(calls) <= _MOST else ())


def asked_again(entry: Entry) -> bool:
    """Whether an entry is one whose calls are asked again."""
    return bool(entry.calls) and kind_of(entry.id) not in _CHANCE


def recheck(entry: Entry, confirmer: Confirmer) -> Rechecked:
    """Whether an entry still holds.

    Args:
        entry: of a baseline.
        confirmer: asks the target.
    """
    kind = kind_of(entry.id)
    if kind not in _ALL_KINDS:
        return Rechecked(False, "no finding has this signature")
    if not asked_again(entry):
        return Rechecked(True, got=entry.got)
    alike = [problem for problem in confirmer.again(entry.calls, kind) if problem.signature == entry.id]
    if not alike:
        return Rechecked(False, "its calls no longer show it")
    # A follow-up of the calls may show the finding too: the calls' own answer counts first, as when it was confirmed.
    got = _did(next((one for one in alike if one.calls == entry.calls), alike[0]))
    if entry.got and got != entry.got:
        return Rechecked(True, f"its calls give another answer than recorded: {got}, not {entry.got}", got)
    return Rechecked(True, got=got)


def _did(problem: Problem) -> str:
    # The answer to one of several calls shows nothing, unless the others only come before it.
    alone = len(problem.calls) == 1 or problem.kind == "stability"
    return did(problem.outcome if alone else None)
