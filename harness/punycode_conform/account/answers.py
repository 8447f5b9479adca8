"""The answers of a run as a whole: names of crashes, crashes that may be refusals, constant, slow and lenient answers, and
those that depend on earlier calls.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, takewhile
from typing import NamedTuple

from msgspec.structs import replace

from ..codec import PUNYCODE, Reason
from ..codec.trace import decoding
from ..notation import quote, show
from ..suite.choices import Choices, Facts
from ..suite.oracle import Expectation, Rejects, Returns, light_facts, must_be_given, very_long
from ..suite.outcome import (
    STRAY,
    Call,
    Crashed,
    Operation,
    Outcome,
    Rejected,
    Returned,
    TimedOut,
    Unsupported,
    unambiguous,
)
from .features import REFUSED
from .search import Over

_COLON = re.compile(r"(?<!:):(?!:)")  # std::length_error is one name
_NAME = re.compile(r"\w[\w .:$-]{0,58}")
_CLASS = re.compile(r"(?:[\w$]+(?:\.|::))*[A-Za-z_$][\w$]*")
# One mistake has another name in each language. A stack overflows too, so it comes first.
_FAMILIES = {"stack": "stack|recursion", "index": "index|bounds|subscript", "key": "key", "overflow": "overflow"}
_FAMILIES["division"] = "divi|modulo"
_VALUES = re.compile(r"'[^']*'|\"[^\"]*\"|\b(?:0x|U\+)?[0-9][0-9A-Fa-f]*\b")
_NEARLY_ALL = 0.95
_DIFFERENT = 8  # right answers that differ
_FEWEST = 3  # wrong answers that have something in common
_CHARACTERS = 32  # that are named
_TRIED, _LAST = 3, 64  # calls; of each the earlier calls asked again together
_ROUNDS = 5  # times that a call is right alone and wrong after others

Fresh = Callable[[Sequence[Call]], Sequence[Outcome | None]]
"""Asks some calls of a new process."""
Wrong = Callable[[Outcome | None], bool]
"""Whether an answer is the wrong one."""


class Answer(NamedTuple):
    """A target's answer to a case, with the oracle's facts about the call."""

    id: str
    call: Call
    outcome: Outcome
    facts: Facts
    failed: bool


class Finding(NamedTuple):
    """An observation: in a sentence or two, the answers that it rests on, the failed calls that it covers."""

    says: str
    evidence: str
    calls: frozenset[Call]
    repeat: tuple[Call, ...] = ()  # of an answer that depends on earlier calls: these calls and its own


def crash_name(outcome: Outcome) -> str:
    """The name of a crash: the exception's class or the signal, without its message."""
    if not isinstance(outcome, Crashed):
        return ""
    # The message may hold the input or an address, and then one fault would have many names.
    head = _COLON.split(outcome.message)[0].split("(")[0].strip()
    return head if _NAME.fullmatch(head) else "crash"


def ended(outcome: Outcome) -> bool:
    """Whether a crash was the end of the process."""
    # The words in which targets/child.py reports the end of a process.
    return isinstance(outcome, Crashed) and outcome.message.startswith(("killed", "it "))


def died(outcome: Outcome) -> bool:
    """Whether a crash cost the process, and so a new one for each time that it is repeated."""
    return ended(outcome) or crash_name(outcome).startswith((STRAY, "a line of"))


def is_answer(crash: Crashed) -> bool:
    """Whether a crash stands for an answer that is no result: too long, or not of the protocol."""
    return crash_name(crash).startswith((STRAY, "an answer", "a line of"))


def exception(crash: Crashed) -> str:
    """The class of the exception that a crash names, with its module; empty if a process died, or if it names none."""
    name = crash_name(crash)
    return name if name != "crash" and not died(crash) and _CLASS.fullmatch(name) else ""


def crash_kind(crash: Crashed) -> str:
    """A crash's kind: its family of exceptions, otherwise the message without numbers and quoted values."""
    name = re.split(r"\.|::", exception(crash))[-1]
    families = (family for family, words in _FAMILIES.items() if re.search(words, name, re.IGNORECASE))
    return next(families, _VALUES.sub("_", crash.message))


