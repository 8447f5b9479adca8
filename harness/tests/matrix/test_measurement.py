"""Implementations side by side: none holds up the others, an interrupt ends all, and what changed since is shown."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from punycode_conform.matrix import measurement
from punycode_conform.matrix.measurement import Failure, Implementation, changes, every, line, named
from punycode_conform.matrix.result import Result
from punycode_conform.run.report import Suite
from punycode_conform.targets.child import Child

from ..conftest import TARGETS, run_tool, until
from .test_result import PASSED, result

SECONDS = 60.0


def names(found: Iterator[Result | Failure]) -> dict[str, str]:
    return {one.target: one.why if isinstance(one, Failure) else one.verdict for one in found}


def test_one_that_breaks_or_hangs_does_not_hold_up_the_others() -> None:
    """What hangs ends only when all others have."""
    others = threading.Semaphore(0)

    def measure(one: Implementation, running: Callable[[Child], None]) -> Result | Failure:
        if one.target == "hangs":
            return Failure("hangs", f"no end: {all(others.acquire(timeout=SECONDS) for _ in range(4))}")
        others.release()
        if one.target == "breaks":
            raise RuntimeError("broken")
        return Failure(one.target, "not found") if one.target == "missing" else result(PASSED)

    every = [Implementation(target) for target in ("hangs", "breaks", "missing", "adapter:x", "adapter:x")]
    found = names(measurement.run(every, 2, measure))

    assert found == {
        "hangs": "no end: True",
        "breaks": "RuntimeError: broken",
        "missing": "not found",
        "adapter:x": "conforms",
    }


def test_who_stops_looking_ends_the_processes() -> None:
    children: list[Child] = []

    def measure(one: Implementation, running: Callable[[Child], None]) -> Failure:
        if one.target == "quick":
            until(lambda: bool(children))
            return Failure("quick", "")
        child = Child([sys.executable, "-c", "import time; time.sleep(600)"])
        children.append(child)
        running(child)
        return Failure(one.target, child.failure(SECONDS * 10))

    found = measurement.run([Implementation(name) for name in ("slow", "quick", "never")], 2, measure)
    assert names(iter([next(found)])) == {"quick": ""}
    began = time.monotonic()
    found.close()  # type: ignore[attr-defined]  # a generator

    assert time.monotonic() - began < SECONDS
    until(lambda: not (children[0]._process.pid and Path(f"/proc/{children[0]._process.pid}").exists()))


def test_all_implementations_are_every_version_of_every_adapter() -> None:
    targets = [one.target for one in every()]

    assert targets[0] == "codec:punycode"
    assert {"adapter:libidn", "adapter:python-codec"} <= {*targets}
    assert len({*targets}) == len(targets)
    assert all(one.digest.startswith("sha256:") for one in every()[1:])
    assert named("codec:punycode").digest == ""


def test_an_implementation_that_is_missing_or_does_not_end_has_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    children: list[Child] = []
    missing = measurement.measure(named("no.such.module"), children.append, limit=SECONDS)
    monkeypatch.setattr(measurement, "_BUILD", -SECONDS)  # it is given no time at all
    endless = measurement.measure(named("no.such.module"), children.append, limit=SECONDS)

    assert isinstance(missing, Failure)
    assert missing.why.startswith("no module named no (")
    assert endless == Failure("no.such.module", "no end within 0 s")
    until(lambda: all(not Path(f"/proc/{child._process.pid}").exists() for child in children))


@pytest.mark.slow
def test_crashing_hanging_and_missing_implementations_beside_a_right_one(tmp_path: Path) -> None:
    broken = [*(f"faulty_codec:{way}_at_capitals" for way in ("segfaults", "hangs")), "no.such.module"]
    options = ["--jobs", "4", "--time-limit", "15", "--output", str(tmp_path / "results")]
    command = [sys.executable, "-m", "punycode_conform", "matrix", *broken, "punycode_conform.codec", *options]
    done = run_tool(*command, cwd=tmp_path, PYTHONPATH=str(TARGETS))
    rows = {line.split()[0]: line for line in done.stdout.splitlines()}

    assert done.returncode == 3, done.stderr
    assert done.stderr == ""
    assert "conforms (" in rows["punycode_conform.codec"]
    assert [target for target in broken if " no result: " not in rows[target]] == []
    assert {path.name for path in (tmp_path / "results").iterdir()} == {"punycode_conform.codec.json", "index.json"}


def published(digest: str = "now", observed: str = "accept", **classes: int) -> Result:
    tallies = {name: {"fail": count, "pass": 1} for name, count in classes.items()}
    plain = replace(result(PASSED), suite=Suite("1", digest), classes=tallies, observed={"surrogates": observed})
    return replace(plain, verdict="does not conform", laws={"round-trip": "fail", "stability": "pass"})


@pytest.mark.parametrize(
    ("measured", "differences"),
    [
        (published(wraps=2, cut=1), []),
        (published(wraps=3, cut=1), ["fail: wraps: 2 published, 3 measured"]),
        (published(wraps=2, cut=1, new=1), ["fail: new: 0 published, 1 measured"]),
        (published(wraps=2), ["fail: cut: 1 published, 0 measured"]),
        (published("now", "reject", wraps=2, cut=1), ["choice surrogates: accept published, reject measured"]),
        # A vector was added: it may show more failures, and hides none.
        (published("later", wraps=3, cut=1, new=1), []),
        (published("later", wraps=1, cut=1), ["fail: wraps: 2 published, 1 measured"]),
        (published("later", "reject", wraps=2, cut=1), ["choice surrogates: accept published, reject measured"]),
        (
            replace(published(wraps=2, cut=1), laws={"round-trip": "pass", "stability": "fail"}),
            ["broken law: round-trip: 1 published, 0 measured", "broken law: stability: 0 published, 1 measured"],
        ),
    ],
)
def test_a_measured_result_differs_from_the_published_one(measured: Result, differences: list[str]) -> None:
    assert changes(published(wraps=2, cut=1), measured) == differences


def test_a_verdict_that_changes_is_a_change_also_where_answers_vary() -> None:
    before, varied = published(wraps=2), published(wraps=5)
    conforms = replace(result(PASSED), suite=Suite("1", "now"))

    assert changes(before, varied, fickle="it is slow") == []
    assert changes(before, conforms, fickle="it is slow") == ["verdict: does not conform published, conforms measured"]
    assert changes(None, varied, fickle="it is slow") == ["not published yet"]


def test_a_line_says_the_verdict_or_why_there_is_none() -> None:
    one = replace(published(wraps=2), tally={"pass": 5_001, "fail": 2})

    assert line(one, 10) == ("adapter:x   does not conform: 2 of 5,003 cases failed, laws broken: 1 (codec 1, 1.3 s)")
    assert line(replace(result(PASSED), name="\x1b[1m"), 9).startswith("adapter:x  conforms (")
    assert "\x1b" not in line(Failure("x", "bad\x1b\n"), 1)
