"""The action, the workflows and the recipes for other systems, as far as they can be tried without a forge."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from punycode_conform.cli.init import FOLDER as SKELETONS

from .conftest import TARGETS
from .test_documents import README, ROOT, blocks

ACTION = ROOT / ".github" / "actions" / "conform" / "action.yml"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
RECIPES = (ROOT / "harness" / "CI.md").read_text(encoding="utf-8")


def action_step(name: str) -> dict[str, Any]:
    """A step of the action."""
    (step,) = [s for s in yaml.safe_load(ACTION.read_text())["runs"]["steps"] if s.get("name") == name]
    found: dict[str, Any] = step
    return found


def environment(step: dict[str, Any], tmp_path: Path, **inputs: str) -> dict[str, str]:
    """What the forge would hand to a step: the inputs, or their defaults, and its files."""
    defaults = {key: value["default"] for key, value in yaml.safe_load(ACTION.read_text())["inputs"].items()}
    given = {**defaults, **inputs}
    env = {
        key: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda m: given[m[1]], value).replace(
            "${{ github.action_path }}", str(ACTION.parent)
        )
        for key, value in step["env"].items()
    }
    forge = {name: str(tmp_path / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
    return {**os.environ, **env, **forge, "GITHUB_ACTIONS": "true"}


# Substitutions, what ends a word, a line or a quotation, and a command to the forge itself.
HOSTILE = "$(touch owned)`touch owned` ${{ x }} ; touch owned\ntouch owned\n::error::forged\n"
ADAPTER = f"{shlex.quote(sys.executable)} '{TARGETS / 'adapter.py'}' sound"
SAMPLE = {"args": "--only rfc-sample-l", "target": "codec:punycode"}
DECLARED = {"strict": "true", "choices": "length=none surrogates=accept"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("inputs", "status"),
    [
        ({"command": ADAPTER, **DECLARED, "args": "--only rfc-*"}, 0),
        ({"target": "no.such.module"}, 3),
        ({}, 2),
        # Nothing in an input is executed, and what prints help judges nothing.
        ({"target": HOSTILE}, 2),
        ({"command": HOSTILE}, 3),
        ({**SAMPLE, "args": HOSTILE}, 2),
        ({**SAMPLE, "reports": HOSTILE}, 0),  # any text is the name of a folder
        ({**SAMPLE, "args": "--version"}, 2),
    ],
)
def test_the_actions_status_is_the_verdict_and_no_input_is_executed(
    tmp_path: Path, inputs: dict[str, str], status: int
) -> None:
    step = action_step("Judge")
    script = tmp_path / "script" / "step.py"
    work = tmp_path / "work"
    for folder in (script.parent, work):
        folder.mkdir()
    script.write_text(step["run"], encoding="utf-8")
    # Modules of the repository that is judged are not the tool's.
    for name in ("shlex", "json", "yaml", "punycode_conform"):
        (work / f"{name}.py").write_text("raise SystemExit(9)\n", encoding="utf-8")
    env = environment(step, tmp_path, **inputs)
    done = subprocess.run([sys.executable, script], cwd=work, env=env, capture_output=True, text=True, check=False)

    assert step["shell"] == "python"
    assert done.returncode == status, done.stderr
    assert (tmp_path / "GITHUB_OUTPUT").read_text() == f"status={status}\n"
    assert list(tmp_path.rglob("owned")) == []
    assert "Traceback" not in done.stderr
    assert ("\n::error" in f"\n{done.stdout}{done.stderr}") == (status == 1)
    if status < 2:
        reports = work / inputs.get("reports", "conform-reports")
        assert {path.name for path in reports.iterdir()} == {"report.jsonl", "junit.xml", "summary.md"}
        assert json.loads((reports / "report.jsonl").read_text().splitlines()[-1])["type"] == "footer"
        assert (tmp_path / "GITHUB_STEP_SUMMARY").read_text() == (reports / "summary.md").read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="needs a POSIX bash")
@pytest.mark.parametrize("address", ["", "punycode-conform @ git+https://example.org/p@v1", "--index-url=x"])
def test_the_action_installs_its_own_checkout_or_an_address(tmp_path: Path, address: str) -> None:
    step = action_step("Install")
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\nfor last; do before=$end end=$last; done\necho "$before $last"\n', encoding="utf-8")
    python.chmod(0o755)
    env = environment(step, tmp_path, install=address) | {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", step["run"]], env=env, stdout=subprocess.PIPE, check=True)
    option, _, installed = done.stdout.decode().strip().partition(" ")

    assert option == "--"
    assert installed == address or (not address and Path(installed).resolve() == ROOT)


def test_the_address_of_the_suite_is_said_in_one_place() -> None:
    """No package index has the suite, and anybody could take its name there."""
    texts = {"README.md": README, "CI.md": RECIPES, "fuzz": (ROOT / "fuzz" / "README.md").read_text(encoding="utf-8")}
    texts |= {path.name: path.read_text(encoding="utf-8") for path in [ACTION, *WORKFLOWS]}
    installs = [
        line for text in texts.values() for line in text.splitlines() if re.search(r"install\b.*punycode-conform", line)
    ]
    recipes = re.findall(r"^(?!#).*(?:pip install|session.install|deps =).*$", "".join(blocks(r"\w+", RECIPES)), re.M)

    assert installs == []
    assert README.count("git+") == 1
    assert len(recipes) >= 2
    assert [line for line in recipes if "CONFORM" not in line] == []


def test_no_expression_stands_inside_a_script() -> None:
    steps = [step for step in yaml.safe_load(ACTION.read_text())["runs"]["steps"] if "run" in step]

    assert len(steps) == 2
    assert [step["name"] for step in steps if "${{" in step["run"]] == []


def test_every_action_is_pinned_by_its_commit() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ACTION, *WORKFLOWS)]
    used = [name for text in texts for name in re.findall(r"uses: *([^\s#]+)", text)]

    assert len(used) > 8
    assert [name for name in used if not re.search(r"@[0-9a-f]{40}$|^\./", name)] == []
    # What conform init writes may name the forge's own by their versions.
    written = [(SKELETONS / name).read_text(encoding="utf-8") for name in ("languages.toml", "workflow.yml")]
    used = re.findall(r"uses: *([^\s#]+)", "".join(written))
    assert [name for name in used if not re.search(r"@[0-9a-f]{40}$|^actions/", name)] == []


@pytest.mark.real
@pytest.mark.slow
@pytest.mark.parametrize(("schema", "files"), [("github-actions", [ACTION]), ("github-workflows", WORKFLOWS)])
def test_workflows_and_the_action_follow_the_published_schemas(schema: str, files: list[Path]) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout


def commands() -> list[list[str]]:
    """The commands that the recipes show, as words; each once."""
    lines = re.findall(r"(?<![-\w\"])conform run [^\n']*", "".join(blocks(r"\w+", RECIPES)))
    return [list(words) for words in dict.fromkeys(tuple(shlex.split(line)) for line in lines)]


@pytest.mark.slow
@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_the_recipes_commands_gate_and_leave_their_reports(tmp_path: Path, vectors: Path, words: list[str]) -> None:
    adapter = [sys.executable, str(TARGETS / "adapter.py")]
    (tmp_path / "reports").mkdir()
    reports = [tmp_path / word for word in words if word.endswith((".xml", ".md"))]
    for codec, behaviour, status in (("punycode_conform.codec", "sound", 0), ("codec:punycode", "dies_always", 1)):
        run, *options = [codec if word == "mylib.punycode" else word for word in words[1:]]
        tried = [run, "--vectors", str(vectors), *options]  # a few: what gates and is left does not depend on them
        if "--" in tried:
            tried[tried.index("--") :] = ["--", *adapter, behaviour]
        for report in reports:
            report.unlink(missing_ok=True)
        done = subprocess.run(
            [sys.executable, "-m", "punycode_conform", *tried], cwd=tmp_path, capture_output=True, check=False
        )

        assert done.returncode == status, done.stderr
        assert [report for report in reports if not report.stat().st_size] == []
