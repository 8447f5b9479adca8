"""The answers of a run as a whole: kinds of crashes, crashes that may be refusals, constant answers, slow answers."""

import re
from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from ..notation import quote
from ..suite.oracle import Expectation, Rejects, Returns, very_long
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported

_NAMED = re.compile(r"(?:[\w$]+(?:\.|::))*[A-Za-z_$][\w$]*(?=:|$)")  # with its module, as --rejects takes it
_OWN = ("killed by", "it ended", "protocol error")  # what a session says of the death of a process
# One mistake has another name in each language. A stack overflows too, so it comes first.
_FAMILIES = {"stack": "stack|recursion", "index": "index|bounds|subscript", "key": "key", "overflow": "overflow"}
_FAMILIES["division"] = "divi|modulo"
_VALUES = re.compile(r"'[^']*'|\"[^\"]*\"|\b(?:0x|U\+)?[0-9][0-9A-Fa-f]*\b")
_NEARLY_ALL = 0.95
_DIFFERENT, _ENOUGH = 8, 1000  # right answers that differ; answers that are alike, after which a run stops


def exception(message: str) -> str:
    """The class of the exception that a crash's message begins with; empty if a process died, or if it names none."""
    match = None if message.startswith(_OWN) else _NAMED.match(message)
    return match[0] if match else ""


def crash_kind(message: str) -> str:
    """A crash's kind: its family of exceptions, otherwise the message without numbers and quoted values."""
    name = re.split(r"\.|::", exception(message))[-1]
    families = (family for family, words in _FAMILIES.items() if re.search(words, name, re.IGNORECASE))
    return next(families, _VALUES.sub("_", message))


def likely_refusals(answers: Iterable[tuple[Expectation, Outcome]]) -> list[tuple[str, int]]:
    """The exceptions by which a target seems to refuse, with their number, the most frequent first.

    Each comes nearly only where a refusal was due or allowed. Together they answer most calls that must be refused.
    """
    due, every, fitting, meant = list[Outcome](), Counter[str](), Counter[str](), Counter[str]()
    for expectation, outcome in answers:
        due += [outcome] * isinstance(expectation, Rejects)
        if isinstance(outcome, Crashed) and (name := exception(outcome.message)):
            every[name] += 1
            fitting[name] += not isinstance(expectation, Returns)
            meant[name] += isinstance(expectation, Rejects)
    likely = [(name, calls) for name, calls in fitting.most_common() if calls and calls >= _NEARLY_ALL * every[name]]
    crashes = sum(meant[name] for name, _ in likely)
    refused = sum(isinstance(outcome, Rejected) for outcome in due)
    return likely if 2 * crashes > len(due) and refused <= crashes else []


class ConstantAnswer:
    """The one answer that a target gives to all calls so far: it never reaches its codec, or always says one thing."""

    def __init__(self) -> None:
        self._first: str | tuple[int, ...] | None = None
        self._count = 0
        self._wanted: set[tuple[int, ...]] = set()

    @property
    def says(self) -> str:
        """The answer in words, with "every call" as the subject; empty if a right codec could give it."""
        if self._first is None or len(self._wanted) < _DIFFERENT:
            return ""
        if isinstance(self._first, str):
            return self._first
        return f"gives {quote(self._first, 40) if self._first else 'nothing'}"

    @property
    def enough(self) -> bool:
        """Whether further answers would show nothing new."""
        return self._count >= _ENOUGH and len(self._wanted) >= _DIFFERENT

    def take(self, call: Call, expectation: Expectation, outcome: Outcome) -> bool:
        """Take an answer; gives whether all are alike so far."""
        if isinstance(outcome, Unsupported) or not call.input:  # the empty input looks like any answer
            return True
        match outcome:
            case Rejected():
                answer: str | tuple[int, ...] | None = "is refused"
            case Crashed(message):
                answer = f"fails with {message.partition(':')[0]}"
            case Returned(value):
                answer = "gives its input back" if value == call.input else value
            case _:
                answer = None
        if answer is None or (self._count and answer != self._first):
            return False
        self._first = answer
        self._count += 1
        if isinstance(expectation, Returns) and outcome != Returned(expectation.value):
            self._wanted.add(expectation.value)
        return True

    @classmethod
    def of(cls, answers: Iterable[tuple[Call, Expectation, Outcome]]) -> str:
        """The words for all answers if they are alike, and a codec would have to give several; otherwise empty."""
        constant = cls()
        return constant.says if all(constant.take(*answer) for answer in answers) else ""


class SlowAnswers:
    """Late answers to very long calls: RFC 3492 sets no limit of time, so they are remarks and no failures."""

    def __init__(self, *, spared: bool) -> None:
        self.spared = spared
        self._first: dict[Operation, tuple[Call, TimedOut]] = {}
        self._missed: Counter[Operation] = Counter()

    def spares(self, call: Call, outcome: Outcome) -> bool:
        """Whether an answer is late, and this is no failure."""
        return self.spared and isinstance(outcome, TimedOut) and very_long(call)

    def take(self, call: Call, outcome: Outcome) -> None:
        """Remember an answer if it is late and no failure."""
        if isinstance(outcome, TimedOut) and self.spares(call, outcome):
            self._first.setdefault(call.operation, (call, outcome))

    def instead(self, call: Call) -> TimedOut | None:
        """The outcome of a call that need not be made, since a shorter one was late; None if it is to be made."""
        first = self._first.get(call.operation)
        if first is None or len(call.input) < len(first[0].input):
            return None
        self._missed[call.operation] += 1
        return replace(first[1], asked=False)

    @property
    def notes(self) -> list[str]:
        """A remark for each operation that was late."""
        return [self._note(*first) for first in self._first.values()]

    def _note(self, call: Call, outcome: TimedOut) -> str:
        unit = "code points" if call.operation is Operation.ENCODE else "characters"
        missed = self._missed[call.operation]
        more = f"; {missed:,} call{'s' * (missed > 1)} as long or longer not made" if missed else ""
        return f"{call.operation.value}: no answer within {outcome.limit:g} s from {len(call.input):,} {unit} on{more}"
