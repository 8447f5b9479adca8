"""vectors/choices.yaml: each choice explained once, and how real codecs differ, each difference judged."""

from dataclasses import dataclass
from pathlib import Path

from . import strict_yaml
from .choices import NAMES
from .laws import LAWS
from .notation import parse
from .outcome import Crashed, Operation, Outcome, Rejected, Returned, TimedOut
from .strict_yaml import Node, distinct, listed
from .vector import points
from .vector_file import CLAUSES

_DEEDS: dict[str, Outcome] = {
    "refuse": Rejected(),
    "crash": Crashed("an error that is no refusal"),
    "hang": TimedOut(5),
}
_KINDS = ("choice", "wrong", "unsupported")


@dataclass(frozen=True, slots=True)
class Side:
    """A side of a choice: the word that declares it, what it means, what is demanded then, who takes it."""

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
        sides: those that can be declared; one with a number stands for all numbers.
        still_wrong: what no side allows.
    """

    id: str
    title: str
    clause: str
    open: str
    sides: tuple[Side, ...]
    still_wrong: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer of some codecs, judged.

    Attributes:
        answer: in words.
        choice: the choice whose side it is.
        clause: or the clause by which it is wrong.
        vectors: globs over the vectors that show that.
        case, outcome: one of their cases, and such an answer to it, which fails.
        law: the law that shows it, where no single case does.
        unsupported: or why a target's strings cannot hold it, so that its adapter answers ``unsupported``.
    """

    answer: str
    choice: str = ""
    clause: str = ""
    vectors: tuple[str, ...] = ()
    case: str = ""
    outcome: Outcome | None = None
    law: str = ""
    unsupported: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """A group of inputs to which real codecs answer differently."""

    number: int
    id: str
    title: str
    seen: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class ChoiceFile:
    """The contents of choices.yaml."""

    choices: tuple[Choice, ...]
    groups: tuple[Group, ...]


def read(path: Path) -> ChoiceFile:
    """The choices and groups of a file.

    Raises:
        DataError: it cannot be read or is faulty.
    """
    root = strict_yaml.read(path)
    root.entry("the file", ("about", "choices", "groups"))
    choices = tuple(_choice(node) for node in distinct(listed(root, "choices"), "choice"))
    if missing := [name for name in NAMES if name not in {choice.id for choice in choices}]:
        raise root.error(f"choice {missing[0]} is not explained")
    return ChoiceFile(choices, tuple(_group(node) for node in distinct(listed(root, "groups"), "group")))


def _choice(node: Node) -> Choice:
    entry = node.entry("choice", ("id", "title", "clause", "open", "sides", "still-wrong"))
    name = entry["id"].word("choice", NAMES)
    return Choice(
        name,
        entry["title"].text(f"{name}: title"),
        entry["clause"].word(f"{name}: clause", CLAUSES),
        entry["open"].text(f"{name}: open"),
        tuple(_side(side, name) for side in entry["sides"].items(f"{name}: sides")),
        entry["still-wrong"].texts(f"{name}: still-wrong"),
    )


def _side(node: Node, name: str) -> Side:
    entry = node.entry(f"{name}: a side", ("side", "means", "demands", "taken-by"))
    side, means, demands = (entry[key].text(f"{name}: {key}") for key in ("side", "means", "demands"))
    return Side(side, means, demands, entry["taken-by"].texts(f"{name}: taken-by"))


def _group(node: Node) -> Group:
    entry = node.entry("group", ("number", "id", "title", "seen"))
    name = entry["id"].text("id")
    seen = tuple(_answer(answer, name) for answer in entry["seen"].items(f"{name}: seen"))
    return Group(entry["number"].integer(f"{name}: number"), name, entry["title"].text(f"{name}: title"), seen)


def _answer(node: Node, name: str) -> Answer:
    entry = node.entry(f"{name}: an answer", ("answer",), (*_KINDS, "vectors", "example", "law"))
    kinds = [kind for kind in _KINDS if kind in entry]
    if len(kinds) != 1:
        raise node.error(f"{name}: an answer is one of {', '.join(_KINDS)}, not {len(kinds)} of them")
    if extra := sorted(entry.keys() & {"vectors", "example", "law"}) if kinds != ["wrong"] else []:
        raise entry[extra[0]].error(f"{name}: {extra[0]} goes with wrong")
    words = entry["answer"].text(f"{name}: answer")
    match kinds:
        case ["choice"]:
            return Answer(words, choice=entry["choice"].word(f"{name}: choice", NAMES))
        case ["unsupported"]:
            return Answer(words, unsupported=entry["unsupported"].text(f"{name}: unsupported"))
    if "vectors" not in entry or ("example" in entry) == ("law" in entry):
        raise node.error(f"{name}: what is wrong has vectors, and an example or a law")
    case, outcome = _example(entry["example"], name) if "example" in entry else ("", None)
    return Answer(
        words,
        clause=entry["wrong"].word(f"{name}: wrong", CLAUSES),
        vectors=entry["vectors"].texts(f"{name}: vectors"),
        case=case,
        outcome=outcome,
        law=entry["law"].word(f"{name}: law", [law.name for law in LAWS]) if "law" in entry else "",
    )


def _example(node: Node, name: str) -> tuple[str, Outcome]:
    """A case and an answer to it: ``gives`` code points if it decodes, text if it encodes; or what it ``does``."""
    entry = node.entry(f"{name}: an example", ("case",), ("gives", "does"))
    case = entry["case"].text(f"{name}: case")
    if ("gives" in entry) == ("does" in entry):
        raise node.error(f"{name}: an example gives something or does something")
    if "does" in entry:
        return case, _DEEDS[entry["does"].word(f"{name}: does", _DEEDS)]
    given = entry["gives"].text(f"{name}: gives")
    if case.endswith(f"/{Operation.ENCODE}"):
        return case, Returned(points(given) or ())
    try:
        return case, Returned(parse(given))
    except ValueError as wrong:
        raise entry["gives"].error(f"{name}: {wrong}") from None
