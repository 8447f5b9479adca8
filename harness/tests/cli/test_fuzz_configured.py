"""``conform fuzz`` without a target: what is configured is fuzzed, by its budget, choices and baseline."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from ..conftest import ONE_FAULT, Conform

SOUND = '[targets.sound]\ntarget = "punycode_conform.codec"\n'
REGISTRY = f'[targets.registry]\ntarget = "{ONE_FAULT}"\n'
LABELS = '[targets.labels]\ntarget = "punycode_conform.codec"\nlayer = "a-label"\n'
SELECTED = ["--only", "fuzz-*", "--only", "law/*"]
BUDGET = "[fuzz]\ncases = 150\nseed = 8\n"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository; the current folder."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def configure(project: Path, *tables: str) -> None:
    (project / "conform.toml").write_text("".join(tables), encoding="utf-8")


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_all_that_is_configured_is_fuzzed_by_the_budget_with_the_worst_status(conform: Conform, project: Path) -> None:
    configure(project, SOUND, REGISTRY, BUDGET, '[reports]\nreport = "{target}.jsonl"\n')
    done = conform("fuzz")
    summary = done.out[done.out.index("\nSummary\n") :].splitlines()[2:]

    assert (done.status, done.err) == (1, "")
    assert [line.split(": ")[:2] for line in summary] == [["  sound", "no findings"], ["  registry", "1 finding"]]
    assert all(": 150 cases" in line and ", seed 8," in line for line in summary)
    assert [path.name for path in (project / "conform-findings").iterdir()] == ["registry"]
    assert not list(project.glob("*.jsonl"))  # reports are those of runs


@pytest.mark.slow
def test_what_is_told_can_be_pasted(conform: Conform, project: Path) -> None:
    configure(project, REGISTRY + 'baseline = "known.yaml"\nonly = ["rfc-*"]\n', BUDGET)
    (project / "known.yaml").write_text("# None yet.\n", encoding="utf-8")
    told = conform("fuzz").out.splitlines()
    commands = [line.partition(": conform ")[2].replace("'", "").split() for line in told if ": conform " in line]

    assert commands == [
        ["run", "--target", "registry", "--vectors", "conform-findings/registry", *SELECTED],
        ["baseline", "--target", "registry", "--findings", "conform-findings/registry"],
    ]
    assert [conform(*command).status for command in commands] == [1, 0]
    done = conform("fuzz")
    assert (done.status, "no new findings, 1 known" in done.out) == (0, True)
    assert conform("run", "--target", "registry").status == 0


def test_a_broken_law_is_shown_again_too(conform: Conform, project: Path) -> None:
    configure(project, '[targets.mixed]\ntarget = "fault:low-surrogates-refused"\nonly = ["rfc-*"]\n', BUDGET)
    done = conform("fuzz", "--cases", "1000")
    (command,) = [line.partition(": conform ")[2] for line in done.out.splitlines() if line.startswith("replay: ")]

    assert "shows two behaviours of one choice" in done.out
    assert conform(*shlex.split(command)).status == 1


@pytest.mark.parametrize(
    ("options", "cases", "seed"),
    [
        (["--cases", "70"], 70, 8),
        (["--seed", "5"], 150, 5),
        (["--cases=70", "--seed=0"], 70, 0),
        (["--time", "0.3"], None, 8),
    ],
)
def test_the_command_line_goes_before_the_configuration(
    conform: Conform, project: Path, options: list[str], cases: int | None, seed: int
) -> None:
    configure(project, SOUND, "choices = {integers = 31}\n", BUDGET, "seconds = 60\n")
    conform("fuzz", *options, "--report", "out.jsonl")
    header = lines(project / "out.jsonl")[0]

    assert (header["cases"], header["seed"], header["choices"]) == (cases, seed, {"integers": "2^31"})


def test_without_atheris_nothing_that_is_configured_is_fuzzed_if_it_was_asked_for(
    conform: Conform, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "atheris", None)
    configure(project, SOUND, BUDGET)
    done = conform("fuzz", "--engine", "atheris", "--report", "out.jsonl")

    assert (done.status, done.out, (project / "out.jsonl").exists()) == (2, "", False)
    assert done.err.startswith("conform: atheris is not installed")


def test_from_below_everything_is_of_the_configurations_folder(
    conform: Conform, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(project, REGISTRY, BUDGET)
    below = project / "src"
    below.mkdir()
    monkeypatch.chdir(below)
    done = conform("fuzz")

    assert done.status == 1
    assert f"--vectors {project}/conform-findings/registry" in done.out
    assert list((project / "conform-findings" / "registry").glob("*.yaml"))


def test_a_target_of_whole_labels_is_left_out_and_that_is_said(conform: Conform, project: Path) -> None:
    configure(project, SOUND, LABELS, BUDGET)
    done, named = conform("fuzz"), conform("fuzz", "--target", "labels")
    configure(project, LABELS, BUDGET)
    alone = conform("fuzz")

    assert (done.status, named.status, alone.status) == (0, 2, 4)
    assert done.err == "conform: labels: not fuzzed: fuzzing makes raw Punycode, and its layer is a-label\n"
    assert "conform: labels: fuzzing makes raw Punycode" in named.err
    assert "no target to fuzz" in alone.err


@pytest.mark.parametrize(
    ("tables", "options", "says"),
    [
        ([SOUND], ["--target", "sund"], "no target is named 'sund'; did you mean sound?"),
        ([SOUND], ["--target", "sound", "codec:punycode"], "--target sound, and another target"),
        ([SOUND, REGISTRY], ["--out", "findings"], "--out"),
        ([SOUND, "[fuzz]\nseed = -1\n"], [], "conform.toml: fuzz.seed: must be a whole number from 0"),
        ([SOUND, "[fuzz]\nseconds = 'x'\n"], [], "conform.toml: fuzz.seconds: must be a number of seconds"),
        ([], [], "conform.toml: targets: no target"),
    ],
)
def test_what_makes_no_sense_is_one_line(
    conform: Conform, project: Path, tables: list[str], options: list[str], says: str
) -> None:
    configure(project, *tables)
    done = conform("fuzz", *options)

    assert (done.status, done.out) == (2, "")
    assert says in done.err
    assert len(done.err.splitlines()) <= 2
