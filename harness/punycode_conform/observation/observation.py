"""Observations: under which condition a target is wrong, found from its answers and from new calls made to break it."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..codec.second import encode_code_points
from ..suite.choices import Choices
from ..suite.oracle import MAX_UNICODE, expect, light_facts
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned
from ..suite.verdict import BAD, judge
from .condition import Condition, exact
from .sample import Points, Sample

Ask = Callable[[Sequence[Call]], Sequence[Outcome | None]]
"""Takes calls; gives their outcomes, None where there was no time."""

Over = Callable[[], bool]

_LONGEST = 1100  # code points
_SHRUNK, _OTHERS = 10, 700  # wrong texts that are made shorter; right answers of the run that are looked at
_FEWEST = 8  # new answers of each sort that a rule must have foretold
_ROUNDS = 7  # of new calls; each rule that breaks takes one
_CALLS = 80  # in a round
_MOST = 50_000  # code points of the texts that a round chooses from
_DOES = {"wrong": "gives a wrong result", "refused": "refuses valid input", "crashed": "crashes on valid input"}


class Answer(NamedTuple):
    """A call of valid input, the decoded side, and the outcome; ``failed`` if that is a failure."""

    call: Call
    text: Points
    outcome: Outcome
    failed: bool


class Finding(NamedTuple):
    """An observation on some failures, with the calls that it covers.

    Attributes:
        says: in a sentence or two.
        evidence: the answers that it rests on, in a sentence.
        calls: of the failures.
    """

    says: str
    evidence: str
    calls: frozenset[Call]


class _Search:
    """The search for one operation and one sort of failure."""

    def __init__(self, operation: Operation, sort: str, ask: Ask, over: Over) -> None:
        self.operation, self.sort, self.ask, self.over = operation, sort, ask, over
        self.chance = random.Random(0)
        self.samples: list[Sample] = []
        self.known: set[Call] = set()

    def take(self, call: Call, text: Points, wrong: bool) -> None:
        """Keep an answer."""
        self.known.add(call)
        self.samples.append(Sample.of(call, text, wrong))

    def try_(self, texts: Iterable[Points]) -> list[Sample]:
        """Ask about texts that were not asked yet; the samples of those that are right, or wrong in the way looked for."""
        calls: dict[Call, Points] = {}
        for text in texts:
            call = self._call(text)
            if call not in self.known and _is_plain(text):
                calls[call] = text
        before = len(self.samples)
        for (call, text), outcome in zip(calls.items(), self.ask(list(calls)), strict=True):
            wrong = None if outcome is None else _is_wrong(call, outcome, self.sort)
            if wrong is not None:
                self.take(call, text, wrong)
        return self.samples[before:]

    def _call(self, text: Points) -> Call:
        if self.operation is Operation.ENCODE:
            return Call(self.operation, text)
        encoded = tuple(map(ord, encode_code_points(text)))
        return Call(self.operation, encoded)

    def shrink(self) -> None:
        """Look for shorter wrong texts: by halves for the shortest beginning and end that is still wrong."""
        wrong = sorted((one.text for one in self.samples if one.wrong), key=len)
        spread = wrong[: _SHRUNK // 2] + wrong[_SHRUNK // 2 :: max(1, 2 * len(wrong) // _SHRUNK)]
        for cut in (_beginning, _end):
            texts = list(dict.fromkeys(spread))
            ranges = [(0, len(text)) for text in texts]  # right with so many code points, wrong with so many
            while any(high - low > 1 for low, high in ranges) and not self.over():
                parts = [cut(text, (low + high) // 2) for text, (low, high) in zip(texts, ranges, strict=True)]
                self.try_(parts)
                answers = {one.text: one.wrong for one in self.samples}
                ranges = [
                    (low, (low + high) // 2) if answers.get(part) else ((low + high) // 2, high)
                    for part, (low, high) in zip(parts, ranges, strict=True)
                ]
            spread = [cut(text, high) for text, (_, high) in zip(texts, ranges, strict=True)]

    def near(self, few: int) -> Iterator[Points]:
        """Yield texts a step away from wrong ones and from right ones, the shorter ones more often."""
        sides = [sorted((one.text for one in self.samples if one.wrong is wrong), key=len) for wrong in (True, False)]
        for at in range(few):
            side = sides[at % 3 == 2] or sides[0]
            text = side[int(len(side) * self.chance.random() ** 2)]
            yield _changed(text, self.chance, side)

    def round(self, found: Sequence[Condition]) -> list[Sample]:
        """Ask what could break rules: what they disagree on first, then as many that the first foretells wrong as right."""
        texts = [*dict.fromkeys(self.near(4 * _CALLS)), *self._edges()]
        made, left = list[Sample](), _MOST
        for text in dict.fromkeys(texts):
            if _is_plain(text) and len(text) <= left and not self.over():
                made.append(Sample.of(self._call(text), text, False))
                left -= len(text)
        split = [one for one in made if len({rule.holds(one) for rule in found[:12]}) > 1]
        sides = [[one for one in made if found and found[0].holds(one) is side] for side in (True, False)]
        chosen = split[: _CALLS // 2] + sides[0][: _CALLS // 2] + sides[1][: _CALLS // 2] if found else made[:_CALLS]
        return self.try_(one.text for one in chosen)

    def _edges(self) -> Iterator[Points]:
        """Yield texts of lengths, and with code points, between those that are wrong and those that are right."""
        wrong = [one.text for one in self.samples if one.wrong][-6:]
        clean = sorted({c for one in self.samples if not one.wrong for c in one.text})
        for text in wrong:
            for c in {*text}:
                low = max((d for d in clean if d < c), default=0)
                high = min((d for d in clean if d > c), default=MAX_UNICODE)
                for other in (max(c - 1, 0), c + 1, (c + low) // 2, (c + high) // 2, low, high):
                    yield tuple(other if d == c else d for d in text)
            for n in (1, 2, 3):
                yield text[:-n]
                yield text + text[-n:]


def observations(answers: Sequence[Answer], ask: Ask, over: Over) -> Iterator[Finding]:
    """Yield what was found of each operation and sort of failure, and did not break.

    Args:
        answers: of the run, for valid input; failures that have a likely cause are not among them.
        ask: the target, in a new process.
        over: whether the time for the search is over.
    """
    for operation in Operation:
        for sort, does in _DOES.items():
            of = [one for one in answers if one.call.operation is operation and _is_plain(one.text)]
            wrong = [one for one in of if one.failed and _sort(one.outcome) == sort]
            if len(wrong) >= 2 and not over():
                yield from _observed(
                    _Search(operation, sort, ask, over), does, wrong, [one for one in of if not one.failed]
                )


def _observed(search: _Search, does: str, wrong: Sequence[Answer], right: Sequence[Answer]) -> Iterator[Finding]:
    again = search.ask([one.call for one in wrong[:20]])
    if not all(one is not None and _sort(one) == search.sort for one in again):
        return  # the answer depends on calls before it, or on chance
    every = max(1, len(right) // _OTHERS)
    for one in (*wrong[:_OTHERS], *right[::every]):
        search.take(one.call, one.text, one.failed)
    of_run = len(search.samples)
    search.shrink()
    search.round([])
    rule, sides = _unbroken(search) or (None, (0, 0))
    # All answers of the run, not only those that were looked at.
    if rule and all(rule.holds(Sample.of(one.call, one.text, one.failed)) is one.failed for one in (*wrong, *right)):
        counts = f"So in {len(wrong):,} of {len(wrong):,} cases, and in none of {len(right):,} others."
        made = f"{len(search.samples) - of_run:,} new calls"
        new = f"{made} did not break it: of the last, {sides[0]} wrong and {sides[1]} right."
        says = f"{search.operation.capitalize()} {does} exactly when {rule.says}."
        yield Finding(says, f"{counts} {new}", frozenset(one.call for one in wrong))


def _unbroken(search: _Search) -> tuple[Condition, tuple[int, int]] | None:
    """The condition that new calls made to break it did not break, with how many of them were wrong, and right."""
    latest: list[Sample] = []
    rule: Condition | None = None
    for _ in range(_ROUNDS):
        found = exact(search.samples)
        if not found or search.over():
            return None
        if rule is None or rule.says != found[0].says:
            rule, latest = found[0], []
        new = search.round(found)
        latest = [] if any(one.wrong is not rule.holds(one) for one in new) else latest + new
        wrong = sum(one.wrong for one in latest)
        sides = wrong, len(latest) - wrong
        if min(sides) >= _FEWEST and rule.sharp and len(latest) >= _CALLS:
            return rule, sides
    return None


def _beginning(text: Points, length: int) -> Points:
    return text[:length]


def _end(text: Points, length: int) -> Points:
    return text[len(text) - length :]


def _is_plain(text: Points) -> bool:
    """Whether a text is of Unicode and has no surrogates, and is not so long that asking about it takes all the time."""
    if max(text, default=0) > MAX_UNICODE or len(text) > _LONGEST:
        return False
    return not any(0xD800 <= c <= 0xDFFF for c in text)


def _sort(outcome: Outcome) -> str:
    match outcome:
        case Returned():
            return "wrong"
        case Rejected():
            return "refused"
        case Crashed():
            return "crashed"
    return ""


def _is_wrong(call: Call, outcome: Outcome, sort: str) -> bool | None:
    """Whether an answer is wrong in the way looked for; None if it is neither that nor right."""
    facts = light_facts(call)
    if facts.met_by(outcome):
        return False
    bad = judge(expect(facts, Choices()), outcome, call.operation).verdict in BAD
    return True if bad and _sort(outcome) == sort else None


def _changed(text: Points, chance: random.Random, others: Sequence[Points]) -> Points:
    """A text with one change, or beside another text."""
    at, how = chance.randrange(len(text) + 1), chance.randrange(9)
    before, after = text[:at], text[at:]
    other = others[chance.randrange(len(others))]
    match how:
        case 0:
            return before + after[1:]
        case 1:
            return (*before, chance.choice((0x61, 0x2D, 0x41, 0x31, 0xFC, 0x4E2D, 0x1F4A9)), *after)
        case 2:
            return (*before, chance.choice((0x61, 0x2D, 0x41, 0x31, 0xFC, 0x4E2D, 0x1F4A9)), *after[1:])
        case 3:
            return before + after[:1] + after
        case 4 if after:
            return (*before, max(0x80, after[0] + chance.choice((-1, 1, -32, 32))), *after[1:])
        case 5:
            return before + after[1:2] + after[:1] + after[2:]
        case 6:
            return text[chance.randrange(2) :: 2] if len(text) > 8 else text + text
        case 7:
            return text + other
        case _:
            return before + other[chance.randrange(len(other) + 1) :]
