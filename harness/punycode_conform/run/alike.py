"""Answers that are all alike: those of a target that never reaches its codec, or that always says one thing."""

from collections.abc import Iterable

from ..notation import quote
from ..suite.oracle import Returns
from ..suite.outcome import Crashed, Rejected, Returned
from ..suite.verdict import BAD, Verdict
from .result import CaseResult

_DIFFERENT = 8  # right answers that a codec would have to give, so that one answer to all of them is no accident
_ENOUGH = 1000  # answers after which a run stops: they are those of many themes, and no fault of one theme is in all


class Alike:
    """The results of a run so far, as long as all answers are alike."""

    def __init__(self) -> None:
        self._first: str | tuple[int, ...] | None = None
        self._count = 0
        self._wanted: set[tuple[int, ...]] = set()

    @property
    def says(self) -> str:
        """The answer in words, with "every call" as the subject; empty if answers differ."""
        match self._first:
            case str(words):
                return words
            case tuple(value):
                return f"gives {quote(value, 40) if value else 'nothing'}"
        return ""

    @property
    def enough(self) -> bool:
        """Whether further answers would show nothing new."""
        return self._count >= _ENOUGH and len(self._wanted) >= _DIFFERENT

    def take(self, result: CaseResult) -> bool:
        """Take a result; gives whether all are alike so far."""
        if result.verdict is Verdict.SKIP or not result.call.input:  # the empty input looks like any answer
            return True
        answer = _answer(result)
        if answer is None or (self._count and answer != self._first):
            return False
        self._first = answer
        self._count += 1
        if isinstance(result.expectation, Returns) and result.verdict in BAD:
            self._wanted.add(result.expectation.value)
        return True

    @classmethod
    def of(cls, results: Iterable[CaseResult]) -> str:
        """The words for all calls if they are alike, and a codec would have to give several answers; else empty."""
        found = cls()
        return found.says if all(map(found.take, results)) and len(found._wanted) >= _DIFFERENT else ""


def _answer(result: CaseResult) -> str | tuple[int, ...] | None:
    """The part of an answer that is compared: its value, or words; None if there is none."""
    match result.outcome:
        case Rejected():
            return "is refused"
        case Crashed(message):
            return f"fails with {message.partition(':')[0]}"
        case Returned(value):
            return "gives its input back" if value == result.call.input else value
    return None
