"""A run: the vectors, then the follow-up calls of the laws, then some of the vectors' calls once more, up to the report.

There is one run for the command line and pytest, and its middle part for whatever asks a target without a setup.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct, field

from ..account.answers import constant_answer, died
from ..errors import NothingRan, TargetError
from ..suite import A_LABEL, PUNYCODE, corpus, follow_up, laws, oracle
from ..suite.choices import Choices
from ..suite.corpus import Corpus
from ..suite.evidence import extended, observe
from ..suite.laws import Breach
from ..suite.outcome import FILL_IN, Call, Outcome, Rejected, Returned, TimedOut
from ..suite.vector import Case, cases
from ..suite.verdict import BAD, Verdict
from ..targets.pool import Local, Pool
from ..targets.session import LIMITS_HINT, Unfinished
from .check import Check, Problem
from .new_process import FirstCalls
from .plan import Plan, law_id, plan
from .report import CaseResult, Header, LawResult, Report, Result, Stale, Suite, Target, judge_law
from .setup import Setup
from .started import Started

if TYPE_CHECKING:
    from ..suite.aim import Constant
    from .baseline import Baseline

_SHORT = 2.0  # seconds for a call of a codec that hangs, unless the user set them: a new process may have to warm up
_SHOWN = 20  # breaches of one law that a report holds
_AIMED, _SHARE = 600, 10  # calls made of the target's constants, at most, and no more than this part of all calls
_AT_ONCE = 16  # of these calls
_MANY = 300  # failed cases: such a codec has other faults to fix first

Progress = Callable[[int, int], None]
"""Takes how many calls are answered, and how many are known to be needed."""


class Run(Struct, eq=False, dict=True):  # a __dict__ for the check
    """A run in progress. Iterate over :meth:`results`; then ``observed``, ``stopped`` and ``notes`` are known."""

    plan: Plan
    choices: Choices
    strict: bool
    asker: Pool | Local
    progress: Progress = lambda done, total: None
    patient: bool = False  # a late answer to a very long call is no failure
    fresh: FirstCalls | None = None  # further processes of the target
    aim: Callable[[int], "dict[Call, Constant]"] = lambda most: {}  # calls made of the target's constants
    observed: dict[str, str] = field(default_factory=dict)  # the sides of the choices, as they can be declared
    stopped: str = ""  # why the run ended early
    notes: list[str] = field(default_factory=list)  # remarks on time
    _failed: dict[Call, None] = field(default_factory=dict)
    _done: int = 0
    _has_aimed: bool = False

    def __post_init__(self) -> None:
        self.check = Check(self.choices, layer=self.plan.layer, patient=self.patient)
        self.fresh = self.fresh if laws.stability in self.plan.laws else None

    def results(self) -> Iterator[Result]:
        """Yield a result for each case as it is answered, then one for each law."""
        cases, evidence = self.plan.asked, self.check.evidence
        evidence.facts.update(self.plan.facts)
        # A guess for the progress bar, on the high side: a correct codec needs about half as many follow-up calls as cases.
        further = len(cases) + len(self.plan.keystrokes) + follow_up.REPEATS if self.plan.laws else 0
        suggested: list[Call] = []
        for index, outcome in self._ask_cases(further):
            call = cases[index].call
            self.check.add(call, outcome)
            if self.plan.of_codecs:  # these are computed now, while the target answers the next calls
                suggested += follow_up.following(call, outcome, evidence.facts[call])
            result = self._judged(cases[index], outcome)
            if index < len(self.plan.cases):
                yield result
        if self.plan.laws:
            self._ask_further(suggested)
        aimed = list(self._aimed()) if laws.own_constants in self.plan.laws else []
        unlike = list(self.fresh.breaches(evidence, self._failed)) if self.fresh and not self.stopped else []
        self.asker.end_input()  # the target ends while the laws are judged
        self.check.learn_from_long_answers()
        self.observed = observe(evidence)
        yield from self._laws(unlike, aimed)

    def _ask_further(self, suggested: Sequence[Call]) -> None:
        """Ask what the answers suggest, and some calls once more: all at once, so that the target waits only once."""
        evidence = self.check.evidence
        repeats = follow_up.in_a_row(follow_up.repeats(evidence, evidence.facts, self._failed))
        if self.plan.layer == A_LABEL:
            self._gather(follow_up.label_lengths())
            self._gather([*follow_up.of_labels(evidence), *repeats])
        else:
            self._gather([*follow_up.unseen(suggested, evidence), *self.plan.keystrokes, *repeats])

    def _aimed(self) -> Iterator[Breach]:
        """Ask calls made of the constants in the target's code; what failed cases show already is no breach."""
        seen, facts = self.check.evidence.seen, self.check.evidence.facts
        answered = any(isinstance(outcome, Returned | Rejected) for outcome in seen.values())
        is_worth_it = answered and not self.stopped and len(self._failed) <= _MANY
        if not is_worth_it or any(_costs(seen[call]) for call in self._failed):
            return
        constants = self.aim(min(_AIMED, self._done // _SHARE))
        check, self._has_aimed = Check(self.choices, patient=self.patient), bool(constants)
        known = {Problem(check.take(call, seen[call], facts[call]), (call,), seen[call]).sort for call in self._failed}
        left = [call for call in constants if call not in self._failed]
        # Not all at once, so that a codec that crashes at each is not asked all of them.
        while left and not any(map(_costs, check.evidence.seen.values())):
            calls, left = left[:_AT_ONCE], left[_AT_ONCE:]
            for index, outcome in self._ask(calls):
                call = calls[index]
                kind = check.take(call, outcome)
                if kind and Problem(kind, (call,), outcome).sort not in known:
                    wanted = oracle.expect(oracle.facts(call), self.choices)
                    yield laws.own_answer(call, outcome, wanted, constants[call].says)
        # No limit explains what is refused if more of the same is answered.
        asked, facts = check.evidence.seen, check.evidence.facts
        refused = [call for call in constants if isinstance(asked.get(call), Rejected) and facts[call].limited]
        longer = [more for call in refused for more, _ in extended(call, facts[call])]
        for index, outcome in self._ask(longer):
            check.add(longer[index], outcome)
        for breach in laws.coherence.breaches(check.evidence):
            if (call := breach.calls[0]) in refused:
                yield Breach(breach.calls, f"{breach.shows}; the input is made of {constants[call].says}")

    def _gather(self, calls: Sequence[Call]) -> None:
        for index, outcome in self._ask(calls):
            self.check.add(calls[index], outcome)

    def _ask_cases(self, further: int) -> Iterator[tuple[int, Outcome]]:
        """Ask the calls of all cases. Very long ones come last, from short to long, each alone.

        Where a late answer is spared, it is the last of its operation: each further one would cost the time limit.
        """
        calls, (usual, long) = [case.call for case in self.plan.asked], self.plan.order
        for at, outcome in self._ask([calls[i] for i in usual], len(long) + further):
            yield usual[at], outcome
        late = self.check.late
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
        if self.fresh and self._done:
            self.fresh.start()  # so that they start while the others answer
        try:
            for index, outcome in self.asker.ask(calls):
                self._done += 1
                self.progress(self._done, total)
                hangs = isinstance(outcome, TimedOut) and not self.check.late.spares(calls[index], outcome)
                if hangs and isinstance(self.asker, Pool) and not self.asker.limits.binding:
                    self.asker.shorten(_SHORT)  # one full wait is enough
                yield index, outcome
        except Unfinished as why:
            left = len(self.plan.asked) - self._done
            missed = f"{left:,} cases were not run" if left > 0 else "the laws were not all checked"
            self.stopped = f"{why}; {missed}"

    def _judged(self, case: Case, outcome: Outcome) -> CaseResult:
        vector = case.vector
        should = vector.level == "should"
        expectation, judgement = self.check.judge(case.call, outcome, should=should, strict=self.strict)
        if judgement.warning and should and vector.note:  # it says who recommends it
            judgement = judgement._replace(why=f"{judgement.why}; {vector.note}")
        if judgement.verdict in BAD:
            self._failed[case.call] = None
        note, bug = (vector.note or "") if judgement.verdict is not Verdict.PASS else "", vector.bug or ""
        return CaseResult(case.id, case.call, expectation, outcome, judgement, case.clause, bug, note)

    def _laws(self, unlike: list[Breach], aimed: list[Breach]) -> Iterator[Result]:
        evidence = self.check.evidence
        breaches_of, seen = laws.check(evidence, self.plan.layer) if self.plan.laws else {}, evidence.seen
        self.asker.finish()
        # This comes last, because the target may also crash while it exits.
        transients = self.asker.transients
        self.notes += [transient.slow for transient in transients if transient.slow]
        if limits := {outcome.limit for outcome in seen.values() if isinstance(outcome, TimedOut)}:
            self.notes.append(f"--timeout S allows a call more than {max(limits):g} s: a first call may build tables")
        crashes = [laws.unrepeated(transient) for transient in transients if not transient.slow]
        # A crash that cannot be repeated is never passed over, also where the user selected no laws.
        if not self.plan.laws and not crashes:
            return
        varying = breaches_of.get(laws.stability, []) + unlike
        # Where answers vary, a wrong one to a call that is made of a constant shows nothing of this constant.
        breaches_of |= {laws.stability: varying + crashes, laws.own_constants: [] if varying else aimed}
        answered = {call.operation for call in seen if isinstance(seen[call], Returned | Rejected)}
        for law in self.plan.laws or (laws.stability,):
            breaches, relevant = breaches_of[law], bool(answered) and answered >= law.needs
            relevant &= (self._has_aimed and not varying) or law is not laws.own_constants
            judgement = judge_law(law, breaches, relevant=relevant, strict=self.strict)
            yield LawResult(law_id(law), law, tuple(breaches[:_SHOWN]), len(breaches), judgement)


def _costs(outcome: Outcome) -> bool:
    """Whether an answer cost the process, or the time limit."""
    return isinstance(outcome, TimedOut) or died(outcome)


Write = Callable[[Header | Result | Report], None]
"""Takes a part of the report, as the run goes: its header, a result, the whole at the end."""


def vectors(setup: Setup) -> Corpus:
    """The vectors to judge by."""
    return corpus.bring(setup.vectors) if setup.vectors else corpus.suite()


def known(setup: Setup) -> "Baseline | None":
    """The known failures; None if the setup names no baseline."""
    if setup.baseline is None:
        return None
    from .baseline import read  # start-up time: it needs PyYAML

    return read(setup.baseline)


def run(
    setup: Setup,
    started: Started,
    judged_by: Corpus,
    *,
    asks: Plan | None = None,  # by default what the setup selects
    baseline: "Baseline | None" = None,
    write: Write = lambda part: None,
    progress: Progress = lambda done, total: None,
    diagnose: Callable[[str], None] | None = None,  # takes the name of the search for causes; None for no search
    why: bool = False,  # look for longer for what is common to the failures that no fault explains, with new calls
) -> Report:
    """Judge a started target."""
    asks = asks or plan(judged_by.vectors, layer=setup.layer, only=setup.only)
    asks.prepare()  # while the target starts
    if setup.threads > 1 and not started.handshake.threads:
        hint = "an adapter that can says threads=yes in its handshake: see harness/adapters/README.md"
        raise TargetError("--threads: the target answers in one thread only", hint)
    if setup.no_aim:
        asks.laws = [law for law in asks.laws if law is not laws.own_constants]
    if baseline and baseline.has_crashes:
        started.pool.spare_crashes()
    report = Report(_header(setup, started, judged_by))
    write(report.header)
    going = Run(
        asks,
        started.choices,
        setup.strict,
        started.pool,
        progress,
        patient=not (setup.strict or setup.limits.binding),
        fresh=FirstCalls(started.pool, setup.threads),
        aim=started.aimed,
    )
    stale = unmatched(setup, baseline, judged_by)
    for result in going.results():
        if isinstance(result, CaseResult) and result.verdict is Verdict.FAIL:
            started.check_layer(setup.layer)
        if baseline:
            result, entry = baseline.judged(result)  # noqa: PLW2901  # the rest sees it as the baseline does
            stale += [entry] if entry else []
        report.add(result)
        write(result)
    report.observed, report.stopped, report.notes = going.observed, going.stopped, going.notes
    every = sum(len(vector.operations) for vector in judged_by.vectors if vector.layer == setup.layer)
    # A selection, or a run that ended early, does not meet all that an entry covers.
    if baseline and len(asks.cases) == every and not report.stopped:
        stale += baseline.miscounted()
    report.stale = sorted(stale, key=lambda entry: entry.line)  # in the order of the file, which people go through
    failed = any(isinstance(result, CaseResult) for result in report.failures)
    constant = constant_answer(result.answer for result in report.results if isinstance(result, CaseResult))
    if diagnose and failed and not (setup.part or report.nothing_ran or constant):  # a few cases could have many causes
        from ..account.fault_answers import Table  # start-up time: a conforming target needs no faults
        from .failures import causes, observed, refusals

        diagnose("looking for the cause of the failures")
        report.refusals = refusals(report)
        if setup.layer == PUNYCODE:  # the faults are codecs without a prefix
            report.causes = causes(report, going.check.evidence, Table.read())
            report.observations = observed(report, going.check.evidence, started.pool, patient=why)
            if report.observations and not report.unstable:  # what these leave may be another mistake
                report.causes += causes(report, going.check.evidence, Table.read())
    write(report)
    return report


def unmatched(setup: Setup, baseline: "Baseline | None", judged_by: Corpus) -> list[Stale]:
    """The entries of a baseline that match nothing; none if the setup selects only a part of the cases."""
    if baseline is None or setup.only:
        return []
    return list(baseline.unmatched({*(case.id for case in cases(list(judged_by.vectors))), *map(law_id, laws.EVERY)}))


def refuse_nothing(report: Report) -> None:
    """Raise if no case ran, since then there is no verdict."""
    if report.nothing_ran and report.stopped:
        raise TargetError(f"nothing ran: {report.stopped}", LIMITS_HINT)
    if report.nothing_ran:
        raise NothingRan("nothing ran: no case was answered", FILL_IN)


def _header(setup: Setup, started: Started, judged_by: Corpus) -> Header:
    said, label = started.handshake, started.target.label
    return Header(
        1,
        Suite(judged_by.version, judged_by.digest),
        Target(said.name or label, said.version, said.language, label),  # a handshake need not name the codec
        started.choices.as_dict(),
        tuple(setup.rerun_command()),
        tuple(sorted(started.lacks)),
        started.missing,
        setup.part,
        setup.layer,
    )
