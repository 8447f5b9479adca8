"""A finding: a problem that was confirmed in a new process and minimised, and where it came from."""

import zlib

from msgspec import Struct, to_builtins

from ..account.difference import bug_class
from ..run.check import KINDS, UNREPEATED, Problem
from ..run.report import Target
from ..run.started import Started
from ..suite import oracle
from ..suite.choices import Choices
from ..suite.outcome import Call

SWEEP, REPLAY = "sweep", "replay"


class Origin(Struct, frozen=True):
    """The run that a finding came from."""

    engine: str  # blackbox, atheris, sweep or replay
    seed: int | None  # None for a sweep
    target: Target
    choices: Choices

    @classmethod
    def of(cls, started: Started, engine: str, seed: int | None) -> "Origin":
        """A run of an engine with a started target."""
        said, label = started.handshake, started.target.label
        return cls(engine, seed, Target(said.name or label, said.version, said.language, label), started.choices)

    def as_json(self) -> dict[str, object]:
        """Its part of a finding's record and of the report's header."""
        target, choices = to_builtins(self.target), self.choices.as_dict()
        return {"seed": self.seed, "engine": self.engine, "target": target, "choices": choices}


class Finding(Struct, frozen=True):
    """A confirmed problem, and how it was found."""

    problem: Problem  # with the minimised call, or the calls in their order
    found: Call  # as it was generated
    number: int | None = None  # of the case, None if it was a follow-up whose case is not known
    probes: int = 0  # calls that minimising took
    made_of: str = ""  # the constant of the target's code from which the case was made

    @property
    def id(self) -> str:
        """A slug for the vector and the names of the files."""
        content = " ".join(f"{call.operation.value} {call.input}" for call in self.problem.calls)
        # Equal in every run, which Python's own hash is not: a finding that is met again replaces its files.
        return f"fuzz-{self.problem.call.operation.value}-{self.problem.kind}-{zlib.crc32(content.encode()):08x}"

    @property
    def replays(self) -> bool:
        """Whether a run of its vectors fails: a run does not judge chance."""
        return self.problem.kind != UNREPEATED

    @property
    def answered(self) -> bool:
        """Whether the answer to its last call is what is wrong, not several answers together."""
        return self.problem.kind in KINDS and self.problem.kind != "coherence"

    @property
    def bug(self) -> str:
        """The bug class of the suite that the answer shows, or empty."""
        if self.problem.kind == "stability":
            return "state-kept-between-calls"
        call = self.problem.call
        expectation = oracle.expect(oracle.facts(call), Choices())
        return bug_class(call, expectation, self.problem.outcome) if self.answered and self.replays else ""
