"""A register of faults and controls that are not what they claim, named by what the score should make of them."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from punycode_conform import codec
from punycode_conform.faults import Codec, Fault


class Made:
    """The reference codec with another decoder."""

    def __init__(self, decode: Callable[[str], str]) -> None:
        self.decode = decode

    encode = staticmethod(codec.encode)


def ends_process(encoded: str) -> str:
    os._exit(7)


def never_returns(encoded: str) -> str:
    while True:
        time.sleep(1)


def ends_process_at_zzzz(encoded: str) -> str:
    return ends_process(encoded) if encoded == "zzzz" else codec.decode(encoded)


def drops_leading_delimiter(encoded: str) -> str:
    return codec.decode(encoded.removeprefix("-") if encoded == "-" else encoded)


@dataclass(frozen=True)
class Doubling:
    """The reference codec that codes some texts twice over."""

    encodes: Callable[[str], bool]

    def encode(self, text: str) -> str:
        return codec.encode(text * (1 + self.encodes(text)))

    def decode(self, encoded: str) -> str:
        return codec.decode(encoded) * 2


_decoder = partial(Fault, sides=("decode",))
_FAULTS = (
    _decoder("survives", "Nothing is wrong.", "6.2", lambda: codec),
    Fault("both-sides-wrong", "Both sides double.", "6.2", lambda: Doubling(lambda text: len(text) > 1)),
    Fault("half-survives", "The decoder doubles.", "6.2", lambda: Doubling(lambda text: False)),
    _decoder("weak", "It takes a delimiter alone.", "6.2", lambda: Made(drops_leading_delimiter)),
    _decoder("reverses", "It gives the text backwards.", "6.2", lambda: Made(lambda e: codec.decode(e)[::-1])),
    _decoder("appends", "It gives a letter too many.", "6.2", lambda: Made(lambda e: codec.decode(e) + "x")),
    _decoder("dies-unannounced", "It ends its process.", "6.2", lambda: Made(ends_process)),
    _decoder("dies", "It ends its process.", "6.2", lambda: Made(ends_process), ends=False),
    _decoder(
        "dies-of-zzzz", "It ends its process at one input.", "6.2", lambda: Made(ends_process_at_zzzz), ends=False
    ),
    _decoder("hangs", "It never returns.", "6.2", lambda: Made(never_returns), ends=False),
)
_CONTROLS = (
    Fault("sound", "The reference codec.", "", lambda: codec),
    Fault("false-alarm", "It gives the text backwards.", "", lambda: Made(lambda e: codec.decode(e)[::-1])),
)
FAULTS = {fault.name: fault for fault in _FAULTS}
CONTROLS = {control.name: control for control in _CONTROLS}


def __getattr__(name: str) -> Codec:
    found = FAULTS.get(name) or CONTROLS.get(name)
    if found is None:
        raise AttributeError(name)
    return found.make()
