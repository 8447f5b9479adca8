"""Properties that the fuzzer tries: what they find, what they let pass, and that each run is like the others."""

from pathlib import Path

import pytest

from punycode_conform.faults import CONTROLS
from punycode_conform.run.plan import PROPERTY
from punycode_conform.run.setup import Setup
from punycode_conform.suite.verdict import Verdict
from punycode_conform.testing.judged import IDS, tried

from .conftest import adapter, outcomes

pytest_plugins = ["pytester"]

OWN = """
    from punycode_conform.testing import properties

    test_properties = properties({})
"""


@pytest.fixture
def options(vectors: Path) -> tuple[str, ...]:
    """So that few cases are collected beside the properties."""
    return (f"--conform-vectors={vectors}", "-k", PROPERTY)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(CONTROLS)[::5])
def test_right_codecs_of_any_make_have_them(name: str) -> None:
    results = tried(Setup(f"fault:{name}"), None)

    assert {result.id: result.verdict for result, _ in results} == dict.fromkeys(IDS, Verdict.PASS)


@pytest.mark.slow
def test_the_least_input_that_shows_a_fault_is_told(pytester: pytest.Pytester, options: tuple[str, ...]) -> None:
    named = ("property/refusal", "property/decode-uniqueness", "property/encode")
    done = pytester.runpytest("--conform", "codec:punycode", options[0], "-k", " or ".join(named))

    assert outcomes(done) == {"failed": 2, "passed": 2}  # encode-round-trip, too
    done.stdout.fnmatch_lines(
        [
            "fail: accepted an input that must be refused (bad-digit)",
            "property/refusal",
            '*decode     "-"',
            "*expected   a refusal (bad-digit: a character is no digit)",
            "*got        (empty)",
            "*again      pytest --conform codec:punycode * --conform-only -k property/refusal",
            "fail: accepted an input that must be refused (bad-digit)",
            "property/decode-uniqueness",
        ]
    )
    done.stdout.no_fnmatch_line("*Traceback*")
    done.stdout.no_fnmatch_line("*Falsifying*")
    assert not (pytester.path / ".hypothesis").exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("behaviour", "name", "ended", "says"),
    [
        ("upper-case-digits", "encode-round-trip", "passed", []),
        ("has_no_encode", "decode-round-trip", "skipped", []),
        ("supports_nothing", "encode and not round-trip", "failed", ["  hint: if the adapter is not filled in*"]),
        ("dies_always", "encode and not round-trip", "failed", ["crash: crashed: killed by SIGABRT"]),
    ],
)
def test_an_adapter_is_tried_like_an_import_path(
    pytester: pytest.Pytester, options: tuple[str, ...], behaviour: str, name: str, ended: str, says: list[str]
) -> None:
    target = ("--conform-command", adapter(behaviour), "--conform-timeout", "0.3")
    done = pytester.runpytest(*target, options[0], "-k", f"property/{name}", "-rs")

    assert outcomes(done) == {ended: 1}
    done.stdout.fnmatch_lines(says)


@pytest.mark.slow
def test_a_declared_side_binds(pytester: pytest.Pytester, options: tuple[str, ...]) -> None:
    pytester.makepyfile(test_mine=OWN.format('"codec:punycode", choices={"surrogates": "reject"}'))
    done = pytester.runpytest("-k", "property/encode and not round-trip")

    assert outcomes(done) == {"failed": 1}
    done.stdout.fnmatch_lines(
        ['*encode     U+D800  "\\u{d800}"', "*expected   a refusal (surrogate)", "*again      pytest 'test_mine.py::*'"]
    )


def test_a_known_failure_is_expected_and_must_not_pass(pytester: pytest.Pytester, options: tuple[str, ...]) -> None:
    pytester.path.joinpath("known.yaml").write_text("property/refusal: as it is\nproperty/case-blind-digits: x\n")
    pytester.makepyfile(test_mine=OWN.format('"codec:punycode", baseline="known.yaml"'))
    done = pytester.runpytest("-k", "refusal or case-blind-digits")

    assert outcomes(done) == {"xfailed": 1, "failed": 1}
    done.stdout.fnmatch_lines(["xpass: known.yaml:2: property/case-blind-digits: the case passes"])


def test_they_do_not_speak_of_a_labels(pytester: pytest.Pytester) -> None:
    done = pytester.runpytest("--conform", "codec:idna", "--conform-layer", "a-label", "--collect-only", "-q")

    assert done.ret == 0
    done.stdout.no_fnmatch_line("*property/*")
    done.stdout.fnmatch_lines(["*law/label-uniqueness"])
    done.stdout.no_fnmatch_line("*law/round-trip")
