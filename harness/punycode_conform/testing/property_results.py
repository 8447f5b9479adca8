"""Properties that must hold of any input, tried by a short run of the fuzzer, which asks the same cases each time."""

from collections.abc import Iterator
from functools import partial

from ..fuzz.campaign import Campaign
from ..fuzz.cases import Cases
from ..fuzz.dictionary import calls
from ..fuzz.finding import Finding
from ..fuzz.generator import numbered, seeds
from ..fuzz.known_findings import KnownFindings
from ..run.baseline import Baseline
from ..run.check import Check
from ..run.plan import PROPERTY, law_id
from ..run.result import CaseResult, LawResult, Result, expected_to_fail, judge_law
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


def tried(setup: Setup, baseline: Baseline | None) -> Iterator[Result]:
    """Start a target and try its properties; of several failures the first that the baseline does not know counts."""
    failures: dict[str, list[Result]] = {}
    with started(setup) as target:
        cases = Cases(partial(numbered, 0, vectors=seeds(calls())), _CASES, seed=0)
        campaign = Campaign(target, cases, KnownFindings(None))
        for finding in campaign.findings():
            for name in sorted(_broken(finding)):
                result = _known(_result(PROPERTY + name, finding, target.choices), baseline)
                failures.setdefault(name, []).append(result)
        campaign.refuse_nothing()
    for name, needed in _NEEDS.items():
        judgement = Judgement(Verdict.PASS)
        if missing := [operation for operation in needed if operation in target.missing]:
            judgement = Judgement(Verdict.SKIP, f"has no {missing[0]}")
        elif name in failures:
            yield next((result for result in failures[name] if result.verdict in BAD), failures[name][0])
            continue
        elif campaign.stopped:
            judgement = Judgement(Verdict.FAIL, f"not tried to the end: {campaign.stopped}")
        yield LawResult(PROPERTY + name, Law(name, "", ""), (), 0, judgement)


def _known(result: Result, baseline: Baseline | None) -> Result:
    """A failure as the baseline sees it: by an entry for a case, a fault or a law, unless the property has one."""
    if baseline is None or result.id in baseline.known:
        return result
    as_run = result._replace(id=law_id(result.law)) if isinstance(result, LawResult) else result
    known = baseline.judged(as_run)[0].known
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
