"""Late answers to very long calls: RFC 3492 sets no limit of time, so they are shown, and are no failures."""

from collections import Counter

from ..suite.oracle import very_long
from ..suite.outcome import Call, Operation, Outcome, TimedOut


class Late:
    """The late answers so far, and the calls that were not made because of them; ``spared`` if late is no failure."""

    def __init__(self, *, spared: bool) -> None:
        self.spared = spared
        self._first: dict[Operation, tuple[Call, TimedOut]] = {}
        self._missed: Counter[Operation] = Counter()

    def spares(self, call: Call, outcome: Outcome) -> bool:
        """Whether an answer is late, and this is no failure."""
        return self.spared and isinstance(outcome, TimedOut) and very_long(call)

    def take(self, call: Call, outcome: Outcome) -> None:
        """Remember an answer if it is late and no failure."""
        if isinstance(outcome, TimedOut) and self.spares(call, outcome):
            self._first.setdefault(call.operation, (call, outcome))

    def instead(self, call: Call) -> TimedOut | None:
        """The outcome of a call that need not be made, since a shorter one was late; None if it is to be made."""
        first = self._first.get(call.operation)
        if first is None or len(call.input) < len(first[0].input):
            return None
        self._missed[call.operation] += 1
        return first[1]._replace(asked=False)

    @property
    def notes(self) -> list[str]:
        """A remark for each operation that was late."""
        return [self._note(*first) for first in self._first.values()]

    def _note(self, call: Call, outcome: TimedOut) -> str:
        unit = "code points" if call.operation is Operation.ENCODE else "characters"
        missed = self._missed[call.operation]
        more = f"; {missed:,} call{'s' * (missed > 1)} as long or longer not made" if missed else ""
        return f"{call.operation.value}: no answer within {outcome.limit:g} s from {len(call.input):,} {unit} on{more}"
