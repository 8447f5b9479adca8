"""``conform init``: the workflow that it writes gates, and a skeleton runs as it is."""

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from punycode_conform.cli.init import FOLDER, WORKFLOW, Skeleton, address, find, requirement, skeletons

from ..conftest import Conform, files

LANGUAGES = [key for key in skeletons() if " " not in key]
WITH_ADAPTER = [key for key in LANGUAGES if skeletons()[key].run]
COMMIT = "0123456789abcdef0123456789abcdef01234567"
CRATE = '[package]\nname = "my-puny"\nversion = "1.0.0"\nedition = "2021"\n'


def initialised(conform: Conform, language: str, folder: Path) -> Skeleton:
    assert conform("init", language, "--output", folder, "--target", "my-codec").status == 0
    return find(language, folder)


def build(skeleton: Skeleton, folder: Path) -> None:
    """Build what was written; skip without the language's tools, but not in CI, which has all that Debian has."""
    for command in filter(None, (skeleton.build, skeleton.run)):
        program = shlex.split(command)[0]
        needed = os.environ.get("CONFORM_REAL") and program != "dotnet"
        if not program.startswith("./") and shutil.which(program) is None and not needed:
            pytest.skip(f"no {program}")
    if skeleton.build:
        done = subprocess.run(
            shlex.split(skeleton.build), cwd=folder, capture_output=True, text=True, timeout=300, check=False
        )

        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize("language", WITH_ADAPTER)
