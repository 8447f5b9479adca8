"""Which types a function of a Python target takes and gives is detected, and results are read by the built-in types."""

from array import array
from collections.abc import Callable
from typing import Any

import pytest

from punycode_conform import codec
from punycode_conform.suite import corpus
from punycode_conform.suite.outcome import Call, Crashed, Operation, Outcome, Rejected, Returned, Unsupported
from punycode_conform.suite.vector import cases
from punycode_conform.targets import worker
from punycode_conform.targets.function import Function
from punycode_conform.targets.local import Local

from ..fakes import typed_codec

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


@pytest.mark.parametrize("first", FIRST, ids=lambda call: f"{call.operation}-{call.input}")
@pytest.mark.parametrize("codec", typed_codec.RIGHT.values(), ids=typed_codec.RIGHT)
def test_a_right_codec_in_any_types_is_right_whatever_is_asked_first(codec: Any, first: Call) -> None:
    local = Local(codec.encode, codec.decode, "", refusals=worker.rejections(["None"]))
    calls = [first, *FEW]
    answers = {calls[index]: outcome for index, outcome in local.ask(calls)}

    wrong = {call: said for call, said in answers.items() if call in FEW and not right(said, FEW[call], call)}
    assert wrong == {}


def test_what_a_type_cannot_hold_is_unsupported_and_a_list_holds_all() -> None:
    octets, text, integers = typed_codec.turned_into_bytes, typed_codec.text_or_none, typed_codec.integers
    calls = [Call(ENCODE, (0xFC,)), Call(ENCODE, (0xD800,)), Call(ENCODE, (0x110000,))]

    assert [type(said) for _, said in Local(octets.encode, None, "").ask(calls)] == [Returned, Unsupported, Unsupported]
    assert [type(said) for _, said in Local(text.encode, None, "").ask(calls)] == [Returned, Returned, Unsupported]
    assert [type(said) for _, said in Local(integers.encode, None, "").ask(calls)] == [Returned] * 3


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
        (["t", "d", "a"], "TypeError: returned a list of str, not of integers"),
        (array("d", [1]), "TypeError: returned a list of float, not of integers"),
    ],
)
def test_a_result_of_another_type_is_a_fault_in_one_line(result: object, message: str) -> None:
    found = answer(lambda _: result)

    assert isinstance(found, Crashed)
    assert found.message.startswith(message)


@pytest.mark.parametrize(
    "result",
    ["xyz", (0x78, 0x79, 0x7A), bytearray(b"xyz"), memoryview(b"xyz"), array("H", b"x\0y\0z\0")],
    ids=lambda result: type(result).__name__,
)
def test_text_octets_and_integers_of_many_types_are_read(result: object) -> None:
    assert answer(lambda _: result) == Returned(tuple(b"xyz"))


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


@pytest.mark.parametrize("name", ["NoSuch", "json:dumps", "nowhere:Error", ".Error", "json:", "list"])
def test_what_names_no_exception_is_refused(name: str) -> None:
    with pytest.raises(worker.Broken, match="--rejects: there is no exception class "):
        worker.rejections([name])
