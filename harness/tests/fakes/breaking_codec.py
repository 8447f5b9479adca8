"""Codecs that crash or hang for real, as targets of an import path: ``breaking_codec:NAME``. Most do at a capital letter."""

import ctypes
import os
from collections.abc import Callable

from punycode_conform import codec


class Codec:
    """The reference codec, except for what it does first with some inputs of one side."""

    def __init__(self, act: Callable[[str], object], when: Callable[[str], bool], side: str = "decode") -> None:
        self._act, self._when, self._side = act, when, side

    def _called(self, side: str, text: str) -> str:
        if side == self._side and self._when(text):
            self._act(text)
        return str(getattr(codec, side)(text))

    def encode(self, text: str) -> str:
        return self._called("encode", text)

    def decode(self, encoded: str) -> str:
        return self._called("decode", encoded)


def capital(text: str) -> bool:
    return text != text.lower()


def recurse(text: str) -> None:
    recurse(text)


def spin(text: str) -> None:
    while True:
        pass


segfaults = Codec(lambda text: ctypes.string_at(0), capital)
exits = Codec(lambda text: os._exit(3), capital)
recurses = Codec(recurse, capital)
spins = Codec(spin, capital)
hangs_in_encode = Codec(spin, lambda text: max(text, default="") > "\uffff", "encode")
