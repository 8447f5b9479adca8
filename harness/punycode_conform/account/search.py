"""The search for the condition of one sort of failure of one operation, by new calls that could break each that is found."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from ..codec.second import deltas
from ..suite.choices import Choices
from ..suite.oracle import MAX_UNICODE, expect, light_facts
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned
from ..suite.verdict import BAD, judge
from .condition import CODE_POINT, Condition, Sample, after, before, exact
from .features import Points

Ask = Callable[[Sequence[Call]], Sequence[Outcome | None]]
"""Takes calls; gives their outcomes, None where there was no time."""
Over = Callable[[], bool]
"""Whether the time is over."""

_SHRUNK, _OTHERS = 10, 500  # wrong texts that are made shorter; answers of the run that are looked at
_FEWEST = 8  # new answers of each sort that a rule must have predicted
_ROUNDS, _CALLS = 8, 80  # rounds of new calls, each of which a wrong rule takes; calls in a round
_HALVES = 24  # steps to the edge of a condition
_MOST = 50_000  # code points of the texts that a round chooses from
_LONGEST = 1100  # code points of a text
_INSERTED = (0x61, 0x2D, 0x41, 0x31, 0xFC, 0x4E2D, 0x1F4A9)
Sort = type[Returned] | type[Rejected] | type[Crashed]
SORTS: dict[Sort, str] = {
    Returned: "gives a wrong result",
    Rejected: "refuses valid input",
    Crashed: "crashes on valid input",
}
"""The sorts of failures of valid input, in words."""


class Rule(NamedTuple):
    """A condition that new calls did not break, with how many of the last were wrong, and right."""

    condition: Condition
    wrong: int
    right: int


class Search:
    """The search for one operation and one sort of failure."""

    def __init__(self, operation: Operation, sort: Sort, ask: Ask, over: Over) -> None:
        self.operation, self.sort, self.ask, self.over = operation, sort, ask, over
        self.chance = random.Random(0)
        self.samples: list[Sample] = []
        self.new: list[tuple[Sample, Outcome]] = []

    def take(self, samples: Sequence[Sample]) -> None:
        """Take some of the answers of a run, evenly."""
        self.samples += samples[:: max(1, len(samples) // _OTHERS)]

    def _try(self, samples: Iterable[Sample]) -> list[Sample]:
        """Ask calls that were not asked yet; those that are right, or wrong in the way looked for."""
        seen = {sample.call for sample in self.samples}
        fresh = {one.call: one for one in samples if is_plain(one.text) and one.call not in seen}
        first = len(self.samples)
        for sample, outcome in zip(fresh.values(), self.ask(list(fresh)), strict=True):
            wrong = None if outcome is None else _is_wrong(sample.call, outcome, self.sort)
            if outcome is not None and wrong is not None:
                sample.wrong = wrong
                self.samples.append(sample)
                self.new += [(sample, outcome)] * wrong
        return self.samples[first:]

    def _made(self, texts: Iterable[Points]) -> Iterator[Sample]:
        return (Sample(self.operation, text) for text in texts if is_plain(text))

    def _texts(self, wrong: bool = True) -> list[Points]:
        return sorted((one.text for one in self.samples if one.wrong is wrong), key=len)

    def rule(self) -> Rule | None:
        """The condition that new calls made to break it did not break."""
        self._shrink()
        self._round([])
        latest, best = list[Sample](), None
        for _ in range(_ROUNDS):
            conditions = self._sharpened(exact(self.samples))
            if not conditions or self.over():
                return None
            if best is None or best.says != conditions[0].says:
                best, latest = conditions[0], []
            new = self._round(conditions)
            latest = [] if any(one.wrong is not best.holds(one) for one in new) else latest + new
            wrong = sum(one.wrong for one in latest)
            # Of a rule of two, each part alone must have been tried too.
            alone = [2 * sum(part.holds(one) and not one.wrong for one in latest) for part in best.parts]
            if best.sharp and len(latest) >= _CALLS and min(wrong, len(latest) - wrong, *alone) >= _FEWEST:
                return Rule(best, wrong, len(latest) - wrong)
        return None

    def _shrink(self) -> None:
        """Look for shorter wrong texts: by halves for the shortest beginning and end that is still wrong."""
        wrong = self._texts()
        spread = wrong[: _SHRUNK // 2] + wrong[_SHRUNK // 2 :: max(1, 2 * len(wrong) // _SHRUNK)]
        cuts: tuple[Callable[[Points, int], Points], ...] = (
            lambda text, length: text[:length],
            lambda text, length: text[len(text) - length :],
        )
        for cut in cuts:
            texts = list(dict.fromkeys(spread))
            ranges = [(0, len(text)) for text in texts]  # right with so many code points, wrong with so many
            while any(high - low > 1 for low, high in ranges) and not self.over():
                parts = [cut(text, (low + high) // 2) for text, (low, high) in zip(texts, ranges, strict=True)]
                self._try(self._made(parts))
                wrong_texts = {one.text for one in self.samples if one.wrong}
                ranges = [
                    (low, (low + high) // 2) if part in wrong_texts else ((low + high) // 2, high)
                    for part, (low, high) in zip(parts, ranges, strict=True)
                ]
            spread = [cut(text, high) for text, (_, high) in zip(texts, ranges, strict=True)]

    def _sharpened(self, conditions: list[Condition]) -> list[Condition]:
        """Go by halves to the edge of the first condition, if that is a number's; the conditions that are left then."""
        for _ in range(_HALVES):
            blunt = [part for one in conditions[:1] for part in (one.parts or (one,)) if not part.sharp]
            texts = [text for part in blunt for text in self._at_edges(part)]
            if not texts or self.over() or not self._try(self._made(texts)):
                return conditions
            conditions = exact(self.samples)
        return conditions

    def _at_edges(self, rule: Condition) -> Iterator[Points]:
        """Yield texts that are like a wrong one, but nearer to the right ones."""

        def values(one: Sample) -> Sequence[int]:
            return one.text if rule.number == CODE_POINT else (one.numbers[rule.number],) if rule.number else ()

        clean = {value for one in self.samples if not one.wrong for value in values(one)}
        edges = []
        if rule.least is not None:
            edges.append((rule.least, max((n for n in clean if n < rule.least), default=-1)))
        if rule.greatest is not None:
            edges.append((rule.greatest, min((n for n in clean if n > rule.greatest), default=MAX_UNICODE + 1)))
        wrong = sorted((one for one in self.samples if one.wrong), key=lambda one: len(one.text))
        for edge, other in edges:
            for text in [one.text for one in wrong if edge in values(one)][:3]:
                yield from _between(text, other, edge, rule.number)

    def _round(self, conditions: Sequence[Condition]) -> list[Sample]:
        """Ask inputs on which rules disagree, then as many that the first rule calls wrong as it calls right."""
        made, left = list[Sample](), _MOST
        for sample in self._made(dict.fromkeys((*self._near(4 * _CALLS), *self._ends()))):
            if len(sample.text) <= left and not self.over():
                made.append(sample)
                left -= len(sample.text)
        if not conditions:
            return self._try(made[:_CALLS])
        split = [one for one in made if len({rule.holds(one) for rule in conditions[:12]}) > 1]
        first, few = conditions[0], _CALLS // 2
        sides = [[one for one in made if first.holds(one) is side] for side in (True, False)]
        # A part alone of a rule of two must be right.
        parts = [one for one in sides[1] if any(part.holds(one) for part in first.parts)]
        return self._try(split[:few] + sides[0][:few] + parts[:few] + sides[1][:few])

    def _near(self, few: int) -> Iterator[Points]:
        """Yield texts a step away from wrong ones and from right ones, the shorter ones more often."""
        sides = [self._texts(wrong) for wrong in (True, False)]
        for at in range(few):
            side = sides[at % 3 == 2] or sides[0]
            yield _changed(side[int(len(side) * self.chance.random() ** 2)], self.chance, side)

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


