"""The check, one for runs, fuzzing, sweeps and properties: answers in; evidence, judgements and problems out.

Each answer is compared with the oracle's, three-valued by the choices; the laws are judged over all evidence of a batch.
The cheap path comes first: one codec, and no judgement of an answer that is right whatever the choices are.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..account.answers import SlowAnswers
from ..suite import follow_up, laws, oracle
from ..suite.choices import PERMISSIONS, Choices, Facts
from ..suite.evidence import Asked, Evidence, explained
from ..suite.oracle import MAX_UNICODE, Expectation
from ..suite.outcome import (
    Call,
    Crashed,
    Evaded,
    Operation,
    Outcome,
    Rejected,
    Returned,
    TimedOut,
    Unsupported,
    same_encoding,
)
from ..suite.verdict import BAD, Judgement, judge

if TYPE_CHECKING:
    from .problem import Problem

Ask = Callable[[Sequence[Call]], Sequence[Outcome | None]]
"""Ask calls in their order; None for those that were not answered."""

_EVERY = 16  # every 16th call is repeated: enough to meet state within a batch, at an eighth of the cost
_LONG = 600  # code points: a call after a longer one is always repeated, since buffers keep what they held
_HALVINGS = 12  # of the distance between an answer and a refusal: vectors are never further apart than 2 to this power
_WIDEST_WORTH_KNOWING = 16  # calls remembered for each behaviour of a choice: one would do, had it no string widths


class Check:
    """Answers gathered as evidence, each judged when it comes. Batches are coherent with those before."""

    def __init__(self, choices: Choices, late: SlowAnswers | None = None) -> None:
        self.choices = choices  # as declared
        self.late = late or SlowAnswers(spared=False)
        self.answered = self.accepted = 0  # cases of all batches, and those of them that gave a result
        self._remembered: dict[tuple[str, Operation, tuple[str, ...]], dict[Call, tuple[Outcome, Facts]]] = {}
        self.begin()

    def begin(self) -> None:
        """Begin a batch."""
        self.evidence = Evidence(choices=self.choices)
        self.wrong: dict[Call, str] = {}  # the wrong answers of this batch, and the kind of problem that each is

    def batch(self, cases: Sequence[Call], ask: Ask) -> Iterator["Problem"]:
        """Ask some cases and what follows from the answers, and judge all of it."""
        self.begin()
        # Generators may make a case twice, and only the repeats below are meant to ask again.
        evidence, first = self.evidence, list(dict.fromkeys(cases))
        for call, outcome in answers(first, ask):
            self.take(call, outcome)
            self.answered += isinstance(outcome, Returned | Rejected)
            self.accepted += isinstance(outcome, Returned)
        calm: dict[Call, Outcome] = {
            call: o for call, o in evidence.seen.items() if not isinstance(o, Crashed | TimedOut)
        }
        for call, outcome in answers(follow_up.follow_ups(Evidence(calm, evidence.facts)), ask):
            if call not in evidence.seen:
                self.take(call, outcome)
        for call, outcome in answers(_again(first, evidence), ask):
            (evidence.take if call in evidence.seen else self.take)(call, outcome)
        yield from self.problems()

    def take(self, call: Call, outcome: Outcome, facts: Facts | None = None) -> str:
        """Take an answer as evidence; gives the kind of problem that the answer is, empty if it is none."""
        if self.late.spares(call, outcome):
            return ""
        self.evidence.take(call, outcome)
        kind = self._kind(call, outcome, facts)
        if kind:
            self.wrong[call] = kind
        return kind

    def plain(self, call: Call, outcome: Outcome, facts: Facts) -> bool:
        """Whether an answer is right whatever the choices are."""
        if not isinstance(outcome, Returned):
            return isinstance(outcome, Rejected) and facts.value is None
        if facts.value is None or facts.surrogate or facts.beyond:
            return False
        if call.operation is Operation.DECODE or self.choices.digit_case == "lower":  # in which the oracle writes
            return outcome.value == facts.value
        return self.choices.digit_case is None and same_encoding(outcome.value, facts.value)

    def judge(self, call: Call, outcome: Outcome, **level: bool) -> tuple[Expectation, Judgement]:
        """The expectation of a call and the judgement on its outcome; the evidence must have facts about the call."""
        expectation = oracle.expect(self.evidence.facts[call], self.choices)
        level["patient"] = self.late.spares(call, outcome)
        return expectation, judge(expectation, outcome, call.operation, digit_case=self.choices.digit_case, **level)

    def add(self, call: Call, outcome: Outcome) -> None:
        """Take an answer as evidence for the laws; it is not judged by itself."""
        if not self.late.spares(call, outcome):
            self.evidence.take(call, outcome)

    def narrow(self, ask: Ask) -> None:
        """Ask where the limits are that the answers show, as long as an answer brings that nearer."""
        for _ in range(_HALVINGS):
            if not (calls := follow_up.narrowing(self.evidence)):
                break
            for call, outcome in answers(calls, ask):
                self.evidence.facts[call] = oracle.facts(call)
                self.evidence.take(call, outcome)

    def _kind(self, call: Call, outcome: Outcome, facts: Facts | None) -> str:
        for kind, name in ((Unsupported, ""), (Crashed, "crash"), (TimedOut, "timeout"), (Evaded, "evaded")):
            if isinstance(outcome, kind):
                return name
        known = self.evidence.facts
        facts = known[call] = facts or oracle.light_facts(call)
        if self.plain(call, outcome, facts):
            return ""
        if facts.value is None:
            return "accepted"
        # A wrong value is wrong under all choices, so the width of integers, which takes long, is not needed.
        if isinstance(outcome, Returned) and not self.evidence.right(call):
            return "wrong"
        # From here on only a choice can decide, and for that the width is needed.
        facts = known[call] = Facts.of(call, facts.value, oracle.integer_bits(call))
        expectation, judgement = self.judge(call, outcome)
        if judgement.verdict not in BAD:
            self._remember(call, outcome, facts)
            return ""
        if isinstance(outcome, Rejected):
            return "refused"
        return "accepted" if isinstance(expectation, oracle.Rejects) else "wrong"

    def _remember(self, call: Call, outcome: Outcome, facts: Facts) -> None:
        if not _telling(call, facts):
            return
        for choice in PERMISSIONS:
            for words in explained(choice, [Asked(call, facts, outcome)]):
                kept = self._remembered.setdefault((choice.name, call.operation, words), {})
                if len(kept) < _WIDEST_WORTH_KNOWING:
                    kept[call] = outcome, facts

    def problems(self) -> Iterator["Problem"]:
        """Yield the wrong answers of this batch with the laws that they break, then the laws that only several break."""
        from .problem import Problem  # start-up time: a run has none

        evidence, bad = self.evidence, self.wrong
        seen, known = evidence.seen, evidence.facts
        for kept in self._remembered.values():
            for call, (outcome, facts) in kept.items():
                seen.setdefault(call, outcome)
                known[call] = facts
        broken: dict[Call, list[str]] = {call: [] for call in bad}
        alone: list[Problem] = []
        # Others may be refused for another reason, so their answers show no behaviour of a choice.
        evidence.facts = {c: f for c, f in known.items() if not (f.surrogate or f.beyond) or _telling(c, f)}
        for law, breaches in laws.check(evidence).items():
            # Problems are what no correct codec does, and a correct codec may deserve a remark.
            if law.remark:
                continue
            for breach in breaches:
                to_blame = [call for call in breach.calls if call in bad]
                for call in to_blame:
                    broken[call].append(law.name)
                if not to_blame:  # otherwise the broken law is only a consequence
                    alone.append(Problem(law.name, breach.calls, seen[breach.calls[0]], (law.name,), breach.shows))
        for call, kind in bad.items():
            yield Problem(kind, (call,), seen[call], tuple(dict.fromkeys(broken[call])))
        yield from alone


def answers(calls: Sequence[Call], ask: Ask) -> Iterator[tuple[Call, Outcome]]:
    """Ask some calls; yields those that were answered."""
    return ((call, outcome) for call, outcome in zip(calls, ask(calls), strict=True) if outcome is not None)


def _again(first: Sequence[Call], evidence: Evidence) -> list[Call]:
    """Some calls once more and at once again, in reverse, so that each follows upon other calls than before; then as if
    someone deletes the last character and types it again."""
    ended = [call for call in first if isinstance(evidence.seen.get(call), Returned | Rejected)]
    chosen = [
        call
        for index, call in enumerate(ended)
        if index % _EVERY == _EVERY - 1 or (index and len(ended[index - 1].input) > _LONG > len(call.input))
    ]
    return [one for call in reversed(chosen) for one in (call, call, call._replace(input=call.input[:-1]), call)]


def _telling(call: Call, facts: Facts) -> bool:
    """Whether only a surrogate, or a code point beyond Unicode, can be the reason why such a call is refused."""
    decoded = call.input if call.operation is Operation.ENCODE else facts.value or ()
    return all(0xD800 <= c <= 0xDFFF or c > MAX_UNICODE or 0x61 <= c <= 0x7A for c in decoded)
