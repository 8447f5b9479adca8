"""A run's report: its results, and everything else that renderers show. :mod:`.report_file` reads and writes it."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import Struct, field

from ..notation import plain
from ..suite import PUNYCODE
from ..suite.laws import Breach, Law
from ..suite.oracle import Expectation
from ..suite.outcome import Call, Evaded, Outcome, Points
from ..suite.verdict import BAD, Judgement, Verdict

_STEPS = 200  # failed cases whose first wrong step is computed: thousands would take seconds
_VERDICTS = ("pass", "fail", "crash", "timeout", "skip", "xfail", "xpass")

STABILITY = "law/stability"
"""The id of the law that the same call always has the same answer."""


class CaseResult(NamedTuple):
    """The verdict on a case, with its call, answer and reasons."""

    id: str  # of the case, ``<vector id>/<operation>``
    call: Call
    expectation: Expectation
    outcome: Outcome
    judgement: Judgement  # after the baseline
    clause: str
    bug: str = ""
    note: str = ""  # of the vector; a pass needs none
    known: str = ""  # the baseline's reason for the failure

    @property
    def verdict(self) -> Verdict:
        return self.judgement.verdict

    @property
    def answer(self) -> tuple[Call, Expectation, Outcome]:
        """The call, what should have happened, and what did."""
        return self.call, self.expectation, self.outcome


class LawResult(NamedTuple):
    """The verdict on a law, or on a property that pytest tests."""

    id: str  # ``law/<name>`` or ``property/<name>``
    law: Law
    breaches: tuple[Breach, ...]  # the first; ``total`` counts all of them
    total: int
    judgement: Judgement
    known: str = ""
    # Fields of CaseResult, so that renderers can treat both classes alike.
    bug: str = ""
    outcome: None = None

    @property
    def verdict(self) -> Verdict:
        return self.judgement.verdict

    @property
    def clause(self) -> str:
        """The clause of RFC 3492 that gives the law."""
        return self.law.clause


Result = CaseResult | LawResult


def expected_to_fail(result: Result, reason: str) -> Result:
    """A result for which the baseline has an entry: a failure becomes xfail, a pass xpass."""
    verdict = Verdict.XPASS if result.verdict is Verdict.PASS else Verdict.XFAIL
    return result._replace(judgement=result.judgement._replace(verdict=verdict), known=reason)


def judge_law(law: Law, breaches: Sequence[Breach], *, relevant: bool, strict: bool) -> Judgement:
    """The judgement on a law: ``relevant`` if any answer could have broken it, ``strict`` if a remark is a failure."""
    if not breaches:
        # A law that no answer could break is skipped: a pass would claim that it was tested.
        skipped = Judgement(Verdict.SKIP, "no answer is relevant to this law")
        return Judgement(Verdict.PASS) if relevant else skipped
    if law.remark and not strict:
        return Judgement(Verdict.PASS, f"{law.remark}: {breaches[0].shows}", warning=True)
    more = f" (and {len(breaches) - 1:,} more)" if len(breaches) > 1 else ""
    return Judgement(Verdict.FAIL, breaches[0].shows + more)


class ReportPart(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a report; its file leaves out fields that have their default."""


class Suite(ReportPart):
    """The vectors of a run."""

    version: str
    digest: str


class Target(ReportPart):
    """The implementation as it names itself, and as the user named it."""

    name: str
    version: str
    language: str
    label: str


class Header(ReportPart, tag="header"):
    """The suite, the target and the declared choices."""

    format: Literal[1]
    suite: Suite
    target: Target
    choices: dict[str, str]
    command: tuple[str, ...] = ()  # the words that run the target again
    lacks: Points = ()  # code points that were not asked, since the target cannot be given them
    missing: tuple[str, ...] = ()  # operations that were not asked, since the target does not have them
    part: tuple[str, ...] = ()  # the options that selected a part of the suite, or other vectors
    layer: str = PUNYCODE


class Cause(Struct, frozen=True):
    """A fault and how much of a target's failures it explains."""

    fault: str
    says: str
    clause: str
    explains: int  # failed cases in which the fault gives the target's answer
    failed: int  # failed cases of which these are a part
    operation: str = ""  # of these cases, empty for both
    left: int = 0  # failed cases that neither this cause nor an earlier one explains
    bug: str = ""  # the class in ``vectors/bugs.yaml`` that it is an instance of
    # The failed results that it explains and no cause before it does: cases, and the laws that nothing else breaks.
    cases: tuple[str, ...] = ()
    together: tuple[str, ...] = ()  # the cases that only several causes together explain
    line: str = ""  # a sentence with the line of the RFC's pseudo-code that the fault changes, if it is one line


