"""Configuration: what is configured runs, and what is wrong is told with its key's path."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from punycode_conform.cli.configuration import find

from ..conftest import TARGETS, Conform

SOUND = '[targets.sound]\ntarget = "faulty_codec:sound"\n'
REGISTRY = '[targets.registry]\ntarget = "codec:punycode"\n'


@pytest.fixture
def project(tmp_path: Path, vectors: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that targets can import the faulty codecs from; the current folder."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "faulty_codec.py").write_bytes((TARGETS / "faulty_codec.py").read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def configure(project: Path, *tables: str, vectors: bool = True) -> None:
    given = [f'{table}vectors = ["vectors.yaml"]\n' if vectors and "[targets." in table else table for table in tables]
    (project / "conform.toml").write_text("".join(given), encoding="utf-8")


def cases(path: Path) -> set[str]:
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {line["case"] for line in lines if line["type"] == "result"}


def test_a_byte_order_mark_is_no_part_of_a_configuration(conform: Conform, project: Path) -> None:
    configure(project, SOUND)
    path = project / "conform.toml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())

    assert conform("run").status == 0


def test_outside_of_a_repository_only_the_folder_itself_is_looked_in(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "conform.toml").write_text('[targets.own]\ntarget = "json"\n')
    below = tmp_path / "below"
    below.mkdir()
    monkeypatch.chdir(below)
    above = conform("run")
    monkeypatch.chdir(tmp_path)

    assert (above.status, "no target" in above.err) == (2, True)
    assert "json has no function" in conform("run").err


def test_the_command_that_is_printed_reproduces_the_failure(conform: Conform, project: Path) -> None:
    configure(project, SOUND, REGISTRY)
    done = conform("run", "--choice", "length=none")

    assert "conform run --target registry --choice length=none --only leading/decode" in done.commands
    assert conform("run", "--target", "registry", "--only", "leading/decode").status == 1


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no target"),
        (f"[targets.x]\ntarget = 'x'\nchoices.integers = 0x{'f' * 5000}", "must be text or a whole number"),
        ("[target.x]", "target: no such key; did you mean targets?"),
        ("[targets.x]", "targets.x: one of target and command"),
        ("[targets.'a b']\ntarget = 'x'", "targets.a b: a name has only letters"),
        ("[targets.x]\ntarget = 'x'\ncommand = ['x']", "targets.x: one of target and command"),
        ("[targets.x]\ntarget = 3", "targets.x.target: must be text"),
        ("[targets.x]\ntarget = '-x'", "targets.x.target: must not begin with a hyphen"),
        ("[targets.x]\ncommand = []", "targets.x.command: must be a list of text"),
        ("[targets.x]\ntarget = 'x'\ntime-out = 3", "targets.x.time-out: no such key; did you mean timeout?"),
        ("[targets.x]\ntarget = 'x'\ntimeout = 0", "targets.x.timeout: must be a number of seconds above 0"),
        ("[targets.x]\ntarget = 'x'\nlayer = 'idna'", "targets.x.layer: must be one of punycode, a-label"),
        (
            "[targets.x]\ntarget = 'x'\nchoices.surogates = 'reject'",
            "targets.x.choices.surogates: no such choice; did you mean surrogates?",
        ),
        ("[targets.x]\ntarget = 'x'\nchoices.surrogates = 'drop'", "targets.x.choices.surrogates: choice surrogates has no"),
        (
            "[targets.x]\ntarget = 'x'\nchoices.surrogates.echo = 'reject'",
            "targets.x.choices.surrogates.echo: choice surrogates is not about 'echo'",
        ),
        ("[targets.x]\ntarget = 'x'\n[report]", "report: no such key; did you mean reports?"),
        ("[targets.x]\ntarget = 'x'\n[reports]\njunit = 3", "reports.junit: must be a path"),
        (f"{SOUND}{REGISTRY}[reports]\njunit = 'x'", "reports.junit: there are several targets"),
        ("[targets.x]\ntarget = 'x'\n[fuzz]\ncases = 0", "fuzz.cases: must be a whole number from 1"),
        ("[targets.x", "broken TOML"),
        ("x = " + "[" * 100_000, "broken TOML"),
        (b"\xff", "not UTF-8"),
        ("# " + "x" * (1 << 20), "larger than 1 MiB"),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_a_fault_is_one_line_with_the_keys_path(conform: Conform, project: Path, text: str | bytes, says: str) -> None:
    (project / "conform.toml").write_bytes(text if isinstance(text, bytes) else text.encode())
    done = conform("run")

    assert (done.status, done.out) == (2, "")
    assert says in done.err
    assert done.err.startswith("conform: conform.toml: ")
    assert len(done.err.splitlines()) <= 2


def test_the_fuzz_budget_is_kept(project: Path) -> None:
    configure(project, SOUND, "[fuzz]\ncases = 1000\ntime = 1.5\nseed = 7\n")
    found = find(project)

    assert found is not None
    assert {"cases": 1000, "time": 1.5, "seed": 7}.items() <= found.options("fuzz", "sound").items()


def test_a_run_without_baseline_and_configuration_imports_nothing_for_them(project: Path) -> None:
    for_them = ["tomllib", "yaml", "hashlib", "dataclasses"]
    for_them += ["punycode_conform.cli.configured", "punycode_conform.run.baseline"]
    code = (
        f"import sys; from punycode_conform.cli import main; main(); print([m for m in {for_them} if m in sys.modules])"
    )
    command = [sys.executable, "-c", code, "run", "codec:punycode", "--only", "rfc-sample-l", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"
