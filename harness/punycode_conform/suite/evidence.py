"""Evidence: what a target was asked, what it answered, and what the oracle knows of the calls.

The laws, the observed choices and the follow-up calls are pure functions of it.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from . import oracle
from .choices import Choices
from .facts import Facts
from .outcome import Call, Operation, Outcome, Rejected, alike

_T = TypeVar("_T")


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
    """The answers gathered so far: the first to each call, and later ones that differ from it."""

    def __init__(
        self,
        seen: dict[Call, Outcome] | None = None,
        facts: dict[Call, Facts] | None = None,
        again: list[tuple[Call, Outcome]] | None = None,
        choices: Choices | None = None,
    ) -> None:
        self.seen = {} if seen is None else seen  # in the order of the answers
        self.facts = {} if facts is None else facts  # about the calls by which choices are seen and checked
        self.again = [] if again is None else again
        self.choices = choices or Choices()  # as declared
        self._computed: dict[str, tuple[object, object]] = {}

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

    def asked(self) -> list[Asked]:
        """The answered calls by which limits and choices are seen: those that a choice is about, or that must be refused."""
        return self._once("asked", self._asked)

    def _asked(self) -> list[Asked]:
        chosen = [(call, facts) for call, facts in self.facts.items() if facts.value is None or not facts.usual]
        return [Asked(call, facts, self.seen[call]) for call, facts in chosen if call in self.seen]

    def misrefusing(self) -> set[Operation]:
        """The operations that refuse what must be given: other refusals of theirs may have the same reason."""
        return self._once("misrefusing", self._misrefusing)

    def _misrefusing(self) -> set[Operation]:
        refused = ((call, self.facts.get(call)) for call, outcome in self.seen.items() if isinstance(outcome, Rejected))
        return {call.operation for call, facts in refused if facts and oracle.must_be_given(facts, self.choices)}

    def _once(self, name: str, compute: Callable[[], _T]) -> _T:
        """A value that takes a walk over all calls, computed again only when answers or facts have come."""
        state = id(self.facts), len(self.facts), len(self.seen)
        if name not in self._computed or self._computed[name][0] != state:
            self._computed[name] = state, compute()
        value: _T = self._computed[name][1]  # type: ignore[assignment]  # it was put there under this name
        return value

    def free(self, call: Call) -> bool:
        """Whether the call may be refused, by a choice or since it must be."""
        # Facts of vectors are stored with them; those of follow-up calls are computed only here, where one is refused.
        facts = self.facts.get(call) or oracle.facts(call)
        return not oracle.must_be_given(facts, self.choices)
