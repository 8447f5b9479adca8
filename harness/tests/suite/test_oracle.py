"""What RFC 3492 says about a call, and what the choices make of it."""

import random
from collections.abc import Callable

import pytest

from punycode_conform.codec import BootstringError, Reason, decode_code_points, encode_code_points
from punycode_conform.suite.choices import Facts
from punycode_conform.suite.oracle import facts, integer_bits, other_layer
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Returned

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE


def call(operation: Operation, text: str) -> Call:
    return Call(operation, tuple(map(ord, text)))


@pytest.mark.parametrize(
    ("operation", "text", "known"),
    [
        (ENCODE, "bücher", Facts(tuple(b"bcher-kva"), length=9, encoding=True)),
        (DECODE, "", Facts(())),
        (DECODE, "bcher-KVA", Facts(tuple(map(ord, "bücher")), length=9)),
        (DECODE, "ib9b", Facts((0xD800,), length=4, surrogate=True, lone=True)),
        (DECODE, "en32g", Facts((0x110000,), length=5, beyond=True)),
        (DECODE, "-", Facts(None, "bad-digit", length=1)),
        (DECODE, "\u00fc-", Facts(None, "non-basic", length=2)),
    ],
)
def test_facts_about_a_call(operation: Operation, text: str, known: Facts) -> None:
    assert known == facts(call(operation, text))


def prefixed(text: str) -> str:
    return "xn--" + "".join(map(chr, encode_code_points(tuple(map(ord, text))).encode()))


def broken(label: str, reason: str) -> Facts:
    """A label with the prefix that is no A-label."""
    return Facts(tuple(map(ord, label)), reason, length=len(label), broken=True)


@pytest.mark.parametrize(
    ("operation", "text", "known"),
    [
        (ENCODE, "bücher", Facts(tuple(b"xn--bcher-kva"), length=13, encoding=True)),
        (ENCODE, "xn--bcher-kva", Facts(tuple(b"xn--bcher-kva"), length=13, encoding=True)),
        (ENCODE, "xn---", broken("xn---", "bad-digit")._replace(encoding=True)),
        (ENCODE, "xn--\u00fc", Facts(None, "bad-digit", length=5, encoding=True)),  # ToASCII gives ASCII, or an error
        (DECODE, "xn--\u00fc", broken("xn--\u00fc", "bad-digit")),
        (DECODE, "Xn--bcher-kva", Facts(tuple(map(ord, "bücher")), length=13, capitals=True)),
        (DECODE, "xn---", broken("xn---", "bad-digit")),
        (DECODE, "XN----", broken("XN----", "not-an-a-label")),
        (DECODE, "xn--abc-", broken("xn--abc-", "not-an-a-label")),
        (DECODE, prefixed("Ü"), broken(prefixed("Ü"), "not-an-a-label")),
        (DECODE, prefixed("u\u0308"), broken(prefixed("u\u0308"), "not-an-a-label")),
        # Which version maps them depends, so nothing is said of sharp s, final sigma and the capitals of Cherokee.
        (DECODE, prefixed("straße"), Facts(tuple(map(ord, "straße")), length=13)),
        (DECODE, "xn--ib9b", broken("xn--ib9b", "surrogate")),
    ],
)
def test_facts_about_an_a_label(operation: Operation, text: str, known: Facts) -> None:
    assert known == facts(call(operation, text), "a-label")


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
        for asked in (Call(ENCODE, points), call(DECODE, encode_code_points(points))):
            bits = integer_bits(asked)
            widths.add(bits)

            assert fits(asked, bits)
            assert bits == 26 or not fits(asked, bits - 1)
    assert len(widths) > 30


def raw(asked: Call) -> Outcome:
    text = "".join(map(chr, asked.input))
    encoded = asked.operation is ENCODE
    result = text.encode("punycode").decode() if encoded else text.encode().decode("punycode")
    return Returned(tuple(map(ord, result)))


def idna(asked: Call) -> Outcome:
    text = "".join(map(chr, asked.input))
    if asked.operation is ENCODE:
        result = text if text.isascii() else "xn--" + text.encode("punycode").decode()
    else:
        result = text.removeprefix("xn--").encode().decode("punycode") if text.lower().startswith("xn--") else text
    return Returned(tuple(map(ord, result)))


@pytest.mark.parametrize(
    ("ask", "operations", "layer", "shown"),
    [
        (raw, tuple(Operation), "punycode", ""),
        (lambda call: Crashed("boom"), tuple(Operation), "punycode", ""),
        (lambda call: (idna if call.operation is ENCODE else raw)(call), tuple(Operation), "punycode", ""),
        (idna, tuple(Operation), "punycode", 'an IDNA codec, not raw Punycode: encode of "bücher" gives "xn--bcher-kva"'),
        (idna, (DECODE,), "punycode", 'an IDNA codec, not raw Punycode: decode of "xn--bcher-kva" gives "bücher"'),
        (idna, tuple(Operation), "a-label", ""),
        (raw, tuple(Operation), "a-label", 'a codec of raw Punycode, without xn--: encode of "bücher" gives "bcher-kva"'),
    ],
)  # fmt: skip
def test_a_layer_is_another_only_if_every_operation_shows_it_twice(
    ask: Callable[[Call], Outcome], operations: tuple[Operation, ...], layer: str, shown: str
) -> None:
    assert other_layer(layer, operations, ask) == shown
