"""A property tried on a target: Hypothesis makes inputs and looks for the least that shows a fault.

The profile is fixed: the same inputs each time, no deadline, nothing kept between runs, whatever the profile of the user's
own tests is.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, Phase, Verbosity, configuration, given, settings

from ..account import groups
from ..account.answers import SlowAnswers
from ..errors import ConformError
from ..fuzz.confirmer import Confirmer
from ..run.check import Check, answers
from ..run.problem import Problem, unrepeated
from ..run.result import CaseResult, LawResult, Result, expected_to_fail, judge_law
from ..run.setup import Setup
from ..run.started import started
from ..suite import laws, oracle
from ..suite.choices import Choices
from ..suite.follow_up import follow_ups
from ..suite.laws import Breach, Law
from ..suite.outcome import Call, Outcome, Rejected, Returned, TimedOut
from ..suite.verdict import BAD, Judgement, Verdict
from ..targets.pool import Pool
from ..targets.session import TooManyRestarts
from .known import Known
from .property import Property

_EXAMPLES = 300


class _Falsified(Exception):
    """An input shows that the property does not hold."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.kind)
        self.problem = problem


class _Enough(Exception):
    """The target crashed or hung, and each further call may cost as much."""


def trial(tried: Property, setup: Setup, known: Known | None = None) -> Result:
    """The result of a property; failures that are known do not end the search, so that they hide no others.

    Raises:
        ConformError: the target cannot be run.
    """
    with started(setup) as target:
        pool, choices = target.pool, target.choices
        for operation in tried.needs:
            if operation not in target.handshake.operations:
                return _unshown(tried, Verdict.SKIP, f"has no {operation}")
        going = _Trial(tried, pool, choices, known or Known(None, setup))
        problem = going.search()
        pool.goodbye()
        pool.finish()
        unstable = next((unrepeated(hiccup) for hiccup in pool.hiccups if not hiccup.slow), None)
    if problem is None and unstable is None and going.known:
        return going.known
    if problem is None and going.gone:
        return _unshown(tried, Verdict.FAIL, f"not tried to the end: {going.gone}")
    problem = problem or unstable
    if problem is None:
        if going.relevant:
            return _unshown(tried, Verdict.PASS)
        return _unshown(tried, Verdict.FAIL, "nothing ran: no answer is relevant to this property")
    if not problem.shows and _costly(problem.outcome):
        problem = _least(problem, setup, choices)
    return _result(tried, problem, choices)