class Observation(Struct, frozen=True):
    """A fact about failures that have no likely cause. Unlike a cause, it is not proved."""

    says: str
    evidence: str  # the answers that it rests on, in a sentence
    cases: tuple[str, ...] = ()  # as for a cause
    repeat: tuple[str, ...] = ()  # the cases of which the last fails only after the others


class LikelyRefusal(Struct, frozen=True):
    """A crash that may be the target's refusal: it happens where a refusal is expected, and rarely elsewhere."""

    exception: str  # ``None`` for a codec that returns None
    calls: int


class Stale(Struct, frozen=True):
    """An entry of the baseline that does not hold, where it is, and why it does not hold."""

    id: str
    file: str
    line: int
    why: str

    @property
    def says(self) -> str:
        """The entry with its place and the reason, in a line."""
        return plain(f"{self.file}:{self.line}: {self.id}: {self.why}", 600)


class Report(Struct, eq=False):
    """A whole run."""

    header: Header
    results: list[Result] = field(default_factory=list)
    stopped: str = ""  # why the run ended early, empty if it did not
    observed: dict[str, str] = field(default_factory=dict)  # the side of each choice that the answers show
    causes: Sequence[Cause] = ()  # the faults that explain the failures
    observations: Sequence[Observation] = ()  # what is common to the other failures
    refusals: Sequence[LikelyRefusal] = ()  # the crashes that may be refusals
    notes: Sequence[str] = ()  # remarks on time, for which RFC 3492 sets no limit
    stale: Sequence[Stale] = ()  # the entries of the baseline that do not hold
    seconds: float | None = None  # of the run, None in a saved report: the time would make equal reports differ
    date: str = ""  # when the run began, empty in a saved report
    unstable: bool = False  # whether answers depend on the calls before them, so that no case shows its failure alone
    # Results that are not plain passes: few of thousands, and read often.
    _notable: list[Result] = field(default_factory=list)
    _counts: Counter[tuple[type[Result], str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        results, self.results = self.results, []
        for result in results:
            self.add(result)

    def add(self, result: Result) -> None:
        """Add a result; results are added in the order of the run."""
        self.results.append(result)
        self._counts[type(result), result.verdict] += 1
        self.unstable |= isinstance(result, LawResult) and result.id == STABILITY and bool(result.breaches)
        if result.verdict is not Verdict.PASS or result.judgement.warning:
            self._notable.append(result)

    @property
    def tally(self) -> dict[str, int]:
        """The number of cases by verdict."""
        return {verdict: self._counts[CaseResult, verdict] for verdict in _VERDICTS}

    @property
    def laws(self) -> dict[str, int]:
        """The number of laws by verdict; a law is skipped if no answer could break it."""
        return {verdict: self._counts[LawResult, verdict] for verdict in _VERDICTS}

    @property
    def failures(self) -> list[Result]:
        """Results that keep the target from conforming."""
        return [result for result in self._notable if result.verdict in BAD]

    @property
    def covered(self) -> list[str]:
        """The ids of the failed results that a cause explains or an observation covers."""
        parts: list[Cause | Observation] = [*self.causes, *self.observations]
        return [name for part in parts for name in part.cases]

    @property
    def first_wrong(self) -> dict[str, str]:
        """The first wrong steps of the shortest failed cases, by id, where they can be named."""
        failed = [result for result in self.failures if isinstance(result, CaseResult)]
        if not failed:
            return {}
        from ..account.steps import first_wrong  # start-up time: a conforming run has no wrong answer

        failed.sort(key=lambda case: len(case.call.input))
        says = {case.id: first_wrong(*case.answer).says for case in failed[:_STEPS]}
        return {name: plain(sentence) for name, sentence in says.items() if sentence}

    @property
    def known(self) -> list[Result]:
        """Failures that are in the baseline."""
        return [result for result in self._notable if result.verdict is Verdict.XFAIL]

    @property
    def warnings(self) -> list[Result]:
        """Results that are wrong without failing the run."""
        return [result for result in self._notable if result.judgement.warning]

    @property
    def conforms(self) -> bool:
        """Whether all failures are in the baseline, and the run was not stopped early."""
        return not self.failures and not self.stopped

    @property
    def nothing_ran(self) -> bool:
        """Whether every result is skipped or answered ``unsupported``."""
        return all(result.verdict is Verdict.SKIP or isinstance(result.outcome, Evaded) for result in self.results)

    @property
    def verdict(self) -> str:
        """The verdict on the target, in the footer's words. It says so if only a part of the suite was selected."""
        if not self.conforms or self.nothing_ran:
            return "does not conform"
        if self.stale:
            return "the baseline is stale"
        part = "the selected part " * bool(self.header.part)
        return f"{part}conforms{' as the baseline expects' * bool(self.known)}"

    @property
    def status(self) -> int:
        """The exit status; the caller returns another one if :attr:`nothing_ran`."""
        # A failure overrides a stale baseline.
        return 1 if not self.conforms else 5 if self.stale else 0
