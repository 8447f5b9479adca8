"""A run's report: its results, and all else that renderers draw from. The form of its file is in :mod:`.report_file`."""

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

_STEPS = 200  # failed cases of which the file has the first wrong step: of thousands it would take seconds
_COUNTED = ("pass", "fail", "crash", "timeout", "skip", "xfail", "xpass")

STABILITY = "law/stability"
"""The id of the law that the same call always has the same answer."""


class CaseResult(NamedTuple):
    """The verdict on a case, with everything that it follows from."""

    id: str  # of the case, ``<vector id>/<operation>``
    call: Call
    expectation: Expectation
    outcome: Outcome
    judgement: Judgement  # after the baseline
    clause: str
    bug: str = ""
    note: str = ""  # of the vector; a pass needs none
    advisory: bool = False  # the vector is new in this release: a failure is only a warning
    known: str = ""  # the baseline's reason for the failure

    @property
    def verdict(self) -> Verdict:
        """The verdict, after the baseline."""
        return self.judgement.verdict

    @property
    def answer(self) -> tuple[Call, Expectation, Outcome]:
        """The call, what should have happened, and what did."""
        return self.call, self.expectation, self.outcome


class LawResult(NamedTuple):
    """The verdict on a law, or on a property that pytest tries."""

    id: str  # ``law/<name>`` or ``property/<name>``
    law: Law
    breaches: tuple[Breach, ...]  # the first; ``total`` counts all of them
    total: int
    judgement: Judgement
    known: str = ""
    # As a case has them, so that renderers need not distinguish results.
    bug: str = ""
    advisory: bool = False
    outcome: None = None

    @property
    def verdict(self) -> Verdict:
        """The verdict, after the baseline."""
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


class Form(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a report; in a file, what has its usual value is left out."""


class Suite(Form):
    """The vectors of a run."""

    version: str
    digest: str


class Target(Form):
    """The implementation as it names itself, and as the user named it."""

    name: str
    version: str
    language: str
    label: str


class Header(Form, tag="header"):
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
    explains: int  # failed cases in which it gives the target's answer
    failed: int  # failed cases of which these are a part
    operation: str = ""  # of these cases, empty for both
    left: int = 0  # failed cases that neither it nor those named before it explain
    bug: str = ""  # the class in ``vectors/bugs.yaml`` that it is an instance of
    # The failed results that it explains and no cause before it does: cases, and the laws that nothing else breaks.
    cases: tuple[str, ...] = ()
    together: tuple[str, ...] = ()  # those of these cases that only several causes together explain


class Observation(Struct, frozen=True):
    """A fact about failures that have no likely cause. It is not proved, as a cause is."""

    says: str
    evidence: str  # the answers that it rests on, in a sentence
    cases: tuple[str, ...] = ()  # as for a cause


class LikelyRefusal(Struct, frozen=True):
    """A crash that perhaps is a target's way to refuse: it comes where a refusal was due, and hardly anywhere else."""

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
    seconds: float | None = None  # how long it took, None for a saved one: in files it would make equal reports differ
    date: str = ""  # when it began, empty for a saved one
    unstable: bool = False  # whether answers depend on the calls before them, so that no case shows its failure alone
    # Results are asked for again and again: few of thousands are no plain pass.
    _others: list[Result] = field(default_factory=list)
    _counted: Counter[tuple[type[Result], str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        results, self.results = self.results, []
        for result in results:
            self.take(result)

    def take(self, result: Result) -> None:
        """Take a result; all come in the order of the run."""
        self.results.append(result)
        self._counted[type(result), result.verdict] += 1
        self.unstable |= isinstance(result, LawResult) and result.id == STABILITY and bool(result.breaches)
        if result.verdict is not Verdict.PASS or result.judgement.warning:
            self._others.append(result)

    @property
    def tally(self) -> dict[str, int]:
        """The number of cases by verdict."""
        return {verdict: self._counted[CaseResult, verdict] for verdict in _COUNTED}

    @property
    def laws(self) -> dict[str, int]:
        """The number of laws by verdict; a law is skipped if no answer could break it."""
        return {verdict: self._counted[LawResult, verdict] for verdict in _COUNTED}

    @property
    def failures(self) -> list[Result]:
        """Results that keep the target from conforming."""
        return [result for result in self._others if result.verdict in BAD]

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
        says = {case.id: first_wrong(*case.answer) for case in failed[:_STEPS]}
        return {name: plain(sentence) for name, sentence in says.items() if sentence}

    @property
    def known(self) -> list[Result]:
        """Failures that are in the baseline."""
        return [result for result in self._others if result.verdict is Verdict.XFAIL]

    @property
    def warnings(self) -> list[Result]:
        """Results that are wrong without failing the run."""
        return [result for result in self._others if result.judgement.warning]

    @property
    def conforms(self) -> bool:
        """Whether nothing failed but what the baseline knows, and the run came to its end."""
        return not self.failures and not self.stopped

    @property
    def nothing_ran(self) -> bool:
        """Whether nothing but ``unsupported`` was answered."""
        return all(result.verdict is Verdict.SKIP or isinstance(result.outcome, Evaded) for result in self.results)

    @property
    def verdict(self) -> str:
        """The verdict on the target, in the footer's words. That of a part is no verdict of the whole."""
        if not self.conforms or self.nothing_ran:
            return "does not conform"
        if self.stale:
            return "the baseline is stale"
        part = "the selected part " * bool(self.header.part)
        return f"{part}conforms{' as the baseline expects' * bool(self.known)}"

    @property
    def status(self) -> int:
        """The exit status; that nothing ran is for the caller to say."""
        # A failure weighs more than a stale baseline, so it decides where there are both.
        return 1 if not self.conforms else 5 if self.stale else 0
