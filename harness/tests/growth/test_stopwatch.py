"""What a stopwatch asks: the calls as they are, or as whole labels."""

import os
from typing import cast

import pytest

from punycode_conform.growth.stopwatch import Stopwatch
from punycode_conform.suite import A_LABEL, PUNYCODE
from punycode_conform.suite.outcome import Call, Operation, Outcome, Returned
from punycode_conform.targets.session import Session


class Asked:
    """A session that gives back what it is asked, and keeps it."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def pid(self) -> int:
        return os.getpid()

    def once(self, call: Call) -> Outcome:
        self.calls.append(call)
        return Returned(call.input)


@pytest.mark.parametrize(("layer", "decoded"), [(PUNYCODE, b"tda"), (A_LABEL, b"xn--tda")])
def test_what_is_decoded_is_a_whole_label_if_the_layer_is_that_of_labels(layer: str, decoded: bytes) -> None:
    session = Asked()
    watch = Stopwatch(cast(Session, session), processor=False, layer=layer)
    outcomes = [watch.ask(Call(o, tuple(b"tda"))) for o in (Operation.ENCODE, Operation.DECODE)]

    assert session.calls == [Call(Operation.ENCODE, tuple(b"tda")), Call(Operation.DECODE, tuple(decoded))]
    assert [outcome for outcome, seconds in outcomes if seconds > 0] == [Returned(c.input) for c in session.calls]
