"""A run's report: what every renderer draws from; its file is in :mod:`.report_file`."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ..notation import plain
from ..suite import PUNYCODE
from ..suite.outcome import Evaded
from ..suite.verdict import BAD, Verdict
from .result import CaseResult, LawResult, Result

_STEPS = 200  # failed cases of which the file has the first wrong step: of thousands it would take seconds


class Header(NamedTuple):
    """The suite, the target and the declared choices.

    Attributes:
        command: the words that run the target again.
        lacks: the code points that were not asked, since the target cannot be given them.
        part: the options that selected a part of the suite, or other vectors; none for a run of the whole suite.
        layer: the layer of the vectors.
        missing: the operations that were not asked, since the target does not have them.
    """

    suite_version: str
    suite_digest: str
    target: str
    version: str
    language: str
    label: str
    choices: dict[str, str]
    command: tuple[str, ...] = ()
    lacks: tuple[int, ...] = ()
    part: tuple[str, ...] = ()
    layer: str = PUNYCODE
    missing: tuple[str, ...] = ()


class Cause(NamedTuple):
    """A fault and how much of a target's failures it explains.

    Attributes:
        fault, says, clause: of the fault.
        explains: the number of failed cases in which it gives the target's answer.
        failed: the number of failed cases of which these are a part.
        operation: of these cases, empty for both.
        left: the number of all failed cases that neither it nor those named before it explain.
        bug: the class in ``vectors/bugs.yaml`` that it is an instance of, or empty.
        cases: the ids of the failed results that it explains and no cause before it does: cases, and the laws that
            are broken by nothing else.
        together: the ids of those of these cases in which only several causes together give the target's answer.
    """

    fault: str
    says: str
    clause: str
    explains: int
    failed: int
    operation: str = ""
    left: int = 0
    bug: str = ""
    cases: tuple[str, ...] = ()
    together: tuple[str, ...] = ()


class Observation(NamedTuple):
    """A fact about failures that have no likely cause. It is not proved, as a cause is.

    Attributes:
        says: what is observed, in one or two sentences.
        evidence: the answers that it rests on, in a sentence.
        cases: the ids of the failed results that it covers and nothing before it does: cases, and the laws that are
            broken by nothing else.
    """

    says: str
    evidence: str
    cases: tuple[str, ...] = ()


class LikelyRefusal(NamedTuple):
    """A crash that perhaps is a target's way to refuse: it comes where a refusal was due, and hardly anywhere else.

    Attributes:
        exception: the class of the exception, ``None`` for a codec that returns None.
        calls: the number of cases in which a refusal was due or allowed, and this came.
    """

    exception: str
    calls: int


class Stale(NamedTuple):
    """An entry of the baseline that does not hold, and why; ``file`` and ``line`` are where to change it."""

    id: str
    file: str
    line: int
    why: str


class Report:
    """A whole run.

    Attributes:
        header, results: as written.
        observed: the side of each choice that the answers show.
        causes: the faults that explain the failures.
        observations: what is common to the other failures.
        refusals: the crashes that may be refusals.
        notes: remarks on time, for which RFC 3492 sets no limit.
        stopped: why the run ended early, empty if it did not.
        stale: the entries of the baseline that do not hold.
        command: the words that run this target again; the header's if none are given.
        seconds: how long the run took, None for a saved one: in files it would make equal reports differ.
        date: when it began, empty for a saved one.
    """

    def __init__(
        self,
        header: Header,
        results: Iterable[Result] = (),
        *,
        stopped: str = "",
        command: Sequence[str] = (),
    ) -> None:
        self.header = header
        self.results: list[Result] = []
        # Results are asked for again and again: few of thousands are no plain pass.
        self._others: list[Result] = []
        self._counted: dict[type[Result], Counter[str]] = {CaseResult: Counter(), LawResult: Counter()}
        self.observed: dict[str, str] = {}
        self.notes: list[str] = []
        self.causes: list[Cause] = []
        self.observations: list[Observation] = []
        self.refusals: list[LikelyRefusal] = []
        self.stopped = stopped
        self.stale: list[Stale] = []
        self.command = command or header.command
        self.seconds: float | None = None
        self.date = ""
        for result in results:
            self.take(result)

    def take(self, result: Result) -> None:
        """Take a result; all come in the order of the run."""
        verdict = result.verdict
        self.results.append(result)
        self._counted[type(result)][verdict] += 1
        if verdict is not Verdict.PASS or result.judgement.warning:
            self._others.append(result)

    @property
    def tally(self) -> dict[str, int]:
        """The number of cases by verdict."""
        return _tally(self._counted[CaseResult])

    @property
    def laws(self) -> dict[str, int]:
        """The number of laws by verdict; a law is skipped if no answer could break it."""
        return _tally(self._counted[LawResult])

    @property
    def failures(self) -> list[Result]:
        """Results that keep the target from conforming."""
        return [result for result in self._others if result.verdict in BAD]

    @property
    def covered(self) -> list[str]:
        """The ids of the failed results that a cause explains or an observation covers."""
        causes = (name for one in self.causes for name in one.cases)
        return [*causes, *(name for one in self.observations for name in one.cases)]

    def first_wrong(self) -> dict[str, str]:
        """The first wrong steps of the shortest failed cases, by id, where they can be named."""
        failed = [one for one in self.failures if isinstance(one, CaseResult)]
        if not failed:
            return {}
        from ..divergence.divergence import divergence  # start-up time: a conforming run has no wrong answer

        failed.sort(key=lambda one: len(one.call.input))
        says = {one.id: divergence(one.call, one.expectation, one.outcome) for one in failed[:_STEPS]}
        return {name: plain(sentence) for name, sentence in says.items() if sentence}

    @property
    def known(self) -> list[Result]:
        """Failures that are in the baseline."""
        return [result for result in self._others if result.verdict is Verdict.XFAIL]

    @property
    def skips(self) -> list[Result]:
        """Results that say nothing about the target: what it cannot take, or was spared."""
        return [result for result in self._others if result.verdict is Verdict.SKIP]

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
        return all(
            result.verdict is Verdict.SKIP or (isinstance(result, CaseResult) and isinstance(result.outcome, Evaded))
            for result in self.results
        )

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


def _tally(counted: Mapping[str, int]) -> dict[str, int]:
    return {name: counted[name] for name in ("pass", "fail", "crash", "timeout", "skip", "xfail", "xpass")}
