"""The files that a run is asked for: no older one stands there for a target that could not be run."""

import os
import threading
from pathlib import Path

import pytest

from ..conftest import Conform, adapter

pytestmark = pytest.mark.usefixtures("in_targets")


@pytest.mark.parametrize(
    ("words", "status", "left"),
    [
        (["no.such.module"], 3, False),
        (["--", "./no-such-program"], 3, False),
        (adapter("exits_at_once"), 3, False),
        (["codec:punycode", "--only", "no-such"], 4, True),
        (["codec:punycode", "--choice", "colour=red"], 2, True),
        (["codec:punycode", "--baseline", "no-such.yaml"], 2, True),
    ],
    ids=lambda value: str(value[-1]) if isinstance(value, list) else None,
)
def test_no_older_reports_are_left_where_the_target_cannot_be_run(
    conform: Conform, vectors: Path, tmp_path: Path, words: list[object], status: int, left: bool
) -> None:
    forms = {form: tmp_path / "reports" / form for form in ("junit", "markdown", "html")}
    named = [word for form, path in forms.items() for word in (f"--{form}", path)]
    forms["junit"].parent.mkdir()
    assert conform("run", "codec:punycode", "--vectors", vectors, *named).status == 1
    done = conform("run", "--vectors", vectors, *named, *words)

    assert done.status == status
    assert [path.exists() for path in forms.values()] == [left] * 3


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_what_is_no_plain_file_is_never_removed(conform: Conform, tmp_path: Path) -> None:
    link, other = tmp_path / "link", tmp_path / "other"
    for one, to in ((link, "target"), (other, "second")):
        (tmp_path / to).touch()
        one.symlink_to(tmp_path / to)

    assert conform("run", "no.such.module", "--junit", link, "--report", other).status == 3
    assert link.is_symlink()


