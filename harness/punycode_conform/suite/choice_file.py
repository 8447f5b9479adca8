"""vectors/choices.yaml: each choice explained once. The groups of answers in it are checked by the tests."""

from dataclasses import dataclass
from pathlib import Path

from .. import yaml
from ..yaml import Node, distinct, listed
from .choices import NAMES
from .vector_file import CLAUSES


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a choice.

    Attributes:
        side: the word that declares it.
        means, demands: what it means, and what a target that declares it must do.
        taken_by: codecs that behave this way.
    """

    side: str
    means: str
    demands: str
    taken_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A freedom that RFC 3492 leaves.

    Attributes:
        id: its name in :data:`.choices.NAMES`.
        title: a few words.
        clause, open: where and why it is open.
        sides: those that can be declared; one with a number represents all numbers.
        still_wrong: answers that no side allows.
        decides: titles of the groups of inputs to which codecs of different sides answer differently.
    """

    id: str
    title: str
    clause: str
    open: str
    sides: tuple[Side, ...]
    still_wrong: tuple[str, ...]
    decides: tuple[str, ...]


def read(path: Path) -> dict[str, Choice]:
    """The choices by id.

    Raises:
        DataError: the file cannot be read or is faulty.
    """
    root = yaml.read(path)
    root.entry("the file", ("about", "choices", "groups"))
    groups = distinct(listed(root, "groups"), "group")
    choices = [_choice(node, groups) for node in distinct(listed(root, "choices"), "choice")]
    if missing := [name for name in NAMES if name not in {choice.id for choice in choices}]:
        raise root.error(f"choice {missing[0]} is not explained")
    return {choice.id: choice for choice in choices}


def _choice(node: Node, groups: list[Node]) -> Choice:
    entry = node.entry("choice", ("id", "title", "clause", "open", "sides", "still-wrong"))
    name = entry["id"].word("choice", NAMES)
    return Choice(
        name,
        entry["title"].text(f"{name}: title"),
        entry["clause"].word(f"{name}: clause", CLAUSES),
        entry["open"].text(f"{name}: open"),
        tuple(_side(side, name) for side in entry["sides"].items(f"{name}: sides")),
        entry["still-wrong"].texts(f"{name}: still-wrong"),
        tuple(title for group in groups for title in _decided(group, name)),
    )


def _side(node: Node, name: str) -> Side:
    entry = node.entry(f"{name}: a side", ("side", "means", "demands", "taken-by"))
    side, means, demands = (entry[key].text(f"{name}: {key}") for key in ("side", "means", "demands"))
    return Side(side, means, demands, entry["taken-by"].texts(f"{name}: taken-by"))


def _decided(group: Node, choice: str) -> list[str]:
    """The title of a group if the choice decides it."""
    entry = group.entry("group", ("number", "id", "title", "seen"))
    answers = [answer.mapping("an answer") for answer in entry["seen"].items("seen")]
    decided = any("choice" in answer and answer["choice"].text("choice") == choice for answer in answers)
    return [entry["title"].text("title")] if decided else []
