"""A sweep: every input of a small space is asked and compared with the oracle.

The oracle here is the second codec, so that a sweep of the reference codec compares two algorithms. What agrees with it
is passed at once; facts and a judgement, by the choices, are made for the rest only.

Uniqueness needs no table of what was seen. An accepted input's result is encoded by the oracle's encoder; two inputs that
decode alike cannot both equal that one encoding, so a collision shows at one of them alone. To name the other one, the
target is asked whether it decodes that encoding to the same result.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from ..codec import BootstringError, second
from ..run.run import Asker, Progress
from ..suite import oracle
from ..suite.choices import LABEL_BITS, LABEL_LENGTH, Choices
from ..suite.encoded import same_encoding
from ..suite.evidence import Evidence
from ..suite.follow_up import worth_following
from ..suite.oracle import Facts
from ..suite.outcome import Call, Hiccup, Operation, Outcome, Rejected, Returned, Unsupported
from ..suite.verdict import BAD, judge
from ..targets.session import TooManyRestarts
from .difference import Difference, Totals, unrepeated
from .domain import Space

_LEAST, _MOST = 200, 20_000  # calls in a step
_BRISK, _SLOW = 0.5, 2.0  # seconds: after a step that took less comes a longer one, after one that took more a shorter
_ENCODE, _DECODE = Operation.ENCODE, Operation.DECODE

Right = tuple[tuple[int, ...] | None, str]
"""The oracle's answer, or None and the reason for a refusal."""


