"""A forge's log: whatever a verb says there, none of it is a workflow command."""

import json
import sys
from pathlib import Path

import pytest

from ..conftest import TARGETS, Conform, adapter

pytestmark = pytest.mark.usefixtures("in_targets")

COMMAND = "##[add-mask]x"


@pytest.fixture
def saved(conform: Conform, vectors: Path, tmp_path: Path) -> list[Path]:
    """Two reports of one that calls itself a workflow command."""
    paths = [tmp_path / "one.jsonl", tmp_path / "two.jsonl"]
    conform("run", "codec:punycode", "--vectors", vectors, "--report", paths[0])
    lines = [json.loads(line) for line in paths[0].read_text(encoding="utf-8").splitlines()]
    lines[0]["target"]["label"] = COMMAND
    for path in paths:
        path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return paths


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["run", COMMAND], 2),
        (["run"], 3),
        (["decode", COMMAND], 2),
        (["report", "{0}"], 1),
        (["report", "{0}", "{1}"], 1),
        (["report", "{0}", "{1}", "--quiet"], 1),
        (["doctor", *adapter("supports_nothing", COMMAND)], 1),
        (["doctor", *adapter("greets_with_noise", COMMAND)], 3),
        (["sweep", "--length", "1", "--code-point-length", "1", *adapter("rejects_with_hostile_text", COMMAND)], 1),
    ],
    ids=lambda value: " ".join(str(word).rpartition("/")[2] for word in value) if isinstance(value, list) else None,
)
def test_what_is_told_is_no_workflow_command(
    conform: Conform,
    saved: list[Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[object],
    status: int,
) -> None:
    command = json.dumps([sys.executable, str(TARGETS / "adapter.py"), "greets_with_noise", COMMAND])
    (tmp_path / "conform.toml").write_text(f"[targets.one]\ncommand = {command}\n", encoding="utf-8")
    if len(arguments) == 1:  # what is configured
        monkeypatch.chdir(tmp_path)
    words = [str(word).format(*saved) for word in arguments]
    plain = conform(*words)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    logged = conform(*words)

    assert (plain.status, logged.status) == (status, status)
    assert COMMAND in plain.out + plain.err
    assert "##[" not in logged.out + logged.err
    assert "# #[add-mask]x" in logged.out + logged.err
