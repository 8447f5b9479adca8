"""An answer to valid input, and an observation on some failures."""

from typing import NamedTuple

from ..suite.outcome import Call, Crashed, Outcome, Rejected, Returned


class Answer(NamedTuple):
    """An answer to a call of valid input.

    Attributes:
        call: the call.
        text: its decoded side: the input, or the right answer.
        outcome: what came.
        failed: whether that is a failure.
    """

    call: Call
    text: tuple[int, ...]
    outcome: Outcome
    failed: bool


class Finding(NamedTuple):
    """An observation on some failures, with the calls that it covers.

    Attributes:
        says: in a sentence or two.
        evidence: the answers that it rests on, in sentences.
        calls: of the failures.
        state: whether answers depend on the calls before them.
    """

    says: str
    evidence: str
    calls: frozenset[Call]
    state: bool = False


def sort_of(outcome: Outcome) -> str:
    """The sort of a failure of valid input; empty for one that has none."""
    match outcome:
        case Returned():
            return "wrong"
        case Rejected():
            return "refused"
        case Crashed():
            return "crashed"
    return ""
