"""A bug class: explained once in vectors/bugs.yaml, and named by the vectors that detect it."""

from pathlib import Path
from typing import NamedTuple


class Bug(NamedTuple):
    """A mistake that codecs make, its effect, and where it was seen.

    Attributes:
        id: a slug.
        title: a few words.
        goes_wrong: what the codec does, and which rule it breaks.
        effect: the consequences.
        references: CVEs, issues, implementations.
    """

    id: str
    title: str
    goes_wrong: str
    effect: str
    references: tuple[str, ...]


def read(path: Path) -> dict[str, Bug]:
    """The bug classes of a YAML file by id.

    Raises:
        DataError: the file is faulty; the message has its line.
    """
    from .. import yaml  # start-up time: a run reads the built JSON and needs no PyYAML

    bugs: dict[str, Bug] = {}
    for node in yaml.distinct(yaml.listed(yaml.read(path), "bugs"), "bug"):
        entry = node.entry("bug", ("id", "title", "goes-wrong", "effect", "references"))
        name, title, wrong, effect = (entry[key].text(key) for key in ("id", "title", "goes-wrong", "effect"))
        bugs[name] = Bug(name, title, wrong, effect, entry["references"].texts("references"))
    return bugs
