"""A finding: a problem that was confirmed in a fresh process and minimised, told apart from others by its signature."""

import zlib
from dataclasses import dataclass
from typing import Any

from .. import __version__
from ..run import shape
from ..run.problem import MEMORY, SLOW, UNREPEATED, Problem
from ..run.report import call_json, expected_json, got_json
from ..suite import oracle
from ..suite.choices import Choices
from ..suite.outcome import Call, Operation, Returned
from .generator import SCHEME


@dataclass(frozen=True, slots=True)
class Finding:
    """What fuzzing found.

    Attributes:
        problem: with the minimised call, or the calls in their order.
        found: the call as it was generated.
        number: of the case, None if it was a follow-up whose case is not known.
        probes: calls that minimising took.
    """

    problem: Problem
    found: Call
    number: int | None
    probes: int = 0

    @property
    def call(self) -> Call:
        """The call that shows it."""
        return self.problem.call

    @property
    def signature(self) -> str:
        """The problem's signature: equal for all findings of the same fault."""
        return self.problem.signature

    @property
    def id(self) -> str:
        """A slug for the vector and the names of the files."""
        content = " ".join(f"{call.operation.value} {call.input}" for call in self.problem.calls)
        kind = self.problem.kind
        return f"fuzz-{self.call.operation.value}-{kind}-{zlib.crc32(content.encode()):08x}"

    @property
    def replays(self) -> bool:
        """Whether a run of its vectors fails: time, memory and chance are no verdict there."""
        return self.problem.kind not in (UNREPEATED, SLOW, MEMORY)

    @property
    def title(self) -> str:
        """The finding in a line."""
        return self.problem.title

    @property
    def bug(self) -> str:
        """The bug class of the suite that this looks like, or empty."""
        kind, special = self.problem.kind, self.problem.shape
        match kind:
            case "accepted":
                if special == "bad-digit ascii" and {self.call.input[0], self.call.input[-1]} & _WHITE_SPACE:
                    return "white-space-stripped"
                return next((bug for sign, bug in _ACCEPTED if sign in special), "")
            case "crash":
                return "process-aborted" if shape.died(self.problem.outcome) else "undeclared-error"
            case "wrong" if isinstance(self.problem.outcome, Returned) and (
                bug := _altered(self.call, special.split(), self.problem.outcome.value)
            ):
                return bug
            case "refused" | "wrong":
                return next((bug for k, sign, bug in _VALID if k in (kind, "") and sign in special.split()), "")
        return _BUGS.get(kind, "")


def _altered(call: Call, special: list[str], value: tuple[int, ...]) -> str:
    """The bug class that a wrong result itself tells."""
    if special == ["all-basic"] and value == call.input:
        return "all-basic-returned-unchanged"
    merged = call.operation is Operation.DECODE and "surrogate" in special and max(value, default=0) > 0xFFFF
    return "surrogates-merged" if merged else ""


_WHITE_SPACE = frozenset(b"\t\n\v\f\r ")
_BUGS = {"timeout": "endless-loop", SLOW: "time-grows-too-fast", "stability": "state-kept-between-calls"}
_ACCEPTED = (
    ("bad-digit leading-delimiter", "leading-delimiter-dropped"),
    ("non-basic", "non-ascii-literal-accepted"),
    ("bad-digit underscore", "underscore-as-digit"),
    ("bad-digit non-ascii", "non-ascii-digit-accepted"),
    ("bad-digit", "non-digit-accepted"),
    ("truncated", "truncated-delta-accepted"),
)
_VALID = (
    ("refused", "empty", "empty-string-refused"),
    ("", "surrogate", "surrogates-dropped-or-replaced"),
    ("wrong", "beyond-unicode", "beyond-unicode-mangled"),
    ("wrong", "wide-integers", "overflow-wraps"),
    ("refused", "upper-case-digits", "upper-case-digits-refused"),
    ("", "long", "fixed-buffer"),
)


def as_json(finding: Finding, run: dict[str, Any], choices: Choices) -> dict[str, Any]:
    """The raw record.

    Args:
        finding: to record.
        run: what the run knows: the seed, the engine, the target.
        choices: the declared sides.
    """
    problem = finding.problem
    facts = oracle.facts(finding.call)
    return {
        "type": "finding",
        "id": finding.id,
        "signature": finding.signature,
        "title": finding.title,
        "kind": problem.kind,
        "laws": list(problem.laws),
        "bug": finding.bug or None,
        "calls": [call_json(call) for call in problem.calls],
        "expected": expected_json(oracle.expect(facts, choices)),
        "got": got_json(problem.outcome),
        "stderr": getattr(problem.outcome, "stderr", ""),
        "shows": problem.shows,
        "found": call_json(finding.found),
        "case": finding.number,
        "probes": finding.probes,
        "tool": __version__,
        "scheme": SCHEME,
        **run,
    }
