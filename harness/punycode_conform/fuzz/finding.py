"""A finding: a problem that was confirmed in a fresh process and minimised, and where it came from."""

import zlib
from dataclasses import dataclass

from ..run import shape
from ..run.problem import KINDS, MEMORY, SLOW, UNREPEATED, Problem
from ..suite import oracle
from ..suite.choices import Choices
from ..suite.outcome import Call, Operation, Outcome, Returned

_WHITE_SPACE = frozenset(b"\t\n\v\f\r ")
_BUGS = {"timeout": "endless-loop", SLOW: "time-grows-too-fast", "stability": "state-kept-between-calls"}
# What a problem's shape contains, and the bug class. The first that fits is named, so what fits more comes later.
_ACCEPTED = (
    ("non-basic", "non-ascii-literal-accepted"),
    ("bad-digit underscore", "underscore-as-digit"),
    ("bad-digit non-ascii", "non-ascii-digit-accepted"),
    ("bad-digit", "non-digit-accepted"),
    ("truncated", "truncated-delta-accepted"),
)
_VALID = (
    ("refused", "empty", "empty-string-refused"),
    ("wrong", "surrogate", "surrogates-dropped-or-replaced"),
    ("wrong", "beyond-unicode", "beyond-unicode-mangled"),
    ("wrong", "wide-integers", "overflow-wraps"),
    ("refused", "upper-case-digits", "upper-case-digits-refused"),
    ("refused", "long", "fixed-buffer"),
)


@dataclass(frozen=True, slots=True)
class Origin:
    """The run that a finding came from.

    Attributes:
        engine: ``blackbox`` or ``atheris``; or ``sweep``.
        seed: of the run, None if libFuzzer chose it, or if there is none.
        label: how the user named the target.
        choices: what the target has declared.
        name, version, language: of the target, where it says so.
    """

    engine: str
    seed: int | None
    label: str
    choices: Choices
    name: str = ""
    version: str = ""
    language: str = ""

    def as_json(self) -> dict[str, object]:
        """Its part of a finding's record and of the report's header."""
        target = {"name": self.name or self.label, "version": self.version, "language": self.language}
        return {
            "seed": self.seed,
            "engine": self.engine,
            "target": {**target, "label": self.label},
            "choices": self.choices.as_dict(),
        }


@dataclass(frozen=True, slots=True)
class Finding:
    """A confirmed problem, and how it was found.

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
        # The same in every run, which Python's own hash is not: a finding that is met again replaces its files.
        return f"fuzz-{self.call.operation.value}-{kind}-{zlib.crc32(content.encode()):08x}"

    @property
    def replays(self) -> bool:
        """Whether a run of its vectors fails: a run does not judge time, memory and chance."""
        return self.problem.kind not in (UNREPEATED, SLOW, MEMORY)

    @property
    def answered(self) -> bool:
        """Whether the answer to its last call is what is wrong, not several answers together, time or memory."""
        return self.problem.kind in KINDS and self.problem.kind not in (SLOW, MEMORY, "coherence")

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
                if "bad-digit" in special and (bug := _left_out(self.call, self.problem.outcome)):
                    return bug
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


def _left_out(call: Call, outcome: Outcome) -> str:
    """The bug class of what was left out, where the result is the right one without it."""
    points = call.input
    without = {"leading-delimiter-dropped": points[points[:1] == (0x2D,) :], "white-space-stripped": _stripped(points)}
    value = outcome.value if isinstance(outcome, Returned) else None
    for bug, rest in without.items():
        if rest != points and value is not None and value == oracle.light_facts(call._replace(input=rest)).value:
            return bug
    return ""


def _stripped(points: tuple[int, ...]) -> tuple[int, ...]:
    inner = [place for place, c in enumerate(points) if c not in _WHITE_SPACE]
    return points[inner[0] : inner[-1] + 1] if inner else ()


def _altered(call: Call, special: list[str], value: tuple[int, ...]) -> str:
    """The bug class that a wrong result shows by itself."""
    if special == ["all-basic"] and value == call.input:
        return "all-basic-returned-unchanged"
    if "long" in special and value == (oracle.light_facts(call).value or ())[: len(value)]:
        return "fixed-buffer"  # it was cut
    merged = call.operation is Operation.DECODE and "surrogate" in special and max(value, default=0) > 0xFFFF
    return "surrogates-merged" if merged else ""
