"""Results of a run: the verdict on a case or on a law, with everything it follows from."""

from collections.abc import Sequence
from typing import NamedTuple

from ..suite.laws import Breach, Law
from ..suite.oracle import Expectation
from ..suite.outcome import Call, Crashed, Outcome, TimedOut
from ..suite.verdict import Judgement, Verdict

STABILITY = "law/stability"
"""The id of the law that the same call always has the same answer."""


class CaseResult(NamedTuple):
    """The verdict on a case.

    Attributes:
        id: of the case, ``<vector id>/<operation>``.
        call, expectation, outcome: what was asked, what should have happened, and what did.
        judgement: the verdict, after the baseline.
        clause, bug, note: from the vector; a pass needs no note.
        advisory: whether the vector is new in this release: then a failure is only a warning.
        known: the baseline's reason for the failure, empty if the baseline has no entry.
    """

    id: str
    call: Call
    expectation: Expectation
    outcome: Outcome
    judgement: Judgement
    clause: str
    bug: str = ""
    note: str = ""
    advisory: bool = False
    known: str = ""

    @property
    def verdict(self) -> Verdict:
        """The verdict, after the baseline."""
        return self.judgement.verdict

    @property
    def stderr(self) -> str:
        """The end of what the target wrote to stderr, after a crash or a hang."""
        return self.outcome.stderr if isinstance(self.outcome, Crashed | TimedOut) else ""


class LawResult(NamedTuple):
    """The verdict on a law, or on a property that pytest tries.

    Attributes:
        id: ``law/<name>`` or ``property/<name>``.
        law: the law.
        breaches: the first breaches; ``total`` counts all of them.
        judgement: the verdict, after the baseline.
        known: as for a case.
    """

    id: str
    law: Law
    breaches: tuple[Breach, ...]
    total: int
    judgement: Judgement
    known: str = ""

    # As a case has them, so that renderers need not distinguish results.
    @property
    def bug(self) -> str:
        """None: a law is no class of bugs."""
        return ""

    @property
    def advisory(self) -> bool:
        """No law is new in a release."""
        return False

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
    judgement = result.judgement._replace(verdict=verdict)
    return result._replace(judgement=judgement, known=reason)


def judge_law(law: Law, breaches: Sequence[Breach], total: int, *, relevant: bool, strict: bool) -> Judgement:
    """The judgement on a law.

    Args:
        law: the law.
        breaches: the first breaches.
        total: the number of all breaches.
        relevant: whether any answer could have broken the law.
        strict: whether a remark is a failure.
    """
    if not breaches:
        skipped = Judgement(Verdict.SKIP, "no answer is relevant to this law")
        return Judgement(Verdict.PASS) if relevant else skipped
    if law.remark and not strict:
        return Judgement(Verdict.PASS, f"{law.remark}: {breaches[0].shows}", warning=True)
    more = f" (and {total - 1:,} more)" if total > 1 else ""
    return Judgement(Verdict.FAIL, breaches[0].shows + more)
