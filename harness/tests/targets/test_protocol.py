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
        (0, Call(ENCODE, (0xD800, 0x110000, 0)), b"0 encode d800 110000 0\n"),
    ],
)
def test_a_call_is_a_line(number: int, call: Call, line: bytes) -> None:
    assert protocol.request(number, *call) == line


@pytest.mark.parametrize(
    ("line", "number", "outcome"),
    [
        (b"7 ok 62 63 68 65 72 2d 6b 76 61", 7, Returned(tuple(b"bcher-kva"))),
        (b"7 ok 4E2D 4e2d 0061", 7, Returned((0x4E2D, 0x4E2D, 0x61))),
        (b"11 ok ", 11, Returned(())),
        (b"8 reject bad digit", 8, Rejected("bad digit")),
        (b"9 fault IndexError: list index out of range", 9, Crashed("IndexError: list index out of range")),
        ("10 unsupported für uns".encode(), 10, Unsupported("für uns")),
        (b"8 reject \xff", 8, Rejected("\ufffd")),
        (b"3 ok ffffffffffffffff1", 3, Returned((0xFFFFFFFFFFFFFFFF1,))),
    ],
)
def test_a_reply_is_an_outcome(line: bytes, number: int, outcome: Outcome) -> None:
    assert protocol.reply(line, {number: 9}) == (number, outcome)


BAD_REPLIES = (
    "| |ok 61|-1 ok 61|0x7 ok 61|7|7 OK 61|7 okay|7 ok -61|7 ok +61|7 ok 0x61|7 ok 6_1|7 ok U+0061|7 ok 61,62|"
    f"7 ok {'f' * 1025}|٧ ok 61|1234567890123456789 ok|conform 1|8 ok 61"
)


@pytest.mark.parametrize("line", BAD_REPLIES.split("|"))
def test_anything_else_is_a_protocol_error(line: str) -> None:
    with pytest.raises(ProtocolError):
        protocol.reply(line.encode(), {7: 9})


@pytest.mark.parametrize(("size", "fits"), [((1 << 14) + 320, True), ((1 << 14) + 321, False)])
def test_a_reply_is_at_most_16_kib_and_32_times_its_request(size: int, *, fits: bool) -> None:
    outcome = protocol.reply(b"7 reject ".ljust(size, b"x"), {7: 10})[1]
    too_long = Crashed("an answer that is far too long: 16,705 bytes to a request of 10")

    assert isinstance(outcome, Rejected) if fits else outcome == too_long


@pytest.mark.parametrize(
    ("call", "whole"),
    [
        (Call(ENCODE, ()), True),
        (Call(ENCODE, (0x61, 0xFC, 0xFFFE, 0x10FFFF)), True),
        (Call(ENCODE, (0x61, 0)), False),
        (Call(ENCODE, (0x110000,)), False),
        (Call(DECODE, tuple(b"bcher-kva")), True),
        (Call(DECODE, tuple(b"-")), True),  # to be refused, and that the codec must do
        (Call(DECODE, (0xFC,)), False),
        # The right answer cannot be held: a surrogate, and 110000; in the layer of A-labels too.
        (Call(DECODE, tuple(b"ib9b")), False),
        (Call(DECODE, tuple(b"XN--ib9b")), False),
        (Call(DECODE, tuple(b"en32g")), False),
    ],
)
def test_unsupported_is_credible_only_for_what_some_strings_cannot_hold(call: Call, *, whole: bool) -> None:
    assert protocol.credible(call, Unsupported("x")) == (Evaded("x") if whole else Unsupported("x"))
    assert protocol.credible(call, Rejected("x")) == Rejected("x")


def test_a_handshake_describes_the_target() -> None:
    line = "conform 1 name=libidn version=1.41 language=C%23 ops=decode surrogates=reject lacks=2E,10ffff echo=yes"
    handshake = protocol.handshake(line.encode())
    bare = protocol.handshake(b"conform 1")

    assert handshake[:5] == ("libidn", "1.41", "C#", (DECODE,), {"surrogates": "reject"})
    assert (handshake.lacks, handshake.echo, handshake.threads) == (frozenset({0x2E, 0x10FFFF}), True, False)
    assert (bare.operations, bare.lacks, bare.echo) == ((ENCODE, DECODE), frozenset(), False)
    assert protocol.handshake(b"conform 1 error=no%20libpuny%1B[31m").error == "no libpuny\\x1b[31m"


BAD_HANDSHAKES = (
    "|hello|conform|conform 2|conform 1.0|conform 1 name|conform 1 =x|conform 1 name=a name=b|conform 1 ops=|"
    "conform 1 ops=encode,explain|conform 1 echo=true|conform 1 lacks=.|conform 1 lacks=2e,|conform 1 lacks=U%2B002E|"
    f"conform 1 lacks=0x2e|conform 1 lacks=+2e|conform 1 lacks=1000000|conform 1 lacks={','.join(['2e'] * 17)}"
)


@pytest.mark.parametrize("line", BAD_HANDSHAKES.split("|"))
def test_a_bad_handshake_is_a_protocol_error(line: str) -> None:
    with pytest.raises(ProtocolError):
        protocol.handshake(line.encode())
