"""Input that must be refused and is not: whether all input of a kind is so, or which characters are treated as digits."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..codec import Reason
from ..codec.trace import decoding
from ..notation import show
from ..suite.outcome import Call, Crashed, Operation, Outcome, Returned
from .finding import Finding

_FEWEST = 3
_CHARACTERS = 12  # that are named
_KINDS = {
    Reason.TRUNCATED: "input that ends inside a delta (6.2)",
    Reason.BAD_DIGIT: "input with a character that is no digit (6.2)",
    Reason.NON_BASIC: "input with a non-basic code point before the delimiter (6.2)",
}


class Invalid(NamedTuple):
    """An answer to a call of the decoder that must be refused."""

    call: Call
    reason: str
    outcome: Outcome


def acceptances(answers: Sequence[Invalid]) -> Iterator[Finding]:
    """Yield what the failures of each kind of invalid input have in common.

    Args:
        answers: of the run, for input that must be refused; failures that have a likely cause are not among them.
    """
    for reason, kind in _KINDS.items():
        of = [one for one in answers if one.reason == reason and one.call.operation is Operation.DECODE]
        for sort, does in ((Returned, "accepts"), (Crashed, "crashes on")):
            wrong = [one for one in of if isinstance(one.outcome, sort)]
            if len(wrong) < _FEWEST:
                continue
            if len(wrong) == len(of):
                calls = frozenset(one.call for one in wrong)
                yield Finding(f"Decode {does} all {kind}.", f"So in {len(of):,} of {len(of):,} cases.", calls)
            elif reason == Reason.BAD_DIGIT:
                yield from _digits(of, wrong, does)


def _digits(of: Sequence[Invalid], wrong: Sequence[Invalid], does: str) -> Iterator[Finding]:
    """Yield the characters that fail, where there are few of them, or where all that were tried fail."""
    failed = {_character(one.call) for one in wrong}
    having = [one for one in of if _character(one.call) in failed]
    others = {_character(one.call) for one in of} - failed
    if (others and len(failed) > _CHARACTERS) or 2 * len(wrong) < len(having):
        return
    which = show(sorted(failed), _CHARACTERS) if others else f"all {len(failed):,} that were tried"
    says = f"Decode {does} input with characters that are no digits (6.2): {which}."
    rest = f" Input with {len(others):,} other characters is refused each time." * bool(others)
    evidence = f"So in {len(wrong):,} of {len(having):,} cases with them.{rest}"
    yield Finding(says, evidence, frozenset(one.call for one in wrong))


def _character(call: Call) -> int:
    """The first character of an input that is no digit."""
    error = decoding(call.input).error
    return -1 if error is None else call.input[error.position]
