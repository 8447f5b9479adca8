"""Where this copy of the suite comes from, as words for ``pip install``.

No package index has the suite yet. So another machine installs it from where this copy came from: the address of a
repository, or a checkout.
"""

import json
import re
import subprocess
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

from .. import __version__, places

NAME = "punycode-conform"


def requirement() -> str:
    """The requirement by which pip installs this suite on another machine, if that can reach the address."""
    source = _installed_from()
    if source is None:
        return f"{NAME}=={__version__.rpartition('.')[0]}.*"
    url, commit = source["url"], source.get("vcs_info", {}).get("commit_id", "")
    if commit:
        return _named(f"git+{_public(url)}@{commit}")
    return _named(_of_checkout(Path(unquote(urlsplit(url).path))) if url.startswith("file:") else _public(url))


def _installed_from() -> Any:
    """The address that pip noted at the installation (PEP 610); None if it was an index."""
    if not places.INSTALLED:  # this code runs in the checkout, also where an old note says something else
        return {"url": places.VECTORS.parent.as_uri()}
    return json.loads(metadata.distribution(NAME).read_text("direct_url.json") or "null")


def _named(url: str) -> str:
    return url if url.startswith("git+file:") else f"{NAME} @ {url}"  # with a name, pip before 24.1 refuses it


def _of_checkout(folder: Path) -> str:
    """A checkout's repository, at its commit if the repository has it; the folder itself if it has no other address."""
    url = _git(folder, "remote", "get-url", "origin")
    if not url:
        return folder.as_uri()
    if (folder / url).exists():
        url = (folder / url).resolve().as_uri()
    elif scp := re.fullmatch(r"(?:\w+@)?([\w.-]+):(?!//)(.+)", url):  # ssh needs a key, which another machine lacks
        url = f"https://{scp[1]}/{scp[2]}"
    commit = _git(folder, "rev-parse", "HEAD") if _git(folder, "branch", "-r", "--contains", "HEAD") else ""
    return f"git+{_public(url)}" + (f"@{commit}" if commit else "")


def _public(url: str) -> str:
    """A URL without a user's name and password."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _git(folder: Path, *words: str) -> str:
    try:
        done = subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):  # no git here
        return ""
    return done.stdout.strip()
