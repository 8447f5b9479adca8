"""The pytest plugin, tried in runs of pytest's own."""

import re
from pathlib import Path

import pytest

from punycode_conform import files
from punycode_conform.run.plan import law_id
from punycode_conform.suite import corpus
from punycode_conform.suite.laws import LAWS
from punycode_conform.suite.vector import cases
from punycode_conform.testing.judged import IDS

from ..conftest import Conform
from .conftest import adapter, outcomes

pytest_plugins = ["pytester"]

# Python's own codec drops a leading delimiter (RFC 3492 section 6.2).
WRONG = "leading-delimiter-alone"
RAW = files.VECTORS / "delimiter.yaml"


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
            "*clause     RFC 3492 section 6.2*",
            f"*again      conform run codec:punycode --only {WRONG}/decode",
        ]
    )
    done.stdout.no_fnmatch_line("*Traceback*")


@pytest.mark.slow
def test_what_fails_is_what_conform_run_says_fails(pytester: pytest.Pytester, conform: Conform) -> None:
    done = pytester.runpytest_subprocess("--conform", "codec:punycode", "--conform-no-properties", "-q", "-n", "2")
    ran = conform("run", "codec:punycode", "--quiet")
    counts = re.search(r": (\d+) of [\d,]+ cases failed, \d+ skipped, (\d+) of \d laws broken", ran.out)

    assert counts
    assert done.parseoutcomes()["failed"] == sum(map(int, counts.groups())) > 0
    assert done.parseoutcomes()["passed"] > 5000


