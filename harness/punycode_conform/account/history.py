"""After which earlier call does a call fail: one search, given a way to ask calls of a new process."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import takewhile

from ..notation import quote, show
from ..suite.oracle import light_facts
from ..suite.outcome import Call, Operation, Outcome, Rejected, alike
from .search import Over

Fresh = Callable[[Sequence[Call]], Sequence[Outcome | None]]
"""Asks some calls of a new process."""
Wrong = Callable[[Outcome | None], bool]
"""Whether an answer is the wrong one."""

_TRIED = 3  # calls
_LAST = 64  # earlier calls that are asked again together
_BEFORE = 8  # earlier calls that are tried for each


def dependence(
    answers: Mapping[Call, Outcome], seen: Mapping[Call, Outcome], fresh: Fresh, over: Over
) -> tuple[str, str, frozenset[Call]] | None:
    """The observation that an answer depends on an earlier call: its sentence, evidence and calls; None if there is none."""
    # Of two answers to one call the later may be the right one.
    failed = {call: outcome for call, outcome in answers.items() if not _is_right(call, outcome)}
    shortest = sorted(failed, key=lambda call: len(call.input))
    tried = list(dict.fromkeys((*shortest[:_TRIED], *shortest[len(shortest) // 2 :][:1])))
    alone = [call for call in tried if not over() and _is_right(call, fresh([call])[0])]
    for call in alone:
        wrong = partial(_is_same, failed[call], call.operation)
        earlier = list(takewhile(call.__ne__, seen))
        nearest = last_cause(earlier[-_LAST:], call, wrong, fresh)
        for before in (*nearest, *_candidates(call, failed[call], earlier[::-1], seen)):
            if over():
                return None
            # Twice wrong after it, and right once more alone.
            if all(wrong(fresh([before, call])[-1]) for _ in range(2)) and _is_right(call, fresh([call])[0]):
                says = f"{_named(call)} is right as the first call of a process, and wrong after {_named(before)}."
                counts = f"{len(alone)} of {len(tried)} failed calls that were tried alone are right."
                calls = frozenset(failed if len(alone) == len(tried) else alone)
                return says[0].upper() + says[1:], f"Tried in new processes, twice. {counts}", calls
    return None


def last_cause(before: Sequence[Call], call: Call, wrong: Wrong, fresh: Fresh) -> Sequence[Call]:
    """The last earlier call from which on the calls before one make it wrong, by halves; none if they do not."""
    if not before or not wrong(fresh([*before, call])[-1]):
        return ()
    low, high = 0, len(before)  # wrong from the first on, and right from the second on
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if wrong(fresh([*before[middle:], call])[-1]) else (low, middle)
    return before[low : low + 1]


def _is_same(one: Outcome, operation: Operation, other: Outcome | None) -> bool:
    return other is not None and alike(one, other, operation)


def _is_right(call: Call, outcome: Outcome | None) -> bool:
    facts = light_facts(call)
    return facts.met_by(outcome) if facts.value is not None else isinstance(outcome, Rejected)


def _candidates(call: Call, outcome: Outcome, before: Sequence[Call], seen: Mapping[Call, Outcome]) -> list[Call]:
    """The earlier calls that may change an answer, the likely ones first; ``before`` are those before it, the last first."""
    twins = [other for other, answer in seen.items() if other != call and answer == outcome]
    same_side = [other for other in before if other.operation is call.operation]
    refused = [other for other in same_side if isinstance(seen[other], Rejected)]
    # Something else may be kept by a call of the other operation, or by a call like this one.
    others = (*before[:1], call, *(other for other in same_side if len(other.input) == len(call.input)))
    return list(dict.fromkeys((*twins[:2], *same_side[:2], *refused[:2], *others[:3])))[:_BEFORE]


def _named(call: Call) -> str:
    plain = call.operation is Operation.DECODE or all(0x20 <= c < 0x7F for c in call.input)
    return f"{call.operation} of {quote(call.input) if plain else show(call.input)}"
