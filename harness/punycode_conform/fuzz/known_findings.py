"""Known findings: the entries of a baseline, and whether they still hold.

Fuzzing is random, so it proves nothing if a run does not meet a finding again. Instead its calls are asked again in a fresh
process, and the check that found it judges the answers.
"""

from dataclasses import dataclass

from ..run.baseline import Entry, did
from ..run.problem import KINDS, MEMORY, SLOW, UNREPEATED, Problem, kind_of
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