class _Trial:
    """A search in progress.

    Attributes:
        relevant: how many inputs had answers that are relevant to the property.
        gone: why the target could not be asked to the end, or empty.
        known: the first failure that the baseline knows, None if there is none.
    """

    def __init__(self, tried: Property, pool: Pool, choices: Choices, known: Known) -> None:
        self.relevant = 0
        self.gone = ""
        self.known: Result | None = None
        self._knowledge = known
        self._tried = tried
        self._pool = pool
        self._choices = choices
        self._answers: dict[Call, Outcome] = {}  # so that Hypothesis sees the same whenever it asks again
        self._broken = False

    def search(self) -> Problem | None:
        """The smallest input that shows a fault, if one is found."""
        profile = settings(
            settings.get_profile("default"),
            max_examples=_EXAMPLES,
            derandomize=True,  # a test must not fail by chance
            database=None,
            deadline=None,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),  # a target behind a pipe is too slow for some
            report_multiple_bugs=False,  # several would come as an exception group
            print_blob=False,
            verbosity=Verbosity.quiet,  # the failure is shown in our words
        )

        @profile
        @given(self._tried.inputs())
        def holds(made: Sequence[int] | str) -> None:
            points = tuple(map(ord, made)) if isinstance(made, str) else tuple(made)
            try:
                problem = next(self._look(Call(self._tried.operation, points)), None)
            except _Enough:  # the input passes: nothing is asked any more, so the search ends soon
                return
            if problem:
                raise _Falsified(problem)

        try:
            with _nothing_left():
                holds()
        except _Falsified as found:
            return found.problem
        return None

    def _look(self, call: Call) -> Iterator[Problem]:
        """The problems that an input shows, without those that are known."""
        check = Check(self._choices, SlowAnswers(spared=not self._pool.limits.binding))
        law = self._tried.law
        (outcome,) = self._ask([call])
        if law is None:
            self.relevant += isinstance(outcome, Returned | Rejected)
            if kind := check.take(call, outcome):
                yield from self._new(Problem(kind, (call,), outcome), check)
            return
        check.evidence.take(call, outcome)
        for further, answer in answers(follow_ups(check.evidence), self._ask):
            check.add(further, answer)
        seen = check.evidence.seen.items()
        self.relevant += {one.operation for one, o in seen if isinstance(o, Returned | Rejected)} >= set(
            self._tried.needs
        )
        for breach in laws.check(check.evidence)[law]:
            yield from self._new(Problem(law.name, breach.calls, outcome, (law.name,), breach.shows), check)

    def _new(self, problem: Problem, check: Check) -> Iterator[Problem]:
        """The problem, if it is not known."""
        result = _result(self._tried, problem, self._choices)
        seen = ((call, check.evidence.seen.get(call)) for call in problem.calls if problem.shows)
        calls = (Problem("", (call,), outcome) for call, outcome in seen if outcome)
        alone = (one for call in calls if isinstance(one := _result(self._tried, call, self._choices), CaseResult))
        if reason := self._knowledge.reason(result, (one for one in alone if one.verdict in BAD)):
            self.known = self.known or expected_to_fail(result, reason)
        else:
            yield problem

    def _ask(self, calls: Sequence[Call]) -> list[Outcome]:
        fresh = [call for call in calls if call not in self._answers]
        if fresh and self._broken:
            raise _Enough
        try:
            for index, outcome in self._pool.ask(fresh):
                self._answers[fresh[index]] = outcome
                # The least input is then looked for outside of Hypothesis, within limits on what that costs.
                self._broken = self._broken or _costly(outcome)
        except (TooManyRestarts, ConformError) as error:  # never through Hypothesis, which would try to repeat it
            self._broken = True
            self.gone = error.message if isinstance(error, ConformError) else "the target crashed or hung too often"
            raise _Enough from None
        return [self._answers[call] for call in calls]


@contextmanager
def _nothing_left() -> Iterator[None]:
    """Hypothesis keeps what it works out in a folder of the project; here in one that goes."""
    before = getattr(configuration, "__hypothesis_home_directory", None)
    with TemporaryDirectory() as folder:
        configuration.set_hypothesis_home_dir(folder)
        try:
            yield
        finally:
            configuration.set_hypothesis_home_dir(before)


def _costly(outcome: Outcome) -> bool:
    """Whether an outcome costs a process, so that only a few are allowed."""
    return isinstance(outcome, TimedOut) or groups.died(outcome)


def _least(problem: Problem, setup: Setup, choices: Choices) -> Problem:
    """A crash or hang at its smallest input, found with the few processes that fuzzing grants it."""
    confirmer = Confirmer(setup.resolve(), setup.limits, choices)
    try:
        least = confirmer.examine(problem)
        return least[0] if least else problem
    finally:
        confirmer.close()


def _unshown(tried: Property, verdict: Verdict, why: str = "") -> LawResult:
    """The result of a property of which no call shows anything."""
    return LawResult(tried.id, tried.law or Law(tried.name, "", ""), (), 0, Judgement(verdict, why))


def _result(tried: Property, problem: Problem, choices: Choices) -> Result:
    if problem.shows:
        law = next(law for law in laws.LAWS if law.name in problem.laws)
        breaches = (Breach(problem.calls, problem.shows),)
        return LawResult(tried.id, law, breaches, 1, judge_law(law, breaches, 1, relevant=True, strict=True))
    call, outcome = problem.calls[0], problem.outcome
    check = Check(choices)
    check.evidence.facts[call] = oracle.facts(call)
    expectation, judgement = check.judge(call, outcome)
    return CaseResult(tried.id, call, expectation, outcome, judgement, "")
