"""What broken laws are due to, among the causes of a report, and the cases of an observation."""

from punycode_conform.account.fault_answers import Table
from punycode_conform.run.failures import causes, observed, owners
from punycode_conform.run.report import Observation, Report
from punycode_conform.suite.evidence import Evidence
from punycode_conform.suite.laws import Breach
from punycode_conform.suite.oracle import Rejects, facts
from punycode_conform.suite.outcome import Call, Operation, Outcome, Returned
from punycode_conform.suite.verdict import Verdict
from punycode_conform.targets.name import resolve

from ..results import case, header, law
from ..targets.test_session import greeted

ONE, TWO, THREE = BREACHES = tuple(Breach((), name) for name in ("one", "two", "three"))


def owner(*parts: tuple[Breach, ...]) -> list[int]:
    return list(owners([law("round-trip", *BREACHES)], lambda at, _, one: one in parts[at], range(len(parts))).values())


def test_a_law_is_due_to_the_part_that_gives_its_first_breach_if_all_are_given() -> None:
    assert owner((TWO, THREE), (ONE,)) == [1]
    assert owner(BREACHES, BREACHES) == [0]
    assert owner((ONE,), (TWO,)) == []


def test_an_observation_has_the_cases_that_it_is_about() -> None:
    calls = {f"{text}/decode": Call(Operation.DECODE, tuple(text.encode())) for text in ("z", "a-z", "99")}
    due, got = Rejects("truncated"), Returned(())
    results = [case(name, Verdict.FAIL, call=call, expected=due, got=got) for name, call in calls.items()]
    evidence = Evidence(dict.fromkeys(calls.values(), got), {call: facts(call) for call in calls.values()})
    with greeted(resolve("codec:punycode", ())) as pool:
        (observation,) = observed(Report(header(), [*results]), evidence, pool, patient=False)

    assert observation.says == "Decode accepts all input that ends inside a delta (6.2)."
    assert observation.cases == tuple(calls)


def test_what_an_observation_leaves_may_be_of_another_mistake() -> None:
    wrong: dict[Call, Outcome] = {Call(Operation.ENCODE, (0xFC,) * n): Returned((0x2D,)) for n in range(3)}
    results = [case(f"{at}/encode", Verdict.FAIL, call=call, got=wrong[call]) for at, call in enumerate(wrong)]
    report, evidence = Report(header(), [*results]), Evidence(wrong, {call: facts(call) for call in wrong})
    assert causes(report, evidence, Table.read()) == []
    report.observations = [Observation("Y.", "", ("1/encode", "2/encode"))]
    found = causes(report, evidence, Table.read())
    assert [(one.fault, one.cases) for one in found] == [("empty-becomes-delimiter", ("0/encode",))]
