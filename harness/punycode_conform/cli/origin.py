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
    """The address of a checkout's repository; the folder itself if it has no other address."""
    try:
        command = ["git", "-C", str(folder), "remote", "get-url", "origin"]
        url = subprocess.run(command, capture_output=True, text=True, timeout=10, check=False).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):  # no git here
        url = ""
    # ssh needs a key, which another machine lacks.
    url = _public(re.sub(r"^(?:\w+@)?([\w.-]+):(?!//)", r"https://\1/", url))
    return f"git+{url}" if "://" in url else folder.as_uri()


def _public(url: str) -> str:
    """A URL without a user's name and password."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
