"""Confirming and minimising problems in new processes of the target, apart from those of the run.

A call that hangs costs its time limit and a process. So calls that hang or end the process are asked one at a time and are
not repeated meanwhile. A hang is minimised with a short time limit; the result is then asked once with the full one.
"""

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import starmap

from ..account import features, groups
from ..account.answers import SlowAnswers
from ..account.history import Wrong, last_cause
from ..errors import TargetError
from ..run.check import Check
from ..run.problem import Problem
from ..suite import laws
from ..suite.choices import Choices
from ..suite.evidence import Evidence
from ..suite.outcome import Call, Outcome
from ..targets.name import Target
from ..targets.session import Limits, OutOfTime, Session, TooManyRestarts
from .minimise import Same, minimise

SHORT = 0.5  # seconds for a call while a hang is minimised, if all other calls are answered sooner
_CALLS = 2000  # made at most while minimising; most problems take fewer than 400
_DEATHS, _HANGS = 60, 16  # at most: a death costs a process, a hang the time limit too
_LAST = 64  # earlier calls that are tried first
_HISTORIES = 40  # lists of calls before a problem that are tried: each takes a process
_ANSWERS = ("crash", "refused", "accepted", "wrong", "evaded")  # kinds that one answer shows
_PATIENCE = 20.0  # seconds for minimising one problem


