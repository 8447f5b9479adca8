"""Properties that must hold of any input, tried by a short run of the fuzzer, which asks the same cases each time."""

from functools import partial

from ..errors import ConformError
from ..fuzz.campaign import Campaign
from ..fuzz.cases import Cases
from ..fuzz.dictionary import calls
from ..fuzz.finding import Finding
from ..fuzz.generator import numbered, seeds
from ..fuzz.known_findings import KnownFindings
from ..notation import plain
from ..render.failure import labels
from ..run import conformance
from ..run.check import Check
from ..run.plan import PROPERTY, law_id
from ..run.result import CaseResult, LawResult, Result, expected_to_fail, judge_law
from ..run.setup import Setup
from ..run.started import started
from ..suite import PUNYCODE, laws, oracle
from ..suite.choices import Choices
from ..suite.laws import Breach, Law
from ..suite.outcome import Operation
from ..suite.verdict import BAD, Judgement, Verdict
from .result import ItemResult, labelled_failure, not_run, with_baseline

_CASES = 2000
_NEEDS = {  # the operations without which nothing can be said of a property
    "encode": ("encode",),
    "decode": ("decode",),
    "refusal": ("decode",),
    "encode-round-trip": ("encode", "decode"),
    "decode-round-trip": ("encode", "decode"),
    "decode-uniqueness": ("decode",),
    "case-blind-digits": ("decode",),
}
IDS = tuple(PROPERTY + name for name in _NEEDS)


class Tried:
    """A target's properties. The vectors of the setup are those that the baseline is of; a property needs none.

    Raises:
        ConformError: the setup names no target, or the baseline cannot be read.
    """

    def __init__(self, setup: Setup) -> None:
        setup.check()
        self.setup = setup._replace(vectors=())
        self._baseline = conformance.known(setup)
        self._results: dict[str, list[Result]] | ConformError | None = None

    def ids(self) -> list[str]:
        """The ids of all properties; none for a layer above the raw codec, which they are not about."""
        return [*IDS] if self.setup.layer == PUNYCODE else []

    def result(self, wanted_id: str, again: str) -> ItemResult:
        """The result of a property; ``again`` is the command that tries it once more."""
        if first := self._results is None:
            try:
                self._results = self._run()
            except ConformError as error:
                self._results = error
        if isinstance(self._results, ConformError):
            return not_run(self._results, first=first)
        failures = self._results.get(wanted_id, [])
        # A failure that the baseline knows hides no other.
        failure = next((one for one in failures if one.verdict in BAD), failures[0] if failures else _passed(wanted_id))
        result, stale = (failure, None)
        if self._baseline and failure.verdict is not Verdict.XFAIL:
            result, stale = self._baseline.judged(failure)
        broken = isinstance(result, CaseResult) or result.breaches
        lines = [*labels(result), ("again", again)] if broken else []
        if self._baseline and result.verdict in BAD:
            lines.append(("if known", f"add to {plain(self._baseline.file)}: {wanted_id}: THE REASON"))
        return with_baseline(result, stale, labelled_failure(result, lines))

    def _run(self) -> dict[str, list[Result]]:
        """The failures of each property."""
        found: dict[str, list[Result]] = {}
        with started(self.setup) as target:
            cases = Cases(partial(numbered, 0, vectors=seeds(calls())), _CASES, seed=0)
            campaign = Campaign(target, cases, KnownFindings(self.setup.baseline))
            for finding in campaign.findings():
                for name in sorted(_broken(finding)):
                    found.setdefault(PROPERTY + name, []).append(self._judged(PROPERTY + name, finding, target.choices))
            campaign.refuse_nothing()
            for name, needed in _NEEDS.items():
                if missing := [operation for operation in needed if operation in target.missing]:
                    why = Judgement(Verdict.SKIP, f"has no {missing[0]}")
                    found[PROPERTY + name] = [_passed(PROPERTY + name)._replace(judgement=why)]
        if campaign.stopped:
            why = Judgement(Verdict.FAIL, f"not tried to the end: {campaign.stopped}")
            return {name: found.get(name) or [_passed(name)._replace(judgement=why)] for name in IDS}
        return found

    def _judged(self, name: str, finding: Finding, choices: Choices) -> Result:
        result = _result(name, finding, choices)
        if self._baseline is None or name in self._baseline.known:
            return result  # an entry for the property itself is judged as any other
        as_run = result._replace(id=law_id(result.law)) if isinstance(result, LawResult) else result
        known = self._baseline.judged(as_run)[0].known
        return expected_to_fail(result, known) if known else result


def _broken(finding: Finding) -> set[str]:
    """The properties that a finding breaks."""
    problem, operation = finding.problem, finding.problem.calls[0].operation
    names = {"round-trip": f"{operation.value}-round-trip"}
    broken = {names.get(law, law) for law in (problem.kind, *problem.laws)} & _NEEDS.keys()
    if problem.shows:
        return broken or {operation.value}
    refused = operation is Operation.DECODE and oracle.light_facts(problem.call).value is None
    return broken | {"refusal" if refused else operation.value}


def _result(name: str, finding: Finding, choices: Choices) -> Result:
    problem = finding.problem
    if problem.shows:
        law = next((law for law in laws.LAWS if law.name in (problem.kind, *problem.laws)), laws.stability)
        breaches = (Breach(problem.calls, problem.shows),)
        return LawResult(name, law, breaches, 1, judge_law(law, breaches, relevant=True, strict=True))
    check = Check(choices)
    check.evidence.facts[problem.call] = oracle.facts(problem.call)
    expectation, judgement = check.judge(problem.call, problem.outcome)
    return CaseResult(name, problem.call, expectation, problem.outcome, judgement, "")


def _passed(name: str) -> LawResult:
    return LawResult(name, Law(name.removeprefix(PROPERTY), "", ""), (), 0, Judgement(Verdict.PASS))
