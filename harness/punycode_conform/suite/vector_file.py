"""Vector files: the YAML that people write."""

from collections.abc import Iterator
from pathlib import Path

from ..errors import DataError
from . import strict_yaml
from .bug import Bug
from .entry import DEFAULTS, Entry, stated
from .strict_yaml import listed, raise_all, unknown

_KEYS = {"about", "generated", "vectors", *DEFAULTS}


def read(path: Path, bugs: dict[str, Bug]) -> Iterator[Entry | DataError]:
    """The entries of a YAML file, or what is wrong with them, one by one.

    Raises:
        DataError: the file as a whole is faulty.
    """
    root = strict_yaml.read(path)
    top = root.mapping("a vector file")
    raise_all(unknown(top, _KEYS, ""))
    for node in listed(root, "vectors"):
        try:
            vector = stated(node, top, path.name, bugs)
            yield Entry(vector, node, "text" in node.mapping("a vector") or "generated" in top)
        except DataError as fault:
            yield fault
