"""Independent correct codecs: no vector and no law may fail them, except for what a choice allows."""

import random
from collections.abc import Callable
from functools import cache, partial
from itertools import pairwise
from typing import Any, NoReturn

from .. import codec
from ..codec import second
from .fault import RIGHT, Functions, Row, row
from .integers import integers
from .malleable import DIGITS, MAX_UNICODE, Malleable, characters, each, refuse

_right = partial(row, clause="")


def _decoder(says: str, decode: Callable[[str], str]) -> Row:
    return _right(says, make=lambda: Functions(codec.encode, decode))


def _decoded_by_the_second(encoded: str) -> str:
    return characters(second.decode_code_points(encoded, max_code_point=MAX_UNICODE))


class BadPunycode(Exception):
    """No ValueError: a class of the codec's own package."""


def _decoded_with_an_own_error(encoded: str) -> str:
    try:
        return codec.decode(encoded)
    except ValueError as error:
        raise BadPunycode(str(error)) from None


def _annotated(text: str) -> str:
    return codec.encode_annotated([ord(c) for c in text], [c.isupper() for c in text])


def _decoded_and_encoded_again(encoded: str) -> str:
    """6.4: integers of 32 bits that wrap; the result is encoded again, and refused if that gives something else."""
    decoded = Malleable(fit=integers(32, "i w n"), joined=characters).decode(encoded)
    again = codec.encode(decoded)
    literal = again.rfind("-") + 1
    same = again[:literal] == encoded[:literal] and again[literal:] == encoded[literal:].lower()
    return decoded if same else refuse("overflow")


def _decoded_by_cpython(encoded: str) -> str:
    if encoded.rfind("-") == 0:
        refuse("a leading delimiter is not consumed")
    return encoded.encode("ascii").decode("punycode")


class _Octets:
    """The encoded side in bytes, as in Python's registry."""

    def encode(self, text: str) -> Any:
        return codec.encode(text).encode("ascii")

    def decode(self, encoded: Any) -> str:
        return codec.decode(encoded.decode("ascii"))


def _by_chance() -> Functions:
    """Section 5: a mixture of cases is allowed where it annotates, so this breaks a SHOULD."""
    pick = random.Random(5)

    def encode(text: str) -> str:
        encoded = codec.encode(text)
        literal = encoded.rfind("-") + 1
        return encoded[:literal] + "".join(pick.choice((c, c.upper())) for c in encoded[literal:])

    return Functions(encode, codec.decode)


def _float(value: int, variable: str) -> int:
    return int(float(value)) if value >> 1000 == 0 else refuse("infinite")


def _limited(limit: int, what: str, measure: Callable[[str, str], int]) -> Row:
    """Refuses by a measure of a text and its form, but no form of 59 characters that 26 bits suffice for (1.1, 6.4)."""

    def encode(text: str) -> str:
        encoded = RIGHT.encode(text)
        return encoded if measure(text, encoded) <= limit else refuse("past a limit")

    def decode(encoded: str) -> str:
        text = RIGHT.decode(encoded)
        return text if measure(text, encoded) <= limit else refuse("past a limit")

    return _right(f"What has more than {limit:,} {what} is refused.", make=lambda: Functions(encode, decode))


def _scalar(c: int) -> int:
    return c if c <= MAX_UNICODE and not 0xD800 <= c <= 0xDFFF else refuse("not a scalar value")


def _unpaired(points: list[int]) -> list[int]:
    has_pair = any(a >> 10 == 0x36 and b >> 10 == 0x37 for a, b in pairwise(points))
    return refuse("a pair of surrogates") if has_pair else points


def _well_formed(points: list[int]) -> list[int]:
    lone = characters(points).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").count("\ufffd")
    return refuse("a surrogate in no pair") if lone > points.count(0xFFFD) else points


def _inserted_unpaired(output: list[int], i: int, n: int) -> None:
    output.insert(i, n)
    _unpaired(output[max(i - 1, 0) : i + 2])


def _unicode_error(*about: object) -> NoReturn:
    raise UnicodeDecodeError("punycode", b"", 0, 1, "bad")


