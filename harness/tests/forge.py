"""A forge in small: runs the steps of a composite action in their order, as far as this project's action needs.

The rules are those of GitHub's documentation of workflow syntax, contexts and workflow commands. What is not known here is
an error, never passed over: a new expression in the action needs a new line in this file.
"""

import os
import re
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

# "bash" where it is asked for by name is not what a step without a shell gets.
_SHELLS = {"bash": ("bash", "--noprofile", "--norc", "-eo", "pipefail"), "python": ("python",)}
_FILES = ("GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_PATH", "GITHUB_STEP_SUMMARY")


@dataclass(frozen=True, slots=True)
class Job:
    """What a run of the action did."""

    status: int  # of the step that failed first, or 0
    ran: tuple[str, ...]  # the names of the steps that ran
    used: Mapping[str, Mapping[str, str]]  # the actions used, with what they were given
    outputs: Mapping[str, str]  # of the action
    summary: str
    log: str


Used = Callable[[str, Mapping[str, str]], None]


def run(action: Path, given: Mapping[str, str], *, work: Path, temp: Path, path: str, used: Used) -> Job:
    """Run the action.

    Args:
        action: its file.
        given: the inputs; the others have their defaults.
        work: the folder of the repository that uses the action.
        temp: an empty folder for what the forge writes.
        path: the PATH.
        used: called, in its turn, for each step that uses another action; nothing else is done for these.
    """
    parsed = yaml.safe_load(action.read_text(encoding="utf-8"))
    assert set(given) <= set(parsed["inputs"])
    inputs = {**{name: one["default"] for name, one in parsed["inputs"].items()}, **given}
    context = {f"inputs.{name}": value for name, value in inputs.items()}
    context["github.action_path"] = str(action.parent)
    status, ran, actions, summary, log = 0, [], {}, "", ""
    for number, step in enumerate(parsed["runs"]["steps"]):
        if not _due(step.get("if", "success()"), context, failed=bool(status)):
            continue
        ran.append(step.get("name") or step["uses"])
        if "uses" in step:
            actions[step["uses"].partition("@")[0]] = _expanded(step["with"], context)
            used(step["uses"].partition("@")[0], _expanded(step["with"], context))
            continue
        files = {name: temp / f"{number}-{name}" for name in _FILES}
        for file in files.values():
            file.touch()
        script = temp / f"{number}-script"
        script.write_text(_expand(step["run"], context), encoding="utf-8")
        clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "CONFORM"))}
        env = {**clean, "PATH": path, "GITHUB_ACTIONS": "true", **{name: str(file) for name, file in files.items()}}
        env |= _expanded(step.get("env", {}), context)
        # env(1) looks the shell up on the PATH of the job.
        command = ["/usr/bin/env", *_SHELLS[step["shell"]], str(script)]
        done = subprocess.run(command, cwd=work, env=env, capture_output=True, text=True, check=False)
        status = status or done.returncode
        log += done.stdout + done.stderr
        summary += files["GITHUB_STEP_SUMMARY"].read_text(encoding="utf-8")
        assert not files["GITHUB_ENV"].read_text() + files["GITHUB_PATH"].read_text()  # nothing is left for later steps
        for line in files["GITHUB_OUTPUT"].read_text(encoding="utf-8").splitlines():
            name, equals, value = line.partition("=")
            assert equals
            context[f"steps.{step['id']}.outputs.{name}"] = value
    # The output of a step that did not run is empty.
    context = {f"steps.{step['id']}.outputs.status": "" for step in parsed["runs"]["steps"] if "id" in step} | context
    outputs = _expanded({name: one["value"] for name, one in parsed["outputs"].items()}, context)
    return Job(status, tuple(ran), actions, outputs, summary, log)


def _expand(text: str, context: Mapping[str, str]) -> str:
    return re.sub(r"\$\{\{\s*(.+?)\s*\}\}", lambda found: context[found[1]], text)


def _expanded(texts: Mapping[str, Any], context: Mapping[str, str]) -> dict[str, str]:
    return {name: _expand(str(text), context) for name, text in texts.items()}


def _due(condition: str, context: Mapping[str, str], *, failed: bool) -> bool:
    """Whether a step runs; a condition that names no status of the job has ``success()`` before it."""
    terms = condition.split(" && ")
    if not {"always()", "success()"} & set(terms):
        terms.insert(0, "success()")
    return all(_holds(term, context, failed=failed) for term in terms)


def _holds(term: str, context: Mapping[str, str], *, failed: bool) -> bool:
    if term in ("always()", "success()"):
        return term == "always()" or not failed
    compared = re.fullmatch(r"(\S+) (!=|==) '([^']*)'", term)
    assert compared, f"a condition that this forge does not know: {term}"
    name, operator, value = compared.groups()
    # Strings are compared without regard to case.
    return (context[name].casefold() == value.casefold()) == (operator == "==")
