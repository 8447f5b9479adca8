"""A codec asked in this process answers as it does through the worker's protocol, in this process and in a child."""

import importlib
import io
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from punycode_conform.faults import CONTROLS, FAULTS
from punycode_conform.suite import corpus
from punycode_conform.suite.outcome import Call, Operation, Outcome
from punycode_conform.suite.vector import cases
from punycode_conform.targets import protocol, worker
from punycode_conform.targets.local import Local
from punycode_conform.targets.name import Target, resolve
from punycode_conform.targets.session import Session

from ..conftest import TARGETS

CALLS = [case.call for case in cases(list(corpus.suite().vectors)) if case.vector.layer == "punycode"]
BEYOND = [Call(Operation.ENCODE, (0x110000,)), Call(Operation.DECODE, (0x61, 0x110000))]
FEW = [*[call for call in CALLS if len(call.input) <= 64][::12], *BEYOND]
CALLS += BEYOND
REGISTER = "punycode_conform.faults"
EVERY = {**FAULTS, **CONTROLS}
# Some of every theme: neighbours in the register are alike.
SAMPLE = ["reference-codec", *[name for name, fault in EVERY.items() if fault.ends][::12]]


def in_child(target: Target, calls: list[Call]) -> dict[int, Outcome]:
    session = Session(target)
    try:
        session.start()
        session.greet()
        return dict(session.ask(calls))
    finally:
        session.close()


def served(target: str, calls: list[Call]) -> dict[int, Outcome]:
    """The outcomes through the worker's protocol, without a child process."""
    requests = b"".join(protocol.request(number, *call) for number, call in enumerate(calls))
    replies = io.BytesIO()
    worker.serve(target, [], io.BytesIO(protocol.HELLO + requests), replies)
    _, *lines = replies.getvalue().splitlines()
    return dict(protocol.reply(line, dict.fromkeys(range(len(calls)), 1 << 30)) for line in lines)


def here(codec: Any, package: str, calls: list[Call]) -> dict[int, Outcome]:
    return dict(Local(codec.encode, codec.decode, package).ask(calls))


@pytest.mark.parametrize("name", SAMPLE)
def test_a_fault_answers_here_as_over_the_protocol(name: str) -> None:
    assert here(EVERY[name].make(), "punycode_conform", FEW) == served(f"{REGISTER}:{name}", FEW)


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        *(pytest.param(name, FEW, id=f"{name}-few") for name in SAMPLE[::16]),
        *(pytest.param(name, CALLS, id=f"{name}-all", marks=pytest.mark.slow) for name in SAMPLE),
    ],
)
def test_a_fault_answers_here_as_in_a_child_process(name: str, calls: list[Call]) -> None:
    target = Target(name, (sys.executable, worker.__file__, f"{REGISTER}:{name}"))

    assert here(EVERY[name].make(), "punycode_conform", calls) == in_child(target, calls)


@pytest.fixture
def faulty_codec(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(TARGETS))
    monkeypatch.chdir(TARGETS)
    yield importlib.import_module("faulty_codec")
    del sys.modules["faulty_codec"]


FAULTY = [
    "quits",
    "in_bytes",
    "in_bytes_and_sure_of_it",
    "raises_own_exception",
    "raises_index_error",
    "returns_none_on_error",
]


@pytest.mark.parametrize("name", FAULTY)
def test_strings_bytes_and_exceptions_mean_the_same_here(faulty_codec: Any, name: str) -> None:
    assert here(getattr(faulty_codec, name), "faulty_codec", FEW) == served(f"faulty_codec:{name}", FEW)


@pytest.mark.parametrize("name", ["quits", *(pytest.param(name, marks=pytest.mark.slow) for name in FAULTY[1:])])
def test_strings_bytes_and_exceptions_mean_the_same_in_a_child_process(faulty_codec: Any, name: str) -> None:
    target = resolve(f"faulty_codec:{name}", ())

    assert here(getattr(faulty_codec, name), "faulty_codec", FEW) == in_child(target, FEW)


def test_an_empty_input_does_not_tell_whether_a_codec_takes_bytes(faulty_codec: Any) -> None:
    calls = [Call(operation, text) for operation in Operation for text in ((), (0x61,), (), tuple(b"tda"))]
    codec = faulty_codec.in_bytes_and_sure_of_it

    assert here(codec, "faulty_codec", calls) == here(CONTROLS["reference-codec"].make(), "punycode_conform", calls)
