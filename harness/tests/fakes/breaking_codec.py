"""Codecs that break down for real, as targets of an import path: ``breaking_codec:NAME``. Most do at a capital letter."""

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
count = 0


class Codec:
    """The reference codec, but for what it does first with some inputs."""

    def __init__(self, act: Callable[[str], object], when: Callable[[str], bool], *, encodes: bool = False) -> None:
        self._act = act
        self._when = when
        self._encodes = encodes

    def encode(self, text: str) -> str:
        if self._encodes and self._when(text):
            self._act(text)
        return codec.encode(text)

    def decode(self, encoded: str) -> str:
        if not self._encodes and self._when(encoded):
            self._act(encoded)
        return codec.decode(encoded)


def capital(text: str) -> bool:
    return text != text.lower()


def always(text: str) -> bool:
    return True


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
    one = threading.Lock()
    with one, one:
        pass


def fork_and_die(text: str) -> None:
    subprocess.Popen([sys.executable, "-c", SLEEPER], start_new_session=True)
    os.abort()


def leak(text: str) -> None:
    kept.append(bytearray(b"x") * (1 << 18))


def refuse_one_surrogate(encoded: str) -> None:
    if "\udfff" in codec.decode(encoded):
        raise ValueError


segfaults = Codec(segfault, capital)
segfaults_in_encode = Codec(segfault, lambda text: max(text, default="") > "\uffff", encodes=True)
exits = Codec(lambda text: os._exit(3), capital)
quits = Codec(sys.exit, capital)
recurses = Codec(recurse, capital)
interrupts = Codec(interrupt, capital)
spins = Codec(spin, capital)
deadlocks = Codec(lock_and_ignore_signals, capital)
hangs_on_nearly_all = Codec(spin, lambda text: len(text) > 3)
hangs_in_encode = Codec(spin, lambda text: max(text, default="") > "\uffff", encodes=True)
hangs = Codec(spin, always)
forks_and_dies = Codec(fork_and_die, capital)
leaks = Codec(leak, always)
incoherent = Codec(refuse_one_surrogate, always)
