"""Where the suite is installed from: the address that pip noted, or that of the checkout, and never a user's password."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from punycode_conform import __version__
from punycode_conform.cli import origin

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("noted", "words"),
    [
        (None, f"punycode-conform=={__version__.rpartition('.')[0]}.*"),
        (
            {"url": "https://example.org/p.git", "vcs_info": {"vcs": "git", "commit_id": COMMIT}},
            f"punycode-conform @ git+https://example.org/p.git@{COMMIT}",
        ),
        (
            {"url": "https://me:secret@example.org/p.git", "vcs_info": {"vcs": "git", "commit_id": COMMIT}},
            f"punycode-conform @ git+https://example.org/p.git@{COMMIT}",
        ),
        ({"url": "https://example.org/p.whl", "archive_info": {}}, "punycode-conform @ https://example.org/p.whl"),
        ({"url": "file:///p", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}, f"git+file:///p@{COMMIT}"),
        ({"url": "file:///no/such%20place", "dir_info": {}}, "punycode-conform @ file:///no/such%20place"),
    ],
)
def test_what_was_noted_at_the_installation(
    monkeypatch: pytest.MonkeyPatch, noted: dict[str, Any] | None, words: str
) -> None:
    monkeypatch.setattr(origin, "_installed_from", lambda: noted)

    assert origin.requirement() == words


@pytest.mark.parametrize(
    ("remote", "address"),
    [
        ("https://example.org/o/p.git", "punycode-conform @ git+https://example.org/o/p.git"),
        ("https://me:secret@example.org/o/p", "punycode-conform @ git+https://example.org/o/p"),
        ("git@example.org:o/p.git", "punycode-conform @ git+https://example.org/o/p.git"),
        ("ssh://git@example.org/o/p.git", "punycode-conform @ git+ssh://example.org/o/p.git"),
        ("", "punycode-conform @ {here}"),
        ("../origin", "git+{origin}@{commit}"),
    ],
)
def test_a_checkout_names_its_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, remote: str, address: str
) -> None:
    def git(folder: Path, *words: str) -> str:
        name = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        done = subprocess.run(["git", *name, *words], cwd=folder, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    here, there = tmp_path / "here", tmp_path / "origin"
    there.mkdir()
    git(there, "init", "-q")
    git(there, "commit", "-q", "--allow-empty", "-m", "first")
    git(tmp_path, "clone", "-q", "origin", "here")
    git(here, "remote", "remove", "origin")
    if remote:
        git(here, "remote", "add", "origin", remote)
    if remote == "../origin":
        git(here, "fetch", "-q")
    monkeypatch.setattr(origin, "_installed_from", lambda: {"url": here.as_uri(), "dir_info": {}})
    values = {"here": here.as_uri(), "origin": there.as_uri(), "commit": git(here, "rev-parse", "HEAD")}

    assert origin.requirement() == address.format(**values)


def test_this_copy_has_an_address() -> None:
    words = origin.requirement()

    assert words.startswith(("punycode-conform", "git+file:"))
    assert "\n" not in words
    assert '"' not in words