CODEC = "def encode(t): return t.encode('punycode')\ndef decode(b): return b.decode('punycode')\n"
INPUTS = {
    "conform.toml": '[targets.own]\ntarget = "own"\n[reports]\nreport = "conform.toml"\n',
    "pyproject.toml": "",
    "own.py": CODEC,
    "pkg/__init__.py": "",
    "pkg/own.py": CODEC,
    "vectors.yaml": "vectors: []\n",
}


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with files that a verb may read."""
    for name, text in INPUTS.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("run", "own: --report conform.toml: it is the configuration"),
        ("run own --junit conform.toml", "--junit conform.toml: it is the configuration"),
        ("run own --report ./pyproject.toml", "--report pyproject.toml: it is the configuration"),
        ("run own --markdown own.py", "--markdown own.py: it is the target itself"),
        ("run pkg.own:encode,decode --html pkg/own.py", "--html pkg/own.py: it is the target itself"),
        ("run pkg.own --html pkg/__init__.py", "--html pkg/__init__.py: it is the target itself"),
        ("run --junit own.py -- python own.py", "--junit own.py: it is the target itself"),
        ("baseline own --baseline own.py", "--baseline own.py: it is the target itself"),
        ("baseline codec:punycode --baseline conform.toml", "--baseline conform.toml: it is the configuration"),
        ("baseline codec:punycode --baseline own.py", "own.py: not a baseline: 'def encode(t)' is the id of no case,"),
        ("fuzz own --report own.py", "--report own.py: it is the target itself"),
        ("fuzz own --out found --report found", "--out found: --report names this file too"),
        ("sweep own --report conform.toml", "--report conform.toml: it is the configuration"),
        ("sweep own --out found --report found", "--out found: --report names this file too"),
        ("growth own --json own.py", "--json own.py: it is the target itself"),
        ("explain --case tda/decode --target own --html own.py", "--html own.py: it is the target itself"),
        ("explain a --html conform.toml", "--html conform.toml: it is the configuration"),
        ("vectors export --output pyproject.toml", "--output pyproject.toml: it is the configuration"),
        ("vectors score --vectors vectors.yaml --report vectors.yaml", "--report vectors.yaml: --vectors names this"),
        ("matrix codec:punycode --output res --site res", "--site res: --output names this file too"),
    ],
)
def test_an_input_is_never_overwritten(conform: Conform, inputs: Path, words: str, says: str) -> None:
    done = conform(*words.split())

    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(f"conform: {says}")
    assert {path.relative_to(inputs).as_posix() for path in inputs.rglob("*") if path.is_file()} == set(INPUTS)
    assert all((inputs / name).read_text(encoding="utf-8") == text for name, text in INPUTS.items())


LONG = "n" * 300


@pytest.mark.skipif(os.name == "nt", reason="has other limits")
@pytest.mark.parametrize(
    ("words", "status"),
    [
        (f"run -- ./{LONG}", 3),
        (f"run own --python {LONG}", 3),
        (f"run {LONG}/x", 2),
        (f"run own --baseline {LONG}", 2),
        (f"run own --report {LONG}", 2),
        (f"baseline own --baseline {LONG}", 2),
        (f"baseline own --baseline new --findings {LONG}", 2),
        (f"fuzz own --out {LONG}", 2),
        (f"init c --output {LONG}", 2),
        (f"vectors corpus --output {LONG}", 2),
        (f"vectors packages --output {LONG}", 2),
        (f"matrix codec:punycode --site {LONG}", 2),
        (f"matrix codec:punycode --since {LONG}", 2),
    ],
)
def test_a_name_that_is_too_long_is_named(conform: Conform, inputs: Path, words: str, status: int) -> None:
    done = conform(*words.split())

    assert (done.status, done.out) == (status, "")
    assert "n" * 70 in done.err
    assert "cannot write" not in done.err


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
def test_a_folder_cannot_control_the_terminal(conform: Conform, inputs: Path, words: str) -> None:
    folder = "e\x1b[31m\r\u202e\x85\u2028"
    option, more = ("--out", ["--cases", 300]) if words.startswith("fuzz") else ("--output", [])
    (inputs / ".git").mkdir()
    done = conform(*words.split(), option, folder, *more)

    assert done.status == ("fuzz" in words)
    assert r"e\x1b[31m\r\u{202e}\x85\u{2028}" in done.out
    assert not set("\x1b\r\u202e\x85\u2028") & {*done.out, *done.err}


def test_a_thread_that_cannot_be_started_is_no_bug(
    conform: Conform, vectors: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def start(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", start)
    done = conform("run", "codec:punycode", "--vectors", vectors)

    assert (done.status, done.err) == (2, "conform: out of memory or processes: no thread can be started\n")


def test_the_vectors_are_not_built_into_their_own_files(conform: Conform, suite: Path) -> None:
    file = suite / "vectors.yaml"
    before = file.read_text(encoding="utf-8")
    done = conform("vectors", "build", "--output", file)

    assert (done.status, file.read_text(encoding="utf-8")) == (2, before)
    assert done.err.startswith(f"conform: --output {file}: it is the suite itself")


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
@pytest.mark.parametrize(
    "words",
    [
        "run no.such --report loop",
        "baseline no.such --baseline loop",
        "fuzz codec:punycode --out loop",
        "fuzz codec:punycode --out dangling",
        "sweep no.such --out dangling/below",
        "matrix codec:punycode --site loop/below",
        "explain a --html loop",
        "vectors export --output loop",
        "vectors check loop",
        "init c --output loop",
    ],
)
def test_a_link_that_leads_nowhere_is_refused_before_the_work(conform: Conform, inputs: Path, words: str) -> None:
    (inputs / "loop").symlink_to("loop")
    (inputs / "dangling").symlink_to("nothing")
    done = conform(*words.split())
    said = (done.err + done.out).splitlines()[0]

    assert done.status == 2
    assert "cannot be" in said
    assert not list(inputs.rglob(".conform-*"))
