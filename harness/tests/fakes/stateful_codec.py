"""Codecs with state, named by what they do: some can be called in several threads at once, others begin wrongly."""

import threading
import time
from collections.abc import Callable

from punycode_conform import codec

Function = Callable[[str], str]


class sound:
    encode = staticmethod(codec.encode)
    decode = staticmethod(codec.decode)


class with_a_shared_buffer:
    """As in C with a static buffer: two threads write into one."""

    def __init__(self) -> None:
        self.buffer: list[str] = []

    def through(self, function: Function, text: str) -> str:
        self.buffer.clear()
        time.sleep(0.001)  # another thread goes on here
        self.buffer.extend(function(text))
        # And here: with one pause alone two threads can take turns so that neither disturbs the other.
        time.sleep(0.001)
        return "".join(self.buffer)

    def encode(self, text: str) -> str:
        return self.through(codec.encode, text)

    def decode(self, label: str) -> str:
        return self.through(codec.decode, label)


class with_a_lock(with_a_shared_buffer):
    lock = threading.Lock()

    def through(self, function: Function, text: str) -> str:
        with self.lock:
            return super().through(function, text)


class with_a_buffer_for_each_thread(with_a_shared_buffer):
    def __init__(self) -> None:
        self.own = threading.local()

    def through(self, function: Function, text: str) -> str:
        self.own.buffer = list(function(text))
        return "".join(self.own.buffer)


class that_waits_for_itself:
    """Two locks, taken in another order by each function."""

    one, other = threading.Lock(), threading.Lock()

    def encode(self, text: str) -> str:
        with self.one:
            time.sleep(0.001)
            with self.other:
                return codec.encode(text)

    def decode(self, label: str) -> str:
        with self.other:
            time.sleep(0.001)
            with self.one:
                return codec.decode(label)


class that_begins:
    """What the first call of a process sets remains wrong, if that call is of this kind."""

    def __init__(self, kind: Callable[[str, bool], bool]) -> None:
        self.kind = kind
        self.wrong: bool | None = None

    def of(self, function: Function, text: str) -> str:
        try:
            result, refused = function(text), False
        except ValueError:
            result, refused = "", True
        if self.wrong is None:
            self.wrong = self.kind(text, refused)
        if refused:
            raise ValueError("refused")
        return result + "a" if self.wrong else result

    def encode(self, text: str) -> str:
        return self.of(codec.encode, text)

    def decode(self, label: str) -> str:
        return self.of(codec.decode, label)


begins_with_capitals = that_begins(lambda text, refused: text.isupper())
begins_with_nothing = that_begins(lambda text, refused: not text)
begins_with_a_refusal = that_begins(lambda text, refused: refused)
