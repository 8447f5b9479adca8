"""Independent correct codecs: no vector and no law may fail them, except for what a choice allows."""

import random
from functools import cache
from itertools import pairwise
from typing import Any, NoReturn

from .. import codec
from ..codec import second
from .fault import Around, Fault
from .integers import integers
from .limits import LIMITED
from .malleable import DIGITS, MAX_UNICODE, Malleable, refuse


class _Second:
    """The codec by the other algorithm."""

    def encode(self, text: str) -> str:
        return second.encode_code_points(map(ord, text))

    def decode(self, encoded: str) -> str:
        return "".join(map(chr, second.decode_code_points(encoded, max_code_point=MAX_UNICODE)))


class BadPunycode(Exception):
    """No ValueError: a class of the codec's own package."""


class _OwnClass:
    def encode(self, text: str) -> str:
        return codec.encode(text)

    def decode(self, encoded: str) -> str:
        try:
            return codec.decode(encoded)
        except ValueError as error:
            raise BadPunycode(str(error)) from None


class _Annotating:
    """Appendix A: the last digit of a delta is a capital where the code point is one. Nothing is folded."""

    def encode(self, text: str) -> str:
        return codec.encode_annotated([ord(c) for c in text], [c.isupper() for c in text])

    def decode(self, encoded: str) -> str:
        return codec.decode(encoded)


class _Delayed:
    """6.4: integers of 32 bits that wrap; the result is encoded again, and refused if that gives something else."""

    def encode(self, text: str) -> str:
        return codec.encode(text)

    def decode(self, encoded: str) -> str:
        decoded = Malleable(fit=integers(32, "i w n"), text=_joined).decode(encoded)
        again = codec.encode(decoded)
        literal = again.rfind("-") + 1
        same = again[:literal] == encoded[:literal] and again[literal:] == encoded[literal:].lower()
        return decoded if same else refuse("overflow")


def _joined(points: list[int]) -> str:
    return "".join(map(chr, points))


class _Chained:
    """Inserts into a linked list, in which it walks to each place. Cell 0 is before the text."""

    def encode(self, text: str) -> str:
        return codec.encode(text)

    def decode(self, encoded: str) -> str:
        places: list[int] = []

        def insert(output: list[int], i: int, n: int) -> None:
            places.append(i)
            output.append(n)

        def text(output: list[int]) -> str:
            literal = len(output) - len(places)
            following = [*range(1, literal + 1), 0]
            for cell, place in enumerate(places, literal + 1):
                at = 0
                for _ in range(place):
                    at = following[at]
                following.append(following[at])
                following[at] = cell
            at, points = following[0], []
            while at:
                points.append(output[at - 1])
                at = following[at]
            return "".join(map(chr, points))

        return Malleable(insert=insert, text=text).decode(encoded)


class _AfterCPython:
    """Python's own codec, with the handling of a leading delimiter fixed."""

    def encode(self, text: str) -> str:
        return text.encode("punycode").decode("ascii")

    def decode(self, encoded: str) -> str:
        if encoded.rfind("-") == 0:
            refuse("a leading delimiter is not consumed")
        return encoded.encode("ascii").decode("punycode")


class _Octets:
    """The encoded side in bytes, as in Python's registry."""

    def encode(self, text: str) -> Any:
        return codec.encode(text).encode("ascii")

    def decode(self, encoded: Any) -> str:
        return codec.decode(encoded.decode("ascii"))


class _Caching:
    """Keeps its results, under keys that are different for all inputs."""

    def __init__(self) -> None:
        self.encode = cache(codec.encode)
        self.decode = cache(codec.decode)


def _float(value: int, variable: str) -> int:
    return int(float(value)) if value >> 1000 == 0 else refuse("infinite")


class _ByChance:
    """Section 5: a mixture of cases is allowed where it annotates, so this breaks a SHOULD."""

    def __init__(self) -> None:
        self._pick = random.Random(5)

    def encode(self, text: str) -> str:
        encoded = codec.encode(text)
        literal = encoded.rfind("-") + 1
        return encoded[:literal] + "".join(self._pick.choice((c, c.upper())) for c in encoded[literal:])

    def decode(self, encoded: str) -> str:
        return codec.decode(encoded)


def _control(name: str, says: str, **steps: Any) -> Fault:
    return Fault(name, says, "", lambda: Malleable(**steps))


def _limited(limit: int) -> Fault:
    def within(s: str) -> str:
        return s if len(s) <= limit else refuse("too long")

    says = f"Forms of more than {limit} characters are refused."
    return Fault(f"at-most-{limit}", says, "", lambda: Around(codec=Malleable(), encoded=within, to_decode=within))


