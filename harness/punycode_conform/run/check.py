"""The check, one for runs, fuzzing, sweeps and properties: answers in; evidence, judgements and problems out.

A problem is an answer, or several, that no correct codec gives; its signature identifies it.

Each answer is compared with the oracle's, three-valued by the choices; the laws are judged over all evidence of a batch.
The cheap path comes first: one codec, and no judgement of an answer that is right whatever the choices are.
"""

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from ..account import features
from ..account.answers import SlowAnswers, crash_name, died
from ..suite import PUNYCODE, follow_up, laws, oracle
from ..suite.choices import INTEGERS, LABEL_LENGTH, LENGTH, PERMISSIONS, Choices, Facts
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

Ask = Callable[[Sequence[Call]], Sequence[Outcome | None]]
"""Ask calls in their order; None for those that were not answered."""

_EVERY = 16  # every 16th call is repeated: enough to meet state within a batch, at an eighth of the cost
_LONG = 600  # code points: a call after a longer one is always repeated, since buffers keep what they held
_WIDEST_WORTH_KNOWING = 16  # calls remembered for each behaviour of a choice: one would do, had it no string widths

UNREPEATED = "unrepeated"
KINDS = {
    "crash": "crashes",
    "timeout": "gives no answer in time",
    "refused": "refuses a valid input",
    "accepted": "accepts an invalid input",
    "wrong": "gives a wrong result",
    "evaded": "answers unsupported to what strings of every type can hold",
    UNREPEATED: "went wrong once, and not again when the same calls were repeated",
    "stability": "answers differently after other calls",
    "coherence": "shows two behaviours of one choice",
}


class Problem(Struct, frozen=True):
    """Something that no correct codec does."""

    kind: str  # of ``KINDS``, or the name of a law that only several calls together break
    calls: tuple[Call, ...]  # the call that shows it; for a law all of them
    outcome: Outcome  # of the first
    laws: tuple[str, ...] = ()  # names of the laws that the batch showed to be broken by this call
    shows: str = ""  # the problem in words, for a law

    @property
    def call(self) -> Call:
        """The call that shows it: the last, since those before it prepare it."""
        return self.calls[-1]

    @property
    def title(self) -> str:
        """The problem in a line."""
        return f"{self.call.operation.value} {KINDS.get(self.kind, 'breaks the law ' + self.kind)}"

    @property
    def shape(self) -> str:
        """The special features of the call, in a few words."""
        facts = oracle.light_facts(self.call)
        if facts.value is not None:
            facts = Facts.of(self.call, facts.value, oracle.integer_bits(self.call))
        return features.special(self.call, facts)

    @property
    def signature(self) -> str:
        """Operation, kind, class of the outcome, shape, laws: equal for all minimal cases that show the same fault."""
        kind = self.kind
        if kind == "coherence":  # of which choice, that is what it shows first
            kind += f": {self.shows.partition(':')[0]}"
        if self.kind in (UNREPEATED, "stability", "coherence"):
            return f"{self.call.operation.value}: {kind}"
        shown = self.shape
        # What is too expensive to be minimised to the end keeps much that is chance.
        expensive = kind == "timeout" or died(self.outcome) or "long" in shown.split()
        if expensive and not features.offence(self.call):
            shown = " ".join(word for word in shown.split() if word in ("empty", "long", "beyond-unicode"))
        broken = f" [{' '.join(self.laws)}]" if self.laws and not expensive else ""
        if outcome := crash_name(self.outcome):
            kind += f" ({outcome})"
        return f"{self.call.operation.value}: {kind}{': ' * bool(shown)}{shown}{broken}"

    @property
    def sort(self) -> tuple[str, ...]:
        """A problem's kind before it is minimised: problems of one sort are likely to have one cause."""
        call = self.calls[0]
        longer = isinstance(self.outcome, Returned) and len(self.outcome.value) > len(call.input)
        if len(self.calls) > 1:
            return call.operation.value, self.kind
        sort = (call.operation.value, self.kind, crash_name(self.outcome))
        if self.kind in ("crash", "timeout"):
            return sort
        return *sort, features.offence(call), "longer" if longer else ""


def kind_of(signature: str) -> str:
    """The kind that a signature has, empty if it has none."""
    return signature.partition(": ")[2].partition(":")[0].partition(" ")[0]


class Check:
    """Answers gathered as evidence, each judged when it comes. Batches are coherent with those before."""

    def __init__(self, choices: Choices, *, layer: str = PUNYCODE, patient: bool = False) -> None:
        self.choices = choices  # as declared
        self._layer = layer
        self.late = SlowAnswers(spared=patient)
        self.answered = self.accepted = 0  # cases of all batches, and those of them that gave a result
        self._remembered: dict[tuple[str, Operation, tuple[str, ...]], dict[Call, tuple[Outcome, Facts]]] = {}
        self.begin()

    def begin(self) -> None:
        self.evidence = Evidence(choices=self.choices)
        self.wrong: dict[Call, str] = {}  # the wrong answers of this batch, and the kind of problem that each is

    def batch(self, cases: Sequence[Call], ask: Ask) -> Iterator[Problem]:
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

    def learn_from_long_answers(self) -> None:
        """Compute the facts of long answers if a refusal looks like a limit of length: they may show that it is none."""
        seen, known = self.evidence.seen, self.evidence.facts
        refused = [facts for call, facts in known.items() if isinstance(seen.get(call), Rejected) and facts.value]
        if any(LENGTH.applies(facts) and not INTEGERS.applies(facts) for facts in refused):
            for call, outcome in seen.items():
                if isinstance(outcome, Returned) and len(call.input) + len(outcome.value) > LABEL_LENGTH:
                    known[call] = known.get(call) or oracle.facts(call, self._layer)

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

    def problems(self) -> Iterator[Problem]:
        """Yield the wrong answers of this batch with the laws that they break, then the laws that only several break."""
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
