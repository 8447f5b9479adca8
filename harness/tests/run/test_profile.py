"""The choices that a run shows, declared for the next one: it judges by them, and comes to the same verdicts."""

import functools

import pytest

from punycode_conform.cli.parser import parse
from punycode_conform.faults import CONTROLS
from punycode_conform.render.words import declarations
from punycode_conform.run.conformance import Run
from punycode_conform.run.plan import Plan, plan
from punycode_conform.run.report import Report
from punycode_conform.suite import corpus
from punycode_conform.suite.choices import AT_LEAST, Choices
from punycode_conform.targets.pool import Local

from ..results import header

SIDES = {
    "reference-codec": {"surrogates": "accept", "length": "none"},
    "integers-27": {"integers": "2^27"},
    "integers-32": {"integers": "2^32"},
    "integers-64": {},
    "at-most-59": {"length": "59"},
    "scalar-values": {"surrogates": "reject"},
    "scalar-values-in-31-bits": {"surrogates": "reject", "integers": "2^31"},
    "cpython-fixed": {"beyond-unicode": "reject"},
    "upper-case-digits": {"digit-case": "upper"},
    "annotating-encoder": {"digit-case": "mixed"},
    "delayed-detection": {},
    "floats-of-64-bits": {},
    "unpaired-surrogates": {},
    "decodes-scalar-values": {},
}


@functools.cache
def everything() -> Plan:
    return plan(corpus.suite().vectors, layer="punycode")


def run(name: str, choices: Choices, strict: bool) -> Report:
    codec = CONTROLS[name].make()
    going = Run(everything(), choices, strict, Local(codec.encode, codec.decode, "punycode_conform"))
    report = Report(header("-- ./an-adapter", choices=choices.as_dict()), list(going.results()))
    report.observed = going.observed
    return report


@pytest.mark.slow
@pytest.mark.parametrize("name", SIDES)
def test_what_a_right_codec_shows_can_be_pasted_back_and_changes_no_verdict(name: str) -> None:
    first = run(name, Choices(), strict=False)
    declared = Choices()
    for choice, side in parse(["run", "a.target", *declarations(first).split()]).choices:
        declared = declared.declare(choice, side)
    second = run(name, declared, strict=True)

    assert first.failures == []
    assert SIDES[name].items() <= first.observed.items()
    assert {name: side.removeprefix(AT_LEAST) for name, side in first.observed.items()} == declared.as_dict()
    assert second.failures == second.warnings == []
    assert [(each.id, each.verdict) for each in first.results] == [(each.id, each.verdict) for each in second.results]
    assert first.observed == second.observed
