"""Confirming and minimising problems in new processes of the target, apart from those of the run.

A call that hangs costs its time limit and a process. So calls that hang or end the process are asked one at a time and are
not repeated meanwhile. A hang is minimised with a short time limit; the result is then asked with the full one.
"""

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import starmap
from typing import NamedTuple

from ..account import features
from ..account.answers import crash_name, ended, last_causes
from ..errors import TargetError
from ..run.baseline import Entry, answer_line
from ..run.check import KINDS, UNREPEATED, Check, Problem, kind_of
from ..suite import laws
from ..suite.choices import Choices
from ..suite.outcome import Call, Outcome
from ..targets.name import Target
from ..targets.session import Limits, OutOfTime, Session, TooManyRestarts
from .minimise import minimise

_SHORT = 0.5  # seconds for a call while a hang is minimised
_LAST = 64  # earlier calls that are tried first
_HISTORIES = 40  # lists of calls before a problem that are tried: each takes a process
_ANSWERS = ("crash", "refused", "accepted", "wrong", "evaded")  # kinds that one answer shows


class Rechecked(NamedTuple):
    """A known finding after its calls were asked again: why its entry is stale, if it is, and what the target did now."""

    holds: bool
    why: str = ""
    got: str = ""


class Confirmer:
    """New processes of the target, one after the other; to be closed at the end."""

    def __init__(self, target: Target, limits: Limits, choices: Choices) -> None:
        self._target, self._choices = target, choices
        self.until = math.inf  # when the time is up, by the monotonic clock; asking then raises OutOfTime
        # Crashes and hangs are counted here instead, for each problem anew.
        self._limits = limits._replace(restarts=1 << 30)
        self._session: Session | None = None

    def close(self) -> None:
        """End the process."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def examine(self, problem: Problem) -> tuple[Problem, int] | None:
        """A problem at its least input, confirmed in a new process, and how many calls that took; None if it is gone.

        Raises OutOfTime before it is confirmed; once it is, minimising ends when the time does.
        """
        confirmed = self.confirm(problem)
        if confirmed is None:
            return None
        if confirmed.kind == "coherence":  # of several calls, each of which is needed
            return confirmed, 0
        least, asked = None, 0
        with suppress(OutOfTime):
            call, asked = self._least(confirmed)
            if call != confirmed.calls[0]:
                least = self.confirm(Problem(confirmed.kind, (call,), confirmed.outcome))
        return least or confirmed, asked

    def confirm(self, problem: Problem) -> Problem | None:
        """A problem as a new process shows it, with the laws that its calls alone break; None if it is gone."""
        calls = problem.calls[:1] if problem.kind == "stability" else problem.calls
        # Memory that is overwritten ends a process by one signal or another.
        same = [
            again
            for again in self.shown(calls, problem.kind)
            if _sign(again) == _sign(problem) or (again.kind == problem.kind and _breaks(again) and _breaks(problem))
        ]
        found = next((again for again in same if again.calls == problem.calls), same[0] if same else None)
        if found and len(found.calls) == 1 and found.calls != problem.calls:  # a follow-up: is the call before needed?
            return next((again for again in self.shown(found.calls, found.kind) if again.calls == found.calls), None)
        return found

    def shown(self, calls: Sequence[Call], kind: str) -> list[Problem]:
        """The problems that a new process shows with calls; for ``stability`` those before the last prepare it."""
        session = self._fresh()
        if kind in ("timeout", "crash"):
            problem = self._judged(calls[0], session.once(calls[0]))
            if problem is not None and _breaks(problem):
                return [problem]
            self._fresh()
        return self._problems(calls, kind)

    def after(self, history: Sequence[Call], problem: Problem) -> Problem | None:
        """A problem after the calls that came before it, as few of them as it takes; None if it does not appear again."""
        call, kind = problem.calls[0], problem.kind

        def wrong(outcome: Outcome | None) -> bool:
            now = self._check().take(call, outcome) if outcome is not None else ""
            return bool(now) if kind == "stability" else now == kind

        def needed(calls: Sequence[Call]) -> bool:
            return bool(calls) and wrong(self._new([*calls, call])[-1])

        others = [other for other in dict.fromkeys(reversed(history)) if other != call]
        before: list[Call] = []
        for some in (others[:_LAST], others):  # asked again after each of them, so that one process is enough
            answers = self._new([each for other in some for each in (other, call)])[1::2]
            before = [other for other, answer in zip(some, answers, strict=True) if wrong(answer)][:1]
            if needed(before):
                break
        else:
            before = list(last_causes(history, call, wrong, self._new))
            with suppress(OutOfTime):
                before = _fewer(before, needed)
        if not before:
            return None
        outcome = self._new([*before, call])[-1]
        if outcome is None or not wrong(outcome):
            return None
        shows = f"only after {len(before)} other call{'s' * (len(before) > 1)}"
        return Problem("stability", (*before, call), outcome, ("stability",), shows)

    def recheck(self, entry: Entry) -> Rechecked:
        """Whether a known finding still holds.

        Fuzzing is random, so it proves nothing if a run does not meet a finding again: its calls are asked again instead.
        A finding that chance showed, or that has no calls, is not asked again.
        """
        kind = kind_of(entry.id)
        if kind not in (*KINDS, *(law.name for law in laws.LAWS)):
            return Rechecked(False, "no finding has this signature")
        if kind == UNREPEATED or not entry.finding_calls:
            return Rechecked(True)
        same = [problem for problem in self.shown(entry.calls, kind) if problem.signature == entry.id]
        if not same:
            return Rechecked(False, "its calls no longer show it")
        # A follow-up of the calls may show the finding too: the calls' own answer counts first, as when it was confirmed.
        problem = next((problem for problem in same if problem.calls == entry.calls), same[0])
        # The answer to one of several calls shows nothing, unless the others only come before it.
        got = answer_line(problem.outcome if len(problem.calls) == 1 or problem.kind == "stability" else None)
        if entry.got and got != entry.got:
            return Rechecked(True, f"its calls give another answer than recorded: {got}, not {entry.got}", got)
        return Rechecked(True, got=got)

    def _fresh(self, seconds: float = math.inf) -> Session:
        """Begin again in a new process, perhaps with another time limit for a call."""
        self.close()
        self._session = session = Session(self._target, self._limits._replace(call=min(seconds, self._limits.call)))
        session.until = min(self.until, self._limits.until)
        session.start()
        session.greet()
        return session

    def _ask(self, calls: Sequence[Call]) -> list[Outcome | None]:
        """The answers; None from where the target cannot go on."""
        assert self._session is not None
        outcomes: list[Outcome | None] = [None] * len(calls)
        try:
            for index, outcome in self._session.ask(calls):
                outcomes[index] = outcome
        except (TooManyRestarts, TargetError):
            self._fresh()
        return outcomes

    def _new(self, calls: Sequence[Call]) -> list[Outcome | None]:
        self._fresh()
        return self._ask(calls)

    def _check(self) -> Check:
        return Check(self._choices, patient=not self._limits.binding)

    def _judged(self, call: Call, outcome: Outcome | None) -> Problem | None:
        kind = self._check().take(call, outcome) if outcome is not None else ""
        return Problem(kind, (call,), outcome) if kind and outcome is not None else None

    def _problems(self, calls: Sequence[Call], kind: str) -> list[Problem]:
        """The problems of some calls; for ``stability`` of the last, if its answer is wrong or not that of the same call."""
        check = self._check()
        if kind != "stability":
            return list(check.batch(calls, self._ask))
        calls, last = calls if len(calls) > 1 else [*calls, *calls], ""
        answers = self._ask(calls)
        for call, answer in zip(calls, answers, strict=True):
            last = check.take(call, answer) if answer is not None else ""
        repeated, outcome = calls[-1] in calls[:-1], answers[-1]
        breaches = laws.check(check.evidence)[laws.stability] if repeated else []
        if outcome is None or not (breaches if repeated else last):
            return []
        return [Problem(kind, tuple(calls), outcome, (kind,), breaches[0].shows if breaches else "")]

    def _least(self, problem: Problem) -> tuple[Call, int]:
        """The least input that shows a problem as far as there is time, and how many calls that took."""
        breaks, sign = _breaks(problem), _sign(problem)
        # Time for one confirmation is left.
        until = self.until - 1 - breaks * self._limits.call
        session = self._fresh(_SHORT if problem.kind == "timeout" else math.inf)

        def over() -> bool:
            return time.monotonic() > until

        def shows(call: Call) -> bool:
            if breaks:
                now = self._judged(call, session.once(call))
                return now is not None and _breaks(now) and _sign(now) == sign
            return any(_sign(each) == sign for each in self._problems([call], problem.kind))

        def same(calls: Sequence[Call]) -> Sequence[bool]:
            if problem.kind in _ANSWERS and not breaks:  # together, since that is several times as fast over a pipe
                answers = starmap(self._judged, zip(calls, self._ask(calls), strict=True))
                return [now is not None and _sign(now) == sign for now in answers]
            first = next((call for call in calls if over() or shows(call)), None)
            return [call == first and not over() for call in calls]

        if breaks and not same(problem.calls[:1])[0]:
            return problem.calls[0], 1
        return minimise(problem.calls[0], same, over=over)


def _fewer(calls: list[Call], needed: Callable[[Sequence[Call]], bool]) -> list[Call]:
    """Calls without those that are not needed, left out by halves as far as the number of processes allows."""
    left, size = _HISTORIES, len(calls) // 2
    while size and left > 0:
        start = 0
        while start < len(calls) and left > 0:
            fewer, left = calls[:start] + calls[start + size :], left - 1
            if needed(fewer):
                calls = fewer
            else:
                start += size
        size //= 2
    return calls


def _breaks(problem: Problem) -> bool:
    """Whether a problem is one call that hangs or ends the process."""
    return problem.kind == "timeout" or (problem.kind == "crash" and ended(problem.outcome))


def _sign(problem: Problem) -> tuple[str, str, str]:
    """The part of a problem that must not change while it is minimised."""
    # An input that is invalid for one reason must not become one that is invalid for another, or by another character.
    why = features.offence(problem.calls[0]) if problem.kind == "accepted" else ""
    return problem.kind, crash_name(problem.outcome), why
