"""The adapter protocol: lines of text, numbers in hexadecimal (harness/adapters/README.md is its specification)."""

from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

from ..notation import plain
from ..suite.outcome import TOO_LONG, Call, Crashed, Evaded, Operation, Outcome, Rejected, Returned, Unsupported

VERSION = 1
HELLO = f"conform {VERSION}\n".encode()
GRACE = 2.0  # seconds that an adapter has to exit at end of input
_MAX_TEXT = 2000  # octets of a refusal's or a fault's text that are kept
_HEXADECIMAL = b"0123456789ABCDEFabcdef "  # int() alone would take signs, underscores and 0x too
_MAX_DIGITS = 1024  # of one number
# No right answer is so long, and a run of longer ones would not fit into memory.
_ANSWER_BYTES, _ANSWER_FACTOR = 1 << 14, 32
_FLOOD = 1 << 20  # bytes of an answer that costs the target its process
_MOST_LACKING = 16  # code points: an interface that cannot be given more is not one of a codec


class ProtocolError(Exception):
    """A line that is not of the protocol."""


class Handshake(NamedTuple):
    """A target's description of itself; name, version and language are for people and reports."""

    name: str = ""
    version: str = ""
    language: str = ""
    operations: tuple[Operation, ...] = (Operation.ENCODE, Operation.DECODE)
    declared: Mapping[str, str] = MappingProxyType({})  # its other keys, among them choices
    error: str = ""  # why it cannot run, empty if it can
    echo: bool = False  # whether it can give an input back without the codec, for the doctor
    lacks: frozenset[int] = frozenset()  # code points that it cannot be given, so that nothing with them is asked
    threads: bool = False  # whether it can call the codec in several threads at once


def handshake(line: bytes) -> Handshake:
    """The handshake in a target's first line; a ProtocolError if it is none."""
    words = line.decode("utf-8", "replace").split()
    if len(words) < 2 or words[0] != "conform":
        raise ProtocolError(f"expected the handshake 'conform {VERSION} …', got {quoted(line)}")
    if words[1] != str(VERSION):
        raise ProtocolError(f"it speaks protocol {plain(words[1], 20)!r}, this version of conform speaks {VERSION}")
    values: dict[str, str] = {}
    for word in words[2:]:
        key, equals, value = word.partition("=")
        if not equals or not key or key in values:
            raise ProtocolError(f"handshake: {plain(word, 40)!r} is not KEY=VALUE, each key once")
        if "%" in value:
            from urllib.parse import unquote  # start-up time: most handshakes do without

            value = unquote(value, errors="replace")
        values[key] = plain(value)
    texts = {key: values.pop(key, "") for key in ("name", "version", "language", "error")}
    names = values.pop("ops", "encode,decode").split(",")
    if not set(names) <= set(Operation):
        raise ProtocolError(f"handshake: ops={plain(','.join(names), 40)}: must be encode, decode or both")
    abilities = {key: values.pop(key, "no") for key in ("echo", "threads")}
    for key, value in abilities.items():
        if value not in ("yes", "no"):
            raise ProtocolError(f"handshake: {key}={plain(value, 40)}: must be yes or no")
    try:
        lacks = lacking(values.pop("lacks", ""))
    except ValueError as error:
        raise ProtocolError(f"handshake: lacks: {error}") from None
    operations = tuple(operation for operation in Operation if operation in names)
    echo, threads = (value == "yes" for value in abilities.values())
    return Handshake(operations=operations, declared=values, echo=echo, threads=threads, lacks=lacks, **texts)


def lacking(value: str) -> frozenset[int]:
    """The code points that a target says it cannot be given; a ValueError if they are not hexadecimal, or too many."""
    words = value.split(",") if value else []
    if len(words) > _MOST_LACKING or not all(0 < len(w) <= 6 and not w.encode().strip(_HEXADECIMAL) for w in words):
        limit = f"must be code points in hexadecimal, {_MOST_LACKING} at most, such as 2e,3002"
        raise ValueError(f"{plain(value, 40)!r} {limit}")
    return frozenset(int(word, 16) for word in words)


def request(number: int, operation: str, points: tuple[int, ...]) -> bytes:
    """A request as a line; the operation is that of a call, or ``echo``, which asks for the input itself."""
    # One formatting of all: for long inputs many times as fast as one for each number.
    return b"%d %s" % (number, operation.encode()) + b" %x" * len(points) % points + b"\n"


def reply(line: bytes, asked: Mapping[int, int]) -> tuple[int, Outcome]:
    """The id and the outcome in a reply line, without its line end; ``asked`` is the octets of each open request."""
    head = line[:20].split(None, 1)[:1]
    if not head or not head[0].isdigit() or len(head[0]) > 18:
        raise ProtocolError(f"not a line of the protocol: {quoted(line)}")
    number = int(head[0])
    if number not in asked:
        raise ProtocolError(f"an answer to no open request: {quoted(line)}")
    if len(line) > _ANSWER_BYTES + _ANSWER_FACTOR * asked[number]:
        says = f"{TOO_LONG}: {len(line):,} bytes to a request of {asked[number]:,}"
        if len(line) > _FLOOD:
            raise ProtocolError(says)
        return number, Crashed(says)
    _, word, tail, *_ = *line.split(None, 2), b"", b""
    tail = tail.rstrip()
    if word == b"ok":
        fields = tail.split()
        if tail.translate(None, _HEXADECIMAL) or (len(tail) > _MAX_DIGITS and max(map(len, fields)) > _MAX_DIGITS):
            raise ProtocolError(f"not hexadecimal numbers after ok: {quoted(line)}")
        # Octets of two digits each, as nearly all encoded forms are, are read at once.
        if tail[2::3].isspace():
            with suppress(ValueError):
                return number, Returned(tuple(bytes.fromhex(tail.decode())))
        return number, Returned(tuple([int(field, 16) for field in fields]))
    if word not in (b"reject", b"fault", b"unsupported"):
        raise ProtocolError(f"not a line of the protocol: {quoted(line)}")
    text = tail[:_MAX_TEXT].decode("utf-8", "replace")
    if word == b"fault":
        return number, Crashed(text or "fault")
    return number, Rejected(text) if word == b"reject" else Unsupported(text)


def credible(call: Call, outcome: Outcome) -> Outcome:
    """The outcome of a call, Evaded where the target leaves out what strings of every type can hold."""
    if not isinstance(outcome, Unsupported):
        return outcome
    from ..suite.oracle import held_by_all  # start-up time: few targets answer so, and a run imports it later

    return Evaded(outcome.message) if held_by_all(call) else outcome


def quoted(line: bytes) -> str:
    """A line from a target, safe to show."""
    return f"'{plain(line[:500].decode('utf-8', 'backslashreplace'), 120)}'"
