"""The shortest exact condition under which a target is wrong, found by new calls that could break each condition.

It holds for all wrong samples and for no right one.
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

from ..codec.second import deltas, encode_code_points
from ..codec.trace import decoding
from ..suite.choices import Choices
from ..suite.oracle import MAX_UNICODE, expect, is_unicode, light_facts
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut
from ..suite.verdict import BAD, judge
from .features import DELTA, FIRST_DELTA, GREATEST, LEAST, NUMBERS, REPEATED, Input, Points, sets

Ask = Callable[[Sequence[Call]], Sequence[Outcome | None]]
"""Takes calls; gives their outcomes, None where there was no time."""
Over = Callable[[], bool]
"""Whether the time is over."""

_SHRUNK, _OTHERS = 10, 500  # wrong texts that are made shorter; answers of the run that are looked at
_FEWEST = 8  # new answers of each sort that a rule must have predicted
_ROUNDS, _CALLS = 8, 80  # rounds of new calls, each of which a wrong rule takes; calls in a round
_HALVES = 24  # steps to the edge of a condition
_DEATHS = 6  # texts of a kind in a round, and wrong ones that are asked, where each ends a process
_PAIRED = 80  # conditions of which pairs are made
_MOST, LONGEST = 50_000, 1100  # code points of the texts that a round chooses from, and of one text
_MEMBERS = 16  # of a set of code points, or of a text, that are tried
_INSERTED = (0x61, 0x2D, 0x41, 0x31, 0xFC, 0x4E2D, 0x1F4A9)
_SCRIPTS = tuple(map(ord, "-Aaz\x80\xfc\u03b1\u0434\u05d0\u0e01\u4e2d\uac00\ufffd\U00010000\U0001f4a9\U0010ffff"))
_CODE_POINT = "a code point"
Sort = type[Returned] | type[Rejected] | type[Crashed]


class Sample(Input):
    """A call of valid input and, if its answer is wrong, the result."""

    def __init__(self, operation: Operation, decoded: Points, encoded: Points | None = None) -> None:
        super().__init__(decoded, tuple(map(ord, encode_code_points(decoded))) if encoded is None else encoded)
        self.operation, self.wrong, self.got = operation, False, None if encoded is None else encoded[:0]
        encodes = operation is Operation.ENCODE
        self.right = self.encoded if encodes else decoded
        self.call = Call(operation, decoded if encodes else self.encoded)

    def answered(self, outcome: Outcome, wrong: bool) -> "Sample":
        """The sample with its answer."""
        self.wrong, self.got = wrong, outcome.value if wrong and isinstance(outcome, Returned) else None
        return self

    @cached_property
    def text(self) -> Points | None:
        """The decoded side of the wrong result."""
        if self.got is None or self.operation is Operation.DECODE:
            return self.got
        own = decoding(self.got)
        return None if own.error else own.result


class Condition(NamedTuple):
    """A condition on a sample."""

    says: str
    holds: Callable[[Input], bool]
    sharp: bool = True  # whether the values on both sides of its edges have been asked
    number: str = ""  # the words of a number, or "a code point"
    least: int | None = None
    greatest: int | None = None
    parts: tuple["Condition", ...] = ()
    members: Sequence[int] = ()  # of a set of code points, from which new calls are made

    def values(self, sample: Input) -> Sequence[int]:
        """The values of a sample between which the condition is."""
        if self.number == _CODE_POINT:
            return sample.decoded
        return (sample.numbers[self.number],) if self.number else ()


class Rule(NamedTuple):
    """A condition that new calls did not break, with how many of the last were wrong, and right."""

    condition: Condition
    wrong: int
    right: int


def exact(samples: Sequence[Sample]) -> list[Condition]:
    """The conditions that hold for all wrong samples and for no right one, those that say most first."""
    wrong, right = [one for one in samples if one.wrong], [one for one in samples if not one.wrong]
    if not wrong or not right:
        return []
    # For each condition a bit for each right sample that meets it as well.
    met = {one: sum(1 << at for at, other in enumerate(right) if one.holds(other)) for one in necessary(wrong, right)}
    if alone := [one for one, bits in met.items() if not bits]:
        return alone
    few = {*sorted(met, key=lambda one: met[one].bit_count())[:_PAIRED]}
    kept = [(place, one) for place, one in enumerate(met) if one in few]
    pairs = [(a + b, one, other) for (a, one), (b, other) in combinations(kept, 2) if not met[one] & met[other]]
    return [_both(one, other) for _, one, other in sorted(pairs, key=lambda pair: pair[0])]


def _both(one: Condition, other: Condition) -> Condition:
    says, sharp = f"{one.says} and {other.says}", one.sharp and other.sharp
    return Condition(says, lambda sample: one.holds(sample) and other.holds(sample), sharp, parts=(one, other))


def necessary(wrong: Sequence[Sample], right: Sequence[Sample]) -> Iterator[Condition]:
    """Yield the conditions that hold for all wrong samples and not for all right ones."""
    yield from _of_code_points(wrong, right)
    yield from _of_sets(wrong, right)
    for words in NUMBERS:
        yield from _of_number(words, [one.numbers[words] for one in wrong], {one.numbers[words] for one in right})
    first, *others = (one.sentences for one in wrong)
    having = first.intersection(*others).difference(frozenset.intersection(*(one.sentences for one in right)))
    for says in sorted(having, key=lambda says: (len(says), says)):
        yield Condition(says, lambda one, says=says: says in one.sentences)  # type: ignore[misc]  # a default binds
    lacking = frozenset().union(*(one.sentences for one in right)).difference(first, *others)
    for says in sorted(lacking, key=lambda says: (len(says), says)):
        yield Condition(f"it is not so that {says}", lambda one, says=says: says not in one.sentences)  # type: ignore[misc]  # as above


def _of_number(words: str, wrong: Sequence[int], right: set[int]) -> Iterator[Condition]:
    least, greatest = min(wrong), max(wrong)
    below, above = [n for n in right if n < least], [n for n in right if n > greatest]
    more, fewer = ("above", "below") if words.endswith("is {}") else ("more than", "fewer than")
    if least == greatest and below and above:
        sharp = {least - 1, least + 1} <= right
        yield Condition(_worded(words, "", least), lambda one: one.numbers[words] == least, sharp, words, least, least)
    if below:
        says, sharp = _worded(words, more, max(below)), max(below) == least - 1
        yield Condition(says, lambda one: one.numbers[words] >= least, sharp, words, least)
    if above:
        says, sharp = _worded(words, fewer, min(above)), min(above) == greatest + 1
        yield Condition(says, lambda one: one.numbers[words] <= greatest, sharp, words, None, greatest)


def _worded(words: str, side: str, value: int) -> str:
    if (none := {"more than 0": "", "fewer than 1": "no", "below 1": "0"}.get(f"{side} {value}")) is not None:
        return re.sub("has code points$", "is not empty", words.format(none).replace("  ", " "))
    says = words.format(f"{side} {f'U+{value:04X}' if words in (GREATEST, LEAST, REPEATED) else f'{value:,}'}".strip())
    if value != 1 or says.endswith(" 1"):
        return says
    return re.sub(r"(1 .*?)s\b", r"\1", says, count=1).replace("1 time", "once")


def _of_code_points(wrong: Sequence[Sample], right: Sequence[Sample]) -> Iterator[Condition]:
    """A code point, or a range of them, that each wrong text has and no right one."""
    clean = frozenset().union(*(one.distinct for one in right))
    suspects = [one.distinct - clean for one in wrong]
    common = frozenset.intersection(*suspects)
    sure = common or {c for one in suspects if len(one) == 1 for c in one}
    if not all(suspects) or not sure or len(common) > 1:
        return
    least, greatest = min(sure), max(sure)
    for one in suspects:
        if not any(least <= c <= greatest for c in one):  # then the nearest is one of the range
            nearest = min(one, key=lambda c: max(least - c, c - greatest))
            least, greatest = min(least, nearest), max(greatest, nearest)
    if any(least <= c <= greatest for c in clean):
        return
    which = f"U+{least:04X}" if least == greatest else f"a code point from U+{least:04X} to U+{greatest:04X}"
    which = "a non-basic code point" if (least, greatest) == (0x80, MAX_UNICODE) else which
    sharp = {_before(least), _after(greatest)} <= clean | {-1, MAX_UNICODE + 1}

    def holds(one: Input) -> bool:
        return any(least <= c <= greatest for c in one.distinct)

    yield Condition(f"the text has {which}", holds, sharp, _CODE_POINT, least, greatest)


def _of_sets(wrong: Sequence[Sample], right: Sequence[Sample]) -> Iterator[Condition]:
    """Yield the sets of code points that each wrong text has one of, and no right text."""
    for words, members in sets(min(wrong, key=lambda one: len(one.distinct)).extended):

        def holds(one: Input, members: Sequence[int] = members) -> bool:
            return any(c in members for c in one.distinct)

        if all(map(holds, wrong)) and not any(map(holds, right)):
            yield Condition(f"the text has {words}", holds, members=members)


def _before(c: int) -> int:
    return 0xD7FF if c == 0xE000 else c - 1


def _after(c: int) -> int:
    return 0xE000 if c == 0xD7FF else c + 1


class Search:
    """The search for one operation and one sort of failure, with few wrong calls if each ends a process."""

    def __init__(self, operation: Operation, sort: Sort, ask: Ask, over: Over, *, deadly: bool = False) -> None:
        self.operation, self.sort, self.ask, self.over, self.deadly = operation, sort, ask, over, deadly
        self.shrunk, self.few = (2, _DEATHS) if deadly else (_SHRUNK, _CALLS // 2)
        self.chance = random.Random(0)
        self.samples: list[Sample] = []
        self.new: list[Sample] = []  # the wrong ones among new calls
        self.allowed: list[Sample] = []  # new calls that are refused, as a choice allows

    def take(self, samples: Sequence[Sample]) -> None:
        """Take some of the answers of a run, evenly."""
        self.samples += samples[:: max(1, len(samples) // _OTHERS)]

    def _try(self, texts: Iterable[Points]) -> list[Sample]:
        """Ask texts that were not asked yet."""
        seen = {sample.decoded for sample in self.samples}
        new = [Sample(self.operation, text) for text in dict.fromkeys(texts) if is_plain(text) and text not in seen]
        answers = zip(new, self.ask([sample.call for sample in new]), strict=True)
        judged = [(sample, outcome, self._is_wrong(sample, outcome)) for sample, outcome in answers if outcome]
        tried = [sample.answered(outcome, wrong) for sample, outcome, wrong in judged if wrong is not None]
        self.samples += tried
        self.new += [sample for sample in tried if sample.wrong]
        return tried

    def _is_wrong(self, sample: Sample, outcome: Outcome) -> bool | None:
        """Whether an answer is wrong in the way looked for, or a refusal that is; None if it is no evidence."""
        facts = light_facts(sample.call)
        if facts.met_by(outcome):
            return False
        bad = judge(expect(facts, Choices()), outcome, self.operation).verdict in BAD
        # A refusal that a choice allows may have its own reason, and a wrong result may lead to a refusal or a crash.
        self.allowed += [sample] * (not bad and isinstance(outcome, Rejected))
        if not bad or isinstance(outcome, TimedOut):
            return None
        return self.sort is Returned or isinstance(outcome, self.sort)

    def _texts(self, wrong: bool = True) -> list[Points]:
        return sorted((one.decoded for one in self.samples if one.wrong is wrong), key=len)

    def rule(self) -> Rule | None:
        """The condition that new calls made to break it did not break."""
        self._shrink()
        self._round([])
        latest, best = list[Sample](), None
        for _ in range(_ROUNDS):
            conditions = self._sharpened(exact(self.samples))
            if not conditions or self.over():
                return None
            latest = latest if best and best.says == conditions[0].says else []
            best = conditions[0]
            new = self._round(conditions)
            latest = [] if any(one.wrong is not best.holds(one) for one in new) else latest + new
            wrong = sum(one.wrong for one in latest)
            # Of a rule of two, each part alone must have been tried too.
            alone = [2 * sum(part.holds(one) and not one.wrong for one in latest) for part in best.parts]
            if not best.sharp or len(latest) < _CALLS or min(wrong, len(latest) - wrong, *alone) < _FEWEST:
                continue
            shortest = [Sample(self.operation, text) for text in self._shortest(best) if is_plain(text)]
            if all(one.wrong is best.holds(one) for one in self._try(self._affordable(shortest, best))):
                return Rule(best, wrong, len(latest) - wrong)
        return None

    def _shrink(self) -> None:
        """Look for shorter wrong texts: by halves for the shortest beginning and end that is still wrong."""
        wrong = self._texts()
        half = self.shrunk // 2
        spread = wrong[:half] + wrong[half :: max(1, len(wrong) // half)]
        for of_end in (False, True):
            texts = list(dict.fromkeys(spread))
            ranges = [(0, len(text)) for text in texts]  # right with so many code points, wrong with so many
            while any(high - low > 1 for low, high in ranges) and not self.over():
                middles = [(low + high) // 2 for low, high in ranges]
                parts = [_part(text, size, of_end) for text, size in zip(texts, middles, strict=True)]
                self._try(parts)
                wrong_texts = {one.decoded for one in self.samples if one.wrong}
                ranges = [
                    (low, middle) if part in wrong_texts else (middle, high)
                    for part, middle, (low, high) in zip(parts, middles, ranges, strict=True)
                ]
            spread = [_part(text, high, of_end) for text, (_, high) in zip(texts, ranges, strict=True)]

    def _sharpened(self, conditions: list[Condition]) -> list[Condition]:
        """Go by halves to the edge of the first condition, if that is a number's; the conditions that are left then."""
        for _ in range(_HALVES):
            blunt = [part for one in conditions[:1] for part in (one.parts or (one,)) if not part.sharp]
            texts = [text for part in blunt for text in self._at_edges(part)]
            if not texts or self.over() or not self._try(texts):
                return conditions
            conditions = exact(self.samples)
        return conditions

    def _at_edges(self, rule: Condition) -> Iterator[Points]:
        """Yield texts that are like a wrong one, but nearer to the right ones: in the middle, and beside each."""
        clean = {value for one in self.samples if not one.wrong for value in rule.values(one)}
        edges = []
        if rule.least is not None:
            edges.append((max((n for n in clean if n < rule.least), default=-1), rule.least))
        if rule.greatest is not None:
            edges.append((rule.greatest, min((n for n in clean if n > rule.greatest), default=MAX_UNICODE + 1)))
        wrong = sorted((one for one in self.samples if one.wrong), key=lambda one: len(one.decoded))
        for low, high in edges:
            edge = low if low == rule.greatest else high
            for one in [one for one in wrong if edge in rule.values(one)][: 1 if self.deadly else 3]:
                middle = (low + high) // 2
                for value in ({middle} if self.deadly else {low + 1, middle, high - 1}) - {low, high}:
                    if rule.number in (DELTA, FIRST_DELTA) and len(one.decoded) <= 200:
                        at = one.deltas.index(edge) if edge in one.deltas else -1
                        yield from _with_delta(one.decoded, at, value)
                    elif rule.number in (GREATEST, LEAST, REPEATED, _CODE_POINT):
                        yield tuple(value if c == edge else c for c in one.decoded)

    def _round(self, conditions: Sequence[Condition]) -> list[Sample]:
        """Ask inputs on which rules disagree, then as many that the first rule calls wrong as it calls right."""
        made, left = list[Input](), _MOST
        for text in dict.fromkeys((*self._near(4 * _CALLS), *self._ends())):
            if is_plain(text) and len(text) <= left and not self.over():
                made.append(Sample(self.operation, text))
                left -= len(text)
        if not conditions:
            return self._try(one.decoded for one in made[: 2 * self.few])
        split = [one for one in made if len({rule.holds(one) for rule in conditions[:12]}) > 1]
        first = conditions[0]
        wrong, right = ([one for one in made if first.holds(one) is side] for side in (True, False))
        # A part alone of a rule of two must be right.
        parts = [one for one in right if any(part.holds(one) for part in first.parts)]
        chosen = [one for side in (split, wrong, parts, right) for one in side[: _CALLS // 2]]
        return self._try(self._affordable(chosen, first))

    def _affordable(self, made: Sequence[Input], rule: Condition) -> Iterator[Points]:
        """The texts of some inputs; of those that a rule calls wrong only a few, spread evenly, if each ends a process."""
        wrong = [one for one in made if rule.holds(one)]
        left_out = {*wrong} - {*wrong[:: -(-len(wrong) // _DEATHS) or 1]} if self.deadly else set()
        return (one.decoded for one in made if one not in left_out)

    def _shortest(self, rule: Condition) -> Iterator[Points]:
        """All texts of one and two code points of some scripts, and of those at the edges of a condition."""
        parts = rule.parts or (rule,)
        edges = [n for part in parts for n in (part.least, part.greatest) if n is not None]
        # A number may be a code point, or a delta before one and before two.
        near = {c + step for n in edges for c in (n, 0x80 + n, 0x80 + n // 2) for step in (-1, 0, 1)}
        # Of a set of code points some members, and their neighbours.
        some = [c for part in parts for c in part.members[:: -(-len(part.members) // _MEMBERS) or 1]]
        near |= {c + step for c in some for step in (-1, 0, 1)}
        characters = sorted({*_SCRIPTS, *(c for c in near if c >= 0)})
        return (text for count in (1, 2) for text in product(characters, repeat=count))

    def _near(self, few: int) -> Iterator[Points]:
        """Yield texts a step away from wrong ones and from right ones, the shorter ones more often."""
        sides = [self._texts(wrong) for wrong in (True, False)]
        for at in range(few):
            side = sides[at % 3 == 2] or sides[0]
            yield _changed(side[int(len(side) * self.chance.random() ** 2)], self.chance, side)

    def _ends(self) -> Iterator[Points]:
        """Yield texts with the next code points and of the next lengths after those that are wrong."""
        for text in [one.decoded for one in self.samples if one.wrong][-6:]:
            for c in [*{*text}][:_MEMBERS]:
                yield from (tuple(other if d == c else d for d in text) for other in (max(_before(c), 0), _after(c)))
            for n in (1, 2, 3):
                yield from (text[:-n], text + text[-n:])


def is_plain(text: Points) -> bool:
    """Whether a text is of characters alone, and not so long that asking about it takes all the time."""
    return len(text) <= LONGEST and is_unicode(text)


def _part(text: Points, size: int, of_end: bool) -> Points:
    return text[len(text) - size :] if of_end else text[:size]


def _with_delta(text: Points, at: int, value: int) -> Iterator[Points]:
    """Yield the text whose encoded form has another delta, if there is one in Unicode."""
    values = list(deltas(text))
    values[at] = value
    made, n, i = [c for c in text if c < 0x80], 0x80, 0
    for delta in values:
        step, i = divmod(i + delta, len(made) + 1)
        n += step
        made.insert(i, n)
        i += 1
    if n <= MAX_UNICODE:
        yield tuple(made)


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
        changed += [*_with_delta(text, chance.randrange(count), int(2 ** (20 * chance.random()))), text][:1]
    return chance.choice(changed)
