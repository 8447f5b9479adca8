"""The check, one for every engine: calls and a way to ask them in, problems out.

Each answer is compared with the oracle's, three-valued by the choices; the suite's laws are judged over all that a batch
showed. The cheap path comes first: one codec, and no facts unless a choice may bear on the call.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from ..suite import follow_up, laws, oracle
from ..suite.choices import Choices
from ..suite.coherence import sides
from ..suite.encoded import same_encoding
from ..suite.evidence import Evidence
from ..suite.oracle import MAX_UNICODE, Facts
from ..suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, TimedOut, Unsupported
from ..suite.verdict import BAD, judge
from .problem import Problem

Ask = Callable[[Sequence[Call]], Sequence[Outcome | None]]
"""Ask calls in their order; None for those that were not answered."""

_EVERY = 16  # one call in so many is made once more
_LONG = 600  # of these all, since what follows a long input is worth a look
_WIDEST_WORTH_KNOWING = 16  # calls that are remembered for each side of a choice


class Check:
    """See the module. It remembers a few answers for each side of a choice, so that batches are coherent too."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices
        self.accepted = self.answered = 0
        self._remembered: dict[tuple[str, Operation, str], dict[Call, tuple[Outcome, Facts]]] = {}

    def batch(self, cases: Sequence[Call], ask: Ask) -> Iterator[Problem]:
        """Ask some cases and what follows from the answers, and judge all of it."""
        evidence = Evidence(choices=self.choices)
        seen = evidence.seen
        bad: dict[Call, str] = {}
        first = list(dict.fromkeys(cases))
        self._look(first, ask(first), evidence, bad)
        self.answered += sum(isinstance(seen.get(c), Returned | Rejected) for c in first)
        self.accepted += sum(isinstance(seen.get(c), Returned) for c in first)
        calm: dict[Call, Outcome] = {call: o for call, o in seen.items() if not isinstance(o, Crashed | TimedOut)}
        more = follow_up.follow_ups(Evidence(calm, evidence.facts))
        self._look(more, ask(more), evidence, bad)
        again = self._again(first, seen)
        for call, outcome in zip(again, ask(again), strict=True):
            if outcome is not None:
                evidence.take(call, outcome)
        yield from self._problems(evidence, bad)

    def _look(
        self,
        calls: Sequence[Call],
        outcomes: Sequence[Outcome | None],
        evidence: Evidence,
        bad: dict[Call, str],
    ) -> None:
        for call, outcome in zip(calls, outcomes, strict=True):
            if outcome is None or call in evidence.seen:
                continue
            evidence.seen[call] = outcome
            if kind := self.amiss(call, outcome, evidence.facts):
                bad[call] = kind

    def amiss(self, call: Call, outcome: Outcome, known: dict[Call, Facts]) -> str:
        """The kind of problem that one answer is, empty if it is none.

        Args:
            call, outcome: what was asked, and what came.
            known: gets what was found out about the call.
        """
        if isinstance(outcome, Unsupported):
            return ""
        if isinstance(outcome, Crashed | TimedOut):
            return "crash" if isinstance(outcome, Crashed) else "timeout"
        facts = known[call] = oracle.light_facts(call)
        if isinstance(outcome, Returned):
            if facts.value is None:
                return "accepted"
            encoding = call.operation is Operation.ENCODE
            if outcome.value != facts.value and not (encoding and same_encoding(outcome.value, facts.value)):
                return "wrong"
            if not (facts.surrogate or facts.beyond or (encoding and self.choices.digit_case)):
                return ""
        elif facts.value is None:
            return ""
        facts = known[call] = oracle.facts_of(call, facts.value, oracle.integer_bits(call))
        expectation = oracle.expect(facts, self.choices)
        said = judge(expectation, outcome, call.operation, digit_case=self.choices.digit_case)
        if said.verdict not in BAD:
            self._remember(call, outcome, facts)
            return ""
        if isinstance(outcome, Rejected):
            return "refused"
        return "accepted" if isinstance(expectation, oracle.Rejects) else "wrong"

    def _remember(self, call: Call, outcome: Outcome, facts: Facts) -> None:
        if not _telling(call, facts):
            return
        for name in ("surrogates", "beyond-unicode"):
            for taken in sides(name, call.operation, Evidence({call: outcome}, {call: facts})):
                kept = self._remembered.setdefault((name, call.operation, taken), {})
                if len(kept) < _WIDEST_WORTH_KNOWING:
                    kept[call] = outcome, facts

    def _again(self, first: Sequence[Call], seen: Mapping[Call, Outcome]) -> list[Call]:
        """Some calls once more and at once again, in reverse, so that each follows upon other calls than before."""
        ended = [call for call in first if isinstance(seen.get(call), Returned | Rejected)]
        chosen = [
            call
            for index, call in enumerate(ended)
            if index % _EVERY == _EVERY - 1 or (index and len(ended[index - 1].input) > _LONG > len(call.input))
        ]
        return [call for call in reversed(chosen) for _ in range(2)]

    def _problems(self, evidence: Evidence, bad: Mapping[Call, str]) -> Iterator[Problem]:
        seen, known = evidence.seen, evidence.facts
        for kept in self._remembered.values():
            for call, (outcome, facts) in kept.items():
                seen.setdefault(call, outcome)
                known[call] = facts
        broken: dict[Call, list[str]] = {call: [] for call in bad}
        alone: list[Problem] = []
        evidence.facts = {c: f for c, f in known.items() if not (f.surrogate or f.beyond) or _telling(c, f)}
        for law, breaches in laws.check(evidence).items():
            if law.should:
                continue
            for breach in breaches:
                to_blame = [call for call in breach.calls if call in bad]
                for call in to_blame:
                    broken[call].append(law.name)
                if not to_blame:
                    alone.append(Problem(law.name, breach.calls, seen[breach.calls[0]], (law.name,), breach.shows))
        for call, kind in bad.items():
            yield Problem(kind, (call,), seen[call], tuple(dict.fromkeys(broken[call])))
        yield from alone


def _telling(call: Call, facts: Facts) -> bool:
    """Whether only a surrogate, or a code point beyond Unicode, can be the reason why such a call is refused."""
    decoded = call.input if call.operation is Operation.ENCODE else facts.value or ()
    return all(0xD800 <= c <= 0xDFFF or c > MAX_UNICODE or 0x61 <= c <= 0x7A for c in decoded)
