"""The choices that a run shows, declared for the next one: it judges by them, and comes to the same verdicts."""

import functools
from collections.abc import Iterator, Sequence

import pytest

from punycode_conform.cli.parser import parse
from punycode_conform.render.words import declarations
from punycode_conform.run.conformance import Run
from punycode_conform.run.plan import Plan, plan
from punycode_conform.run.report import Report
from punycode_conform.suite import corpus
from punycode_conform.suite.choices import AT_LEAST, Choices
from punycode_conform.suite.outcome import Call, Hiccup, Outcome
from punycode_conform.suite.verdict import Verdict

from ..results import header
from ..right_codecs import RIGHT, Codec

SIDES = {
    "unbounded": {
        "surrogates": "accept",
        "beyond-unicode": "integer",
        "integers.decode": "unbounded",
        "length": "none",
    },
    "26 bits": {"integers": "2^26", "length": "none"},
    "31 bits": {"integers": "2^31", "length": "none"},
    "32 bits": {"integers": "2^32"},
    # What lies between two vectors is found by further calls.
    "53 bits": {"integers.decode": "2^53"},
    "63 bits": {"integers.decode": "2^63"},
    "64 bits": {"integers.decode": "2^64"},
    "59 characters": {"length": "59"},
    "63 characters": {"length": "63"},
    "255 characters": {"length": "255"},
    "no surrogates": {"surrogates": "reject"},
    "Unicode only": {"beyond-unicode": "reject"},
    "Unicode only, 31 bits": {"beyond-unicode": "reject", "integers": "2^31"},
    "scalar values, 32 bits, 63 characters": {"surrogates": "reject", "beyond-unicode": "reject", "length": "63"},
    "upper-case digits": {"digit-case": "upper"},
    "mixed-case annotation": {"digit-case": "mixed"},
}


class InProcess:
    """A target without a process."""

    def __init__(self, codec: Codec) -> None:
        self.codec = codec
        self.hiccups: list[Hiccup] = []

    def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
        yield from ((index, self.codec(call)) for index, call in enumerate(calls))

    def goodbye(self) -> None: ...

    def finish(self) -> None: ...


@functools.cache
def everything() -> Plan:
    return plan(corpus.suite().vectors, layer="punycode")


def run(name: str, choices: Choices, strict: bool) -> Report:
    going = Run(everything(), choices, strict, InProcess(RIGHT[name]))
    report = Report(header("-- ./an-adapter", choices=choices.as_dict()), list(going.results()))
    report.observed = going.observed
    return report


def verdicts(report: Report) -> dict[str, Verdict]:
    return {result.id: result.verdict for result in report.results}


@pytest.mark.slow
@pytest.mark.parametrize("name", RIGHT)
def test_what_a_right_codec_shows_can_be_pasted_back_and_changes_no_verdict(name: str) -> None:
    first = run(name, Choices(), strict=False)
    declared = Choices()
    for choice, side in parse(["run", "a.target", *declarations(first).split()]).choices:
        declared = declared.declare(choice, side)
    second = run(name, declared, strict=True)

    assert first.failures == []
    assert SIDES.get(name, {}).items() <= first.observed.items()
    assert {name: side.removeprefix(AT_LEAST) for name, side in first.observed.items()} == declared.as_dict()
    assert second.failures == second.warnings == []
    assert verdicts(first) == verdicts(second)
    assert first.observed == second.observed
