"""The types that a function of a Python target takes and gives are detected, in this process as through the worker."""

import ctypes
import io
from array import array
from collections import UserList
from collections.abc import Callable
from typing import Any

import pytest

from punycode_conform import codec
from punycode_conform.codec import decode_code_points, encode_code_points
from punycode_conform.faults import CONTROLS, FAULTS
from punycode_conform.suite import corpus
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, Unsupported
from punycode_conform.suite.vector import cases
from punycode_conform.targets import protocol, worker
from punycode_conform.targets.function import Function
from punycode_conform.targets.pool import Local

ENCODE, DECODE = Operation.ENCODE, Operation.DECODE
FEW = {
    case.call: case.facts.value
    for case in cases(list(corpus.suite().vectors))[::13]
    if case.vector.layer == "punycode" and len(case.call.input) <= 64
}
# A fresh child may begin with any of them: after a crash, the next call comes first.
FIRST = [
    *(Call(ENCODE, points) for points in ((), (0x61,), (0xD800,), (0x110000,), (0x31, 0x32))),
    *(Call(DECODE, tuple(map(ord, label))) for label in ("", "-", "TDA", "\xfc", "a-")),
]


class Codec:
    """A correct codec by the types of its two sides: how text is read and given, and how labels are."""

    def __init__(self, reads: Any, gives: Any, reads_label: Any, gives_label: Any) -> None:
        self.encode: Callable[[Any], Any] = lambda value: gives_label(ords(encode_code_points(reads(value))))
        self.decode: Callable[[Any], Any] = lambda value: gives(decode_code_points(text(reads_label(value))))


def text(points: list[int]) -> str:
    if max(points, default=0) > 0x10FFFF:
        raise ValueError("beyond Unicode")
    return "".join(map(chr, points))


def ords(label: str) -> list[int]:
    return [ord(c) for c in label]


def or_none(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """All that goes wrong gives None, also the wrong type."""

    def called(value: Any) -> Any:
        try:
            return function(value)
        except Exception:
            return None

    return called


def integers_of(points: Any) -> list[int]:
    return [c + 0 for c in points]


INTEGERS = Codec(integers_of, list, integers_of, list)
# Octets of UTF-8 in any type that bytes() takes, so also lists of small integers.
OCTETS = Codec(
    lambda octets: ords(bytes(octets).decode()),
    lambda points: memoryview(text(points).encode("utf-8", "surrogatepass")),
    lambda octets: list(bytes(octets)),
    bytearray,
)
TEXT_OR_NONE = Codec(ords, text, ords, text)
TEXT_OR_NONE.encode, TEXT_OR_NONE.decode = or_none(TEXT_OR_NONE.encode), or_none(TEXT_OR_NONE.decode)
RIGHT = {
    "integers": INTEGERS,
    "integers and bytes": Codec(integers_of, tuple, lambda label: list(label.rstrip(b"")), bytes),
    "octets": OCTETS,
    "text or None": TEXT_OR_NONE,
}


@pytest.mark.parametrize("first", FIRST, ids=lambda call: f"{call.operation}-{call.input}")
@pytest.mark.parametrize("codec", RIGHT.values(), ids=RIGHT)
def test_a_right_codec_in_any_types_is_right_whatever_is_asked_first(codec: Any, first: Call) -> None:
    local = Local(codec.encode, codec.decode, "", refusals=worker.rejections(["None"]))
    calls = [first, *FEW]
    answers = {calls[index]: outcome for index, outcome in local.ask(calls)}

    wrong = {call: said for call, said in answers.items() if call in FEW and not right(said, FEW[call], call)}
    assert wrong == {}


def test_what_a_type_cannot_hold_is_unsupported_and_a_list_holds_all() -> None:
    calls = [Call(ENCODE, (0xFC,)), Call(ENCODE, (0xD800,)), Call(ENCODE, (0x110000,))]

    for judged, held in ((OCTETS, 1), (TEXT_OR_NONE, 2), (INTEGERS, 3)):
        answers = [type(outcome) for _, outcome in Local(judged.encode, None, "").ask(calls)]
        assert answers == [Returned] * held + [Unsupported] * (3 - held)


def right(said: Outcome, value: tuple[int, ...] | None, call: Call) -> bool:
    """Whether an answer is right; what a str or UTF-8 cannot hold may be unsupported or refused."""
    beyond = max([*call.input, *(value or ())], default=0) > 0x10FFFF
    surrogate = any(0xD800 <= c <= 0xDFFF for c in [*call.input, *(value or ())])
    if isinstance(said, Unsupported):
        return beyond or surrogate
    if value is None:
        return isinstance(said, Rejected) or surrogate or beyond
    if isinstance(said, Returned):
        return tuple(said.value) == value
    return beyond or surrogate


def answer(function: Callable[[Any], Any], rejects: tuple[str, ...] = ()) -> Outcome:
    local = Local(function, None, "mine", refusals=worker.rejections(list(rejects)))
    return next(outcome for _, outcome in local.ask([Call(ENCODE, (0xFC,))]))


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (None, "None: returned None"),
        (["t", "d", "a"], "TypeError: returned a sequence of str, not of integers"),
        (array("d", [1]), "TypeError: returned a sequence of float, not of integers"),
        (object(), "TypeError: returned object, not str, bytes or a sequence of integers"),
    ],
)
def test_a_result_of_another_type_is_a_fault_in_one_line(result: object, message: str) -> None:
    found = answer(lambda _: result)

    assert isinstance(found, Crashed)
    assert found.message.startswith(message)