_CONTROLS: dict[str, Row] = {
    "reference-codec": _right("The reference codec.", make=lambda: codec),
    "second-codec": _right(
        "The second codec, which sorts insertions and counts places in a tree.",
        make=lambda: Functions(lambda text: second.encode_code_points(map(ord, text)), _decoded_by_the_second),
    ),
    "malleable-codec": _right("The codec that faults are made from, unchanged.", make=Malleable),
    "cpython-fixed": _right(
        "Python's own codec, with the handling of a leading delimiter fixed.",
        make=lambda: Functions(lambda text: text.encode("punycode").decode("ascii"), _decoded_by_cpython),
    ),
    "own-exception": _decoder("Refusals are the codec's own class, and no ValueError.", _decoded_with_an_own_error),
    "unicode-error": _right("A truncated delta is a UnicodeError.", ended=_unicode_error),
    "encoded-octets": _right("The encoded side is bytes.", make=_Octets),
    "cached-results": _right(
        "Results are kept, under keys that are different for all inputs.",
        make=lambda: Functions(cache(codec.encode), cache(codec.decode)),
    ),
    "annotating-encoder": _right(
        "Mixed-case annotation for capitals that are not ASCII.", make=lambda: Functions(_annotated, codec.decode)
    ),
    "delayed-detection": _decoder("Overflow of 32 bits is found by encoding again (6.4).", _decoded_and_encoded_again),
    "upper-case-digits": _right("Digits are written in upper case.", digits=DIGITS.upper()),
    "clamps-without-tmin": _right(
        "k <= bias, without + tmin, as 6.2 allows.",
        threshold=lambda k, bias, tmin, tmax: tmin if k <= bias else min(k - bias, tmax),
    ),
    "clamps-past-tmax": _right(
        "k > bias + tmax, which comes to the same.",
        threshold=lambda k, bias, tmin, tmax: tmax if k > bias + tmax else max(k - bias, tmin),
    ),
    **{
        f"integers-{bits}": _right(f"Integers of {bits} bits; overflow is refused.", fit=integers(bits))
        for bits in (26, 27, 31, 32, 53, 63, 64)
    },
    **{
        f"at-most-{limit}": _limited(limit, "characters in the form", lambda text, encoded: len(encoded))
        for limit in (59, 63, 255, 256)
    },
    "limited-insertions": _limited(59, "insertions", lambda text, encoded: sum(c > "\x7f" for c in text)),
    "limited-octets": _limited(
        4 * 59, "octets of UTF-8", lambda text, encoded: len(text.encode("utf-8", "surrogatepass"))
    ),
    "limited-by-6-4": _limited(
        (MAX_UNICODE - 0x80) * 60,
        "states by the formula of section 6.4",
        lambda text, encoded: max((ord(c) - 0x80 for c in text), default=0) * (len(text) + 1),
    ),
    "limited-work": _limited(59**2, "steps of the encoder's loops", lambda text, encoded: len(text) * len(set(text))),
    "floats-of-64-bits": _right("Integers are floats of 64 bits, exact to 53.", fit=_float),
    "digits-in-any-case": _right("Each digit is written in upper or lower case, by chance.", make=_by_chance),
    "scalar-values": _right("Surrogates are refused on both sides.", points=each(_scalar), code_point=_scalar),
    "encodes-scalar-values": _right("The encoder refuses surrogates, the decoder gives them.", points=each(_scalar)),
    "decodes-scalar-values": _right("The decoder refuses surrogates, the encoder takes them.", code_point=_scalar),
    "unpaired-surrogates": _right(
        "A high surrogate before a low one is refused, as strings of UTF-16 have it; others are taken.",
        points=lambda text: _unpaired([ord(c) for c in text]),
        joined=lambda points: characters(_unpaired(points)),
    ),
    "encodes-unpaired-surrogates": _right(
        "The encoder alone refuses pairs of surrogates.",
        points=lambda text: _unpaired([ord(c) for c in text]),
    ),
    "paired-surrogates": _right(
        "Surrogates are taken in pairs only, each as a code point of its own.",
        points=lambda text: _well_formed([ord(c) for c in text]),
        joined=lambda points: characters(_well_formed(points)),
    ),
    "inserts-unpaired-surrogates": _right(
        "The decoder looks for a pair of surrogates at each insertion, so also where another comes between them later.",
        insert=_inserted_unpaired,
    ),
    "scalar-values-in-31-bits": _right(
        "Surrogates are refused, and overflow of 31 bits.", points=each(_scalar), code_point=_scalar, fit=integers(31)
    ),
}
CONTROLS = {name: control(name) for name, control in _CONTROLS.items()}
