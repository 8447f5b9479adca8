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


def other(layer: str, operations: Sequence[Operation], ask: Ask) -> str:
    """A description of a target of another layer, with an answer that shows it; empty if it is of the right one."""
    speaks = {PUNYCODE: _speaks_a_labels, A_LABEL: _speaks_punycode}[layer]
    if not all(speaks(operation, ask) for operation in operations):
        return ""
    what = {PUNYCODE: "an IDNA codec, not raw Punycode", A_LABEL: "a codec of raw Punycode, without xn--"}[layer]
    given, got = (_RAW, _TEXT) if layer == A_LABEL else (_LABEL, _TEXT)
    if operations[0] is Operation.ENCODE:
        given, got = got, given
    return f'{what}: {operations[0]} of "{given}" gives "{got}"'


def _speaks_a_labels(operation: Operation, ask: Ask) -> bool:
    if operation is Operation.ENCODE:
        return _gives(ask, operation, _TEXT, _LABEL) and _gives(ask, operation, _ASCII, _ASCII)
    return _gives(ask, operation, _LABEL, _TEXT) and not _gives(ask, operation, _RAW, _TEXT)


def _speaks_punycode(operation: Operation, ask: Ask) -> bool:
    if operation is Operation.ENCODE:
        return _gives(ask, operation, _TEXT, _RAW) and _gives(ask, operation, _ASCII, f"{_ASCII}-")
    return _gives(ask, operation, _RAW, _TEXT) and not _gives(ask, operation, _LABEL, _TEXT)


def _gives(ask: Ask, operation: Operation, given: str, result: str) -> bool:
    outcome = ask(Call(operation, tuple(map(ord, given))))
    if not isinstance(outcome, Returned):
        return False
    return "".join(chr(c) for c in outcome.value if c <= 0x10FFFF).lower() == result
