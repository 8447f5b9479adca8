"""``conform init --baseline``: what is recorded is what the workflow runs."""

import shlex
from pathlib import Path

import pytest

from punycode_conform.cli import workflow
from punycode_conform.cli.skeletons import SKELETONS
from punycode_conform.errors import ConformError

from ..conftest import Conform


@pytest.mark.slow
def test_a_workflow_can_let_todays_failures_pass(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = conform("init", "python", "--target", "encodings.punycode:punycode_encode,", "--baseline", "known.yaml")
    (line,) = [
        line for line in (tmp_path / workflow.PATH).read_text(encoding="utf-8").splitlines() if "conform run" in line
    ]
    words = shlex.split(line.partition("conform ")[2])

    assert done.status == 0
    assert words == [
        "run",
        "--junit",
        "punycode.xml",
        "--baseline",
        "known.yaml",
        "encodings.punycode:punycode_encode,",
    ]
    assert conform(*words).status == 0
    assert (tmp_path / "known.yaml").exists()
    assert "conform doctor" not in done.out  # all that remains to do is a run


def test_an_adapter_to_fill_in_is_recorded_later(conform: Conform, tmp_path: Path) -> None:
    done = conform("init", "c", "--output", tmp_path, "--baseline", "known failures.yaml")
    written = (tmp_path / workflow.PATH).read_text(encoding="utf-8")

    assert done.status == 0
    assert "--baseline 'known failures.yaml' -- ./conform-adapter\n" in written
    assert "  conform baseline --baseline 'known failures.yaml' -- ./conform-adapter\n" in done.out
    assert not (tmp_path / "known failures.yaml").exists()


def test_an_adapter_that_is_not_built_is_to_be_built_first(conform: Conform, tmp_path: Path) -> None:
    conform("init", "c", "--output", tmp_path)
    done = conform("init", "c", "--output", tmp_path, "--baseline", "known.yaml")

    assert (done.status, done.out) == (3, "")
    assert f"hint: build it first: {SKELETONS['c'].build}" in done.err


@pytest.mark.parametrize(
    ("there", "after"),
    [
        ("      - run: conform run x\n", "      - run: conform run --baseline 'k 1.yaml' x\n"),
        (
            "- run: a\n- run: b && conform run -- ./c\n",
            "- run: a\n- run: b && conform run --baseline 'k 1.yaml' -- ./c\n",
        ),
        ("- run: conform run --baseline old.yaml x\n", "- run: conform run --baseline old.yaml x\n"),
        ("- run: conform run x\r\n", "- run: conform run --baseline 'k 1.yaml' x\r\n"),
        ("- run: conform doctor x\n", None),
    ],
)
def test_a_workflow_that_is_there_only_learns_of_the_baseline(there: str, after: str | None) -> None:
    path, baseline = Path("conform.yml"), Path("k 1.yaml")
    if after is None:
        with pytest.raises(ConformError, match="no line runs conform run"):
            workflow.with_baseline(there, path, baseline)
    else:
        assert workflow.with_baseline(there, path, baseline) == after


@pytest.mark.parametrize(
    ("there", "words"),
    [
        ("- run: conform run --strict x", ["--strict", "x"]),
        ("- run: a && conform run 'a b' && c", ["a b"]),
        ("- run: conform run x > log 2>&1", ["x"]),
        ("- run: |\n    conform run \\\n      --only 'rfc-*' \\\n      x\n    b", ["--only", "rfc-*", "x"]),
        ("- run: conform run -- ./c  # all of it", ["--", "./c"]),
        ("- run: conform run x\n- run: conform run y", None),
        ("- run: conform run ${{ matrix.target }}", None),
        ("- run: conform run $(cat target)", None),
        ('- run: "conform run x"', None),
    ],
)
def test_the_step_that_runs_the_suite_is_read_from_a_workflow(there: str, words: list[str] | None) -> None:
    if words is None:
        with pytest.raises(ConformError, match=r"conform\.yml: ") as caught:
            workflow.step(there, Path("conform.yml"))
        assert caught.value.hint.startswith("record it yourself")
    else:
        assert workflow.step(there, Path("conform.yml")) == words


def test_what_is_recorded_is_what_the_step_runs(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "refuses.py").write_text(
        "def encode(text): return text.encode('punycode').decode()\n"
        "def decode(text):\n"
        "    if not text.isascii(): raise KeyError(text)\n"
        "    return text.encode().decode('punycode')\n",
        encoding="utf-8",
    )
    conform("init", "python", "--target", "refuses")
    path = tmp_path / workflow.PATH
    there = path.read_text(encoding="utf-8").replace("conform run", "conform run --rejects KeyError --only non-ascii-*")
    path.write_text(there, encoding="utf-8")

    other = conform("init", "python", "--target", "codec:punycode", "--baseline", "known.yaml")
    done = conform("init", "python", "--baseline", "known.yaml")
    twice = conform("init", "python", "--baseline", "another.yaml")

    assert (other.status, done.status, twice.status) == (2, 0, 2)
    assert "the workflow there runs refuses, not codec:punycode" in other.err
    assert "with the baseline known.yaml, not another.yaml" in twice.err
    assert "0 known failures" in done.out
    assert "  conform run --baseline known.yaml --rejects KeyError --only 'non-ascii-*'" in done.out
    assert workflow.PYTHON in there
    assert "another Python" not in done.out
    path.write_text(there.replace(workflow.PYTHON, "python-version: 3"), encoding="utf-8")
    assert "another Python" in conform("init", "python", "--baseline", "known.yaml").out
