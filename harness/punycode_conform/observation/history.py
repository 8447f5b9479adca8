"""State between calls: an earlier call after which a call goes wrong that is right alone, tried in new processes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, takewhile

from ..notation import quote, show
from ..suite.oracle import light_facts
from ..suite.outcome import Call, Operation, Outcome, Rejected, alike
from .finding import Finding
from .search import Over

Fresh = Callable[[Sequence[Call]], Sequence[Outcome | None]]
"""Asks some calls of a new process."""

_TRIED = 3  # calls
_LAST = 64  # earlier calls that are asked again together
_BEFORE = 8  # earlier calls that are tried for each


def dependence(
    failed: Mapping[Call, Outcome], seen: Mapping[Call, Outcome], fresh: Fresh, over: Over
) -> Finding | None:
    """The observation that answers depend on a call before them; None if no earlier call is found that changes one.

    Args:
        failed: calls with answers, of which those that are right are left out.
        seen: all calls with their first answers, in their order.
        fresh: the target, anew each time.
        over: whether the time is over.
    """
    # Of two answers to one call the later may be the right one.
    failed = {call: outcome for call, outcome in failed.items() if not _is_right(call, outcome)}
    shortest = sorted(failed, key=lambda call: len(call.input))
    if not shortest:
        return None
    tried = list(dict.fromkeys((*shortest[:_TRIED], shortest[len(shortest) // 2])))
    alone = [call for call in tried if not over() and _is_right(call, fresh([call])[0])]
    for call in alone:
        found = _nearest(call, failed[call], seen, fresh)
        for before in (*found, *_candidates(call, failed[call], seen)):
            if over():
                return None
            if _goes_wrong(before, call, failed[call], fresh):
                says = f"{_named(call)} is right as the first call of a process, and wrong after {_named(before)}."
                every = len(alone) == len(tried)
                counts = f"{len(alone)} of {len(tried)} failed calls that were tried alone are right."
                evidence = f"Tried in new processes, twice. {counts}"
                return Finding(says[0].upper() + says[1:], evidence, frozenset(failed if every else alone), state=True)
    return None


def _nearest(call: Call, outcome: Outcome, seen: Mapping[Call, Outcome], fresh: Fresh) -> list[Call]:
    """The last earlier call from which on the calls before one make it wrong, by halves; none if that is long ago."""
    before = list(takewhile(lambda one: one != call, seen))[-_LAST:]
    if not before or not _is_same(fresh([*before, call])[-1], outcome, call):
        return []
    low, high = 0, len(before)  # wrong from the first on, and right from the second on
    while high - low > 1:
        middle = (low + high) // 2
        wrong = _is_same(fresh([*before[middle:], call])[-1], outcome, call)
        low, high = (middle, high) if wrong else (low, middle)
    return before[low : low + 1]


def _goes_wrong(before: Call, call: Call, outcome: Outcome, fresh: Fresh) -> bool:
    """Whether a call gets its wrong answer after another one, in two new processes, and is right in one more."""
    wrong = all(_is_same(fresh([before, call])[-1], outcome, call) for _ in range(2))
    return wrong and _is_right(call, fresh([call])[0])


def _is_same(one: Outcome | None, other: Outcome, call: Call) -> bool:
    return one is not None and alike(one, other, call.operation)


def _is_right(call: Call, outcome: Outcome | None) -> bool:
    facts = light_facts(call)
    return facts.met_by(outcome) if facts.value is not None else isinstance(outcome, Rejected)


def _candidates(call: Call, outcome: Outcome, seen: Mapping[Call, Outcome]) -> Iterator[Call]:
    """Yield the earlier calls that may change an answer, the likely ones first."""
    earlier: list[Call] = []
    for one in seen:
        if one == call:
            break
        earlier.append(one)
    before = earlier[::-1]
    alike_ = [one for one in before if one.operation is call.operation]
    twins = (one for one, other in seen.items() if one != call and other == outcome)
    refused = (one for one in alike_ if isinstance(seen[one], Rejected))
    # Something else may be kept by a call of the other operation, or by a call like this one.
    others = (*before[:1], call, *(one for one in alike_ if len(one.input) == len(call.input)))
    found = (*islice(twins, 2), *alike_[:2], *islice(refused, 2), *islice(others, 3))
    yield from islice(dict.fromkeys(found), _BEFORE)


def _named(call: Call) -> str:
    plain = call.operation is Operation.DECODE or all(0x20 <= c < 0x7F for c in call.input)
    return f"{call.operation} of {quote(call.input) if plain else show(call.input)}"
