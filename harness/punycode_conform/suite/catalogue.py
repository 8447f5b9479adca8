"""Explanations that the suite gives once: bug classes, choices, and the clauses of RFC 3492 with what tests each of them."""

from collections.abc import Iterable, Sequence
from fnmatch import filter as matching
from typing import Annotated, Literal

from msgspec import Meta, field

from .. import data, files
from .laws import Law
from .vector import ClauseId, Slug, Vector

FILES = BUGS, RETIRED, CHOICES, CLAUSES = "bugs.yaml", "retired.yaml", "choices.yaml", "clauses.yaml"

Words = Annotated[str, Meta(min_length=1, description="some words")]


class Bug(data.Record, frozen=True):
    """A mistake that codecs make: which rule it breaks, its effect, and where it was seen."""

    id: Slug
    title: Words
    goes_wrong: Words
    effect: Words
    references: tuple[Words, ...]


class Side(data.Record, frozen=True):
    """A behaviour that a choice allows: what a target that declares it must do."""

    side: Words
    means: Words
    demands: Words


class Choice(data.Record, frozen=True):
    """A freedom that RFC 3492 leaves: why it is open, and the answers that no behaviour allows."""

    id: Slug
    title: Words
    clause: ClauseId
    open: Words
    sides: tuple[Side, ...]  # one with a number represents all numbers
    still_wrong: tuple[Words, ...]


class Example(data.Record, frozen=True):
    """A wrong answer to a case: code points for decode, text for encode, or what the codec does in place of an answer."""

    case: Annotated[str, Meta(pattern="/(encode|decode)$", description="a vector and an operation")]
    gives: str | None = None
    does: Literal["refuse", "crash", "hang"] | None = None


class Answer(data.Record, frozen=True):
    """An answer that some codecs give: a behaviour of a choice, wrong by a clause, or left out by the type of strings."""

    answer: Words
    choice: Slug | None = None
    wrong: ClauseId | None = None
    unsupported: Words | None = None
    vectors: tuple[Words, ...] = ()
    example: Example | None = None
    law: Slug | None = None


class Group(data.Record, frozen=True):
    """Inputs to which codecs give different answers."""

    number: Annotated[int, Meta(ge=1)]
    id: Slug
    title: Words
    seen: tuple[Answer, ...]


class Anchor(data.Record, frozen=True, omit_defaults=True):
    """A sentence of the RFC, or a branch of its pseudo-code, and what tests it."""

    id: str  # the clause, a hyphen and a slug
    says: Words  # in our words, or a short quotation
    kind: Literal["must", "should", "may", "definition", "branch"]
    vectors: tuple[Words, ...] = ()  # ids or globs over ids; for a branch, each of them takes it
    bugs: tuple[Slug, ...] = ()
    laws: tuple[Slug, ...] = ()
    faults: tuple[Slug, ...] = ()  # those that break it; they test nothing
    not_testable: str = ""  # why no behaviour of a codec can show it


class Clause(data.Record, frozen=True):
    """A section of the RFC, ``A`` for its appendix, or ``errata``, with its anchors in the order of the text."""

    id: str = field(name="clause")
    title: Words
    anchors: tuple[Anchor, ...]


class BugFile(data.Record, frozen=True):
    """vectors/bugs.yaml."""

    bugs: tuple[Bug, ...]
    about: str = ""


class ChoiceFile(data.Record, frozen=True):
    """vectors/choices.yaml. The tests check that the suite judges the answers as it says."""

    about: str
    choices: tuple[Choice, ...]
    groups: tuple[Group, ...]

    def decides(self, choice: str) -> list[str]:
        """The titles of the groups of inputs to which codecs of different behaviours answer differently."""
        return [group.title for group in self.groups if any(answer.choice == choice for answer in group.seen)]


class ClauseFile(data.Record, frozen=True):
    """vectors/clauses.yaml."""

    clauses: tuple[Clause, ...]
    about: str = ""


class RetiredFile(data.Record, frozen=True):
    """vectors/retired.yaml: the ids of vectors that are gone, and are never used again."""

    retired: tuple[Slug, ...]
    about: str = ""


KINDS = {BUGS: BugFile, CHOICES: ChoiceFile, CLAUSES: ClauseFile, RETIRED: RetiredFile}


def bugs() -> dict[str, Bug]:
    """The bug classes by id."""
    return {bug.id: bug for bug in data.yaml(BugFile, files.VECTORS / BUGS).bugs}


def choices() -> ChoiceFile:
    """The explained choices, and the groups of inputs that they decide."""
    return data.yaml(ChoiceFile, files.VECTORS / CHOICES)


def clauses() -> tuple[Clause, ...]:
    """The clauses of the RFC with their anchors."""
    return data.yaml(ClauseFile, files.VECTORS / CLAUSES).clauses


def retired() -> tuple[str, ...]:
    """The ids that the suite no longer has."""
    return data.yaml(RetiredFile, files.VECTORS / RETIRED).retired


def vectors_of(anchor: Anchor, vectors: Sequence[Vector]) -> tuple[str, ...]:
    """The ids of the vectors that test an anchor."""
    named = {name for glob in anchor.vectors for name in matching([vector.id for vector in vectors], glob)}
    return tuple(vector.id for vector in vectors if vector.id in named or vector.bug in anchor.bugs)


def anchors_of(clauses: Iterable[Clause], subject: Vector | Bug | Law) -> list[str]:
    """The ids of the anchors that a vector or law tests, or a bug class breaks."""

    def has(anchor: Anchor) -> bool:
        match subject:
            case Vector():
                return bool(vectors_of(anchor, [subject]))
            case Bug():
                return subject.id in anchor.bugs
            case Law():
                return subject.name in anchor.laws

    return [anchor.id for clause in clauses for anchor in clause.anchors if has(anchor)]
