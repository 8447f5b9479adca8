"""The layer of a target, found by asking it: raw Punycode, or whole labels with the prefix ``xn--``.

If you name an IDNA codec by mistake, you should read that, and not thousands of failures. A codec counts as one of the other
layer only if each of its operations shows it twice, so a codec that merely adds or drops the prefix is judged.
"""

from collections.abc import Callable, Sequence

from . import A_LABEL, PUNYCODE
from .outcome import Call, Operation, Outcome, Returned

Ask = Callable[[Call], Outcome]
"""Asks a target one call."""

_TEXT, _RAW, _LABEL = "bücher", "bcher-kva", "xn--bcher-kva"
_ASCII = "abc"  # which IDNA leaves alone, and Punycode ends with a delimiter
# For the layer of a run, answers that show the other one: an input, a result, and whether it must be that or must not be.
_OTHER = {
    PUNYCODE: {
        Operation.ENCODE: ((_TEXT, _LABEL, True), (_ASCII, _ASCII, True)),
        Operation.DECODE: ((_LABEL, _TEXT, True), (_RAW, _TEXT, False)),
    },
    A_LABEL: {
        Operation.ENCODE: ((_TEXT, _RAW, True), (_ASCII, f"{_ASCII}-", True)),
        Operation.DECODE: ((_RAW, _TEXT, True), (_LABEL, _TEXT, False)),
    },
}
_WORDS = {PUNYCODE: "an IDNA codec, not raw Punycode", A_LABEL: "a codec of raw Punycode, without xn--"}


def other(layer: str, operations: Sequence[Operation], ask: Ask) -> str:
    """A description of a target of another layer, with an answer that shows it; empty if it is of the right one."""
    for operation in operations:
        for text, result, due in _OTHER[layer][operation]:
            if _gives(ask(Call(operation, tuple(map(ord, text)))), result) is not due:
                return ""
    text, result, _ = _OTHER[layer][operations[0]][0]
    return f'{_WORDS[layer]}: {operations[0]} of "{text}" gives "{result}"'


def _gives(outcome: Outcome, result: str) -> bool:
    if not isinstance(outcome, Returned):
        return False
    return "".join(chr(c) for c in outcome.value if c <= 0x10FFFF).lower() == result
