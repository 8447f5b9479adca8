"""The shape of a call and the signature of a problem: what tells findings apart, as tables."""

import pytest

from punycode_conform.account import answers
from punycode_conform.run.check import UNREPEATED, Problem, kind_of
from punycode_conform.suite.outcome import Crashed, Outcome, TimedOut

from ..suite.answers import REFUSED, decode, encode, gives

SEGFAULT = Crashed("killed by SIGSEGV")
INDEX_ERROR = Crashed("IndexError: list index out of range")


@pytest.mark.parametrize(
    ("outcome", "name", "ended", "died"),
    [
        (INDEX_ERROR, "IndexError", False, False),
        (Crashed("mylib.errors.Broken: x"), "mylib.errors.Broken", False, False),
        (SEGFAULT, "killed by SIGSEGV", True, True),
        (Crashed("protocol error: not a line"), "protocol error", False, True),
        (Crashed("index 5 > 3"), "crash", False, False),
        (Crashed("x" * 60), "crash", False, False),
        (REFUSED, "", False, False),
    ],
)
def test_a_crash_is_named_and_may_have_cost_the_process(outcome: Outcome, name: str, ended: bool, died: bool) -> None:
    assert (name, ended, died) == (answers.crash_name(outcome), answers.ended(outcome), answers.died(outcome))


@pytest.mark.parametrize(
    ("problem", "signature"),
    [
        (Problem("wrong", (encode("\u00fc"),), gives("x")), "encode: wrong: plain"),
        (
            Problem("refused", (encode("A-\ud800\U0010ffff"),), REFUSED),
            "encode: refused: surrogate astral hyphen upper-case",
        ),
        (Problem("wrong", (encode("Z"),), gives("x")), "encode: wrong: upper-case all-basic"),
        (Problem("accepted", (decode("b9"),), gives("")), "decode: accepted: truncated"),
        (
            Problem("accepted", (decode("-"),), gives(""), ("round-trip", "decode-uniqueness")),
            "decode: accepted: bad-digit leading-delimiter [round-trip decode-uniqueness]",
        ),
        (Problem("crash", (decode("TDA"),), INDEX_ERROR), "decode: crash (IndexError): upper-case-digits"),
        # What costs a process or a time limit is not minimised to the end: what is chance stays out.
        (Problem("crash", (decode("TDA"),), SEGFAULT, ("stability",)), "decode: crash (killed by SIGSEGV)"),
        (Problem("timeout", (encode("\u00fc\u00df"),), TimedOut(1), ("stability",)), "encode: timeout"),
        (Problem("wrong", (encode("a" * 59 + "\ud800"),), gives("x"), ("round-trip",)), "encode: wrong: long"),
        # Of what several calls show together, no single one has a shape.
        (
            Problem("coherence", (encode("\ud800"), decode("ib9b")), REFUSED, shows="surrogates: one, but other"),
            "decode: coherence: surrogates",
        ),
        (Problem(UNREPEATED, (encode("A"),), SEGFAULT), "encode: unrepeated"),
    ],
)
def test_a_signature_is_operation_kind_outcome_shape_and_laws(problem: Problem, signature: str) -> None:
    assert signature == problem.signature
    assert kind_of(signature) == problem.kind
