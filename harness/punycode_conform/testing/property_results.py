"""Properties that must hold of any input, tried by a short run of the fuzzer, which asks the same cases each time."""

from collections.abc import Iterator, Sequence
from functools import partial

from ..fuzz.campaign import Campaign
from ..fuzz.cases import Cases
from ..fuzz.dictionary import seeds
from ..fuzz.finding import Finding
from ..fuzz.generator import numbered
from ..run.baseline import Baseline
from ..run.check import Check
from ..run.plan import PROPERTY, law_id
from ..run.report import CaseResult, LawResult, Result, Stale, expected_to_fail, judge_law
from ..run.setup import Setup
from ..run.started import started
from ..suite import laws, oracle
from ..suite.choices import Choices
from ..suite.laws import Breach, Law
from ..suite.outcome import Operation
from ..suite.verdict import BAD, Judgement, Verdict

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


def tried(setup: Setup, baseline: Baseline | None) -> Iterator[tuple[Result, Stale | None]]:
    """Start a target and try its properties; each result is as the baseline judges it, with the entry that is stale."""
    failures: dict[str, list[Result]] = {}
    with started(setup) as target:
        cases = Cases(partial(numbered, 0, vectors=seeds()), _CASES, seed=0)
        campaign = Campaign(target, cases)
        for finding in campaign.findings():
            for name in sorted(_broken(finding)):
                failures.setdefault(name, []).append(_result(PROPERTY + name, finding, target.choices))
        campaign.refuse_nothing()
    for name, needed in _NEEDS.items():
        judgement = Judgement(Verdict.PASS)
        if missing := [operation for operation in needed if operation in target.missing]:
            judgement = Judgement(Verdict.SKIP, f"has no {missing[0]}")
        elif campaign.stopped:
            judgement = Judgement(Verdict.FAIL, f"not tried to the end: {campaign.stopped}")
        passed = LawResult(PROPERTY + name, Law(name, "", ""), (), 0, judgement)
        yield _judged([passed] if missing else failures.get(name, [passed]), baseline)


def _judged(results: Sequence[Result], baseline: Baseline | None) -> tuple[Result, Stale | None]:
    """The first result that the baseline does not know: by the property's entry, or by that of a case, fault or law."""
    if baseline is None or results[0].id in baseline.known:
        return baseline.judged(results[0]) if baseline else (results[0], None)
    judged = []
    for result in results:
        as_run = result._replace(id=law_id(result.law)) if isinstance(result, LawResult) else result
        reason = baseline.judged(as_run)[0].known if result.verdict in BAD else ""
        judged.append(expected_to_fail(result, reason) if reason else result)
    return next((result for result in judged if result.verdict in BAD), judged[0]), None


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
