"""The search for the condition of one sort of failure of one operation, by new calls that could break each that is found."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..codec.second import encode_code_points
from ..suite.choices import Choices
from ..suite.oracle import MAX_UNICODE, expect, light_facts
from ..suite.outcome import Call, Operation, Outcome
from ..suite.verdict import BAD, judge
from .condition import Condition, after, before, exact
from .finding import Answer, sort_of
from .sample import Points, Sample
from .text import between, changed, is_plain

Ask = Callable[[Sequence[Call]], Sequence[Outcome | None]]
"""Takes calls; gives their outcomes, None where there was no time."""
Over = Callable[[], bool]
"""Whether the time is over."""

_SHRUNK, _OTHERS = 10, 500  # wrong texts that are made shorter; answers of the run that are looked at
_FEWEST = 8  # new answers of each sort that a rule must have foretold
_ROUNDS = 8  # of new calls; each rule that breaks takes one
_HALVES = 24  # steps to the edge of a condition
_CALLS = 80  # in a round
_MOST = 50_000  # code points of the texts that a round chooses from


class Rule(NamedTuple):
    """A condition that new calls did not break, with how many of the last were wrong, and right."""

    condition: Condition
    wrong: int
    right: int


class Search:
    """The search for one operation and one sort of failure.

    Attributes:
        operation, sort: of the failures.
        samples: all that is known.
        new: the wrong answers to new calls.
    """

    def __init__(self, operation: Operation, sort: str, ask: Ask, over: Over) -> None:
        self.operation, self.sort, self.ask, self.over = operation, sort, ask, over
        self.chance = random.Random(0)
        self.samples: list[Sample] = []
        self.new: list[Answer] = []
        self._known: set[Call] = set()

    def take(self, answers: Sequence[Answer]) -> None:
        """Take some of the answers of a run, evenly."""
        for one in answers[:: max(1, len(answers) // _OTHERS)]:
            self._keep(one)

    def _keep(self, one: Answer) -> None:
        self._known.add(one.call)
        self.samples.append(Sample.of(one.call, one.text, one.failed))

    def try_(self, texts: Iterable[Points]) -> list[Sample]:
        """Ask about texts that were not asked yet; the samples of those that are right, or wrong in the way looked for."""
        calls: dict[Call, Points] = {}
        for text in texts:
            if is_plain(text) and (call := self.call(text)) not in self._known:
                calls[call] = text
        first = len(self.samples)
        for (call, text), outcome in zip(calls.items(), self.ask(list(calls)), strict=True):
            wrong = None if outcome is None else _is_wrong(call, outcome, self.sort)
            if outcome is not None and wrong is not None:
                self._keep(answer := Answer(call, text, outcome, wrong))
                self.new += [answer] * wrong
        return self.samples[first:]

    def call(self, text: Points) -> Call:
        """The call of the operation whose decoded side is a text."""
        if self.operation is Operation.ENCODE:
            return Call(self.operation, text)
        return Call(self.operation, tuple(map(ord, encode_code_points(text))))

    def rule(self) -> Rule | None:
        """The condition that new calls made to break it did not break."""
        self._shrink()
        self._round([])
        latest: list[Sample] = []
        best: Condition | None = None
        for _ in range(_ROUNDS):
            found = self._sharpened(exact(self.samples))
            if not found or self.over():
                return None
            if best is None or best.says != found[0].says:
                best, latest = found[0], []
            new = self._round(found)
            latest = [] if any(one.wrong is not best.holds(one) for one in new) else latest + new
            wrong = sum(one.wrong for one in latest)
            if best.sharp and len(latest) >= _CALLS and _is_tried(best, latest):
                return Rule(best, wrong, len(latest) - wrong)
        return None

    def _shrink(self) -> None:
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

    def _sharpened(self, found: list[Condition]) -> list[Condition]:
        """Go by halves to the edge of the first condition, if that is a number's; the conditions that are left then."""
        for _ in range(_HALVES):
            blunt = [one for rule in found[:1] for one in (rule.parts or (rule,)) if not one.sharp]
            texts = [text for one in blunt for text in self._at_edges(one)]
            if not texts or self.over() or not self.try_(texts):
                return found
            found = exact(self.samples)
        return found

    def _at_edges(self, rule: Condition) -> Iterator[Points]:
        """Yield texts that are like a wrong one, but nearer to the right ones."""
        if rule.number == "code point":
            clean = {c for one in self.samples if not one.wrong for c in one.text}
        else:
            clean = {one.numbers[rule.number] for one in self.samples if rule.number and not one.wrong}
        edges = []
        if rule.least is not None:
            edges.append((rule.least, max((n for n in clean if n < rule.least), default=-1)))
        if rule.greatest is not None:
            edges.append((rule.greatest, min((n for n in clean if n > rule.greatest), default=MAX_UNICODE + 1)))
        wrong = sorted((one for one in self.samples if one.wrong), key=lambda one: len(one.text))
        for edge, other in edges:
            having = [one.text for one in wrong if _has(one, rule.number, edge)]
            for text in having[:3]:
                yield from between(text, (other, edge), rule.number)

    def _near(self, few: int) -> Iterator[Points]:
        """Yield texts a step away from wrong ones and from right ones, the shorter ones more often."""
        sides = [sorted((one.text for one in self.samples if one.wrong is wrong), key=len) for wrong in (True, False)]
        for at in range(few):
            side = sides[at % 3 == 2] or sides[0]
            text = side[int(len(side) * self.chance.random() ** 2)]
            yield changed(text, self.chance, side)

    def _round(self, found: Sequence[Condition]) -> list[Sample]:
        """Ask what could break rules: what they disagree on first, then as many that the first foretells wrong as right."""
        made, left = list[Sample](), _MOST
        for text in dict.fromkeys((*self._near(4 * _CALLS), *self._ends())):
            if is_plain(text) and len(text) <= left and not self.over():
                made.append(Sample.of(self.call(text), text, False))
                left -= len(text)
        if not found:
            return self.try_(one.text for one in made[:_CALLS])
        split = [one for one in made if len({rule.holds(one) for rule in found[:12]}) > 1]
        sides = [[one for one in made if found[0].holds(one) is side] for side in (True, False)]
        # A part alone of a rule of two must be right.
        parts = [one for one in sides[1] if any(part.holds(one) for part in found[0].parts)]
        few = _CALLS // 2
        return self.try_(one.text for one in split[:few] + sides[0][:few] + parts[:few] + sides[1][:few])

    def _ends(self) -> Iterator[Points]:
        """Yield texts of lengths, and with code points, between those that are wrong and those that are right."""
        clean = sorted({c for one in self.samples if not one.wrong for c in one.text})
        for text in [one.text for one in self.samples if one.wrong][-6:]:
            for c in {*text}:
                low = max((d for d in clean if d < c), default=0)
                high = min((d for d in clean if d > c), default=MAX_UNICODE)
                for other in (max(before(c), 0), after(c), (c + low) // 2, (c + high) // 2, low, high):
                    yield tuple(other if d == c else d for d in text)
            for n in (1, 2, 3):
                yield text[:-n]
                yield text + text[-n:]


def _is_tried(rule: Condition, latest: Sequence[Sample]) -> bool:
    """Whether new answers tried a rule on both sides; of a rule of two, each part alone too."""
    wrong = sum(one.wrong for one in latest)
    alone = [sum(part.holds(one) and not one.wrong for one in latest) for part in rule.parts]
    return min(wrong, len(latest) - wrong, *(2 * few for few in alone)) >= _FEWEST


def _has(one: Sample, number: str, value: int) -> bool:
    return value in one.text if number == "code point" else one.numbers.get(number) == value


def _beginning(text: Points, length: int) -> Points:
    return text[:length]


def _end(text: Points, length: int) -> Points:
    return text[len(text) - length :]


def _is_wrong(call: Call, outcome: Outcome, sort: str) -> bool | None:
    """Whether an answer is wrong in the way looked for; None if it is neither that nor right."""
    facts = light_facts(call)
    if facts.met_by(outcome):
        return False
    bad = judge(expect(facts, Choices()), outcome, call.operation).verdict in BAD
    return True if bad and sort_of(outcome) == sort else None
