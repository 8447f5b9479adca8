"""A fault, and the rows from which the themes make them."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, Protocol

from .malleable import DECODER, ENCODER, Malleable, pseudo_code, same
from .real_bugs import REAL_BUGS

_BOTH = "encode", "decode"
# Changes of what goes in and comes out of the encoder, then of the decoder
_AROUND = "text", "encoded", "to_decode", "decoded"
_OF_THE_OTHER = {"encode": DECODER | {"to_decode", "decoded"}, "decode": ENCODER | {"text", "encoded"}}


class Codec(Protocol):
    """Two functions from text to text; a refusal is a ValueError or a class of this package."""

    def encode(self, text: str, /) -> str:
        """Text to its encoded form."""

    def decode(self, encoded: str, /) -> str:
        """An encoded form to its text."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A codec with a name, deliberately wrong; or a right one, as a control."""

    name: str  # a slug; the target is fault:NAME
    says: str  # what is wrong; of a control, how it differs from the others
    clause: str  # of RFC 3492, which it breaks; empty for a control
    make: Callable[[], Codec]  # a fresh codec, since some keep state between calls
    bug: str = ""  # its class in vectors/bugs.yaml
    like: str = ""  # the real bug that it is modelled on
    ends: bool = True  # if not, some call hangs, kills the process or eats memory: run it in a child process only
    sides: tuple[str, ...] = _BOTH  # the operations that are wrong, also beside a right other side
    steps: Mapping[str, Any] = field(default_factory=dict, compare=False)  # what it replaces: see `row`
    about: str = ""  # the step whose line of the pseudo-code is wrong, if it is not the first that is replaced

    def line(self, sides: Collection[str]) -> str:
        """The sentence with the line of the pseudo-code that it changes on some sides; empty if it changes none."""
        return pseudo_code((self.about, *self.steps), sides)

    def alone(self, side: str) -> Codec:
        """A fresh codec of which only one operation, ``encode`` or ``decode``, is this fault's."""
        wrong = self.make()
        return Functions((wrong if side == "encode" else RIGHT).encode, (wrong if side == "decode" else RIGHT).decode)

    @property
    def is_control(self) -> bool:
        """Whether the codec is correct: it breaks no clause."""
        return not self.clause

    @property
    def keeps_state(self) -> bool:
        """Whether a call may depend on the calls before it."""
        return self.bug == "state-kept-between-calls"


@dataclass(frozen=True, slots=True)
class Functions:
    """A codec of two functions."""

    encode: Callable[[str], str]
    decode: Callable[[str], str]


_MALLEABLE = Malleable()
# It remembers its answers: most faults leave most calls to it, and are tried one after the other.
RIGHT: Codec = Functions(lru_cache(1 << 14)(_MALLEABLE.encode), lru_cache(1 << 14)(_MALLEABLE.decode))

Row = Callable[[str], Fault]  # all of a fault but its name


def row(
    says: str,
    clause: str,
    bug: str = "",
    *,
    side: str = "",
    ends: bool = True,
    make: Callable[[], Any] | None = None,
    about: str = "",
    **steps: Any,
) -> Row:
    """A row of a theme: a codec with other steps, fields of :class:`Malleable` or changes around it; or what ``make`` gives.

    ``side`` is the only side that is wrong, which has to be given only if both sides use all of these steps.
    """
    sides = tuple(s for s in _BOTH if side in ("", s) and not (steps and _OF_THE_OTHER[s] >= steps.keys()))
    return lambda name: Fault(
        name, says, clause, make or partial(bent, steps, sides), bug, REAL_BUGS.get(name, ""), ends, sides, steps, about
    )


def replacing(step: str, clause: str, bug: str = "", **others: Any) -> Callable[..., Row]:
    """Makes the rows of a theme whose faults replace one step: what a row says, then the function in place of the step."""
    return lambda says, change, **more: row(says, **{"clause": clause, "bug": bug, step: change, **others, **more})


def both(change: Callable[[str], str]) -> dict[str, Any]:
    """The steps of a codec that changes the inputs of both sides."""
    return {"text": change, "to_decode": change}


def bent(steps: Mapping[str, Any], sides: tuple[str, ...] = _BOTH) -> Codec:
    """A codec of which some sides have other steps."""
    bends = {name: step for name, step in steps.items() if name not in _AROUND}
    wrong = Malleable(**bends) if bends else RIGHT
    encode = wrong.encode if "encode" in sides else RIGHT.encode
    decode = wrong.decode if "decode" in sides else RIGHT.decode
    text, encoded, to_decode, decoded = (steps.get(name, same) for name in _AROUND)
    return Functions(lambda s: encoded(encode(text(s))), lambda s: decoded(decode(to_decode(s))))


def together(faults: Iterable[Fault]) -> Codec:
    """One codec with several faults. Of two that replace the same step of the algorithm, it has the first."""
    steps: dict[str, Any] = {}
    for fault in faults:
        for name, step in fault.steps.items():
            if name not in _AROUND:
                steps.setdefault(name, step)
            else:
                steps[name] = _after(steps.get(name, same), step)
    return bent(steps)


def _after(first: Callable[[str], str], second: Callable[[str], str]) -> Callable[[str], str]:
    return lambda value: second(first(value))
