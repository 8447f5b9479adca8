"""Shared: codecs in this process that a sweep can ask, small domains, and a whole sweep over them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from punycode_conform import codec
from punycode_conform.suite.choices import Choices
from punycode_conform.suite.outcome import Call, Crashed, Hiccup, Operation, Outcome, Rejected, Returned, Unsupported
from punycode_conform.sweep.domain import Domain, Space
from punycode_conform.sweep.sweep import Sweep
from punycode_conform.sweep.totals import Totals

Points = tuple[int, ...]


def points(text: str) -> Points:
    return tuple(map(ord, text))


STRINGS = Domain(Operation.DECODE, points("abz09-A"), 3)
LONGER = Domain(Operation.DECODE, STRINGS.symbols, 4)
SEQUENCES = Domain(Operation.ENCODE, (0x61, 0x2D, 0x41, 0x80, 0xFC, 0x10FFFF), 3)
SURROGATES = Domain(Operation.ENCODE, (0x61, 0xD800, 0xDFFF), 2)


def encode(decoded: Points) -> Points:
    return points(codec.encode_code_points(decoded))


def decode(encoded: Points) -> Points:
    return tuple(codec.decode_code_points("".join(map(chr, encoded)), max_code_point=0x10FFFF))


@dataclass
class Codec:
    """An asker over two functions in this process."""

    encode: Callable[[Points], Points] = encode
    decode: Callable[[Points], Points] = decode
    hiccups: list[Hiccup] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)

    def ask(self, calls: Sequence[Call]) -> Iterator[tuple[int, Outcome]]:
        self.sizes.append(len(calls))
        for index, call in reversed(list(enumerate(calls))):  # answers need not come in order
            yield index, self.one(call)

    def one(self, call: Call) -> Outcome:
        try:
            return Returned((self.encode if call.operation is Operation.ENCODE else self.decode)(call.input))
        except NotImplementedError:
            return Unsupported()
        except ValueError:
            return Rejected()
        except Exception as error:
            return Crashed(f"{type(error).__name__}: {error}")

    def goodbye(self) -> None:
        """Not asked of a sweep."""

    def finish(self) -> None:
        """Nothing is left to end."""


def swept(asker: Codec, *domains: Domain, choices: Choices | None = None, round_trip: bool = True) -> Totals:
    """The totals of a whole sweep."""
    going = Sweep(Space(domains or (STRINGS, SEQUENCES)), choices or Choices(), asker, round_trip=round_trip)
    for _ in going.steps():
        pass
    return going.totals


def drops_a_leading_delimiter(encoded: Points) -> Points:
    return decode(encoded[1:] if encoded[:1] == points("-") and encoded.count(0x2D) == 1 else encoded)
