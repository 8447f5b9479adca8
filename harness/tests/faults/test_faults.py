"""The register of faults and controls; that each fault is wrong and each control right is what the score says."""

import re
from typing import get_args

import pytest

from punycode_conform import faults
from punycode_conform.faults import CONTROLS, FAULTS
from punycode_conform.suite import corpus
from punycode_conform.suite.vector import ClauseId

EVERY = {**FAULTS, **CONTROLS}


def test_each_has_a_slug_of_its_own_and_says_what_it_does_in_a_sentence() -> None:
    rows = [name for theme in faults.THEMES for name in theme.FAULTS]

    assert len(rows) == len(FAULTS) >= 600
    assert len(EVERY) == len(FAULTS) + len(CONTROLS)
    assert [name for name in EVERY if not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)+", name)] == []
    assert [fault.says for fault in EVERY.values() if not re.fullmatch("[^\n\t]+[.]", fault.says)] == []


def test_each_fault_names_its_clause_and_a_known_bug_class_and_a_control_neither() -> None:
    assert [name for name, fault in FAULTS.items() if fault.clause not in get_args(ClauseId)] == []
    assert {fault.bug for fault in FAULTS.values()} - {"", *corpus.suite().bugs} == set()
    assert {control.clause + control.bug for control in CONTROLS.values()} == {""}


@pytest.mark.parametrize(
    ("name", "sides", "line"),
    [
        ("k-counts-divisions", ("encode", "decode"), '"let k = k + base" (6.1)'),
        ("skew-37", ("encode",), '"skew = 38" (5)'),
        ("numpoints-one-too-many", ("encode",), '"let bias = adapt(delta, h + 1, test h equals b?)" (6.3)'),
        ("wraps-32", ("encode", "decode"), '"fail on overflow" (6.2, 6.3)'),
        (
            "all-ascii-unchanged",
            ("encode",),
            '"copy them to the output in order, followed by a delimiter if b > 0" (6.3)',
        ),
        ("unknown-skipped", ("decode",), '"let digit = the code point\'s digit-value, fail if it has none" (6.2)'),
        ("nul-ends", ("encode", "decode"), ""),  # something around the algorithm
    ],
)
def test_a_fault_names_the_line_of_pseudo_code_that_it_changes(name: str, sides: tuple[str, ...], line: str) -> None:
    assert FAULTS[name].line(sides) == (f"RFC 3492 has {line}." if line else "")


def test_a_fault_is_an_attribute_and_is_fresh_each_time() -> None:
    assert [getattr(faults, "cached-by-length").encode(text) for text in "ab"] == ["a-", "b-"]
    with pytest.raises(AttributeError, match="no fault is named such-a-fault"):
        getattr(faults, "such-a-fault")
