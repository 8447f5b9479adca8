"""What RFC 3492 says about a call, and what the choices make of it."""

import random

import pytest

from punycode_conform.codec import BootstringError, Reason, decode_code_points, encode_code_points
from punycode_conform.suite.choices import Facts
from punycode_conform.suite.oracle import facts, integer_bits, other_layer
from punycode_conform.suite.outcome import Call, Crashed, Operation

from .answers import decode, encode, gives

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE


@pytest.mark.parametrize(
    ("call", "known"),
    [
        (encode("bücher"), Facts(tuple(b"bcher-kva"), length=9, encoding=True)),
        (decode(""), Facts(())),
        (decode("bcher-KVA"), Facts(tuple(map(ord, "bücher")), length=9)),
        (decode("ib9b"), Facts((0xD800,), length=4, surrogate=True, lone=True)),
        (decode("en32g"), Facts((0x110000,), length=5, beyond=True)),
        (decode("-"), Facts(None, "bad-digit", length=1)),
        (decode("\u00fc-"), Facts(None, "non-basic", length=2)),
    ],
)
def test_facts_about_a_call(call: Call, known: Facts) -> None:
    assert known == facts(call)


def prefixed(text: str) -> str:
    return "xn--" + "".join(map(chr, encode_code_points(tuple(map(ord, text))).encode()))


def broken(label: str, reason: str) -> Facts:
    """A label with the prefix that is no A-label."""
    return Facts(tuple(map(ord, label)), reason, broken=True)


@pytest.mark.parametrize(
    ("call", "known"),
    [
        (encode("bücher"), Facts(tuple(b"xn--bcher-kva"), length=9, encoding=True)),
        (encode("xn--bcher-kva"), Facts(tuple(b"xn--bcher-kva"), length=9, encoding=True)),
        (encode("xn---"), broken("xn---", "bad-digit")._replace(encoding=True)),
        (encode("xn--\u00fc"), Facts(None, "bad-digit", encoding=True)),  # ToASCII gives ASCII, or an error
        (decode("xn--\u00fc"), broken("xn--\u00fc", "bad-digit")),
        (decode("Xn--bcher-kva"), Facts(tuple(map(ord, "bücher")), length=9, capitals=True)),
        (decode("xn---"), broken("xn---", "bad-digit")),
        (decode("XN----"), broken("XN----", "not-an-a-label")),
        (decode("xn--abc-"), broken("xn--abc-", "not-an-a-label")),
        (decode(prefixed("Ü")), broken(prefixed("Ü"), "not-an-a-label")),
        (decode(prefixed("u\u0308")), broken(prefixed("u\u0308"), "not-an-a-label")),
        # Which version maps them depends, so nothing is said of sharp s, final sigma and the capitals of Cherokee.
        (decode(prefixed("straße")), Facts(tuple(map(ord, "straße")), length=9)),
        (decode("xn--ib9b"), broken("xn--ib9b", "surrogate")),
    ],
)
def test_facts_about_an_a_label(call: Call, known: Facts) -> None:
    assert known == facts(call, "a-label")


def test_integer_bits_are_the_narrowest_that_do() -> None:
    pick = random.Random(3492)

    def fits(asked: Call, bits: int) -> bool:
        try:
            if asked.operation is ENCODE:
                encode_code_points(asked.input, bits=bits)
            else:
                decode_code_points("".join(map(chr, asked.input)), bits=bits)
        except BootstringError as error:
            return error.reason is not Reason.OVERFLOW
        return True

    widths = set()
    for _ in range(300):
        high = 2 ** pick.randrange(7, 70)
        points = tuple(pick.choice((0x61, pick.randrange(high))) for _ in range(pick.randrange(1, 40)))
        for asked in (Call(ENCODE, points), decode(encode_code_points(points))):
            bits = integer_bits(asked)
            widths.add(bits)

            assert fits(asked, bits)
            assert bits == 26 or not fits(asked, bits - 1)
    assert len(widths) > 30


RAW = {encode("bücher"): "bcher-kva", encode("abc"): "abc-", decode("bcher-kva"): "bücher"}
IDNA = {encode("bücher"): "xn--bcher-kva", encode("abc"): "abc", decode("xn--bcher-kva"): "bücher"}
HALF = RAW | {call: IDNA[call] for call in (encode("bücher"), encode("abc"))}


@pytest.mark.parametrize(
    ("codec", "operations", "layer", "shown"),
    [
        (RAW, tuple(Operation), "punycode", ""),
        ({}, tuple(Operation), "punycode", ""),
        (HALF, tuple(Operation), "punycode", ""),
        (IDNA, tuple(Operation), "punycode", 'an IDNA codec, not raw Punycode: encode of "bücher" gives "xn--bcher-kva"'),
        (IDNA, (DECODE,), "punycode", 'an IDNA codec, not raw Punycode: decode of "xn--bcher-kva" gives "bücher"'),
        (IDNA, tuple(Operation), "a-label", ""),
        (RAW, tuple(Operation), "a-label", 'a codec of raw Punycode, without xn--: encode of "bücher" gives "bcher-kva"'),
    ],
)  # fmt: skip
def test_a_layer_is_another_only_if_every_operation_shows_it_twice(
    codec: dict[Call, str], operations: tuple[Operation, ...], layer: str, shown: str
) -> None:
    assert (
        other_layer(layer, operations, lambda call: gives(codec[call]) if call in codec else Crashed("boom")) == shown
    )
