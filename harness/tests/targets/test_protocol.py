"""The protocol, line by line. Old adapters rely on these transcripts, so they stay as they are."""

import pytest

from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, Unsupported
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
    ],
)
def test_a_bad_handshake_is_a_protocol_error(line: bytes) -> None:
    with pytest.raises(ProtocolError):
        protocol.handshake(line)
