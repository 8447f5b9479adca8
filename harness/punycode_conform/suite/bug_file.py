"""The bug classes as YAML."""

from pathlib import Path

from . import strict_yaml
from .bug import Bug
from .strict_yaml import listed, raise_all, unknown

_KEYS = {"id", "title", "goes-wrong", "effect", "references"}


def read(path: Path) -> dict[str, Bug]:
    """The bug classes of a file by id.

    Raises:
        DataError: the file is faulty; the message has its line.
    """
    bugs: dict[str, Bug] = {}
    for node in listed(strict_yaml.read(path), "bugs"):
        entry = node.mapping("a bug")
        raise_all(unknown(entry, _KEYS, ""))
        if missing := sorted(_KEYS - set(entry)):
            raise node.error(f"a bug without {missing[0]!r}")
        title, wrong, effect = (entry[key].text(key) for key in ("title", "goes-wrong", "effect"))
        bug = Bug(entry["id"].text("id"), title, wrong, effect, entry["references"].texts("references"))
        if bug.id in bugs:
            raise node.error(f"bug {bug.id!r} stands twice")
        bugs[bug.id] = bug
    return bugs
