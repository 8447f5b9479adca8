"""Known findings: what a baseline keeps of a finding, and whether it still holds, by asking its calls again.

Fuzzing is random, so that a finding does not come again says nothing. Its calls do: a fresh process is asked them, and the
check that found it judges the answers.
"""

from dataclasses import dataclass

from ..run.baseline import Known, did
from ..run.problem import KINDS, MEMORY, SLOW, UNREPEATED, kind_of
from ..suite.laws import LAWS
from ..suite.outcome import Call
from .confirmer import Confirmer
from .finding import Finding

_MOST = 16  # calls that an entry holds; more nobody reads
# What the machine's load or chance has a part in is taken at its word: to ask again would make a gate that flickers.
_CHANCE = (UNREPEATED, SLOW, MEMORY)
_ALL_KINDS = {*KINDS, *(law.name for law in LAWS)}


@dataclass(frozen=True, slots=True)
class Rechecked:
    """What has become of a known finding.

    Attributes:
        holds: whether it still happens.
        why: why the entry is stale, empty if it is not.
        got: what the target did now, in the entry's form.
    """

    holds: bool
    why: str = ""
    got: str = ""


def entry(signature: str, calls: tuple[Call, ...], bug: str = "") -> Known:
    """What a baseline is to keep of a finding; what the target did is not known before it is asked again.

    Args:
        signature, calls: of the finding.
        bug: the bug class that it looks like, or empty.
    """
    reason = f"unexplained (perhaps {bug})" if bug else "unexplained"
    return Known(signature, reason, "", 0, calls=calls if len(calls) <= _MOST else ())


def asked_again(entry: Known) -> bool:
    """Whether an entry is one whose calls are asked again."""
    return bool(entry.calls) and kind_of(entry.id) not in _CHANCE


def recheck(entry: Known, confirmer: Confirmer) -> Rechecked:
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
    problems = confirmer.again(entry.calls, kind)
    alike = [one for p in problems if (one := Finding(p, p.calls[0], None)).signature == entry.id]
    if not alike:
        return Rechecked(False, "its calls no longer show it")
    # A follow-up of the calls may show the same: theirs go first, as when a finding is confirmed.
    got = _did(next((one for one in alike if one.problem.calls == entry.calls), alike[0]))
    if entry.got and got != entry.got:
        return Rechecked(True, f"its calls do otherwise than recorded: {got}, not {entry.got}", got)
    return Rechecked(True, got=got)


def _did(finding: Finding) -> str:
    problem = finding.problem
    # The answer to one of several calls tells nothing, unless the others only come before it.
    alone = len(problem.calls) == 1 or problem.kind == "stability"
    return did(problem.outcome if alone else None)
