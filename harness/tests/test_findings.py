"""reports/FINDINGS.md and the published results are true: each example is wrong by today's oracle, and no page is old."""

import re

import pytest

from punycode_conform import files
from punycode_conform.matrix.result import Result, findings_markdown, inserted, markdown, read_all
from punycode_conform.suite import catalogue, oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.verdict import BAD, judge
from punycode_conform.targets import adapter

from .test_documents import ROOT

RESULTS = read_all(files.RESULTS)
REPORTS = (ROOT / "reports" / "FINDINGS.md").read_text(encoding="utf-8").partition("\n## Public reports")[2]


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.slug)
def test_each_published_example_is_wrong(result: Result) -> None:
    choices = Choices().declare_all(result.declared)
    for case in filter(None, (group.case for group in result.failures)):
        expectation = oracle.expect(oracle.facts(case.call, result.layer), choices)

        assert judge(expectation, case.outcome, case.call.operation, digit_case=choices.digit_case).verdict in BAD


@pytest.mark.parametrize(
    ("name", "table"), [("README.md", markdown(RESULTS, "results")), ("FINDINGS.md", findings_markdown(RESULTS))]
)
def test_the_tables_are_those_of_the_results(name: str, table: str) -> None:
    page = (ROOT / "reports" / name).read_bytes()

    assert len(table.splitlines()) > 60
    assert inserted(page, table) == page


def test_classes_and_targets_of_public_reports_exist() -> None:
    names = {*re.findall(r"`([a-z0-9]+(?:-[a-z0-9]+)+)`", REPORTS)}
    targets = {*re.findall(r"`adapter:(\S+)`", REPORTS)}

    assert len(names) > 10
    assert names <= {*catalogue.bugs()}
    assert len([adapter.find(name) for name in targets]) > 15