def test_conform_only_imports_no_other_tests(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("raise SystemExit('imported')")
    done = pytester.runpytest("--conform", "codec:punycode", "--conform-only", "-k", "rfc-sample-a/encode")

    done.assert_outcomes(passed=1, deselected=done.parseoutcomes()["deselected"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--conform", "codec:punycode", "--conform-choice", "length"], "must be NAME=SIDE"),
        (["--conform-command", "'"], "No closing quotation"),
        (["--conform-only"], "no codec is named"),
        (["--conform", "codec:punycode", "--conform-layer", "dns"], "must be one of punycode, a-label"),
        (["--conform", "codec:punycode", "--conform-baseline", "none-such"], "there is no such baseline"),
        (
            ["--conform", "codec:idna", "--conform-layer", "a-label", f"--conform-vectors={RAW}"],
            "no vectors in layer a-label",
        ),
        (["--conform", "a", "--conform", "b", "--conform-baseline", "x"], "one baseline, but several codecs are named"),
    ],
)
def test_a_mistake_is_one_line_and_a_usage_error(pytester: pytest.Pytester, arguments: list[str], says: str) -> None:
    done = pytester.runpytest(*arguments)

    assert done.ret == pytest.ExitCode.USAGE_ERROR
    done.stderr.fnmatch_lines([f"*{says}*"])
    done.stderr.no_fnmatch_line("*Traceback*")


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

    assert outcomes(done) == {"failed": 1, "skipped": 12 + len(LAWS) + 6}
    done.stdout.fnmatch_lines([f"the target could not be judged: *{says}*"])


def test_what_is_not_selected_or_only_listed_need_not_run(pytester: pytest.Pytester, vectors: Path) -> None:
    pytester.makepyfile(test_mine="def test_mine(): pass")
    options = ("--conform", "none_such.punycode", f"--conform-vectors={vectors}")

    assert pytester.runpytest(*options, "-k", "test_mine").ret == 0
    assert pytester.runpytest(*options, "--collect-only").ret == 0


def test_what_was_not_run_does_not_pass(pytester: pytest.Pytester) -> None:
    options = ("--conform-command", adapter("dies_always"), "-k", "rfc-sample or every-digit or law", "-q")
    done = pytester.runpytest(*options)

    assert "passed" not in done.parseoutcomes()
    done.stdout.fnmatch_lines(["crash: crashed*", "not run: the target crashed or hung too often*"])


@pytest.mark.parametrize(
    ("behaviour", "case", "says"),
    [
        pytest.param("never_answers", "rfc-sample-l/decode", ["timeout: no answer within 1 s"], marks=pytest.mark.slow),
        ("dies_once", "truncated-zzzz", ["law/stability", "*fails (killed by SIGABRT), but not when it was*"]),
        ("supports_nothing", "rfc-sample-l/decode", ["nothing ran: no case was answered*"]),
    ],
)
def test_a_target_that_crashes_hangs_or_answers_nothing_fails(
    pytester: pytest.Pytester, tmp_path: Path, behaviour: str, case: str, says: list[str]
) -> None:
    command = adapter(behaviour, tmp_path / "memory")
    done = pytester.runpytest("--conform-command", command, "--conform-timeout", "1", "-k", case)

    assert done.parseoutcomes()["failed"] == 1
    done.stdout.fnmatch_lines(says)


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


# What Python's own codec does wrong on the small vector file.
FAILS = """\
law/decode-uniqueness: as below
law/round-trip: as below
leading/decode:
  reason: the delimiter is dropped
  got: returned nothing
"""
ALL = 12 + len(LAWS) + 1  # cases, laws, and what says that all entries match


@pytest.fixture
def options(pytester: pytest.Pytester, vectors: Path) -> tuple[str, ...]:
    pytester.path.joinpath("known.yaml").write_text(FAILS, encoding="utf-8")
    options = ("--conform", "codec:punycode", "--conform-no-properties", f"--conform-vectors={vectors}")
    return (*options, "--conform-baseline", "known.yaml")


def entry(pytester: pytest.Pytester, text: str) -> None:
    pytester.path.joinpath("known.yaml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "failed", "says"),
    [
        ("", "", "XFAIL conform?codec:punycode?::leading/decode*the delimiter is dropped"),
        ("plain/encode: x\n", "plain/encode", "xpass: known.yaml:6: plain/encode: the case passes"),
        ("no-such/decode: x\n", "baseline", "known.yaml:6: no-such/decode: no case or law has this id"),
        ("flaky: [plain/decode]\n", "", ""),
        ("property/decode: what pytest alone tries\n", "", ""),
    ],
)
def test_known_failures_are_expected_and_an_entry_that_does_not_hold_fails_in_one_test(
    pytester: pytest.Pytester, options: tuple[str, ...], text: str, failed: str, says: str
) -> None:
    entry(pytester, FAILS + text)
    done = pytester.runpytest(*options, "-rfx")

    assert outcomes(done) == {"xfailed": 3, "passed": ALL - 3 - bool(failed)} | ({"failed": 1} if failed else {})
    done.stdout.fnmatch_lines([f"{says}*"])
    if failed:
        done.stdout.fnmatch_lines([f"FAILED conform?codec:punycode?::{failed} - *"])


def test_a_failure_other_than_recorded_is_shown_with_both(pytester: pytest.Pytester, options: tuple[str, ...]) -> None:
    entry(pytester, FAILS.replace("returned nothing", "returned U+0080"))
    done = pytester.runpytest(*options, "-k", "leading")

    assert outcomes(done) == {"failed": 1}
    done.stdout.fnmatch_lines(
        [
            "stale: known.yaml:3: leading/decode: *returned nothing, not returned U+0080",
            '*decode     "-"',
            "*got        (empty)",
        ]
    )


def test_one_line_takes_a_baseline_that_stands_beside_it(
    pytester: pytest.Pytester, vectors: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = pytester.mkdir("tests")
    vectors.rename(folder / "mine.yaml")
    (folder / "known.yaml").write_text(FAILS + "no-such/decode: x\n", encoding="utf-8")
    (folder / "test_mine.py").write_text(
        "from punycode_conform.testing import conformance\n"
        'test_conforms = conformance("codec:punycode", baseline="known.yaml", vectors=["mine.yaml"])\n',
        encoding="utf-8",
    )
    done = pytester.runpytest("tests", "--strict-markers", "-m", "conform", "-v")

    assert outcomes(done) == {"xfailed": 3, "passed": ALL - 4, "failed": 1}
    done.stdout.fnmatch_lines(["*test_mine.py::test_conforms?leading/decode? XFAIL*"])
    done.stdout.fnmatch_lines(["tests/known.yaml:6: no-such/decode: no case or law has this id"])


REGISTRY = """\
fault/leading-delimiter-consumed: a leading delimiter is dropped
law/decode-uniqueness: for the same reason
law/round-trip: for the same reason
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("baseline", "xfailed", "failed"), [(REGISTRY, 3, 0), (REGISTRY.partition("law/")[0], 3, 0), ("", 0, 3)]
)
def test_what_a_baseline_knows_of_cases_is_known_of_any_input(
    pytester: pytest.Pytester, vectors: Path, baseline: str, xfailed: int, failed: int
) -> None:
    entry(pytester, baseline)
    options = ("--conform-only", "--conform-baseline", "known.yaml", f"--conform-vectors={vectors}")
    done = pytester.runpytest("--conform", "codec:punycode", *options, "-k", "property/")

    ended = outcomes(done)

    assert (ended.get("xfailed", 0), ended.get("failed", 0)) == (xfailed, failed)