def is_unicode(text: Points) -> bool:
    """Whether all of a text is in Unicode."""
    return max(text, default=0) <= MAX_UNICODE


def is_plain(text: Points) -> bool:
    """Whether a text is of Unicode and has no surrogates, and is not so long that asking about it takes all the time."""
    return is_unicode(text) and len(text) <= _LONGEST and not any(0xD800 <= c <= 0xDFFF for c in text)


def _is_wrong(call: Call, outcome: Outcome, sort: Sort) -> bool | None:
    """Whether an answer is wrong in the way looked for; None if it is neither that nor right."""
    facts = light_facts(call)
    if facts.met_by(outcome):
        return False
    bad = judge(expect(facts, Choices()), outcome, call.operation).verdict in BAD
    return True if bad and isinstance(outcome, sort) else None


def _with_delta(text: Points, at: int, value: int) -> Points | None:
    """The text whose encoded form has another delta; None if there is none in Unicode."""
    values = list(deltas(text))
    values[at] = value
    made, n, i = [c for c in text if c < 0x80], 0x80, 0
    for delta in values:
        step, i = divmod(i + delta, len(made) + 1)
        n += step
        if n > MAX_UNICODE:
            return None
        made.insert(i, n)
        i += 1
    return tuple(made)


def _changed(text: Points, chance: random.Random, others: Sequence[Points]) -> Points:
    """A text with one change, or beside another text."""
    at, count = chance.randrange(len(text) + 1), sum(c >= 0x80 for c in text)
    head, tail = text[:at], text[at:]
    other = others[chance.randrange(len(others))]
    changed = [
        head + tail[1:],
        (*head, chance.choice(_INSERTED), *tail),
        (*head, chance.choice(_INSERTED), *tail[1:]),
        head + tail[:1] + tail,
        (*head, *(max(0x80, c + chance.choice((-1, 1, -32, 32))) for c in tail[:1]), *tail[1:]),
        head + tail[1:2] + tail[:1] + tail[2:],
        text[chance.randrange(2) :: 2] if len(text) > 8 else text + text,
        text + other,
        head + other[chance.randrange(len(other) + 1) :],
    ]
    if count and len(text) <= 100:
        changed.append(_with_delta(text, chance.randrange(count), int(2 ** (20 * chance.random()))) or text)
    return chance.choice(changed)


def _between(text: Points, right: int, wrong: int, number: str) -> Iterator[Points]:
    """Yield texts like another whose number is between that of a right answer and its own, in the middle and beside each."""
    low, high = sorted((right, wrong))
    values = list(deltas(text)) if len(text) <= 200 else []
    for value in {low + 1, (low + high) // 2, high - 1} - {low, high}:
        if number in ("delta", "first") and values:
            at = 0 if number == "first" else values.index(max(values))
            if made := _with_delta(text, at, value):
                yield made
        elif number in ("greatest", "least", CODE_POINT):
            yield tuple(value if c == wrong else c for c in text)
