"""Results of a run: the verdict on a case or on a law, with everything it follows from."""

from collections.abc import Sequence
from typing import NamedTuple

from ..suite.laws import Breach, Law
from ..suite.oracle import Expectation
from ..suite.outcome import Call, Outcome
from ..suite.verdict import Judgement, Verdict

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
