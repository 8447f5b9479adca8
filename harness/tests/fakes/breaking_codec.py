"""Codecs that crash or hang for real, as targets of an import path: ``breaking_codec:NAME``. Most do at a capital letter."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable

from punycode_conform import codec

SLEEPER = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(600)"
kept: list[bytearray] = []


def capital(text: str) -> bool:
    return text != text.lower()


def astral(text: str) -> bool:
    return max(text, default="") > "\uffff"


class Codec:
    """The reference codec, except for what it does first with some inputs of one side."""

    def __init__(
        self, act: Callable[[str], object], when: Callable[[str], bool] = capital, side: str = "decode"
    ) -> None:
        self._act, self._when, self._side = act, when, side

    def _called(self, side: str, text: str) -> str:
        if side == self._side and self._when(text):
            self._act(text)
        return str(getattr(codec, side)(text))

    def encode(self, text: str) -> str:
        return self._called("encode", text)

    def decode(self, encoded: str) -> str:
        return self._called("decode", encoded)


def segfault(text: str) -> None:
    ctypes.string_at(0)


def interrupt(text: str) -> None:
    raise KeyboardInterrupt


def recurse(text: str) -> None:
    recurse(text)


def spin(text: str) -> None:
    while True:
        pass


def lock_and_ignore_signals(text: str) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    lock = threading.Lock()
    with lock, lock:
        pass


def fork_and_die(text: str) -> None:
    subprocess.Popen([sys.executable, "-c", SLEEPER], start_new_session=True)
    os.abort()


def refuse_one_surrogate(encoded: str) -> None:
    if "\udfff" in codec.decode(encoded):
        raise ValueError


segfaults = Codec(segfault)
segfaults_in_encode = Codec(segfault, astral, "encode")
exits = Codec(lambda text: os._exit(3))
quits = Codec(sys.exit)
recurses = Codec(recurse)
interrupts = Codec(interrupt)
spins = Codec(spin)
deadlocks = Codec(lock_and_ignore_signals)
hangs_on_nearly_all = Codec(spin, lambda text: len(text) > 3)
hangs_in_encode = Codec(spin, astral, "encode")
hangs = Codec(spin, lambda text: True)
forks_and_dies = Codec(fork_and_die)
leaks = Codec(lambda text: kept.append(bytearray(b"x") * (1 << 18)), lambda text: True)
incoherent = Codec(refuse_one_surrogate, lambda text: True)
