"""A second conversation with the target, apart from the run's, to confirm problems and to minimise them."""

import time
from collections.abc import Sequence

from ..errors import TargetError
from ..record import replace
from ..suite.choices import Choices
from ..suite.outcome import Call, Outcome
from ..target.name import Target
from ..target.session import Limits, Session, TooManyRestarts
from . import shape
from .check import Check, Problem
from .minimise import minimise

_HASTE = 0.5  # seconds for a call while a hang is minimised; what comes out is confirmed with the full limit
_CALLS, _DEATHS, _HANGS = 2000, 60, 8  # to be made while minimising; a death costs a process, a hang the time limit
_PATIENCE = 20.0  # seconds for minimising one problem
_DEAREST = 1200  # characters of an input above which a probe is slow


class Probe:
    """Fresh processes of the target. Whoever makes one closes it."""

    def __init__(self, target: Target, limits: Limits, choices: Choices) -> None:
        self._target = target
        self._limits = replace(limits, restarts=1 << 30)
        self._choices = choices
        self._session: Session | None = None

    def close(self) -> None:
        """End the process."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def fresh(self, seconds: float | None = None) -> None:
        """Begin again in a new process, with another time limit for a call if one is given."""
        self.close()
        limits = self._limits if seconds is None else replace(self._limits, call=min(seconds, self._limits.call))
        self._session = Session(self._target, limits)
        self._session.start()
        self._session.greet()

    def ask(self, calls: Sequence[Call]) -> list[Outcome | None]:
        """The answers; None from where the target cannot go on."""
        assert self._session is not None
        outcomes: list[Outcome | None] = [None] * len(calls)
        try:
            for index, outcome in self._session.ask(calls):
                outcomes[index] = outcome
        except (TooManyRestarts, TargetError):
            self.fresh()
        return outcomes

    def memory(self) -> int:
        """The most memory that the process has had so far, in bytes."""
        assert self._session is not None
        return self._session.memory()

    def confirm(self, problem: Problem) -> Problem | None:
        """The same problem in a fresh process, with the laws that its calls alone show to be broken; None if it is gone."""
        self.fresh()
        found = list(Check(self._choices).batch(problem.calls, self.ask))
        alike = [p for p in found if _sign(p) == _sign(problem)]
        return next((p for p in alike if p.calls == problem.calls), alike[0] if alike else None)

    def again(self, calls: Sequence[Call], kind: str) -> list[Problem]:
        """The problems that a fresh process shows with a finding's calls.

        Args:
            calls: in their order; for ``stability`` those before the last prepare it.
            kind: of the finding.
        """
        self.fresh()
        if kind != "stability":
            return list(Check(self._choices).batch(calls, self.ask))
        outcome = self.ask(calls)[-1]
        if outcome is None or not Check(self._choices).amiss(calls[-1], outcome, {}):
            return []
        return [Problem("stability", tuple(calls), outcome, ("stability",))]

    def least(self, problem: Problem) -> tuple[Problem, int]:
        """A confirmed problem at its least input, confirmed again, and how many calls that took."""
        if problem.kind == "coherence" or len(problem.calls[0].input) > 8 * _DEAREST:
            return problem, 0
        hasty = problem.kind == "timeout"
        self.fresh(_HASTE if hasty else None)
        sign = _sign(problem)
        single = problem.kind in ("crash", "timeout", "refused", "accepted", "wrong")

        until = time.monotonic() + _PATIENCE

        def same(calls: Sequence[Call]) -> list[bool]:
            if time.monotonic() > until:
                return [False] * len(calls)
            if single:
                return [_sign(p) == sign if p else False for p in self._answers(calls)]
            return [any(_sign(p) == sign for p in Check(self._choices).batch([call], self.ask)) for call in calls]

        dear = len(problem.calls[0].input) > _DEAREST
        budget = _HANGS if hasty else _DEATHS if shape.died(problem.outcome) else 300 if dear else _CALLS
        call, asked = minimise(problem.calls[0], same, budget)
        again = self.confirm(Problem(problem.kind, (call,), problem.outcome)) if call != problem.calls[0] else problem
        return again or problem, asked

    def _answers(self, calls: Sequence[Call]) -> list[Problem | None]:
        check = Check(self._choices)
        found: list[Problem | None] = []
        for call, outcome in zip(calls, self.ask(calls), strict=True):
            kind = check.amiss(call, outcome, {}) if outcome is not None else ""
            found.append(Problem(kind, (call,), outcome) if kind and outcome is not None else None)
        return found

    def after(self, history: Sequence[Call], problem: Problem) -> Problem | None:
        """The problem after the calls that came before it, as few of them as it takes; None if it does not come again."""
        call, count = problem.calls[0], 1
        while True:
            before = list(history[-count:])
            if (outcome := self._after(before, call, problem.kind)) is not None:
                break
            if count >= len(history):
                return None
            count *= 4
        if 1 < len(before) <= 16:
            for one in before:
                if (alone := self._after([one], call, problem.kind)) is not None:
                    before, outcome = [one], alone
                    break
        return Problem("stability", (*before, call), outcome, ("stability",), f"only after {len(before)} other calls")

    def _after(self, before: Sequence[Call], call: Call, kind: str) -> Outcome | None:
        self.fresh()
        outcome = self.ask([*before, call])[-1]
        return outcome if outcome is not None and Check(self._choices).amiss(call, outcome, {}) == kind else None


def _sign(problem: Problem) -> tuple[str, str, str]:
    """What must stay while a problem is minimised."""
    # What is accepted though it is invalid for one reason must not slide into another reason, or another character.
    why = shape.offence(problem.calls[0]) if problem.kind == "accepted" else ""
    return problem.kind, shape.outcome_class(problem.outcome), why
