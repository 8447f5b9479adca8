"""Options: each is a row, on the command line as in a configuration, whose mistakes have the path of their key."""

import subprocess
import sys
from pathlib import Path

import pytest

from punycode_conform.cli.configuration import find
from punycode_conform.cli.parser import parse
from punycode_conform.cli.verbs import VERBS
from punycode_conform.errors import ConformError
from punycode_conform.run.setup import FLAG, ROWS, Setup

from ..conftest import TARGETS, Conform


def test_each_option_of_a_target_is_a_field_of_its_setup() -> None:
    assert ROWS.keys() == {*Setup._fields} - {"target", "command", "configured"}


@pytest.mark.parametrize("verb", [name for name in VERBS if name != "vectors"])
def test_no_option_takes_an_empty_value(verb: str) -> None:
    for row in VERBS[verb].rows.values():
        if row.nargs or row.kind is FLAG:
            continue
        with pytest.raises(ConformError, match=f"argument --{row.name}: must be "):
            parse([*verb.split(), f"--{row.name}", ""])


@pytest.mark.parametrize("verb", VERBS)
def test_the_help_of_a_verb_shows_each_option_with_its_default(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse([*verb.split(), "--help"])
    shown = " ".join(capsys.readouterr().out.split())

    for row in VERBS[verb].rows.values():
        assert " ".join(row.about.split()) in shown
        assert row.nargs or f"--{row.name} " in shown


def test_a_value_may_be_repeated_and_not_changed() -> None:
    choices = ["--choice=surrogates=reject"] * 2
    narrower = ["--choice=surrogates.decode=accept", *choices]  # no contradiction, in whatever order
    options = parse(["run", "mylib", "--timeout", "1", "--timeout", "1.0", *narrower])

    assert (options.timeout, options.choices[-1]) == (1.0, ("surrogates.decode", "accept"))
    with pytest.raises(ConformError, match="argument --report: two different values"):
        parse(["run", "mylib", "--report", "a", "--report", "b"])


SOUND = '[targets.sound]\ntarget = "faulty_codec:sound"\n'
REGISTRY = '[targets.registry]\ntarget = "codec:punycode"\n'


@pytest.fixture
def project(tmp_path: Path, vectors: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that targets can import the faulty codecs from; the current folder."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "faulty_codec.py").write_bytes((TARGETS / "faulty_codec.py").read_bytes())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def configure(project: Path, *tables: str) -> None:
    given = [f'{table}vectors = ["vectors.yaml"]\n' if "[targets." in table else table for table in tables]
    (project / "conform.toml").write_text("".join(given), encoding="utf-8")


def test_a_byte_order_mark_is_no_part_of_a_configuration(conform: Conform, project: Path) -> None:
    configure(project, SOUND)
    path = project / "conform.toml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())

    assert conform("run").status == 0


@pytest.mark.parametrize("words", [("run", "--junit", "x"), ("run", "--report", "-"), ("fuzz", "--out", "x")])
def test_two_targets_need_two_files(conform: Conform, project: Path, words: tuple[str, ...]) -> None:
    configure(project, SOUND, REGISTRY)
    done = conform(*words)

    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(
        f"conform: {words[1]} {words[2]}: there are several targets\n  hint: write {{target}} in it"
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"[targets.x]\ntarget = 'x'\nchoices.integers = 0x{'f' * 5000}", "targets.x: choices.integers: "),
        ("[target.x]", "unknown key 'target'; did you mean targets?"),
        ("[targets.x]", "targets.x: one of target and command"),
        ("[targets.' ']\ntarget = 'x'", "targets: a name must be text, not ' '"),
        ("[targets.x]\ntarget = 'x'\ncommand = ['x']", "targets.x: one of target and command"),
        ("[targets.x]\ntarget = '-x'", "targets.x: unknown option -x"),
        ("[targets.x]\ncommand = 'x'", "targets.x: command: must be a list"),
        ("[targets.x]\ntarget = 'x'\ntime-out = 3", "targets.x: unknown key 'time-out'; did you mean timeout?"),
        ("[targets.x]\ntarget = 'x'\ntimeout = 0", "targets.x: argument --timeout: must be a number of seconds above 0"),
        ("[targets.x]\ntarget = 'x'\nstrict = 1", "targets.x: strict: must be true or false"),
        ("[targets.x]\ntarget = 'x'\nonly = 'rfc-*'", "targets.x: only: must be a list"),
        ("[targets.x]\ntarget = 'x'\nchoices.surogates = 'reject'", "targets.x: no choice is named 'surogates'; did you"),
        ("[targets.x]\ntarget = 'x'\nchoices.surrogates.echo = 'x'", "targets.x: choice surrogates is not about 'echo'"),
        ("x = " + "[" * 100_000, "broken TOML"),
        (b"\xff", "broken TOML"),
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


def test_the_fuzz_budget_is_kept_unless_the_command_line_has_one(project: Path) -> None:
    configure(project, SOUND, "[fuzz]\ncases = 1000\nseed = 7\n")
    found = find(project)
    assert found is not None
    plans = [found.plan("sound", parse(["fuzz", *words])) for words in ([], ["--time", "5"])]

    assert [(plan.cases, plan.time, plan.seed) for plan in plans] == [(1000, None, 7), (None, 5, 7)]


def test_a_run_without_baseline_and_configuration_imports_nothing_for_them(project: Path) -> None:
    for_them = ["tomllib", "yaml", "hashlib"]
    for_them += ["punycode_conform.cli.configuration", "punycode_conform.run.baseline"]
    code = (
        f"import sys; from punycode_conform.cli import main; main(); print([m for m in {for_them} if m in sys.modules])"
    )
    command = [sys.executable, "-c", code, "run", "codec:punycode", "--only", "rfc-sample-l", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"
