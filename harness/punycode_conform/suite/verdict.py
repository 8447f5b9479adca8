"""The verdict on one call: a pure function of what should have happened and what did.

Three rules. A refusal counts only when the target says that it refuses. A crash or a hang is never a pass, also where a
refusal was due. What a target's strings cannot hold is skipped, never passed; nothing else is skipped.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from ..notation import parting, plain
from .oracle import Either, Expectation, Rejects, Returns
from .outcome import (
    TOO_LONG,
    Crashed,
    Evaded,
    Operation,
    Outcome,
    Rejected,
    Returned,
    TimedOut,
    Unsupported,
    case_of_digits,
    fold,
    is_marked,
    same_encoding,
)


class Verdict(StrEnum):
    """The verdict on a case; ``xfail`` and ``xpass`` come from the baseline."""

    SKIP = "skip"
    PASS = "pass"
    XFAIL = "xfail"
    XPASS = "xpass"
    FAIL = "fail"
    TIMEOUT = "timeout"
    CRASH = "crash"

    __hash__ = str.__hash__  # as for Operation


BAD = frozenset((Verdict.FAIL, Verdict.TIMEOUT, Verdict.CRASH))


# A tuple with names, which is made faster than a dataclass: a run makes thousands.
class Judgement(NamedTuple):
    """A verdict and why, in words for people."""

    verdict: Verdict
    why: str = ""
    warning: bool = False


_PASS = Judgement(Verdict.PASS)


def judge(
    expectation: Expectation,
    outcome: Outcome,
    operation: Operation,
    *,
    digit_case: str | None = None,
    should: bool = False,
    strict: bool = False,
    patient: bool = False,
) -> Judgement:
    """The verdict on an outcome, and why."""
    judgement = _judge(expectation, outcome, operation, digit_case)
    if patient and isinstance(outcome, TimedOut):
        return judgement._replace(verdict=Verdict.SKIP)
    # Wrong answers only: no recommendation is about a crash or a hang.
    if should and not strict and judgement.verdict is Verdict.FAIL:
        return Judgement(Verdict.PASS, f"breaks a recommendation: {judgement.why}", warning=True)
    return judgement


def _judge(expectation: Expectation, outcome: Outcome, operation: Operation, digit_case: str | None) -> Judgement:
    match outcome:
        case Crashed(message) if message.startswith(TOO_LONG):
            return Judgement(Verdict.FAIL, f"gave {plain(message)}")
        case Crashed(message):
            return Judgement(Verdict.CRASH, f"crashed: {plain(message)}")
        case TimedOut(limit):
            late = f"no answer within {limit:g} s"
            return Judgement(Verdict.TIMEOUT, late if outcome.asked else f"not asked: {late} to a shorter one")
        case Unsupported(message):
            return Judgement(Verdict.SKIP, f"unsupported: {plain(message)}" if message else "unsupported")
        case Evaded(message):
            said = f": {plain(message)}" if message else ""
            return Judgement(Verdict.FAIL, f"answered unsupported, though strings of every type can hold this{said}")
        case Rejected(message):  # any reason will do: a target's own words are never compared
            said = f": {plain(message)}" if message else ""
            valid = isinstance(expectation, Returns)
            return Judgement(Verdict.FAIL, f"refused a valid input{said}") if valid else _PASS
        case Returned(value):
            if isinstance(expectation, Rejects):
                return Judgement(Verdict.FAIL, f"accepted an input that must be refused ({expectation.reason})")
            return _compare(expectation, value, operation, digit_case)


def _compare(
    expectation: Returns | Either, value: tuple[int, ...], operation: Operation, digit_case: str | None
) -> Judgement:
    right, encoding = expectation.value, operation is Operation.ENCODE
    if expectation.caseless:
        may_be_marked = isinstance(expectation, Either) or is_marked(right, operation)
        if fold(value) == fold(right) or (may_be_marked and is_marked(value, operation)):
            return _PASS
    if not (same_encoding(value, right) if encoding else value == right):
        free = f" (a refusal would do too: {', '.join(expectation.choices)})" if isinstance(expectation, Either) else ""
        return Judgement(Verdict.FAIL, f"{difference(right, value)}{free}")
    seen = case_of_digits(value) if encoding else None
    # Declared "mixed" is the annotation of appendix A. Where nothing is declared, a law looks at all answers together.
    if digit_case in ("lower", "upper") and seen not in (None, digit_case):
        return Judgement(Verdict.FAIL, f"digits are in {seen} case, but {digit_case} case is declared")
    return _PASS


def difference(expected: Sequence[int], got: Sequence[int]) -> str:
    """The first difference between two sequences of code points, in words."""
    at = parting(expected, got)
    if at < min(len(expected), len(got)):
        return f"wrong at index {at}: expected U+{expected[at]:04X}, got U+{got[at]:04X}"
    if len(got) < len(expected):
        return f"ends after {len(got):,} of {len(expected):,} code points"
    return f"{len(got) - len(expected):,} code points too many after the {len(expected):,} expected"
