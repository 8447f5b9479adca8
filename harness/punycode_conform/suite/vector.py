"""A vector, one datum of the suite, and a case, a vector with an operation."""

from typing import NamedTuple

from . import PUNYCODE, oracle
from .choices import Choices
from .encoded import fold
from .facts import Facts
from .outcome import Call, Operation


# A tuple with names, which is made faster than a dataclass: a run makes thousands.
class Vector(NamedTuple):
    """A decoded side, an encoded side, or one side and a refusal."""

    id: str
    operations: tuple[Operation, ...]
    decoded: tuple[int, ...] | None
    encoded: str | None
    reject: str = ""
    bits: tuple[int, ...] = ()
    right: tuple[int, ...] | None = None
    clause: str = ""
    bug: str = ""
    choice: str = ""
    level: str = "must"
    layer: str = "punycode"
    note: str = ""
    file: str = ""
    since: str = ""
    section: str = ""


class Case:
    """The unit that gets a verdict."""

    __slots__ = ("call", "id", "operation", "vector")

    def __init__(self, vector: Vector, operation: Operation) -> None:
        side = vector.decoded if operation is Operation.ENCODE else points(vector.encoded)
        assert side is not None
        self.vector = vector
        self.operation = operation
        self.id = f"{vector.id}/{operation.value}"
        self.call = Call(operation, side)

    @property
    def facts(self) -> Facts:
        """The oracle's facts, stored when the vectors were built."""
        vector = self.vector
        bits = vector.bits[vector.operations.index(self.operation)]
        if vector.reject:
            if vector.right is None:
                return Facts(None, vector.reject)
            known = Facts.of(self.call, vector.right, bits)
            return known if vector.layer == PUNYCODE else known._replace(reason=vector.reject, length=0, broken=True)
        right = points(vector.encoded) if self.operation is Operation.ENCODE else vector.decoded
        assert right is not None
        known = Facts.of(self.call, right, bits)
        if vector.layer == PUNYCODE:
            return known
        # Limits are on what follows the prefix, which every codec must take up to 59 octets.
        length = known.length - len(oracle.A_LABEL_PREFIX)
        return known._replace(
            length=length, capitals=self.call.input != right and fold(self.call.input) != self.call.input
        )

    def expectation(self, choices: Choices) -> oracle.Expectation:
        """The expectation of a target with these choices."""
        return oracle.expect(self.facts, choices)


def points(text: str | None) -> tuple[int, ...] | None:
    """A string as code points."""
    return None if text is None else tuple(map(ord, text))


def cases(vectors: list[Vector]) -> list[Case]:
    """The cases of some vectors, in their order."""
    return [Case(vector, operation) for vector in vectors for operation in vector.operations]
