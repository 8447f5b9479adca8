"""After which earlier call does a call fail: one search, given a way to ask calls of a new process."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, takewhile

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
        nearest = last_cause(_earlier(seen, call)[-_LAST:], call, wrong, fresh)
        for before in (*nearest, *_candidates(call, failed[call], seen)):
            if over():
                return None
            # Twice wrong after it, and right once more alone.
            if all(wrong(fresh([before, call])[-1]) for _ in range(2)) and _is_right(call, fresh([call])[0]):
                says = f"{_named(call)} is right as the first call of a process, and wrong after {_named(before)}."
                counts = f"{len(alone)} of {len(tried)} failed calls that were tried alone are right."
                calls = frozenset(failed if len(alone) == len(tried) else alone)
                return says[0].upper() + says[1:], f"Tried in new processes, twice. {counts}", calls
    return None


def _is_same(one: Outcome, operation: Operation, other: Outcome | None) -> bool:
    return other is not None and alike(one, other, operation)


def _earlier(seen: Iterable[Call], call: Call) -> list[Call]:
    return list(takewhile(lambda one: one != call, seen))


def last_cause(before: Sequence[Call], call: Call, wrong: Wrong, fresh: Fresh) -> Sequence[Call]:
    """The last earlier call from which on the calls before one make it wrong, by halves; none if they do not."""
    if not before or not wrong(fresh([*before, call])[-1]):
        return ()
    low, high = 0, len(before)  # wrong from the first on, and right from the second on
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if wrong(fresh([*before[middle:], call])[-1]) else (low, middle)
    return before[low : low + 1]


def _is_right(call: Call, outcome: Outcome | None) -> bool:
    facts = light_facts(call)
    return facts.met_by(outcome) if facts.value is not None else isinstance(outcome, Rejected)


def _candidates(call: Call, outcome: Outcome, seen: Mapping[Call, Outcome]) -> Iterator[Call]:
    """Yield the earlier calls that may change an answer, the likely ones first."""
    before = _earlier(seen, call)[::-1]
    same_side = [one for one in before if one.operation is call.operation]
    twins = (one for one, other in seen.items() if one != call and other == outcome)
    refused = (one for one in same_side if isinstance(seen[one], Rejected))
    # Something else may be kept by a call of the other operation, or by a call like this one.
    others = (*before[:1], call, *(one for one in same_side if len(one.input) == len(call.input)))
    likely = (*islice(twins, 2), *same_side[:2], *islice(refused, 2), *islice(others, 3))
    yield from islice(dict.fromkeys(likely), _BEFORE)


def _named(call: Call) -> str:
    plain = call.operation is Operation.DECODE or all(0x20 <= c < 0x7F for c in call.input)
    return f"{call.operation} of {quote(call.input) if plain else show(call.input)}"
