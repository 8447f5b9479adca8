"""Characters that an adapter honestly cannot be given: one that its interface uses for itself, such as a dot or a line end.

An adapter that answers ``unsupported`` because its author did not call the codec leaves out whole kinds of code points.
An interface that splits its input at a character leaves out that one: its neighbours are answered, and so is the rest of the
string. Such a character is declared with ``lacks``.
"""

from collections.abc import Callable
from string import ascii_letters, digits

from ..notation import show
from ..suite.outcome import Call, Evaded, Operation, Outcome
from .assessment import OK, Assessment, unclear
from .inputs import Points

_USED_BY_LABELS = frozenset(map(ord, ascii_letters + digits + "-"))  # no interface of a codec can do without them
_MOST = 4  # code points in one string; more of them are no separators

Ask = Callable[[Call], Outcome]


def lacking(call: Call, ask: Ask) -> frozenset[int]:
    """The code points for which an adapter answered ``unsupported`` to a call; empty if there is no such reason.

    Args:
        call: what was answered so, though strings of every type can hold it.
        ask: asks one call.
    """

    def evades(points: Points) -> bool:
        return isinstance(ask(Call(call.operation, points)), Evaded)

    tail = (0x2D,) if call.operation is Operation.DECODE else ()  # which makes a literal string of any ASCII
    alone = {c for c in call.input if c not in _USED_BY_LABELS and evades((c, *tail))}
    rest = tuple(c for c in call.input if c not in alone)
    if not alone or len(alone) > _MOST or evades(rest):
        return frozenset()
    beside = (c + step for c in alone if c > 0x7F for step in (-1, 1))
    return frozenset() if any(evades((c, *tail)) for c in beside) else frozenset(alone)


def of_lacking(found: frozenset[int]) -> Assessment:
    """The assessment of code points that an adapter cannot be given and does not declare."""
    if not found:
        return OK
    names = ", ".join(show([c]) for c in sorted(found))
    value = ",".join(f"{c:x}" for c in sorted(found))
    advice = f"if the interface cannot take them, write lacks={value} into the handshake, or run with --lacks {value}"
    return unclear(f"every string that contains {names} is answered with unsupported, which fails a run", advice)
