"""Calls after the vectors: follow-up calls, which depend on the answers, and repeated calls. Pure."""

import math
from collections.abc import Iterable, Sequence

from . import oracle
from .encoded import other_case
from .evidence import Evidence
from .outcome import Call, Operation, Outcome, Rejected, Returned

# Longer inputs are asked once: a few of them would cost more than all others together.
_LONG = 600
REPEATS = 200  # calls at most that are repeated: spread over 2,000 cases they meet any state kept between calls
IN_A_ROW = 16  # of these: does a call go wrong at once after itself?
FAILED = 100  # calls that failed, at most, repeated in addition: did they fail because of the calls before?
_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE


def follow_ups(evidence: Evidence) -> list[Call]:
    """The calls to ask after the vectors: both round trips, the digits in the other case, and possible collisions."""
    # A dict and not a set, whose order would differ from process to process.
    asked: dict[Call, None] = {}
    for call, outcome in evidence.seen.items():
        if len(call.input) > _LONG:
            continue
        # Also of inputs that were refused: a decoder that knows only one case of the digits refuses one of the two.
        if call.operation is _DECODE and (other := other_case(call.input)) is not None:
            asked[Call(_DECODE, other)] = None
        if not isinstance(outcome, Returned) or not worth_following(call, outcome.value):
            continue
        if call.operation is _ENCODE:
            asked[Call(_DECODE, outcome.value)] = None
            continue
        asked[Call(_ENCODE, outcome.value)] = None
        facts = evidence.facts.get(call)
        if facts is None or facts.value != outcome.value:
            # Not the right answer: does the one input whose right answer it is get it too?
            asked[Call(_DECODE, oracle.encode_fast(outcome.value))] = None
    # Seen calls have their answers: the vectors hold both directions of most pairs.
    return [call for call in asked if call not in evidence.seen]


def worth_following(call: Call, value: tuple[int, ...]) -> bool:
    """Whether a result is not far too long to be an answer: no delta of a Unicode string has more than seven digits, and
    nothing decodes to more code points than it has characters."""
    return len(value) <= 8 * (len(call.input) + 8)


def repeats(evidence: Evidence, calls: Iterable[Call], failed: Iterable[Call] = ()) -> list[Call]:
    """Answered calls to ask once more, in another order: by golden steps, which spread evenly over all.

    Args:
        evidence: the answers so far.
        calls: those that may be repeated.
        failed: calls that went wrong. A few of them are asked, too: do they go wrong because of the calls before?
    """
    ended = {call: None for call in calls if _answered(evidence.seen.get(call)) and len(call.input) <= _LONG}
    chosen = dict.fromkeys(_spread(list(ended), REPEATS))
    again = [call for call in failed if call in ended and call not in chosen]
    return [*chosen, *_spread(again, FAILED)]


def in_a_row(calls: Sequence[Call]) -> list[Call]:
    """The calls to repeat, of which the first few are asked twice in a row."""
    return [*(call for call in calls[:IN_A_ROW] for _ in range(2)), *calls[IN_A_ROW:]]


def _answered(outcome: Outcome | None) -> bool:
    return isinstance(outcome, Returned | Rejected)


def _spread(calls: Sequence[Call], most: int) -> list[Call]:
    total = len(calls)
    # Without a common factor the steps meet every call once before they meet one again.
    step = next((step for step in range(int(total * 0.618) or 1, total) if math.gcd(step, total) == 1), 1)
    return [calls[index * step % total] for index in range(min(total, most))]
