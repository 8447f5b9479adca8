"""The files that a run is asked for: no older one stands there for a target that could not be run."""

import os
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