@pytest.mark.parametrize(
    "result",
    [
        *("xyz", (0x78, 0x79, 0x7A), bytearray(b"xyz"), memoryview(b"xyz"), array("H", b"x\0y\0z\0")),
        [type("Index", (), {"__index__": lambda self, c=c: c})() for c in b"xyz"],  # like the integers of numpy
        *((ctypes.c_uint32 * 3)(*b"xyz"), UserList(b"xyz")),
    ],
    ids=lambda result: type(result).__name__,
)
def test_text_octets_and_integers_of_many_types_are_read(result: object) -> None:
    assert answer(lambda _: result) == Returned(tuple(b"xyz"))
    assert answer(lambda _: b"\xc3\xbc") == Returned((0xC3, 0xBC))  # octets of an encoded form are characters each


def test_a_type_that_is_not_found_is_named_with_those_that_were_tried() -> None:
    def encode(points: Any) -> Any:
        return [*array("I", points), 0.5]

    found = answer(encode)
    assert isinstance(found, Crashed)
    assert "str, TypeError: cannot use a str to init" in found.message
    assert "; list, TypeError: returned a sequence of float, not of integers; bytes, " in found.message


def test_a_right_codec_of_text_whose_first_call_is_refused_is_given_nothing_else() -> None:
    """An extension written in C that does not look at the type reads whatever it gets as text, and crashes."""
    given: list[object] = []

    def decode(text: Any) -> str:
        given.append(text)
        return codec.decode(text)

    function = Function(decode, decodes=True)
    with pytest.raises(ValueError, match="digit"):
        function(b"-")

    assert given[0] == "-"
    assert given.count("-") == 1  # a refusal that does not come again would be lost
    assert {type(one) for one in given} == {str}
    assert (list(function(b"tda")), given[-1]) == ([0xFC], "tda")


@pytest.mark.parametrize("name", ["NoSuch", "json:dumps", "nowhere:Error", "list"])
def test_what_names_no_exception_is_refused(name: str) -> None:
    with pytest.raises(worker.Broken, match="--rejects: there is no exception class "):
        worker.rejections([name])


EVERY = {**FAULTS, **CONTROLS}
# Neighbours in the register are alike.
SAMPLE = ["reference-codec", *[name for name, fault in EVERY.items() if fault.ends][::48]]


@pytest.mark.parametrize("name", SAMPLE)
def test_a_fault_answers_here_as_over_the_protocol(name: str) -> None:
    calls, codec = [*FEW, *FIRST, Call(DECODE, (0x61, 0x110000))], EVERY[name].make()
    requests = b"".join(protocol.request(number, *call) for number, call in enumerate(calls))
    replies = io.BytesIO()
    worker.serve(f"punycode_conform.faults:{name}", [], io.BytesIO(protocol.HELLO + requests), replies)
    _, *lines = replies.getvalue().splitlines()
    served = [protocol.reply(line, dict.fromkeys(range(len(calls)), 1 << 30)) for line in lines]

    assert served == list(Local(codec.encode, codec.decode, "punycode_conform").ask(calls))
