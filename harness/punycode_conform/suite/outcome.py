"""What a target did with a call. Never folded together: a crash is not a refusal, a hang is not a crash."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Operation(StrEnum):
    """What a target is asked to do."""

    ENCODE = "encode"
    DECODE = "decode"

    __hash__ = str.__hash__  # Enum's own is slow, and a run looks up calls all the time


class Call(NamedTuple):
    """An operation on an input, as code points; what goes over the wire."""

    operation: Operation
    input: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Returned:
    """It gave a result."""

    value: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Rejected:
    """It said that it refuses the input."""

    message: str = ""


@dataclass(frozen=True, slots=True)
class Crashed:
    """It broke: an undeclared exception, the death of its process, or an answer outside the protocol."""

    message: str
    stderr: str = ""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """It did not answer within the limit, in seconds, also when it was called once more alone."""

    limit: float
    stderr: str = ""


@dataclass(frozen=True, slots=True)
class Unsupported:
    """Its strings cannot hold the input or the result, or it has no such operation."""

    message: str = ""


Outcome = Returned | Rejected | Crashed | TimedOut | Unsupported


@dataclass(frozen=True, slots=True)
class Hiccup:
    """A breakdown that did not happen again when the same calls were repeated."""

    call: Call
    outcome: Crashed | TimedOut