def likely_refusals(answers: Iterable[tuple[Expectation, Outcome]]) -> list[tuple[str, int]]:
    """The exceptions by which a target seems to refuse, with their number, the most frequent first.

    Each comes nearly only where a refusal was due or allowed. Together they answer most calls that must be refused.
    """
    due, every, fitting, meant = list[Outcome](), Counter[str](), Counter[str](), Counter[str]()
    for expectation, outcome in answers:
        due += [outcome] * isinstance(expectation, Rejects)
        if isinstance(outcome, Crashed) and (name := exception(outcome)):
            every[name] += 1
            fitting[name] += not isinstance(expectation, Returns)
            meant[name] += isinstance(expectation, Rejects)
    likely = [(name, calls) for name, calls in fitting.most_common() if calls and calls >= _NEARLY_ALL * every[name]]
    crashes = sum(meant[name] for name, _ in likely)
    refused = sum(isinstance(outcome, Rejected) for outcome in due)
    return likely if 2 * crashes > len(due) and refused <= crashes else []


def constant_answer(answers: Iterable[tuple[Call, Expectation, Outcome]]) -> str:
    """The one answer that a target gives to all calls, in words with "every call" as the subject; empty if there is none.

    Such a target never reaches its codec, or always says one thing. Of few calls a right codec could give it too.
    """
    said, wanted = set[str](), set[tuple[int, ...]]()
    for call, expectation, outcome in answers:
        if isinstance(outcome, Unsupported) or not call.input:  # the empty input looks like any answer
            continue
        match outcome:
            case Rejected():
                said.add("is refused")
            case Crashed(message):
                said.add(f"fails with {message.partition(':')[0]}")
            case Returned(value) if value == call.input:
                said.add("gives its input back")
            case Returned(value):
                said.add(f"gives {quote(value, 40) if value else 'nothing'}")
            case _:
                return ""
        if isinstance(expectation, Returns) and outcome != Returned(expectation.value):
            wanted.add(expectation.value)
        if len(said) > 1:
            return ""
    return said.pop() if len(wanted) >= _DIFFERENT else ""


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
        notes = []
        for call, outcome in self._first.values():
            length = f"{len(call.input):,} {'code points' if call.operation is Operation.ENCODE else 'characters'}"
            missed = self._missed[call.operation]
            more = f"; {missed:,} call{'s' * (missed > 1)} as long or longer not made" if missed else ""
            notes.append(f"{call.operation.value}: no answer within {outcome.limit:g} s to {length}{more}")
        return notes


def acceptances(answers: Sequence[Answer]) -> Iterator[Finding]:
    """Yield what the failures of each kind of input that a decoder must refuse have in common."""
    for reason, kind in REFUSED.items():
        of = [one for one in answers if one.facts.reason == reason and one.call.operation is Operation.DECODE]
        for sort, does in ((Returned, "accepts"), (Crashed, "crashes on")):
            wrong = frozenset(one.call for one in of if isinstance(one.outcome, sort))
            if _FEWEST <= len(wrong) == len(of):
                yield Finding(f"Decode {does} all {kind} (6.2).", f"All {len(of):,} cases show it.", wrong)
            elif len(wrong) >= _FEWEST and reason == Reason.BAD_DIGIT:
                yield from _characters(of, wrong, does)


def _characters(of: Sequence[Answer], wrong: frozenset[Call], does: str) -> Iterator[Finding]:
    """Yield the characters that fail, where there are few of them, or where all in a range fail, but perhaps hyphens."""
    errors = ((one.call, decoding(one.call.input).error) for one in of)
    characters = {call: -1 if error is None else call.input[error.position] for call, error in errors}
    failed, tried = {characters[call] for call in wrong}, {*characters.values()}
    having = [call for call, character in characters.items() if character in failed]
    # Those of another kind of failure are neither.
    others = tried - {characters[one.call] for one in of if one.failed}
    few, between = len(failed) <= _CHARACTERS, tried.intersection(range(min(failed), max(failed)))
    if not (few or between - {PUNYCODE.delimiter} <= failed):
        return
    but = ", apart from hyphens" * (not between <= failed)
    which = show(sorted(failed)) if few else f"all that were tried from U+{min(failed):04X} to U+{max(failed):04X}{but}"
    some = "some " * (2 * len(wrong) < len(having))
    says = f"Decode {does} {some}input with characters that are no digits (6.2): {which}."
    rest = f" With {len(others):,} other characters there, input is refused each time." * bool(others)
    yield Finding(says, f"{len(wrong):,} of {len(having):,} cases with them in place of a digit show it.{rest}", wrong)


