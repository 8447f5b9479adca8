"""``fault:NAME`` as a target, and ``conform vectors faults``."""

import pytest

from punycode_conform.faults import CONTROLS, FAULTS

from ..conftest import Conform


@pytest.mark.parametrize(
    ("name", "only", "headline"),
    [
        ("cached-by-length", "three-*", "DOES NOT CONFORM"),
        ("none-returned", "*-digit-*", "DOES NOT CONFORM"),
        ("dies-beyond-unicode", "beyond-*", "DOES NOT CONFORM"),
        pytest.param("surrogates-refused-from-d880", "*", "DOES NOT CONFORM", marks=pytest.mark.slow),
        ("encoded-octets", "rfc-*", "THE SELECTED PART CONFORMS"),
        ("own-exception", "*-digit-*", "THE SELECTED PART CONFORMS"),
        pytest.param("scalar-values-in-31-bits", "*", "THE SELECTED PART CONFORMS", marks=pytest.mark.slow),
    ],
)
def test_a_fault_does_not_conform_and_a_control_does(conform: Conform, name: str, only: str, headline: str) -> None:
    done = conform("run", f"fault:{name}", "--quiet", "--only", only, "--restarts", "3")

    assert done.status == (name in FAULTS)
    assert done.out.startswith(f"{headline}: fault:{name}")


def test_an_unknown_fault_is_one_line_with_close_matches(conform: Conform) -> None:
    done = conform("run", "fault:base-36")

    assert (done.status, done.out) == (2, "")
    assert done.err.splitlines()[0].startswith("conform: no fault is named 'base-36'; did you mean base-3")
    assert "conform vectors faults" in done.err.splitlines()[1]


@pytest.mark.parametrize("option", [("--python", "python3"), ("--rejects", "KeyError")])
def test_a_fault_runs_under_the_tools_own_interpreter(conform: Conform, option: tuple[str, str]) -> None:
    done = conform("run", "fault:base-35", *option)

    assert (done.status, done.err) == (2, f"conform: {option[0]} works with an import path only\n")


def test_the_list_has_a_line_for_each_with_clause_and_what_is_wrong(conform: Conform) -> None:
    rows = [line.split("\t") for line in conform("vectors", "faults").out.splitlines()]

    assert [row[0] for row in rows] == [*FAULTS, *CONTROLS]
    assert ["base-35", "5", FAULTS["base-35"].says] in rows
    assert ["linked-list", "control", CONTROLS["linked-list"].says] in rows


def test_all_about_one_is_shown_by_name(conform: Conform) -> None:
    shown = conform("vectors", "faults", "dies-past-300", "linked-list").out
    parts = "section 1.1", "fixed-buffer: A buffer", "CVE-2022-3602", "not always", "a control", "fault:linked-list"

    assert [part for part in parts if part not in shown] == []


def test_an_unknown_name_is_an_error_before_anything_is_shown(conform: Conform) -> None:
    done = conform("vectors", "faults", "base-35", "such-a-fault")

    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("conform: no fault is named 'such-a-fault'\n")