class Sweep:
    """A sweep in progress. Iterate over :meth:`steps`; after each, ``position`` and ``totals`` belong together.

    Attributes:
        space, choices: what to ask and how to judge.
        round_trip: whether the target encodes again what it decoded.
        asker: the target.
        progress: told as inputs are answered.
        position: how many inputs of the space are done.
        totals: what they showed.
        stopped: why the sweep ended early.
    """

    def __init__(
        self,
        space: Space,
        choices: Choices,
        asker: Asker,
        *,
        round_trip: bool = True,
        position: int = 0,
        totals: Totals | None = None,
        progress: Progress = lambda done, total: None,
    ) -> None:
        self.space = space
        self.choices = choices
        self.asker = asker
        self.round_trip = round_trip
        self.position = position
        self.totals = totals or Totals()
        self.progress = progress
        self.stopped = ""
        self._hiccups: list[Hiccup] = []

    def steps(self, clock: Callable[[], float] = time.monotonic) -> Iterator[None]:
        """Ask everything, some calls at a time, so that memory stays bounded and little is lost by an interruption."""
        total, size = len(self.space.numbers), _LEAST
        try:
            while self.position < total:
                began = clock()
                calls = self.space.calls(self.position, self.position + size)
                self._step(calls, total)
                self.position += len(calls)
                took = clock() - began
                size = min(size * 2, _MOST) if took < _BRISK else max(size // 2, _LEAST) if took > _SLOW else size
                yield
        except TooManyRestarts:
            self.stopped = f"the target broke down too often; of {total:,} inputs {self.totals.inputs:,} were answered"
        self.asker.finish()
        self.totals = self.totals.plus(Counter(), [*self._new_hiccups(), *self.totals.coherence()])

    def _step(self, calls: Sequence[Call], total: int) -> None:
        step = Step(self.choices, self.round_trip)
        try:
            for done, (index, outcome) in enumerate(self.asker.ask(calls), self.position + 1):
                step.take(index, calls[index], outcome)
                self.progress(done, total)
            more = step.follow_ups()
            for index, outcome in self.asker.ask(more):
                step.follow(index, outcome)
        except TooManyRestarts:  # what was answered is told
            self._add(step)
            raise
        self._add(step)

    def _add(self, step: "Step") -> None:
        self.totals = self.totals.plus(step.counts, [*step.differences(), *self._new_hiccups()], step.sides)

    def _new_hiccups(self) -> list[Difference]:
        new = [hiccup for hiccup in self.asker.hiccups if hiccup not in self._hiccups]
        self._hiccups += new
        return list(map(unrepeated, new))


class Step:
    """Some calls of a sweep, their answers, and what is to be asked because of these.

    Attributes:
        counts: see :class:`.difference.Totals`.
    """

    def __init__(self, choices: Choices, round_trip: bool) -> None:
        self.choices = choices
        self.round_trip = round_trip
        self.counts: Counter[str] = Counter()
        self._sides: dict[str, tuple[int, Call]] = {}
        self._different: list[tuple[int, Difference]] = []
        self._more: list[Call] = []
        # By the number of the follow-up call: the index of the call it follows, and what is known from that.
        self._suspects: dict[int, tuple[int, Difference]] = {}
        self._returns: dict[int, tuple[int, Call, tuple[int, ...]]] = {}

    def take(self, index: int, call: Call, outcome: Outcome) -> None:
        """Compare an answer with the oracle's."""
        decoding = call.operation is _DECODE
        name = "decode" if decoding else "encode"
        right = answer(call)
        self.counts[name + " inputs"] += 1
        if right[0] is not None:
            self.counts[name + " oracle"] += 1
        different = self._compare(index, call, outcome, right)
        if isinstance(outcome, Returned):
            self.counts[name + " accepted"] += 1
            if decoding:
                self._look_back(index, call, outcome.value, different)
                return
        elif isinstance(outcome, Unsupported):
            self.counts[name + " skipped"] += 1
        if different:
            self._different.append((index, different))

    def _look_back(self, index: int, call: Call, value: tuple[int, ...], different: Difference | None) -> None:
        """Encode a result: it must be that of this input and of no other."""
        if worth_following(call, value):
            encoded = oracle.encode_fast(value)
            if not same_encoding(encoded, call.input):
                assert different is not None, "the second codec's encoder and decoder disagree"
                self._suspects[len(self._more)] = (index, different)
                self._more.append(Call(_DECODE, encoded))
                return
            if self.round_trip and different is None:
                self._returns[len(self._more)] = (index, call, encoded)
                self._more.append(Call(_ENCODE, value))
        if different:
            self._different.append((index, different))

    def follow_ups(self) -> list[Call]:
        """What to ask after the calls: possible collisions, and the round trips."""
        return self._more

    def follow(self, number: int, outcome: Outcome) -> None:
        """Take the answer to a follow-up call."""
        if number in self._suspects:
            index, different = self._suspects.pop(number)
            if isinstance(outcome, Returned) and outcome == different.outcome:
                self.counts["collisions"] += 1
                different = different.colliding(self._more[number].input)
            self._different.append((index, different))
            return
        index, source, encoded = self._returns[number]
        self.counts["round trips"] += not isinstance(outcome, Unsupported)
        if again := self._compare(index, self._more[number], outcome, (encoded, ""), source):
            self._different.append((index, again))

    def differences(self) -> list[Difference]:
        """What differs, in the order of the inputs; a suspect that could not be asked about is told as it is."""
        return [different for _, different in sorted([*self._different, *self._suspects.values()], key=lambda d: d[0])]

    @property
    def sides(self) -> dict[str, Call]:
        """See :class:`.difference.Totals`."""
        return {key: call for key, (_, call) in self._sides.items()}

    def _compare(
        self, index: int, call: Call, outcome: Outcome, right: Right, source: Call | None = None
    ) -> Difference | None:
        value, reason = right
        decoded = value if call.operation is _DECODE else call.input
        special = decoded is not None and max(decoded, default=0) >= 0xD800 and any(map(_special, decoded))
        if isinstance(outcome, Returned):
            lower = self.choices.digit_case in (None, "lower") or call.operation is _DECODE
            if outcome.value == value and lower and not special:
                return None
        elif isinstance(outcome, Rejected) and value is None:
            return None
        if value is None:
            facts = Facts(None, reason, length=len(call.input))
        else:
            facts = oracle.facts_of(call, value, oracle.integer_bits(call))
        if special:
            self._see_side(index, call, outcome, facts)
        expectation = oracle.expect(facts, self.choices)
        judgement = judge(expectation, outcome, call.operation, digit_case=self.choices.digit_case)
        self.counts["mixed case"] += judgement.warning
        if judgement.verdict not in BAD:
            return None
        return Difference.of(call, expectation, outcome, judgement, source.input if source else None)

    def _see_side(self, index: int, call: Call, outcome: Outcome, facts: Facts) -> None:
        """Take down which side of choice ``surrogates`` an answer shows, where no other choice may lie behind it."""
        if not facts.surrogate or facts.beyond or facts.bits > LABEL_BITS or facts.length > LABEL_LENGTH:
            return
        if isinstance(outcome, Rejected):
            side = "reject"
        elif Evidence({call: outcome}, {call: facts}).right(call):
            side = "accept"
        else:
            return
        self._sides[side] = min(self._sides.get(side, (index, call)), (index, call), key=lambda seen: seen[0])


def answer(call: Call) -> Right:
    """The oracle's answer, by the second codec alone."""
    if call.operation is _ENCODE:
        return oracle.encode_fast(call.input), ""
    try:
        return tuple(second.decode_code_points("".join(map(chr, call.input)))), ""
    except BootstringError as error:
        return None, error.reason


def _special(c: int) -> bool:
    """Whether a choice decides about this code point."""
    return 0xD800 <= c <= 0xDFFF or c > oracle.MAX_UNICODE
