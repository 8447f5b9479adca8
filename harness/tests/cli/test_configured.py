"""Configuration: what is configured runs, and what is wrong is told with its key's path."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from punycode_conform.cli.configuration import find
from punycode_conform.errors import ConformError
from punycode_conform.render import FORMS

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


def test_all_that_is_configured_runs_with_a_summary_and_the_worst_status(conform: Conform, project: Path) -> None:
    configure(project, SOUND, REGISTRY)
    done = conform("run")
    summary = done.out[done.out.index("\nSummary\n") :].splitlines()[2:]

    assert (done.status, done.err) == (1, "")
    assert [line.split(": ")[:2] for line in summary] == [
        ["  sound", "the selected part conforms"],
        ["  registry", "does not conform"],
    ]


def test_one_target_has_no_summary(conform: Conform, project: Path) -> None:
    configure(project, SOUND, REGISTRY)
    done = conform("run", "--target", "sound")

    assert (done.status, "Summary" in done.out) == (0, False)


BROKEN = '[targets.broken]\ntarget = "no_such_module"\n'
EMPTY = '[targets.empty]\ntarget = "faulty_codec:sound"\nonly = ["no-such"]\n'
STALE = '[targets.stale]\ntarget = "faulty_codec:sound"\nbaseline = "stale.yaml"\n'
UNREADABLE = '[targets.unreadable]\ntarget = "faulty_codec:sound"\nbaseline = "none.yaml"\n'


@pytest.mark.parametrize(
    ("tables", "status"),
    [
        ([SOUND, EMPTY], 4),
        ([EMPTY, STALE], 5),
        ([STALE, REGISTRY, EMPTY], 1),
        ([UNREADABLE, REGISTRY], 2),
        ([BROKEN, UNREADABLE, REGISTRY, STALE], 3),
    ],
)
def test_the_worst_status_wins_and_every_target_has_its_turn(
    conform: Conform, project: Path, tables: list[str], status: int
) -> None:
    (project / "stale.yaml").write_text("plain/decode: x\n", encoding="utf-8")
    configure(project, *tables)
    done = conform("run", "--quiet")

    assert done.status == status
    assert len(done.out[done.out.index("\nSummary\n") :].splitlines()) == 2 + len(tables)


def test_the_configuration_is_found_from_below_and_its_paths_are_of_its_folder(
    conform: Conform, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(project, SOUND, '[reports]\njunit = "{target}.xml"\n')
    below = project / "src" / "deep"
    below.mkdir(parents=True)
    monkeypatch.chdir(below)
    done = conform("run", "--markdown", "here.md")

    assert done.status == 0
    assert (project / "sound.xml").exists()
    assert (below / "here.md").exists()
    assert Path.cwd() == below


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


def test_a_byte_order_mark_is_no_part_of_a_configuration(conform: Conform, project: Path) -> None:
    configure(project, SOUND)
    path = project / "conform.toml"
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())

    assert conform("run").status == 0


def test_nothing_above_the_repository_is_read(conform: Conform, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    configure(project, SOUND)
    inner = project / "inner"
    (inner / ".git").mkdir(parents=True)
    monkeypatch.chdir(inner)
    done = conform("run")

    assert (done.status, "no target" in done.err) == (2, True)


def test_pyproject_has_a_table_for_it(conform: Conform, project: Path) -> None:
    text = (
        '[project]\nname = "x"\n[tool.conform.targets.sound]\ntarget = "faulty_codec:sound"\nonly = ["rfc-sample-l"]\n'
    )
    (project / "pyproject.toml").write_text(text, encoding="utf-8")

    assert conform("run").status == 0


def test_the_options_of_a_target_are_those_of_the_command_line(conform: Conform, project: Path) -> None:
    adapter = json.dumps([sys.executable, str(TARGETS / "adapter.py"), "faults_on_one"])
    table = f'[targets.one]\ncommand = {adapter}\nonly = ["plain", "umlaut"]\ntimeout = 9\njobs = 2\nstrict = true\n'
    configure(project, table, "[targets.one.choices]\nsurrogates = 'accept'\nintegers.encode = 32\n", vectors=False)
    (project / "conform.toml").write_text(
        (project / "conform.toml").read_text().replace("jobs", 'vectors = ["vectors.yaml"]\njobs'), encoding="utf-8"
    )
    done = conform("run", "--report", "out.jsonl")
    header = json.loads((project / "out.jsonl").read_text(encoding="utf-8").splitlines()[0])

    assert done.status == 0
    assert cases(project / "out.jsonl") == {"plain/encode", "plain/decode", "umlaut/encode", "umlaut/decode"}
    assert header["choices"] == {"surrogates": "accept", "integers.encode": "2^32"}


def test_the_command_line_goes_before_the_configuration(conform: Conform, project: Path) -> None:
    configure(project, '[targets.one]\ntarget = "faulty_codec:sound"\nonly = ["plain"]\nchoices = {integers = 31}\n')
    conform("run", "--only", "umlaut", "--choice", "integers=2^32", "--report", "out.jsonl")
    header = json.loads((project / "out.jsonl").read_text(encoding="utf-8").splitlines()[0])

    assert cases(project / "out.jsonl") == {"umlaut/encode", "umlaut/decode"}
    assert header["choices"] == {"integers": "2^32"}


def test_a_default_that_is_given_goes_before_the_configuration_too(conform: Conform, project: Path) -> None:
    configure(project, '[targets.one]\ntarget = "faulty_codec:whole_labels"\nlayer = "a-label"\n')

    # There is no vector of that layer; of the other, this codec is not.
    assert (conform("run").status, conform("run", "--layer=punycode").status) == (4, 2)


def test_the_command_that_is_printed_reproduces_the_failure(conform: Conform, project: Path) -> None:
    configure(project, SOUND, REGISTRY)
    done = conform("run", "--choice", "length=none")

    assert "conform run --target registry --choice length=none --only leading/decode" in done.commands
    assert conform("run", "--target", "registry", "--only", "leading/decode").status == 1


def test_every_form_of_report_can_be_configured(conform: Conform, project: Path) -> None:
    forms = [form.name for form in FORMS if not form.whole]  # here the vectors are others
    lines = "".join(f'{form} = "out.{form}"\n' for form in forms)
    configure(project, SOUND, f"[reports]\nreport = 'out.report'\n{lines}")

    assert conform("run").status == 0
    assert {path.suffix[1:] for path in project.glob("out.*")} == {"report", *forms}


def test_each_target_has_its_own_baseline(conform: Conform, project: Path) -> None:
    configure(project, SOUND + 'baseline = "{target}.yaml"\n', REGISTRY + 'baseline = "{target}.yaml"\n')
    written = conform("baseline")

    assert (written.status, conform("run").status) == (0, 0)
    assert "leading/decode:" in (project / "registry.yaml").read_text(encoding="utf-8")
    assert "leading/decode:" not in (project / "sound.yaml").read_text(encoding="utf-8")


@pytest.mark.parametrize("option", ["--junit", "--markdown", "--report", "--html"])
def test_several_targets_do_not_write_over_each_others_reports(
    conform: Conform, project: Path, option: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(project, SOUND, REGISTRY)
    refused = conform("run", option, "out.x")
    (project / "below").mkdir()
    monkeypatch.chdir(project / "below")  # the command line's paths are of the folder that one stands in
    done = conform("run", option, "{target}.x")

    assert (refused.status, "out.x: there are several targets" in refused.err, done.status) == (2, True, 1)
    assert {path.name for path in project.rglob("*.x")} == {"sound.x", "registry.x"}
    assert not list(project.glob("*.x"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["run", "--target", "sund"], "conform.toml: no target is named 'sund'; did you mean sound?"),
        (["run", "--target", "sound", "codec:punycode"], "--target sound, and another target"),
        (["run", "codec:punycode", "--target", "sound"], "--target sound, and another target"),
    ],
)
def test_a_target_is_named_once_and_exists(conform: Conform, project: Path, arguments: list[str], says: str) -> None:
    configure(project, SOUND)
    done = conform(*arguments)

    assert (done.status, done.out) == (2, "")
    assert says in done.err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "no target"),
        (f"jobs = {'9' * 5000}", "broken TOML"),
        (f"[targets.x]\ntarget = 'x'\nchoices.integers = 0x{'f' * 5000}", "must be text or a whole number"),
        ("targets = 3", "targets: must be a table"),
        ("[target.x]", "target: no such key; did you mean targets?"),
        ("[targets.x]", "targets.x: one of target and command"),
        ("targets.x = 'codec:punycode'", "targets.x: must be a table"),
        ("[targets.'a b']\ntarget = 'x'", "targets.a b: a name has only letters"),
        ("[targets.'../x']\ntarget = 'x'", "targets.../x: a name has only letters"),
        ("[targets.x]\ntarget = 'x'\ncommand = ['x']", "targets.x: one of target and command"),
        ("[targets.x]\ntarget = 3", "targets.x.target: must be text"),
        ("[targets.x]\ntarget = '-x'", "targets.x.target: must not begin with a hyphen"),
        ("[targets.x]\ncommand = './x'", "targets.x.command: must be a list of text"),
        ("[targets.x]\ncommand = []", "targets.x.command: must be a list of text"),
        ("[targets.x]\ncommand = ['a', 1]", "targets.x.command: must be a list of text"),
        ("[targets.x]\ntarget = 'x'\nvectors = ['a', \"a\\u0000b\"]", "targets.x.vectors: must be a list of text"),
        ("[targets.x]\ntarget = 'x'\ntime-out = 3", "targets.x.time-out: no such key; did you mean timeout?"),
        ("[targets.x]\ntarget = 'x'\ntimeout = 0", "targets.x.timeout: must be a number of seconds above 0"),
        ("[targets.x]\ntarget = 'x'\ntimeout = nan", "targets.x.timeout: must be a number"),
        ("[targets.x]\ntarget = 'x'\ntimeout = true", "targets.x.timeout: must be a number"),
        ("[targets.x]\ntarget = 'x'\njobs = 65", "targets.x.jobs: must be a whole number from 1 to 64"),
        ("[targets.x]\ntarget = 'x'\njobs = true", "targets.x.jobs: must be a whole number"),
        ("[targets.x]\ntarget = 'x'\nstrict = 'yes'", "targets.x.strict: must be true or false"),
        ("[targets.x]\ntarget = 'x'\nlayer = 'idna'", "targets.x.layer: must be one of punycode, a-label"),
        ("[targets.x]\ntarget = 'x'\nlayer = [1]", "targets.x.layer: must be one of punycode, a-label"),
        ("[targets.x]\ntarget = 'x'\nchoices = 'x'", "targets.x.choices: must be a table"),
        (
            "[targets.x]\ntarget = 'x'\nchoices.surogates = 'reject'",
            "targets.x.choices.surogates: no such choice; did you mean surrogates?",
        ),
        ("[targets.x]\ntarget = 'x'\nchoices.surrogates = 'drop'", "targets.x.choices.surrogates: choice surrogates has no"),
        (
            "[targets.x]\ntarget = 'x'\nchoices.surrogates.echo = 'reject'",
            "targets.x.choices.surrogates.echo: choice surrogates is not about 'echo'",
        ),
        ("[targets.x]\ntarget = 'x'\nchoices.surrogates = true", "targets.x.choices.surrogates: must be text"),
        ("[targets.x]\ntarget = 'x'\n[report]", "report: no such key; did you mean reports?"),
        ("[targets.x]\ntarget = 'x'\n[reports]\nhtlm = 'x'", "reports.htlm: no such key; did you mean html?"),
        ("[targets.x]\ntarget = 'x'\n[reports]\njunit = 3", "reports.junit: must be a path"),
        (f"{SOUND}{REGISTRY}[reports]\njunit = 'x'", "reports.junit: there are several targets"),
        ("[targets.x]\ntarget = 'x'\n[fuzz]\ncases = 0", "fuzz.cases: must be a whole number from 1"),
        ("[targets.x]\ntarget = 'x'\n[fuzz]\nbudget = 0", "fuzz.budget: no such key"),
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


def test_in_pyproject_the_path_begins_with_the_table(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.conform.targets.x]\ntarget = 3\n", encoding="utf-8")

    with pytest.raises(ConformError) as fault:
        find(project)
    assert fault.value.message == "pyproject.toml: tool.conform.targets.x.target: must be text"


def test_the_fuzz_budget_is_kept(project: Path) -> None:
    configure(project, SOUND, "[fuzz]\ncases = 1000\ntime = 1.5\nseed = 7\n")
    found = find(project)

    assert found is not None
    assert {"cases": 1000, "time": 1.5, "seed": 7}.items() <= found.options("fuzz", "sound").items()


@pytest.mark.parametrize("name", ["sound", "in-words"])
def test_a_target_with_the_name_of_one_that_is_configured(conform: Conform, project: Path, name: str) -> None:
    configure(project, SOUND, '[targets.in-words]\ntarget = "faulty_codec:sound"\n')
    done = conform("run", name)

    assert done.out == ""
    assert f"hint: conform.toml configures a target of this name: --target {name}\n" in done.err


def test_a_target_that_is_named_reads_no_configuration(conform: Conform, project: Path) -> None:
    (project / "conform.toml").write_text("broken", encoding="utf-8")

    assert conform("run", "faulty_codec:sound", "--vectors", "vectors.yaml").status == 0


def test_a_run_without_baseline_and_configuration_imports_nothing_for_them(project: Path) -> None:
    for_them = ["tomllib", "yaml", "hashlib", "dataclasses"]
    for_them += ["punycode_conform.cli.configured", "punycode_conform.run.baseline"]
    code = (
        f"import sys; from punycode_conform.cli import main; main(); print([m for m in {for_them} if m in sys.modules])"
    )
    command = [sys.executable, "-c", code, "run", "codec:punycode", "--only", "rfc-sample-l", "--quiet"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)

    assert done.stdout.splitlines()[-1] == "[]"
