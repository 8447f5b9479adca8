"""reports/FINDINGS.md is true where that is cheap to check: adapters, classes, references, figures, and wrong answers."""

import json
import re
from typing import NamedTuple

import pytest

from punycode_conform import notation
from punycode_conform.matrix.result import MEMORY, SPOOFING
from punycode_conform.suite import PUNYCODE, catalogue, oracle
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.oracle import Expectation, Returns
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned
from punycode_conform.suite.verdict import BAD, judge
from punycode_conform.targets import adapter

from .test_documents import ROOT

TEXT = (ROOT / "reports" / "FINDINGS.md").read_text(encoding="utf-8")
RUN, KNOWN_BEFORE = TEXT.split("\n## Known before")
NONE_FOUND = "no public report found"
# A single answer is allowed: only the answers together are wrong.
UNEVEN = "surrogates-treated-unevenly"


class Finding(NamedTuple):
    """A row of a table, or one class of a line that has no input."""

    kind: str  # a bug class, or a clause
    target: str
    input: str = ""
    required: str = ""
    given: str = ""
    report: str = NONE_FOUND

    @property
    def bug(self) -> tuple[str, str]:
        """What is counted: a class in an implementation, whatever its version."""
        return self.kind, self.target.partition("@")[0]

    @property
    def layer(self) -> str:
        name = self.target.removeprefix("adapter:")
        return adapter.find(name).layer if name != self.target else PUNYCODE


def language(target: str) -> str:
    return adapter.find(target.removeprefix("adapter:")).source.parent.name if "adapter:" in target else "python"


ROW = re.compile(
    r"^\| `?([a-z0-9-]+|RFC [0-9]+ section [0-9.]+)`? \| [^|]+ \| `(\S+)` \| ([^|]+) \| ([^|]*) \| ([^|]*) \| ([^|]+) \|$",
    re.M,
)
LINE = re.compile(r"^- .+, `((?:adapter|codec):\S+)`: (`.+`)$", re.M)
SHOWN = [Finding(*(cell.strip() for cell in row)) for row in ROW.findall(RUN)]
WITHHELD = [Finding(kind, target) for target, kinds in LINE.findall(RUN) for kind in re.findall(r"`([^`]+)`", kinds)]
FINDINGS = SHOWN + WITHHELD
ANSWERED = [one for one in SHOWN if one.input != "in the report"]


def call(finding: Finding) -> Call:
    operation, _, value = finding.input.partition(" ")
    return Call(Operation(operation), points(value))


def points(value: str) -> tuple[int, ...]:
    """What a cell shows: a string as in JSON, or code points."""
    if value == "(empty)":
        return ()
    return tuple(map(ord, json.loads(value.strip("`")))) if value.startswith("`") else notation.parse(value)


def outcome(cell: str) -> Outcome:
    if cell == "refusal":
        return Rejected()
    return Crashed(cell) if cell.startswith("exception: ") else Returned(points(cell))


def required(expectation: Expectation) -> tuple[tuple[int, ...] | None, bool]:
    """The value that may be returned, and whether a refusal is right."""
    return getattr(expectation, "value", None), not isinstance(expectation, Returns)


def shown(cell: str) -> tuple[tuple[int, ...] | None, bool]:
    if cell == "refusal":
        return None, True
    return points(cell.removesuffix(" or refusal")), cell.endswith(" or refusal")


@pytest.mark.parametrize("one", ANSWERED, ids=lambda one: f"{one.kind}-{one.target}-{one.input}")
def test_what_is_required_is_so_and_what_was_given_is_wrong(one: Finding) -> None:
    asked = call(one)
    expectation = oracle.expect(oracle.facts(asked, one.layer), Choices())

    assert shown(one.required) == required(expectation)
    assert judge(expectation, outcome(one.given), asked.operation).verdict in BAD or one.kind == UNEVEN


def test_each_class_and_each_target_exists() -> None:
    classes = {one.kind for one in FINDINGS if not one.kind.startswith("RFC ")}
    classes |= {*re.findall(r"`([a-z0-9]+(?:-[a-z0-9]+)+)`", KNOWN_BEFORE)}

    assert classes <= {*catalogue.bugs()}
    for one in FINDINGS:
        assert one.target == "codec:punycode" or adapter.find(one.target.removeprefix("adapter:"))


def could_do_harm(finding: Finding) -> bool:
    """Whether the class spoofs or corrupts memory, or a whole label was decoded wrongly. An unchanged label is harmless."""
    given = outcome(finding.given)
    if not isinstance(given, Returned) or given == Returned(call(finding).input):
        return False
    whole = finding.layer != PUNYCODE and call(finding).operation is Operation.DECODE
    return whole or finding.kind in SPOOFING | MEMORY


def test_an_input_that_could_do_harm_is_in_a_public_report() -> None:
    harm = [one for one in ANSWERED if could_do_harm(one)]

    assert len(harm) > 5
    assert [one for one in harm if one.report == NONE_FOUND] == []


def test_the_figures_at_the_head() -> None:
    assert len(ANSWERED) > 40
    bugs = {one.bug for one in FINDINGS}
    public = {one.bug for one in FINDINGS if one.report != NONE_FOUND}
    targets = {target for _, target in bugs}
    withheld = {one.bug for one in WITHHELD}
    spoken = {language(target) for target in targets}

    assert f"\n**{len(bugs)} bugs in {len(targets)} implementations in {len(spoken)} languages. " in TEXT
    assert f" {len(public)} have a public report, and for {len(bugs - public)} none was found. " in TEXT
    assert f" The inputs of {len(withheld)} are not shown.**\n" in TEXT
