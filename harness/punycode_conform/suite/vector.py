"""A vector, one datum of the suite, and a case, a vector with an operation. The struct is the entry of the built JSON."""

from collections.abc import Iterable
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from . import PUNYCODE, oracle
from .choices import Choices, Facts
from .outcome import Call, Operation, Points

SLUG = "[a-z0-9]+(-[a-z0-9]+)*"
Slug = Annotated[
    str,
    Meta(
        pattern=rf"^{SLUG}$(?!\n)",
        max_length=100,
        description="a slug: lower-case letters, digits, single hyphens; at most 100",
    ),
]
# Sections of RFC 3492; those of other RFCs have its number in front.
ClauseId = Literal[
    "1.1", "3.1", "3.2", "3.3", "3.4", "4", "5", "6.1", "6.2", "6.3", "6.4", "7.1", "7.2", "7.3", "8", "A",
    "3490-4.1", "3490-4.2", "3490-5", "5890-2.3.2.1",
]  # fmt: skip
# The reasons that a vector may give; the codec's other two cannot occur in Punycode.
Refusal = Literal["bad-digit", "truncated", "overflow", "non-basic", "beyond-unicode", "surrogate", "not-an-a-label"]
Level = Literal["must", "should"]
Layer = Literal["punycode", "a-label"]
# Sections about one operation: a case of the other one cites its counterpart.
_COUNTERPARTS = {
    Operation.ENCODE: {"6.2": "6.3", "7.2": "7.3", "3490-4.2": "3490-4.1"},
    Operation.DECODE: {"6.3": "6.2", "7.3": "7.2", "3490-4.1": "3490-4.2"},
}
Hexadecimal = tuple[Annotated[str, Meta(pattern="^[0-9a-f]+$", description="hexadecimal digits")], ...]


class Vector(Struct, frozen=True, rename="kebab"):
    """A decoded side, an encoded side, or one side and a refusal."""

    id: Slug  # unique over the suite, never reused
    operations: tuple[Operation, ...]
    decoded: Points | None = None
    encoded: str | None = None
    reject: Refusal | None = None
    right: Points | None = None  # where a choice allows an answer instead of the refusal, that answer
    choice: Slug | None = None
    bits: dict[Operation, int] = {}
    clause: ClauseId | Literal[""] = ""
    bug: Slug | None = None
    level: Level = "must"
    note: str | None = None
    file: str = ""  # from which it was read
    section: Annotated[int, Meta(ge=0)] | None = None  # the index of the comment above its group
    layer: Layer = "punycode"
    # In place of the sides with a number that readers of JSON cannot hold.
    decoded_hex: Hexadecimal | None = None
    right_hex: Hexadecimal | None = None

    def __post_init__(self) -> None:
        for side, digits in (("decoded", self.decoded_hex), ("right", self.right_hex)):
            if digits is not None:
                force_setattr(self, side, tuple(int(c, 16) for c in digits))
                force_setattr(self, f"{side}_hex", None)

    def side(self, operation: Operation) -> tuple[int, ...] | None:
        """The input of an operation."""
        if operation is Operation.ENCODE:
            return self.decoded
        return None if self.encoded is None else tuple(map(ord, self.encoded))


class Case:
    """The unit that gets a verdict, with its id ``<vector id>/<operation>`` and the call that the target is asked."""

    __slots__ = ("call", "id", "operation", "vector")

    def __init__(self, vector: Vector, operation: Operation) -> None:
        side = vector.side(operation)
        assert side is not None
        self.vector = vector
        self.operation = operation
        self.id = f"{vector.id}/{operation.value}"
        self.call = Call(operation, side)

    @property
    def clause(self) -> str:
        """The clause of the vector, or the one in its place that is about this operation."""
        return _COUNTERPARTS[self.operation].get(self.vector.clause, self.vector.clause)

    @property
    def facts(self) -> Facts:
        """The oracle's facts: those of raw codecs were stored when the vectors were built."""
        vector = self.vector
        if vector.layer != PUNYCODE:
            return oracle.facts(self.call, vector.layer)
        right = vector.right if vector.reject else vector.side(self.operation.inverse)
        if right is None:
            return Facts(None, vector.reject or "")
        return Facts.of(self.call, right, vector.bits[self.operation])

    def expectation(self, choices: Choices) -> oracle.Expectation:
        """The expectation of a target with these choices."""
        return oracle.expect(self.facts, choices)


def cases(vectors: Iterable[Vector]) -> list[Case]:
    """The cases of some vectors, in their order."""
    return [Case(vector, operation) for vector in vectors for operation in vector.operations]
