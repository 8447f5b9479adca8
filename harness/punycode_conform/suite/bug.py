"""A bug class: explained once, named by the vectors that detect it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bug:
    """What goes wrong, its effect, and where it was seen.

    Attributes:
        id: a slug.
        title: a few words.
        goes_wrong: what the codec does, and which rule it breaks.
        effect: what that leads to.
        references: CVEs, issues, implementations.
    """

    id: str
    title: str
    goes_wrong: str
    effect: str
    references: tuple[str, ...]
