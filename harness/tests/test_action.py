"""The action as a whole: its steps in their order, as a forge runs them (test_ci.py has the steps one by one)."""

import os
import shutil
import sysconfig
import venv
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from . import forge
from .conftest import WITH_WHEEL

ACTION = Path(__file__).resolve().parents[2] / ".github" / "actions" / "conform" / "action.yml"
pytestmark = [
    pytest.mark.slow,
    WITH_WHEEL,
    pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="needs a POSIX bash"),
]
REPORTS = {"report.jsonl", "junit.xml", "summary.md"}
# Substitutions, what ends a word, a line or a quotation, and a command to the forge itself.
HOSTILE = "$(touch owned)`touch owned` ${{ x }} ; touch owned\ntouch owned\n::error::forged\n"
UNBALANCED = '\'"; touch owned; "'

Act = Callable[..., forge.Job]


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a new Python that has pip, and sees what the suite and its build need, but not the suite."""
    home = tmp_path_factory.mktemp("python")
    venv.create(home, with_pip=True)
    shared = sysconfig.get_path("purelib")
    # A folder that is named here is searched, but its own .pth files, an editable suite among them, are not read.
    own = Path(sysconfig.get_path("purelib", vars={"base": str(home)}))
    (own / "shared.pth").write_text(f"{shared}\n", encoding="utf-8")
    return home / "bin"


@pytest.fixture
def act(python: Path, wheel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Act:
    """A function that runs the action with inputs, and keeps the names of the files to upload in ``uploaded``.

    Without ``install`` it installs a wheel. An empty ``install`` is the checkout, which is built each time.
    """
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_NO_BUILD_ISOLATION", "0")  # pip reads the negation: no isolation
    work, temp = tmp_path / "work", tmp_path / "temp"
    work.mkdir()
    temp.mkdir()

    def used(action: str, given: Mapping[str, str]) -> None:
        # Upload takes what is there when its turn comes.
        if action == "actions/upload-artifact":
            (temp / "uploaded").write_text("\n".join(path.name for path in (work / given["path"]).glob("*")))

    def run(**given: str) -> forge.Job:
        path = f"{python}{os.pathsep}{os.environ['PATH']}"
        given.setdefault("install", str(wheel))
        inputs = {name.replace("_", "-"): value for name, value in given.items()}
        return forge.run(ACTION, inputs, work=work, temp=temp, path=path, used=used)

    return run


def uploaded(tmp_path: Path) -> set[str]:
    return set((tmp_path / "temp" / "uploaded").read_text().split())


def test_a_failure_is_shown_and_kept_and_fails_the_job(act: Act, tmp_path: Path) -> None:
    job = act(target="codec:punycode", install="")

    assert (job.status, job.outputs) == (1, {"status": "1"}), job.log
    assert job.ran == ("Install", "Judge", "actions/upload-artifact@v4")
    assert uploaded(tmp_path) == REPORTS
    assert job.used["actions/upload-artifact"]["name"] == "conform-reports"
    assert job.summary == (tmp_path / "work" / "conform-reports" / "summary.md").read_text(encoding="utf-8")
    assert "DOES NOT CONFORM" in job.log
    assert "\n::error title=" in job.log


def test_a_codec_that_conforms_passes_with_a_python_set_up_and_reports_elsewhere(act: Act, tmp_path: Path) -> None:
    some = "--only rfc-sample-*"
    job = act(
        target="punycode_conform.codec", strict="true", python_version="3.13", reports="a folder/inner", args=some
    )

    assert (job.status, job.outputs) == (0, {"status": "0"}), job.log
    assert job.ran[0] == "actions/setup-python@v5"
    assert job.used["actions/setup-python"] == {"python-version": "3.13"}
    assert uploaded(tmp_path) == REPORTS
    assert "::error" not in job.log


@pytest.mark.parametrize(
    "given", [{"target": "--help"}, {"target": "-h"}, {"args": "--help"}, {"target": "codec:idna", "args": "--version"}]
)
def test_where_nothing_is_judged_the_job_is_not_green(act: Act, tmp_path: Path, given: dict[str, str]) -> None:
    reports = tmp_path / "work" / "conform-reports"
    reports.mkdir()
    for name in REPORTS:  # of an earlier job
        (reports / name).touch()
    job = act(**given)

    assert (job.status, job.outputs) == (2, {"status": "2"}), job.log


def test_modules_of_the_judged_repository_are_not_the_tools(act: Act, tmp_path: Path) -> None:
    for name in ("pip", "shlex", "json", "yaml", "punycode_conform"):
        (tmp_path / "work" / f"{name}.py").write_text("raise SystemExit(9)\n", encoding="utf-8")
    job = act(target="codec:punycode", args="--only rfc-sample-l", artifact="", install="")

    assert (job.status, job.ran) == (0, ("Install", "Judge")), job.log


def test_a_failed_installation_ends_the_job_without_a_verdict(act: Act, tmp_path: Path) -> None:
    job = act(target="codec:punycode", install=HOSTILE)

    assert job.status != 0
    assert job.outputs == {"status": ""}
    assert job.ran == ("Install", "actions/upload-artifact@v4")
    assert not list((tmp_path / "work").iterdir())


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        ("target", HOSTILE, 2),
        ("command", HOSTILE, 3),
        ("command", UNBALANCED, 2),
        ("args", HOSTILE, 2),
        ("args", UNBALANCED, 2),
        ("choices", HOSTILE, 2),
        ("strict", HOSTILE, 2),
        # Any text is a value of these.
        ("reports", HOSTILE, 0),
        ("reports", UNBALANCED, 0),
        ("artifact", HOSTILE, 0),
    ],
)
def test_nothing_in_an_input_is_executed(act: Act, tmp_path: Path, name: str, value: str, status: int) -> None:
    given = {"target": "" if name == "command" else "codec:punycode", "args": "--only rfc-sample-l"}
    job = act(**{**given, name: value})

    assert (job.status, job.outputs) == (status, {"status": str(status)}), job.log
    assert "Traceback" not in job.log
    assert not [line for line in job.log.splitlines() if line.lstrip().startswith("::")]
    assert list(tmp_path.rglob("owned")) == []
