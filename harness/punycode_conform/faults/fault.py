"""A fault, and how to make one from the malleable codec in a few lines."""

from collections.abc import Callable, Collection, Iterable, Mapping, Set
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from .malleable import DECODER, ENCODER, Malleable, same

_BOTH = "encode", "decode"


class Codec(Protocol):
    """Two functions from text to text; a refusal is a ValueError or a class of this package."""

    def encode(self, text: str, /) -> str:
        """Text to its encoded form."""

    def decode(self, encoded: str, /) -> str:
        """An encoded form to its text."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A codec with a name, deliberately wrong; or a right one, as a control.

    Attributes:
        name: a slug; the target is ``fault:NAME``.
        says: what is wrong, in a sentence; of a control, how it differs from the others.
        clause: the clause of RFC 3492 that it breaks, as a vector names it; empty for a control.
        make: gives a fresh codec, since some keep state between calls.
        bug: the class in ``vectors/bugs.yaml`` that it is an instance of, or empty.
        like: the real bug that it is modelled on, or empty.
        ends: whether every call comes to an end. If not, some call hangs, kills the process or eats memory or time, so
            the codec must be run in a child process only.
        sides: the operations that are wrong on their own, also beside a right other side.
        bends, changes: the fields of :class:`Malleable` and of :class:`Around` that it replaces; none if it is made of
            neither.
    """

    name: str
    says: str
    clause: str
    make: Callable[[], Codec]
    bug: str = ""
    like: str = ""
    ends: bool = True
    sides: tuple[str, ...] = _BOTH
    bends: Mapping[str, Any] = field(default_factory=dict, compare=False)
    changes: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def alone(self, side: str) -> Codec:
        """A fresh codec of which only one operation, ``encode`` or ``decode``, is this fault's."""
        wrong = self.make()
        return Sides(wrong, RIGHT) if side == "encode" else Sides(RIGHT, wrong)

    @property
    def is_control(self) -> bool:
        """Whether the codec is correct: it breaks no clause."""
        return not self.clause

    @property
    def keeps_state(self) -> bool:
        """Whether a call may depend on the calls before it."""
        return self.bug == "state-kept-between-calls"


@dataclass(frozen=True, slots=True)
class Sides:
    """The encoder of one codec beside the decoder of another."""

    encoder: Codec
    decoder: Codec

    def encode(self, text: str) -> str:
        return self.encoder.encode(text)

    def decode(self, encoded: str) -> str:
        return self.decoder.decode(encoded)


@dataclass(frozen=True, slots=True, kw_only=True)
class Around:
    """A right codec whose inputs or outputs are changed on the way."""

    codec: Codec
    text: Callable[[str], str] = same
    encoded: Callable[[str], str] = same
    to_decode: Callable[[str], str] = same
    decoded: Callable[[str], str] = same

    def encode(self, text: str) -> str:
        return self.encoded(self.codec.encode(self.text(text)))

    def decode(self, encoded: str) -> str:
        return self.decoded(self.codec.decode(self.to_decode(encoded)))


@dataclass(frozen=True, slots=True)
class _Remembering:
    """A pure codec that remembers its answers: most faults leave most calls to it, and are tried one after the other."""

    encode: Callable[[str], str]
    decode: Callable[[str], str]


_MALLEABLE = Malleable()
RIGHT: Codec = _Remembering(lru_cache(1 << 14)(_MALLEABLE.encode), lru_cache(1 << 14)(_MALLEABLE.decode))


def bent(
    name: str, says: str, clause: str, *, bug: str = "", like: str = "", side: str = "", ends: bool = True, **steps: Any
) -> Fault:
    """A fault that replaces constants or steps of the malleable codec.

    Args:
        name, says, clause, bug, like, ends: of the fault.
        side: ``encode`` or ``decode`` if the other side stays right; empty if both are wrong alike.
        steps: fields of :class:`Malleable`.
    """

    def make() -> Codec:
        wrong = Malleable(**steps)
        return Sides(
            RIGHT if side == "decode" else wrong,
            RIGHT if side == "encode" else wrong,
        )

    sides = (side,) if side else _sides(steps, ENCODER, DECODER)
    return Fault(name, says, clause, make, bug, like, ends, sides, bends=steps)


def around(
    name: str, says: str, clause: str, *, bug: str = "", like: str = "", ends: bool = True, **steps: Any
) -> Fault:
    """A fault in the code around a correct codec; ``steps`` are fields of :class:`Around`."""
    sides = _sides(steps, {"text", "encoded"}, {"to_decode", "decoded"})
    return Fault(name, says, clause, lambda: Around(codec=RIGHT, **steps), bug, like, ends, sides, changes=steps)


def together(faults: Iterable[Fault]) -> Codec:
    """One codec with several faults. Of two that replace the same step of the algorithm, it has the first."""
    bends: dict[str, Any] = {}
    changes: dict[str, Any] = {}
    for fault in faults:
        bends = {**fault.bends, **bends}
        for name, change in fault.changes.items():
            changes[name] = _after(changes.get(name, same), change)
    return Around(codec=Malleable(**bends), **changes)


def _after(first: Callable[[str], str], second: Callable[[str], str]) -> Callable[[str], str]:
    return lambda value: second(first(value))


def _sides(steps: Collection[str], encoder: Set[str], decoder: Set[str]) -> tuple[str, ...]:
    """The sides that use at least one of these steps, where some steps are of the encoder or the decoder only."""
    others = {"encode": decoder, "decode": encoder}
    return tuple(side for side in _BOTH if not set(steps) <= others[side])
