"""The pytest plugin, tried in runs of pytest's own."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from punycode_conform.run.plan import law_id
from punycode_conform.suite import corpus
from punycode_conform.suite.laws import LAWS
from punycode_conform.suite.vector import cases
from punycode_conform.testing.judged import IDS

from .conftest import adapter, outcomes

pytest_plugins = ["pytester"]

# Python's own codec drops a leading delimiter (RFC 3492 section 6.2).
WRONG = "leading-delimiter-alone"
OWN = """
    from punycode_conform.testing import conformance

    test_conforms = conformance({})
"""


def test_every_case_law_and_property_is_an_item(pytester: pytest.Pytester) -> None:
    raw = [vector for vector in corpus.suite().vectors if vector.layer == "punycode"]
    ids = [case.id for case in cases(raw)] + [law_id(law) for law in LAWS] + list(IDS)
    done = pytester.runpytest("--conform", "codec:punycode", "--collect-only", "-q")
    items = [line for line in done.outlines if line.startswith("conform[")]

    assert done.ret == 0
    assert [f"conform[codec:punycode]::{name}" for name in ids] == items


def test_a_failure_is_told_as_conform_run_tells_it(pytester: pytest.Pytester) -> None:
    done = pytester.runpytest("--conform", "codec:punycode", "-k", WRONG)

    done.assert_outcomes(failed=1, deselected=done.parseoutcomes()["deselected"])
    done.stdout.fnmatch_lines(
        [
            "*conform: suite * sha256:*",
            "fail: accepted an input that must be refused (bad-digit)",
            '*decode     "-"',
            "*expected   a refusal (bad-digit: a character is no digit)",
            "*got        (empty)",
            "*clause     RFC 3492 section 6.2",
            f"*again      conform run codec:punycode --only {WRONG}/decode",
        ]
    )
    done.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.slow
def test_what_fails_is_what_conform_run_says_fails(pytester: pytest.Pytester) -> None:
    done = pytester.runpytest_subprocess("--conform", "codec:punycode", "--conform-no-properties", "-q", "-n", "2")
    ran = subprocess.run(
        [sys.executable, "-m", "punycode_conform", "run", "codec:punycode", "--quiet"],
        capture_output=True,
        text=True,
        check=False,
    )
    counts = re.search(r": (\d+) of [\d,]+ cases failed, \d+ skipped, (\d+) of \d laws broken", ran.stdout)

    assert counts
    assert done.parseoutcomes()["failed"] == sum(map(int, counts.groups())) > 0
    assert done.parseoutcomes()["passed"] > 5000


def test_one_line_makes_the_tests_in_a_suite_of_ones_own(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_mine=OWN.format('"codec:punycode"'))
    done = pytester.runpytest("--strict-markers", "-m", "conform", "-k", f"{WRONG} or rfc-sample-a/encode", "-v")

    assert outcomes(done) == {"failed": 1, "passed": 1}
    done.stdout.fnmatch_lines([f"*test_mine.py::test_conforms?{WRONG}/decode? FAILED*"])


def test_conform_only_imports_no_other_tests(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("raise SystemExit('imported')")
    done = pytester.runpytest("--conform", "codec:punycode", "--conform-only", "-k", "rfc-sample-a/encode")

    done.assert_outcomes(passed=1, deselected=done.parseoutcomes()["deselected"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--conform", "fault:none-such"], "no fault is named 'none-such'"),
        (["--conform", "codec:punycode", "--conform-choice", "length"], "must be NAME=SIDE"),
        (["--conform-command", "'"], "No closing quotation"),
        (["--conform-only"], "no codec is named"),
        (["--conform", "codec:punycode", "--conform-layer", "dns"], "must be one of punycode, a-label"),
        (["--conform", "codec:punycode", "--conform-baseline", "none-such"], "there is no such baseline"),
        (["--conform", "a", "--conform", "b", "--conform-baseline", "x"], "one baseline, but several codecs are named"),
    ],
)
def test_a_mistake_is_one_line_and_an_error_of_usage(
    pytester: pytest.Pytester, arguments: list[str], says: str
) -> None:
    done = pytester.runpytest(*arguments)

    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([f"*{says}*"])
    done.stderr.no_fnmatch_line("*Traceback*")


@pytest.mark.parametrize(
    ("behaviour", "says"),
    [
        ("dies_always", "crash: crashed*"),
        pytest.param("never_answers", "timeout: no answer within 0.3 s", marks=pytest.mark.slow),
    ],
)
def test_a_target_that_breaks_down_fails(pytester: pytest.Pytester, behaviour: str, says: str) -> None:
    options = ("--conform-command", adapter(behaviour), "--conform-timeout", "0.3", "-k", "rfc-sample-l/decode")
    done = pytester.runpytest(*options)

    assert (done.parseoutcomes()["failed"], done.parseoutcomes().get("passed")) == (1, None)
    done.stdout.fnmatch_lines([says])


@pytest.mark.parametrize(
    ("target", "says"),
    [
        (("--conform", "none_such.punycode"), "no module named none_such"),
        (("--conform-command", adapter("exits_at_once")), "could not be run: no handshake"),
    ],
)
def test_a_target_that_cannot_be_run_fails_once(
    pytester: pytest.Pytester, vectors: Path, target: tuple[str, str], says: str
) -> None:
    done = pytester.runpytest(*target, f"--conform-vectors={vectors}")

    assert outcomes(done) == {"failed": 1, "skipped": 24}
    done.stdout.fnmatch_lines([f"the target could not be judged: *{says}*"])


def test_what_is_not_selected_or_only_listed_need_not_run(pytester: pytest.Pytester, vectors: Path) -> None:
    pytester.makepyfile(test_mine="def test_mine(): pass")
    options = ("--conform", "none_such.punycode", f"--conform-vectors={vectors}")

    assert pytester.runpytest(*options, "-k", "test_mine").ret == 0
    assert pytester.runpytest(*options, "--collect-only").ret == 0


def test_vectors_and_layer_are_selected_as_by_conform_run(pytester: pytest.Pytester, vectors: Path) -> None:
    options = ("--conform", "codec:punycode", "--conform-no-properties", f"--conform-vectors={vectors}")
    done = pytester.runpytest(*options, "-q")
    other = pytester.runpytest(*options, "--conform-layer", "a-label")

    assert outcomes(done) == {"passed": 12 + 6 - 3, "failed": 3}
    assert other.ret == pytest.ExitCode.USAGE_ERROR
    other.stderr.fnmatch_lines(["*no vectors in layer a-label*"])


def test_what_was_not_run_does_not_pass(pytester: pytest.Pytester) -> None:
    options = ("--conform-command", adapter("dies_always"), "-k", "rfc-sample or every-digit or law", "-q")
    done = pytester.runpytest(*options)

    assert "passed" not in done.parseoutcomes()
    done.stdout.fnmatch_lines(["not run: the target crashed or hung too often*"])


def test_a_breakdown_that_does_not_come_again_is_not_passed_over(pytester: pytest.Pytester, tmp_path: Path) -> None:
    command = adapter("dies_once", tmp_path / "died")
    done = pytester.runpytest("--conform-command", command, "-k", "truncated-zzzz")

    assert done.parseoutcomes()["failed"] == 1
    done.stdout.fnmatch_lines(["law/stability", "*crashes (killed by SIGABRT), but not when it was*"])


def test_skips_alone_are_no_success(pytester: pytest.Pytester) -> None:
    done = pytester.runpytest("--conform-command", adapter("supports_nothing"), "-k", "rfc-sample-l/decode")

    assert done.parseoutcomes()["failed"] == 1
    done.stdout.fnmatch_lines(["nothing ran: no case was answered*"])


def test_unused_it_imports_nothing_of_the_suite(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sys

        def test_nothing_else_is_loaded():
            loaded = {name for name in sys.modules if name.startswith("punycode_conform.")}

            light = "errors", "run", "run.setup", "suite", "testing", "testing.plugin"
            assert loaded == {f"punycode_conform.{name}" for name in light}
        """
    )
    done = pytester.runpytest_subprocess("-p", "no:xdist", "-W", "error")

    done.assert_outcomes(passed=1)
