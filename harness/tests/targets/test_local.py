"""A codec asked in this process answers as it does through the worker's protocol, in this process and in a child."""

import io
from typing import Any

import pytest

from punycode_conform.faults import CONTROLS, FAULTS
from punycode_conform.suite import corpus
from punycode_conform.suite.outcome import Call, Operation, Outcome
from punycode_conform.suite.vector import cases
from punycode_conform.targets import protocol, worker
from punycode_conform.targets.local import Local

CALLS = [case.call for case in cases(list(corpus.suite().vectors)) if case.vector.layer == "punycode"]
FEW = [call for call in CALLS if len(call.input) <= 64][::12]
FEW += [Call(Operation.ENCODE, (0x110000,)), Call(Operation.DECODE, (0x61, 0x110000))]
EVERY = {**FAULTS, **CONTROLS}
# Neighbours in the register are alike.
SAMPLE = ["reference-codec", *[name for name, fault in EVERY.items() if fault.ends][::24]]


def served(target: str) -> dict[int, Outcome]:
    """The outcomes through the worker's protocol, without a child process."""
    requests = b"".join(protocol.request(number, *call) for number, call in enumerate(FEW))
    replies = io.BytesIO()
    worker.serve(target, [], io.BytesIO(protocol.HELLO + requests), replies)
    _, *lines = replies.getvalue().splitlines()
    return dict(protocol.reply(line, dict.fromkeys(range(len(FEW)), 1 << 30)) for line in lines)


def here(codec: Any, package: str) -> dict[int, Outcome]:
    return dict(Local(codec.encode, codec.decode, package).ask(FEW))


@pytest.mark.parametrize("name", SAMPLE)
def test_a_fault_answers_here_as_over_the_protocol(name: str) -> None:
    assert here(EVERY[name].make(), "punycode_conform") == served(f"punycode_conform.faults:{name}")
