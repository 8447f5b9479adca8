"""A run: the vectors, then the follow-up calls of the laws, then some of the vectors' calls once more."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from msgspec import Struct, field

from ..account.answers import ConstantAnswer, SlowAnswers
from ..suite import A_LABEL, follow_up, laws
from ..suite.choices import Choices
from ..suite.evidence import Evidence, observe
from ..suite.laws import Breach
from ..suite.outcome import Call, Hiccup, Outcome, Rejected, Returned
from ..suite.vector import Case
from ..suite.verdict import BAD, Verdict
from ..targets.session import Unfinished
from .check import Check
from .new_process import FirstCalls
from .plan import Plan, law_id
from .result import CaseResult, LawResult, Result, judge_law

_SHOWN = 20  # breaches of one law that a report holds
_EVERY = 256  # answers between two looks at whether the run has lasted long enough for further processes

Progress = Callable[[int, int], None]
"""Takes how many calls are answered, and how many are known to be needed."""


class Asker(Protocol):
    """The part of a target that a run needs: see :class:`..targets.session.Session`."""

    @property
    def hiccups(self) -> list[Hiccup]: ...

    def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]: ...

    def goodbye(self) -> None: ...

    def finish(self) -> None: ...


class Run(Struct, eq=False, dict=True):  # a __dict__ for the check
    """A run in progress. Iterate over :meth:`results`; then ``observed``, ``stopped``, ``alike`` and ``notes`` are known."""

    plan: Plan
    choices: Choices
    strict: bool
    asker: Asker
    progress: Progress = lambda done, total: None
    release: str = ""  # the minor release whose new vectors are advisory; empty if all gate
    patient: bool = False  # a late answer to a very long call is no failure
    ends: bool = False  # the run ends early if all answers are alike
    fresh: FirstCalls | None = None  # further processes of the target
    observed: dict[str, str] = field(default_factory=dict)  # the sides of the choices, as they can be declared
    stopped: str = ""  # why the run ended early
    alike: bool = False  # that is because all answers were alike
    notes: list[str] = field(default_factory=list)  # remarks on time
    _failed: dict[Call, None] = field(default_factory=dict)
    _done: int = 0

    def __post_init__(self) -> None:
        self._check = Check(self.choices, SlowAnswers(spared=self.patient))
        self.fresh = self.fresh if laws.stability in self.plan.laws else None

    def results(self) -> Iterator[Result]:
        """Yield a result for each case as it is answered, then one for each law."""
        cases, evidence = self.plan.asked, self._check.evidence
        evidence.facts.update(self.plan.facts)
        # A guess for the progress bar, on the high side: a correct codec needs about half as many follow-up calls as cases.
        further = len(cases) + len(self.plan.keystrokes) + follow_up.REPEATS if self.plan.laws else 0
        alike, all_alike, suggested = ConstantAnswer(), self.ends, list[Call]()
        for index, outcome in self._ask_cases(further):
            call = cases[index].call
            gates = self.strict or not self._advisory(cases[index])
            # Laws gate, so they do not look at what does not.
            if gates or call in evidence.seen:
                self._check.add(call, outcome)
                if self.plan.of_codecs:  # these are computed now, while the target answers the next calls
                    suggested += follow_up.following(call, outcome, evidence.facts[call])
            result = self._judged(cases[index], outcome)
            if index < len(self.plan.cases):
                yield result
            all_alike = all_alike and alike.take(*result.answer)
            if all_alike and alike.enough:
                self.alike, left = True, len(cases) - self._done
                self.stopped = f"all answers are alike; {left:,} cases were not run"
                return  # the target still has calls to answer, so nothing more is asked
        if self.plan.laws:
            self._ask_further(suggested)
        unlike = list(self.fresh.breaches(evidence)) if self.fresh and not self.stopped else []
        self.asker.goodbye()  # the target ends while the laws are judged
        self.observed = observe(evidence)
        yield from self._laws(unlike)

    def _ask_further(self, suggested: Sequence[Call]) -> None:
        """Ask what the answers suggest, and some calls once more: all at once, so that the target waits only once."""
        evidence = self.evidence
        repeats = follow_up.in_a_row(follow_up.repeats(evidence, evidence.facts, self._failed))
        if self.plan.layer == A_LABEL:
            self._gather(follow_up.label_lengths())
            self._gather([*follow_up.of_labels(evidence), *repeats])
        else:
            self._gather([*follow_up.unseen(suggested, evidence), *self.plan.keystrokes, *repeats])
            self._check.narrow(self._ask_all)

    def _gather(self, calls: Sequence[Call]) -> None:
        for index, outcome in self._ask(calls):
            self._check.add(calls[index], outcome)

    @property
    def evidence(self) -> Evidence:
        """All answers, and the oracle's facts about the calls of all cases."""
        return self._check.evidence

    def _ask_cases(self, further: int) -> Iterator[tuple[int, Outcome]]:
        """Ask the calls of all cases. Very long ones come last, from short to long, each alone.

        Where a late answer is spared, it is the last of its operation: each further one would cost the time limit.
        """
        calls, (usual, long) = [case.call for case in self.plan.asked], self.plan.order
        for at, outcome in self._ask([calls[i] for i in usual], len(long) + further):
            yield usual[at], outcome
        late = self._check.late
        for number, index in enumerate(long, 1):
            if unasked := late.instead(calls[index]):
                yield index, unasked
                continue
            for _, outcome in self._ask([calls[index]], len(long) - number + further):
                late.take(calls[index], outcome)
                yield index, outcome
        self.notes += late.notes

    def _ask(self, calls: Sequence[Call], further: int = 0) -> Iterator[tuple[int, Outcome]]:
        """Ask, and report progress; ``further`` is about how many calls will follow."""
        total = self._done + len(calls) + further
        if self.stopped:
            return
        try:
            for index, outcome in self.asker.ask(calls):
                self._done += 1
                if self.fresh and self._done % _EVERY == 0:
                    self.fresh.start()  # so that they start while the others answer
                self.progress(self._done, total)
                yield index, outcome
        except Unfinished as why:
            left = len(self.plan.asked) - self._done
            missed = f"{left:,} cases were not run" if left > 0 else "the laws were not all checked"
            self.stopped = f"{why}; {missed}"

    def _ask_all(self, calls: Sequence[Call]) -> list[Outcome | None]:
        outcomes: list[Outcome | None] = [None] * len(calls)
        for index, outcome in self._ask(calls):
            outcomes[index] = outcome
        return outcomes

    def _judged(self, case: Case, outcome: Outcome) -> CaseResult:
        vector, advisory = case.vector, self._advisory(case)
        level = {"should": vector.level == "should", "strict": self.strict, "advisory": advisory}
        expectation, judgement = self._check.judge(case.call, outcome, **level)
        if judgement.verdict in BAD:
            self._failed[case.call] = None
        note = (vector.note or "") if judgement.verdict is not Verdict.PASS else ""
        about = vector.clause, vector.bug or "", note, advisory
        return CaseResult(case.id, case.call, expectation, outcome, judgement, *about)

    def _advisory(self, case: Case) -> bool:
        return bool(self.release) and case.vector.since == self.release

    def _laws(self, unlike: list[Breach]) -> Iterator[Result]:
        breaches_of = laws.check(self.evidence, self.plan.layer) if self.plan.laws else {}
        self.asker.finish()
        # This comes last, because the target may also crash while it exits.
        hiccups = self.asker.hiccups
        self.notes += [hiccup.slow for hiccup in hiccups if hiccup.slow]
        crashes = [laws.unrepeated(hiccup) for hiccup in hiccups if not hiccup.slow]
        # A crash that cannot be repeated is never passed over, also where the user selected no laws.
        if not self.plan.laws and not crashes:
            return
        breaches_of.setdefault(laws.stability, []).extend(unlike + crashes)
        seen = self.evidence.seen.items()
        answered = {call.operation for call, outcome in seen if isinstance(outcome, Returned | Rejected)}
        for law in self.plan.laws or (laws.stability,):
            breaches, relevant = breaches_of[law], bool(answered) and answered >= law.needs
            judgement = judge_law(law, breaches, relevant=relevant, strict=self.strict)
            yield LawResult(law_id(law), law, tuple(breaches[:_SHOWN]), len(breaches), judgement)
