"""Families of inputs. Each grows in one way, so each shows another step of a codec that may take too long."""

from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import NamedTuple

from ..codec import second
from ..suite.outcome import Call, Operation

# Doubling, from a word to a text field of 64 Ki characters.
SIZES = tuple(1 << power for power in range(4, 17))
_A, _UMLAUT, _LAST = ord("a"), 0xFC, 0x10FFFD
_DIGIT = 0x660  # Arabic: an IDNA library may look through the whole label for each of them (CVE-2024-3651)
# As many code points as the largest size, consecutive but for the surrogates: no delta needs 32 bits.
_DISTINCT = (*range(0x4E00, 0xD800), *range(0xE000, 0x15600))


class Family(NamedTuple):
    """Inputs of one kind and any size. Each begins with the letter a.

    Attributes:
        name: for options and reports.
        about: the inputs in words.
        text: the decoded side of a size, in code points.
        encoded: the encoded side of a size if it is not the form of the text; then only a decoder is asked.
    """

    name: str
    about: str
    text: Callable[[int], tuple[int, ...]]
    encoded: Callable[[int], str] | None = None

    @property
    def operations(self) -> tuple[Operation, ...]:
        """The operations whose time it shows."""
        return (Operation.DECODE,) if self.encoded else (Operation.ENCODE, Operation.DECODE)

    def call(self, operation: Operation, size: int, letter: int = 0) -> Call:
        """The call of a size.

        Args:
            operation: to ask.
            size: code points of the decoded side.
            letter: from 0 to 25, puts this letter first. It makes as much work as any other, but a codec that keeps its
                last answers has none for it.
        """
        if operation is Operation.ENCODE:
            points = self.text(size)
        else:
            points = tuple(map(ord, self.encoded(size) if self.encoded else _form(self.text(size))))
        return Call(operation, (_A + letter, *points[1:]))


@lru_cache(maxsize=2 * len(SIZES))
def _form(text: tuple[int, ...]) -> str:
    """The encoded form of a text, kept for the next codec that is asked. This encoder needs n log n steps."""
    return second.encode_code_points(text)


def trivial(operation: Operation, size: int, letter: int = 0) -> Call:
    """A call with nothing to insert, whose time is mostly that of the pipe."""
    points = (_A + letter, *(_A,) * (size - 1)) if size else ()
    return Call(operation, points if operation is Operation.ENCODE or size < 2 else (*points[:-1], ord("-")))


def _shuffled(size: int) -> tuple[int, ...]:
    return (_A, *Random(size).sample(_DISTINCT[: size - 1], size - 1))


def _mixed(size: int) -> tuple[int, ...]:
    random = Random(size)
    return (_A, *(random.choice((random.randrange(97, 123), random.choice(_DISTINCT[:3000]))) for _ in range(size - 1)))


FAMILIES = (
    Family("literal", "a long literal part", lambda n: (_A,) * (n - 1) + (_UMLAUT,)),
    Family("repeated", "one repeated code point", lambda n: (_A, *(_DIGIT,) * (n - 1))),
    Family("ascending", "distinct ascending code points", lambda n: (_A, *_DISTINCT[: n - 1])),
    Family("descending", "distinct descending code points", lambda n: (_A, *_DISTINCT[: n - 1][::-1])),
    Family("shuffled", "distinct shuffled code points", _shuffled),
    Family("huge-delta", "one huge delta", lambda n: (_A,) * (n - 1) + (_LAST,)),
    # 9 is the digit 35, above each threshold, so this number never ends.
    Family("digits", "a number of many digits", lambda n: (), lambda n: "a-" + "9" * n),
    Family("invalid-end", "text that is invalid at the end", lambda n: (), lambda n: _form(_shuffled(n)) + "!"),
    Family("mixed", "mixed text", _mixed),
)
