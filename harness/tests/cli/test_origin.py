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
        ("https://me:secret@example.org/o/p", "punycode-conform @ git+https://example.org/o/p"),
        ("git@example.org:o/p.git", "punycode-conform @ git+https://example.org/o/p.git"),
        ("ssh://git@example.org/o/p.git", "punycode-conform @ git+ssh://example.org/o/p.git"),
        ("", "punycode-conform @ {here}"),
    ],
)
def test_a_checkout_names_its_repository_without_a_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, remote: str, address: str
) -> None:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    if remote:
        subprocess.run(["git", "remote", "add", "origin", remote], cwd=tmp_path, check=True)
    monkeypatch.setattr(origin, "_installed_from", lambda: {"url": tmp_path.as_uri(), "dir_info": {}})

    assert origin.requirement() == address.format(here=tmp_path.as_uri())
