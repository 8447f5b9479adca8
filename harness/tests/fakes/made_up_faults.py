"""A register of faults and controls that are not what they claim, named by what the score should make of them."""

import os
import time
from collections.abc import Callable

from punycode_conform import codec
from punycode_conform.faults import Codec, Fault
from punycode_conform.faults.fault import Functions


def ends_process(encoded: str) -> str:
    os._exit(7)


def never_returns(encoded: str) -> str:
    while True:
        time.sleep(1)


def doubling(is_doubled: Callable[[str], bool]) -> Codec:
    """The reference codec that codes some texts twice over."""
    return Functions(lambda s: codec.encode(s * (1 + is_doubled(s))), lambda s: codec.decode(s) * 2)


def decoder(name: str, says: str, decode: Callable[[str], str], ends: bool = True, clause: str = "6.2") -> Fault:
    """The reference codec with another decoder."""
    return Fault(name, says, clause, lambda: Functions(codec.encode, decode), ends=ends, sides=("decode",))


_FAULTS = (
    decoder("survives", "Nothing is wrong.", codec.decode),
    Fault("both-sides-wrong", "Both sides double.", "6.2", lambda: doubling(lambda text: len(text) > 1)),
    Fault("half-survives", "The decoder doubles.", "6.2", lambda: doubling(lambda text: False)),
    decoder("weak", "It takes a delimiter alone.", lambda s: "" if s == "-" else codec.decode(s)),
    decoder("reverses", "It gives the text backwards.", lambda s: codec.decode(s)[::-1]),
    decoder("appends", "It gives a letter too many.", lambda s: codec.decode(s) + "x"),
    decoder("dies-unannounced", "It ends its process.", ends_process),
    decoder("dies", "It ends its process.", ends_process, ends=False),
    decoder(
        "dies-of-zzzz",
        "It ends its process at one input.",
        lambda s: ends_process(s) if s == "zzzz" else codec.decode(s),
        ends=False,
    ),
    decoder("hangs", "It never returns.", never_returns, ends=False),
)
_CONTROLS = (
    Fault("sound", "The reference codec.", "", lambda: codec),
    decoder("false-alarm", "It gives the text backwards.", lambda s: codec.decode(s)[::-1], clause=""),
)
FAULTS = {fault.name: fault for fault in _FAULTS}
CONTROLS = {control.name: control for control in _CONTROLS}


def __getattr__(name: str) -> Codec:
    fault = FAULTS.get(name) or CONTROLS.get(name)
    if fault is None:
        raise AttributeError(name)
    return fault.make()
