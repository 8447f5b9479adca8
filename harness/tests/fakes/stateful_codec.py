"""Codecs with state, named by what they do: some can be called in several threads at once, others begin wrongly."""

import threading
import time
from collections.abc import Callable
from functools import partial

from punycode_conform import codec

Function = Callable[[str], str]
Way = Callable[[Function, str], str]


class Codec:
    """The reference codec, called in some way, which may differ by side."""

    def __init__(self, encoding: Way, decoding: Way | None = None) -> None:
        self.encode = partial(encoding, codec.encode)
        self.decode = partial(decoding or encoding, codec.decode)


def _through(buffer: list[str], function: Function, text: str) -> str:
    """As in C with a static buffer: two threads write into one."""
    buffer.clear()
    time.sleep(0.001)  # another thread goes on here
    buffer.extend(function(text))
    # And here: with one pause alone two threads can take turns so that neither disturbs the other.
    time.sleep(0.001)
    return "".join(buffer)


def _holding(*locks: threading.Lock) -> Way:
    """Each lock is taken, with a pause after it."""

    def way(function: Function, text: str) -> str:
        if not locks:
            return function(text)
        with locks[0]:
            time.sleep(0.001)
            return _holding(*locks[1:])(function, text)

    return way


ONE, OTHER = threading.Lock(), threading.Lock()
OWN = threading.local()
sound = Codec(_holding())
with_a_shared_buffer = Codec(partial(_through, []))
with_a_lock = Codec(_holding(ONE))
with_a_buffer_for_each_thread = Codec(
    lambda function, text: _through(OWN.__dict__.setdefault("own", []), function, text)
)
# Two locks, taken in another order by each function.
that_waits_for_itself = Codec(_holding(ONE, OTHER), _holding(OTHER, ONE))


def _that_begins(kind: Callable[[str, bool], bool]) -> Codec:
    """What the first call of a process sets remains wrong, if that call is of this kind."""
    wrong: list[bool] = []

    def way(function: Function, text: str) -> str:
        try:
            result = function(text)
        except ValueError:
            wrong.append(kind(text, True))
            raise
        wrong.append(kind(text, False))
        return result + "a" if wrong[0] else result

    return Codec(way)


begins_with_capitals = _that_begins(lambda text, refused: text.isupper())
begins_with_nothing = _that_begins(lambda text, refused: not text)
begins_with_a_refusal = _that_begins(lambda text, refused: refused)
