"""Evidence: what a target was asked, what it answered, and what the oracle knows of the calls.

The laws, the coherence of choices, the observed choices and the follow-up calls are pure functions of it.
"""

from typing import NamedTuple

from . import oracle
from .choices import Choices
from .facts import Facts
from .outcome import Call, Operation, Outcome, Rejected, alike


class Asked(NamedTuple):
    """A call with the oracle's facts about it, and its answer."""

    call: Call
    facts: Facts
    outcome: Outcome

    @property
    def refused(self) -> bool:
        """Whether the call was refused."""
        return isinstance(self.outcome, Rejected)

    @property
    def right(self) -> bool:
        """Whether the call got the answer that RFC 3492 gives."""
        return self.facts.met_by(self.outcome)


class Evidence:
    """The answers gathered so far."""

    def __init__(
        self,
        seen: dict[Call, Outcome] | None = None,
        facts: dict[Call, Facts] | None = None,
        again: list[tuple[Call, Outcome]] | None = None,
        choices: Choices | None = None,
    ) -> None:
        self.seen = {} if seen is None else seen
        self.facts = {} if facts is None else facts
        self.again = [] if again is None else again
        self.choices = choices or Choices()

    def take(self, call: Call, outcome: Outcome) -> None:
        """Take an answer: the first to a call, or a later one."""
        first = self.seen.setdefault(call, outcome)
        if first is not outcome and not alike(first, outcome):
            self.again.append((call, outcome))

    def right(self, call: Call) -> bool:
        """Whether the call got the answer that RFC 3492 gives; facts about it must be known."""
        return self.facts[call].met_by(self.seen.get(call))

    def refused(self, call: Call) -> bool:
        """Whether the call was refused."""
        return isinstance(self.seen.get(call), Rejected)

    def special(self) -> dict[Call, Facts]:
        """The calls that a choice is about, with their facts: few of all, so they are looked for once."""
        return {call: facts for call, facts in self.facts.items() if not facts.usual}

    def asked(self) -> list[Asked]:
        """The answered calls by which limits are seen: those that a choice is about, and those that must be refused."""
        known = ((call, facts) for call, facts in self.facts.items() if facts.value is None or not facts.usual)
        found = ((call, facts, self.seen.get(call)) for call, facts in known)
        return [Asked(call, facts, outcome) for call, facts, outcome in found if outcome is not None]

    def misrefusing(self) -> set[Operation]:
        """The operations that refuse what must be given: other refusals of theirs may have the same reason."""
        refused = ((call, self.facts.get(call)) for call, outcome in self.seen.items() if isinstance(outcome, Rejected))
        return {call.operation for call, facts in refused if facts and oracle.must_be_given(facts, self.choices)}

    def free(self, call: Call) -> bool:
        """Whether the call may be refused, by a choice or since it must be."""
        # Facts of vectors are stored with them; those of follow-up calls are computed only here, where one is refused.
        facts = self.facts.get(call) or oracle.facts(call)
        return not oracle.must_be_given(facts, self.choices)
