"""What to judge and how, as pytest's options or a line in a module of tests say it."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ..cli.judging import bound
from ..cli.run import declared
from ..suite import corpus
from ..suite.choices import Choices
from ..suite.corpus import Corpus
from ..targets import name
from ..targets.limits import Limits
from ..targets.pool import Pool
from ..targets.protocol import Handshake


@dataclass(frozen=True, slots=True)
class Setup:
    """The options of ``conform run`` that have a meaning for single tests."""

    target: str | None = None
    command: tuple[str, ...] = ()
    python: str | None = None
    rejects: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    strict: bool = False
    timeout: float = 5.0
    vectors: tuple[Path, ...] = ()
    layer: str = "punycode"
    baseline: Path | None = None

    def label(self) -> str:
        """How the user names it."""
        return self.target if self.target is not None else "-- " + " ".join(self.command)

    def again(self) -> list[str]:
        """The words that judge it again."""
        found = ["conform", "run", *([self.target] if self.target else [])]
        found += ["--python", self.python] if self.python else []
        for option, values in (("--rejects", self.rejects), ("--choice", self.choices), ("--vectors", self.vectors)):
            for value in values:
                found += [option, str(value)]
        found += ["--layer", self.layer] if self.layer != "punycode" else []
        found += ["--strict"] if self.strict else []
        found += ["--timeout", f"{self.timeout:g}"] if self.timeout != 5 else []
        return [*found, "--", *self.command] if self.command else found

    def in_pytest(self) -> list[str]:
        """The words that judge it again in pytest."""
        found = [
            "pytest",
            *(["--conform", self.target] if self.target else ["--conform-command", shlex.join(self.command)]),
        ]
        found += ["--conform-python", self.python] if self.python else []
        for option, values in (("--conform-rejects", self.rejects), ("--conform-choice", self.choices)):
            for value in values:
                found += [option, value]
        return [*found, "--conform-timeout", f"{self.timeout:g}"] if self.timeout != 5 else found

    def check(self) -> None:
        """Look at what can be known before anything runs. An adapter is found and built only when it is run.

        Raises:
            ConformError: the target, a choice or a side is not known.
        """
        declared(list(self.choices))
        if not self.label().startswith("adapter:"):
            self.resolved()

    def resolved(self) -> name.Target:
        """The target that is named."""
        return name.resolve(self.target, self.command, python=self.python, rejects=self.rejects)

    def brought(self) -> Corpus:
        """The vectors that are judged by."""
        return corpus.bring(self.vectors) if self.vectors else corpus.suite()

    @contextmanager
    def started(self) -> Iterator[tuple[Pool, Handshake, Choices]]:
        """The target, started, what it said of itself, and the sides that bind it; closed at the end.

        Raises:
            ConformError: it cannot be run.
        """
        with Pool(self.resolved(), Limits(self.timeout), 1) as pool:
            pool.start()
            handshake = pool.greet()
            yield pool, handshake, bound(handshake, declared(list(self.choices)))