class Confirmer:
    """New processes of the target, one after the other; to be closed at the end.

    Attributes:
        short: seconds for a call while a hang is minimised.
        until: when the time is up, by the monotonic clock; asking then raises OutOfTime.
    """

    def __init__(self, target: Target, limits: Limits, choices: Choices) -> None:
        self.short, self.until = SHORT, math.inf
        self._target, self._choices = target, choices
        # Crashes and hangs are counted here instead, for each problem anew.
        self._limits = limits._replace(restarts=1 << 30)
        self._session: Session | None = None

    def close(self) -> None:
        """End the process."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def fresh(self, seconds: float | None = None) -> Session:
        """Begin again in a new process, perhaps with another time limit for a call."""
        self.close()
        limits = self._limits if seconds is None else self._limits._replace(call=min(seconds, self._limits.call))
        self._session = session = Session(self._target, limits)
        session.until = min(self.until, limits.until)
        session.start()
        session.greet()
        return session

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

    def examine(self, problem: Problem) -> tuple[Problem, int] | None:
        """A problem at its least input, confirmed in a new process, and how many calls that took; None if it is gone.

        Raises OutOfTime before it is confirmed; once it is, minimising ends when the time does.
        """
        # Without time for minimising and for both waits below, the hang is confirmed as it was found.
        if problem.kind == "timeout" and self.until - time.monotonic() > _PATIENCE + 3 * self._limits.call:
            call, asked = self._least(problem)
            # One full wait is enough. With a short limit the least input may have been merely slow; the first may then hang.
            again = (self.confirm(_of_call(problem, c)) for c in dict.fromkeys((call, problem.calls[0])))
            return next(((confirmed, asked) for confirmed in again if confirmed), None)
        confirmed = self.confirm(problem)
        if confirmed is None:
            return None
        if confirmed.kind == "coherence":  # of several calls, each of which is needed
            return confirmed, 0
        least, asked = None, 0
        with suppress(OutOfTime):
            call, asked = self._least(confirmed)
            if call != confirmed.calls[0]:
                least = self.confirm(_of_call(confirmed, call))
        return least or confirmed, asked

    def confirm(self, problem: Problem) -> Problem | None:
        """A problem as a new process shows it, with the laws that its calls alone break; None if it is gone."""
        calls = problem.calls[:1] if problem.kind == "stability" else problem.calls
        same = [again for again in self.shown(calls, problem.kind) if _sign(again) == _sign(problem)]
        return next((again for again in same if again.calls == problem.calls), same[0] if same else None)

    def shown(self, calls: Sequence[Call], kind: str) -> list[Problem]:
        """The problems that a new process shows with calls; for ``stability`` those before the last prepare it."""
        session = self.fresh()
        if kind in ("timeout", "crash"):
            problem = self._judged(calls[0], session.once(calls[0]))
            if problem is not None and _breaks(problem):
                return [problem]
            self.fresh()
        if kind != "stability":
            return list(self._check().batch(calls, self.ask))
        if len(calls) == 1 or calls[-1] in calls[:-1]:  # the call itself, repeated: no other call prepares it
            return self._twice(calls[-1])
        outcome = self.ask(calls)[-1]
        unstable = outcome is not None and self._check().take(calls[-1], outcome)
        return [Problem("stability", tuple(calls), outcome, ("stability",))] if outcome and unstable else []

    def after(self, history: Sequence[Call], problem: Problem) -> Problem | None:
        """A problem after the calls that came before it, as few of them as it takes; None if it does not appear again."""
        call, kind = problem.calls[0], problem.kind

        def wrong(outcome: Outcome | None) -> bool:
            now = self._check().take(call, outcome) if outcome is not None else ""
            return bool(now) if kind == "stability" else now == kind

        before = self._needed(list(history), call, wrong)
        outcome = self._new([*before, call])[-1] if before else None
        if outcome is None or not wrong(outcome):
            return None
        others = f"{len(before)} other call{'s' * (len(before) > 1)}"
        return Problem("stability", (*before, call), outcome, ("stability",), f"only after {others}")

    def _check(self) -> Check:
        return Check(self._choices, SlowAnswers(spared=not self._limits.binding))

    def _judged(self, call: Call, outcome: Outcome | None) -> Problem | None:
        kind = self._check().take(call, outcome) if outcome is not None else ""
        return Problem(kind, (call,), outcome) if kind and outcome is not None else None

    def _twice(self, call: Call) -> list[Problem]:
        """The problem of a call that is answered differently when it is repeated at once; none if it is not."""
        first, later = self.ask([call, call])
        if first is None or later is None:
            return []
        evidence = Evidence()
        evidence.take(call, first)
        evidence.take(call, later)
        breaches = laws.check(evidence)[laws.stability]
        return [Problem("stability", (call, call), later, ("stability",), breach.shows) for breach in breaches][:1]

    def _least(self, problem: Problem) -> tuple[Call, int]:
        """The least input that shows a problem as far as there is time, and how many calls that took."""
        call, breaks = problem.calls[0], _breaks(problem)
        # Time for one confirmation is left.
        until = min(time.monotonic() + _PATIENCE, self.until - 1 - breaks * self._limits.call)

        # A call that breaks the protocol takes several processes each time.
        calls = _DEATHS if groups.died(problem.outcome) and not breaks else _CALLS
        same = self._same(problem, lambda: time.monotonic() > until)
        if breaks and not same([call])[0]:
            return call, 1
        return minimise(call, same, calls, over=lambda: time.monotonic() > until)

    def _same(self, problem: Problem, over: Callable[[], bool]) -> Same:
        """A test of which calls show a problem; calls that hang or end the process are asked up to the first that does."""
        hangs, sign = problem.kind == "timeout", _sign(problem)
        left = _HANGS if hangs else _DEATHS
        session = self.fresh(self.short if hangs else None)

        def problems(call: Call) -> list[Problem]:
            return self._twice(call) if problem.kind == "stability" else list(self._check().batch([call], self.ask))

        def same(calls: Sequence[Call]) -> list[bool]:
            nonlocal left
            shows = [False] * len(calls)
            with suppress(OutOfTime):
                for index, call in enumerate(calls):
                    if over() or left <= 0:
                        break
                    if _breaks(problem):
                        again = self._judged(call, session.once(call))
                        left -= again is not None and _breaks(again)
                        shows[index] = again is not None and _breaks(again) and _sign(again) == sign
                        if shows[index]:
                            break
                    elif problem.kind in _ANSWERS:  # together, since that is several times as fast over a pipe
                        answers = zip(calls, self.ask(calls), strict=True)
                        return [again is not None and _sign(again) == sign for again in starmap(self._judged, answers)]
                    else:
                        shows[index] = any(_sign(again) == sign for again in problems(call))
            return shows

        return same

    def _needed(self, history: list[Call], call: Call, wrong: Wrong) -> list[Call]:
        """The earlier calls that make a call go wrong, as few as are found; none if all of them do not."""
        others = [other for other in dict.fromkeys(reversed(history)) if other != call]
        for some in (others[:_LAST], others):  # asked again after each of them, so that one process is enough
            asked = [each for other in some for each in (other, call)]
            answers = self._new(asked) if asked else []
            place = next((at for at in range(1, len(asked), 2) if wrong(answers[at])), None)
            if place is not None and wrong(self._new([asked[place - 1], call])[-1]):
                return asked[place - 1 : place]
        cause = last_cause(history, call, wrong, self._new)
        if not cause:
            return []
        before = history[len(history) - 1 - history[::-1].index(cause[0]) :]
        left, size = _HISTORIES, len(before) // 2
        with suppress(OutOfTime):
            while size and left > 0:
                start = 0
                while start < len(before) and left > 0:
                    fewer, left = before[:start] + before[start + size :], left - 1
                    if fewer and wrong(self._new([*fewer, call])[-1]):
                        before = fewer
                    else:
                        start += size
                size //= 2
        return before

    def _new(self, calls: Sequence[Call]) -> list[Outcome | None]:
        """The answers of a new process."""
        self.fresh()
        return self.ask(calls)


def _of_call(problem: Problem, call: Call) -> Problem:
    """A problem of one call as if another call had shown it."""
    return Problem(problem.kind, (call,), problem.outcome)


def _breaks(problem: Problem) -> bool:
    """Whether a problem is one call that hangs or ends the process."""
    return problem.kind == "timeout" or (problem.kind == "crash" and groups.ended(problem.outcome))


def _sign(problem: Problem) -> tuple[str, str, str]:
    """The part of a problem that must not change while it is minimised."""
    # An input that is invalid for one reason must not become one that is invalid for another, or by another character.
    why = features.offence(problem.calls[0]) if problem.kind == "accepted" else ""
    return problem.kind, groups.outcome_class(problem.outcome), why