def test_a_skeleton_runs_as_it_is(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    skeleton = initialised(conform, language, tmp_path)
    build(skeleton, tmp_path)
    monkeypatch.chdir(tmp_path)
    done = conform("doctor", "--", *shlex.split(skeleton.run))
    lines = done.out.splitlines()

    assert done.status == 1
    assert f"name=my-codec  version=unknown  language={skeleton.name}  ops=encode,decode" in done.out
    assert [line for line in lines if line.startswith(("not ok", "unclear", "note"))] == [
        "not ok  calls the codec: ordinary strings such as bücher are encoded and decoded"
    ]
    assert any(line.startswith("          no request is answered with ok: ") for line in lines)
    assert conform("run", "--quiet", *files("rfc-samples"), "--", *shlex.split(skeleton.run)).status == 4


def test_every_skeleton_has_its_marks() -> None:
    sources = {skeletons()[language].source for language in WITH_ADAPTER}

    assert {path.name for path in FOLDER.iterdir()} == sources | {
        "conform-adapter.csproj",
        "languages.toml",
        "next.txt",
        "workflow.yml",
    }
    for source in sources:
        text = (FOLDER / source).read_text(encoding="utf-8")
        assert [mark for mark in ("YOUR CODEC", "@NAME@", "@LANGUAGE@") if mark not in text] == []


@pytest.mark.parametrize(
    ("language", "project", "file", "build"),
    [
        ("golang", "", "conform-adapter/main.go", "go build"),
        ("rust", "", "conform-adapter.rs", "rustc"),
        ("rs", "Cargo.toml", "examples/conform-adapter.rs", "cargo build --release --example"),
        ("java", "", "ConformAdapter.java", "javac"),
        ("java", "pom.xml", "src/test/java/ConformAdapter.java", "mvn --quiet --batch-mode test-compile"),
        ("java", "build.gradle.kts", "src/test/java/ConformAdapter.java", "./gradlew"),
        (".NET", "", ".conform-adapter/ConformAdapter.cs", "dotnet build"),
        ("mono", "", "ConformAdapter.cs", "mcs"),
    ],
)
def test_an_adapter_is_where_its_project_builds_it(
    tmp_path: Path, language: str, project: str, file: str, build: str
) -> None:
    if project:
        (tmp_path / project).write_text(CRATE, encoding="utf-8")
    skeleton = find(language, tmp_path)

    assert skeleton.adapter.as_posix() == file
    assert skeleton.build.startswith(build)
    assert not any("@NAME@" in text or "@LANGUAGE@" in text for text in skeleton.texts("my-codec").values())


def fits_the_schema(*workflows: Path) -> tuple[int, str]:
    """The exit status and the output of the check of workflows by the forge's schema."""
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows"]
    done = subprocess.run([*check, *map(str, workflows)], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout.strip()


def test_every_workflow_fits_the_forges_schema_and_installs_the_suite_from_one_address(
    conform: Conform, tmp_path: Path
) -> None:
    paths = [tmp_path / language / WORKFLOW for language in LANGUAGES]
    for language in LANGUAGES:
        target = "mylib.punycode" if language == "python" else "my-codec"
        conform("init", language, "--output", tmp_path / language, "--target", target)

    assert fits_the_schema(*paths) == (0, "ok -- validation done")
    for path in paths:
        assert [line for line in path.read_text(encoding="utf-8").splitlines() if "CONFORM" in line] == [
            f'  CONFORM: "{requirement()}"',
            '      - run: pip install "$CONFORM"',
        ]


def gate(project: Path) -> int:
    """Run the steps of a project's workflow in its folder as a forge does; the status of the first that fails."""
    workflow: dict[str, Any] = yaml.safe_load((project / WORKFLOW).read_text(encoding="utf-8"))
    pip = project / "bin" / "pip"  # it would only install the suite again
    pip.parent.mkdir(exist_ok=True)
    pip.write_text("#!/bin/sh\ncase $* in install\\ *) ;; *) exit 9 ;; esac\n", encoding="utf-8")
    pip.chmod(0o755)
    path = os.pathsep.join([str(pip.parent), str(Path(sys.executable).parent), os.environ["PATH"]])
    failed = 0
    for step in workflow["jobs"]["conform"]["steps"]:
        if "run" in step and bool(failed) == (step.get("if") == "failure()"):
            command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
            env = {**os.environ, **workflow["env"], "PATH": path}
            failed = failed or subprocess.run(command, cwd=project, env=env, check=False).returncode
    return failed


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX bash")
def test_a_workflow_is_red_for_a_wrong_codec_and_green_where_its_failures_are_known(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = "def encode(text): return text.encode('punycode').decode()\ndef decode(text): return text\n"
    codec = tmp_path / "mycodec.py"
    codec.write_text(wrong, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    conform("init", "python", "--target", "mycodec")
    red = gate(tmp_path)
    conform("init", "python", "--target", "mycodec", "--baseline", "known.yaml", "--force")
    conform("baseline", "--baseline", "known.yaml", "mycodec")
    expected = gate(tmp_path)
    codec.write_text("from punycode_conform.codec import decode, encode\n", encoding="utf-8")
    stale = gate(tmp_path)
    conform("baseline", "--baseline", "known.yaml", "mycodec")

    assert [red, expected, stale, gate(tmp_path)] == [1, 0, 5, 0]


@pytest.mark.parametrize(
    ("url", "commit", "words"),
    [
        ("https://me:secret@example.org/p.git", COMMIT, f"git+https://example.org/p.git@{COMMIT}"),
        ("https://example.org/p.whl", "", "https://example.org/p.whl"),
        ("file:///p", COMMIT, f"git+file:///p@{COMMIT}"),
        ("file:///no/such%20place", "", "file:///no/such%20place"),
    ],
)
def test_the_suite_is_installed_from_where_this_copy_came_from(url: str, commit: str, words: str) -> None:
    assert address(url, commit) == words


@pytest.mark.parametrize(
    ("remote", "words"),
    [
        ("https://me:secret@example.org/o/p", "git+https://example.org/o/p"),
        ("git@example.org:o/p.git", "git+https://example.org/o/p.git"),
        ("ssh://git@example.org/o/p.git", "git+ssh://example.org/o/p.git"),
        ("", "{here}"),
    ],
)
def test_a_checkout_names_its_repository_without_a_password(tmp_path: Path, remote: str, words: str) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    if remote:
        subprocess.run(["git", "remote", "add", "origin", remote], cwd=tmp_path, check=True)

    assert address(tmp_path.as_uri()) == words.format(here=tmp_path.as_uri())