def dependence(
    answers: Mapping[Call, Outcome],
    seen: Mapping[Call, Outcome],
    fresh: Fresh,
    over: Over,
    known: Iterable[Sequence[Call]] = (),
) -> Finding | None:
    """The observation that an answer depends on earlier calls, such as are ``known`` to matter; None if there is none."""
    # Of two answers to one call the later may be the right one.
    failed = {call: outcome for call, outcome in answers.items() if not _is_right(call, outcome)}
    shortest = sorted(failed, key=lambda call: len(call.input))
    # The first that failed has the fewest calls before it.
    tried = list(dict.fromkeys((*shortest[:_TRIED], *[call for call in seen if call in failed][:1])))
    first = {call: fresh([call])[0] for call in tried if not over()}
    alone = [call for call, outcome in first.items() if _is_right(call, outcome)]
    for call in alone:
        for row in chain(known, _causes(call, failed[call], seen, fresh, over)):
            begin = [] if isinstance(seen.get(row[0]), Returned) else _accepted(row[0].operation, seen)
            for begun in ([], begin) if begin else ([],):
                if over():
                    return None
                trials = (
                    _is_wrong(call, fresh([*begun, *row, call])[-1]) and _is_right(call, fresh([call])[0])
                    for _ in range(_ROUNDS)
                )
                if all(trials) and _is_wrong(call, fresh([*begin, *row, call])[-1]):
                    return _dependent(call, begun, row, seen, failed if len(alone) == len(first) else alone)
    return None


def _dependent(
    call: Call, begun: Sequence[Call], row: Sequence[Call], seen: Mapping[Call, Outcome], failed: Iterable[Call]
) -> Finding:
    last = _named(row[-1]) + ", which is refused," * isinstance(seen.get(row[-1]), Rejected)
    after = f"{len(row):,} calls, {_named(row[0])} first and {last} last," if len(row) > 1 else last
    says = f"As the first call of a process, {_named(call)} is right; after {after} it is wrong."
    began = "".join(f"; before {_named(row[0])} came {_named(first)}" for first in begun)
    evidence = f"Tried {_ROUNDS} times, each in new processes{began}."
    return Finding(says, evidence, frozenset(failed), (*begun, *row, call))


def _accepted(operation: Operation, seen: Mapping[Call, Outcome]) -> list[Call]:
    """A call to begin with: after a first one that fails, a worker tries unseen what types a function takes."""
    return [one for one in seen if one.operation is operation and one.input and isinstance(seen[one], Returned)][:1]


def _causes(
    call: Call, outcome: Outcome, seen: Mapping[Call, Outcome], fresh: Fresh, over: Over
) -> Iterator[Sequence[Call]]:
    """Yield the earlier calls that may make a call wrong: single ones, then several in a row."""
    earlier = list(takewhile(call.__ne__, seen))
    wrong = partial(_is_wrong, call)
    row = last_causes(earlier[-_LAST:], call, wrong, fresh)
    yield from ([before] for before in (*row[:1], *_candidates(call, outcome, earlier[::-1], seen)))
    if row and not over():
        yield row[: _least(len(row), lambda count: wrong(fresh([*row[:count], call])[-1]))]
    elif len(earlier) > _LAST and not over() and (row := last_causes(earlier, call, wrong, fresh)):
        yield from (row[:1], row)


def last_causes(before: Sequence[Call], call: Call, wrong: Wrong, fresh: Fresh) -> Sequence[Call]:
    """The fewest of the calls before one that make it wrong, up to the last; none if they do not."""
    if not before or not wrong(fresh([*before, call])[-1]):
        return ()
    return before[-_least(len(before), lambda count: wrong(fresh([*before[-count:], call])[-1])) :]


def _least(most: int, holds: Callable[[int], bool]) -> int:
    """A number from which on something holds, by halves, if it does not for 0 and does for the most."""
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _is_right(call: Call, outcome: Outcome | None) -> bool:
    facts = light_facts(call)
    return not must_be_given(facts, Choices()) if isinstance(outcome, Rejected) else facts.met_by(outcome)


def _is_wrong(call: Call, outcome: Outcome | None) -> bool:
    return outcome is not None and not _is_right(call, outcome)


def _candidates(call: Call, outcome: Outcome, before: Sequence[Call], seen: Mapping[Call, Outcome]) -> list[Call]:
    """The earlier calls that may change an answer, the likely ones first; ``before`` are those before it, the last first."""
    twins = [other for other, answer in seen.items() if other != call and answer == outcome]
    same_side = [other for other in before if other.operation is call.operation]
    refused = [other for other in same_side if isinstance(seen[other], Rejected)]
    # Something else may be kept by a call of the other operation, or by a call like this one.
    others = (*before[:1], call, *(other for other in same_side if len(other.input) == len(call.input)))
    return list(dict.fromkeys((*twins[:2], *same_side[:2], *refused[:2], *others[:3])))


def _named(call: Call) -> str:
    return f"{call.operation} of {unambiguous(call.input)}"
