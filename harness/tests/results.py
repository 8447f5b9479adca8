"""Results as a run makes them, for tests of what is done with results."""

from typing import Any

from punycode_conform.run.report import CaseResult, Header, LawResult, Suite, Target
from punycode_conform.suite.laws import Breach, Law
from punycode_conform.suite.oracle import Expectation, Returns
from punycode_conform.suite.outcome import Call, Operation, Outcome, Returned
from punycode_conform.suite.verdict import Judgement, Verdict

CALL = Call(Operation.DECODE, tuple(b"tda"))
RIGHT, WRONG = Returns((0xFC,)), Returned((0x61,))


def header(label: str = "adapter:libpuny", name: str = "libpuny", command: tuple[str, ...] = (), **more: Any) -> Header:
    """The header of a report."""
    target = Target(name, "4.5", "C", label)
    return Header(1, Suite("1.2.3", "sha256:" + "ab" * 32), target, more.pop("choices", {}), command, **more)


def case(
    name: str,
    verdict: Verdict,
    why: str = "",
    *,
    warning: bool = False,
    call: Call = CALL,
    expected: Expectation = RIGHT,
    got: Outcome = WRONG,
    clause: str = "6.2",
    **more: Any,
) -> CaseResult:
    """A result; the verdict is as given, whatever was expected and got."""
    return CaseResult(name, call, expected, got, Judgement(verdict, why, warning), clause, **more)


def law(name: str, *breaches: Breach, why: str = "broken", says: str = "A law.", total: int = 0) -> LawResult:
    """A broken law."""
    judgement = Judgement(Verdict.FAIL, why)
    return LawResult(f"law/{name}", Law(name, "6", says), breaches, total or len(breaches), judgement)