def _scalar(c: int) -> int:
    return c if c <= MAX_UNICODE and not 0xD800 <= c <= 0xDFFF else refuse("not a scalar value")


def _scalars(text: str) -> list[int]:
    return [_scalar(ord(c)) for c in text]


def _has_pair(points: list[int]) -> bool:
    return any(a >> 10 == 0x36 and b >> 10 == 0x37 for a, b in pairwise(points))


def _unpaired(points: list[int]) -> list[int]:
    return refuse("a pair of surrogates") if _has_pair(points) else points


def _well_formed(points: list[int]) -> list[int]:
    lone = "".join(map(chr, points)).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").count("\ufffd")
    return refuse("a surrogate in no pair") if lone > points.count(0xFFFD) else points


def _inserted_unpaired(output: list[int], i: int, n: int) -> None:
    output.insert(i, n)
    _unpaired(output[max(i - 1, 0) : i + 2])


def _unicode_error(*about: object) -> NoReturn:
    raise UnicodeDecodeError("punycode", b"", 0, 1, "bad")


_ALL = (
    Fault("reference-codec", "The reference codec.", "", lambda: codec),
    Fault("second-codec", "The second codec, which sorts insertions and counts places in a tree.", "", _Second),
    _control("malleable-codec", "The codec that faults are made from, unchanged."),
    Fault("linked-list", "Code points are inserted into a linked list.", "", _Chained),
    Fault("cpython-fixed", "Python's own codec, with the handling of a leading delimiter fixed.", "", _AfterCPython),
    Fault("own-exception", "Refusals are a class of the codec's own package, and no ValueError.", "", _OwnClass),
    _control("unicode-error", "A truncated delta is a UnicodeError.", ended=_unicode_error),
    Fault("encoded-octets", "The encoded side is bytes.", "", _Octets),
    Fault("cached-results", "Results are kept, under keys that are different for all inputs.", "", _Caching),
    Fault("annotating-encoder", "Mixed-case annotation for capitals that are not ASCII.", "", _Annotating),
    Fault(
        "delayed-detection", "Integers wrap at 32 bits, and overflow is found by encoding again (6.4).", "", _Delayed
    ),
    _control("upper-case-digits", "Digits are written in upper case.", digits=DIGITS.upper()),
    _control(
        "clamps-without-tmin",
        "k <= bias, without + tmin, as 6.2 allows.",
        threshold=lambda k, bias, tmin, tmax: tmin if k <= bias else min(k - bias, tmax),
    ),
    _control(
        "clamps-past-tmax",
        "k > bias + tmax, which comes to the same.",
        threshold=lambda k, bias, tmin, tmax: tmax if k > bias + tmax else max(k - bias, tmin),
    ),
    *(
        _control(f"integers-{bits}", f"Integers of {bits} bits; overflow is refused.", fit=integers(bits))
        for bits in (26, 27, 31, 32, 53, 63, 64)
    ),
    *map(_limited, (59, 63, 255, 256)),
    *LIMITED,
    _control(
        "floats-of-64-bits",
        "Integers are floats of 64 bits, exact to 53.",
        fit=_float,
    ),
    Fault("digits-in-any-case", "Each digit is written in upper or lower case, by chance.", "", _ByChance),
    _control("scalar-values", "Surrogates are refused on both sides.", points=_scalars, code_point=_scalar),
    _control("encodes-scalar-values", "The encoder refuses surrogates, the decoder gives them.", points=_scalars),
    _control("decodes-scalar-values", "The decoder refuses surrogates, the encoder takes them.", code_point=_scalar),
    _control(
        "unpaired-surrogates",
        "A high surrogate before a low one is refused, as strings of UTF-16 have it; others are taken.",
        points=lambda text: _unpaired([ord(c) for c in text]),
        text=lambda points: _joined(_unpaired(points)),
    ),
    _control(
        "encodes-unpaired-surrogates",
        "The encoder refuses pairs of surrogates, the decoder gives them.",
        points=lambda text: _unpaired([ord(c) for c in text]),
    ),
    _control(
        "paired-surrogates",
        "Surrogates are taken in pairs only, each as a code point of its own.",
        points=lambda text: _well_formed([ord(c) for c in text]),
        text=lambda points: _joined(_well_formed(points)),
    ),
    _control(
        "inserts-unpaired-surrogates",
        "The decoder looks for a pair of surrogates at each insertion, so also where another comes between them later.",
        insert=_inserted_unpaired,
    ),
    _control(
        "scalar-values-in-31-bits",
        "Surrogates are refused, and overflow of 31 bits.",
        points=_scalars,
        code_point=_scalar,
        fit=integers(31),
    ),
)
CONTROLS = {control.name: control for control in _ALL}
