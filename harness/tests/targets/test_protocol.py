"""The protocol, line by line. Old adapters rely on these transcripts, so they stay as they are."""

import pytest

from punycode_conform.suite.outcome import Call, Crashed, Evaded, Operation, Outcome, Rejected, Returned, Unsupported
from punycode_conform.targets import protocol
from punycode_conform.targets.protocol import ProtocolError

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE


@pytest.mark.parametrize(
    ("number", "call", "line"),
    [
        (7, Call(ENCODE, (0x62, 0xFC, 0x63, 0x68, 0x65, 0x72)), b"7 encode 62 fc 63 68 65 72\n"),
        (8, Call(DECODE, (0x2D,)), b"8 decode 2d\n"),
        (11, Call(ENCODE, ()), b"11 encode\n"),
        (0, Call(ENCODE, (0xD800, 0x110000, 0)), b"0 encode d800 110000 0\n"),
    ],
)
def test_a_call_is_a_line(number: int, call: Call, line: bytes) -> None:
    assert protocol.request(number, call) == line


@pytest.mark.parametrize(
    ("line", "number", "outcome"),
    [
        (b"7 ok 62 63 68 65 72 2d 6b 76 61", 7, Returned(tuple(b"bcher-kva"))),
        (b"7 ok 4E2D 4e2d 0061", 7, Returned((0x4E2D, 0x4E2D, 0x61))),
        (b"11 ok", 11, Returned(())),
        (b"11 ok ", 11, Returned(())),
        (b"8 reject bad digit", 8, Rejected("bad digit")),
        (b"8 reject", 8, Rejected("")),
        (b"9 fault IndexError: list index out of range", 9, Crashed("IndexError: list index out of range")),
        (b"9 fault", 9, Crashed("fault")),
        (b"10 unsupported", 10, Unsupported("")),
        ("10 unsupported für uns".encode(), 10, Unsupported("für uns")),
        (b"8 reject \xff", 8, Rejected("\ufffd")),
        (b"3 ok ffffffffffffffff1", 3, Returned((0xFFFFFFFFFFFFFFFF1,))),
    ],
)
def test_a_reply_is_an_outcome(line: bytes, number: int, outcome: Outcome) -> None:
    assert (protocol.identity(line), protocol.reply(line)) == (number, outcome)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b" ",
        b"ok 61",
        b"-1 ok 61",
        b"0x7 ok 61",
        b"7",
        b"7 OK 61",
        b"7 okay",
        b"7 ok -61",
        b"7 ok +61",
        b"7 ok 0x61",
        b"7 ok 6_1",
        b"7 ok U+0061",
        b"7 ok 61,62",
        b"7 ok " + b"f" * 1025,
        "٧ ok 61".encode(),
        b"1234567890123456789 ok",
        b"conform 1",
    ],
)
def test_anything_else_is_a_protocol_error(line: bytes) -> None:
    def both() -> None:
        protocol.identity(line)
        protocol.reply(line)

    with pytest.raises(ProtocolError):
        both()


def test_a_handshake_says_who_is_there() -> None:
    line = b"conform 1 name=libidn version=1.41 language=C ops=encode,decode surrogates=reject"
    said = protocol.handshake(line)

    assert (said.name, said.version, said.language) == ("libidn", "1.41", "C")
    assert said.operations == (ENCODE, DECODE)
    assert said.declared == {"surrogates": "reject"}


@pytest.mark.parametrize(
    ("value", "lacks"),
    [
        ("", set()),
        ("2e", {0x2E}),
        ("2E,3002,ff0e,FF61", {0x2E, 0x3002, 0xFF0E, 0xFF61}),
        ("0,10ffff", {0, 0x10FFFF}),
        (",".join(f"{c:x}" for c in range(16)), set(range(16))),
    ],
)
def test_a_handshake_says_which_code_points_the_target_cannot_be_given(value: str, lacks: set[int]) -> None:
    assert protocol.handshake(f"conform 1 lacks={value}".encode()).lacks == lacks
    assert protocol.handshake(b"conform 1").lacks == set()


@pytest.mark.parametrize(
    ("call", "whole"),
    [
        (Call(ENCODE, ()), True),
        (Call(ENCODE, (0x61, 0xFC, 0x10FFFF)), True),
        (Call(ENCODE, (0x61,) * 5000), True),
        (Call(ENCODE, (0xFFFE, 0xFFFD, 0xFEFF)), True),
        (Call(ENCODE, (0x61, 0)), False),
        (Call(ENCODE, (0xD800,)), False),
        (Call(ENCODE, (0xDFFF, 0x61)), False),
        (Call(ENCODE, (0x110000,)), False),
        (Call(DECODE, ()), True),
        (Call(DECODE, tuple(b"bcher-kva")), True),
        (Call(DECODE, tuple(b"xn--bcher-kva")), True),
        (Call(DECODE, tuple(b"-")), True),  # to be refused, and that the codec must do
        (Call(DECODE, tuple(b"99999999")), True),
        (Call(DECODE, tuple(b"a\0-")), False),
        (Call(DECODE, (0xFC,)), False),
        # The right answer cannot be held: a surrogate, and 110000; in the layer of A-labels too.
        (Call(DECODE, tuple(b"ib9b")), False),
        (Call(DECODE, tuple(b"XN--ib9b")), False),
        (Call(DECODE, tuple(b"en32g")), False),
    ],
)
def test_unsupported_is_credible_only_for_what_some_strings_cannot_hold(call: Call, whole: bool) -> None:
    said = protocol.credible(call, Unsupported("x"))

    assert said == (Evaded("x") if whole else Unsupported("x"))
    assert protocol.credible(call, Rejected("x")) == Rejected("x")


def test_a_handshake_may_be_bare_and_its_values_are_percent_encoded() -> None:
    assert protocol.handshake(b"conform 1").operations == (ENCODE, DECODE)
    assert protocol.handshake(b"conform 1 language=C%23 ops=decode").language == "C#"
    assert protocol.handshake(b"conform 1 language=C%23 ops=decode").operations == (DECODE,)
    assert protocol.handshake(b"conform 1 error=no%20libpuny%1B[31m").error == "no libpuny\\x1b[31m"


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"hello",
        b"conform",
        b"conform 2",
        b"conform 1.0",
        b"conform 1 name",
        b"conform 1 =x",
        b"conform 1 name=a name=b",
        b"conform 1 ops=",
        b"conform 1 ops=encode,explain",
        b"conform 1 lacks=.",
        b"conform 1 lacks=2e,",
        b"conform 1 lacks=U%2B002E",
        b"conform 1 lacks=0x2e",
        b"conform 1 lacks=+2e",
        b"conform 1 lacks=1000000",
        b"conform 1 lacks=" + b",".join([b"2e"] * 17),
    ],
)
def test_a_bad_handshake_is_a_protocol_error(line: bytes) -> None:
    with pytest.raises(ProtocolError):
        protocol.handshake(line)
