"""The baseline in pytest: what is known is expected to fail, and an entry that does not hold fails."""

from pathlib import Path

import pytest

from .conftest import outcomes

pytest_plugins = ["pytester"]

# What Python's own codec does wrong on the small vector file.
FAILS = """\
law/decode-uniqueness: as below
law/round-trip: as below
leading/decode:
  reason: the delimiter is dropped
  got: returned nothing
"""
ALL = 12 + 6 + 1  # cases, laws, and what says that all entries match


@pytest.fixture
def options(pytester: pytest.Pytester, vectors: Path) -> tuple[str, ...]:
    pytester.path.joinpath("known.yaml").write_text(FAILS, encoding="utf-8")
    options = ("--conform", "codec:punycode", "--conform-no-properties", f"--conform-vectors={vectors}")
    return (*options, "--conform-baseline", "known.yaml")


def entry(pytester: pytest.Pytester, text: str) -> None:
    pytester.path.joinpath("known.yaml").write_text(text, encoding="utf-8")


def test_known_failures_are_expected_to_fail(pytester: pytest.Pytester, options: tuple[str, ...]) -> None:
    done = pytester.runpytest(*options, "-rx")

    assert done.ret == 0
    assert outcomes(done) == {"xfailed": 3, "passed": ALL - 3}
    done.stdout.fnmatch_lines(["XFAIL conform?codec:punycode?::leading/decode*the delimiter is dropped"])


@pytest.mark.parametrize(
    ("text", "failed", "says"),
    [
        ("plain/encode: x\n", "plain/encode", "xpass: known.yaml:6: plain/encode: the case passes"),
        ("no-such/decode: x\n", "baseline", "known.yaml:6: no-such/decode: no case or law has this id"),
        ("flaky: [plain/decode]\n", "", ""),
        ("property/decode: what pytest alone tries\n", "", ""),
    ],
)
def test_an_entry_that_does_not_hold_fails_in_one_test(
    pytester: pytest.Pytester, options: tuple[str, ...], text: str, failed: str, says: str
) -> None:
    entry(pytester, FAILS + text)
    done = pytester.runpytest(*options)

    assert outcomes(done) == {"xfailed": 3, "passed": ALL - 3 - bool(failed)} | ({"failed": 1} if failed else {})
    if failed:
        done.stdout.fnmatch_lines([says])
        done.stdout.fnmatch_lines([f"FAILED conform?codec:punycode?::{failed} - *"])


def test_another_failure_than_the_recorded_one_is_told_with_both(
    pytester: pytest.Pytester, options: tuple[str, ...]
) -> None:
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
    done = pytester.runpytest("tests")

    assert outcomes(done) == {"xfailed": 3, "passed": ALL - 4, "failed": 1}
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
