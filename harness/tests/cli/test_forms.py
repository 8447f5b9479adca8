"""The files that a command is asked for: older ones stay until there are new ones, and no name of a folder acts."""

import os
from pathlib import Path

import pytest

from ..conftest import Conform, adapter

pytestmark = pytest.mark.usefixtures("in_targets")


@pytest.mark.parametrize(
    ("words", "status"),
    [(["no.such.module"], 3), (adapter("exits_at_once"), 3), (["codec:punycode", "--baseline", "no-such.yaml"], 2)],
    ids=str,
)
def test_older_reports_stay_where_the_target_cannot_be_run(
    conform: Conform, vectors: Path, tmp_path: Path, words: list[object], status: int
) -> None:
    files = {form: tmp_path / form for form in ("junit", "markdown", "html", "report")}
    for path in files.values():
        path.write_text("old", encoding="utf-8")
    named = [word for form, path in files.items() for word in (f"--{form}", path)]
    done = conform("run", "--vectors", vectors, *named, *words)

    assert done.status == status
    assert [path.read_text(encoding="utf-8") for path in files.values()] == ["old"] * 4


@pytest.mark.skipif(os.name == "nt", reason="has no such names")
@pytest.mark.parametrize(
    "words",
    [
        "init c",
        "init python",  # whose workflow has the folder in its name
        pytest.param("vectors corpus", marks=pytest.mark.slow),
        "vectors packages",
        "fuzz fault:leading-delimiter-consumed",
    ],
)
def test_a_folder_cannot_control_the_terminal(
    conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = "e\x1b[31m\r\u202e\x85\u2028"
    option, more = ("--out", ["--cases", 300]) if words.startswith("fuzz") else ("--output", [])
    (tmp_path / ".git").mkdir()
    done = conform(*words.split(), option, folder, *more)

    assert done.status == ("fuzz" in words)
    assert r"e\x1b[31m\r\u{202e}\x85\u{2028}" in done.out
    assert not set("\x1b\r\u202e\x85\u2028") & {*done.out, *done.err}
