"""What RFC 3492 says: its clauses, and in each an anchor for every sentence and branch that binds a codec."""

from dataclasses import dataclass

BRANCH = "branch"
KINDS = ("must", "should", "may", "definition", BRANCH)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A sentence of the RFC, or a branch of its pseudo-code, and what tests it.

    Attributes:
        id: the clause, a hyphen and a slug; stable.
        says: the sentence in our words, or a short quotation.
        kind: one of KINDS.
        vectors: ids of vectors, or globs over them. For a branch each of these takes it.
        bugs: classes of faults that break it; their vectors test it too.
        laws: names of the laws that test it.
        faults: names of the faulty codecs that break it.
        not_testable: why nothing that a codec does can show it, empty otherwise.
    """

    id: str
    says: str
    kind: str
    vectors: tuple[str, ...] = ()
    bugs: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    not_testable: str = ""


@dataclass(frozen=True, slots=True)
class Clause:
    """A section of the RFC, ``A`` for its appendix, or ``errata``, with its anchors in the order of the text."""

    id: str
    title: str
    anchors: tuple[Anchor, ...]
